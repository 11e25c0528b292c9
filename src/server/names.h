/* names.h - what a player may be called.
 *
 * A name is shown to others, in pages, terminals and logs. So it holds no control characters, no
 * invisible characters and none that change the direction of writing, and a name that only looks
 * like an account's name is not taken for it.
 */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Characters that can be seen, in valid UTF-8. */
bool name_is_clean(const char *name);
/* The name as it looks: small letters, and Cyrillic and Greek letters as the Latin ones that they
 * cannot be told from. Cut to fit. */
void name_skeleton(const char *name, char *out, size_t cap);

#endif
