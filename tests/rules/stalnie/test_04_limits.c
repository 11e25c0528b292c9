/* test_04_limits.c - rules at their very edges: balance, victory, control at the start, set-up
 * distances, side edges, positions. */
#include "kit.h"
#include "lab/bench.h"

/* 11.32: every way in which up to four scenarios can have gone. */
static void balance(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1}", false);
  struct state *s = kit_state(k);
  for (int way = 0; way < 81; way++) { /* a digit a scenario: 0 not played, 1 German, 2 Soviet */
    int played = 0, won[2] = {0, 0};
    for (int i = 0, w = way; i < 4; i++, w /= 3)
      s->winner[i] = (uint8_t)(w % 3), played += w % 3 != 0, won[GER] += w % 3 == 1,
      won[RUS] += w % 3 == 2;
    for (int side = 0; side < 2; side++) {
      int want = played == 2 && !won[side]       ? -1
                 : played == 3 && won[side] == 1 ? -1
                 : played == 3 && !won[side]     ? -2
                                                 : 0;
      int rule = played == 2 && want ? R_11_32a
                 : want == -1        ? R_11_32b
                 : want              ? R_11_32c
                                     : R_11_32d;
      assert_int_equal(sp_balance(&k->play, side), want);
      assert_int_equal(sp_balance_rule(&k->play, side), rule);
    }
  }
  kit_close(k);
}

/* Victory Locations of one sort in play, in the book's order. */
static int some_vl(const struct kit *k, int kind, int from) {
  const struct own *o = own(k->book);
  for (int i = from; i < o->nvl; i++)
    if (o->vl[i].kind == kind && sp_in_pa(&k->play, o->vl[i].g))
      return i;
  fail_msg("no such Location");
  return -1;
}

/* 11.6235a, b: one point and one Location either side of the line. gained: by Germans, by Soviets.
 */
static void victory(void **unused) {
  (void)unused;
  static const struct {
    int scenario, dual, german, soviet, gained[2], winner;
  } cases[] = {
      {1, 0, 0, 0, {59, 0}, RUS},   {1, 0, 0, 0, {60, 0}, GER},  {2, 0, 0, 0, {49, 0}, RUS},
      {2, 0, 0, 0, {50, 0}, GER},   {3, 0, 0, 0, {69, 0}, RUS},  {3, 0, 0, 0, {70, 9}, GER},
      {1, 0, 30, 20, {0, 0}, RUS},  {1, 0, 31, 20, {0, 0}, GER}, {1, 0, 1, 0, {0, 0}, GER},
      {1, 1, 20, 20, {1, 0}, GER},  {1, 1, 20, 20, {1, 1}, RUS}, {1, 1, 20, 21, {2, 0}, GER},
      {1, 1, 40, 20, {0, 20}, RUS}, {1, 1, 40, 20, {0, 19}, GER}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[200];
    snprintf(position, sizeof position,
             "\"phase\":\"reph.%d/"
             "11.605\",\"vars\":{\"german_losses\":%d,\"soviet_losses\":%d,\"dual\":%d}",
             cases[i].scenario, cases[i].soviet, cases[i].german, cases[i].dual);
    struct kit *k = kit_lay(position, false);
    struct state *s = kit_state(k);
    for (int v = 0; v < own(k->book)->nvl; v++) {
      bool german = v < cases[i].gained[GER],
           soviet = !german && v < cases[i].gained[GER] + cases[i].gained[RUS];
      s->vl[v] = (uint8_t)(german   ? VB_GERMAN
                           : soviet ? VB_START
                           : v % 2  ? VB_GERMAN | VB_START
                                    : 0);
    }
    s->vl[own(k->book)->nvl - 1] = VB_GERMAN | VB_GONE; /* what is gone counts for nobody */
    int german = 0;
    for (int v = 0; v < own(k->book)->nvl - 1; v++)
      german += (s->vl[v] & VB_GERMAN) != 0;
    assert_int_equal(sp_vl_gained(&k->play, GER), cases[i].gained[GER]);
    assert_int_equal(sp_vl_gained(&k->play, RUS), cases[i].gained[RUS]);
    assert_int_equal(sp_vl_count(&k->play, GER), german);
    assert_int_equal(sp_vl_count(&k->play, RUS), own(k->book)->nvl - 1 - german);
    kit_ready(k);
    sp_announce(&k->play);
    const struct sal_event *e = kit_told(k, E_SCENARIO, cases[i].dual ? R_11_6235a : R_11_6235b);
    if (e->n[0] != cases[i].winner)
      fail_msg("case %zu", i);
    assert_int_equal(e->n[1], cases[i].german);
    assert_int_equal(e->n[2], cases[i].soviet);
    assert_int_equal(e->n[3], cases[i].gained[GER]);
    assert_int_equal(s->winner[cases[i].scenario - 1], cases[i].winner + 1);
    for (int side = 0; side < 2; side++) {
      const struct row *row = &s->side[side].row[cases[i].scenario - 1];
      assert_int_equal(row->suffered, side == GER ? cases[i].soviet : cases[i].german);
      assert_int_equal(row->accumulated, (side == GER ? cases[i].german : cases[i].soviet) +
                                             (cases[i].dual ? cases[i].gained[side] : 0));
      assert_int_equal(row->locations, sp_vl_count(&k->play, side));
      assert_int_equal(row->win, cases[i].winner == side);
      assert_int_equal(s->side[side].locations, cases[i].gained[side]);
    }
    kit_close(k);
  }
}

/* 11.6235b: how far a German Assault was won or lost, for those who look ahead: in halves, never 0.
 */
static void margins(void **unused) {
  (void)unused;
  static const struct {
    int inflicted, suffered, gained, margin;
  } cases[] = {{31, 20, 0, 2}, {30, 20, 59, -1}, {30, 20, 60, 2}, {30, 20, 62, 6},
               {0, 0, 0, -1},  {0, 10, 55, -10}, {0, 2, 57, -6},  {1, 0, 0, 2}};
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1}", false);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    assert_int_equal(
        sp_assault_margin(&k->play, 1, cases[i].inflicted, cases[i].suffered, cases[i].gained),
        cases[i].margin);
  assert_int_equal(sp_assault_margin(&k->play, 2, 0, 9, 50), 2); /* each scenario has its number */
  kit_close(k);
  k = kit_open("lesson");
  kit_start(k, 5);
  while (kit_node(k) >= 0)
    kit_default(k);
  struct sal_result r;
  struct state *s = kit_state(k);
  s->winner[0] = GER + 1, s->side[RUS].row[0].suffered = 31, s->side[GER].row[0].suffered = 20,
  s->side[GER].locations = 3;
  assert_true(k->book->rules->score(&k->play, &r));
  assert_int_equal(r.winner, GER);
  assert_int_equal(r.rule, R_11_6235b);
  assert_true(r.margin.num == 1 && r.margin.den == 1); /* 62 halves against 60 */
  for (int side = 0; side < 2; side++)
    assert_true(r.score[side].num == sp_vl_count(&k->play, side) && r.score[side].den == 1);
  assert_string_equal(
      r.text, "German victory in the first scenario: CVP 31 to 20, 3 Victory Locations gained.");
  s->winner[0] = RUS + 1;
  assert_true(k->book->rules->score(&k->play, &r));
  assert_int_equal(r.winner, RUS);
  kit_close(k);
}

/* CG3, 11.625: levels apart, hills untouched, what is isolated belongs to who is isolated, edges as
 * they are; and it is all told. */
static void control_at_the_start(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"prep.3/11.624\",\"vars\":{\"german_front\":40,\"soviet_front\":44}", false);
  struct state *s = kit_state(k);
  const struct own *o = own(k->book);
  int upper = -1, ground, hill = some_vl(k, VL_HILL, 0), bridge = some_vl(k, VL_BRIDGE, 0);
  for (int i = 0; i < o->nvl && upper < 0; i++) /* of board 21, north of both fronts */
    if (o->vl[i].level == 1 && row_of(o->vl[i].g) - sp_pa_low(&k->play) > 44)
      upper = i;
  ground = o->vl_at[o->vl[upper].g] - 1;
  int i = at_pa(&k->play, o->vl[upper].g), b = at_pa(&k->play, o->vl[bridge].g);
  bool south = row_of(o->vl[bridge].g) - sp_pa_low(&k->play) < 40;
  assert_true(south);
  s->area[i] = 0; /* no man's: the upper level was taken, the ground was not */
  s->ground[i] = C_OWN_UP;
  s->vl[upper] = s->vl[ground] = 0;
  /* against its area */
  s->vl[hill] = row_of(o->vl[hill].g) - sp_pa_low(&k->play) < 40 ? 0 : VB_GERMAN;
  uint8_t hill_was = s->vl[hill];
  s->iso[0] = (struct iso){RUS, 2, 1}, s->iso[1] = (struct iso){GER, 2, 0}, s->niso = 2;
  s->area[b] = 0, s->isle[b] = 1; /* an Isolated Area of the Soviets behind the front */
  s->edge[0][70] = EDGE_GERMAN, s->edge[1][70] = EDGE_START | EDGE_DRAFT;
  int german = 0;
  kit_ready(k);
  sp_snapshot(&k->play);
  assert_int_equal(s->vl[upper], VB_GERMAN | VB_START | VB_DRAFT);
  assert_int_equal(s->vl[ground], 0);
  assert_int_equal(s->vl[hill] & VB_GERMAN, hill_was & VB_GERMAN);
  assert_int_equal(s->vl[bridge], 0);
  assert_int_equal(s->ground[b] & 63, 0);
  assert_int_equal(s->edge[0][70], EDGE_GERMAN | EDGE_START | EDGE_DRAFT);
  assert_int_equal(s->edge[1][70], 0);
  const struct sal_event *e = kit_told(k, E_START, R_11_625);
  for (int v = 0; v < o->nvl; v++)
    german += (s->vl[v] & VB_GERMAN) != 0;
  assert_int_equal(e->n[0], 3);
  assert_int_equal(e->n[1], german);
  assert_int_equal(e->n[2], 506 - german);
  int told[2] = {0, 0};
  for (uint32_t n = 0; n < k->events.n; n++)
    if (k->events.v[n].kind == E_VL)
      assert_int_equal(k->events.v[n].rule, R_CG3), told[k->events.v[n].n[0]] = k->events.v[n].n[1];
  assert_int_equal(told[GER], 1); /* the upper level */
  assert_int_equal(told[RUS], 1); /* the bridge */
  s->isle[b] = 2;                 /* an Isolated Area that is no more gives it to nobody */
  s->ground[b] |= C_OWN;
  sp_snapshot(&k->play);
  assert_int_equal(s->vl[bridge], VB_GERMAN | VB_START | VB_DRAFT);
  kit_close(k);
}

/* A position stands where its phase says: from 11.613 on the page has been turned to the next
 * scenario. */
static void phases(void **unused) {
  (void)unused;
  struct kit *k = kit_open("campaign");
  for (int phase = 0; phase < P_COUNT; phase++) {
    char position[100];
    int step = phase_step(phase), scenario = phase_scenario(phase);
    snprintf(position, sizeof position, "{\"phase\":\"%s\",\"vars\":{\"winners\":121}}",
             k->book->rules->phases[phase].id);
    struct fault f;
    cJSON *doc = cJSON_Parse(position);
    struct sal_book *b =
        library_private(k->library, sal_ruleset_find("stalnie"), 0, "campaign", doc, &f);
    struct sal_play p = {b, calloc(1, b->state_bytes), k->play.scratch, &k->dice, &k->events};
    struct sal_err err = {0};
    assert_true(b->rules->place(&p, b->position, &err));
    assert_int_equal(S(&p)->scenario, scenario + (step >= 613 && step <= 618));
    assert_int_equal(S(&p)->pa, S(&p)->scenario == 4 ? 3 : S(&p)->scenario);
    assert_int_equal(sal_top(&p)->x[0], phase);
    free(p.state);
    library_drop(b);
    cJSON_Delete(doc);
  }
  kit_close(k);
}

/* Woods (or what is said) in the middle of these hexrows of Playing Area 2, counted from its south
 * edge; both fronts as given. */
static struct kit *rows_of(const char *units, const char *fronts, const int *rows, int n,
                           char hex[][12]) {
  static const char *const letters[] = {
      "GG", "FF", "EE", "DD", "CC", "BB", "AA", "Z", "Y", "X", "W", "V", "U", "T", "S", "R",
      "Q",  "P",  "O",  "N",  "M",  "L",  "K",  "J", "I", "H", "G", "F", "E", "D", "C", "B"};
  char position[3000], terrain[1500] = "";
  for (int i = 0; i < n; i++) {
    snprintf(hex[i], 12, "%s-%s5", rows[i] < 32 ? "18" : "13", letters[rows[i] % 32]);
    sprintf(terrain + strlen(terrain), "%s{\"hex\":\"%s\",\"set\":[\"woods\"]}", i ? "," : "",
            hex[i]);
  }
  snprintf(position, sizeof position,
           "\"phase\":\"prep.2/11.624\",\"vars\":{%s},\"terrain\":[%s],\"units\":[%s]", fronts,
           terrain, units);
  return kit_lay(position, false);
}
static void put_is(struct kit *k, int side, const char *hex, int rule) { /* rule 0: legal */
  char text[30];
  snprintf(text, sizeof text, "put %s", hex);
  if (rule)
    kit_refused(k, side, text, rule);
  else
    kit_legal(k, side, text);
}

/* 11.6194a, b, 11.6244a, b: nine hexes or ten, the boundary of the boards, the own side of the
 * front. */
static void set_up_distances(void **unused) {
  (void)unused;
  static const int rows[] = {23, 24, 31, 32, 33, 34};
  char hex[6][12];
  struct kit *k = rows_of(JOIN(OFFM("res", "soviet", "458", "reserve"),
                               OFFMAP("zone", "soviet", "458"), OFFMAP("any", "soviet", "458")),
                          "\"german_front\":20,\"soviet_front\":24", rows, 6, hex);
  for (int i = 0; i < 6; i++)
    assert_int_equal(row_of(kit_place(k, hex[i])) - sp_pa_low(&k->play), rows[i]);
  kit_do(k, RUS, "pick res");
  put_is(k, RUS, hex[4], R_11_6194b); /* nine behind the Front Line of hexrow 24 */
  put_is(k, RUS, hex[5], 0);
  kit_all(k, "soviet cancel;soviet pick any");
  put_is(k, RUS, hex[0], R_11_6244a);
  put_is(k, RUS, hex[1], 0);
  kit_do(k, RUS, "cancel");
  struct state *s = kit_state(k);
  s->side[RUS].nrec = 1;
  s->rec[RUS][0] = (struct rec){
      .group = (uint8_t)kit_group(k, RUS, "i1"), .scenario = 2, .zone = 1, .hex = NOWHERE};
  kit_at(k, "zone")->flags |= U_NEW;
  kit_at(k, "zone")->rec = 1;
  kit_do(k, RUS, "pick zone");
  put_is(k, RUS, hex[2], R_11_6194a);
  put_is(k, RUS, hex[3], 0);
  s->rec[RUS][0].zone = 2;
  put_is(k, RUS, hex[2], 0);
  put_is(k, RUS, hex[3], R_11_6194a);
  kit_at(k, "zone")->flags &= ~(uint32_t)U_NEW; /* only in the scenario of its purchase */
  put_is(k, RUS, hex[3], 0);
  s->area[at_pa(&k->play, kit_place(k, hex[3]))] = 0;
  put_is(k, RUS, hex[3], R_11_6244a);
  kit_close(k);
  static const int south[] = {9, 10};
  k = rows_of(JOIN(OFFMAP("any", "soviet", "458"), OFFMAP("g", "german", "658")),
              "\"german_front\":3,\"soviet_front\":5", south, 2, hex);
  kit_do(k, RUS, "pick any");
  put_is(k, RUS, hex[0], R_11_6244b);
  put_is(k, RUS, hex[1], 0);
  kit_close(k);
}

/* 11.6245: fifteen hexes or sixteen, for each side from its own Front Line. */
static void inspection_distances(void **unused) {
  (void)unused;
  static const int rows[] = {8, 9, 34, 35};
  char hex[4][12], text[30];
  struct kit *k = rows_of(OFFMAP("g", "german", "658"), "\"german_front\":20,\"soviet_front\":24",
                          rows, 4, hex);
  kit_state(k)->side[GER].recon_left = kit_state(k)->side[RUS].recon_left = 2;
  kit_all(k, "soviet done;german done");
  for (int i = 0; i < 2; i++) { /* the Soviets from hexrow 24 */
    snprintf(text, sizeof text, "inspect %s", hex[i]);
    if (i)
      kit_refused(k, RUS, text, R_11_6245);
    else
      kit_do(k, RUS, text);
    if (!i)
      assert_int_equal(kit_state(k)->side[RUS].recon_left, 1), kit_do(k, GER, "pass");
  }
  kit_do(k, RUS, "pass");
  kit_close(k);
  k = rows_of(OFFMAP("g", "german", "658"), "\"german_front\":20,\"soviet_front\":24", rows, 4,
              hex);
  kit_state(k)->side[GER].recon_left = 1;
  kit_all(k, "soviet done;german done");
  snprintf(text, sizeof text, "inspect %s", hex[2]); /* the Germans from hexrow 19 */
  kit_refused(k, GER, text, R_11_6245);
  snprintf(text, sizeof text, "inspect %s", hex[3]);
  kit_do(k, GER, text);
  assert_int_equal(kit_state(k)->side[GER].recon_left, 0);
  kit_close(k);
}

/* V4, CG5: what may stand where. Rubble takes vehicles; a strongpoint takes AFV into a building,
 * but no truck, and nobody into water. */
static void standing(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"phase\":\"prep.2/"
      "11.624\",\"vars\":{\"german_front\":20,\"soviet_front\":24},\"terrain\":[{\"hex\":\"18-D5\","
      "\"set\":[\"house\"]},{\"hex\":\"18-D6\",\"set\":[\"rubble\"]},{\"hex\":\"18-D7\",\"set\":["
      "\"marsh\"]},{\"hex\":\"18-D8\",\"set\":[\"water\"]},"
      "{\"hex\":\"18-D4\",\"set\":[\"house\",\"upper\"]},{\"hex\":\"18-D3\",\"set\":[\"open\"]}]",
      false);
  struct state *s = kit_state(k);
  static const char *const hexes[] = {"18-D5", "18-D6", "18-D7", "18-D8", "18-D3"};
  /* house, rubble, marsh, water, open; the same with a pillbox there */
  static const struct {
    const char *kind;
    bool may[5], strong[5];
  } cases[] = {{"458", {1, 1, 1, 0, 1}, {1, 1, 1, 0, 1}},
               {"AT45L", {1, 1, 1, 0, 1}, {1, 1, 1, 0, 1}},
               {"T34M41", {0, 1, 0, 0, 1}, {1, 1, 0, 0, 1}},
               {"US1.5t", {0, 1, 0, 0, 1}, {0, 1, 0, 0, 1}}};
  for (int strong = 0; strong < 2; strong++) {
    for (int h = 0; h < 5 && strong; h++)
      s->fort[s->nfort++] =
          (struct fort){.at = (uint16_t)kit_place(k, hexes[h]), .kind = FORT_PILL135, .side = RUS};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
      for (int h = 0; h < 5; h++)
        if (sp_may_stand(&k->play, RUS, sp_type_named(&k->play, cases[i].kind),
                         kit_place(k, hexes[h])) != (strong ? cases[i].strong[h] : cases[i].may[h]))
          fail_msg("%s in %s", cases[i].kind, hexes[h]);
  }
  /* the enemy's strongpoint is none */
  assert_false(
      sp_may_stand(&k->play, GER, sp_type_named(&k->play, "PzIVH"), kit_place(k, "18-D5")));
  int house = kit_place(k, "18-D4");
  assert_int_equal(sp_ground(&k->play, house) &
                       (G_BUILDING | G_UPPER | G_NOVEHICLE | G_COVER | G_OPEN),
                   G_BUILDING | G_UPPER | G_NOVEHICLE | G_COVER);
  static const struct {
    int kind, ground;
  } burnt[] = {{BURNT_RUBBLE, G_BUILDING | G_COVER},
               {BURNT_SHELLHOLES, G_COVER},
               {BURNT_GUTTED, G_BUILDING | G_UPPER | G_NOVEHICLE | G_COVER},
               {BURNT_LEAFLESS, G_BUILDING | G_UPPER},
               {BURNT_WRECK, G_BUILDING | G_UPPER | G_NOVEHICLE | G_COVER}};
  s->nburnt = 1;
  for (size_t i = 0; i < sizeof burnt / sizeof burnt[0]; i++) { /* 11.6092, 11.6093, 11.6095 */
    s->burnt[0] = (struct burnt){.at = (uint16_t)house, .kind = (uint8_t)burnt[i].kind};
    assert_int_equal(sp_ground(&k->play, house) &
                         (G_BUILDING | G_UPPER | G_NOVEHICLE | G_COVER | G_OPEN),
                     burnt[i].ground);
  }
  kit_close(k);
}

/* 11.60531a, b, 5.3: who gains a side-edge hex, who only blocks, who does neither; at five hexes
 * and at six. */
static void side_edges(void **unused) {
  (void)unused;
  static const struct {
    const char *kind, *enemy;
    int far, enemy_far;
    uint32_t flags, enemy_flags;
    bool gains;
  } cases[] = {{"658", NULL, 5, 0, 0, 0, true},
               {"658", NULL, 6, 0, 0, 0, false},
               {"348", NULL, 5, 0, 0, 0, true},
               {"228", NULL, 5, 0, 0, 0, true},
               {"228", NULL, 5, 0, U_VEHICLE_CREW, 0, false},
               {"HMG348", NULL, 2, 0, 0, 0, true},
               {"9-1", NULL, 1, 0, 0, 0, false},
               {"hero", NULL, 1, 0, 0, 0, false},
               {"PzIVH", NULL, 1, 0, 0, 0, false},
               {"AT75L", NULL, 1, 0, 0, 0, true}, /* its crew: F32.11 */
               {"AT75L", NULL, 1, 0, U_ABANDONED, 0, false},
               {"658", NULL, 3, 0, U_BROKEN, 0, false},
               {"658", NULL, 3, 0, U_UPPER, 0, false},
               {"658", NULL, 3, 0, U_WOUNDED, 0, true},
               {"658", "458", 3, 3, 0, 0, false},
               {"658", "458", 3, 4, 0, 0, true},
               {"658", "8-0", 3, 2, 0, 0, false},
               {"658", "T34M41", 3, 3, 0, 0, false},
               {"658", "T34M41", 3, 3, 0, U_IMMOBILE, false},
               {"658", "T34M41", 3, 3, 0, U_ABANDONED, true},
               {"658", "T34M41", 3, 3, 0, U_STUN, true},
               {"658", "T34M41", 3, 3, 0, U_RECALL, true},
               {"658", "458", 3, 2, 0, U_BROKEN, true},
               {"658", "458", 3, 3, 0, U_UPPER, false},
               {"658", "228", 3, 3, 0, U_VEHICLE_CREW, false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    for (int e = 0; e < 2; e++) {
      struct kit *k = kit_lay("\"map\":\"plain:30x40\",\"phase\":\"play.1\",\"units\":[" JOIN(
                                  OFFMAP("g", "german", "658"), OFFMAP("r", "soviet", "458")) "]",
                              true);
      struct state *s = kit_state(k);
      int h = 20, edge = sp_edge_place(&k->play, GER, e, h), inward = e ? -1 : 1;
      struct draft *g = &s->draft[kit_unit(k, "g")], *r = &s->draft[kit_unit(k, "r")];
      *g = (struct draft){.fate = FATE_OK,
                          .at = (uint16_t)(edge + inward * cases[i].far),
                          .type = (uint8_t)sp_type_named(&k->play, cases[i].kind),
                          .flags = cases[i].flags};
      if (cases[i].enemy)
        *r = (struct draft){.fate = FATE_OK,
                            .at = (uint16_t)(edge + inward * cases[i].enemy_far),
                            .type = (uint8_t)sp_type_named(&k->play, cases[i].enemy),
                            .flags = cases[i].enemy_flags};
      assert_int_equal(sp_distance(edge, g->at), cases[i].far);
      kit_ready(k);
      sp_edges(&k->play);
      if (((s->edge[e][h] & EDGE_DRAFT) != 0) != cases[i].gains)
        fail_msg("case %zu at edge %d", i, e);
      assert_int_equal(s->edge[!e][h] & EDGE_DRAFT, 0);
      kit_close(k);
    }
}

/* 11.5c, 11.60532: without a perimeter nothing sets up, and each side hears its own rule. */
static void no_perimeter(void **unused) {
  (void)unused;
  static const struct {
    const char *prep;
    int side, rule;
  } cases[] = {
      {"1", GER, R_11_5c}, {"1", RUS, R_11_60532}, {"2", GER, R_11_60532}, {"2", RUS, R_11_60532}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[300];
    snprintf(position, sizeof position,
             "\"phase\":\"prep.%s/"
             "11.619\",\"vars\":{\"german_cpp\":60,\"soviet_cpp\":60,\"german_front\":0,\"soviet_"
             "front\":65},\"units\":[" JOIN(OFFMAP("g", "german", "658"),
                                            OFFMAP("r", "soviet", "458")) "]",
             cases[i].prep);
    struct kit *k = kit_lay(position, false);
    kit_refused(k, cases[i].side, "buy i1 north 0", cases[i].rule);
    kit_refused(k, cases[i].side, "buy i1 south 0", cases[i].rule);
    kit_legal(k, cases[i].side, "buy i1 reserve 0");
    if (cases[i].side == RUS)
      kit_refused(k, RUS, "buy a2 dugin 0", cases[i].rule);
    kit_until(k, cases[i].prep[0] == '1' ? "prep.1/11.624" : "prep.2/11.624");
    if (cases[i].side == GER)
      kit_do(k, RUS, "done");
    kit_refused(k, cases[i].side, cases[i].side == GER ? "pick g" : "pick r", cases[i].rule);
    kit_close(k);
  }
}

/* After a side's DR of 11.6115a: the Soviets' own, then 11.616 to 11.618. */
#define REST " 6 6 3 3 3 3 3 3 3 3 3 3 3"

/* 11.6115a, b, c: how many armour leaders so many AFV may have, who counts as one, and for whom.
 * Final DR 5 but in the last rows. */
static void creating_armour_leaders(void **unused) {
  (void)unused;
  static const struct {
    const char *kind;
    int afv, leaders, winner;
    const char *dice;
    bool created;
  } cases[] = {{"PzIVH", 3, 0, 2, "2 3" REST, true},
               {"PzIVH", 2, 0, 2, "2 3" REST, false},
               {"PzIVH", 6, 1, 2, "2 3" REST, true},
               {"PzIVH", 5, 1, 2, "2 3" REST, false},
               {"SPW251/1", 6, 0, 2, "2 3" REST, false},
               {"SPW251/9", 3, 0, 2, "2 3" REST, true},
               {"PzIIIL_OP", 3, 0, 2, "2 3" REST, false},
               {"Opel6700", 6, 0, 2, "2 3" REST, false},
               {"PzIVH", 3, 0, 2, "2 2" REST, true},
               {"PzIVH", 3, 0, 2, "3 3" REST, false},
               /* the loser has no modifier */ {"PzIVH", 3, 0, 1, "3 4" REST, true},
               {"PzIVH", 3, 0, 1, "4 4" REST, false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[1200];
    sprintf(position, "\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":%d},\"units\":[",
            cases[i].winner);
    for (int n = 0; n < cases[i].afv; n++)
      sprintf(position + strlen(position),
              "%s{\"name\":\"u%d\",\"side\":\"german\",\"kind\":\"%s\",\"box\":\"german.off\"}",
              n ? "," : "", n, cases[i].kind);
    strcat(position, "]");
    struct kit *k = kit_lay(position, false);
    struct state *s = kit_state(k);
    s->side[GER].nrec = 2;
    /* the first has the leaders that there are, the second wants one */
    for (int n = 0; n < 2; n++) {
      s->rec[GER][n] = (struct rec){.group = (uint8_t)kit_group(k, GER, "a3"),
                                    .scenario = 1,
                                    .flags = R_OB,
                                    .copy = 1,
                                    .al = n < cases[i].leaders ? own(k->book)->grade[6] : 0,
                                    .hex = NOWHERE};
      if (n < cases[i].afv)
        kit_at(k, n ? "u1" : "u0")->rec = (uint8_t)(n + 1);
    }
    /* and a platoon that is no more gets none */
    if (!cases[i].leaders)
      s->rec[GER][0].flags |= R_GONE;
    kit_do(k, RUS, "commit");
    kit_roll(k, GER, "commit", cases[i].dice);
    if ((s->rec[GER][1].al == own(k->book)->grade[3]) != cases[i].created)
      fail_msg("case %zu", i);
    if (!cases[i].created)
      kit_told(k, E_NOTHING,
               sal_eq(cases[i].dice, "3 3" REST) || sal_eq(cases[i].dice, "4 4" REST) ? R_11_6115a
                                                                                      : R_11_6115b);
    kit_close(k);
  }
}

/* 11.6111: two half-squads of a kind, a side, a place in the world and an Isolated Area, engineers
 * or not, become a squad. */
static void recombining(void **unused) {
  (void)unused;
  /* beside a German 348 off the map */
  static const struct {
    const char *side, *kind;
    int where, iso;
    uint32_t flags;
    bool joins;
  } cases[] = {{"german", "348", OFF, 0, 0, true},           {"german", "338", OFF, 0, 0, false},
               {"soviet", "348", OFF, 0, 0, false},          {"german", "348", DEAD, 0, 0, false},
               {"german", "348", NONE, 0, 0, false},         {"german", "348", MAP, 0, 0, false},
               {"german", "348", OFF, 0, U_ENGINEER, false}, {"german", "228", OFF, 0, 0, false},
               {"german", "HMG348", OFF, 0, 0, false},       {"german", "658", OFF, 0, 0, false},
               {"german", "348", OFF, 0, U_BROKEN, true}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char position[400];
    snprintf(position, sizeof position,
             "\"phase\":\"reph.1/"
             "11.611\",\"vars\":{\"winners\":1,\"german_front\":20},\"units\":[" OFFMAP(
                 "a", "german",
                 "348") ",{\"name\":\"b\",\"side\":\"%s\",\"kind\":\"%s\",\"box\":\"%s.off\"}]",
             cases[i].side, cases[i].kind, cases[i].side);
    struct kit *k = kit_lay(position, false);
    struct unit *b = kit_at(k, "b");
    kit_at(k, "a")->type = (uint8_t)sp_type_named(&k->play, "348"); /* as if 11.611 had not begun */
    kit_at(k, "a")->where = OFF;
    *b = (struct unit){.at = NOWHERE,
                       .type = (uint8_t)sp_type_named(&k->play, cases[i].kind),
                       .where = OFF,
                       .flags = cases[i].flags};
    if (cases[i].where == MAP)
      sp_put(&k->play, kit_unit(k, "b"), kit_place(k, "16-X5"));
    else
      b->where = (uint8_t)cases[i].where;
    kit_ready(k);
    sp_harden_begin(&k->play);
    assert_string_equal(kit_kind(k, "a"), cases[i].joins ? "658" : "348");
    if (cases[i].joins)
      assert_int_equal(b->where, DEAD),
          assert_int_equal(kit_told(k, E_COMBINED, R_11_6111)->unit[0], kit_unit(k, "a"));
    else
      assert_string_equal(kit_kind(k, "b"), cases[i].kind);
    kit_close(k);
  }
}

/* 11.6111: of one Isolated Area, in different hexes: they meet where the first is if there is room,
 * a counter of the pool goes back. */
static void recombining_in_isolation(void **unused) {
  (void)unused;
  for (int full = 0; full < 2; full++) {
    struct kit *k =
        kit_lay("\"phase\":\"reph.1/"
                "11.606\",\"vars\":{\"german_front\":20,\"soviet_front\":50},"
                "\"terrain\":[" JOIN(WOODS("18-M5"), WOODS("18-M6")) "],\"units\":[" JOIN(
                    AT("a", "german", "348", "18-M5"), AT("x", "german", "658", "18-M5"),
                    AT("y", "german", "658", "18-M5")) "]",
                false);
    struct state *s = kit_state(k);
    int v = sp_from_pool(&k->play, GER, POOL_HALF, sp_type_named(&k->play, "348"), 0),
        from = at_pa(&k->play, kit_place(k, "18-M5")), to = at_pa(&k->play, kit_place(k, "18-M6"));
    for (int u = 0; u < k->book->ncounters; u++)
      if (s->unit[u].where == MAP)
        s->unit[u].where = OFF, s->unit[u].at = NOWHERE;
    memset(s->load, 0, sizeof s->load);
    s->iso[0] = (struct iso){GER, 1, 1}, s->niso = 1;
    s->isle[from] = s->isle[to] = 1, s->area[from] = s->area[to] = 0;
    sp_put(&k->play, kit_unit(k, "a"), kit_place(k, "18-M5")), kit_at(k, "a")->iso = 1;
    sp_put(&k->play, v, kit_place(k, "18-M6")), s->unit[v].iso = 1;
    for (int n = 0; full && n < 2; n++)
      sp_put(&k->play, kit_unit(k, n ? "x" : "y"), kit_place(k, "18-M5")),
          kit_at(k, n ? "x" : "y")->iso = 1;
    /* a crew more, and there is no room for a squad */
    if (full)
      s->load[from] = (uint8_t)(s->load[from] + 1);
    kit_ready(k);
    sp_harden_begin(&k->play);
    assert_string_equal(kit_kind(k, "a"), full ? "348" : "658");
    assert_int_equal(s->unit[v].where, full ? MAP : NONE);
    if (!full)
      assert_int_equal(kit_at(k, "a")->iso, 1),
          assert_int_equal(kit_at(k, "a")->at, kit_place(k, "18-M5"));
    kit_close(k);
  }
}

/* 11.6194c: a dummy and a cloaked reserve never share a Location, whichever comes first. */
static void dummies_and_reserves(void **unused) {
  (void)unused;
  static const int rows[] = {40, 42};
  char hex[2][12];
  struct kit *k =
      rows_of(JOIN(OFFM("res", "soviet", "458", "reserve"), OFFMAP("sq", "soviet", "458"),
                   OFFM("r2", "soviet", "458", "reserve")),
              "\"german_front\":20,\"soviet_front\":24", rows, 2, hex);
  struct state *s = kit_state(k);
  s->side[RUS].stock[FORT_DUMMY] = 3, s->side[RUS].stock[FORT_TRENCH] = 1;
  kit_do(k, RUS, "pick res");
  kit_do(k, RUS, "put 13-Y5");
  assert_string_equal(hex[0], "13-Y5");
  kit_do(k, RUS, "lay dummy");
  kit_refused(k, RUS, "put 13-Y5", R_11_6194c);
  kit_do(k, RUS, "put 13-W5");
  kit_all(k, "soviet pick r2");
  kit_refused(k, RUS, "put 13-W5", R_11_6194c);
  kit_legal(k, RUS, "put 13-Y5");
  /* who is no reserve may, and any other work */
  kit_all(k, "soviet cancel;soviet pick sq;soviet put 13-W5;soviet lay trench");
  kit_legal(k, RUS, "put 13-Y5");
  kit_do(k, RUS, "cancel");
  kit_at(k, "res")->flags &= ~(uint32_t)U_RESERVE;
  kit_do(k, RUS, "lay dummy");
  kit_legal(k, RUS, "put 13-Y5");
  kit_close(k);
}

/* 11.6207: an armour leader goes with the last vehicle of his platoon, in the Refit Phase as in
 * play; not before. */
static void leaderless(void **unused) {
  (void)unused;
  struct kit *k = kit_lay("\"phase\":\"reph.1/11.611\",\"vars\":{\"winners\":1},\"units\":[" JOIN(
                              OFFMAP("p", "german", "PzIVH"), OFFMAP("q", "german", "PzIVH"),
                              OFFMAP("other", "german", "PzIVH")) "]",
                          false);
  struct state *s = kit_state(k);
  struct group *g = (struct group *)&own(k->book)->group[GER][kit_group(k, GER, "a3")];
  g->first[1] = (uint16_t)kit_unit(k, "p"), g->n[1] = 2;
  g->first[2] = (uint16_t)kit_unit(k, "other"), g->n[2] = 1;
  s->side[GER].nrec = 2;
  for (int i = 0; i < 2; i++)
    s->rec[GER][i] = (struct rec){.group = (uint8_t)kit_group(k, GER, "a3"),
                                  .scenario = 1,
                                  .flags = R_OB,
                                  .copy = (uint8_t)(i + 1),
                                  .al = own(k->book)->grade[3],
                                  .hex = NOWHERE};
  kit_at(k, "p")->rec = kit_at(k, "q")->rec = 1;
  kit_at(k, "other")->rec = 2;
  kit_ready(k);
  sp_kill(&k->play, kit_unit(k, "p"), R_11_6132b, true);
  assert_int_equal(s->rec[GER][0].al, own(k->book)->grade[3]);
  sp_kill(&k->play, kit_unit(k, "q"), R_11_6132b, true);
  assert_int_equal(s->rec[GER][0].al, 0);
  assert_int_equal(s->rec[GER][1].al, own(k->book)->grade[3]);
  kit_close(k);
}

/* 11.602c: wounded in play, one scenario more and healed; wounded escaping, after that step, also
 * one. */
static void wounds(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"map\":\"plain:30x52\",\"phase\":\"reph.1/"
      "11.605\",\"vars\":{\"winners\":1},\"terrain\":[" WOODS("T-AA15") "],\"units\":[" JOIN(
          AT("l", "german", "9-1", "T-AA15"), OFFM("w", "german", "9-1", "wounded")) "]",
      false);
  kit_all(k, "german commit;soviet commit;german escape l");
  kit_roll(k, GER, "roll", "4 4 3"); /* 8 + 2: Casualty Reduced, severity 3 */
  assert_true(kit_at(k, "l")->flags & U_WOUNDED);
  /* 11.602 of this Refit Phase for the one, of the next ones for both */
  for (int reph = 0; reph < 3; reph++) {
    assert_int_equal((kit_at(k, "l")->flags & U_WOUNDED) != 0, reph < 1);
    assert_int_equal((kit_at(k, "w")->flags & U_WOUNDED) != 0, reph < 2);
    sp_markers(&k->play);
  }
  kit_close(k);
}

/* 11.6063b: an Original 2 gets away whatever the modifiers: three squads encircled far from home
 * have +10. */
static void always_away(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"map\":\"plain:30x52\",\"phase\":\"reph.1/"
      "11.605\",\"vars\":{\"winners\":1},\"terrain\":[" WOODS("T-AA15") "],\"units\":[" JOIN(
          AT("a", "german", "658", "T-AA15"), AT("b", "german", "658", "T-AA15"),
          ATM("c", "german", "658", "T-AA15", "encircled")) "]",
      false);
  kit_all(k, "german commit;soviet commit;german escape a;german add b;german add c");
  kit_roll(k, GER, "roll", "1 1 4 5 4");
  const struct sal_event *e = kit_told(k, E_ESCAPE, R_11_6063b);
  assert_int_equal(e->n[2], 3 + 5 + 2);
  assert_int_equal(e->n[0], ESCAPES);
  for (int i = 0; i < 3; i++)
    assert_true(kit_at(k, i == 0   ? "a"
                          : i == 1 ? "b"
                                   : "c")
                        ->where == OFF &&
                kit_at(k, i == 0   ? "a"
                          : i == 1 ? "b"
                                   : "c")
                        ->flags &
                    U_FANATIC);
  kit_close(k);
}

static int own_hexes(struct table *t, const char *overlay) {
  int n = 0;
  const cJSON *a = ask(t, "{\"cmd\":\"overlay\",\"side\":\"german\",\"name\":\"%s\",\"args\":[]}",
                       overlay),
              *h;
  cJSON_ArrayForEach(h, field(a, "overlay.hexes")) n +=
      strcmp(cJSON_GetArrayItem(h, 1)->valuestring, "o") == 0;
  return n;
}

/* 11.60531c: while a result is entered the overlay of the side edges shows them as drafted, before
 * and after it is submitted. */
static void drafted_edges(void **unused) {
  (void)unused;
  struct table *t =
      lay_with("stalnie/campaign", "\"battle\":1",
               "\"map\":\"plain:10x33\",\"phase\":\"play.1\",\"units\":[" JOIN(
                   AT("g1", "german", "658", "T-Z7"), AT("r1", "soviet", "458", "T-V9")) "]",
               NULL, NULL, __FILE__, __LINE__);
  assert_int_equal(own_hexes(t, "edges"), 0);
  act(t, "german", "open");
  act(t, "german", "auto"); /* six hexrows of the west edge by EX1; east is further than five */
  assert_int_equal(own_hexes(t, "edges"), 6);
  cites(t, "overlay.lines[0].rule", "11.60531c");
  acts(t, "german", "turns 7;enddie 7 1;submit");
  assert_int_equal(own_hexes(t, "edges"), 6);
  act(t, "soviet", "confirm");
  assert_int_equal(own_hexes(t, "edges"), 6);
  clear_away(t);
}

/* 11.2f, 11.6064-65: a hill goes to the area that holds it, or to whoever is isolated there;
 * nobody's keeps its owner, and the step says how many changed hands. An Isolated Area with nobody
 * left in it is the enemy's when he rings it. */
static void hills(void **unused) {
  (void)unused;
  struct kit *k =
      kit_lay("\"phase\":\"reph.1/"
              "11.605\",\"vars\":{\"german_front\":40,\"soviet_front\":44},\"units\":[" OFFMAP(
                  "in", "german", "658") "]",
              false);
  struct state *s = kit_state(k);
  const struct own *o = own(k->book);
  int hill[8], n = 0; /* far from each other, deep in the Soviets' area */
  for (int i = 0; i < o->nvl && n < 8; i++) {
    bool apart = o->vl[i].kind == VL_HILL && row_of(o->vl[i].g) > 46 && row_of(o->vl[i].g) < 62;
    for (int h = 0; h < n; h++)
      apart &= sp_distance(o->vl[i].g, o->vl[hill[h]].g) > 2;
    if (apart)
      hill[n++] = i;
  }
  assert_true(n >= 5);
#define AREA(h) s->area[at_pa(&k->play, o->vl[hill[h]].g)]
#define ISLE(h) s->isle[at_pa(&k->play, o->vl[hill[h]].g)]
  s->vl[hill[0]] |= VB_GERMAN;              /* in the Soviets' area: theirs now */
  AREA(1) = A_GER;                          /* in the Germans': theirs */
  AREA(2) = 0, s->vl[hill[2]] |= VB_GERMAN; /* nobody's: stays */
  s->iso[0] = (struct iso){GER, 3, 1}, s->iso[1] = (struct iso){GER, 3, 1}, s->niso = 2;
  AREA(3) = 0, ISLE(3) = 1; /* Germans isolated on it */
  /* they were, and have gone: ringed, so the Soviets' */
  AREA(4) = 0, ISLE(4) = 2, s->vl[hill[4]] |= VB_GERMAN;
  sp_put(&k->play, kit_unit(k, "in"), o->vl[hill[3]].g);
  kit_at(k, "in")->iso = 1;
  kit_ready(k);
  sp_dissolve(&k->play);
  assert_int_equal(kit_told(k, E_HILLS, R_11_2f)->n[0], 4);
  static const bool german[] = {false, true, true, true, false};
  for (int h = 0; h < 5; h++)
    assert_int_equal((s->vl[hill[h]] & VB_GERMAN) != 0, german[h]);
  assert_int_equal(ISLE(4), 0);
  assert_false(s->iso[1].live);
  assert_true(s->iso[0].live && AREA(4) & A_RUS && !(AREA(4) & A_GER));
  /* 11.6061b: type C */
  assert_true(kit_at(k, "in")->flags & U_SHORT && !(kit_at(k, "in")->flags & U_RED));
  assert_int_equal(kit_told(k, E_SHORTAGE, R_11_6061b)->unit[0], kit_unit(k, "in"));
  ISLE(4) = 2, AREA(4) = 0, s->iso[1].live = 1; /* once more, touching No Man's Land: nobody's */
  for (int d = 0; d < 6; d++)
    s->area[at_pa(&k->play, o->near[o->vl[hill[4]].g][d])] = d ? A_RUS : 0;
  sp_dissolve(&k->play);
  assert_int_equal(AREA(4) & (A_GER | A_RUS), 0);
  /* the first telling; the second changed none */
  assert_int_equal(kit_told(k, E_HILLS, R_11_2f)->n[0], 0 + 4);
  assert_int_equal(k->events.v[k->events.n - 1].n[0], 0);
#undef AREA
#undef ISLE
  kit_close(k);
}

/* Everything that can happen in an escape, actions times dice, counted by hand. From a scenario's
 * start a second step is out of reach: when both sides have committed their purchases dozens of
 * dice are thrown at once. 1: done, escape a, escape b. 2: after an escape: cancel, add the other,
 * roll (a squad alone: 36 pairs; of these the pair 1 1 throws a third die: 41). done ends the step,
 * and the other side's, without dice, up to the hardening: a commit of either side, and the three
 * modifiers of the Soviets, who have won: 5. */
static void counted(void **unused) {
  (void)unused;
  struct kit *k = kit_lay(
      "\"map\":\"plain:30x52\",\"phase\":\"reph.1/"
      "11.605\",\"vars\":{\"winners\":0},\"terrain\":[" WOODS("T-AA15") "],\"units\":[" JOIN(
          AT("a", "german", "658", "T-AA15"), AT("b", "german", "658", "T-AA15")) "]",
      false);
  uint64_t n[3];
  kit_all(k, "german commit;soviet commit");
  perft_from(&k->play, 2, n);
  assert_int_equal(n[1], 3);
  assert_int_equal(n[2], 2 * (2 + 41) + 5);
  kit_close(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(balance),
                                     cmocka_unit_test(victory),
                                     cmocka_unit_test(margins),
                                     cmocka_unit_test(control_at_the_start),
                                     cmocka_unit_test(phases),
                                     cmocka_unit_test(set_up_distances),
                                     cmocka_unit_test(inspection_distances),
                                     cmocka_unit_test(standing),
                                     cmocka_unit_test(side_edges),
                                     cmocka_unit_test(no_perimeter),
                                     cmocka_unit_test(creating_armour_leaders),
                                     cmocka_unit_test(recombining),
                                     cmocka_unit_test(recombining_in_isolation),
                                     cmocka_unit_test(dummies_and_reserves),
                                     cmocka_unit_test(leaderless),
                                     cmocka_unit_test(wounds),
                                     cmocka_unit_test(always_away),
                                     cmocka_unit_test(drafted_edges),
                                     cmocka_unit_test(hills),
                                     cmocka_unit_test(counted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
