/* bot.c - the list of bots and their names. */
#include "bot.h"

#include <string.h>

extern const struct bot_kind bot_random, bot_greedy, bot_planner;
const struct bot_kind *const bot_kinds[] = {&bot_random, &bot_greedy, &bot_planner, NULL};

const struct bot_level bot_levels[BOT_LEVELS] = {
    {"easy", 15}, {"club", 8}, {"strong", 3}, {"best", 0}};

/* A level is a share of the planner's thought that it gives away. */
static bool parse_level(const char *text, uint8_t *gives) {
  for (int i = 0; i < BOT_LEVELS; i++) {
    if (strcmp(text, bot_levels[i].name))
      continue;
    *gives = bot_levels[i].gives;
    return true;
  }
  return false;
}

/* A style bends the planner's first plan and what it feels about risks. */
static bool parse_style(const char *text, enum bot_style *out) {
  static const char *const names[] = {"steady", "bold", "careful"};

  for (int i = 0; i < 3; i++) {
    if (strcmp(text, names[i]))
      continue;
    *out = (enum bot_style)i;
    return true;
  }
  return false;
}

/* Milliseconds, or nodes with an n after them. */
static bool parse_limit(char *limit, struct bot_spec *spec) {
  size_t n = strlen(limit);
  bool nodes = n && limit[n - 1] == 'n';
  int32_t value;

  if (nodes)
    limit[n - 1] = 0;
  if (!sal_parse_int(limit, 1, 100000000, &value))
    return false;

  if (nodes)
    spec->nodes = (uint32_t)value;
  else
    spec->ms = (uint32_t)value;
  return true;
}
/* What follows the mark, which is cut off; NULL if there is no mark. */
static char *cut_at(char *text, char mark) {
  char *at = strchr(text, mark);
  if (at)
    *at++ = 0;
  return at;
}

/* NAME[@LEVEL][:LIMIT][,STYLE] */
bool bot_parse(const char *text, struct bot_spec *spec, struct sal_err *err) {
  char copy[64];

  *spec = (struct bot_spec){0};
  if (strlen(text) >= sizeof copy)
    return sal_fail_at(err, "bot", "no bot has so long a name");
  memcpy(copy, text, strlen(text) + 1);

  /* Cut off from the end, so that the name is what is left. */
  char *style = cut_at(copy, ',');
  char *limit = cut_at(copy, ':');
  char *level = cut_at(copy, '@');
  bool planner = !strcmp(copy, "planner");
  if (limit && (!planner || !parse_limit(limit, spec)))
    return sal_fail_at(err, "bot", "only planner takes a limit: planner:MS or planner:Nn");
  if (style && (!planner || !parse_style(style, &spec->style)))
    return sal_fail_at(err, "bot", "only planner takes a style: steady, bold or careful");
  if (level && (!planner || !parse_level(level, &spec->gives)))
    return sal_fail_at(err, "bot", "only planner has levels: easy, club, strong and best");

  for (int i = 0; bot_kinds[i]; i++) {
    if (strcmp(bot_kinds[i]->name, copy))
      continue;
    spec->kind = bot_kinds[i];
    return true;
  }
  return sal_fail_at(err, "bot", "there is no bot '%s'; there are random, greedy and planner",
                     copy);
}

/* A bot that thinks by the clock answers differently each time; one that counts nodes does not. */
bool bot_repeatable(const struct bot_spec *spec) {
  return spec->ms == 0;
}
