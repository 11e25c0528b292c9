/* test_00_secrets_and_audit.c - the 75 secrets, the standing order, and every invariant broken
 * once.
 */
#include "table.h"

#include "bare.h"
#include "rules/sspanzer/state.h"

#include <stdlib.h>

#undef G
#undef R
#define G "german"
#define R "soviet"

static const struct sal_ruleset *rules(void) {
  return sal_ruleset_find("sspanzer");
}
static void does(struct bare *b, int side, const char *text) {
  struct sal_action a;
  struct sal_err err;
  struct sal_refusal why;
  assert_true(sal_action_parse(b->book, text, &a, &err));
  if (!sal_check(&b->play, side, a, &why))
    fail_msg("%s: %s", text, why.text);
  sal_dice_clear(&b->dice);
  b->dice.rng = &b->rng;
  b->events->n = b->events->ncards = 0;
  sal_apply(&b->play, side, a);
}
static sal_unit unit(const struct bare *b, const char *id) {
  return sal_unit_find(b->book, id);
}
static struct ssp_state *st(const struct bare *b) {
  return (struct ssp_state *)b->play.state;
}
static const struct ssp_book *own(const struct bare *b) {
  return b->book->own;
}

/* ---- secrets ---------------------------------------------------------------------------- */

/* All that a side may ask for, as bytes. */
static size_t everything(struct bare *b, int side, char *out, size_t cap) {
  struct sal_head *view = calloc(1, b->book->state_bytes);
  struct sal_list *l = calloc(1, sizeof *l);
  struct sal_prompt *prompt = calloc(1, sizeof *prompt);
  struct sal_reach *reach = calloc(1, sizeof *reach);
  struct sal_json j;
  struct sal_refusal why;
  rules()->view(b->book, b->play.state, side, view, NULL);
  struct sal_play p = {b->book, view, b->play.scratch, NULL, NULL};
  sal_json_start(&j, out, cap);
  sal_json_object(&j, NULL);
  sal_json_hash(&j, "hash", sal_hash(view, b->book->state_bytes, 0));
  sal_view_json(&j, "view", &p, side, 0);
  sal_prompt_json(&j, &p, side, l, prompt, false, false);
  for (int i = 0; i < rules()->noverlays; i++) {
    struct sal_overlay o = {.j = &j, .book = b->book};
    struct sal_query q = {
        .kind = SAL_Q_OVERLAY,
        .overlay = (uint8_t)i,
        .arg = {sal_hex_parse(&b->book->board, "1735"), sal_hex_parse(&b->book->board, "1739")},
        .out = &o};
    sal_json_object(&j, rules()->overlays[i].name);
    if (rules()->query(&p, side, &q, &why))
      sal_overlay_done(&o);
    sal_json_end(&j);
  }
  struct sal_query q = {.kind = SAL_Q_REACH, .unit = unit(b, "ru.29tc.t4r-25"), .reach = reach};
  if (rules()->query(&p, side, &q, &why))
    sal_reach_json(&j, "reach", b->book, reach);
  sal_json_end(&j);
  assert_true(j.out.len < cap);
  free(view), free(l), free(prompt), free(reach);
  return j.out.len;
}

static void r2_10b_seventy_five(void **s) {
  enum { CAP = 4 << 20 };
  (void)s;
  struct bare *b = bare_game("sspanzer", "bloodbath", 7);
  static const char *const set[] = {"historical", "done", "historical", "done"};
  for (int i = 0; i < 4; i++)
    does(b, SAL_GERMAN, set[i]);
  does(b, SAL_SOVIET, "historical");
  does(b, SAL_SOVIET, "done");
  char *first = malloc(CAP), *again = malloc(CAP);
  sal_unit who[75];
  int n = 0, kinds[SSP_TILES + 1] = {0};
  for (int u = 0; u < b->book->ncounters; u++)
    if (st(b)->unit[u].tile)
      who[n++] = (sal_unit)u, kinds[st(b)->unit[u].tile]++;
  assert_int_equal(n, 75);
  static const int want[] = {0, 15, 15, 20, 10, 10, 5};
  for (int t = 1; t <= SSP_TILES; t++)
    assert_int_equal(kinds[t], want[t]);
  for (int side = 0; side <= SAL_WATCH; side++) {
    size_t len = everything(b, side, first, CAP);
    for (int i = 0; i < 75; i++) { /* every one of them changes places with another, in turn */
      uint8_t *x = &st(b)->unit[who[i]].tile, *y = &st(b)->unit[who[(i + 37) % 75]].tile, t = *x;
      *x = *y;
      *y = t;
      if (i % 15)
        continue;
      assert_int_equal(everything(b, side, again, CAP), len);
      assert_memory_equal(first, again, len);
    }
  }
  /* the same action goes the same way for both until a close combat shows the tile */
  struct sal_redactor r = {0};
  struct sal_head *view = calloc(1, b->book->state_bytes);
  rules()->view(b->book, b->play.state, SAL_GERMAN, view, &r);
  assert_int_equal(r.n, 1); /* the list of secrets comes out of the code */
  assert_memory_equal(r.name[0], "tile@", 5);
  free(view), free(first), free(again);
  bare_end(b);
}

/* ---- standing order --------------------------------------------------------------------- */

#define AMBUSH PLAIN IMPULSE("LAH") UNITS(U(PZ4, "1212") "," U(T4R, "1010") IDLE_G)
static void orders(void **s) {
  static const struct {
    const char *order;
    bool fires, asked;
  } row[] = {{"{\"name\":\"fire\",\"choice\":\"ask\"}", 0, 1},
             {"{\"name\":\"fire\",\"choice\":\"always\"}", 1, 0},
             {"{\"name\":\"fire\",\"choice\":\"never\"}", 0, 0},
             {"{\"name\":\"fire\",\"choice\":\"chance\",\"n\":50}", 1, 0},
             {"{\"name\":\"fire\",\"choice\":\"chance\",\"n\":51}", 0, 0}};
  (void)s;
  for (int i = 0; i < 5; i++) {
    struct table *t = lay(GAME, AMBUSH, row[i].fires ? "6" : "");
    ask(t, "{\"cmd\":\"orders\",\"side\":\"soviet\",\"orders\":[%s]}", row[i].order);
    if (!cJSON_IsTrue(field(t->last, "ok")))
      fail_msg("%s: %s", text_of(t->last, "error.at"), text_of(t->last, "error.text"));
    acts(t, G, "choose " PZ4 "; step " PZ4 " 1111");
    act(t, G, "step " PZ4 " 1110"); /* one die, 1-3: one half */
    if (row[i].fires)
      happened(t, "7.2a", "fire");
    ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
    assert_string_equal(text_of(t->last, "view.to_move[0]"), row[i].asked ? R : G);
    clear_away(t);
  }
}

/* ---- audit: every invariant, broken ----------------------------------------------------- */

typedef void breaker(struct bare *);
static void break_steps(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.tig-13")].steps = 5;
}
static void break_ghost(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.tig-13")].steps = 0;
}
static void break_map(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.tig-13")].hex = 1;
}
static void break_guns(struct bare *b) {
  ssp_put(&b->play, unit(b, "de.lah.art-1"), sal_hex_parse(&b->book->board, "2135"));
}
static void break_link(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.art-1")].next = 3;
}
static void break_facing(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.tig-13")].kz = 7;
}
static void break_static_kz(struct bare *b) {
  st(b)->unit[unit(b, "ru.sta.1640")].kz = 1;
}
static void break_tile(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.tig-13")].tile = 1;
}
static void break_revealed(struct bare *b) {
  st(b)->unit[unit(b, "ru.sta.1640")].is |= TRIED, st(b)->unit[unit(b, "ru.sta.1640")].tile = 0;
}
static void break_tried(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.tig-13")].is |= TRIED;
}
static void break_used(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.tig-13")].is |= USED;
}
static void break_off_suppressed(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.art-1")].is |= SUPPRESSED;
}
static void break_off_losses(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.art-1")].losses = 1;
}
static void break_acted(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.tig-13")].is |= ACTED;
}
static void break_into(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.tig-13")].into = sal_hex_parse(&b->book->board, "2135");
}
static void break_order(struct bare *b) { /* a list of two, turned round */
  sal_unit x = unit(b, "de.lah.ag-11"), y = unit(b, "de.lah.pz4-7");
  sal_hex h = st(b)->unit[x].hex;
  st(b)->first[h] = y;
  st(b)->unit[y].next = x;
  st(b)->unit[x].next = SAL_NOUNIT;
}
static void break_list(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.ag-12")].hex = sal_hex_parse(&b->book->board, "2338");
}
static void break_lost(struct bare *b) {
  st(b)->first[st(b)->unit[unit(b, "de.lah.ag-12")].hex] = SAL_NOUNIT;
}
static void break_stranger(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.ag-12")].next = 380;
}
static void break_stack(struct bare *b) {
  static const char *const five[] = {"de.lah.ag-11", "de.lah.ag-12", "de.lah.ag-13", "de.lah.ag-14",
                                     "de.lah.tig-13"};
  for (int i = 0; i < 5; i++)
    ssp_put(&b->play, unit(b, five[i]), sal_hex_parse(&b->book->board, "1735"));
}
/* 6.2: only the side whose impulse it is may be crowded. */
static void break_stack_of_the_other(struct bare *b) {
  static const char *const three[] = {"ru.29tc.mr-25", "ru.29tc.mr-31", "ru.29tc.mr-32"};
  struct ssp_unit *tiger = &st(b)->unit[unit(b, "de.lah.tig-13")];
  for (int i = 0; i < 3; i++)
    ssp_put(&b->play, unit(b, three[i]), tiger->hex);
  st(b)->formation = own(b)->form[unit(b, "de.lah.tig-13")];
}
static void break_two_static(struct bare *b) {
  ssp_put(&b->play, unit(b, "ru.sta.1640"), sal_hex_parse(&b->book->board, "1641"));
}
static void break_control(struct bare *b) {
  ssp_set(ssp_bits(&b->play, own(b)->control_at), sal_hex_parse(&b->book->board, "1735"), false);
}
static void break_cc_kz(struct bare *b) {
  st(b)->unit[unit(b, "de.lah.tig-13")].kz = 1;
  ssp_put(&b->play, unit(b, "ru.29tc.mr-25"), st(b)->unit[unit(b, "de.lah.tig-13")].hex);
}
static void break_vis(struct bare *b) {
  st(b)->vis = 0;
}
static void break_formation(struct bare *b) {
  st(b)->formation = 20;
}
static void break_chit(struct bare *b) {
  st(b)->played = 1u << 12;
}
static void break_active(struct bare *b) {
  st(b)->formation = 1;
}
static void break_cup(struct bare *b) {
  st(b)->cup = 9;
}
static void break_laid(struct bare *b) {
  st(b)->nlaid = 9;
}
static void break_laid_order(struct bare *b) {
  st(b)->nlaid = 2, st(b)->laid[0] = 9, st(b)->laid[1] = 3;
}
static void break_strikes(struct bare *b) {
  st(b)->nstrikes = 5;
}
static void break_window(struct bare *b) {
  st(b)->window_left = 1;
}
static void break_traces(struct bare *b) {
  st(b)->ntrails = 1;
}
static void break_many(struct bare *b) {
  st(b)->formation = 1, st(b)->played = 2, st(b)->nfights = 70;
}
static void break_shifts(struct bare *b) {
  st(b)->shifts[0] = 41;
}
static void break_end(struct bare *b) {
  st(b)->ended = SSP_LAST_TURN;
}
static void break_closed(struct bare *b) {
  ssp_set(ssp_bits(&b->play, own(b)->closed_at), sal_hex_parse(&b->book->board, "1735"), true);
}
static void break_tiles(struct bare *b) {
  for (int u = 0; u < b->book->ncounters; u++)
    if (st(b)->unit[u].tile)
      st(b)->unit[u].tile = 6;
}

static void audit_finds(void **s) {
  static const struct {
    breaker *does;
    const char *words;
  } row[] = {{break_steps, "more steps"},
             {break_ghost, "without steps"},
             {break_map, "beyond the map"},
             {break_guns, "cannot be on the map"},
             {break_link, "but in a list"},
             {break_facing, "faces nowhere"},
             {break_static_kz, "cannot have a kill zone"},
             {break_tile, "tile it cannot have"},
             {break_revealed, "without a tile"},
             {break_tried, "not static"},
             {break_used, "marked as artillery"},
             {break_off_suppressed, "marked off the map"},
             {break_off_losses, "losses to take off"},
             {break_acted, "out of its impulse"},
             {break_into, "cannot enter"},
             {break_order, "not ascending"},
             {break_list, "but not there"},
             {break_lost, "in the lists"},
             {break_stranger, "stranger"},
             {break_stack, "overstacked"},
             {break_stack_of_the_other, "overstacked"},
             {break_two_static, "two static"},
             {break_control, "controlled by the other"},
             {break_cc_kz, "kill zone in close combat"},
             {break_vis, "visibility"},
             {break_formation, "no formation"},
             {break_chit, "does not exist"},
             {break_active, "chit is in the cup"},
             {break_cup, "in the cup"},
             {break_laid, "are laid"},
             {break_laid_order, "out of order"},
             {break_strikes, "aircraft are up"},
             {break_window, "window"},
             {break_traces, "traces"},
             {break_many, "too many close combats"},
             {break_shifts, "took up"},
             {break_end, "unclear"},
             {break_closed, "closed to nobody"},
             {break_tiles, "tiles of kind"}};
  (void)s;
  for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
    struct bare *b = bare_game("sspanzer", "lesson", i + 1);
    struct sal_err err = {0};
    if (!rules()->audit(&b->play, &err))
      fail_msg("sound: %s", err.text);
    row[i].does(b);
    if (rules()->audit(&b->play, &err))
      fail_msg("'%s' is not found", row[i].words);
    if (!strstr(err.text, row[i].words))
      fail_msg("'%s' was wanted, not '%s'", row[i].words, err.text);
    bare_end(b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(r2_10b_seventy_five),
                                     cmocka_unit_test(orders), cmocka_unit_test(audit_finds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
