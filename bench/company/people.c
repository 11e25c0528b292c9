/* people.c - the house is filled: accounts, notices for all of them, and the cups they play in. */
#include <cjson/cJSON.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../clock.h"
#include "company.h"
#include "server/push.h"

/* As many at once as the server signs in; a cup's maker has five at most. */
enum { AT_ONCE = 8, CUPS_OF_ONE = 5, MAIL_EVERY = 5, HEAD_ROOM = 200, PATIENCE_S = 60 };

/* Everybody calls from an address of their own. */
void person_head(const struct person *p, uint32_t number, char out[HEAD_ROOM]) {
  int n = snprintf(out, HEAD_ROOM, "X-Forwarded-For: 10.%u.%u.%u\r\n", number >> 16,
                   number >> 8 & 255, number & 255);
  if (p->cookie[0])
    snprintf(out + n, HEAD_ROOM - (size_t)n, "Cookie: %s\r\n", p->cookie);
}

/* One request of one person; the answer must be good. The caller frees it. */
static char *ask(const struct house *h, int fd, uint32_t who, const char *path, const char *body) {
  char head[HEAD_ROOM];
  char *answer = NULL;

  person_head(&h->person[who], who, head);
  int status = wsc_http(fd, &h->url, body ? "POST" : "GET", path, head, body, &answer);
  if (status != 200) {
    fprintf(stderr, "%s %s: %d\n", path, body ? body : "", status);
    give_up("the server refused", answer);
  }
  return answer;
}

static void tell(const struct house *h, int fd, uint32_t who, const char *path, const char *body) {
  free(ask(h, fd, who, path, body));
}

/* ---- accounts */
static void send_account(const struct house *h, int fd, uint32_t who) {
  char head[HEAD_ROOM];
  char body[80];

  person_head(&h->person[who], who, head);
  int size =
      snprintf(body, sizeof body, "{\"name\":\"p%u\",\"passphrase\":\"correct horse\"}", who);
  dprintf(fd,
          "POST /api/account HTTP/1.1\r\nHost: %s:%d\r\n%sContent-Type: application/json\r\n"
          "Content-Length: %d\r\n\r\n%s",
          h->url.host, h->url.port, head, size, body);
}

static void keep_cookie(struct person *p, int fd) {
  char head[2000];
  char *answer = NULL;
  int status = wsc_http_read(fd, head, sizeof head, &answer);
  const char *cookie = strstr(head, "set-cookie: ");

  if (status != 200 || !cookie)
    give_up("no account", answer);
  cookie += strlen("set-cookie: ");
  snprintf(p->cookie, sizeof p->cookie, "%.*s", (int)strcspn(cookie, ";"), cookie);
  free(answer);
}

/* A passphrase takes the server a while, so several are asked for at once. */
static void sign_up(struct house *h) {
  int fd[AT_ONCE];
  uint32_t n = h->plan.people;

  for (int i = 0; i < AT_ONCE; i++)
    fd[i] = wsc_dial(&h->url);
  for (uint32_t from = 0; from < n; from += AT_ONCE) {
    uint32_t many = n - from < AT_ONCE ? n - from : AT_ONCE;
    for (uint32_t i = 0; i < many; i++)
      send_account(h, fd[i], from + i);
    for (uint32_t i = 0; i < many; i++)
      keep_cookie(&h->person[from + i], fd[i]);
  }
  for (int i = 0; i < AT_ONCE; i++)
    close(fd[i]);
}

/* ---- accounts that are there from the run before */
bool people_known(struct house *h) {
  char path[PATH_ROOM];
  char line[sizeof h->person->cookie + 1];
  uint32_t n = 0;

  h->person = room(h->plan.people * sizeof *h->person);
  in_folder(h, "people.txt", path);
  FILE *in = fopen(path, "r");
  for (; in && fgets(line, sizeof line, in); n++)
    if (n < h->plan.people)
      snprintf(h->person[n].cookie, sizeof h->person->cookie, "%.*s", (int)strcspn(line, "\n"),
               line);
  if (in)
    fclose(in);
  h->known = n == h->plan.people;
  for (n = 0; n < h->plan.people && !h->known; n++)
    h->person[n].cookie[0] = 0;
  return h->known;
}

/* The cookies last: without them the store is not used. */
static void keep_people(const struct house *h) {
  char path[PATH_ROOM];

  in_folder(h, "people.txt", path);
  unlink(path);
  copy_store(h, "games.db", "people.db");
  FILE *out = fopen(path, "w");
  for (uint32_t i = 0; out && i < h->plan.people; i++)
    fprintf(out, "%s\n", h->person[i].cookie);
  if (!out || fclose(out))
    give_up("the accounts cannot be kept", path);
}

/* ---- notices */
/* One pair of keys for all browsers: nobody reads the messages here. */
static void subscribe(const struct house *h, int fd) {
  struct push_pair pair;
  uint8_t auth[PUSH_AUTH] = {1};
  char point[100];
  char secret[40];
  char body[600];

  if (!push_pair_make(&pair))
    give_up("no keys for web push", NULL);
  push_text(pair.open, PUSH_POINT, point, sizeof point);
  push_text(auth, PUSH_AUTH, secret, sizeof secret);
  for (uint32_t i = 0; i < h->plan.people; i++) {
    if (h->person[i].hooks)
      continue;
    snprintf(body, sizeof body,
             "{\"endpoint\":\"http://127.0.0.1:%d/push/%u\",\"p256dh\":\"%s\",\"auth\":\"%s\"}",
             h->sinks.http, i, point, secret);
    tell(h, fd, i, "/api/notices/push", body);
  }
}

/* The next mail; the program ends when none comes. */
static struct came next_mail(struct house *h) {
  struct came c;

  for (double begun = now(); now() - begun < PATIENCE_S; usleep(1000))
    if (sinks_take(&h->sinks, &c, 1) && c.way == BY_MAIL)
      return c;
  give_up("the mails have not come", NULL);
}

/* An address counts when its link was opened, and then moves are told there. */
static void verify_mail(struct house *h, int fd) {
  uint32_t asked = 0;
  char body[160];

  for (uint32_t i = 0; i < h->plan.people; i++) {
    if (!h->person[i].mails)
      continue;
    snprintf(body, sizeof body, "{\"address\":\"p%u@players.example\"}", i);
    tell(h, fd, i, "/api/account/mail", body);
    asked++;
  }
  for (; asked; asked--) {
    struct came c = next_mail(h);
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", c.word);
    tell(h, fd, c.person, "/api/account/mail/verify", body);
    tell(h, fd, c.person, "/api/notices/mail", "{\"on\":true}");
  }
}

/* ---- cups */
/* Rated, with a clock of days, as people play them. Everybody enters in turn. */
static void make_cup(const struct house *h, int fd, uint32_t number, char id[ID_ROOM]) {
  char body[400];
  char path[60];
  uint32_t owner = number / CUPS_OF_ONE % h->plan.people;

  snprintf(body, sizeof body,
           "{\"name\":\"Cup %u\",\"form\":\"robin\",\"size\":%d,\"days\":30,\"rated\":true,"
           "\"game\":\"%s\",\"scenario\":\"%s\",\"clock\":{\"bank\":259200,\"increment\":43200,"
           "\"timeout\":\"claim\"}}",
           number, CUP_SIZE, h->plan.game, h->plan.scenario);
  char *answer = ask(h, fd, owner, "/api/cups", body);
  if (!word_after(answer, "\"id\":\"", id, ID_ROOM))
    give_up("no cup", answer);
  free(answer);
  snprintf(path, sizeof path, "/api/cups/%s/enter", id);
  for (uint32_t i = 0; i < CUP_SIZE; i++)
    tell(h, fd, (number * CUP_SIZE + i) % h->plan.people, path, "{}");
  snprintf(path, sizeof path, "/api/cups/%s/start", id);
  tell(h, fd, owner, path, "{}");
}

static void sit(struct house *h, uint32_t table, int side, const char *name) {
  uint32_t who = (uint32_t)strtoul(name + 1, NULL, 10);
  struct person *p = &h->person[who];

  if (p->tables == SEATS_MOST)
    give_up("too many games for one player", NULL);
  p->table[p->tables++] = table;
  h->table[table].seat[side].person = who;
}

/* The two games of a pair: `a` is German in the first. */
static bool note_pair(struct house *h, const cJSON *pair) {
  const char *a = cJSON_GetStringValue(cJSON_GetObjectItem(pair, "a"));
  const char *b = cJSON_GetStringValue(cJSON_GetObjectItem(pair, "b"));
  const cJSON *games = cJSON_GetObjectItem(pair, "games");

  for (int leg = 0; leg < 2; leg++) {
    const cJSON *game = cJSON_GetArrayItem(games, leg);
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItem(game, "id"));
    if (!a || !b || !id || !*id)
      return false;
    snprintf(h->table[h->tables].id, ID_ROOM, "%s", id);
    sit(h, h->tables, leg, a);
    sit(h, h->tables, 1 - leg, b);
    h->tables++;
  }
  return true;
}

/* False: not all games of its first round are there yet. */
static bool note_cup(struct house *h, const char *text) {
  cJSON *doc = cJSON_Parse(text);
  const cJSON *round = cJSON_GetArrayItem(cJSON_GetObjectItem(doc, "rounds"), 0);
  const cJSON *pair;
  bool all = cJSON_GetArraySize(round) == CUP_SIZE / 2 && !strstr(text, "\"id\":\"\"");

  if (all)
    cJSON_ArrayForEach(pair, round) {
      all = all && note_pair(h, pair);
    }
  cJSON_Delete(doc);
  return all;
}

static void note_games(struct house *h, int fd, const char *cup) {
  char path[60];

  snprintf(path, sizeof path, "/api/cups/%s", cup);
  for (double begun = now(); now() - begun < PATIENCE_S; usleep(1000)) {
    char *answer = ask(h, fd, h->tables % h->plan.people, path, NULL);
    bool all = note_cup(h, answer);
    free(answer);
    if (all)
      return;
  }
  give_up("the games of a cup were not made", cup);
}

struct table *house_table(const struct house *h, const char *id) {
  for (uint32_t i = 0; i < h->tables; i++)
    if (!strcmp(h->table[i].id, id))
      return &h->table[i];
  return NULL;
}

void house_fill(struct house *h) {
  uint32_t people = h->plan.people;
  uint32_t cups = h->plan.cups;

  h->table = room((size_t)cups * CUP_SIZE * sizeof *h->table);
  char(*cup)[ID_ROOM] = room(cups * sizeof *cup);
  for (uint32_t i = 0; i < people; i++) {
    h->person[i].hooks = i % 2;
    h->person[i].mails = i % MAIL_EVERY == 0;
  }
  fprintf(stderr, "%u accounts%s\n", people, h->known ? ", of the run before" : "");
  if (!h->known) {
    sign_up(h);
    keep_people(h);
  }
  int fd = wsc_dial(&h->url);
  fprintf(stderr, "notices for all of them\n");
  subscribe(h, fd);
  verify_mail(h, fd);
  fprintf(stderr, "%u cups of %d\n", cups, CUP_SIZE);
  for (uint32_t i = 0; i < cups; i++)
    make_cup(h, fd, i, cup[i]);
  for (uint32_t i = 0; i < cups; i++)
    note_games(h, fd, cup[i]);
  close(fd);
  free(cup);
}
