/* tables.c - see tables.h. */
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/journal.h"
#include "server/store.h"

enum { PATIENCE = 200 };

static const char *token(const struct table *t) {
  return t->side ? t->m.soviet : t->m.german;
}
static void note(struct tables *all, struct table *t) {
  size_t n = strlen(t->action) + 10;
  if (t->nacked + n + 1 > t->cap)
    t->acked = realloc(t->acked, t->cap = t->cap * 2 + 4096);
  t->nacked +=
      (size_t)sprintf(t->acked + t->nacked, "%s %s\n", t->side ? "soviet" : "german", t->action);
  all->acks++;
}
/* The node of that name; while nobody has the game, or that node is gone, any. */
static struct test_server *node_of(struct tables *all, const char *name) {
  static unsigned n;
  if (!all->node[0])
    return all->s;
  if (!strcmp(name, "one") || !strcmp(name, "two"))
    return all->node[name[0] == 't'];
  return all->node[n++ % 2];
}
/* Another line, where the last answer said, or anywhere. */
static cJSON *join_at(struct tables *all, struct table *t, const char *name) {
  player_close(&t->p);
  if (!player_try(&t->p, node_of(all, name)))
    return NULL;
  return player_join(&t->p, t->m.id, token(t));
}
/* False: the connection is lost. A store that cannot be read just now is asked again; nodes send a
 * player to each other. */
static bool join(struct tables *all, struct table *t) {
  cJSON *j = player_join(&t->p, t->m.id, token(t));
  for (int i = 0; i < PATIENCE && (!j ? all->node[0] != NULL : at(j, "error.code") != NULL); i++) {
    char name[24] = "";
    const char *code = j ? word(j, "error.code") : "lost";
    bool elsewhere = !strcmp(code, "elsewhere");
    if (elsewhere)
      snprintf(name, sizeof name, "%s", word(j, "error.node"));
    else if (strcmp(code, "internal") && strcmp(code, "lost"))
      break;
    all->sent_on += elsewhere;
    cJSON_Delete(j);
    if (!name[0] || i > 2) /* at once a few times, as the page does */
      usleep(100000);
    j = all->node[0] ? join_at(all, t, name) : player_join(&t->p, t->m.id, token(t));
  }
  if (!j)
    return false;
  if (!cJSON_IsTrue(at(j, "ok")))
    fail_msg("not let in again: %s", cJSON_Print(j));
  t->seq = (long long)at(j, "seq")->valuedouble;
  t->over = cJSON_IsTrue(at(j, "over"));
  cJSON_Delete(j);
  return true;
}
/* The disk said no: nothing may have changed for anybody, and the same request is sent again. */
static bool not_kept(struct tables *all, struct table *t, cJSON *d) {
  if (!all->patient || strcmp(word(d, "error.code"), "internal"))
    fail_msg("%s was refused: %s", t->pending, cJSON_Print(d));
  bool undone = strstr(word(d, "error.text"), "not kept");
  cJSON_Delete(d);
  all->refused++;
  d = player_ask(&t->p, "{\"cmd\":\"view\"}");
  if (!d)
    return false;
  if (undone && cJSON_IsTrue(at(d, "ok")) && (long long)at(d, "view.seq")->valuedouble != t->seq)
    fail_msg("what was not kept was shown");
  cJSON_Delete(d);
  usleep(20000);
  player_send(&t->p, t->pending);
  return true;
}
static bool answered(struct tables *all, struct table *t) {
  for (int i = 0; i < PATIENCE; i++) {
    cJSON *d = player_answer(&t->p);
    if (!d)
      return false;
    if (!cJSON_IsTrue(at(d, "ok"))) {
      if (!not_kept(all, t, d))
        return false;
      continue;
    }
    t->seq = (long long)at(d, "seq")->valuedouble;
    t->over = cJSON_IsTrue(at(d, "over"));
    t->pending[0] = 0;
    note(all, t);
    cJSON_Delete(d);
    return true;
  }
  fail_msg("%s was never kept", t->pending);
  return false;
}
/* Asks what there is to do, from the other side when it is its decision; sends one of them. */
static bool send_one(struct tables *all, struct table *t) {
  for (int tries = 0; tries < 2; tries++) {
    cJSON *offer = player_ask(&t->p, "{\"cmd\":\"actions\"}");
    if (!offer)
      return false;
    const cJSON *list = at(offer, "actions");
    int n = cJSON_GetArraySize(list);
    if (n) {
      const char *id = word(cJSON_GetArrayItem(list, rand() % n), "id");
      snprintf(t->action, sizeof t->action, "%s", id);
      snprintf(t->pending, sizeof t->pending,
               "{\"cmd\":\"do\",\"action\":\"%s\",\"seq\":%lld,\"key\":\"%d\"}", id, t->seq,
               ++t->key);
      cJSON_Delete(offer);
      player_send(&t->p, t->pending);
      return true;
    }
    cJSON_Delete(offer);
    t->side = 1 - t->side;
    if (!join(all, t))
      return false;
    if (t->over)
      return true;
  }
  return !t->p.closed;
}
bool tables_round(struct tables *all) {
  bool alive = true;
  for (int i = 0; i < all->n && alive; i++)
    if (!all->t[i].over)
      alive = send_one(all, &all->t[i]);
  for (int i = 0; i < all->n; i++)
    if (all->t[i].pending[0] && !answered(all, &all->t[i]))
      alive = false;
  return alive;
}
void tables_come_back(struct tables *all) {
  for (int i = 0; i < all->n; i++) {
    struct table *t = &all->t[i];
    player_close(&t->p);
    if (all->node[0])
      player_try(&t->p, node_of(all, ""));
    else
      player_open(&t->p, all->s, NULL);
    long long told = t->seq;
    if (!join(all, t))
      fail_msg("no connection after the restart");
    assert_true(t->seq >= told); /* nothing that was told is gone */
    if (!t->pending[0])
      continue;
    player_send(&t->p, t->pending);
    all->resent++;
    bool heard = answered(all, t);
    for (int k = 0; !heard && all->node[0] && k < PATIENCE; k++) { /* it moved once more */
      assert_true(join(all, t));
      player_send(&t->p, t->pending);
      heard = answered(all, t);
    }
    if (!heard)
      fail_msg("no answer after the restart");
  }
}
bool tables_over(const struct tables *all) {
  for (int i = 0; i < all->n; i++)
    if (!all->t[i].over)
      return false;
  return true;
}
void tables_sit(struct tables *all, struct test_server *s, int n, const char *more) {
  all->s = s;
  for (int i = 0; i < n; i++) {
    struct table *t = &all->t[i];
    if (i < all->n && !t->over)
      continue;
    free(t->acked);
    player_close(&t->p);
    *t = (struct table){.key = t->key};
    s = all->node[0] ? all->node[i % 2] : s;
    t->m = make_game(s, "\"german\":\"hotseat\",\"soviet\":\"hotseat\"", more);
    if (all->node[0])
      player_try(&t->p, s);
    else
      player_open(&t->p, s, NULL);
    assert_true(join(all, t));
  }
  all->n = n;
}
void tables_check(struct tables *all, bool finished_only) {
  char why[256];
  struct store *s = store_open(all->s->db, STORE_LOOK, why);
  if (!s)
    fail_msg("%s", why);
  for (int i = 0; i < all->n; i++) {
    struct table *t = &all->t[i];
    struct store_game g;
    if (finished_only && !t->over)
      continue;
    char *text;
    size_t n, len = 0;
    assert_int_equal(store_game_read(s, t->m.id, &g), STORE_OK);
    assert_int_equal(store_journal_read(s, g.num, &text, &n), STORE_OK);
    char *said = calloc(1, n + 1);
    struct journal_reader r;
    struct journal_line *l = calloc(1, sizeof *l);
    struct fault f;
    assert_true(journal_open(&r, text, n, &f));
    while (journal_next(&r, l, &f) > 0)
      if (l->kind == JOURNAL_ACTION)
        len += (size_t)sprintf(said + len, "%s %s\n", l->side ? "soviet" : "german", l->action);
    if (len != t->nacked || memcmp(said, t->acked ? t->acked : "", len))
      fail_msg("game %s: the store holds\n%s\nacknowledged was\n%s", t->m.id, said,
               t->acked ? t->acked : "nothing");
    free(l);
    free(text);
    free(said);
    store_game_clear(&g);
  }
  store_close(s);
}
void tables_free(struct tables *all) {
  for (int i = 0; i < all->n; i++) {
    player_close(&all->t[i].p);
    free(all->t[i].acked);
  }
  *all = (struct tables){0};
}
