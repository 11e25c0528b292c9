/* module.h - what the parts of the module share: the line that the page wrote, the engine, and
 * where answers go. */
#ifndef MODULE_H
#define MODULE_H

#include "host/engine.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* The page's own bytes, ended with NUL at n. */
const char *module_line(size_t n);
struct library *module_library(void);
struct engine *module_engine(void);
const char *module_pack(const struct sal_ruleset *);
/* An answer as it stands, or written by fn until it fits; kept until the next one. */
const char *module_answer(const char *text, size_t n);
const char *module_write(void (*fn)(void *ctx, struct sal_json *), void *ctx);

#endif
