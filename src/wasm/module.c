/* module.c - the engine as a WebAssembly module: lines in, lines out, as in `salient engine`.
 *
 * A page's worker writes a line to the address that salient_room returns, calls salient_line, and
 * reads the answer at the address that this returns. There is one engine; for a second one, start
 * the module again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "lab/review.h"
#include "lab/signature.h"
#include "module.h"

const char *EXPORT(salient_line)(size_t n);
char *EXPORT(salient_room)(size_t n);
const char *EXPORT(salient_load)(size_t n, double seed);
const char *EXPORT(salient_journal)(size_t from);
const char *EXPORT(salient_pack)(void);
void EXPORT(salient_older)(size_t n);
const char *EXPORT(salient_review)(size_t known, size_t n, uint32_t nodes, double seed);
/* The page hears a line while the module is at work. */
__attribute__((import_module("salient"), import_name("tell"))) void salient_tell(const char *line,
                                                                                 size_t n);
size_t EXPORT(salient_length)(void);
uint64_t EXPORT(salient_signature)(void);

/* The module is the engine: what it holds between two calls. */
static struct {
  struct library *library;
  struct engine *engine;
  /* where the page writes; grows to the longest line and stays */
  char *line;
  size_t room;   /* bytes of `line` */
  size_t length; /* of the last answer */
  /* the last answers of these calls, kept until the next one */
  char *pack;
  char *answer;
  struct older *older;
} module;

/* The data files of an older version of this site, for games that began with them. */
struct older {
  struct older *next;
  size_t n; /* of the pack, which stands behind its first line: GAME HASH */
  char text[];
};

/* A copy, because the library keeps or frees what it is given. */
static char *find_older(void *ctx, const char *game, uint64_t hash, size_t *n) {
  char first[64];

  (void)ctx;
  snprintf(first, sizeof first, "%s %016llx\n", game, (unsigned long long)hash);
  size_t skip = strlen(first);
  for (const struct older *o = module.older; o; o = o->next) {
    if (o->n < skip || memcmp(o->text, first, skip))
      continue;
    *n = o->n - skip;
    char *pack = malloc(*n + 1);
    if (!pack)
      abort();
    memcpy(pack, o->text + skip, *n + 1);
    return pack;
  }

  return NULL;
}

/* Opened at the first call: a page that only asks for the signature pays for nothing else. */
struct library *module_library(void) {
  struct fault f;

  if (module.library)
    return module.library;
  module.library = library_open(NULL, &f);
  if (!module.library)
    abort(); /* the built-in files are always there */
  library_older(module.library, find_older, NULL);
  return module.library;
}

/* Where the next line of n bytes is to be written. */
char *salient_room(size_t n) {
  if (n < module.room)
    return module.line;
  free(module.line);
  module.room = n + 1;
  module.line = malloc(module.room);
  if (!module.line)
    abort();
  return module.line;
}

/* The bytes stay until the page asks for room again. */
const char *module_line(size_t n) {
  module.line[n] = 0;
  return module.line;
}

/* Room for an answer; the one before goes. */
static char *answer_room(size_t n) {
  free(module.answer);
  module.answer = malloc(n);
  if (!module.answer)
    abort();
  return module.answer;
}

const char *module_answer(const char *text, size_t n) {
  char *answer = answer_room(n + 1);
  memcpy(answer, text, n);
  answer[n] = 0;
  module.length = n;
  return answer;
}

/* Written again into a larger buffer until it fits; length says how much was wanted. */
const char *module_write(void (*fn)(void *ctx, struct sal_json *), void *ctx) {
  enum { FIRST = 1 << 16 };
  for (size_t cap = FIRST;; cap = 2 * (module.length + 1)) {
    struct sal_json j;
    char *answer = answer_room(cap);
    sal_json_start(&j, answer, cap);
    fn(ctx, &j);
    module.length = j.out.len;
    if (module.length < cap)
      return answer;
  }
}

/* One for the module's life, so games and settings stay between calls. */
struct engine *module_engine(void) {
  if (!module.engine)
    module.engine = engine_new(module_library(), &bot_thinker);
  return module.engine;
}

/* The answer to the line of n bytes that was written. */
const char *salient_line(size_t n) {
  if (n > INPUT_BYTES)
    return engine_too_long(module_engine(), &module.length);
  module.line[n] = 0;
  return engine_line(module_engine(), module.line, n, &module.length);
}

/* The answer to `load`, when the n bytes that were written are a journal; it may be longer than any
 * line. */
const char *salient_load(size_t n, double seed) {
  module.line[n] = 0;
  return engine_load(module_engine(), module.line, n, (uint64_t)seed, &module.length);
}

/* The journal of the game that is on, without its first bytes: what is new since it was read. */
const char *salient_journal(size_t from) {
  struct game *game = engine_game(module_engine());
  size_t n = 0;
  const char *text = game ? game_journal(game, &n) : "";
  size_t skip = from < n ? from : n;
  module.length = n - skip;
  return text + skip;
}

size_t salient_length(void) {
  return module.length;
}

/* A game's data files, as they are in this version. */
const char *module_pack(const struct sal_ruleset *rules) {
  free(module.pack);
  module.pack = library_pack(module_library(), rules, &module.length);
  return module.pack;
}

/* Those of the game that is on, to be kept beside its journal. */
const char *salient_pack(void) {
  struct game *game = engine_game(module_engine());

  module.length = 0;
  return game ? module_pack(game_book(game)->rules) : NULL;
}

/* The n bytes written are such files, after a line with their game and hash. */
void salient_older(size_t n) {
  struct older *o = malloc(sizeof *o + n + 1);

  if (!o)
    abort();
  o->next = module.older;
  o->n = n;
  memcpy(o->text, module.line, n);
  o->text[n] = 0;
  module.older = o;
}

/* ---- a review, told in the lines of `worker --review`: see cli/review_worker.c */

/* A judged stretch of the game goes to the page at once, which keeps it for a later run. */
static void tell_segment(void *ctx, const struct review *r, uint32_t segment) {
  const struct review_options *o = ctx;
  if (segment < o->nknown)
    return; /* the page has it */
  char *line = review_judged_line(r, &r->segment[segment]);
  salient_tell(line, strlen(line));
  free(line);
}

/* So the page can show how far it is while this call has not returned. */
static void tell_progress(void *ctx, uint32_t done, uint32_t all) {
  char line[40];
  (void)ctx;
  snprintf(line, sizeof line, "P %u %u", done, all);
  salient_tell(line, strlen(line));
}

/* The lines of an earlier run, up to the first that is none. */
static uint32_t take_known(const char *text, size_t n, struct judged **out) {
  uint32_t lines = 0;

  for (size_t i = 0; i < n; i++)
    lines += text[i] == '\n';
  *out = calloc(lines + 1, sizeof **out);
  if (!*out)
    abort();
  uint32_t known = 0;
  for (const char *at = text; known < lines; at = strchr(at, '\n') + 1) {
    if (!review_judged_read(at, &(*out)[known]))
      break;
    known++;
  }

  return known;
}

/* What review_json writes, as module_write calls it. */
struct reviewed {
  const struct review *review;
  const struct review_options *options;
};
static void write_review(void *ctx, struct sal_json *j) {
  const struct reviewed *r = ctx;
  review_json(j, r->review, r->options);
}

/* Reviews the journal that was written, n bytes behind `known` bytes of an earlier run's lines. The
 * review, or `E` and the reason why there is none. */
const char *salient_review(size_t known, size_t n, uint32_t nodes, double seed) {
  struct judged *judged;
  struct review r;
  struct fault f;

  module.line[known + n] = 0;
  struct review_options o = {.seed = (uint64_t)seed,
                             .nodes = nodes,
                             .threads = 1,
                             .progress = tell_progress,
                             .judged = tell_segment,
                             .ctx = &o};
  o.nknown = take_known(module.line, known, &judged);
  o.known = judged;
  const char *answer;
  if (review_run(module_library(), module.line + known, n, &o, &r, &f)) {
    struct reviewed done = {&r, &o};
    answer = module_write(write_review, &done);
    review_free(&r);
  } else {
    enum { REASON = 300 };
    char why[REASON];
    answer = module_answer(why, sal_format(why, REASON, "E %s", f.text));
  }
  free(judged);
  return answer;
}

/* What `bench --signature` prints. */
uint64_t salient_signature(void) {
  uint64_t sum = 0;
  struct fault f;
  if (!bench_signature(module_library(), &sum, &f))
    abort();
  return sum;
}
