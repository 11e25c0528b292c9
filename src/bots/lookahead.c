/* lookahead.c - see lookahead.h. */
#include "lookahead.h"

#include <string.h>

enum { ONWARD = 40, ENDLESS = 4000 };

/* Everything in the block is aligned for anything. */
static size_t up16(size_t n) {
  return (n + 15) & ~(size_t)15;
}

extern const struct sal_adviser plain_adviser;

/* A game without an adviser gets a plain one that likes nothing. */
const struct sal_adviser *lookahead_adviser(const struct sal_book *b) {
  return b->rules->adviser ? b->rules->adviser : &plain_adviser;
}

/* One block: the lookahead, three states, scratch, and the adviser's own room. */
size_t lookahead_size(const struct sal_book *b) {
  const struct sal_adviser *a = lookahead_adviser(b);
  size_t states = 3 * up16(b->state_bytes);
  size_t room = a->room ? a->room(b) : 0;

  return up16(sizeof(struct lookahead)) + states + sal_room_at(b) + up16(room + 1);
}

/* Lays the three states, the scratch and the adviser's room out in the block. */
void lookahead_start(struct lookahead *l, const struct sal_book *b, uint64_t seed) {
  uint8_t *at = (uint8_t *)l + up16(sizeof *l);

  l->book = b;
  l->adviser = lookahead_adviser(b);
  struct sal_head **states[] = {&l->root, &l->state, &l->step};
  for (int i = 0; i < 3; i++) {
    *states[i] = (struct sal_head *)(void *)at;
    at += up16(b->state_bytes);
  }
  l->scratch = at;
  memset(l->scratch, 0, b->scratch_bytes); /* as the host does: a ruleset may keep caches there */
  if (l->adviser->prepare)
    l->adviser->prepare(b, at + sal_room_at(b));

  sal_rng_seed(&l->rng, seed);
  l->nodes = 0;
  l->own = 0;
  l->nbeen = 0;
  l->turn = 0;
  l->long_turn = 0;
  l->nposed = 0;
  l->phase = 0;
  l->vain = (struct vain){0};
}

/* ---- dice of a try */
static uint64_t mix(uint64_t z) { /* splitmix64 */
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
/* A die of the try: from the seed, the rule, the unit, and how often it has been rolled. */
static uint32_t fated(void *ctx, uint32_t n) {
  struct fate *f = ctx;
  const struct sal_rolled *r = &f->dice->rolled[f->dice->n - 1];
  uint64_t key = mix(((uint64_t)r->rule << 16 | r->unit) + 0x9e3779b97f4a7c15u);
  uint64_t z = mix(f->seed + key + ++f->rolled[key % 512] * 0x9e3779b97f4a7c15u);
  return (uint32_t)((z >> 32) * n >> 32);
}

/* Dice that depend on the try's seed and on the rule that rolls, not on the order of rolls. */
static void roll_by_fate(struct lookahead *l) {
  sal_dice_clear(&l->dice);
  l->dice.below = fated;
  l->dice.ctx = &l->fate;
}

/* Back to the guessed position, with the dice of another try. */
void lookahead_again(struct lookahead *l, uint64_t seed) {
  memcpy(l->state, l->root, l->book->state_bytes);
  l->fate.seed = seed;
  l->fate.dice = &l->dice;
  memset(l->fate.rolled, 0, sizeof l->fate.rolled);
}

/* ---- postures: who comes back to where he was has gained nothing */

/* The side's posture, as far as the adviser tells positions apart. */
static uint64_t posture(const struct lookahead *l, const struct sal_play *p, int side) {
  if (!l->adviser->posture || p->state->over)
    return 0;
  return l->adviser->posture(p, side);
}
/* Keeps only the postures of this phase: the next phase may have reasons to return to one. */
static void note_posture(struct lookahead *l, const struct sal_play *view, int side) {
  bool same = view->state->turn == l->turn && view->state->phase == l->phase;
  if (!same)
    l->nposed = 0;
  l->phase = view->state->phase;
  l->posed[l->nposed++ % 64] = posture(l, view, side);
}
/* Has it been in this posture before, on this gesture's way (`way[0]` to `way[n - 1]`) or earlier
 * in the phase? */
static bool stood_so(const struct lookahead *l, const uint64_t *way, int n, uint64_t now) {
  for (int i = 0; i < n; i++)
    if (way[i] == now)
      return true;

  for (uint32_t i = 0; i < 64 && i < l->nposed; i++)
    if (l->posed[i] == now)
      return true;
  return false;
}

/* Remembers the positions of this turn, to notice when it goes in circles. */
void lookahead_note(struct lookahead *l, const struct sal_play *view, int side) {
  note_posture(l, view, side);
  l->long_turn = view->state->turn == l->turn ? l->long_turn + 1 : 0;
  l->turn = view->state->turn;
  /* a view is its own view */
  l->been[l->nbeen++ % 64] = sal_hash(view->state, l->book->state_bytes, 0);
}

/* What a bot takes along to another process. Unused bytes stay 0, so equal memories are equal
 * bytes. */
void lookahead_keep(const struct lookahead *l, struct lookahead_kept *k) {
  *k = (struct lookahead_kept){.rng = l->rng,
                               .nbeen = l->nbeen,
                               .turn = l->turn,
                               .long_turn = l->long_turn,
                               .nposed = l->nposed,
                               .phase = l->phase};
  for (uint32_t i = 0; i < 64 && i < l->nbeen; i++)
    k->been[i] = l->been[i];
  for (uint32_t i = 0; i < 64 && i < l->nposed; i++)
    k->posed[i] = l->posed[i];
}
/* The other way round. */
void lookahead_resume(struct lookahead *l, const struct lookahead_kept *k) {
  l->rng = k->rng;
  memcpy(l->been, k->been, sizeof l->been);
  memcpy(l->posed, k->posed, sizeof l->posed);
  l->nbeen = k->nbeen;
  l->turn = k->turn;
  l->long_turn = k->long_turn;
  l->nposed = k->nposed;
  l->phase = k->phase;
}

/* Was this position seen lately? */
static bool been_there(const struct lookahead *l, uint64_t hash) {
  for (uint32_t i = 0; i < 64 && i < l->nbeen; i++)
    if (l->been[i] == hash)
      return true;
  return false;
}

struct sal_play lookahead_play(struct lookahead *l, struct sal_head *state) {
  return (struct sal_play){l->book, state, l->scratch, &l->dice, NULL};
}

/* Fills the holes of the view; every try may be given another guess. */
void lookahead_guess(struct lookahead *l, const struct sal_play *view, int side) {
  l->book->rules->guess(l->book, view->state, side, &l->rng, l->root);
}

/* The first of the highest scores. */
static int best_of(struct lookahead *l, uint32_t n) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < n; i++)
    if (l->score[i] > l->score[best])
      best = i;
  return (int)best;
}

/* ---- what leads nowhere */

/* A unit that is picked up and put down leaves the position as it was, and the script, which
 * remembers nothing, would pick it up again. To be called before each choice of a try. */
static void note_vain(struct lookahead *l) {
  struct vain *v = &l->vain;
  const struct sal_head *s = l->state;

  /* An action that was useless in one phase may be useful in the next. */
  if (v->phase != s->phase || v->turn != s->turn)
    *v = (struct vain){.phase = s->phase, .turn = s->turn};

  /* Nothing can be said before the action that was begun is over. */
  if (v->depth && s->depth > v->depth)
    return;
  uint64_t seen = sal_hash(s, l->book->state_bytes, 0);
  bool came_back = v->depth == s->depth && v->seen == seen;
  if (came_back && v->n < VAIN)
    v->of[v->n++] = v->tried;
  v->depth = s->depth;
  v->seen = seen;
}
/* Notes what is done in that position. */
static void note_tried(struct lookahead *l, struct sal_action a) {
  if (l->state->depth == l->vain.depth)
    l->vain.tried = a;
}
/* Puts actions that led nowhere behind everything else. */
static void put_off_vain(struct lookahead *l) {
  for (uint32_t i = 0; i < l->vain.n; i++)
    for (uint32_t k = 0; k < l->list.n; k++)
      if (sal_same(l->list.a[k], l->vain.of[i]))
        l->score[k] = INT32_MIN;
}

/* What a sensible player does next. */
struct sal_action lookahead_script(struct lookahead *l, const struct sal_play *p, int side,
                                   const int8_t *bias) {
  if (l->list.n == 1)
    return l->list.a[0];
  l->adviser->score(p, side, &l->list, bias, l->score);
  put_off_vain(l);
  return l->list.a[best_of(l, l->list.n)];
}
/* The same in a try that goes on for long. */
static struct sal_action script_onward(struct lookahead *l, const struct sal_play *p, int side,
                                       const int8_t *bias) {
  note_vain(l);
  sal_legal(p, side, &l->list);
  struct sal_action a = lookahead_script(l, p, side, bias);
  note_tried(l, a);
  return a;
}

/* The best few of a list; what the adviser forbids comes only if there is nothing else. */
int lookahead_best(struct lookahead *l, const struct sal_play *p, int side,
                   const struct sal_list *list, const int8_t *bias, int most,
                   struct sal_action *out) {
  int n = 0;

  l->adviser->score(p, side, list, bias, l->score);
  for (; n < most && n < (int)list->n; n++) {
    int best = best_of(l, list->n);

    /* The first stays even where everything is forbidden. */
    if (!n)
      l->top = l->score[best];
    else if (l->score[best] <= SAL_NEVER)
      break;
    out[n] = list->a[best];
    l->score[best] = INT32_MIN;
  }
  return n;
}

/* Does the action lead to a position that was there before? */
static bool goes_back(struct lookahead *l, int side, struct sal_action a) {
  struct sal_play p = lookahead_play(l, l->state);
  memcpy(l->state, l->root, l->book->state_bytes);
  sal_dice_clear(&l->dice);
  sal_apply(&p, side, a);
  l->nodes++;
  /* what is rolled for is always new */
  return !l->dice.n && been_there(l, lookahead_seen(l, l->state, side));
}

/* The best few that lead somewhere new. In an endless turn any action will do. */
int lookahead_onward(struct lookahead *l, int side, const struct sal_list *list, const int8_t *bias,
                     int most, struct sal_action *out) {
  struct sal_play p = lookahead_play(l, l->root);
  struct sal_action best[ONWARD];
  int tried = lookahead_best(l, &p, side, list, bias, ONWARD, best);
  bool endless = l->long_turn > ENDLESS;
  int n = 0;

  for (int i = 0; i < tried && n < most; i++)
    if (!goes_back(l, side, best[i]))
      out[n++] = best[i];

  /* the surest of all went in circles */
  bool surest_left_out = n && !sal_same(out[0], best[0]);
  if (endless || surest_left_out)
    l->top = 0;
  if (n && !endless)
    return n;

  out[0] = list->a[sal_rng_below(&l->rng, list->n)];
  return 1;
}

/* One action with dice from a seed. */
void lookahead_apply(struct lookahead *l, int side, struct sal_action a, uint64_t seed) {
  struct sal_rng rng;
  struct sal_play p = lookahead_play(l, l->state);
  sal_rng_seed(&rng, seed);
  sal_dice_clear(&l->dice);
  l->dice.rng = &rng;
  sal_apply(&p, side, a);
  l->nodes++;
}

/* A try ends with the chapter it began in. */
static int chapter(struct lookahead *l, struct sal_head *state) {
  struct sal_play p = lookahead_play(l, state);

  if (!l->adviser->chapter || state->over)
    return 0;
  return l->adviser->chapter(&p);
}

/* Has the try been played as far ahead as the adviser wants? */
static bool far_enough(const struct lookahead *l) {
  int until = l->root->turn + l->adviser->turns;
  if (l->state->turn != until)
    return l->state->turn > until;
  return !l->adviser->answered || l->state->phase >= l->root->phase;
}

/* See lookahead.h; it also stops where another chapter of the game begins. */
int32_t lookahead_run(struct lookahead *l, int side, const int8_t *bias, uint32_t most) {
  static const int8_t plain[SAL_BIAS] = {0};
  struct sal_play p = lookahead_play(l, l->state);
  int now = l->root->turn;
  int same = chapter(l, l->root);

  l->vain = (struct vain){0};
  for (uint32_t i = 0; i < most; i++) {
    if (l->state->over || far_enough(l))
      break;
    if (chapter(l, l->state) != same)
      break;

    /* The other side plays by the plain script: its plan is not known. */
    uint32_t who = sal_actors(&p);
    int actor = who == SAL_BOTH ? side : who == SAL_BIT(SAL_SOVIET);
    const int8_t *bend = actor == side ? bias : plain;
    struct sal_action a = script_onward(l, &p, actor, bend);
    l->own += actor == side && l->state->turn == now;
    roll_by_fate(l);
    sal_apply(&p, actor, a);
    l->nodes++;
  }
  l->vain.n = 0;
  return l->adviser->value(&p, side);
}

/* One action with the dice of the try. */
void lookahead_act(struct lookahead *l, int side, struct sal_action a) {
  struct sal_play p = lookahead_play(l, l->state);
  roll_by_fate(l);
  sal_apply(&p, side, a);
  l->nodes++;
}

/* Plays both sides by script to the end of the game. */
bool lookahead_finish(struct lookahead *l, uint32_t most) {
  static const int8_t plain[SAL_BIAS] = {0};
  struct sal_play p = lookahead_play(l, l->state);
  l->vain = (struct vain){0};
  for (uint32_t i = 0; i < most && !l->state->over; i++) {
    int actor = sal_actors(&p) & SAL_BIT(SAL_GERMAN) ? SAL_GERMAN : SAL_SOVIET;
    lookahead_act(l, actor, script_onward(l, &p, actor, plain));
  }
  l->vain.n = 0;
  return l->state->over;
}

/* A hash of what a side sees of a position. */
uint64_t lookahead_seen(struct lookahead *l, const struct sal_head *state, int side) {
  memset(l->step, 0, l->book->state_bytes);
  l->book->rules->view(l->book, state, side, l->step, NULL);
  return sal_hash(l->step, l->book->state_bytes, 0);
}

/* The try is still in the phase of the root. */
static bool same_phase(const struct lookahead *l) {
  return l->state->phase == l->root->phase && l->state->turn == l->root->turn;
}

/* Has the try left the phase of the root, or the decision that was open there? A unit's move that
 * is over leads back to it. */
static bool closed(struct lookahead *l) {
  struct sal_play before = lookahead_play(l, l->root);
  struct sal_play after = lookahead_play(l, l->state);

  if (l->dice.short_of || l->state->over)
    return false;
  if (!same_phase(l))
    return true;
  return l->state->depth == l->root->depth && sal_top(&after)->node != sal_top(&before)->node;
}

/* Completes an action to a whole gesture: until dice are rolled, the frame ends or the other side
 * decides. */
bool lookahead_gesture(struct lookahead *l, int side, const struct sal_action *first, int n,
                       const int8_t *bias, struct gesture *g) {
  struct sal_play p = lookahead_play(l, l->state);
  int depth = l->root->depth;
  uint64_t way[GESTURE + 1];

  memcpy(l->state, l->root, l->book->state_bytes);
  way[0] = posture(l, &p, side);
  g->idle = false;
  for (g->n = 0; g->n < GESTURE;) {
    /* The first actions are given, the script adds the rest. */
    bool given = g->n < n;
    if (given && !sal_check(&p, side, first[g->n], NULL))
      return false;
    if (given) {
      g->a[g->n] = first[g->n];
    } else {
      sal_legal(&p, side, &l->list);
      g->a[g->n] = lookahead_script(l, &p, side, bias);
    }

    sal_dice_clear(&l->dice);
    sal_apply(&p, side, g->a[g->n++]);
    l->nodes++;

    /* A unit that comes back to where it was has gained nothing. The end of a phase is no way back:
     * it only takes off what the phase has marked. */
    way[g->n] = posture(l, &p, side);
    bool moved = way[g->n] != way[g->n - 1];
    if (moved && !l->dice.short_of && same_phase(l))
      g->idle |= stood_so(l, way, g->n, way[g->n]);

    bool frame_ends = l->state->depth <= depth;
    if (l->dice.short_of || l->state->over || frame_ends)
      break;
    if (sal_actors(&p) != SAL_BIT(side))
      break;
  }
  if (g->n < n)
    return false;

  g->end = sal_hash(l->state, l->book->state_bytes, 0);
  g->value = l->adviser->value(&p, side);
  g->calm = !l->dice.short_of && l->state->phase == l->root->phase;
  g->closes = closed(l);
  bool only_moves = l->adviser->posture && g->calm && g->n > 1;
  if (only_moves)
    g->idle |= way[g->n] == way[0];

  /* The result of a roll is not known, so the action tells two such ends apart. */
  if (l->dice.short_of)
    g->end ^= sal_key(g->a[g->n - 1]);
  return true;
}

/* What the side will see before each action of the gesture, to notice surprises later. */
void lookahead_foresee(struct lookahead *l, int side, struct gesture *g) {
  struct sal_play p = lookahead_play(l, l->state);
  memcpy(l->state, l->root, l->book->state_bytes);
  for (int i = 0; i < g->n; i++) {
    /* what was guessed differently: from here on it thinks again */
    if (!sal_check(&p, side, g->a[i], NULL)) {
      g->n = i;
      return;
    }
    g->due[i] = lookahead_seen(l, l->state, side);
    sal_dice_clear(&l->dice);
    sal_apply(&p, side, g->a[i]);
    l->nodes++;
  }
}

/* Carries the gesture out in a try. */
void lookahead_do(struct lookahead *l, int side, const struct gesture *g) {
  struct sal_play p = lookahead_play(l, l->state);
  for (int i = 0; i < g->n && sal_actors(&p) & SAL_BIT(side); i++) {
    if (i && !sal_check(&p, side, g->a[i], NULL))
      return;
    roll_by_fate(l);
    sal_apply(&p, side, g->a[i]);
    l->nodes++;
  }
}
