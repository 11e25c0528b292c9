/* harness.c - see harness.h. Failures are cmocka's, with the test's own file and line. */
#include "harness.h"
#include "bots/bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FAIL(...) (print_error(__VA_ARGS__), print_error("\n"), _fail(file, line))

static void cover(struct table *t, const char *rule) {
  const char *dir = getenv("SALIENT_COVERAGE");
  char path[512];
  size_t game = strcspn(t->game, "/");
  if (!dir)
    return;
  snprintf(path, sizeof path, "%s/%.*s.txt", dir, (int)game, t->game);
  FILE *f = fopen(path, "a");
  if (!f)
    return;
  fprintf(f, "%s\n", rule);
  fclose(f);
}
void cites_at(struct table *t, const char *path, const char *rule, const char *file, int line) {
  if (strcmp(text_of(t->last, path), rule))
    FAIL("%s is '%s', not rule %s", path, text_of(t->last, path), rule);
  cover(t, rule);
}

/* ---- talking ---------------------------------------------------------------------------- */

static const cJSON *say(struct table *t, const char *text) {
  size_t n;
  const char *answer = engine_line(t->engine, text, strlen(text), &n);
  cJSON_Delete(t->last);
  t->last = cJSON_ParseWithLength(answer, n);
  if (!t->last) {
    print_error("not JSON: %.*s\n", (int)(n < 400 ? n : 400), answer);
    abort();
  }
  return t->last;
}

const cJSON *ask(struct table *t, const char *fmt, ...) {
  char *text;
  va_list ap;
  va_start(ap, fmt);
  if (vasprintf(&text, fmt, ap) < 0)
    abort();
  va_end(ap);
  const cJSON *a = say(t, text);
  free(text);
  return a;
}

const cJSON *field(const cJSON *j, const char *path) {
  char key[64];
  while (j && *path) {
    if (*path == '.')
      path++;
    if (*path == '[') {
      j = cJSON_GetArrayItem(j, atoi(path + 1));
      path = strchr(path, ']') + 1;
      continue;
    }
    size_t n = strcspn(path, ".[");
    snprintf(key, sizeof key, "%.*s", (int)n, path);
    j = cJSON_GetObjectItemCaseSensitive(j, key);
    path += n;
  }
  return j;
}
const char *text_of(const cJSON *j, const char *path) {
  const cJSON *f = field(j, path);
  return cJSON_IsString(f) ? f->valuestring : "";
}
int int_of(const cJSON *j, const char *path) {
  const cJSON *f = field(j, path);
  return cJSON_IsNumber(f) ? f->valueint : -1;
}
const char *points_of(const cJSON *j, char buf[32]) {
  if (cJSON_IsNumber(j))
    snprintf(buf, 32, "%d", j->valueint);
  else
    snprintf(buf, 32, "%s", cJSON_IsString(j) ? j->valuestring : "");
  return buf;
}

/* ---- laying out ------------------------------------------------------------------------- */

static void put_dice(char *out, size_t cap, const char *dice) {
  size_t n = 0;
  char copy[4096], *save = NULL;
  snprintf(copy, sizeof copy, "%s", dice);
  n += (size_t)snprintf(out + n, cap - n, "[");
  for (char *w = strtok_r(copy, " ", &save), *first = w; w; w = strtok_r(NULL, " ", &save))
    n += (size_t)snprintf(out + n, cap - n, "%s\"%s\"", w == first ? "" : ",", w);
  snprintf(out + n, cap - n, "]");
}

struct table *lay_with(const char *game, const char *options, const char *position,
                       const char *dice, const char *data_dir, const char *file, int line) {
  struct table *t = calloc(1, sizeof *t);
  struct fault f;
  char tokens[8192] = "[]", id[64], scenario[64] = "lesson", chosen[512] = "";
  if (!t)
    abort();
  t->game = game;
  t->laid_in = file;
  t->laid_at = line;
  t->library = library_open(data_dir, &f);
  if (!t->library)
    FAIL("the data cannot be opened: %s %s", f.at, f.text);
  t->engine = engine_new(t->library, &bot_thinker);
  if (dice)
    put_dice(tokens, sizeof tokens, dice);
  if (options) /* none: those of the position, if it has any */
    snprintf(chosen, sizeof chosen, ",\"options\":{%s}", options);
  snprintf(id, sizeof id, "%.*s", (int)strcspn(game, "/"), game);
  if (strchr(game, '/'))
    snprintf(scenario, sizeof scenario, "%s", strchr(game, '/') + 1);
  ask(t,
      "{\"cmd\":\"new\",\"game\":\"%s\",\"scenario\":\"%s\",\"seed\":1,\"dice\":%s,\"strict_dice\":"
      "%s%s%s%s%s}",
      id, scenario, tokens, dice ? "true" : "false", chosen, position ? ",\"position\":{" : "",
      position ? position : "", position ? "}" : "");
  if (!cJSON_IsTrue(field(t->last, "ok")))
    FAIL("the position is refused: %s %s %s", text_of(t->last, "error.code"),
         text_of(t->last, "error.at"), text_of(t->last, "error.text"));
  return t;
}
struct table *lay_at(const char *game, const char *position, const char *dice, const char *file,
                     int line) {
  return lay_with(game, NULL, position, dice, NULL, file, line);
}
void by_edition(struct table *t, int edition) {
  struct sal_book *own = (struct sal_book *)(uintptr_t)game_book(engine_game(t->engine));
  assert_non_null(own->position);
  own->edition = (uint16_t)edition;
}
void leave_dice(struct table *t) {
  t->dice_remain = true;
}
void clear_away_at(struct table *t, const char *file, int line) {
  const struct game *g = engine_game(t->engine);
  uint32_t left = g ? game_dice_left(g) : 0;
  if (left && !t->dice_remain)
    FAIL("%u of the dice scripted in %s:%d were never rolled", left, t->laid_in, t->laid_at);
  if (!left && t->dice_remain)
    FAIL("no scripted dice are left, although the test says so");
  cJSON_Delete(t->last);
  engine_free(t->engine);
  library_close(t->library);
  free(t);
}

/* ---- acting ----------------------------------------------------------------------------- */

void act_at(struct table *t, const char *side, const char *action, const char *file, int line) {
  ask(t, "{\"cmd\":\"do\",\"side\":\"%s\",\"action\":\"%s\"}", side, action);
  if (!cJSON_IsTrue(field(t->last, "ok")))
    FAIL("'%s %s' is refused: %s %s %s", side, action, text_of(t->last, "error.code"),
         text_of(t->last, "error.rule"), text_of(t->last, "error.text"));
}
/* up to the next ';', without the blanks around it */
static char *next_part(char *text, char **save) {
  char *a = strtok_r(text, ";", save);
  if (!a)
    return NULL;
  while (*a == ' ')
    a++;
  size_t n = strlen(a);
  while (n && a[n - 1] == ' ')
    a[--n] = 0;
  return a;
}
void acts_at(struct table *t, const char *side, const char *actions, const char *file, int line) {
  char copy[2048], *save = NULL;
  snprintf(copy, sizeof copy, "%s", actions);
  for (char *a = next_part(copy, &save); a; a = next_part(NULL, &save))
    act_at(t, side, a, file, line);
}
void script_at(struct table *t, const char *lines, const char *file, int line) {
  char copy[2048], *save = NULL;
  snprintf(copy, sizeof copy, "%s", lines);
  for (char *a = next_part(copy, &save); a; a = next_part(NULL, &save)) {
    char *colon = strstr(a, ": ");
    if (!colon)
      FAIL("'%s' does not say whose it is", a);
    *colon = 0;
    act_at(t, a, colon + 2, file, line);
  }
}

void refused_at(struct table *t, const char *side, const char *action, const char *rule,
                const char *file, int line) {
  char before[40];
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  char *view = cJSON_PrintUnformatted(t->last);
  ask(t, "{\"cmd\":\"do\",\"side\":\"%s\",\"action\":\"%s\"}", side, action);
  snprintf(before, sizeof before, "%s", text_of(t->last, "error.code"));
  if (strcmp(before, "refused"))
    FAIL("'%s %s' is not refused by a rule (%s: %s)", side, action, before,
         text_of(t->last, "error.text"));
  if (strcmp(text_of(t->last, "error.rule"), rule))
    FAIL("'%s %s' is refused by %s, not %s: %s", side, action, text_of(t->last, "error.rule"), rule,
         text_of(t->last, "error.text"));
  if (!strcmp(text_of(t->last, "error.text"), "That is not among the choices now."))
    FAIL("'%s %s' is refused without saying why", side, action);
  if (strlen(text_of(t->last, "error.text")) < 8 || strpbrk(text_of(t->last, "error.text"), "{}"))
    FAIL("the refusal has no sentence: '%s'", text_of(t->last, "error.text"));
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  char *after = cJSON_PrintUnformatted(t->last);
  if (strcmp(view, after))
    FAIL("a refused action changed the game");
  free(view);
  free(after);
  cover(t, rule);
}

void happened_at(struct table *t, const char *rule, const char *kind, const char *file, int line) {
  const cJSON *e;
  char all[4096] = "";
  cJSON_ArrayForEach(e, field(t->last, "events")) {
    if (!strcmp(text_of(e, "rule"), rule) && !strcmp(text_of(e, "kind"), kind)) {
      if (strpbrk(text_of(e, "text"), "{}"))
        FAIL("an event's words are broken: %s", text_of(e, "text"));
      cover(t, rule);
      return;
    }
    size_t n = strlen(all);
    snprintf(all + n, sizeof all - n, "\n  %s %s: %s", text_of(e, "rule"), text_of(e, "kind"),
             text_of(e, "text"));
  }
  FAIL("no event '%s' of rule %s; there were:%s", kind, rule, all);
}
void never_at(struct table *t, const char *kind, const char *file, int line) {
  const cJSON *e;
  cJSON_ArrayForEach(e, field(t->last, "events")) if (!strcmp(text_of(e, "kind"), kind))
      FAIL("an event '%s' happened: %s", kind, text_of(e, "text"));
}
void rolled_at(struct table *t, const char *rule, const char *token, const char *file, int line) {
  const cJSON *d;
  char buf[32];
  cJSON_ArrayForEach(d, field(t->last, "dice")) {
    if (!strcmp(text_of(d, "rule"), rule) && !strcmp(points_of(field(d, "v"), buf), token)) {
      cover(t, rule);
      return;
    }
  }
  FAIL("nothing rolled %s for rule %s", token, rule);
}

/* ---- offers ----------------------------------------------------------------------------- */

static const cJSON *offer(struct table *t, const char *side, const char *action) {
  const cJSON *a;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(a, field(t->last, "actions")) if (!strcmp(text_of(a, "id"), action)) return a;
  return NULL;
}
void offered_at(struct table *t, const char *side, const char *action, const char *rule,
                const char *file, int line) {
  const cJSON *a = offer(t, side, action);
  if (!a)
    FAIL("'%s' is not offered to %s", action, side);
  if (rule && strcmp(text_of(a, "rule"), rule))
    FAIL("'%s' is offered under rule %s, not %s", action, text_of(a, "rule"), rule);
  if (rule)
    cover(t, rule);
}
void not_offered_at(struct table *t, const char *side, const char *action, const char *file,
                    int line) {
  if (offer(t, side, action))
    FAIL("'%s' is offered to %s", action, side);
}
bool is_offered(struct table *t, const char *side, const char *action) {
  return offer(t, side, action) != NULL;
}
void owed_at(struct table *t, const char *side, const char *rule, const char *words,
             const char *file, int line) {
  const cJSON *o;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  cJSON_ArrayForEach(o, field(t->last, "prompt.owed")) {
    if (!strcmp(text_of(o, "rule"), rule) && strstr(text_of(o, "text"), words)) {
      cover(t, rule);
      return;
    }
  }
  FAIL("nothing owed by rule %s says '%s'", rule, words);
}

/* ---- what stands ------------------------------------------------------------------------ */

static const cJSON *unit_in_view(struct table *t, const char *unit) {
  const cJSON *u;
  ask(t, "{\"cmd\":\"view\",\"side\":\"all\"}");
  cJSON_ArrayForEach(u, field(t->last, "view.units")) if (!strcmp(text_of(u, "id"), unit)) return u;
  return NULL;
}
/* Keeps the last answer: expectations about a unit do not disturb those about the events. */
static cJSON *keep(struct table *t) {
  cJSON *last = t->last;
  t->last = NULL;
  return last;
}
static void restore(struct table *t, cJSON *last) {
  cJSON_Delete(t->last);
  t->last = last;
}
void stands_at(struct table *t, const char *unit, const char *hex, int steps, const char *file,
               int line) {
  cJSON *last = keep(t);
  const cJSON *u = unit_in_view(t, unit);
  if (!strcmp(hex, "-")) {
    if (u)
      FAIL("%s is still there, at %s", unit, text_of(u, "at"));
  } else {
    if (!u)
      FAIL("%s is not there", unit);
    if (strcmp(text_of(u, "at"), hex))
      FAIL("%s is at %s, not %s", unit, text_of(u, "at"), hex);
    if (steps >= 0 && int_of(u, "steps") != steps)
      FAIL("%s has %d steps, not %d", unit, int_of(u, "steps"), steps);
  }
  restore(t, last);
}
void marked_at(struct table *t, const char *unit, const char *mark, bool is, const char *file,
               int line) {
  cJSON *last = keep(t);
  const cJSON *u = unit_in_view(t, unit), *m;
  bool has = false;
  if (!u)
    FAIL("%s is not there", unit);
  cJSON_ArrayForEach(m, field(u, "marks")) has |= !strcmp(m->valuestring, mark);
  if (has != is)
    FAIL("%s is %smarked '%s'", unit, is ? "not " : "", mark);
  restore(t, last);
}

bool has_mark(struct table *t, const char *unit, const char *mark) {
  cJSON *last = keep(t);
  const cJSON *u = unit_in_view(t, unit), *m;
  bool has = false;
  cJSON_ArrayForEach(m, field(u, "marks")) has |= !strcmp(m->valuestring, mark);
  restore(t, last);
  return has;
}
const char *place_of(struct table *t, const char *unit) {
  static char place[32];
  cJSON *last = keep(t);
  const cJSON *u = unit_in_view(t, unit);
  snprintf(place, sizeof place, "%s", u ? text_of(u, "at") : "");
  restore(t, last);
  return place;
}
void holds_at(struct table *t, const char *rule, bool is, const char *what, const char *file,
              int line) {
  if (!is)
    FAIL("%s does not hold: %s", rule, what);
  cover(t, rule);
}

/* ---- cards ------------------------------------------------------------------------------ */

/* The odds card of the last act's events, or else of the side's prompt. */
static const cJSON *the_card(struct table *t, const char *side) {
  const cJSON *e, *c = NULL;
  cJSON_ArrayForEach(e, field(t->last, "events")) if (field(e, "card")) c = field(e, "card");
  if (c)
    return c;
  ask(t, "{\"cmd\":\"actions\",\"side\":\"%s\"}", side);
  return field(t->last, "prompt.cards[0]");
}
void card_at(struct table *t, const char *side, const char *rule, const char *value,
             const char *file, int line) {
  const cJSON *c = the_card(t, side), *s, *l;
  char buf[32], all[2048] = "";
  if (!c)
    FAIL("there is no card");
  cJSON_ArrayForEach(s, field(c, "steps")) {
    size_t n = strlen(all);
    snprintf(all + n, sizeof all - n, " [%s %s -> %s]", text_of(s, "rule"), text_of(s, "text"),
             text_of(s, "to"));
    if (!strcmp(text_of(s, "rule"), rule) && !strcmp(text_of(s, "to"), value)) {
      cover(t, rule);
      return;
    }
  }
  cJSON_ArrayForEach(s, field(c, "sides")) cJSON_ArrayForEach(l, field(s, "lines")) {
    size_t n = strlen(all);
    snprintf(all + n, sizeof all - n, " [%s %s = %s]", text_of(l, "rule"), text_of(l, "text"),
             points_of(field(l, "value"), buf));
    if (!strcmp(text_of(l, "rule"), rule) && !strcmp(points_of(field(l, "value"), buf), value)) {
      cover(t, rule);
      return;
    }
  }
  FAIL("the card has no line or step of rule %s that comes to %s:%s", rule, value, all);
}
void outcome_at(struct table *t, const char *side, const char *text, int num, int den,
                const char *file, int line) {
  const cJSON *c = the_card(t, side), *o;
  if (!c)
    FAIL("there is no card");
  cJSON_ArrayForEach(o, field(c, "outcomes")) if (strstr(text_of(o, "text"), text)) {
    if (int_of(o, "chance[0]") != num || int_of(o, "chance[1]") != den)
      FAIL("'%s' has %d/%d, not %d/%d", text, int_of(o, "chance[0]"), int_of(o, "chance[1]"), num,
           den);
    return;
  }
  FAIL("the card has no outcome '%s'", text);
}

void reaches_at(struct table *t, const char *side, const char *unit, const char *hex,
                const char *cost, const char *rule, const char *file, int line) {
  const cJSON *h;
  char buf[32];
  ask(t, "{\"cmd\":\"reach\",\"side\":\"%s\",\"unit\":\"%s\"}", side, unit);
  if (!cJSON_IsTrue(field(t->last, "ok")))
    FAIL("no reach: %s", text_of(t->last, "error.text"));
  cJSON_ArrayForEach(h, field(t->last, "reach.hexes")) {
    if (strcmp(text_of(h, "hex"), hex))
      continue;
    if (!cost)
      FAIL("%s is within reach", hex);
    if (strcmp(points_of(field(h, "cost"), buf), cost))
      FAIL("%s costs %s, not %s", hex, buf, cost);
    if (rule && strcmp(text_of(h, "rule"), rule))
      FAIL("%s cites %s, not %s", hex, text_of(h, "rule"), rule);
    if (rule)
      cover(t, rule);
    return;
  }
  if (cost)
    FAIL("%s is not within reach", hex);
}

void result_at(struct table *t, const char *winner, const char *rule, const char *file, int line) {
  ask(t, "{\"cmd\":\"result\"}");
  if (strcmp(text_of(t->last, "result.winner"), winner))
    FAIL("the winner is '%s', not %s", text_of(t->last, "result.winner"), winner);
  if (strcmp(text_of(t->last, "result.rule"), rule))
    FAIL("by rule %s, not %s", text_of(t->last, "result.rule"), rule);
  cover(t, rule);
}

/* ---- an owner's figures ----------------------------------------------------------------- */

void owner_figure(const char *dir, const char *game, const char *file, const char *from,
                  const char *to) {
  char path[512];
  static char text[400000];
  snprintf(path, sizeof path, "%s/data/%s/%s", SOURCE_DIR, game, file);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  size_t n = fread(text, 1, sizeof text - 1, f);
  text[n] = 0;
  fclose(f);
  char *at = strstr(text, from);
  if (!at)
    fail_msg("%s has no '%s'", file, from);
  snprintf(path, sizeof path, "%s/%s/%s", dir, game, file);
  f = fopen(path, "wb");
  assert_non_null(f);
  fprintf(f, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
  fclose(f);
}
bool owner_reads(const char *game, const char *scenario, const char *file, const char *from,
                 const char *to) {
  char dir[] = "/tmp/salient-owner-XXXXXX", sub[64], path[128];
  struct fault f;
  assert_non_null(mkdtemp(dir));
  snprintf(sub, sizeof sub, "%s/%s", dir, game);
  assert_int_equal(mkdir(sub, 0700), 0);
  owner_figure(dir, game, file, from, to);
  struct library *lib = library_open(dir, &f);
  assert_non_null(lib);
  bool read = library_book(lib, sal_ruleset_find(game), scenario, &f) != NULL;
  library_close(lib);
  snprintf(path, sizeof path, "%s/%s", sub, file);
  unlink(path);
  rmdir(sub);
  rmdir(dir);
  return read;
}
