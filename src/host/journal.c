/* journal.c - one canonical form in and out: what is read is printed again and must be the same
 * bytes. */
#include "journal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ruleset.h"

static const char TITLE[] = "salient-journal 1\n";

/* ---- writing */
static void grow(struct journal *j, size_t more) {
  if (j->len + more + 1 <= j->cap)
    return;
  j->cap = (j->len + more) * 2 + 4096;
  j->text = realloc(j->text, j->cap);
  if (!j->text)
    abort();
}

static void put(struct journal *j, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Formats to the end of the journal, which grows as it must. */
static void put(struct journal *j, const char *fmt, ...) {
  va_list ap;
  va_list again;

  va_start(ap, fmt);
  va_copy(again, ap);
  size_t room = j->cap - j->len;
  size_t n = (size_t)vsnprintf(j->text ? j->text + j->len : NULL, room, fmt, ap);
  if (n >= room) {
    grow(j, n);
    vsnprintf(j->text + j->len, n + 1, fmt, again);
  }
  j->len += n;
  va_end(ap);
  va_end(again);
}

/* What is played: game, edition, scenario, data and the options of this scenario. */
void journal_describe(struct journal_head *h, const struct sal_book *b, const uint8_t *option) {
  *h = (struct journal_head){.data = b->data_hash, .side = SAL_NOSIDE};
  snprintf(h->game, sizeof h->game, "%s", b->rules->id);
  snprintf(h->edition, sizeof h->edition, "%u", b->edition);
  snprintf(h->scenario, sizeof h->scenario, "%s", b->scenarios[b->scenario].id);
  for (int i = 0; i < b->noptions; i++) {
    if (!b->option[i].here)
      continue;
    if (i == SAL_HANDICAP && !option[i]) /* the printed game */
      continue;
    struct journal_option *o = &h->option[h->noptions++];
    snprintf(o->id, sizeof o->id, "%s", b->option[i].id);
    o->value = sal_option_value(b, i, option);
  }
}

/* The head in its one form; reading compares with it byte by byte. */
static void put_head(struct journal *j, const struct journal_head *h) {
  put(j, "%sgame %s  edition %s  scenario %s  data %016llx", TITLE, h->game, h->edition,
      h->scenario, (unsigned long long)h->data);
  for (int i = 0; i < h->noptions; i++)
    put(j, "%s %s=%d", i ? "" : "  options", h->option[i].id, h->option[i].value);
  put(j, "\n");
  if (h->side != SAL_NOSIDE)
    put(j, "side %s\n", sal_side_name[h->side]);
  if (h->commit[0])
    put(j, "commit %s\n", h->commit);
  if (h->position)
    put(j, "position %.*s\n", (int)h->position_len, h->position);
  put(j, "---\n");
}

/* Line by line, so that a change in one line cannot cancel a change in another. */
static uint64_t head_link(const char *text, size_t n, uint64_t link) {
  for (size_t at = 0; at < n;) {
    const char *end = memchr(text + at, '\n', n - at);
    size_t len = end ? (size_t)(end + 1 - (text + at)) : n - at;
    link = sal_hash(text + at, len, link);
    at += len;
  }

  return link;
}

void journal_start(struct journal *j, const struct journal_head *h) {
  *j = (struct journal){0};
  put_head(j, h);
  j->link = head_link(j->text, j->len, 0);
}

void journal_free(struct journal *j) {
  free(j->text);
  *j = (struct journal){0};
}

/* Each line's check covers the line, its state and the check before, so no line can be cut out. */
static uint32_t chain_of(const char *line, size_t up_to_bar, uint64_t link, uint32_t state) {
  const uint64_t from[2] = {link, state};
  return journal_short(sal_hash(line, up_to_bar, sal_hash(from, sizeof from, 0)));
}

/* Appends a line with its two checks. */
void journal_add(struct journal *j, int side, bool star, const char *action, const char *dice,
                 uint64_t state) {
  if (j->silent)
    return;
  size_t start = j->len;
  uint32_t check = journal_short(state);
  put(j, "%u %s%s %s | %s%s", j->next, side == SAL_NOSIDE ? "-" : sal_side_name[side],
      star ? "*" : "", action, dice, *dice ? " " : "");
  uint32_t chain = chain_of(j->text + start, j->len - start, j->link, check);
  put(j, "| %08x %08x\n", check, chain);
  j->link = chain;
  j->next++;
}

/* Takes the lines read so far as they are, when they cannot be written alike any more. */
void journal_copy(struct journal *j, const struct journal_reader *r) {
  j->len = 0;
  grow(j, r->pos);
  memcpy(j->text, r->text, r->pos);
  j->text[r->pos] = 0;
  j->len = r->pos;
  j->link = r->link;
  j->next = r->next;
}

/* Undo is a line like others: a journal only grows. */
void journal_undo(struct journal *j, int side, uint32_t n, uint64_t state) {
  char action[32];
  snprintf(action, sizeof action, "undo %u", n);
  journal_add(j, side, false, action, "", state);
}

/* One token of the tape: a face, a named draw, or "?" for what the viewer may not see. */
static int put_token(const struct sal_rolled *r, bool sees, const char *gap, char *buf,
                     size_t cap) {
  if (!sees)
    return snprintf(buf, cap, "%s?", gap);
  if (r->faces)
    return snprintf(buf, cap, "%s%u", gap, r->value);
  return snprintf(buf, cap, "%s=%s", gap, r->name);
}

/* The dice of a line as a viewer may see them. Hidden ones in a row are one "?", because how many
 * were rolled is a secret too. */
void journal_dice(const struct sal_dice *d, int viewer, char *buf, size_t cap) {
  size_t n = 0;
  bool hid = false;

  buf[0] = 0;
  for (uint32_t i = 0; i < d->n && n < cap; i++) {
    const struct sal_rolled *r = &d->rolled[i];
    bool sees = sal_sees(r->seen, viewer);
    if (!sees && hid)
      continue;
    hid = !sees;
    n += (size_t)put_token(r, sees, n ? " " : "", buf + n, cap - n);
  }
  SAL_ASSERT(n < cap);
}

/* ---- reading */
static bool bad(struct fault *f, int line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static bool bad(struct fault *f, int line, const char *fmt, ...) {
  char text[200];
  char at[32];
  va_list ap;

  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  snprintf(at, sizeof at, "journal:%d", line);
  fault_at(f, at, "%s", text);
  f->line = line;
  return false;
}

/* "word value" with two spaces or the end after it; moves on. */
static bool pair(const char **at, const char *end, const char *word, char *out, size_t cap) {
  size_t n = strlen(word);
  const char *p = *at;
  bool long_enough = (size_t)(end - p) > n;

  if (!long_enough || memcmp(p, word, n) || p[n] != ' ')
    return false;
  p += n + 1;
  const char *stop = p;
  while (stop < end && *stop != ' ')
    stop++;
  size_t len = (size_t)(stop - p);
  if (len == 0 || len >= cap)
    return false;
  memcpy(out, p, len);
  out[len] = 0;
  if (stop < end)
    stop += 2; /* the exact blanks are proved by printing it again */
  *at = stop > end ? end : stop;

  return true;
}

/* One option, "name=3", of the header. */
static bool head_option(struct journal_option *o, const char *p, const char *stop) {
  const char *eq = memchr(p, '=', (size_t)(stop - p));
  char number[8] = "";
  int32_t value;

  if (!eq || eq == p || eq - p >= (int)sizeof o->id)
    return false;
  if (stop - eq - 1 >= (int)sizeof number)
    return false;
  memcpy(o->id, p, (size_t)(eq - p));
  memcpy(number, eq + 1, (size_t)(stop - eq - 1));
  if (!sal_parse_int(number, -128, 255, &value))
    return false;
  o->value = value;

  return true;
}

/* The options at the end of the header's second line. */
static bool head_options(struct journal_head *h, const char *p, const char *end) {
  if ((size_t)(end - p) < 8 || memcmp(p, "options ", 8))
    return false;
  p += 8;
  while (p < end) {
    const char *stop = memchr(p, ' ', (size_t)(end - p));
    if (!stop)
      stop = end;
    if (h->noptions == SAL_OPTIONS)
      return false;
    if (!head_option(&h->option[h->noptions], p, stop))
      return false;
    h->noptions++;
    p = stop < end ? stop + 1 : end;
  }

  return h->noptions > 0;
}

/* the line that begins with "game" */
static bool head_line(struct journal_head *h, const char *p, const char *end) {
  char data[20];

  if (!pair(&p, end, "game", h->game, sizeof h->game) ||
      !pair(&p, end, "edition", h->edition, sizeof h->edition) ||
      !pair(&p, end, "scenario", h->scenario, sizeof h->scenario) ||
      !pair(&p, end, "data", data, sizeof data))
    return false;
  char *stop;
  h->data = strtoull(data, &stop, 16);
  if (strlen(data) != 16 || *stop)
    return false;

  return p == end || head_options(h, p, end);
}

/* Does the line begin with this word? */
static bool starts(const char *p, const char *end, const char *word) {
  size_t n = strlen(word);
  return (size_t)(end - p) > n && !memcmp(p, word, n);
}

/* side, commit, position: in this order */
static bool head_more(struct journal_head *h, const char *p, const char *end) {
  char side[12];

  if (starts(p, end, "side ") && h->side == SAL_NOSIDE) {
    if (!pair(&p, end, "side", side, sizeof side) || p != end)
      return false;
    h->side = (uint8_t)sal_side_parse(side);
    return h->side != SAL_NOSIDE && h->side != SAL_ALL;
  }
  if (starts(p, end, "commit ") && !h->commit[0]) {
    if (!pair(&p, end, "commit", h->commit, sizeof h->commit) || p != end)
      return false;
    return strspn(h->commit, "0123456789abcdef") == strlen(h->commit);
  }
  if (!starts(p, end, "position ") || h->position)
    return false;
  h->position = p + 9;
  h->position_len = (size_t)(end - p - 9);
  return true;
}

/* A line that would be valid except for one byte. Text that is nothing like a line is the rest of a
 * line broken in two. */
/* end: of the text, for the byte may have become a newline */
static bool nearly(const char *p, const char *end) {
  static const char *const known[] = {"side ", "commit ", "position ", "---\n"};

  for (int i = 0; i < 4; i++) {
    size_t n = strlen(known[i]);
    size_t off = 0;
    if ((size_t)(end - p) < n)
      continue;
    for (size_t k = 0; k < n; k++)
      off += p[k] != known[i][k];
    if (off <= 1)
      return true;
  }

  return false;
}

/* The secret of a finished game's dice, on the last line. What is not exactly that stays, and is
 * found to be no action. */
static void take_secret(struct journal_reader *r) {
  static const char word[] = "secret ";
  static const char typed[] = " setup";
  const char *p = r->text + r->size - (r->size > 0);
  const char *line;

  if (!r->size || *p != '\n' || !(line = memrchr(r->text, '\n', r->size - 1)))
    return;
  size_t n = (size_t)(p - ++line);
  bool with = n == 71 + sizeof typed - 1 && !memcmp(line + 71, typed, sizeof typed - 1);
  if ((n != 71 && !with) || memcmp(line, word, 7))
    return;
  for (int i = 7; i < 71; i++)
    if (!strchr("0123456789abcdef", line[i]) || !line[i])
      return;
  memcpy(r->secret, line + 7, 64);
  r->typed = with;
  r->size = (size_t)(line - r->text);
  r->secret_line = 1;
  for (size_t i = 0; i < r->size; i++)
    r->secret_line += r->text[i] == '\n';
}

/* Reads the head. It must be exactly what this program would write. */
bool journal_open(struct journal_reader *r, const char *text, size_t n, struct fault *f) {
  *r = (struct journal_reader){.text = text, .size = n, .head.side = SAL_NOSIDE};
  take_secret(r);
  n = r->size;
  for (;;) {
    const char *p = text + r->pos;
    const char *end = memchr(p, '\n', n - r->pos);
    r->line++;
    if (!end)
      return bad(f, r->line,
                 r->line == 1 ? "this is no journal"
                              : "the header has no end (a line of three dashes)");
    r->pos = (size_t)(end + 1 - text);
    if (r->line == 1) {
      if ((size_t)(end + 1 - p) != sizeof TITLE - 1 || memcmp(p, TITLE, sizeof TITLE - 1))
        return bad(f, 1, "this is no journal of version 1 (its first line is `salient-journal 1`)");
    } else if (r->line == 2) {
      if (!head_line(&r->head, p, end))
        return bad(f, 2, "must be `game X  edition E  scenario S  data HASH` and the options");
    } else if (end - p == 3 && !memcmp(p, "---", 3)) {
      break;
    } else if (!head_more(&r->head, p, end)) {
      return bad(
          f, nearly(p, text + n) ? r->line : r->line - 1,
          "the header must go on with `side S`, `commit HASH`, `position {..}` or three dashes");
    }
    if (memchr(p, 0, (size_t)(end - p)))
      return bad(f, r->line, "a NUL byte");
    if (r->head.commit[0] && !r->commit_line)
      r->commit_line = r->line;
  }
  r->head_size = r->pos;
  r->head_lines = r->line;
  struct journal again = {0}; /* one canonical form: anything else was edited by hand */
  put_head(&again, &r->head);
  size_t same = 0;
  while (same < again.len && same < r->head_size && again.text[same] == text[same])
    same++;
  bool equal = same == again.len && same == r->head_size;
  journal_free(&again);
  if (!equal) {
    int line = 1;
    for (size_t i = 0; i < same && i < r->head_size; i++)
      line += text[i] == '\n';
    return bad(f, line, "the header is not in the journal's form");
  }
  r->link = head_link(text, r->head_size, 0);
  return true;
}

/* Eight lower-case hex digits: journals have one spelling only. */
static bool hex8(const char *p, uint32_t *out) {
  static const char digit[] = "0123456789abcdef";
  uint32_t v = 0;

  for (int i = 0; i < 8; i++) {
    const char *at = p[i] ? strchr(digit, p[i]) : NULL;
    if (!at)
      return false;
    v = v << 4 | (uint32_t)(at - digit);
  }
  *out = v;

  return true;
}

/* The beginning of a line: its number, which must be the next one, and the side of its action. A
 * star marks the answer of a standing order; "-" stands for set-up and draws, which nobody orders.
 */
static bool number_and_side(struct journal_line *l, uint32_t want, const char **at,
                            const char *end) {
  char text[16];
  int n = snprintf(text, sizeof text, "%u ", want);

  if (end - *at < n || memcmp(*at, text, (size_t)n))
    return false;
  const char *p = *at + n;
  const char *stop = memchr(p, ' ', (size_t)(end - p));
  if (!stop || stop - p > 10 || stop == p)
    return false;
  size_t len = (size_t)(stop - p);
  memcpy(text, p, len);
  text[len] = 0;
  l->star = text[len - 1] == '*';
  if (l->star)
    text[len - 1] = 0;
  bool nobody = !strcmp(text, "-");
  int side = nobody ? SAL_NOSIDE : sal_side_parse(text);
  bool player = side == SAL_GERMAN || side == SAL_SOVIET;
  if (!player && (!nobody || l->star))
    return false;
  l->side = (uint8_t)side;
  l->n = want;
  *at = stop + 1;

  return true;
}

/* between the bars: " 5 2 " or " " */
static bool tokens(struct journal_line *l, const char *p, const char *end) {
  if (p == end || *p++ != ' ' || memchr(p, '|', (size_t)(end - p)))
    return false;
  while (p < end) {
    const char *stop = memchr(p, ' ', (size_t)(end - p));
    if (!stop || stop == p || stop - p >= SAL_TOKEN || l->ntokens == SAL_TAPE)
      return false;
    memcpy(l->token[l->ntokens], p, (size_t)(stop - p));
    l->token[l->ntokens++][stop - p] = 0;
    p = stop + 1;
  }

  return true;
}

/* `draw | =0123456789abcdef`: the secrets that nobody knows, drawn once more from this seed. */
static bool draw_of(struct journal_line *l) {
  const char *token = l->token[0];
  uint32_t high;
  uint32_t low;

  if (strcmp(l->action, "draw") || l->ntokens != 1)
    return false;
  if (token[0] != '=' || strlen(token) != 17)
    return false;
  if (!hex8(token + 1, &high) || !hex8(token + 9, &low))
    return false;
  l->kind = JOURNAL_DRAW;
  l->seed = (uint64_t)high << 32 | low;

  return true;
}

/* `adopt EDITION DATA LINE` */
static bool adopt_of(struct journal_line *l) {
  unsigned edition;
  unsigned changed;
  char data[17] = "";
  char again[64];
  uint32_t high;
  uint32_t low;

  if (sscanf(l->action, "adopt %4u %16[0-9a-f] %9u", &edition, data, &changed) != 3)
    return false;
  snprintf(again, sizeof again, "adopt %u %s %u", edition, data, changed);
  if (strcmp(again, l->action) || strlen(data) != 16 || l->ntokens || l->star)
    return false;
  if (!hex8(data, &high) || !hex8(data + 8, &low))
    return false;
  l->kind = JOURNAL_ADOPT;
  l->edition = edition;
  l->changed = changed;
  l->data = (uint64_t)high << 32 | low;
  return true;
}

/* `undo 2`: how many lines are taken back. Nothing is rolled for it, and no order answers so. */
static bool undo_of(struct journal_line *l) {
  int32_t n;

  if (l->ntokens || l->star)
    return false;
  if (!sal_parse_int(l->action + 5, 1, INT32_MAX, &n))
    return false;
  l->kind = JOURNAL_UNDO;
  l->undo = (uint32_t)n;

  return true;
}

/* What a line is, by its number, its side and its first word. */
static bool kind_of(struct journal_line *l, bool redacted) {
  l->hidden = !strcmp(l->action, "?");
  if (l->hidden && !redacted)
    return false;
  l->kind = l->n == 0 ? JOURNAL_SETUP : JOURNAL_ACTION;
  if (l->n == 0)
    return l->side == SAL_NOSIDE && !strcmp(l->action, "setup");
  if (l->side == SAL_NOSIDE)
    return draw_of(l);
  if (!strncmp(l->action, "adopt ", 6))
    return adopt_of(l);
  if (!strncmp(l->action, "undo ", 5))
    return undo_of(l);

  return true;
}

/* The two checks at a line's end: "| ssssssss cccccccc". */
static bool line_checks(struct journal_line *l, const char *last) {
  bool spaced = last[0] == '|' && last[1] == ' ' && last[10] == ' ';

  return spaced && hex8(last + 2, &l->state) && hex8(last + 11, &l->chain);
}

/* The next line: 1, 0 at the end or at a torn line, -1 after an error. A line without its newline
 * is torn: the program stopped while it was written. */
int journal_next(struct journal_reader *r, struct journal_line *l, struct fault *f) {
  const char *p = r->text + r->pos;

  if (r->pos == r->size)
    return 0;
  const char *end = memchr(p, '\n', r->size - r->pos);
  r->line++;
  if (!end) {
    r->torn = true;
    return 0;
  }
  l->line = r->line;
  l->ntokens = 0;
  const char *bar = memchr(p, '|', (size_t)(end - p));
  const char *last = end - 19; /* where the two checks begin */
  const char *q = p;
  if (!bar || last <= bar || !line_checks(l, last)) {
    bad(f, r->line, "must be `number side action | dice | check check`");
    return -1;
  }
  if (!number_and_side(l, r->next, &q, bar)) {
    bad(f, r->line, "must begin with the number %u and a side", r->next);
    return -1;
  }
  size_t n = (size_t)(bar - q);
  if (n < 2 || bar[-1] != ' ' || n > sizeof l->action) {
    bad(f, r->line, "an action of 1 to %zu bytes must stand before the bar", sizeof l->action - 1);
    return -1;
  }
  memcpy(l->action, q, n - 1);
  l->action[n - 1] = 0;
  if (strlen(l->action) != n - 1) {
    bad(f, r->line, "a NUL byte");
    return -1;
  }
  if (!tokens(l, bar + 1, last)) {
    bad(f, r->line, "the dice between the bars are not in the journal's form");
    return -1;
  }
  if (!kind_of(l, r->head.side != SAL_NOSIDE)) {
    bad(f, r->line, "not an action of this place in a journal");
    return -1;
  }
  l->chained = chain_of(p, (size_t)(last - p), r->link, l->state) == l->chain;
  r->link = l->chain;
  r->next++;
  r->pos = (size_t)(end + 1 - r->text);

  return 1;
}

/* Two lines with the same words, one of each side, are one adoption. */
void journal_adoption(const struct journal_reader *reader, struct journal_adoption *out) {
  struct journal_reader r = *reader;
  struct fault f;
  struct journal_line *l = calloc(1, sizeof *l);

  if (!l)
    abort();
  *out = (struct journal_adoption){0};
  while (journal_next(&r, l, &f) > 0) {
    if (l->kind != JOURNAL_ADOPT)
      continue;
    bool second = out->any && l->n == out->first + 1 && out->agreed != SAL_BOTH &&
                  !(out->agreed & SAL_BIT(l->side)) && out->edition == l->edition &&
                  out->data == l->data && out->changed == l->changed;
    if (!second)
      *out = (struct journal_adoption){.any = true,
                                       .first = l->n,
                                       .edition = l->edition,
                                       .changed = l->changed,
                                       .data = l->data};
    out->agreed |= (uint8_t)SAL_BIT(l->side);
  }
  free(l);
}

/* ---- blame: the first chain lies over the header and line 0, so it does not say by itself which
 * was altered. The one byte that repairs it tells which. */
static bool one_digit_off(uint32_t a, uint32_t b) {
  int off = 0;
  for (uint32_t d = a ^ b; d; d >>= 4)
    off += (d & 15) != 0;
  return off == 1;
}

/* Does changing one digit or one byte of the line repair its check? Then somebody changed that
 * byte. */
static bool explains_line(const struct journal_reader *r, const struct journal_line *l,
                          uint64_t link) {
  const char *p = r->text + r->head_size;
  const char *end = memchr(p, '\n', r->size - r->head_size);
  size_t n = (size_t)(end - 19 - p);

  if (one_digit_off(chain_of(p, n, link, l->state), l->chain))
    return true;
  for (int i = 0; i < 32; i += 4)
    for (uint32_t d = 1; d < 16; d++)
      if (chain_of(p, n, link, l->state ^ d << i) == l->chain)
        return true;
  char *copy = malloc(n);
  if (!copy)
    abort();
  memcpy(copy, p, n);
  bool found = false;
  for (size_t i = 0; i < n && !found; i++) {
    for (int v = 1; v < 256 && !found; v++) {
      copy[i] = (char)(p[i] ^ v);
      found = chain_of(copy, n, link, l->state) == l->chain;
    }
    copy[i] = p[i];
  }
  free(copy);
  return found;
}

/* The line of the header in which one changed byte repairs the chain; the position, too long to
 * try, is what is left. */
static int explains_head(const struct journal_reader *r, const struct journal_line *l) {
  const char *first = r->text + r->head_size;
  const char *end = memchr(first, '\n', r->size - r->head_size);
  size_t n = (size_t)(end - 19 - first);
  uint64_t before = 0; /* the link up to the line being tried */
  int line = 1;

  for (size_t at = 0, len; at < r->head_size; at += len, line++) {
    const char *p = r->text + at;
    len = (size_t)((const char *)memchr(p, '\n', r->head_size - at) + 1 - p);
    if (len > 4096)
      return line;
    char copy[4096];
    memcpy(copy, p, len);
    for (size_t i = 0; i < len; i++) {
      for (int v = 1; v < 256; v++) {
        copy[i] = (char)(p[i] ^ v);
        uint64_t link = head_link(p + len, r->head_size - at - len, sal_hash(copy, len, before));
        if (chain_of(first, n, link, l->state) == l->chain)
          return line;
      }
      copy[i] = p[i];
    }
    before = sal_hash(p, len, before);
  }

  return 2;
}

/* Which line was touched, when the first one does not fit: the line itself or the head. */
int journal_blame(const struct journal_reader *r, const struct journal_line *first) {
  uint64_t link = head_link(r->text, r->head_size, 0);
  if (explains_line(r, first, link))
    return first->line;
  return r->head_lines == 3 ? 2 : explains_head(r, first);
}
