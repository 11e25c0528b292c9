/* shaky.h - a server on bad ground: SQLite's files fail, fall short, run full or lose what was not
 * synced, and the wall's clock jumps.
 *
 * The test program starts itself as the server. Both ends share a page of memory through a file, by
 * which the test says what shall go wrong and sees whether it has.
 */
#ifndef SHAKY_H
#define SHAKY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum shaky_mode {
  SHAKY_NONE,
  SHAKY_FAIL_WRITE,  /* an I/O error, nothing written */
  SHAKY_SHORT_WRITE, /* half of it written, then an I/O error */
  SHAKY_FULL,        /* half of it written, then: disk full */
  SHAKY_FAIL_SYNC,
  SHAKY_FAIL_READ, /* and every write with it: the disk is gone for a while */
  SHAKY_POWER_CUT, /* half of it written, some of what was not synced lost, and the process dies */
};
struct shaky {
  _Atomic int mode;
  _Atomic int64_t at;    /* the operation with this number is the first to go wrong .. */
  _Atomic int64_t times; /* .. and so many from there */
  _Atomic int64_t writes, syncs, reads;
  _Atomic int64_t fired;   /* how often it went wrong */
  _Atomic int64_t wall_ms; /* the wall's clock is so much ahead */
  _Atomic unsigned seed;
};
struct shaky *shaky_map(const char *file); /* made when it is not there */
/* in the server's process: the default VFS from now on */
void shaky_register(struct shaky *);

#endif
