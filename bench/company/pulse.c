/* pulse.c - how the server's loop is, seen from a thread of its own: a request that needs nothing,
 * a hundred times a second and timed from when it was due, and the server's own figures. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../clock.h"
#include "company.h"

enum { A_SECOND = 100, ADDRESSES = 16 };

/* The value behind a name of Prometheus's text. */
static double figure(const char *text, const char *name) {
  const char *at = strstr(text, name);
  if (!at)
    give_up("a figure is missing", name);
  return strtod(at + strlen(name), NULL);
}

/* The longest turn is since the last time somebody asked. */
static void look(struct pulse *p, int fd, double within[2]) {
  char head[200];
  char *text = NULL;

  snprintf(head, sizeof head, "X-Forwarded-For: 10.200.0.1\r\nAuthorization: Bearer %s\r\n",
           p->house->admin);
  if (wsc_http(fd, &p->house->url, "GET", "/metrics", head, NULL, &text) != 200)
    give_up("no figures", text);
  times_add(&p->turn, figure(text, "\nsalient_longest_us ") / 1e6);
  within[0] = figure(text, "\nsalient_answer_seconds_bucket{le=\"0.025000\"} ");
  within[1] = figure(text, "\nsalient_answer_seconds_count ");
  free(text);
}

static void wait_until(double at) {
  struct timespec t = {.tv_sec = (time_t)at};
  t.tv_nsec = (long)((at - (double)t.tv_sec) * 1e9);
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

/* The same few addresses in turn, so that none asks too often. */
static void feel(struct pulse *p, int fd, uint32_t number, double due) {
  char head[60];
  char *text = NULL;

  snprintf(head, sizeof head, "X-Forwarded-For: 10.201.0.%u\r\n", number % ADDRESSES);
  if (wsc_http(fd, &p->house->url, "GET", "/healthz", head, NULL, &text) != 200)
    give_up("the server is not well", text);
  free(text);
  times_add(&p->loop, now() - due);
}

static void *watch(void *arg) {
  struct pulse *p = arg;
  int fd = wsc_dial(&p->house->url);
  double first[2];
  double begun = now();

  look(p, fd, first);
  p->turn.n = 0; /* that was before */
  for (uint32_t i = 1; !atomic_load(&p->stop); i++) {
    double due = begun + (double)i / A_SECOND;
    wait_until(due);
    feel(p, fd, i, due);
    if (i % A_SECOND == 0)
      look(p, fd, p->within);
  }
  look(p, fd, p->within);
  for (int i = 0; i < 2; i++)
    p->within[i] -= first[i];
  close(fd);
  return NULL;
}

void pulse_begin(struct pulse *p, const struct house *h) {
  *p = (struct pulse){.house = h};
  if (pthread_create(&p->thread, NULL, watch, p))
    give_up("no thread", NULL);
}

void pulse_end(struct pulse *p) {
  atomic_store(&p->stop, true);
  pthread_join(p->thread, NULL);
}
