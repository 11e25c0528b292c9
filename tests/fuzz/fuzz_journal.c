/* fuzz_journal.c - journals: the bytes as they are, then with the chain put right, so that a
 * changed action or die gets past the first check and into the game. */
#include "fuzz.h"

static void tokens_of(const struct journal_line *l, char *out, size_t cap) {
  size_t n = 0;
  out[0] = 0;
  for (uint32_t i = 0; i < l->ntokens && n < cap; i++)
    n += (size_t)snprintf(out + n, cap - n, "%s%s", i ? " " : "", l->token[i]);
}

/* The same lines with right chains, and the header with the data and edition of today. */
static bool repaired(const char *text, size_t n, struct journal *out) {
  struct journal_reader *r = calloc(1, sizeof *r);
  struct journal_line *l = calloc(1, sizeof *l);
  struct fault f;
  char dice[SAL_TAPE * (SAL_TOKEN + 1)];
  const struct sal_ruleset *rules = NULL;
  bool ok = journal_open(r, text, n, &f) && (rules = sal_ruleset_find(r->head.game));
  if (ok) {
    struct journal_head head = r->head;
    head.data = library_hash(fuzz_library(), rules);
    snprintf(head.edition, sizeof head.edition, "%s", rules->edition);
    journal_start(out, &head);
    while (journal_next(r, l, &f) == 1) {
      tokens_of(l, dice, sizeof dice);
      if (l->kind == JOURNAL_UNDO)
        journal_undo(out, l->side, l->undo, (uint64_t)l->state << 32);
      else
        journal_add(out, l->kind == JOURNAL_SETUP ? SAL_NOSIDE : l->side, l->star,
                    l->kind == JOURNAL_SETUP ? "setup" : l->action, dice, (uint64_t)l->state << 32);
    }
  }
  free(l);
  free(r);
  return ok;
}

static void load_and_replay(const char *text, size_t n) {
  struct journal_report report;
  struct fault f = {0};
  bool torn;
  struct game *g = game_replay(fuzz_library(), fuzz_desk(), text, n, NULL, NULL, &report);
  MUST(report.verdict == JOURNAL_GOOD || (report.line > 0 && *report.text));
  game_free(g);
  struct game *loaded = game_load(fuzz_library(), fuzz_desk(), text, n, 1, false, &torn, &f);
  MUST(loaded || (f.code != FAULT_NONE && *f.text));
  /* one that differs from today's rules opens and waits to be adopted */
  MUST(!loaded || report.verdict == JOURNAL_GOOD || game_change(loaded));
  if (loaded && !game_change(loaded))
    fuzz_replays(loaded);
  game_free(loaded);
}

/* Finding out which byte of a header with a position was changed takes long; that is for the tests,
 * not for here. */
static bool has_position(const char *text, size_t n) {
  struct journal_reader *r = calloc(1, sizeof *r);
  struct fault f;
  bool has = journal_open(r, text, n, &f) && r->head.position;
  free(r);
  return has;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  struct journal j = {0};
  if (!has_position((const char *)data, n))
    load_and_replay((const char *)data, n);
  if (repaired((const char *)data, n, &j))
    load_and_replay(j.text, j.len);
  journal_free(&j);
  return 0;
}
