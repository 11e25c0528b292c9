/* fuzz_position.c - position files: refused with the field, or a sound game that can be looked at
 * and played. */
#include "fuzz.h"

#include "host/position.h"

static void look_and_play(struct game *g) {
  static char room[1 << 20];
  struct sal_json j;
  struct sal_err err = {0};
  struct fault f;
  struct desk *desk = fuzz_desk();
  struct sal_rng rng;
  if (!game_audit(g, &err))
    fprintf(stderr, "%s\n", err.text), abort();
  sal_rng_seed(&rng, 1);
  for (int step = 0; step < 12 && game_actors(g); step++) {
    int side = game_actors(g) == SAL_BIT(SAL_SOVIET) ? SAL_SOVIET : SAL_GERMAN;
    sal_json_start(&j, room, sizeof room);
    sal_json_object(&j, NULL);
    game_view_json(g, &j, "view", SAL_SOVIET);
    game_prompt_json(g, &j, side);
    sal_json_end(&j);
    struct sal_play view = game_view(g, side);
    sal_legal(&view, side, &desk->list);
    MUST(desk->list.n > 0);
    struct sal_action a = desk->list.a[sal_rng_below(&rng, desk->list.n)];
    MUST(game_do(g, side, a, &f));
    MUST(game_audit(g, &err));
  }
  fuzz_replays(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  struct fault f = {0};
  struct position_extra x = {0};
  cJSON *doc = input_parse((const char *)data, n, "position", &f);
  if (doc && cJSON_IsObject(doc) && position_extra(doc, &x, &f)) {
    const struct sal_ruleset *rules = x.game ? sal_ruleset_find(x.game) : sal_rulesets[0];
    struct game_start s = {.rules = rules,
                           .scenario = x.scenario ? x.scenario : "lesson",
                           .position = doc,
                           .options = x.options,
                           .seed = 1};
    struct game *g = rules ? game_new(fuzz_library(), fuzz_desk(), &s, &f) : NULL;
    const cJSON *loose = cJSON_GetObjectItemCaseSensitive(doc, "unchecked");
    if (!g && rules)
      MUST(f.code != FAULT_NONE && *f.text);
    /* an unchecked position may break the rules' own invariants */
    if (g && !cJSON_IsTrue(loose))
      look_and_play(g);
    game_free(g);
  }
  cJSON_Delete(doc);
  return 0;
}
