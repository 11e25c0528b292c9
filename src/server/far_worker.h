/* far_worker.h - `salient worker --url`: this machine thinks for a server on another one. */
#ifndef FAR_WORKER_H
#define FAR_WORKER_H

struct library;
enum { FAR_CORES = 256 };
struct far_plan {
  const char *url, *key_file, *data_dir;
  const char *build; /* must be the server's */
  int cores;
  struct library *lib;
};
/* Until SIGTERM or SIGINT; the exit code. */
int far_worker_run(const struct far_plan *);

#endif
