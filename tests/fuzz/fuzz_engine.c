/* fuzz_engine.c - a session of engine lines: every line gets one JSON answer, and what was played
 * can be replayed. */
#include "bots/bot.h"
#include "fuzz.h"

#include "host/engine.h"

enum { LINES = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  struct engine *e = engine_new(fuzz_library(), &bot_thinker);
  engine_stop(e); /* `think` gives its first thought: a bot may be allowed to think for a day */
  const char *p = (const char *)data, *end = p + n;
  for (int i = 0; p < end && i < LINES; i++) {
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    size_t len = stop ? (size_t)(stop - p) : (size_t)(end - p), out;
    const char *answer = engine_line(e, p, len, &out);
    cJSON *doc = cJSON_ParseWithLength(answer, out);
    MUST(doc && cJSON_IsBool(cJSON_GetObjectItemCaseSensitive(doc, "ok")));
    MUST(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(doc, "ok")) !=
         cJSON_HasObjectItem(doc, "error"));
    cJSON_Delete(doc);
    p += len + 1;
  }
  if (engine_game(e))
    fuzz_replays(engine_game(e));
  engine_free(e);
  return 0;
}
