/* signature.h - one number for how all games behave: the same for every compiler and machine, and
 * for the engine in a browser. */
#ifndef SIGNATURE_H
#define SIGNATURE_H

#include "host/library.h"

/* Fixed seeds of every scenario on the menu, hashed. */
bool bench_signature(struct library *, uint64_t *, struct fault *);

#endif
