/* play.c - everybody plays at random, at a pace that is fixed beforehand.
 *
 * Action number i is due i / rate seconds after the beginning, whatever the server does: it is
 * sent by whoever has been ready longest, and its answer is timed from when it was due. So a server
 * that stands still is charged with every action that came due meanwhile.
 *
 * A player looks at one of his seats and comes to another because he was told: by its notice. What
 * must come is known exactly. A decision that reached a seat while its player surely looked
 * elsewhere is owed a notice; if none comes, the game stands still and the notice counts as lost.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "../clock.h"
#include "company.h"

/* After the end what is on its way has DRAIN_S to come, and what must not come has STRAY_S. */
enum { EVENTS = 256, CAME = 256, IN_ROOM = 16384, DRAIN_S = 15, STRAY_S = 3 };
static const char *const SIDE[2] = {"\"german\"", "\"soviet\""};
/* Everything of one run; on the main thread. */
struct play {
  struct house *house;
  struct played *out;
  int epoll, timer;
  struct person *ready, **ready_end;
  uint32_t many_ready;
  double begun, end;
  double *again; /* when actions were due that must be sent once more */
  uint32_t nagain;
  uint64_t on_way, rng;
  bool settling, closing;
};

static uint32_t chance(struct play *p, uint32_t n) {
  p->rng = p->rng * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((p->rng >> 33) % n);
}
static uint32_t number_of(const struct play *p, const struct person *who) {
  return (uint32_t)(who - p->house->person);
}
static int side_of(const struct play *p, const struct person *who, const struct table *t) {
  return t->seat[0].person == number_of(p, who) ? 0 : 1;
}
static bool decides(const struct play *p, const struct person *who, const struct table *t) {
  return !t->over && t->to_move >> side_of(p, who, t) & 1;
}

/* ---- reading answers */
/* Who decides, by the first list of them in the text. */
static uint32_t to_move_in(const char *text) {
  const char *list = strstr(text, "\"to_move\":[");
  const char *end = list ? strchr(list, ']') : NULL;
  uint32_t bits = 0;

  for (int side = 0; side < 2 && end; side++) {
    const char *found = strstr(list, SIDE[side]);
    if (found && found < end)
      bits |= 1u << side;
  }
  return bits;
}
static uint32_t seq_at(const char *text) {
  return text ? (uint32_t)strtoul(text + strlen("\"seq\":"), NULL, 10) : 0;
}
/* The answer's own stands after those of its events. */
static uint32_t last_seq(const char *text) {
  const char *found = NULL;
  for (const char *at = text; (at = strstr(at, "\"seq\":")) != NULL; at++)
    found = at;
  return seq_at(found);
}

/* ---- speaking */
static void say(const struct person *who, const char *text) {
  uint8_t frame[700];
  size_t n = wsc_frame(1, true, text, strlen(text), frame);
  if (send(who->fd, frame, n, MSG_NOSIGNAL) != (ssize_t)n)
    give_up("a line was lost", NULL);
}
static void join(struct play *p, struct person *who, uint32_t table) {
  char text[120];
  const struct table *t = &p->house->table[table];

  who->doing = JOINING;
  who->at = (int)table;
  snprintf(text, sizeof text, "{\"cmd\":\"join\",\"game\":\"%s\",\"since\":4000000000}", t->id);
  say(who, text);
}
static void ask(struct person *who) {
  who->doing = ASKING;
  say(who, "{\"cmd\":\"actions\"}");
}
/* To the next of his seats where he knows of a decision; else he stays and waits. */
static void go_on(struct play *p, struct person *who) {
  struct house *h = p->house;

  who->doing = WAITING;
  for (uint32_t i = 0; i < who->tables && !p->closing; i++) {
    uint32_t table = who->table[(who->next + i) % who->tables];
    struct table *t = &h->table[table];
    struct seat *s = &t->seat[side_of(p, who, t)];
    if (!s->knows || !decides(p, who, t))
      continue;
    who->next = (who->next + i + 1) % who->tables;
    if (who->at >= 0 && decides(p, who, &h->table[who->at]))
      h->table[who->at].seat[side_of(p, who, &h->table[who->at])].knows = true;
    s->knows = false;
    join(p, who, table);
    return;
  }
}

/* ---- decisions that pass on */
/* He looks there for sure, looks elsewhere for sure, or is just coming or going. */
static void hand_over(struct play *p, int table, int side, double sent) {
  struct seat *s = &p->house->table[table].seat[side];
  struct person *who = &p->house->person[s->person];
  bool moving = who->doing == JOINING || who->looks_since >= sent;

  s->since = now();
  s->owed = !moving && who->at != table;
  s->may = s->knows = moving;
  p->out->owed += s->owed;
  who->mail_owed = who->mail_owed || (s->owed && who->mails);
  who->mail_may = who->mail_may || moving;
}
static void note_to_move(struct play *p, int table, uint32_t bits, double sent) {
  struct table *t = &p->house->table[table];
  uint32_t fresh = bits & ~t->to_move;

  t->to_move = bits;
  for (int side = 0; side < 2; side++)
    if (fresh >> side & 1)
      hand_over(p, table, side, sent);
}

/* A notice: the player knows now, and comes when he is free. */
static void told(struct play *p, const struct came *c) {
  struct person *who = &p->house->person[c->person];
  struct table *t = c->way == BY_MAIL ? NULL : house_table(p->house, c->word);

  p->out->told[c->way]++;
  if (c->way == BY_MAIL) {
    p->out->stray += who->mail_came || !(who->mail_owed || who->mail_may);
    who->mail_came = true;
    return;
  }
  struct seat *s = t ? &t->seat[side_of(p, who, t)] : NULL;
  if (!s || (!s->owed && !s->may)) {
    p->out->stray++;
    return;
  }
  p->out->spare += s->may;
  if (s->owed)
    times_add(&p->out->notice, c->at - s->since);
  s->knows = true;
  s->owed = s->may = false;
  if (who->doing == WAITING && !p->settling)
    go_on(p, who);
}

/* ---- answers */
static void make_ready(struct play *p, struct person *who) {
  who->doing = READY;
  who->next_ready = NULL;
  *p->ready_end = who;
  p->ready_end = &who->next_ready;
  p->many_ready++;
}
/* Any of the actions that he is offered. */
static void choose(struct play *p, struct person *who, const char *text) {
  static const char mark[] = "{\"id\":\"";
  const char *at = strstr(text, "\"actions\":[");
  uint32_t n = 0;

  for (const char *next = at; next && (next = strstr(next, mark)); next++)
    n++;
  if (!n) {
    go_on(p, who);
    return;
  }
  for (uint32_t pick = chance(p, n) + 1; pick; pick--)
    at = strstr(at, mark) + strlen(mark);
  snprintf(who->action, sizeof who->action, "%.*s", (int)strcspn(at, "\""), at);
  make_ready(p, who);
}
static void ask_or_go(struct play *p, struct person *who) {
  if (decides(p, who, &p->house->table[who->at]))
    ask(who);
  else
    go_on(p, who);
}
/* Before the play he goes round all his seats. */
static void settle_next(struct play *p, struct person *who) {
  who->doing = WAITING;
  if (++who->settled < who->tables)
    join(p, who, who->table[who->settled]);
}
static void set_hook(const struct play *p, struct person *who) {
  char text[120];

  who->doing = HOOKING;
  snprintf(text, sizeof text, "{\"cmd\":\"hook\",\"url\":\"http://127.0.0.1:%d/hook/%u\"}",
           p->house->sinks.http, number_of(p, who));
  say(who, text);
}
static void sat_down(struct play *p, struct person *who, const char *text) {
  who->looks_since = now();
  who->seq = seq_at(strstr(text, "\"seq\":"));
  if (!p->settling) {
    ask_or_go(p, who);
    return;
  }
  p->house->table[who->at].to_move = to_move_in(text);
  if (who->hooks)
    set_hook(p, who);
  else
    settle_next(p, who);
}
static void done(struct play *p, struct person *who, const char *text) {
  double at = now();
  struct table *t = &p->house->table[who->at];

  p->out->acknowledged++;
  p->on_way--;
  times_add(&p->out->answer, at - who->due);
  t->busy = false;
  who->seq = last_seq(text);
  t->over = strstr(text, "\"over\":true") != NULL;
  p->out->over += t->over;
  note_to_move(p, who->at, to_move_in(text), who->sent);
  if (p->closing)
    who->doing = WAITING;
  else
    ask_or_go(p, who);
}
/* What he did not know of came first. The action stays due. */
static void refused(struct play *p, struct person *who, const char *text) {
  if (who->doing != DOING || !strstr(text, "\"stale\""))
    give_up("refused", text);
  p->again[p->nagain++] = who->due;
  p->out->again++;
  p->on_way--;
  p->house->table[who->at].busy = false;
  join(p, who, (uint32_t)who->at);
}
/* What the server tells unasked: a view is news for whoever waits. */
static void pushed(struct play *p, struct person *who, const char *text) {
  if (strncmp(text, "{\"push\":\"state\"", 15))
    return;
  p->out->views++;
  if (who->doing == JOINING) /* of the game that he has left */
    return;
  uint32_t seq = seq_at(strstr(text, "\"seq\":"));
  if (seq > who->seq)
    who->seq = seq;
  bool his = to_move_in(text) >> side_of(p, who, &p->house->table[who->at]) & 1;
  if (who->doing == WAITING && his)
    ask(who);
}
static void hear(struct play *p, struct person *who, const char *text) {
  bool ok = !strncmp(text, "{\"ok\":true", 10);

  if (!strncmp(text, "{\"push\"", 7))
    pushed(p, who, text);
  else if (!ok)
    refused(p, who, text);
  else if (who->doing == JOINING)
    sat_down(p, who, text);
  else if (who->doing == HOOKING)
    settle_next(p, who);
  else if (who->doing == ASKING)
    choose(p, who, text);
  else if (who->doing == DOING)
    done(p, who, text);
}

/* ---- lines */
static void answer_ping(const struct person *who, const char *text, size_t n) {
  uint8_t frame[160];
  if (n <= 125)
    send(who->fd, frame, wsc_frame(10, true, text, n, frame), MSG_NOSIGNAL);
}
/* The next whole message, with a NUL behind it, or NULL. *used is what to drop before the next. */
static const char *next_message(struct person *who, size_t *used, char **end, char *kept) {
  const char *text;
  size_t len;
  uint8_t op;

  **end = *kept;
  for (size_t n; (n = wsc_parse(who->in + *used, who->have - *used, &op, &text, &len)) != 0;) {
    *used += n;
    if (op == 8)
      give_up("the server has closed a line", NULL);
    if (op == 9)
      answer_ping(who, text, len);
    if (op != 1)
      continue;
    *end = (char *)(uintptr_t)text + len;
    *kept = **end;
    **end = 0;
    return text;
  }
  return NULL;
}
static void receive(struct person *who) {
  if (who->room - who->have < IN_ROOM / 2) {
    who->room = who->room * 2 + IN_ROOM;
    who->in = realloc(who->in, who->room);
  }
  if (!who->in)
    abort();
  ssize_t got = recv(who->fd, who->in + who->have, who->room - who->have - 1, 0);
  if (got <= 0)
    give_up("a line was lost", NULL);
  who->have += (size_t)got;
}
/* Everything that has come. */
static void listen_to(struct play *p, struct person *who) {
  char none = 0;
  char kept = 0;
  char *end = &none;
  size_t used = 0;

  receive(who);
  for (const char *text; (text = next_message(who, &used, &end, &kept)) != NULL;)
    hear(p, who, text);
  who->have -= used;
  memmove(who->in, who->in + used, who->have);
}
static void open_line(struct play *p, struct person *who) {
  char head[200];
  int status;

  person_head(who, number_of(p, who), head);
  who->fd = wsc_dial(&p->house->url);
  if (who->fd < 0 || !wsc_upgrade(who->fd, &p->house->url, head, &status))
    give_up("a player was not let in", NULL);
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = who};
  epoll_ctl(p->epoll, EPOLL_CTL_ADD, who->fd, &e);
}

/* ---- the pace */
/* Whoever has been ready longest and whose game has no action under way. */
static struct person *take_ready(struct play *p) {
  for (struct person **at = &p->ready; *at; at = &(*at)->next_ready) {
    struct person *who = *at;
    if (p->house->table[who->at].busy)
      continue;
    *at = who->next_ready;
    if (p->ready_end == &who->next_ready)
      p->ready_end = at;
    p->many_ready--;
    return who;
  }
  return NULL;
}
static void act(struct play *p, struct person *who, double due) {
  char text[512];

  who->doing = DOING;
  who->due = due;
  who->sent = now();
  p->house->table[who->at].busy = true;
  p->on_way++;
  times_add(&p->out->send, who->sent - due);
  snprintf(text, sizeof text, "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%u,\"key\":\"%u\"}",
           who->action, who->seq, ++who->key);
  say(who, text);
}
/* The time when the next action is due; those that must be sent again come first. */
static double next_due(const struct play *p) {
  if (p->nagain)
    return p->again[p->nagain - 1];
  return p->begun + (double)p->out->sent / p->house->plan.rate;
}
static void act_all(struct play *p) {
  double at = now();

  while ((p->nagain || p->out->sent < p->out->due) && next_due(p) <= at) {
    double due = next_due(p);
    struct person *who = take_ready(p);
    if (p->many_ready < p->out->fewest_ready)
      p->out->fewest_ready = p->many_ready;
    if (!who)
      return;
    if (p->nagain)
      p->nagain--;
    else
      p->out->sent++;
    act(p, who, due);
  }
}
/* For the next action. Where nobody is ready it waits a moment: at once would be a busy wait. */
static void set_timer(const struct play *p) {
  struct itimerspec t = {0};
  double at = next_due(p);
  double soon = now() + 0.001;

  if (!p->ready && at < soon)
    at = soon;
  t.it_value.tv_sec = (time_t)at;
  t.it_value.tv_nsec = (long)((at - (double)t.it_value.tv_sec) * 1e9);
  timerfd_settime(p->timer, TFD_TIMER_ABSTIME, &t, NULL);
}

/* ---- the loop */
static void take_notices(struct play *p) {
  struct came came[CAME];
  uint64_t count;

  if (read(p->house->sinks.told, &count, sizeof count) < 0 && errno != EAGAIN)
    give_up("the notices cannot be read", NULL);
  for (size_t n; (n = sinks_take(&p->house->sinks, came, CAME)) != 0;)
    for (size_t i = 0; i < n; i++)
      told(p, &came[i]);
}
/* One turn: what has come, what was told, what is due. */
static void turn(struct play *p) {
  struct epoll_event ready[EVENTS];
  uint64_t count;
  int n = epoll_wait(p->epoll, ready, EVENTS, 100);

  for (int i = 0; i < n; i++) {
    void *what = ready[i].data.ptr;
    if (what == &p->house->sinks)
      take_notices(p);
    else if (what != p)
      listen_to(p, what);
    else if (read(p->timer, &count, sizeof count) < 0 && errno != EAGAIN)
      give_up("no clock", NULL);
  }
}
static bool all_settled(const struct house *h) {
  for (uint32_t i = 0; i < h->plan.people; i++)
    if (h->person[i].settled < h->person[i].tables)
      return false;
  return true;
}
/* Everybody looks at each of his seats once, and the server has rested. */
static void settle(struct play *p) {
  struct house *h = p->house;

  for (uint32_t i = 0; i < h->tables; i++)
    h->table[i].seat[0].may = h->table[i].seat[1].may = true; /* told that the cup has begun */
  for (uint32_t i = 0; i < h->plan.people; i++) {
    h->person[i].mail_may = true;
    open_line(p, &h->person[i]);
    join(p, &h->person[i], h->person[i].table[0]);
  }
  while (!all_settled(h))
    turn(p);
}
/* All know of their first decisions. */
static void begin(struct play *p) {
  struct house *h = p->house;

  for (uint32_t i = 0; i < h->tables; i++)
    for (int side = 0; side < 2; side++)
      h->table[i].seat[side].knows = true;
  for (uint32_t i = 0; i < h->plan.people; i++)
    ask_or_go(p, &h->person[i]);
  for (double until = now() + 1; now() < until;)
    turn(p);
}
/* What is on its way comes, and every notice that is owed. */
static bool all_came(const struct play *p) {
  const struct house *h = p->house;

  for (uint32_t i = 0; i < h->tables; i++)
    for (int side = 0; side < 2; side++)
      if (h->table[i].seat[side].owed)
        return false;
  for (uint32_t i = 0; i < h->plan.people; i++)
    if (h->person[i].mail_owed && !h->person[i].mail_came)
      return false;
  return !p->on_way;
}
static void count_lost(struct play *p) {
  const struct house *h = p->house;

  for (uint32_t i = 0; i < h->tables; i++)
    for (int side = 0; side < 2; side++)
      p->out->lost += h->table[i].seat[side].owed;
  for (uint32_t i = 0; i < h->plan.people; i++) {
    p->out->mails_owed += h->person[i].mail_owed;
    p->out->lost += h->person[i].mail_owed && !h->person[i].mail_came;
  }
}
static void add_handle(const struct play *p, int fd, void *what) {
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = what};
  epoll_ctl(p->epoll, EPOLL_CTL_ADD, fd, &e);
}

struct play *play_prepare(struct house *h, struct played *out) {
  struct play *p = room(sizeof *p);

  *out = (struct played){.fewest_ready = h->plan.people};
  *p = (struct play){.house = h, .out = out, .rng = 1, .settling = true};
  p->epoll = epoll_create1(EPOLL_CLOEXEC);
  p->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  p->ready_end = &p->ready;
  p->again = room(h->plan.people * sizeof *p->again);
  add_handle(p, p->timer, p);
  add_handle(p, h->sinks.told, &h->sinks);
  settle(p);
  p->settling = false;
  begin(p);
  return p;
}

/* To the end, and as long as actions that came due before it have not been sent. */
void play_run(struct play *p) {
  double seconds = p->house->plan.seconds;

  p->out->due = (uint64_t)p->house->plan.rate * p->house->plan.seconds;
  p->begun = now();
  p->end = p->begun + seconds;
  while (now() < p->end || (p->out->sent < p->out->due && now() < p->end + DRAIN_S)) {
    act_all(p);
    set_timer(p);
    turn(p);
  }
}

void play_finish(struct play *p) {
  p->closing = true;
  for (double until = now() + DRAIN_S; now() < until && !all_came(p);)
    turn(p);
  for (double until = now() + STRAY_S; now() < until;)
    turn(p);
  count_lost(p);
}
