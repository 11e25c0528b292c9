/* prepared_events.h - a position, actions with their dice, and every word that the program says of
 * them: dice by rule, events by rule, and whose eyes they are for. Whatever a step decides has to
 * be said, so a line too many or too few is a rule done wrong. */
#ifndef STALNIE_PREPARED_EVENTS_H
#define STALNIE_PREPARED_EVENTS_H

#include "kit.h"

struct story {
  const char *position;
  /* what a position file cannot say: lines of the record, fortifications. May be NULL. */
  void (*prepare)(struct kit *);
  /* "/ dice of the first run;german commit / 3 4;..": an act without dice throws none */
  const char *acts;
  const char *says;
};

struct saying {
  struct kit *k;
  char text[40000];
};

static inline void say_all(const struct saying *t) { /* line by line: messages have a limit */
  for (const char *at = t->text; *at; at += strcspn(at, "\n") + 1)
    print_error("%.*s\n", (int)strcspn(at, "\n"), at);
}

static inline void say_dice(struct saying *t) {
  const struct sal_dice *d = &t->k->dice;
  for (uint32_t i = 0; i < d->n; i++) {
    bool same = i && d->rolled[i].rule == d->rolled[i - 1].rule;
    if (!same)
      sprintf(t->text + strlen(t->text), "%s%s", i ? "; " : "  dice ",
              sal_rule_id(t->k->book, d->rolled[i].rule));
    sprintf(t->text + strlen(t->text), " %d", d->rolled[i].value);
  }
  if (d->n)
    strcat(t->text, "\n");
}

static inline void say_events(struct saying *t) {
  for (uint32_t i = 0; i < t->k->events.n; i++) {
    const struct sal_event *e = &t->k->events.v[i];
    char words[400];
    struct sal_text w = {words, sizeof words, 0};
    words[0] = 0;
    assert_true(e->card <= t->k->events.ncards);
    sal_event_words(t->k->book, e, &w);
    sprintf(t->text + strlen(t->text), "  %s%s %s\n", sal_rule_id(t->k->book, e->rule),
            e->seen == 0 || e->seen == SAL_BOTH ? ""
            : e->seen == SAL_BIT(GER)           ? " (german)"
                                                : " (soviet)",
            words);
    kit_cover(t->k, e->rule);
  }
}

/* "german commit / 3 4" */
static inline void say_act(struct saying *t, const char *act, size_t n) {
  char line[400], *dice;
  snprintf(line, sizeof line, "%.*s", (int)n, act);
  dice = strchr(line, '/');
  if (dice)
    *dice++ = 0, dice += *dice == ' ';
  for (size_t k = strlen(line); k && line[k - 1] == ' ';)
    line[--k] = 0;
  if (!line[0])
    return;
  char *action = strchr(line, ' ');
  assert_non_null(action);
  *action++ = 0;
  sprintf(t->text + strlen(t->text), "> %s %s\n", line, action);
  struct kit *k = t->k;
  struct sal_action a;
  struct sal_err err = {0};
  struct sal_refusal why = {0};
  int side = sal_side_parse(line);
  if (!sal_action_parse(k->book, action, &a, &err))
    fail_msg("%s: %s", action, err.text);
  if (!sal_check(&k->play, side, a, &why))
    fail_msg("%s: refused by %s: %s", action, sal_rule_id(k->book, why.rule), why.text);
  kit_dice(k, dice ? dice : "");
  sal_apply(&k->play, side, a);
  say_dice(t);
  say_events(t);
  if (!k->dice.short_of && k->dice.at == k->dice.nscript)
    return;
  say_all(t);
  fail_msg("%s wants other dice than '%s'", action, dice ? dice : "");
}

static inline struct kit *kit_place_only(const char *position) {
  struct fault f;
  char json[8192];
  struct kit *k = calloc(1, sizeof *k);
  snprintf(json, sizeof json, "{%s}", position);
  cJSON *doc = cJSON_Parse(json);
  if (!doc)
    fail_msg("no JSON: %s", json);
  k->library = library_open(NULL, &f);
  k->private = library_private(k->library, sal_ruleset_find("stalnie"), 0, "campaign", doc, &f);
  if (!k->private)
    fail_msg("%s %s", f.at, f.text);
  k->book = k->private;
  k->play = (struct sal_play){k->book, calloc(1, k->book->state_bytes),
                              calloc(1, k->book->scratch_bytes), &k->dice, &k->events};
  struct sal_err err = {0};
  if (!k->private->rules->place(&k->play, k->private->position, &err))
    fail_msg("%s %s", err.at, err.text);
  cJSON_Delete(doc);
  return k;
}

/* Leaves the game open: the caller looks further, then closes it. */
static inline struct kit *tell_story(const struct story *s) {
  struct saying *t = calloc(1, sizeof *t);
  struct kit *k = t->k = kit_place_only(s->position);
  size_t n = strcspn(s->acts, ";");
  const char *dice = s->acts[0] == '/' ? s->acts + 1 + (s->acts[1] == ' ') : "";
  char first[200];
  snprintf(first, sizeof first, "%.*s", s->acts[0] == '/' ? (int)(n - (size_t)(dice - s->acts)) : 0,
           dice);
  if (s->prepare)
    s->prepare(k);
  kit_dice(k, first);
  sal_run(&k->play);
  say_dice(t);
  say_events(t);
  if (k->dice.short_of || k->dice.at != k->dice.nscript) {
    say_all(t);
    fail_msg("the first run wants other dice than '%s'", first);
  }
  for (const char *at = s->acts + (s->acts[0] == '/' ? n : 0); *at; at += strcspn(at, ";")) {
    at += *at == ';';
    say_act(t, at, strcspn(at, ";"));
  }
  struct sal_err err = {0};
  if (!k->book->rules->audit(&k->play, &err))
    fail_msg("audit: %s", err.text);
  if (strcmp(t->text, s->says)) {
    size_t same = 0, line = 0;
    for (; t->text[same] && t->text[same] == s->says[same]; same++)
      if (t->text[same] == '\n')
        line = same + 1;
    say_all(t);
    fail_msg("expected from line %zu on: %.300s", line, s->says + line);
  }
  free(t);
  return k;
}
static inline void tell(const struct story *s) {
  kit_close(tell_story(s));
}

#endif
