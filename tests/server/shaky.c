/* shaky.c - a VFS around the system's own. Unsynced writes are remembered with what they replaced,
 * so that a power cut can take any of them back: what a disk may do to everything since the last
 * sync. */
#include "shaky.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct shaky *ground;
static sqlite3_vfs *under;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct shaky *shaky_map(const char *file) {
  int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 || ftruncate(fd, sizeof(struct shaky)))
    abort();
  void *p = mmap(NULL, sizeof(struct shaky), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (p == MAP_FAILED)
    abort();
  return p;
}

/* ---- the wall's clock (the linker puts this in the place of clock_gettime) */
int __real_clock_gettime(clockid_t, struct timespec *);
int __wrap_clock_gettime(clockid_t, struct timespec *);
int __wrap_clock_gettime(clockid_t id, struct timespec *t) {
  int rc = __real_clock_gettime(id, t);
  if (id == CLOCK_REALTIME && ground)
    t->tv_sec += ground->wall_ms / 1000;
  return rc;
}

/* ---- files */
struct file {
  sqlite3_file base; /* first */
  sqlite3_file *real;
};
struct unsynced {
  sqlite3_file *real;
  sqlite3_int64 at;
  int n;
  char *was; /* zeros where the file ended */
  struct unsynced *next;
};
static struct unsynced *log_of; /* newest first */

static void remember(sqlite3_file *f, int n, sqlite3_int64 at) {
  struct unsynced *u = calloc(1, sizeof *u);
  if (!u)
    abort();
  *u = (struct unsynced){f, at, n, calloc(1, (size_t)n), log_of};
  f->pMethods->xRead(f, u->was, n, at); /* short at the end: the rest is zero */
  log_of = u;
}
static void synced(sqlite3_file *f) {
  for (struct unsynced **p = &log_of; *p;) {
    struct unsynced *u = *p;
    if (u->real != f) {
      p = &u->next;
      continue;
    }
    *p = u->next;
    free(u->was);
    free(u);
  }
}
static void power_cut(void) {
  unsigned seed = ground->seed;
  for (struct unsynced *u = log_of; u; u = u->next) {
    int r = rand_r(&seed) % 3; /* lost, half lost, or there */
    if (r < 2)
      u->real->pMethods->xWrite(u->real, u->was, r ? u->n / 2 : u->n, u->at);
  }
  kill(getpid(), SIGKILL);
  for (;;)
    pause();
}
/* Does operation number n go wrong? */
static bool wrong(int64_t n) {
  bool yes = ground->at && n >= ground->at && n < ground->at + ground->times;
  if (yes)
    ground->fired++;
  return yes;
}
#define REAL(f) (((struct file *)(f))->real)
#define CALL(f, m, ...) REAL(f)->pMethods->m(REAL(f), ##__VA_ARGS__)

static int do_write(sqlite3_file *f, const void *p, int n, sqlite3_int64 at) {
  int mode = ground->mode;
  bool bad = wrong(++ground->writes) && mode && mode != SHAKY_FAIL_SYNC;
  remember(REAL(f), n, at);
  if (!bad)
    return CALL(f, xWrite, p, n, at);
  if (mode == SHAKY_FAIL_WRITE || mode == SHAKY_FAIL_READ)
    return SQLITE_IOERR_WRITE;
  CALL(f, xWrite, p, n / 2, at);
  if (mode == SHAKY_POWER_CUT)
    power_cut();
  return mode == SHAKY_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}
static int on_write(sqlite3_file *f, const void *p, int n, sqlite3_int64 at) {
  pthread_mutex_lock(&lock);
  int rc = do_write(f, p, n, at);
  pthread_mutex_unlock(&lock);
  return rc;
}
static int on_sync(sqlite3_file *f, int flags) {
  pthread_mutex_lock(&lock);
  bool bad = ground->mode == SHAKY_FAIL_SYNC && wrong(++ground->syncs);
  if (!bad)
    synced(REAL(f));
  pthread_mutex_unlock(&lock);
  return bad ? SQLITE_IOERR_FSYNC : CALL(f, xSync, flags);
}
static int on_read(sqlite3_file *f, void *p, int n, sqlite3_int64 at) {
  bool bad = ground->mode == SHAKY_FAIL_READ && ground->at && ground->writes >= ground->at &&
             ++ground->reads < ground->times * 4;
  return bad ? SQLITE_IOERR_READ : CALL(f, xRead, p, n, at);
}
static int on_close(sqlite3_file *f) {
  pthread_mutex_lock(&lock);
  synced(REAL(f));
  pthread_mutex_unlock(&lock);
  int rc = CALL(f, xClose);
  free(REAL(f));
  return rc;
}
static int on_truncate(sqlite3_file *f, sqlite3_int64 n) {
  return CALL(f, xTruncate, n);
}
static int on_size(sqlite3_file *f, sqlite3_int64 *n) {
  return CALL(f, xFileSize, n);
}
static int on_lock(sqlite3_file *f, int how) {
  return CALL(f, xLock, how);
}
static int on_unlock(sqlite3_file *f, int how) {
  return CALL(f, xUnlock, how);
}
static int on_reserved(sqlite3_file *f, int *out) {
  return CALL(f, xCheckReservedLock, out);
}
static int on_control(sqlite3_file *f, int op, void *arg) {
  return CALL(f, xFileControl, op, arg);
}
static int on_sector(sqlite3_file *f) {
  return CALL(f, xSectorSize);
}
static int on_device(sqlite3_file *f) {
  return CALL(f, xDeviceCharacteristics);
}
static int on_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **out) {
  return CALL(f, xShmMap, page, size, extend, out);
}
static int on_shm_lock(sqlite3_file *f, int at, int n, int flags) {
  return CALL(f, xShmLock, at, n, flags);
}
static void on_shm_barrier(sqlite3_file *f) {
  CALL(f, xShmBarrier);
}
static int on_shm_unmap(sqlite3_file *f, int drop) {
  return CALL(f, xShmUnmap, drop);
}

static int on_open(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out) {
  static const sqlite3_io_methods methods = {
      2,           on_close,       on_read,      on_write,   on_truncate, on_sync,   on_size,
      on_lock,     on_unlock,      on_reserved,  on_control, on_sector,   on_device, on_shm_map,
      on_shm_lock, on_shm_barrier, on_shm_unmap, NULL,       NULL};
  struct file *own = (struct file *)f;
  (void)v;
  own->real = calloc(1, (size_t)under->szOsFile);
  if (!own->real)
    abort();
  int rc = under->xOpen(under, name, own->real, flags, out);
  own->base.pMethods = rc ? NULL : &methods;
  if (rc)
    free(own->real);
  return rc;
}
void shaky_register(struct shaky *s) {
  static sqlite3_vfs vfs;
  ground = s;
  under = sqlite3_vfs_find(NULL);
  vfs = *under; /* its other functions look only at what is copied too */
  vfs.zName = "shaky";
  vfs.szOsFile = sizeof(struct file);
  vfs.xOpen = on_open;
  sqlite3_vfs_register(&vfs, 1);
}
