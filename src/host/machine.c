/* machine.c - see machine.h. */
#include "machine.h"

#include <stdlib.h>

#ifdef __wasm__

void machine_lock_init(struct machine_lock *l) {
  (void)l;
}

void machine_lock_free(struct machine_lock *l) {
  (void)l;
}

void machine_lock(struct machine_lock *l) {
  (void)l;
}

void machine_unlock(struct machine_lock *l) {
  (void)l;
}

void *machine_pages(size_t n) {
  void *pages = calloc(1, n);
  if (!pages)
    abort();
  return pages;
}

/* The rest goes back to the allocator at once: a page of a browser may have little memory, and a
 * list of games alone makes forty books. */
size_t machine_trim(void *pages, size_t n, size_t used) {
  (void)n;
  if (realloc(pages, used ? used : 1) != pages)
    abort(); /* this allocator shrinks in place */
  return used;
}

void machine_drop(void *pages, size_t n) {
  (void)n;
  free(pages);
}

#else
#include <sys/mman.h>

void machine_lock_init(struct machine_lock *l) {
  pthread_mutex_init(&l->mutex, NULL);
}

void machine_lock_free(struct machine_lock *l) {
  pthread_mutex_destroy(&l->mutex);
}

void machine_lock(struct machine_lock *l) {
  pthread_mutex_lock(&l->mutex);
}

void machine_unlock(struct machine_lock *l) {
  pthread_mutex_unlock(&l->mutex);
}

/* An anonymous mapping is committed only where it is written, so the room may be generous. */
void *machine_pages(size_t n) {
  void *pages =
      mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    abort();
  return pages;
}

size_t machine_trim(void *pages, size_t n, size_t used) {
  (void)pages, (void)used;
  return n;
}

void machine_drop(void *pages, size_t n) {
  munmap(pages, n);
}
#endif
