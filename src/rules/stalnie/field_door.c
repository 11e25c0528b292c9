/* field_door.c - one ruleset, two games: the campaign, and separate battles on the board.
 *
 * The skirmish has its own state. Every call from the rest of the program to the ruleset comes
 * through here and goes to the campaign's function or to the field's.
 */
#include "field.h"

/* Is this the book of a separate battle? */
static bool is_field(const struct sal_book *b) {
  return own(b)->field != NULL;
}

/* A battle of the campaign: the state behind the campaign's own. */
static struct sal_head *inner(const struct sal_book *b, const struct sal_head *state) {
  return (struct sal_head *)(uintptr_t)((const uint8_t *)state + own(b)->battle_at);
}

/* The book of the Playing Area that is being fought over. */
static const struct sal_book *inner_book(const struct sal_book *b, const struct sal_head *state) {
  return own(b)->area_book[((const struct state *)state)->pa];
}
/* Is the campaign in the middle of a battle on the board? */
static bool in_battle(const struct sal_play *p) {
  return sf_in_battle(p->book, p->state);
}

/* A battle's counters are indexed while it is played. The campaign's nodes play the battle inside
 * it through the same doors, with the battle's own book. */
void door_begin(const struct sal_play *p) {
  if (is_field(p->book))
    sf_lookup_open(p);
}
void door_end(const struct sal_play *p) {
  if (is_field(p->book))
    sf_lookup_shut(p);
}

/* The skirmish reads the field's files, every other scenario the campaign's. */
bool door_load(struct sal_book *b, const struct sal_source *src, struct sal_err *err) {
  if (!src->scenario || !sal_eq(src->scenario, "skirmish"))
    return sp_load(b, src, err);
  b->own = sal_alloc(b->arena, sizeof(struct own));
  return sf_load(b, src, err);
}

/* The start of either game. */
void door_setup(struct sal_play *p) {
  if (is_field(p->book))
    sf_setup(p);
  else
    sp_setup_campaign(p);
}

/* A position of either game. */
bool door_place(struct sal_play *p, const struct sal_position *pos, struct sal_err *err) {
  return is_field(p->book) ? sf_position(p, pos, err) : sp_place(p, pos, err);
}

/* Secrets of the campaign and, during a battle, of the battle inside it. */
void door_view(const struct sal_book *b, const struct sal_head *state, int viewer,
               struct sal_head *out, struct sal_redactor *r) {
  if (is_field(b))
    sf_view(b, state, viewer, out, r);
  else
    sp_view(b, state, viewer, out, r);

  if (!sf_in_battle(b, state))
    return;
  sf_view(inner_book(b, state), inner(b, state), viewer, inner(b, out), r);

  /* What is being arranged is sealed (F25.4). */
  if (sf_arranging(b, state)) {
    struct sal_play p = {.book = b, .state = (struct sal_head *)(uintptr_t)state};
    struct sal_play seen = {.book = inner_book(b, state), .state = inner(b, out)};
    sf_view_arranging(&p, &seen, viewer, r);
  }
}

/* Both parts are guessed, each by its own rules. */
void door_guess(const struct sal_book *b, const struct sal_head *seen, int viewer,
                struct sal_rng *g, struct sal_head *out) {
  if (is_field(b))
    sf_guess(b, seen, viewer, g, out);
  else
    sp_guess(b, seen, viewer, g, out);

  if (sf_in_battle(b, seen))
    sf_guess(inner_book(b, seen), inner(b, seen), viewer, g, inner(b, out));
}

/* Both parts are shuffled, each by its own rules. */
bool door_shuffle(const struct sal_book *b, struct sal_head *state, int viewer, struct sal_rng *g) {
  if (is_field(b))
    return sf_shuffle(b, state, viewer, g);
  if (sf_in_battle(b, state))
    sf_shuffle(inner_book(b, state), inner(b, state), viewer, g);
  if (sf_arranging(b, state)) {
    struct sal_play in = {.book = inner_book(b, state), .state = inner(b, state)};
    sf_shuffle_arranging(&in, viewer);
  }
  return sp_shuffle(b, state, viewer, g);
}

/* Of the campaign only where and when the battle is. */
static void show_battle(const struct sal_play *p, int viewer, struct sal_show *out) {
  struct sal_play battle = sf_inside(p);

  sal_show_var(out, "scenario", S(p)->scenario);
  sal_show_var(out, "pa", S(p)->pa);
  sal_show_var(out, "wind", S(p)->wind);
  sal_show_var(out, "south", sp_pa_low(p));
  sal_show_var(out, "north", sp_pa_high(p));
  sf_show(&battle, viewer, out);
}

/* During a battle its map is shown. */
void door_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  if (is_field(p->book))
    sf_show(p, viewer, out);
  else if (in_battle(p))
    show_battle(p, viewer, out);
  else
    sp_show(p, viewer, out);
}

/* The date line of either game. */
void door_date(const struct sal_book *b, const struct sal_head *h, struct sal_text *t) {
  if (is_field(b))
    sf_date(h, t);
  else
    sp_date(b, h, t);
}

/* What an action would do, in the game that is being played. */
void door_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  if (is_field(p->book)) {
    sf_offer(p, side, a, o);
    return;
  }

  if (sf_arranging(p->book, p->state)) {
    sf_arrange_offer(p, a, o);
    return;
  }
  if (!in_battle(p)) {
    sp_offer(p, side, a, o);
    return;
  }

  struct sal_play battle = sf_inside(p);
  sf_offer(&battle, side, a, o);
}

/* Reach and overlays of a battle are the field's; records stay the campaign's. */
bool door_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  bool overlay = q->kind == SAL_Q_OVERLAY;
  bool sight = overlay && q->overlay == OVERLAY_LOS;
  bool control = overlay && q->overlay <= OVERLAY_CONTROL;
  bool of_field = sight || control || q->kind == SAL_Q_REACH;

  if (is_field(p->book))
    return sf_query(p, side, q, why);
  if (of_field && in_battle(p)) {
    struct sal_play battle = sf_inside(p);
    return sf_query(&battle, side, q, why);
  }

  /* Between the battles there are no lines of sight (F6.7). */
  if (sight)
    return sal_refuse(why, R_F6_7, "Lines of sight are looked at in battles on the board.", 0, 0);
  return sp_query(p, side, q, why);
}

/* Section 27: the standing orders of the game that is being played. */
bool door_answer(const struct sal_play *p, int side, const struct sal_order_set *set,
                 struct sal_action *out) {
  if (is_field(p->book))
    return sf_answer(p, side, set, out);
  if (!in_battle(p) || sf_arranging(p->book, p->state))
    return sp_answer(p, side, set, out);

  struct sal_play battle = sf_inside(p);
  return sf_answer(&battle, side, set, out);
}

/* Only the campaign imports documents. */
bool door_import(const struct sal_play *p, int side, const char *kind, const char *text,
                 struct sal_text *out, struct sal_err *err) {
  if (is_field(p->book))
    return sal_fail_at(err, "kind", "a skirmish has no documents to read");
  return sp_import(p, side, kind, text, out, err);
}

/* So only the campaign has a document to fill in. */
bool door_template(const struct sal_play *p, int side, const char *kind, struct sal_text *out,
                   struct sal_err *err) {
  (void)side;
  if (is_field(p->book))
    return sal_fail_at(err, "kind", "a skirmish has no documents to read");
  return sp_template(p, kind, out, err);
}

/* The winner of either game. */
bool door_score(const struct sal_play *p, struct sal_result *r) {
  return is_field(p->book) ? sf_score(p, r) : sp_score(p, r);
}

/* The campaign, and the battle inside it. */
bool door_audit(const struct sal_play *p, struct sal_err *err) {
  if (is_field(p->book))
    return sf_audit(p, err);
  if (!sp_audit(p, err))
    return false;
  if (!in_battle(p))
    return true;

  struct sal_play battle = sf_inside(p);
  return sf_audit(&battle, err);
}

/* ---- the adviser ------------------------------------------------------------------------ */

/* What a battle is worth, and what is liked in it: both ask for many counters. */
static int32_t battle_value(const struct sal_play *p, int side) {
  sf_lookup_open(p);
  int32_t worth = sf_value(p, side);
  sf_lookup_shut(p);
  return worth;
}
static void battle_liking(const struct sal_play *p, int side, const struct sal_list *l,
                          const int8_t *bias, int32_t *out) {
  sf_lookup_open(p);
  sf_liking(p, side, l, bias, out);
  sf_lookup_shut(p);
}

/* The adviser of the game that is being played. */
static int32_t value(const struct sal_play *p, int side) {
  if (is_field(p->book))
    return battle_value(p, side);
  if (!in_battle(p))
    return sp_adviser.value(p, side);

  struct sal_play battle = sf_inside(p);
  return battle_value(&battle, side);
}

/* F30.2: the score of each action, in the game that is being played. */
static void liking(const struct sal_play *p, int side, const struct sal_list *l,
                   const int8_t bias[SAL_BIAS], int32_t *out) {
  if (is_field(p->book)) {
    battle_liking(p, side, l, bias, out);
    return;
  }

  if (!in_battle(p) || sf_arranging(p->book, p->state)) {
    sp_adviser.score(p, side, l, bias, out);
    return;
  }

  struct sal_play battle = sf_inside(p);
  battle_liking(&battle, side, l, bias, out);
}

/* How much the adviser keeps between two thoughts. */
static size_t room(const struct sal_book *b) {
  if (is_field(b))
    return sf_advice_room(b);
  return sp_adviser.room ? sp_adviser.room(b) : 0;
}

/* What the adviser works out once for a game. */
static void prepare(const struct sal_book *b, void *at) {
  if (is_field(b))
    sf_advice_prepare(b, at);
  else if (sp_adviser.prepare)
    sp_adviser.prepare(b, at);
}

/* F30.3: where a try ends. */
static int chapter(const struct sal_play *p) {
  if (is_field(p->book))
    return sf_chapter(p);

  if (in_battle(p)) {
    struct sal_play battle = sf_inside(p);
    return sf_chapter(&battle);
  }

  return sp_adviser.chapter ? sp_adviser.chapter(p) : 0;
}

/* F30.4: the skirmish is small enough to think about each decision alike, and so are the campaign's
 * own. */
static struct sal_effort effort(const struct sal_play *p, int side) {
  if (is_field(p->book) || !in_battle(p))
    return (struct sal_effort){0};

  struct sal_play battle = sf_inside(p);
  return sf_effort(&battle, side);
}

/* The campaign's choices are purchases and whole battles: no place is taken by one of them. */
static void stakes(const struct sal_play *p, struct sal_stakes *out) {
  if (is_field(p->book))
    sf_stakes(p, out);
}

/* Shared by both: how far a plan is played out. */
const struct sal_adviser door_adviser = {.value = value,
                                         .score = liking,
                                         .room = room,
                                         .prepare = prepare,
                                         .chapter = chapter,
                                         .stakes = stakes,
                                         .effort = effort,
                                         .nbias = SP_BIASES,
                                         .turns = 1,
                                         .actions = 600,
                                         .rounds = 90,
                                         .point = 60};
