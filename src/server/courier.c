/* courier.c - see courier.h. */
#include "courier.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "outside.h"
#include "server.h"

/* A host that never answers holds eight of the trips at most, for ten seconds each. */
enum { AT_ONCE = 32, PER_HOST = 8, WAITING = 4000, SECONDS = 10, CONNECT_SECONDS = 5 };
/* No host fills the queue: at most a quarter of it waits for one. Hosts are told apart by their
 * lane. Mail has one relay, which may fill all of it. */
enum { LANES = 64, PER_LANE = WAITING / 4 };
enum { ANSWER_BYTES = 64 << 10 };

struct trip { /* a parcel on its way */
  struct parcel *parcel;
  CURL *curl;
  struct curl_slist *head, *to;
  char host[200];
  /* inside: the address was judged to be private, and no socket was made */
  bool private_too, inside;
  size_t read, heard;
};
struct queue {
  struct parcel *first, **last;
  int n;
};
/* The thread and the loop meet only in the two queues. */
struct courier {
  struct server *srv;
  bool private_too;
  pthread_t thread;
  pthread_mutex_t lock;
  CURLM *multi;
  struct queue out, back; /* under the lock */
  int lane[LANES];        /* how many parcels under way are in each; under the lock */
  bool stop;
  uv_async_t came;
  struct trip *trip[AT_ONCE]; /* the thread's own */
};

/* ---- parcels */
static char *copy(const char *text, size_t n) {
  char *out = malloc(n + 1);
  if (!out)
    abort();
  memcpy(out, text, n);
  out[n] = 0;
  return out;
}

/* Everything is copied; arg is freed with the parcel. */
struct parcel *parcel_new(const char *url, const char *body, size_t nbody, parcel_done *done,
                          void *arg) {
  struct parcel *p = calloc(1, sizeof *p);

  if (!p)
    abort();
  p->url = copy(url, strlen(url));
  p->body = copy(body, nbody);
  p->nbody = nbody;
  p->done = done;
  p->arg = arg;
  return p;
}

/* Another body, such as the sealed one. */
void parcel_fill(struct parcel *p, const char *body, size_t nbody) {
  free(p->body);
  p->body = copy(body, nbody);
  p->nbody = nbody;
}

void parcel_free(struct parcel *p) {
  free(p->url);
  free(p->head);
  free(p->body);
  free(p->sealing);
  free(p->arg);
  free(p);
}

/* To the end of the queue. */
static void put(struct queue *q, struct parcel *p) {
  p->next = NULL;
  if (!q->first)
    q->last = &q->first;
  *q->last = p;
  q->last = &p->next;
  q->n++;
}

/* Takes a parcel from the middle, because the first one may have to wait for its host. */
static struct parcel *take(struct queue *q, struct parcel **at) {
  struct parcel *p = *at;
  *at = p->next;
  if (q->last == &p->next)
    q->last = at;
  q->n--;
  return p;
}

/* ---- on the courier's thread */
/* Checks the address that is really connected to. */
static curl_socket_t make_socket(void *ctx, curlsocktype what, struct curl_sockaddr *a) {
  struct trip *t = ctx;

  (void)what;
  if (!t->private_too && outside_is_inside(&a->addr)) {
    t->inside = true;
    return CURL_SOCKET_BAD;
  }
  return socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

/* Only the status of the answer matters, not its text. */
static size_t hear(char *bytes, size_t size, size_t n, void *ctx) {
  struct trip *t = ctx;
  (void)bytes;
  t->heard += size * n;
  return t->heard > ANSWER_BYTES ? 0 : size * n;
}

/* libcurl takes the mail piece by piece. */
static size_t read_mail(char *out, size_t size, size_t n, void *ctx) {
  struct trip *t = ctx;
  size_t left = t->parcel->nbody - t->read;
  size_t most = size * n;
  size_t now = left < most ? left : most;

  memcpy(out, t->parcel->body + t->read, now);
  t->read += now;
  return now;
}

/* All mails share one name: they go to one relay. */
static void host_of(const struct parcel *p, char host[200]) {
  struct outside to;
  bool known = outside_split(p->url, true, &to);
  snprintf(host, 200, "%s", known ? to.host : "relay");
}

static void add_lines(struct trip *t, char *lines) {
  char *rest = NULL;
  for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
    t->head = curl_slist_append(t->head, line);
}

/* A POST with the parcel's own headers. */
static void set_request(struct trip *t) {
  CURL *c = t->curl;
  const struct parcel *p = t->parcel;

  curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, t->private_too ? "http,https" : "https");
  curl_easy_setopt(c, CURLOPT_POST, 1L);
  curl_easy_setopt(c, CURLOPT_POSTFIELDS, p->body);
  curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)p->nbody);
  t->head = curl_slist_append(NULL, "Expect:");
  if (p->head)
    add_lines(t, p->head);
  curl_easy_setopt(c, CURLOPT_HTTPHEADER, t->head);
}

/* A relay with a password must speak TLS, unless it is this machine. */
static void set_mail(struct trip *t) {
  CURL *c = t->curl;
  const struct parcel *p = t->parcel;
  bool here = strstr(p->url, "//127.0.0.1") || strstr(p->url, "//localhost");
  long tls = p->auth && !here ? CURLUSESSL_ALL : CURLUSESSL_TRY;

  curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  curl_easy_setopt(c, CURLOPT_USE_SSL, tls);
  curl_easy_setopt(c, CURLOPT_FORBID_REUSE, 1L); /* a relay is not kept waiting */
  if (p->auth)
    curl_easy_setopt(c, CURLOPT_USERPWD, p->auth);
  curl_easy_setopt(c, CURLOPT_MAIL_FROM, p->from);
  t->to = curl_slist_append(NULL, p->to);
  curl_easy_setopt(c, CURLOPT_MAIL_RCPT, t->to);
  curl_easy_setopt(c, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(c, CURLOPT_READFUNCTION, read_mail);
  curl_easy_setopt(c, CURLOPT_READDATA, t);
  curl_easy_setopt(c, CURLOPT_INFILESIZE_LARGE, (curl_off_t)p->nbody);
}

/* No proxies, no redirects, no signals, and a limit on everything. */
static struct trip *depart(struct courier *k, struct parcel *p) {
  struct trip *t = calloc(1, sizeof *t);

  if (!t || !(t->curl = curl_easy_init()))
    abort();
  t->parcel = p;
  t->private_too = k->private_too || p->mail;
  host_of(p, t->host);
  CURL *c = t->curl;
  curl_easy_setopt(c, CURLOPT_URL, p->url);
  curl_easy_setopt(c, CURLOPT_PRIVATE, t);
  curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(c, CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(c, CURLOPT_PROXY, "");
  curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(c, CURLOPT_USERAGENT, "salient");
  curl_easy_setopt(c, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  curl_easy_setopt(c, CURLOPT_TIMEOUT, (long)SECONDS);
  curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
  curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, make_socket);
  curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, t);
  curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, hear);
  curl_easy_setopt(c, CURLOPT_WRITEDATA, t);
  if (p->mail)
    set_mail(t);
  else
    set_request(t);
  curl_multi_add_handle(k->multi, c);
  return t;
}

/* What went wrong, as the end of a sentence about the host. */
static const char *trouble(const struct trip *t, CURLcode rc, int status) {
  if (t->inside)
    return "is a private address";
  switch (rc) {
  case CURLE_OK: break;
  case CURLE_COULDNT_RESOLVE_HOST: return "has a name that is not known";
  case CURLE_OPERATION_TIMEDOUT: return "did not take it within ten seconds";
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CONNECT_ERROR: return "has a certificate or a TLS that was not accepted";
  case CURLE_LOGIN_DENIED: return "did not accept the password";
  default:
    if (t->parcel->mail && status >= 400)
      return "did not accept it";
    return "cannot be reached";
  }
  if (t->parcel->mail || (status >= 200 && status < 300))
    return "";
  if (status >= 300 && status < 400)
    return "answered with a redirect, which is not followed";

  return "did not accept it";
}

/* `done` is called on the loop, whatever became of the parcel. */
static void hand_back(struct courier *k, struct parcel *p) {
  pthread_mutex_lock(&k->lock);
  put(&k->back, p);
  pthread_mutex_unlock(&k->lock);
  uv_async_send(&k->came);
}

/* The parcel goes back to the loop with its outcome. */
static void arrive(struct courier *k, struct trip *t, CURLcode rc) {
  struct parcel *p = t->parcel;
  long status = 0;
  curl_off_t after = 0;

  curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(t->curl, CURLINFO_RETRY_AFTER, &after);
  p->status = (int)status;
  p->after = (long)after;
  snprintf(p->why, sizeof p->why, "%s", trouble(t, rc, p->status));
  curl_multi_remove_handle(k->multi, t->curl);
  curl_easy_cleanup(t->curl);
  curl_slist_free_all(t->head);
  curl_slist_free_all(t->to);
  for (int i = 0; i < AT_ONCE; i++)
    if (k->trip[i] == t)
      k->trip[i] = NULL;
  free(t);
  hand_back(k, p);
}

/* No host gets more than its share of the trips. */
static int under_way_to(const struct courier *k, const char *host) {
  int n = 0;
  for (int i = 0; i < AT_ONCE; i++)
    n += k->trip[i] && !strcmp(k->trip[i]->host, host);
  return n;
}

/* The oldest whose host is not busy with others already. */
static struct parcel *next_out(struct courier *k) {
  struct parcel *found = NULL;

  pthread_mutex_lock(&k->lock);
  for (struct parcel **at = &k->out.first; *at && !found; at = &(*at)->next) {
    char host[200];
    host_of(*at, host);
    if (under_way_to(k, host) < PER_HOST) {
      found = take(&k->out, at);
      k->lane[found->lane]--;
      break;
    }
  }
  pthread_mutex_unlock(&k->lock);
  return found;
}

/* A parcel that cannot be sealed comes back as a final refusal. */
static void depart_all(struct courier *k) {
  for (int i = 0; i < AT_ONCE; i++) {
    struct parcel *p = k->trip[i] ? NULL : next_out(k);
    bool ready = p && (!p->seal || p->seal(p));
    if (ready)
      k->trip[i] = depart(k, p);
    if (!p || ready)
      continue;
    p->status = 400; /* it never will be */
    snprintf(p->why, sizeof p->why, "has keys that cannot be used");
    hand_back(k, p);
  }
}

/* Asked between two rounds, so an end waits for one round at most. */
static bool goes_on(struct courier *k) {
  pthread_mutex_lock(&k->lock);
  bool on = !k->stop;
  pthread_mutex_unlock(&k->lock);
  return on;
}

/* The courier's thread: as many trips at once as allowed. */
static void *carry(void *arg) {
  struct courier *k = arg;

  while (goes_on(k)) {
    int running;
    int left;
    depart_all(k);
    curl_multi_perform(k->multi, &running);
    for (CURLMsg *m; (m = curl_multi_info_read(k->multi, &left));) {
      struct trip *t = NULL;
      CURLcode rc = m->data.result;
      curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, (char **)&t);
      if (m->msg == CURLMSG_DONE)
        arrive(k, t, rc);
    }
    depart_all(k);
    curl_multi_poll(k->multi, NULL, 0, 1000, NULL);
  }

  return NULL;
}

/* ---- on the loop */
static void on_came(uv_async_t *a) {
  struct courier *k = a->data;

  for (;;) {
    pthread_mutex_lock(&k->lock);
    struct parcel *p = k->back.first ? take(&k->back, &k->back.first) : NULL;
    pthread_mutex_unlock(&k->lock);
    if (!p)
      return;
    p->done(p);
  }
}

/* Two hosts may share a lane; then they share its room. */
static int lane_of(const struct parcel *p) {
  char host[200];
  uint32_t lane = 0;

  host_of(p, host);
  for (const char *at = host; *at; at++)
    lane = lane * 31 + (unsigned char)*at;
  return (int)(lane % LANES);
}

/* False when too many wait, or too many for its host; the caller keeps the parcel. */
bool courier_send(struct courier *k, struct parcel *p) {
  p->lane = lane_of(p);
  pthread_mutex_lock(&k->lock);
  bool room = k->out.n < WAITING && (p->mail || k->lane[p->lane] < PER_LANE);
  if (room) {
    put(&k->out, p);
    k->lane[p->lane]++;
  }
  pthread_mutex_unlock(&k->lock);
  if (room)
    curl_multi_wakeup(k->multi);
  return room;
}

struct courier *courier_start(struct server *s, bool private_too) {
  struct courier *k = calloc(1, sizeof *k);

  if (!k)
    abort();
  curl_global_init(CURL_GLOBAL_DEFAULT);
  k->srv = s;
  k->private_too = private_too;
  k->multi = curl_multi_init();
  pthread_mutex_init(&k->lock, NULL);
  uv_async_init(&s->loop, &k->came, on_came);
  uv_unref((uv_handle_t *)&k->came);
  k->came.data = k;
  if (!k->multi || pthread_create(&k->thread, NULL, carry, k))
    abort();

  return k;
}

/* Those that have not gone come back at once: what they were for is written down for the next
 * start. */
static void return_all(struct queue *q, const char *why) {
  while (q->first) {
    struct parcel *p = take(q, &q->first);
    if (why)
      snprintf(p->why, sizeof p->why, "%s", why);
    p->done(p);
  }
}

static void closed(uv_handle_t *h) {
  free(h->data);
}

/* What is under way or waits comes back as not delivered. */
void courier_stop(struct courier *k) {
  if (!k)
    return;
  pthread_mutex_lock(&k->lock);
  k->stop = true;
  pthread_mutex_unlock(&k->lock);
  curl_multi_wakeup(k->multi);
  pthread_join(k->thread, NULL);
  for (int i = 0; i < AT_ONCE; i++)
    if (k->trip[i])
      arrive(k, k->trip[i], CURLE_OPERATION_TIMEDOUT);
  curl_multi_cleanup(k->multi);
  curl_global_cleanup();
  return_all(&k->back, NULL);
  return_all(&k->out, "was not called before the server closed");
  pthread_mutex_destroy(&k->lock);
  uv_close((uv_handle_t *)&k->came, closed);
}
