/* fuzz_play.c - a game of any scenario, steered by bytes: each byte does a legal action, or asks
 * something that may make no sense there. Engine lines made of changed bytes seldom get far into a
 * game; this gets everywhere, past its end too.
 *
 * The first three bytes choose the scenario, the dice, and how far it has been played at random
 * before. */
#include "fuzz.h"

/* an input should take well under a second */
enum { STEPS = 160, BEFORE = 21, LARGE = 150, MOST = 512, REPLAYED = 250 };

struct steer {
  const uint8_t *at, *end;
  struct game *g;
  struct sal_json j;
};
static char room[4 << 20];

static uint32_t byte(struct steer *s) {
  return s->at < s->end ? *s->at++ : 0;
}
static uint32_t number(struct steer *s) {
  uint32_t high = byte(s);
  return high << 8 | byte(s);
}
static struct sal_json *paper(struct steer *s) {
  sal_json_start(&s->j, room, sizeof room);
  sal_json_object(&s->j, NULL);
  return &s->j;
}
static void answered(bool ok, const struct fault *f) {
  MUST(ok || (f->code != FAULT_NONE && *f->text));
}

/* An operand that can be written down, though it need not fit. */
static uint16_t operand(struct steer *s, const struct sal_verb *v, int kind) {
  const struct sal_book *b = game_book(s->g);
  uint32_t n = number(s), words = 0;
  sal_hex h = b->board.order[n % b->board.nhexes];
  switch (kind) {
  case SAL_ARG_UNIT: return b->ncounters ? (uint16_t)(n % b->ncounters) : 0;
  case SAL_ARG_HEX: return h;
  case SAL_ARG_SIDE:
    for (int d = 0, from = (int)byte(s); d < 6; d++)
      if (sal_next(&b->board, h, (from + d) % 6))
        return sal_side_of(h, (from + d) % 6);
    return 0;
  case SAL_ARG_DIR: return (uint16_t)(n % 6);
  case SAL_ARG_NUM: return (uint16_t)n;
  case SAL_ARG_BOX: return b->nboxes ? (uint16_t)(n % b->nboxes) : 0;
  case SAL_ARG_WORD:
    while (v->words[words])
      words++;
    return (uint16_t)(n % words);
  default: return 0;
  }
}
/* Any action at all, by way of its text as a player would send it. */
static bool any_action(struct steer *s, struct sal_action *a) {
  const struct sal_book *b = game_book(s->g);
  char text[200];
  struct fault f;
  *a = (struct sal_action){.verb = (uint16_t)(byte(s) % b->rules->nverbs)};
  const struct sal_verb *v = &b->rules->verbs[a->verb];
  for (int i = 0; i < 3; i++)
    a->x[i] = operand(s, v, v->arg[i]);
  sal_action_print(b, *a, text, sizeof text);
  return game_parse(s->g, text, "action", a, &f);
}
static bool legal_action(struct steer *s, int side, struct sal_action *a) {
  struct sal_play view = game_view(s->g, side);
  struct sal_list *l = &fuzz_desk()->list;
  if (!(game_actors(s->g) >> side & 1))
    return false;
  sal_legal(&view, side, l);
  MUST(l->n > 0);
  *a = l->a[number(s) % l->n];
  return true;
}

static void orders(struct steer *s, int side) {
  const struct sal_ruleset *r = game_book(s->g)->rules;
  struct sal_order_set set[64];
  struct fault f;
  for (int i = 0; i < r->norders; i++) {
    uint32_t n = 0, span = (uint32_t)r->orders[i].max - r->orders[i].min + 1;
    while (r->orders[i].choices[n])
      n++;
    set[i] = (struct sal_order_set){(uint8_t)(byte(s) % n),
                                    (uint16_t)(r->orders[i].min + byte(s) % span)};
  }
  MUST(game_set_orders(s->g, side, set, &f));
}
static void overlay(struct steer *s, int side) {
  const struct sal_book *b = game_book(s->g);
  struct fault f = {0};
  uint16_t arg[3] = {0};
  if (!b->rules->noverlays)
    return;
  int which = (int)(byte(s) % b->rules->noverlays);
  const char *const *kind = b->rules->overlays[which].args;
  for (int i = 0; i < 3 && kind[i]; i++)
    arg[i] = operand(s, NULL,
                     !strcmp(kind[i], "unit")   ? SAL_ARG_UNIT
                     : !strcmp(kind[i], "side") ? SAL_ARG_SIDE
                                                : SAL_ARG_HEX);
  answered(game_overlay_json(s->g, paper(s), "overlay", side, which, arg, &f), &f);
}
static void odds(struct steer *s, int side) {
  struct sal_action a[3];
  struct fault f = {0};
  uint32_t n = 0, want = 1 + byte(s) % 3;
  while (n < want && (byte(s) & 1 ? any_action(s, &a[n]) : legal_action(s, side, &a[n])))
    n++;
  if (n)
    answered(game_odds_json(s->g, paper(s), "card", side, a, n, &f), &f);
}
static void look(struct steer *s, int viewer) {
  struct sal_json *j = paper(s);
  game_view_json(s->g, j, "view", viewer);
  game_prompt_json(s->g, j, viewer);
  game_result_json(s->g, j, "result");
  game_events_json(s->g, j, "events", viewer, byte(s));
}
static void redacted(struct steer *s, int viewer) {
  size_t n;
  if (game_lines(s->g) < REPLAYED)
    free(game_journal_for(s->g, viewer, &n));
}

static void step(struct steer *s) {
  struct fault f = {0};
  struct sal_action a;
  struct sal_err err = {0};
  uint32_t what = byte(s), undone;
  int side = what & 1, viewer = (int)(what >> 1 & 3);
  if (!(game_actors(s->g) >> side & 1) && what & 0x80)
    side = !side;
  switch (what >> 3 & 15) {
  case 0: overlay(s, viewer); break;
  case 1:
    answered(game_reach_json(s->g, paper(s), "reach", viewer, operand(s, NULL, SAL_ARG_UNIT), &f),
             &f);
    break;
  case 2: odds(s, side); break;
  case 3: look(s, viewer); break;
  case 4: answered(game_undo(s->g, side, what >> 7, &undone, &f), &f); break;
  case 5: orders(s, side); break;
  case 6: answered(game_records_json(s->g, paper(s), "records", viewer, &f), &f); break;
  case 7: redacted(s, viewer); break;
  case 8: /* fall through */
  case 9:
    if (any_action(s, &a))
      answered(game_do(s->g, side, a, &f), &f);
    break;
  default:
    if (legal_action(s, side, &a))
      MUST(game_do(s->g, side, a, &f));
  }
  if (!game_audit(s->g, &err))
    fprintf(stderr, "%s\n", err.text), abort();
}

/* As far as the byte says, in steps that double: to the end of a short game. */
static void play_before(struct game *g, uint32_t how_far, uint64_t seed) {
  struct sal_rng rng;
  struct fault f;
  uint32_t steps = how_far % BEFORE < 2 ? 0 : 1u << (how_far % BEFORE / 2);
  if (game_book(g)->ncounters > LARGE && steps > MOST)
    steps = MOST;
  sal_rng_seed(&rng, seed);
  for (uint32_t i = 0; i < steps && game_actors(g); i++) {
    int side = game_actors(g) == SAL_BIT(SAL_SOVIET) ? SAL_SOVIET : SAL_GERMAN;
    struct sal_play view = game_view(g, side);
    struct sal_list *l = &fuzz_desk()->list;
    sal_legal(&view, side, l);
    MUST(l->n > 0 && game_do(g, side, l->a[sal_rng_below(&rng, l->n)], &f));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  struct steer s = {data, data + n, NULL, {0}};
  struct fault f;
  int games = 0;
  while (sal_rulesets[games])
    games++;
  uint32_t which = byte(&s), seed = byte(&s), how_far = byte(&s);
  const struct sal_ruleset *rules = sal_rulesets[(int)which % games];
  const struct sal_book *outline = library_outline(fuzz_library(), rules, &f);
  MUST(outline);
  const char *scenario = outline->scenarios[which / (uint32_t)games % outline->nscenarios].id;
  struct game_start start = {.rules = rules, .scenario = scenario, .seed = seed};
  MUST(s.g = game_new(fuzz_library(), fuzz_desk(), &start, &f));
  play_before(s.g, how_far, seed);
  int steps = game_book(s.g)->ncounters > LARGE ? STEPS / 4 : STEPS;
  for (int i = 0; i < steps && s.at < s.end; i++)
    step(&s);
  if (game_lines(s.g) < REPLAYED)
    fuzz_replays(s.g);
  game_free(s.g);
  return 0;
}
