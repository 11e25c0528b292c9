/* test_probes.c - blunders a planner must not make: the positions of tests/probes, each in four
 * variants.
 *
 * A variant is made from the position's own words: every hex two columns and two rows on, mirrored
 * from left to right on a map of 21 columns, with other units, or with another seed. Where a map
 * has no such symmetry the file says in two more columns, shift and mirror, which words to exchange
 * instead. Budgets are small: what is plain needs no long thought. `check` tries two variants of
 * each, by turns the first or the second two; `soak probes` tries all four.
 */
#include "harness.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"

enum {
  VARIANTS = 4,
  SHIFTED = 0,
  MIRRORED,
  OTHER_UNITS,
  OTHER_SEED,
  COLUMNS = 21,
  TEXT = 8192,
  FIELDS = 9
};
static const char *const variant_name[VARIANTS] = {"shifted", "mirrored", "other units",
                                                   "other seed"};

struct probe {
  char *field[FIELDS]; /* name, why, side, position, do, want, swap; NULL or shift, mirror */
};

/* ---- variants of a text */
static void move_hexes(char *text, int variant) { /* words of just four digits are hexes */
  for (char *p = text; *p; p++) {
    bool word = p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '-' || p[-1] == '.');
    int n = 0;
    while (isdigit((unsigned char)p[n]))
      n++;
    if (word && n == 4 && !isalnum((unsigned char)p[4])) {
      int c = (p[0] - '0') * 10 + p[1] - '0', r = (p[2] - '0') * 10 + p[3] - '0';
      if (variant == SHIFTED)
        c += 2, r += 2;
      else
        c = COLUMNS + 1 - c;
      p[0] = (char)('0' + c / 10 % 10), p[1] = (char)('0' + c % 10),
      p[2] = (char)('0' + r / 10 % 10), p[3] = (char)('0' + r % 10);
    }
    if (n)
      p += n - 1;
  }
}
static void exchange(char *text, const char *swap) { /* "a=b;c=d" */
  char pairs[512], out[TEXT], *save = NULL;
  snprintf(pairs, sizeof pairs, "%s", swap);
  for (char *pair = strtok_r(pairs, ";", &save); pair; pair = strtok_r(NULL, ";", &save)) {
    char *to = strchr(pair, '=');
    if (!to)
      fail_msg("swap '%s' is not UNIT=UNIT", pair);
    *to++ = 0;
    size_t n = 0, len = strlen(pair);
    for (const char *p = text; *p && n < sizeof out - 64;) {
      bool here = !strncmp(p, pair, len) && !isalnum((unsigned char)p[len]) && p[len] != '-';
      if (here)
        n += (size_t)snprintf(out + n, sizeof out - n, "%s", to), p += len;
      else
        out[n++] = *p++;
    }
    out[n] = 0;
    snprintf(text, TEXT, "%s", out);
  }
}
static void vary(char out[TEXT], const struct probe *p, int field, int variant) {
  const char *words[VARIANTS] = {p->field[7], p->field[8], p->field[6], NULL};
  snprintf(out, TEXT, "%s", p->field[field]);
  if (words[variant])
    exchange(out, words[variant]);
  else if (variant == SHIFTED || variant == MIRRORED)
    move_hexes(out, variant);
}

/* ---- the bot at the table */
static const char *bot = "planner:4000n";

static int side_of(const char *name) {
  return strcmp(name, "german") ? SAL_SOVIET : SAL_GERMAN;
}

static void choose(struct table *t, const char *side, uint64_t seed, char out[160]) {
  struct bot_spec spec;
  struct sal_err err;
  struct sal_play view = game_view(engine_game(t->engine), side_of(side));
  static struct sal_list legal;
  struct bot_thought thought = {0};
  assert_true(bot_parse(bot, &spec, &err));
  void *memory = calloc(1, spec.kind->size(view.book));
  assert_non_null(memory);
  sal_legal(&view, side_of(side), &legal);
  spec.kind->start(memory, view.book, &spec, seed);
  spec.kind->think(memory, &view, side_of(side), &legal, NULL, &thought);
  sal_action_print(view.book, thought.action, out, 160);
  free(memory);
}

static bool among(const char *list, const char *word, size_t n) { /* a|b|c */
  for (const char *p = list; *p;) {
    size_t len = strcspn(p, "|");
    if (len == n && !strncmp(p, word, n))
      return true;
    p += len + (p[len] == '|');
  }
  return false;
}

static bool begins(const char *list, const char *action) { /* with one of a|b|c, whole words */
  for (const char *p = list; *p;) {
    size_t len = strcspn(p, "|");
    if (!strncmp(p, action, len) && (!action[len] || action[len] == ' '))
      return true;
    p += len + (p[len] == '|');
  }
  return false;
}

/* In a battle on the board every path waits for the other side, which lets it pass here. */
static bool let_pass(struct table *t, const char *side) {
  const char *enemy = strcmp(side, "german") ? "german" : "soviet";
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", enemy);
  if (strcmp(text_of(t->last, "prompt.node"), "field.react") || !is_offered(t, enemy, "pass"))
    return false;
  act(t, enemy, "pass");
  return true;
}

/* The asked side's decisions on this unit, to the end of its action. */
static void play_on(struct table *t, const char *side, uint64_t seed) {
  char action[160], node[64];
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  snprintf(node, sizeof node, "%s", text_of(t->last, "prompt.node"));
  for (int i = 0; i < 24; i++) {
    while (let_pass(t, side)) {
    }
    ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
    if (strcmp(text_of(t->last, "prompt.node"), node) ||
        !cJSON_GetArraySize(field(t->last, "actions")))
      return;
    choose(t, side, seed + (uint64_t)i, action);
    act(t, side, action);
  }
}

static bool stands_in(struct table *t, const char *unit, const char *hexes) {
  const cJSON *u;
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  cJSON_ArrayForEach(
      u, field(t->last, "view.units")) if (!strcmp(text_of(u, "id"),
                                                   unit)) return among(hexes, text_of(u, "at"),
                                                                       strlen(text_of(u, "at")));
  return false;
}
static bool held_by(struct table *t, const char *side, const char *hex) {
  const cJSON *row, *h;
  ask(t, "{\"cmd\":\"view\",\"side\":\"german\"}");
  cJSON_ArrayForEach(row, field(t->last, "view.control")) {
    if (strcmp(cJSON_GetArrayItem(row, 0)->valuestring, side))
      continue;
    cJSON_ArrayForEach(h, cJSON_GetArrayItem(row, 1)) if (!strcmp(h->valuestring, hex)) return true;
  }
  return false;
}

/* a variable of the side's own view */
static int left_of(struct table *t, const char *side, const char *name, char got[200]) {
  char path[64];
  ask(t, "{\"cmd\":\"view\",\"side\":\"%s\"}", side);
  snprintf(path, sizeof path, "view.vars.%s", name);
  const cJSON *v = field(t->last, path);
  int left = cJSON_IsNumber(v) ? v->valueint : atoi(v->valuestring);
  snprintf(got, 200, "%d %.40s left", left, name);
  return left;
}

static bool passes(const char *game, const struct probe *p, int variant, char got[200]) {
  char position[TEXT], before[TEXT], want[TEXT], action[160], *save = NULL;
  uint64_t seed = variant == OTHER_SEED ? 90210 : 1;
  vary(position, p, 3, variant);
  vary(before, p, 4, variant);
  vary(want, p, 5, variant);
  struct table *t = lay(game, position, NULL);
  for (char *a = strcmp(before, "-") ? strtok_r(before, ";", &save) : NULL; a;
       a = strtok_r(NULL, ";", &save)) {
    while (*a == ' ')
      a++;
    char *colon = strchr(a, ':');
    if (colon)
      *colon = 0;
    act(t, colon ? a : p->field[2], colon ? colon + 2 : a);
  }
  char *rest = strchr(want, ' '), *last = strrchr(want, ' ');
  if (!rest)
    fail_msg("%s: want '%s' has one word only", p->field[0], want);
  *rest++ = 0;
  bool ok;
  if (!strcmp(want, "act") || !strcmp(want, "does") || !strcmp(want, "never")) {
    choose(t, p->field[2], seed, action);
    snprintf(got, 200, "%s", action);
    ok = !strcmp(want, "act") ? among(rest, action, strcspn(action, " "))
                              : begins(rest, action) == !strcmp(want, "does");
  } else {
    play_on(t, p->field[2], seed);
    *last++ = 0;
    snprintf(got, 200, "%.20s %.60s", want, rest);
    if (!strcmp(want, "holds"))
      ok = held_by(t, rest, last);
    else if (!strcmp(want, "left"))
      ok = left_of(t, p->field[2], rest, got) <= atoi(last);
    else
      ok = stands_in(t, rest, last) == !strcmp(want, "at");
  }
  clear_away(t);
  return ok;
}

/* ---- a game's file */
/* returns how many it has */
static int try_file(const char *id, const char *path, int *tried, int *passed) {
  FILE *f = fopen(path, "rb");
  char line[TEXT], got[200];
  int row = 0;
  assert_non_null(f);
  while (fgets(line, sizeof line, f)) {
    struct probe p = {{NULL}};
    char *at = line;
    line[strcspn(line, "\n")] = 0;
    if (!*line || *line == '#' || !row++)
      continue; /* the first row names the columns */
    for (int i = 0; i < FIELDS; i++)
      p.field[i] = strsep(&at, "\t");
    if (!p.field[6] || (p.field[7] && !p.field[8]))
      fail_msg("%s: '%.40s' has neither seven columns nor nine", path, line);
    int good = 0;
    int step = getenv("SALIENT_SOAK") ? 1 : 2;
    for (int v = row % step; v < VARIANTS; v += step) {
      bool ok = passes(id, &p, v, got);
      good += ok;
      if (!ok)
        print_message("%s %s, %s: %s (%s)\n", id, p.field[0], variant_name[v], p.field[1], got);
    }
    *tried += VARIANTS / step;
    *passed += good;
    if (!good)
      fail_msg("%s %s fails in all its variants: %s", id, p.field[0], p.field[1]);
  }
  fclose(f);
  return row - 1;
}

/* the last two: NULL, or what a lesson cannot show */
static void probes(const char *id, const char *path, const char *other, const char *front) {
  int tried = 0, passed = 0;
  const char *only = getenv("SALIENT_GAME");
  if (only && strncmp(id, only, strlen(only)))
    skip();
  int rows = try_file(id, path, &tried, &passed);
  if (rows < 25)
    fail_msg("%s has %d probes, not 25", path, rows);
  if (other)
    try_file(other, front, &tried, &passed);
  print_message("%d of %d variants pass\n", passed, tried);
  assert_true(passed * 100 >= tried * 95);
}
static void probes_sspanzer(void **s) {
  (void)s, probes("sspanzer/lesson", SOURCE_DIR "/tests/probes/sspanzer.tsv", NULL, NULL);
}
/* Every try is played by the script, so some things it must know without a thought. */
static void script_sspanzer(void **s) {
  const char *usual = bot;
  const char *only = getenv("SALIENT_GAME");
  int tried = 0;
  int passed = 0;

  (void)s;
  if (only && strcmp(only, "sspanzer"))
    skip();
  bot = "planner:1n";
  try_file("sspanzer/lesson", SOURCE_DIR "/tests/probes/sspanzer-script.tsv", &tried, &passed);
  bot = usual;
  assert_int_equal(passed, tried);
}
/* 12.1c: the type of aircraft that hurts what stands there, whatever stands there. */
static void planes(const char *unit, const char *want) {
  char position[TEXT];
  char action[160];
  const char *usual = bot;

  snprintf(position, sizeof position,
           "\"map\":\"plain:21x20\",\"phase\":\"action\",\"turn\":2,\"vars\":{\"played\":\"LAH\","
           "\"artillery\":0},\"units\":[{\"unit\":\"de.lah.pg1-13\",\"hex\":\"0303\"},"
           "{\"unit\":\"%s\",\"hex\":\"1010\"}]",
           unit);
  struct table *t = lay("sspanzer/lesson", position, "=AIR 5 6");
  bot = "planner:1n";
  choose(t, "german", 1, action);
  bot = usual;
  assert_string_equal(action, want);
  clear_away(t);
}
static void script_planes(void **s) {
  const char *only = getenv("SALIENT_GAME");

  (void)s;
  if (only && strcmp(only, "sspanzer"))
    skip();
  planes("ru.29tc.t4r-25", "mission hs129");
  planes("ru.29tc.mr-25", "mission fw190");
}
static void probes_alea(void **s) {
  (void)s, probes("alea/lesson", SOURCE_DIR "/tests/probes/alea.tsv", NULL, NULL);
}
static void probes_wb95(void **s) {
  (void)s, probes("wb95/lesson", SOURCE_DIR "/tests/probes/wb95.tsv", "wb95/kursk",
                  SOURCE_DIR "/tests/probes/wb95-front.tsv");
}
static void probes_stalnie(void **s) {
  (void)s, probes("stalnie/campaign", SOURCE_DIR "/tests/probes/stalnie.tsv", "stalnie/skirmish",
                  SOURCE_DIR "/tests/probes/skirmish.tsv");
}
static void probes_nullgame(void **s) {
  (void)s, probes("nullgame/lesson", SOURCE_DIR "/tests/probes/nullgame.tsv", NULL, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(probes_sspanzer), cmocka_unit_test(script_sspanzer),
      cmocka_unit_test(script_planes),   cmocka_unit_test(probes_alea),
      cmocka_unit_test(probes_wb95),     cmocka_unit_test(probes_stalnie),
      cmocka_unit_test(probes_nullgame)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
