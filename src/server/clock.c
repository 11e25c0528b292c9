/* clock.c - time to think: a bank, an increment for every decision handed over, a cap, and the
 * consequence of running out.
 *
 * A computer's time does not run, and nobody's runs while a seat is still empty. Times are game
 * time, which runs only while a server does and ignores changes of the wall clock, so such a change
 * helps and harms nobody.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

/* Time left now; it runs only for the side that is waited for. */
int64_t clock_left(const struct store_clock *c, int side, int64_t now) {
  int64_t passed = c->running & SAL_BIT(side) && now > c->since ? now - c->since : 0;
  return c->left[side] > passed ? c->left[side] - passed : 0;
}

/* Hands the clock over: the increment goes to the side that has decided. */
void clock_turn(struct store_clock *c, uint32_t wait_for, int64_t now) {
  if (c->mode == CLOCK_NONE)
    return;
  for (int side = 0; side < 2; side++) {
    bool ran = c->running & SAL_BIT(side);
    bool runs = wait_for & SAL_BIT(side);
    c->left[side] = clock_left(c, side, now);
    if (ran && !runs) { /* handed over */
      c->left[side] += c->increment;
      if (c->cap && c->left[side] > c->cap)
        c->left[side] = c->cap;
      c->late &= (uint8_t)~SAL_BIT(side);
    }
  }
  c->running = (uint8_t)wait_for;
  c->since = now;
  c->deadline = 0;
  for (int side = 0; side < 2; side++) {
    if (!(wait_for & SAL_BIT(side)) || c->late & SAL_BIT(side))
      continue;
    int64_t end = now + c->left[side];
    if (!c->deadline || end < c->deadline)
      c->deadline = end;
  }
}

/* The sides whose time runs: none while a seat is empty, never a computer's. */
uint32_t room_waits_for(const struct room *r) {
  uint32_t who = r->g.ended[0] ? 0 : r->g.to_move;

  for (int side = 0; side < 2; side++) {
    const struct store_seat *s = &r->g.seat[side];
    if (s->kind == SEAT_BOT)
      who &= ~SAL_BIT(side);
    else if (!s->taken)
      return 0;
  }

  return who;
}

/* The clock of a new game: a bank, an increment, a cap, and what running out means. */
bool clock_parse(const cJSON *doc, const char *at, struct store_clock *c, struct fault *f) {
  static const char *const known[] = {"bank", "increment", "cap", "timeout", NULL};
  static const struct {
    const char *word;
    uint8_t mode;
  } means[] = {
      {"notice", CLOCK_NOTICE}, {"claim", CLOCK_CLAIM}, {"bot", CLOCK_BOT}, {"lose", CLOCK_LOSE}};
  const int64_t year = 366 * 86400;
  const char *word = "claim";
  int64_t bank = 0;
  int64_t increment = 0;
  int64_t cap = 0;

  *c = (struct store_clock){0};
  if (!doc || cJSON_IsNull(doc))
    return true;
  if (!input_fields(doc, at, known, f) || !input_int(doc, at, "bank", true, 1, year, &bank, f) ||
      !input_int(doc, at, "increment", false, 0, year, &increment, f) ||
      !input_int(doc, at, "cap", false, 0, year, &cap, f) ||
      !input_text(doc, at, "timeout", false, &word, f))
    return false;
  for (size_t i = 0; i < sizeof means / sizeof *means; i++)
    if (!strcmp(means[i].word, word))
      c->mode = means[i].mode;
  if (!c->mode)
    return fault_at(f, "clock.timeout", "must be notice, claim, bot or lose");
  if (cap && cap < bank)
    return fault_at(f, "clock.cap", "is less than the bank");
  c->bank = bank * 1000;
  c->increment = increment * 1000;
  c->cap = cap * 1000;
  c->left[0] = c->left[1] = c->bank;
  return true;
}

void room_clock_json(const struct room *r, struct sal_json *j, const char *key) {
  static const char *const word[] = {"none", "notice", "claim", "bot", "lose"};
  const struct store_clock *c = &r->g.clock;
  int64_t now = now_game(r->srv);

  if (c->mode == CLOCK_NONE) {
    sal_json_null(j, key);
    return;
  }
  sal_json_object(j, key);
  sal_json_int(j, "bank", c->bank / 1000);
  sal_json_int(j, "increment", c->increment / 1000);
  sal_json_int(j, "cap", c->cap / 1000);
  sal_json_str(j, "timeout", word[c->mode]);
  sal_json_object(j, "left_ms");
  for (int side = 0; side < 2; side++)
    sal_json_int(j, sal_side_name[side], clock_left(c, side, now));
  sal_json_end(j);
  for (int k = 0; k < 2; k++) {
    sal_json_array(j, k ? "late" : "running");
    for (int side = 0; side < 2; side++)
      if ((k ? c->late : c->running) & SAL_BIT(side))
        sal_json_str(j, NULL, sal_side_name[side]);
    sal_json_end(j);
  }
  sal_json_end(j);
}

/* ---- running out */
static void tell_late(struct room *r, void *arg, enum store_result got, const char *why) {
  (void)why;
  if (!got)
    room_tell(r, blob_ref(arg), true);
  blob_drop(arg);
}

/* A deadline has passed, if it still stands: notice, claim, computer or loss. */
static void rung(struct room *r, struct mail *m) {
  free(m);
  struct store_clock *c = &r->g.clock;
  struct change change = {.what = WRITE_GAME};
  int64_t now = now_game(r->srv);
  int side = c->running & SAL_BIT(SAL_GERMAN) && !clock_left(c, SAL_GERMAN, now) &&
                     !(c->late & SAL_BIT(SAL_GERMAN))
                 ? SAL_GERMAN
                 : SAL_SOVIET;
  if (!c->deadline || c->deadline > now || room_over(r) || clock_left(c, side, now) > 0)
    return;
  c->late |= (uint8_t)SAL_BIT(side);
  if (c->mode == CLOCK_LOSE)
    room_end(r, "timeout", sal_enemy(side));
  if (c->mode == CLOCK_BOT) {
    struct store_seat *s = &r->g.seat[side];
    s->kind = SEAT_BOT;
    snprintf(s->bot, sizeof s->bot, "%s", "greedy");
    change.what |= WRITE_SEATS;
  }
  if (!room_over(r))
    clock_turn(c, room_waits_for(r), now);
  room_write(r, &change, tell_late,
             blob_fmt("{\"push\":\"notice\",\"text\":\"The %s side has run out of time%s.\"}",
                      side == SAL_GERMAN ? "German" : "Soviet",
                      c->mode == CLOCK_BOT ? "; the computer plays it from here" : ""));
}

static void unrung(struct mail *m) {
  free(m);
}

void clock_ring(struct room *r) {
  struct mail *m = calloc(1, sizeof *m);
  if (!m)
    abort();
  *m = (struct mail){.act = rung, .drop = unrung};
  room_mail(r, m);
}
