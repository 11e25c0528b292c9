/* sim_file.c - finished games in a file: a run that goes on where it was cut, and parts put
 * together.
 *
 * The first line says what was played; every other line is one finished game with all that the
 * result needs of it: "i hash winner num/den actions verbs nodes story habits
 * level".
 */
#include "sim_inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Levels of victory are texts of the game; each new one gets a place. */
uint8_t sim_level(struct sim_result *r, const char *text) {
  for (uint32_t i = 0; i < r->nlevels; i++)
    if (!strncmp(r->level[i].text, text, sizeof r->level[i].text - 1))
      return (uint8_t)i;
  SAL_ASSERT(r->nlevels < SIM_LEVELS);
  snprintf(r->level[r->nlevels].text, sizeof r->level[0].text, "%s", text);
  return (uint8_t)r->nlevels++;
}

/* By the text that stands for the level of victory: so a file of finished games tells it, too. */
uint32_t sim_forfeits(const struct sim_result *r, int side) {
  char text[sizeof r->level[0].text];

  playout_forfeit_text(side, text, sizeof text);
  for (uint32_t i = 0; i < r->nlevels; i++)
    if (!strcmp(r->level[i].text, text))
      return r->level[i].n;
  return 0;
}

/* ---- counts: "place:number,place:number", or "-" for none */

/* Counts that are not zero, as "place:count". */
static void counts_out(FILE *f, const uint64_t *count, int size) {
  bool any = false;

  for (int i = 0; i < size; i++) {
    if (!count[i])
      continue;
    fprintf(f, "%s%d:%llu", any ? "," : "", i, (unsigned long long)count[i]);
    any = true;
  }
  fputs(any ? " " : "- ", f);
}

/* Reads what counts_out wrote and adds it up. */
static bool counts_in(const char *text, uint64_t *count, int size) {
  if (!strcmp(text, "-"))
    return true;
  for (const char *p = text; *p;) {
    char *end;
    long place = strtol(p, &end, 10);
    if (end == p || *end != ':' || place < 0 || place >= size)
      return false;
    p = end + 1;
    count[place] += strtoull(p, &end, 10);
    if (end == p || (*end && *end != ','))
      return false;
    p = *end ? end + 1 : end;
  }

  return true;
}

/* ---- the first line */

#define HEADING                                                                                    \
  "salient-sim 3 version %s game %s data %016llx options %016llx german %s soviet %s seed %llu "   \
  "story %d habits %d part %u/%u of %u\n"
#define HEADING_SCAN                                                                               \
  "salient-sim 3 version %31s game %95s data %16llx options %16llx german %239s soviet %239s "     \
  "seed %llu story %d habits %d part %u/%u of %u"

/* What a run is: parts fit together only when all of it is the same. */
static void names_of(const struct sim_options *o, struct sim_part_names *n) {
  const struct sal_book *b = o->book;
  bool part = o->parts > 1;

  *n = (struct sim_part_names){.data = b->data_hash,
                               .options = sal_hash(o->option, sizeof o->option, 0),
                               .seed = o->seed,
                               .part = part ? o->part : 1,
                               .parts = part ? o->parts : 1,
                               .games = part ? o->games : 0,
                               .story = o->story,
                               .habits = o->habits};
  snprintf(n->version, sizeof n->version, "%s", SALIENT_VERSION);
  snprintf(n->scenario, sizeof n->scenario, "%s/%s", b->rules->id, b->scenarios[b->scenario].id);
  for (int side = 0; side < SAL_SIDES; side++)
    snprintf(n->bot[side], sizeof n->bot[side], "%s", o->bot_text[side]);
}

static void print_names(const struct sim_part_names *n, char *buf, size_t cap) {
  snprintf(buf, cap, HEADING, n->version, n->scenario, (unsigned long long)n->data,
           (unsigned long long)n->options, n->bot[0], n->bot[1], (unsigned long long)n->seed,
           n->story, n->habits, n->part, n->parts, n->games);
}

/* The first line of a file back into its parts. */
static bool scan_names(const char *line, struct sim_part_names *n) {
  unsigned long long data;
  unsigned long long options;
  unsigned long long seed;

  *n = (struct sim_part_names){0};
  int found = sscanf(line, HEADING_SCAN, n->version, n->scenario, &data, &options, n->bot[0],
                     n->bot[1], &seed, &n->story, &n->habits, &n->part, &n->parts, &n->games);
  n->data = data;
  n->options = options;
  n->seed = seed;
  return found == 12;
}

/* ---- the other lines */

/* One line of a file: a finished game. Games already there or beyond this run are passed over. */
static bool read_game(struct sim *s, char *line) {
  const struct sal_ruleset *rules = s->o->book->rules;
  unsigned i;
  unsigned actions;
  unsigned winner;
  unsigned long long hash;
  int num;
  int den;
  int at = 0;
  char *save = NULL;
  int found =
      sscanf(line, "%u %16llx %u %d/%d %u %n", &i, &hash, &winner, &num, &den, &actions, &at);

  if (found != 6 || !at)
    return false;
  char *verbs = strtok_r(line + at, " ", &save);
  char *nodes = strtok_r(NULL, " ", &save);
  char *story = strtok_r(NULL, " ", &save);
  char *habits = strtok_r(NULL, " ", &save);
  if (winner > 2 || den < 1 || !habits || !*save)
    return false;
  if (i >= s->o->games || s->game[i].state != PENDING)
    return true; /* of a longer run, or there already */
  if (!counts_in(verbs, s->r->verb, rules->nverbs))
    return false;
  if (!counts_in(nodes, s->r->node, rules->nnodes))
    return false;
  if (!counts_in(story, s->r->story, s->r->story ? story_size(s->o->book) : 0))
    return false;
  if (!counts_in(habits, s->r->habit, 2 * HABITS))
    return false;
  s->game[i] =
      (struct outcome){hash, num, den, actions, PLAYED, (uint8_t)winner, sim_level(s->r, save)};
  s->done++;
  return true;
}

/* Reads the games of a file behind its first line; *whole is where the last whole line ends. A line
 * without an end was cut while it was written: that game is played again. */
static bool read_games(struct sim *s, FILE *in, const char *file, long *whole, struct fault *f) {
  char *line = NULL;
  size_t cap = 0;
  ssize_t n;
  int number = 1;
  bool ok = true;

  while (ok && (n = getline(&line, &cap, in)) > 0 && line[n - 1] == '\n') {
    number++;
    line[n - 1] = 0;
    if (!read_game(s, line)) {
      f->line = number;
      ok = fault_at(f, file, "line %d is not a game of a sim run", number);
    }
    *whole = ftell(in);
  }
  free(line);
  return ok;
}

/* Goes on where a file ends. A line that was cut off is dropped and played again. */
bool sim_resume(struct sim *s, struct fault *f) {
  char want[800];
  char got[800];
  long whole = 0;
  struct sim_part_names names;
  const char *file = s->o->resume;

  names_of(s->o, &names);
  print_names(&names, want, sizeof want);
  s->log = fopen(file, "a+b");
  if (!s->log)
    return fault_at(f, file, "cannot be opened: %s", strerror(errno));
  rewind(s->log);
  if (fgets(got, sizeof got, s->log) && strchr(got, '\n')) {
    if (strcmp(got, want))
      return fault_at(f, file, "the file is of another run: %.200s", got);
    whole = ftell(s->log);
    if (!read_games(s, s->log, file, &whole, f))
      return false;
  }
  if (ftruncate(fileno(s->log), whole))
    return fault_at(f, file, "cannot be written: %s", strerror(errno));
  fseek(s->log, 0, SEEK_END);
  if (!whole) {
    fputs(want, s->log);
    fflush(s->log);
  }

  return true;
}

/* Writes a finished game at once: a crash loses only games that were not finished. */
void sim_log(struct sim *s, uint32_t i, const struct playout *p, const struct witness *w) {
  const struct outcome *g = &s->game[i];
  const struct sal_ruleset *rules = s->o->book->rules;

  fprintf(s->log, "%u %016llx %u %d/%d %u ", i, (unsigned long long)g->hash, g->winner, g->num,
          g->den, g->actions);
  counts_out(s->log, p->verb, rules->nverbs);
  counts_out(s->log, p->node, rules->nnodes);
  counts_out(s->log, w->story ? story_counts(w->story) : NULL,
             w->story ? story_size(s->o->book) : 0);
  counts_out(s->log, w->habits ? habits_counts(w->habits) : NULL, w->habits ? 2 * HABITS : 0);
  fprintf(s->log, "%s\n", s->r->level[g->level].text);
  fflush(s->log);
}

/* ---- parts put together */

static bool read_first(FILE *in, const char *file, struct sim_part_names *names, struct fault *f) {
  char line[800];
  if (!fgets(line, sizeof line, in) || !scan_names(line, names))
    return fault_at(f, file, "is not a part of a sim run");
  return true;
}

bool sim_part_read(const char *file, struct sim_part_names *names, struct fault *f) {
  FILE *in = fopen(file, "rb");

  if (!in)
    return fault_at(f, file, "cannot be opened: %s", strerror(errno));
  bool ok = read_first(in, file, names, f);
  fclose(in);
  return ok;
}

/* The error names the part's value and the first part's. */
static bool differ(struct fault *f, const char *file, const char *what, const char *is,
                   const char *should) {
  return fault_at(f, file, "does not fit: its %s is %s, the first part's %s", what, is, should);
}

static bool differ_hash(struct fault *f, const char *file, const char *what, uint64_t is,
                        uint64_t should) {
  char one[24];
  char other[24];
  snprintf(one, sizeof one, "%016llx", (unsigned long long)is);
  snprintf(other, sizeof other, "%016llx", (unsigned long long)should);
  return differ(f, file, what, one, other);
}

static bool differ_number(struct fault *f, const char *file, const char *what, uint64_t is,
                          uint64_t should) {
  char one[24];
  char other[24];
  snprintf(one, sizeof one, "%llu", (unsigned long long)is);
  snprintf(other, sizeof other, "%llu", (unsigned long long)should);
  return differ(f, file, what, one, other);
}

/* Two parts belong together when everything but their number is the same. */
static bool fits(const struct sim_part_names *n, const struct sim_part_names *first,
                 const char *file, struct fault *f) {
  if (strcmp(n->version, first->version))
    return differ(f, file, "version", n->version, first->version);
  if (strcmp(n->scenario, first->scenario))
    return differ(f, file, "scenario", n->scenario, first->scenario);
  if (n->data != first->data)
    return differ_hash(f, file, "data", n->data, first->data);
  if (n->options != first->options)
    return differ_hash(f, file, "option set", n->options, first->options);
  for (int side = 0; side < SAL_SIDES; side++)
    if (strcmp(n->bot[side], first->bot[side]))
      return differ(f, file, sal_side_title[side], n->bot[side], first->bot[side]);
  if (n->seed != first->seed)
    return differ_number(f, file, "seed", n->seed, first->seed);
  if (n->parts != first->parts)
    return differ_number(f, file, "number of parts", n->parts, first->parts);
  if (n->games != first->games)
    return differ_number(f, file, "number of games", n->games, first->games);

  return true;
}

/* The games of one part. */
static bool merge_file(struct sim *s, const struct sim_part_names *first, const char *file,
                       struct fault *f) {
  struct sim_part_names names;
  long whole = 0;
  FILE *in = fopen(file, "rb");

  if (!in)
    return fault_at(f, file, "cannot be opened: %s", strerror(errno));
  bool ok = read_first(in, file, &names, f) && fits(&names, first, file, f) &&
            read_games(s, in, file, &whole, f);
  fclose(in);
  return ok;
}

/* Puts parts together; every game must be in one of them. */
bool sim_merge(struct sim_options *o, const struct sim_part_names *first, char *const *files, int n,
               struct sim_result *r, struct fault *f) {
  struct sim s;
  bool ok = true;

  o->seed = first->seed;
  o->games = first->games;
  o->story = first->story;
  o->habits = first->habits;
  o->parts = 0;
  if (!o->games)
    return fault_at(f, files[0], "is a whole run and no part (--part K/N writes parts)");
  if (o->book->data_hash != first->data)
    return differ_hash(f, "this program", "data", o->book->data_hash, first->data);
  if (strcmp(SALIENT_VERSION, first->version))
    return differ(f, "this program", "version", SALIENT_VERSION, first->version);
  sim_begin(&s, o, r);
  for (int i = 0; ok && i < n; i++)
    ok = merge_file(&s, first, files[i], f);
  for (uint32_t i = 0; ok && i < o->games; i++)
    if (s.game[i].state == PENDING)
      ok = fault_at(f, files[0], "and the other parts do not hold game %u (part %u/%u)", i,
                    i % first->parts + 1, first->parts);
  sim_finish(&s, ok);
  return ok;
}
