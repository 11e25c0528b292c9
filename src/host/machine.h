/* machine.h - what the machine gives the host: a lock, and memory in large pieces.
 *
 * In a browser there is one thread, and no memory that costs nothing until it is written.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
struct machine_lock {
  char none;
};
#else
#include <pthread.h>
struct machine_lock {
  pthread_mutex_t mutex;
};
#endif
void machine_lock_init(struct machine_lock *);
void machine_lock_free(struct machine_lock *);
void machine_lock(struct machine_lock *);
void machine_unlock(struct machine_lock *);

/* Zeroed memory, of which probably only the first part will be written. */
void *machine_pages(size_t n);
/* Only the first `used` bytes of n are still needed. They stay where they are; returns how many
 * there are now. */
size_t machine_trim(void *pages, size_t n, size_t used);
void machine_drop(void *pages, size_t n);

#endif
