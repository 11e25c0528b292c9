/* playout.c - the playing loop of sim, bench and the signature. */
#include "playout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ruleset.h"

static void *block(size_t n) {
  void *p = calloc(1, n ? n : 1);
  if (!p)
    abort();
  return p;
}

/* A table with two bots, used for one game after another. */
struct playout *playout_new(const struct sal_book *book, const struct bot_spec spec[2]) {
  struct playout *p = block(sizeof *p);

  p->book = book;
  p->play = (struct sal_play){book, block(book->state_bytes), block(book->scratch_bytes), &p->dice,
                              &p->events};
  p->view = block(book->state_bytes);
  for (int side = 0; side < SAL_SIDES; side++) {
    p->spec[side] = spec[side];
    p->bot[side] = block(spec[side].kind->size(book));
  }

  return p;
}

void playout_free(struct playout *p) {
  if (!p)
    return;
  for (int side = 0; side < SAL_SIDES; side++)
    if (p->spec[side].kind->stop)
      p->spec[side].kind->stop(p->bot[side]);
  free(p->play.state);
  free(p->play.scratch);
  free(p->view);
  free(p->bot[0]);
  free(p->bot[1]);
  free(p);
}

/* Game i of a series has its own seed, whichever thread plays it. */
uint64_t playout_seed(uint64_t seed, uint64_t i) {
  const uint64_t from[2] = {seed, i};
  return sal_hash(from, sizeof from, 1);
}

uint64_t playout_hash(const struct playout *p) {
  return sal_hash(p->play.state, p->book->state_bytes, 0);
}

/* A line of the journal, when somebody wants one. */
static void record(struct playout *p, int side, const char *action) {
  char dice[SAL_TAPE * (SAL_TOKEN + 2)];
  journal_dice(&p->dice, SAL_ALL, dice, sizeof dice);
  journal_add(p->record, side, false, action, dice, playout_hash(p));
}

/* Sets a game up from its seed; dice, bots and turns of simultaneous choices have separate seeds.
 */
void playout_start(struct playout *p, uint64_t seed) {
  struct sal_head *s = p->play.state;

  memset(s, 0, p->book->state_bytes);
  for (int i = 0; i < p->book->noptions; i++)
    s->option[i] = p->option ? p->option[i] : (uint8_t)p->book->option[i].def;
  for (int side = 0; side < SAL_SIDES; side++)
    p->spec[side].kind->start(p->bot[side], p->book, &p->spec[side],
                              playout_seed(seed, 2 + (uint64_t)side));
  sal_rng_seed(&p->rng, playout_seed(seed, 0));
  sal_rng_seed(&p->turn, playout_seed(seed, 1));
  sal_dice_clear(&p->dice);
  p->dice.rng = &p->rng;
  p->events.n = 0;
  p->events.ncards = 0;
  p->actions = 0;
  p->forfeit = SAL_NOSIDE;
  p->failure[0] = 0;
  struct journal_head head;
  if (p->record) {
    journal_describe(&head, p->book, s->option);
    journal_start(p->record, &head);
  }
  p->book->rules->setup(&p->play);
  sal_run(&p->play);
  if (p->record)
    record(p, SAL_NOSIDE, "setup");
}

/* Notes where and why the game cannot go on. */
static int fail(struct playout *p, const char *what, const char *more) {
  const struct sal_head *s = p->play.state;
  const char *node = s->depth ? p->book->rules->nodes[s->frame[s->depth - 1].node]->id : "over";
  snprintf(p->failure, sizeof p->failure, "%s at %s, turn %u, action %u%s%s", what, node, s->turn,
           p->actions, *more ? ": " : "", more);
  return -1;
}

/* An invariant that does not hold ends the game as failed. */
static int fail_audit(struct playout *p) {
  struct sal_err err = {0};
  if (p->book->rules->audit(&p->play, &err))
    return 1;
  return fail(p, "the audit failed", err.text);
}

/* Asks the side's bot, with its view and the actions legal on it. */
static struct sal_action choose(struct playout *p, int side) {
  const struct bot_kind *kind = p->spec[side].kind;

  /* A bot that only picks from the list needs no view made for it. */
  if (!kind->looks) {
    kind->think(p->bot[side], NULL, side, &p->list, NULL, &p->thought);
    return p->thought.action;
  }
  struct sal_play view = p->play;
  view.state = p->view;
  view.dice = NULL;
  view.events = NULL;
  memset(p->view, 0, p->book->state_bytes);
  p->book->rules->view(p->book, p->play.state, side, p->view, NULL);
  sal_legal(&view, side, &p->list);
  if (p->list.n)
    kind->think(p->bot[side], &view, side, &p->list, NULL, &p->thought);

  return p->thought.action;
}

/* How a forfeited game ended: it stands where other games have their level of victory. */
void playout_forfeit_text(int side, char *out, size_t size) {
  snprintf(out, size, "forfeited by the %s bot", sal_side_title[side]);
}

/* A bot that is another program has no legal answer: the other side wins, and it is named. */
static int give_up(struct playout *p, int side) {
  p->forfeit = side;
  playout_forfeit_text(side, p->failure, sizeof p->failure);
  fprintf(stderr, "salient: the %s bot forfeits at action %u: %s\n", sal_side_title[side],
          p->actions, p->thought.why);
  return 0;
}

/* One decision of one side. */
int playout_step(struct playout *p) {
  uint32_t who = sal_actors(&p->play);

  if (!who)
    return 0;
  int side = who == SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
  /* In a secret choice the order must not matter; drawing lots shows when it does. */
  if (who == SAL_BOTH)
    side = (int)sal_rng_below(&p->turn, 2);
  sal_legal(&p->play, side, &p->list);
  if (!p->list.n)
    return fail(p, "a dead end: nothing is legal", "");
  p->thought.gave_up = false;
  struct sal_action a = choose(p, side);
  if (p->thought.gave_up)
    return give_up(p, side);
  if (p->instead && p->instead->at == p->actions)
    a = p->instead->action;
  if (!sal_check(&p->play, side, a, NULL)) {
    char text[160];
    sal_action_print(p->book, a, text, sizeof text);
    return fail(p, "a listed action is refused", text);
  }
  if (p->node)
    p->node[sal_top(&p->play)->node]++;
  if (p->verb)
    p->verb[a.verb]++;
  /* Dice and events are those of this action alone. */
  p->dice.n = 0;
  p->events.n = 0;
  p->events.ncards = 0;
  p->events.want_cards = p->cards;
  p->last = a;
  sal_apply(&p->play, side, a);
  p->actions++;
  if (p->record) {
    char text[160];
    sal_action_print(p->book, a, text, sizeof text);
    record(p, side, text);
  }

  return p->audit ? fail_audit(p) : 1;
}
