/* field_show.c - documents of a battle: the view, overlays, records, how actions are offered. */
#include "field.h"

#include <string.h>

/* ---- the view --------------------------------------------------------------------------- */

/* A state or mark of a unit, and the badge that shows it. */
struct shown_mark {
  uint32_t is, did;
  const char *id;
};
static const struct shown_mark unit_marks[] = {
    {IS_BROKEN, 0, "broken"},        {IS_PINNED, 0, "pinned"},
    {IS_SHAKEN, 0, "shaken"},        {IS_MELEE, 0, "melee"},
    {IS_CONCEALED, 0, "concealed"},  {IS_HIDDEN, 0, "hip"},
    {IS_WOUNDED, 0, "wounded"},      {IS_STUNNED, 0, "stunned"},
    {IS_IMMOBILE, 0, "immobilized"}, {IS_BOGGED, 0, "bogged"},
    {IS_RECALLED, 0, "recall"},      {IS_BROKEN_DOWN, 0, "malfunctioned"},
    {IS_TIRED, 0, "tired"},          {IS_ENCIRCLED, 0, "encircled"},
    {IS_FANATIC, 0, "fanatic"},      {IS_HEROIC, 0, "heroic"},
    {0, DID_ACT, "acted"},           {0, DID_MOVE, "moved"},
    {0, DID_FIRE, "fired"},          {IS_SHORT, 0, "shortage"},
    {IS_GREEN, 0, "inexperienced"},  {IS_RED_MP, 0, "redmp"},
    {IS_DUG_IN, 0, "dugin"},         {IS_RESERVE, 0, "reserve"},
};
enum { UNIT_MARKS = sizeof unit_marks / sizeof unit_marks[0] };

/* The badge of that name; -1: there is none. */
static int mark_named(const struct sal_play *p, const char *id) {
  for (int i = 0; i < p->book->rules->nmarks; i++)
    if (sal_eq(p->book->rules->marks[i].id, id))
      return i;
  return -1;
}

/* A badge of a unit; the first eight are shown. */
static void add_mark(const struct sal_play *p, struct sal_shown_unit *v, const char *id,
                     int level) {
  int mark = mark_named(p, id);
  if (v->nmarks == 8 || mark < 0)
    return;
  v->mark[v->nmarks] = (uint8_t)mark;
  v->level[v->nmarks++] = (int16_t)level;
}

/* A unit with its states as badges. Dead ones lie in their side's box. */
static void show_unit(const struct sal_play *p, int u, struct sal_show *out) {
  const struct trooper *t = unit_at(p, u);
  const struct kind *k = kind_of(p, u);
  bool dead = t->where == F_DEAD || t->where == F_LEFT;
  bool squad = k->cls == SQUAD;

  /* What looks the same from all sides shows no facing. */
  bool turning_gun = k->cls == GUN && k->flags & K_ARC;
  bool faces = k->cls == VEHICLE || turning_gun;
  struct sal_shown_unit v = {.unit = (sal_unit)u,
                             .hex = hex_at(t->at),
                             .box = (uint8_t)(side_of(p, u) + (dead ? 2 : 0)),
                             .steps = (int16_t)(squad ? 2 : 1),
                             .facing = (int16_t)(faces && t->at ? t->face : -1),
                             .mp = -1,
                             .count = -1};

  if (level_at(t->at) == UPPER)
    add_mark(p, &v, "upper", -1);
  if (level_at(t->at) == BUNKER)
    add_mark(p, &v, "pillbox", -1);
  for (int i = 0; i < UNIT_MARKS; i++) {
    bool has = t->is & unit_marks[i].is || t->did & unit_marks[i].did;
    if (has)
      add_mark(p, &v, unit_marks[i].id, -1);
  }

  sal_show_unit(out, &v);
}

/* One entry for each "?" of a side. */
static void show_veils(const struct sal_play *p, int side, struct sal_show *out) {
  const struct sal_board *m = &p->book->board;
  for (int i = 0; i < m->nhexes; i++)
    for (int level = 0; level < LEVELS; level++) {
      if (!sf_veiled(p, side, location_at(m->order[i], level)))
        continue;

      /* No number, type, facing or state (F15.2). */
      struct sal_shown_unit v = {.unit = SAL_NOUNIT,
                                 .side = (uint8_t)side,
                                 .hex = m->order[i],
                                 .steps = -1,
                                 .facing = -1,
                                 .mp = -1,
                                 .count = -1};
      sal_show_unit(out, &v);
    }
}

/* F16.1: the works that the view knows; F17.5: where artillery is aimed. */
static void show_works(const struct sal_play *p, struct sal_show *out) {
  static const char *const name[WORKS] = {NULL,    "foxhole",   "trench",    "ditch", "pillbox",
                                          "wire",  "roadblock", "fortified", "mines", "mines",
                                          "dummy", "dummy",     "dummy"};
  for (int i = 0; i < MAX_WORKS; i++) {
    const struct work *w = &F(p)->work[i];
    if (w->kind)
      sal_show_mark(out, w->hex, name[w->kind], w->side);
  }

  for (int i = 0; i < MAX_MODULES; i++) {
    sal_hex area[MOST_AREA];
    const struct module *m = &F(p)->module[i];
    bool aimed = m->there && m->aim;
    int n = aimed ? sf_area(p, m, area) : 0;
    for (int k = 0; k < n; k++)
      sal_show_mark(out, area[k], "aimed", m->side);
  }
}

/* Fires, wrecks, smoke, residual fire and objectives. */
static void show_hexes(const struct sal_play *p, struct sal_show *out) {
  static const struct {
    uint8_t holds;
    const char *mark;
  } kinds[] = {{HEX_BLAZE, "blaze"},
               {HEX_BURNING, "burning"},
               {HEX_WRECK, "wreck"},
               {HEX_SMOKE | HEX_SMOKE_LONG, "smoke"},
               {HEX_RUBBLE, "rubble"}};
  const struct sal_board *m = &p->book->board;

  for (int i = 0; i < m->nhexes; i++) {
    const struct patch *patch = patch_at(p, m->order[i]);
    for (int k = 0; k < 5; k++)
      if (patch->holds & kinds[k].holds)
        sal_show_mark(out, m->order[i], kinds[k].mark, SAL_NOSIDE);
    for (int side = 0; side < 2; side++)
      if (patch->cloak >> side & 1)
        sal_show_mark(out, m->order[i], "cloak", side);
    bool residual = patch->residual[GROUND] || patch->residual[UPPER];
    if (residual)
      sal_show_mark(out, m->order[i], "residual", SAL_NOSIDE);
    if (sf_objective(p, m->order[i]))
      sal_show_mark(out, m->order[i], "objective", patch->control & OWNER ? GER : RUS);
  }
}

/* Who holds each building, by side. Men come and go between buildings, so a front through the
 * fields would be a scribble; the layer of control has every hex. */
static void show_control(const struct sal_play *p, struct sal_show *out) {
  const struct sal_board *m = &p->book->board;
  uint8_t held[SAL_MAX_CELLS];

  for (int side = 0; side < 2; side++) {
    memset(held, 0, sizeof held);
    for (int i = 0; i < m->nhexes; i++) {
      bool building = FB(p)->ground[m->order[i]].is & H_BUILDING;
      bool german = patch_at(p, m->order[i])->control & OWNER;
      held[m->order[i]] = building && german == (side == GER);
    }
    sal_show_control(out, side, held);
  }
}

/* The boxes of both sides: first the units that wait, then those that are lost or have left. */
static void show_boxes(const struct sal_play *p, struct sal_show *out) {
  for (int box = 0; box < 4; box++) {
    int n = 0;
    for (int u = 0; u < count_of(p); u++) {
      const struct trooper *t = unit_at(p, u);
      bool lost = t->where == F_DEAD || t->where == F_LEFT;
      bool inside = box < 2 ? t->where == F_WAITING : lost;
      n += side_of(p, u) == box % 2 && inside;
    }
    sal_show_box(out, box, n);
  }
}

/* The view document of a battle, section by section. */
void sf_show(const struct sal_play *p, int viewer, struct sal_show *out) {
  sal_show_var(out, "battle_turn", F(p)->turn);
  sal_show_var_text(out, "weather", sp_weather_word[F(p)->weather]);
  sal_show_var_text(out, "ec", sp_ec_word[F(p)->ec]);
  sal_show_var(out, "german_elr", F(p)->elr[GER]);
  sal_show_var(out, "soviet_elr", F(p)->elr[RUS]);
  sal_show_var(out, "german_losses", F(p)->cvp[GER]);
  sal_show_var(out, "soviet_losses", F(p)->cvp[RUS]);
  for (int side = 0; side < 2; side++)
    sal_show_score(out, side, (struct sal_frac){sf_objectives_held(p, side), 1});

  for (int u = 0; u < count_of(p); u++) {
    const struct trooper *t = unit_at(p, u);
    bool mine = viewer == SAL_ALL || side_of(p, u) == viewer;
    /* In a view an unseen enemy is on the map, and nowhere. */
    bool blank = !mine && t->where == F_MAP && !t->at;
    bool takes_part = t->where != F_NONE && t->where != F_ABSENT;
    if (takes_part && !blank)
      show_unit(p, u, out);
  }

  /* A side's own "?" are shown as the units under them. */
  for (int side = 0; side < 2; side++)
    if (viewer != side && viewer != SAL_ALL)
      show_veils(p, side, out);

  show_hexes(p, out);
  show_works(p, out);
  show_control(p, out);
  show_boxes(p, out);
}

/* The skirmish is one morning. */
void sf_date(const struct sal_head *h, struct sal_text *t) {
  (void)h;
  sal_put(t, "11 July 1943, morning");
}

/* ---- offers ----------------------------------------------------------------------------- */

/* F22.3: leaving from a hex that is not the side's own costs the units. */
static void warn_of_exit(const struct sal_play *p, int side, struct sal_offer *o) {
  sal_unit who[32];
  sf_members(p, who);
  if (sf_friendly_edge(p, side, hex_at(unit_at(p, who[0])->at)))
    return;
  /* In 11PM the Germans may leave by the north edge (CG13c). */
  if (sf_may_go_north(p, who[0]))
    return;

  o->rule = R_F22_3;
  sal_format(o->confirm, sizeof o->confirm, "From this hex they count as lost. Leave the map?");
}

/* Which operand of a verb is the level of its Location (F26.5); 0: none. */
static int level_operand(int verb) {
  switch (verb) {
  case V_FIRE:
  case V_VIA:
  case V_GO:
  case V_BLOW: return 1;
  case V_MG:
  case V_SHELL:
  case V_FLAME:
  case V_VOLLEY:
  case V_SINGLE:
  case V_ADVANCE:
  case V_THROW: return 2;
  default: return 0;
  }
}

/* F0.3: the storey, where it is not the ground. */
static void say_level(struct sal_action a, struct sal_offer *o) {
  static const char *const words[LEVELS] = {"", ", upper storey", ", pillbox"};
  int operand = level_operand(a.verb);
  bool says_level = operand && number_of(a, operand) && number_of(a, operand) < LEVELS;

  if (!says_level)
    return;

  size_t n = strlen(o->label);
  sal_format(o->label + n, sizeof o->label - n, "%s", words[number_of(a, operand)]);
}

/* Section 29: these roll at once, so the card comes first. */
static bool has_odds(int verb) {
  static const uint16_t shots[] = {V_FIRE,  V_MG,     V_SHOOT,  V_SHELL, V_SCREEN,
                                   V_FLAME, V_VOLLEY, V_SINGLE, V_THROW};
  for (size_t i = 0; i < sizeof shots / sizeof shots[0]; i++)
    if (verb == shots[i])
      return true;
  return false;
}

/* F4.1, F26.2, F15.12: a switch says what pressing it does now. */
static void say_switch(const struct sal_play *p, struct sal_action a, struct sal_offer *o) {
  if (a.verb != V_WITH && a.verb != V_HOLD && a.verb != V_HIDE)
    return;

  const char *name = p->book->counter[unit_of(a)].label;
  uint32_t did = unit_at(p, unit_of(a))->did;
  bool in = did & IN_GROUP;
  bool held = did & HELD_BACK;

  if (a.verb == V_HIDE)
    sal_format(o->label, sizeof o->label, held ? "%s begins concealed" : "%s begins hidden", name);
  else if (a.verb == V_WITH)
    sal_format(o->label, sizeof o->label, in ? "Leave %s out" : "Take %s along", name);
  else
    sal_format(o->label, sizeof o->label, held ? "%s fires too" : "%s holds its fire", name);
}

/* F1.4: each phase of a battle ends with words of its own. */
static void say_end(struct sal_action a, int node, struct sal_offer *o) {
  if (a.verb == V_END && node == N_F_ACT)
    sal_format(o->label, sizeof o->label, "End the actions");
  if (a.verb == V_END && node == N_F_LATE)
    sal_format(o->label, sizeof o->label, "End late fire");
  if (a.verb == V_END && node == N_F_ASSAULT)
    sal_format(o->label, sizeof o->label, "End the assault");
  if (a.verb == V_DONE && node == N_F_PLACE)
    sal_format(o->label, sizeof o->label, "Begin the battle");
}

enum { MANY_IDLE = 3 };

/* The rule that stands behind an action, where the node's own would mislead; 0: no other. */
static int rule_of_offer(int verb, int node) {
  bool setting_up = node == N_F_PLACE;
  switch (verb) {
  case V_PICK:
    if (setting_up)
      return R_F31_1;
    return node == N_F_LATE ? R_F9_11 : R_F1_4;
  case V_PUT:
  case V_DONE: return setting_up ? R_F31_1 : R_F1_4;
  case V_PASS: return node == N_F_SUPPORT ? R_F17_1 : R_F9_5;
  case V_CANCEL: return node == N_F_AIM ? R_F17_4 : R_F1_4;
  case V_HIDE: return R_F15_12;
  case V_HAND_TO: return setting_up ? R_F25_4 : R_F10_2;
  default: return 0;
  }
}

/* Which rule an offered action shows, and when it asks once more. */
void sf_offer(const struct sal_play *p, int side, struct sal_action a, struct sal_offer *o) {
  if (p->state->over)
    return;

  int node = sal_top(p)->node;
  int idle = 0;

  o->odds = has_odds(a.verb);
  say_level(a, o);
  say_switch(p, a, o);
  say_end(a, node, o);

  /* Ending early is confirmed when many could still act. */
  if (a.verb == V_END && node == N_F_ACT) {
    for (int u = 0; u < count_of(p); u++)
      idle += side_of(p, u) == side && sf_may_activate(p, u);
    if (idle > MANY_IDLE)
      sal_format(o->confirm, sizeof o->confirm, "%d units have not acted. End the actions?", idle);
  }

  int rule = rule_of_offer(a.verb, node);
  if (rule)
    o->rule = (uint16_t)rule;
  if (a.verb == V_CONCEDE)
    sal_format(o->confirm, sizeof o->confirm, "Concede the battle? The other side wins.");
  if (a.verb == V_LEAVE)
    warn_of_exit(p, side, o);
}

/* ---- overlays --------------------------------------------------------------------------- */

enum { O_ZOC, O_CONTROL, O_PERIMETER, O_EDGES, O_ENTRY, O_LOS };

/* Who holds which hex. */
static void control_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *m = &p->book->board;
  sal_overlay_title(o, "Control");
  sal_overlay_key(o, "o", "own", "own");
  sal_overlay_key(o, "e", "enemy", "the enemy's");

  for (int i = 0; i < m->nhexes; i++) {
    bool german = patch_at(p, m->order[i])->control & OWNER;
    sal_overlay_hex(o, m->order[i], german == (side == GER) ? "o" : "e", NULL);
  }
}

/* Hexes that known enemies and "?" see, with how hard they could hit there (F29, Move). */
static void threat_overlay(const struct sal_play *p, int side, struct sal_overlay *o) {
  const struct sal_board *m = &p->book->board;
  sal_overlay_title(o, "Hexes that the enemy sees");
  sal_overlay_key(o, "e", "enemy", "seen by a known enemy or a concealed stack");

  for (int i = 0; i < m->nhexes; i++)
    if (sf_watched(p, side, location_at(m->order[i], GROUND), MAX_RANGE))
      sal_overlay_hex(o, m->order[i], "e", NULL);
}

/* F6.7: the line, each hindrance, and what blocks it. */
static bool los_overlay(const struct sal_play *p, const struct sal_query *q,
                        struct sal_refusal *why) {
  const struct sal_board *m = &p->book->board;
  struct sightline line;
  sal_hex from = q->arg[0];
  sal_hex to = q->arg[1];

  if (sal_distance(m, from, to) > MAX_RANGE)
    return sal_refuse(why, R_F6_1, "{h0} and {h1} are more than 40 hexes apart.", from, to);

  sf_sightline(p, location_at(from, GROUND), location_at(to, GROUND), &line);

  bool open = line.hind >= 0;
  sal_overlay_title(q->out, "Line of sight from %s to %s", m->name[from], m->name[to]);
  sal_overlay_key(q->out, "a", open ? "good" : "bad", open ? "open" : "blocked");
  if (line.n)
    sal_overlay_key(q->out, "h", "warn", "hindrance");

  for (int i = 0; i < line.n; i++) {
    char text[8];
    sal_format(text, sizeof text, "+%d", line.on[i].hind);
    sal_overlay_hex(q->out, line.on[i].hex, "h", text);
  }

  if (open)
    sal_overlay_line(q->out, from, to, "a", SAL_NOHEX, R_F6_1, "open, %d {hex/hexes}, hindrance %d",
                     sal_distance(m, from, to), line.hind);
  else
    sal_overlay_line(q->out, from, to, "a", line.cut, line.rule, "blocked in %s",
                     m->name[line.cut]);

  return true;
}

/* ---- reach ------------------------------------------------------------------------------ */

/* Where the acting group can go; only the group that acts has a reach. */
static bool reach_of(const struct sal_play *p, int side, struct sal_query *q,
                     struct sal_refusal *why) {
  int u = q->unit;
  if (p->state->over || sal_top(p)->node != N_F_UNIT)
    return sal_refuse(why, R_F4_7, "Choose who acts first.", 0, 0);

  const struct activation *act = activation_of(p);
  bool acts = side_of(p, u) == side && unit_at(p, u)->did & IN_GROUP;

  /* In Late Fire nobody goes anywhere. */
  if (!acts || act->is & ACT_LATE)
    return sal_refuse(why, R_F4_7, "{u0} is not acting.", u, 0);

  struct sal_refusal no;
  struct reach *r = sf_reach(p, side);
  struct sal_reach *out = q->reach;

  out->unit = (sal_unit)u;
  out->nbegin = out->nend = 0;
  out->n = 0;

  sal_hex start = hex_at(F(p)->npath ? F(p)->path[F(p)->npath - 1] : unit_at(p, u)->at);
  int left = sf_mp_left(p);
  int goals = r->n;
  location goal[2048];
  uint16_t cost[2048];

  /* The questions below use the scratch in which the flood lies: it is copied first. */
  goals = goals > 2048 ? 2048 : goals;
  memcpy(goal, r->goal, (size_t)goals * sizeof goal[0]);
  for (int i = 0; i < goals; i++)
    cost[i] = (uint16_t)sf_reach_cost(r, goal[i]);

  /* The first entry is where the group stands. */
  out->hex[out->n++] = (struct sal_reach_hex){
      .hex = start, .left = (uint16_t)left, .act = {0xffff, {0}}, .stop = true, .rule = R_F4_2};

  for (int i = 0; i < goals; i++) {
    struct sal_action go = sal_act(V_GO, hex_at(goal[i]), level_at(goal[i]), 0);
    /* A hex is shown once, by its ground level. */
    if (level_at(goal[i]) != GROUND || !sal_check(p, side, go, &no))
      continue;

    struct sal_reach_hex *h = &out->hex[out->n++];
    *h = (struct sal_reach_hex){.hex = hex_at(goal[i]),
                                .from = start,
                                .cost = cost[i],
                                .left = (uint16_t)(left > cost[i] ? left - cost[i] : 0),
                                .act = go,
                                .stop = true,
                                .rule = R_F4_7};
    if (sf_watched(p, side, goal[i], MAX_RANGE))
      sal_format(h->risk, sizeof h->risk, "in sight of the enemy");
  }

  return true;
}

/* ---- records ---------------------------------------------------------------------------- */

/* F31.1, F23.1: objectives and casualties. */
static void records(const struct sal_play *p, struct sal_json *j) {
  struct sal_card c;
  sal_card_start(&c, SAL_CARD_LEDGER, R_F31_1, "Objectives held by the Germans");
  sal_card_add(&c, GER, sf_objectives_held(p, GER), 1, R_F31_1, SAL_NOUNIT, "of %d, %d wanted",
               FB(p)->nobjectives, sf_wanted(p));
  sal_record_open(j, "objectives", "Objectives");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
  sal_card_start(&c, SAL_CARD_LEDGER, R_F23_1, "Casualties, German less Soviet");
  sal_card_add(&c, GER, F(p)->cvp[GER], 1, R_F23_1, SAL_NOUNIT, "German CVP");
  sal_card_add(&c, RUS, -(int)F(p)->cvp[RUS], 1, R_F23_1, SAL_NOUNIT, "Soviet CVP");
  sal_record_open(j, "losses", "Losses");
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

/* Questions a side may ask of its own view. */
bool sf_query(const struct sal_play *p, int side, struct sal_query *q, struct sal_refusal *why) {
  int whose = side == SAL_SOVIET ? RUS : GER;
  if (q->kind == SAL_Q_REACH)
    return reach_of(p, side, q, why);

  if (q->kind == SAL_Q_RECORDS) {
    records(p, q->records);
    return true;
  }

  if (q->overlay == O_LOS)
    return los_overlay(p, q, why);

  if (q->overlay == O_CONTROL)
    control_overlay(p, whose, q->out);
  else if (q->overlay == O_ZOC)
    threat_overlay(p, whose, q->out);
  else
    sal_overlay_title(q->out, "The skirmish has no such thing");

  return true;
}

/* ---- the result ------------------------------------------------------------------------- */

/* F31.1: the side with the objectives wins. */
bool sf_score(const struct sal_play *p, struct sal_result *r) {
  if (!p->state->over)
    return false;

  int side = F(p)->winner - 1;
  int held = sf_objectives_held(p, GER);

  *r = (struct sal_result){.winner = (uint8_t)side,
                           .level = side == GER ? "German victory" : "Soviet victory",
                           .margin = {2 * (held - sf_wanted(p)) + 1, 2},
                           .rule = R_F31_1,
                           .score = {{held, 1}, {FB(p)->nobjectives - held, 1}}};
  sal_format(r->text, sizeof r->text, "%s: the Germans hold %d of %d objectives.", r->level, held,
             FB(p)->nobjectives);

  return true;
}
