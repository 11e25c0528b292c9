/* bot.c - the list of bots and their names. */
#include "bot.h"

#include <string.h>

extern const struct bot_kind bot_random, bot_greedy, bot_planner;
const struct bot_kind *const bot_kinds[] = {&bot_random, &bot_greedy, &bot_planner, NULL};

static bool parse_style(const char *text, enum bot_style *out) {
  static const char *const names[] = {"steady", "bold", "careful"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(text, names[i])) return *out = (enum bot_style)i, true;
  return false;
}

/* NAME[:LIMIT][,STYLE]; LIMIT is milliseconds, or nodes with an n after it. */
bool bot_parse(const char *text, struct bot_spec *spec, struct sal_err *err) {
  char copy[64], *limit, *style;
  *spec = (struct bot_spec){0};
  if (strlen(text) >= sizeof copy) return sal_fail_at(err, "bot", "no bot has so long a name");
  memcpy(copy, text, strlen(text) + 1);
  if ((style = strchr(copy, ','))) *style++ = 0;
  if ((limit = strchr(copy, ':'))) *limit++ = 0;
  bool planner = !strcmp(copy, "planner");
  if (limit) {
    size_t n = strlen(limit);
    bool nodes = n && limit[n - 1] == 'n';
    int32_t value;
    if (nodes) limit[n - 1] = 0;
    if (!planner || !sal_parse_int(limit, 1, 100000000, &value)) return sal_fail_at(err, "bot", "only planner takes a limit: planner:MS or planner:Nn");
    if (nodes) spec->nodes = (uint32_t)value;
    else spec->ms = (uint32_t)value;
  }
  if (style && (!planner || !parse_style(style, &spec->style))) return sal_fail_at(err, "bot", "only planner takes a style: steady, bold or careful");
  for (int i = 0; bot_kinds[i]; i++)
    if (!strcmp(bot_kinds[i]->name, copy)) return spec->kind = bot_kinds[i], true;
  return sal_fail_at(err, "bot", "there is no bot '%s'; there are random, greedy and planner", copy);
}

bool bot_repeatable(const struct bot_spec *spec) { return spec->ms == 0; }
