/* journal.c - one canonical form in and out: what is read is printed again and must be the same bytes. */
#include "journal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ruleset.h"

static const char TITLE[] = "salient-journal 1\n";

/* ---- writing */
static void grow(struct journal *j, size_t more) {
  if (j->len + more + 1 <= j->cap) return;
  j->cap = (j->len + more) * 2 + 4096;
  j->text = realloc(j->text, j->cap);
  if (!j->text) abort();
}
static void put(struct journal *j, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct journal *j, const char *fmt, ...) {
  va_list ap, again;
  va_start(ap, fmt);
  va_copy(again, ap);
  size_t room = j->cap - j->len, n = (size_t)vsnprintf(j->text ? j->text + j->len : NULL, room, fmt, ap);
  if (n >= room) {
    grow(j, n);
    vsnprintf(j->text + j->len, n + 1, fmt, again);
  }
  j->len += n;
  va_end(ap);
  va_end(again);
}

void journal_describe(struct journal_head *h, const struct sal_book *b, const uint8_t *option) {
  *h = (struct journal_head){.data = b->data_hash, .side = SAL_NOSIDE};
  snprintf(h->game, sizeof h->game, "%s", b->rules->id);
  snprintf(h->edition, sizeof h->edition, "%s", b->rules->edition);
  snprintf(h->scenario, sizeof h->scenario, "%s", b->scenarios[b->scenario].id);
  for (int i = 0; i < b->noptions; i++) {
    if (!b->option[i].here) continue;
    struct journal_option *o = &h->option[h->noptions++];
    snprintf(o->id, sizeof o->id, "%s", b->option[i].id);
    o->value = option[i];
  }
}

static void put_head(struct journal *j, const struct journal_head *h) {
  put(j, "%sgame %s  edition %s  scenario %s  data %016llx", TITLE, h->game, h->edition, h->scenario, (unsigned long long)h->data);
  for (int i = 0; i < h->noptions; i++) put(j, "%s %s=%d", i ? "" : "  options", h->option[i].id, h->option[i].value);
  put(j, "\n");
  if (h->side != SAL_NOSIDE) put(j, "side %s\n", sal_side_name[h->side]);
  if (h->commit[0]) put(j, "commit %s\n", h->commit);
  if (h->position) put(j, "position %.*s\n", (int)h->position_len, h->position);
  put(j, "---\n");
}
/* Line by line, so that no change in one can stand for a change in another. */
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

static uint32_t chain_of(const char *line, size_t up_to_bar, uint64_t link, uint32_t state) {
  const uint64_t from[2] = {link, state};
  return journal_short(sal_hash(line, up_to_bar, sal_hash(from, sizeof from, 0)));
}

void journal_add(struct journal *j, int side, bool star, const char *action, const char *dice, uint64_t state) {
  size_t start = j->len;
  uint32_t check = journal_short(state);
  put(j, "%u %s%s %s | %s%s", j->next, side == SAL_NOSIDE ? "-" : sal_side_name[side], star ? "*" : "", action, dice, *dice ? " " : "");
  uint32_t chain = chain_of(j->text + start, j->len - start, j->link, check);
  put(j, "| %08x %08x\n", check, chain);
  j->link = chain;
  j->next++;
}
void journal_undo(struct journal *j, int side, uint32_t n, uint64_t state) {
  char action[32];
  snprintf(action, sizeof action, "undo %u", n);
  journal_add(j, side, false, action, "", state);
}

void journal_dice(const struct sal_dice *d, int viewer, char *buf, size_t cap) {
  size_t n = 0;
  bool hid = false;
  buf[0] = 0;
  for (uint32_t i = 0; i < d->n && n < cap; i++) {
    const struct sal_rolled *r = &d->rolled[i];
    const char *gap = n ? " " : "";
    bool sees = sal_sees(r->seen, viewer);
    if (!sees && hid) continue; /* how many were rolled is a secret too */
    hid = !sees;
    int put_n = hid ? snprintf(buf + n, cap - n, "%s?", gap)
                : r->faces ? snprintf(buf + n, cap - n, "%s%u", gap, r->value)
                           : snprintf(buf + n, cap - n, "%s=%s", gap, r->name);
    n += (size_t)put_n;
  }
  SAL_ASSERT(n < cap);
}

/* ---- reading */
static bool bad(struct fault *f, int line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static bool bad(struct fault *f, int line, const char *fmt, ...) {
  char text[200], at[32];
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
  if ((size_t)(end - p) <= n || memcmp(p, word, n) || p[n] != ' ') return false;
  p += n + 1;
  const char *stop = p;
  while (stop < end && *stop != ' ') stop++;
  if (stop == p || (size_t)(stop - p) >= cap) return false;
  memcpy(out, p, (size_t)(stop - p));
  out[stop - p] = 0;
  if (stop < end) stop += 2; /* the exact blanks are proved by printing it again */
  *at = stop > end ? end : stop;
  return true;
}
static bool head_options(struct journal_head *h, const char *p, const char *end) {
  if ((size_t)(end - p) < 8 || memcmp(p, "options ", 8)) return false;
  p += 8;
  while (p < end) {
    const char *eq = memchr(p, '=', (size_t)(end - p)), *stop = p;
    while (stop < end && *stop != ' ') stop++;
    struct journal_option *o = &h->option[h->noptions];
    if (!eq || eq > stop || h->noptions == SAL_OPTIONS || eq == p || eq - p >= (int)sizeof o->id) return false;
    memcpy(o->id, p, (size_t)(eq - p));
    char number[8] = "";
    int32_t value;
    if (stop - eq - 1 >= (int)sizeof number) return false;
    memcpy(number, eq + 1, (size_t)(stop - eq - 1));
    if (!sal_parse_int(number, 0, 255, &value)) return false;
    o->value = value;
    h->noptions++;
    p = stop < end ? stop + 1 : end;
  }
  return h->noptions > 0;
}
static bool head_line(struct journal_head *h, const char *p, const char *end) { /* the line that begins with "game" */
  char data[20];
  if (!pair(&p, end, "game", h->game, sizeof h->game) || !pair(&p, end, "edition", h->edition, sizeof h->edition) ||
      !pair(&p, end, "scenario", h->scenario, sizeof h->scenario) || !pair(&p, end, "data", data, sizeof data))
    return false;
  char *stop;
  h->data = strtoull(data, &stop, 16);
  if (strlen(data) != 16 || *stop) return false;
  return p == end || head_options(h, p, end);
}
static bool starts(const char *p, const char *end, const char *word) {
  size_t n = strlen(word);
  return (size_t)(end - p) > n && !memcmp(p, word, n);
}
static bool head_more(struct journal_head *h, const char *p, const char *end) { /* side, commit, position: in this order */
  char side[12];
  if (starts(p, end, "side ") && h->side == SAL_NOSIDE) {
    if (!pair(&p, end, "side", side, sizeof side) || p != end) return false;
    h->side = (uint8_t)sal_side_parse(side);
    return h->side != SAL_NOSIDE && h->side != SAL_ALL;
  }
  if (starts(p, end, "commit ") && !h->commit[0]) {
    if (!pair(&p, end, "commit", h->commit, sizeof h->commit) || p != end) return false;
    return strspn(h->commit, "0123456789abcdef") == strlen(h->commit);
  }
  if (!starts(p, end, "position ") || h->position) return false;
  h->position = p + 9;
  h->position_len = (size_t)(end - p - 9);
  return true;
}

/* A line that may stand here but for one byte. What is nothing like it is the rest of a line broken in two. */
static bool nearly(const char *p, const char *end) { /* end: of the text, for the byte may have become a newline */
  static const char *const known[] = {"side ", "commit ", "position ", "---\n"};
  for (int i = 0; i < 4; i++) {
    size_t n = strlen(known[i]), off = 0;
    if ((size_t)(end - p) < n) continue;
    for (size_t k = 0; k < n; k++) off += p[k] != known[i][k];
    if (off <= 1) return true;
  }
  return false;
}

/* The secret of a finished game's dice, on the last line. What is not exactly that stays, and is found to be no action. */
static void take_secret(struct journal_reader *r) {
  static const char word[] = "secret ", typed[] = " setup";
  const char *p = r->text + r->size - (r->size > 0), *line;
  if (!r->size || *p != '\n' || !(line = memrchr(r->text, '\n', r->size - 1))) return;
  size_t n = (size_t)(p - ++line);
  bool with = n == 71 + sizeof typed - 1 && !memcmp(line + 71, typed, sizeof typed - 1);
  if ((n != 71 && !with) || memcmp(line, word, 7)) return;
  for (int i = 7; i < 71; i++)
    if (!strchr("0123456789abcdef", line[i]) || !line[i]) return;
  memcpy(r->secret, line + 7, 64);
  r->typed = with;
  r->size = (size_t)(line - r->text);
  r->secret_line = 1;
  for (size_t i = 0; i < r->size; i++) r->secret_line += r->text[i] == '\n';
}

bool journal_open(struct journal_reader *r, const char *text, size_t n, struct fault *f) {
  *r = (struct journal_reader){.text = text, .size = n, .head.side = SAL_NOSIDE};
  take_secret(r);
  n = r->size;
  for (;;) {
    const char *p = text + r->pos, *end = memchr(p, '\n', n - r->pos);
    r->line++;
    if (!end) return bad(f, r->line, r->line == 1 ? "this is no journal" : "the header has no end (a line of three dashes)");
    r->pos = (size_t)(end + 1 - text);
    if (r->line == 1) {
      if ((size_t)(end + 1 - p) != sizeof TITLE - 1 || memcmp(p, TITLE, sizeof TITLE - 1))
        return bad(f, 1, "this is no journal of version 1 (its first line is `salient-journal 1`)");
    } else if (r->line == 2) {
      if (!head_line(&r->head, p, end)) return bad(f, 2, "must be `game X  edition E  scenario S  data HASH` and the options");
    } else if (end - p == 3 && !memcmp(p, "---", 3)) {
      break;
    } else if (!head_more(&r->head, p, end)) {
      return bad(f, nearly(p, text + n) ? r->line : r->line - 1, "the header must go on with `side S`, `commit HASH`, `position {..}` or three dashes");
    }
    if (memchr(p, 0, (size_t)(end - p))) return bad(f, r->line, "a NUL byte");
    if (r->head.commit[0] && !r->commit_line) r->commit_line = r->line;
  }
  r->head_size = r->pos;
  r->head_lines = r->line;
  struct journal again = {0}; /* one canonical form: anything else was edited by hand */
  put_head(&again, &r->head);
  size_t same = 0;
  while (same < again.len && same < r->head_size && again.text[same] == text[same]) same++;
  bool equal = same == again.len && same == r->head_size;
  journal_free(&again);
  if (!equal) {
    int line = 1;
    for (size_t i = 0; i < same && i < r->head_size; i++) line += text[i] == '\n';
    return bad(f, line, "the header is not in the journal's form");
  }
  r->link = head_link(text, r->head_size, 0);
  return true;
}

static bool hex8(const char *p, uint32_t *out) {
  uint32_t v = 0;
  for (int i = 0; i < 8; i++) {
    char c = p[i];
    if (c >= '0' && c <= '9') v = v << 4 | (uint32_t)(c - '0');
    else if (c >= 'a' && c <= 'f') v = v << 4 | (uint32_t)(c - 'a' + 10);
    else return false;
  }
  *out = v;
  return true;
}
static bool number_and_side(struct journal_line *l, uint32_t want, const char **at, const char *end) {
  char text[16];
  int n = snprintf(text, sizeof text, "%u ", want);
  if (end - *at < n || memcmp(*at, text, (size_t)n)) return false;
  const char *p = *at + n, *stop = memchr(p, ' ', (size_t)(end - p));
  if (!stop || stop - p > 10 || stop == p) return false;
  size_t len = (size_t)(stop - p);
  memcpy(text, p, len);
  text[len] = 0;
  l->star = text[len - 1] == '*';
  if (l->star) text[len - 1] = 0;
  int side = !strcmp(text, "-") ? SAL_NOSIDE : sal_side_parse(text);
  if (side != SAL_GERMAN && side != SAL_SOVIET && !(side == SAL_NOSIDE && !strcmp(text, "-") && !l->star)) return false;
  l->side = (uint8_t)side;
  l->n = want;
  *at = stop + 1;
  return true;
}
static bool tokens(struct journal_line *l, const char *p, const char *end) { /* between the bars: " 5 2 " or " " */
  if (p == end || *p++ != ' ' || memchr(p, '|', (size_t)(end - p))) return false;
  while (p < end) {
    const char *stop = memchr(p, ' ', (size_t)(end - p));
    if (!stop || stop == p || stop - p >= SAL_TOKEN || l->ntokens == SAL_TAPE) return false;
    memcpy(l->token[l->ntokens], p, (size_t)(stop - p));
    l->token[l->ntokens++][stop - p] = 0;
    p = stop + 1;
  }
  return true;
}
static bool draw_of(struct journal_line *l) { /* `draw | =0123456789abcdef` */
  uint32_t high, low;
  if (strcmp(l->action, "draw") || l->ntokens != 1 || strlen(l->token[0]) != 17 || l->token[0][0] != '=') return false;
  if (!hex8(l->token[0] + 1, &high) || !hex8(l->token[0] + 9, &low)) return false;
  l->kind = JOURNAL_DRAW;
  l->seed = (uint64_t)high << 32 | low;
  return true;
}
static bool kind_of(struct journal_line *l, bool redacted) {
  l->hidden = !strcmp(l->action, "?");
  if (l->hidden && !redacted) return false;
  l->kind = l->n == 0 ? JOURNAL_SETUP : JOURNAL_ACTION;
  if (l->n == 0) return l->side == SAL_NOSIDE && !strcmp(l->action, "setup");
  if (l->side == SAL_NOSIDE) return draw_of(l);
  if (strncmp(l->action, "undo ", 5)) return true;
  int32_t n;
  if (!sal_parse_int(l->action + 5, 1, INT32_MAX, &n) || l->ntokens || l->star) return false;
  l->kind = JOURNAL_UNDO;
  l->undo = (uint32_t)n;
  return true;
}

int journal_next(struct journal_reader *r, struct journal_line *l, struct fault *f) {
  const char *p = r->text + r->pos;
  if (r->pos == r->size) return 0;
  const char *end = memchr(p, '\n', r->size - r->pos);
  r->line++;
  if (!end) return r->torn = true, 0;
  l->line = r->line;
  l->ntokens = 0;
  const char *bar = memchr(p, '|', (size_t)(end - p));
  const char *last = end - 19; /* "| ssssssss cccccccc" */
  const char *q = p;
  if (!bar || last <= bar || *last != '|' || last[1] != ' ' || last[10] != ' ' || !hex8(last + 2, &l->state) || !hex8(last + 11, &l->chain))
    return bad(f, r->line, "must be `number side action | dice | check check`"), -1;
  if (!number_and_side(l, r->next, &q, bar)) return bad(f, r->line, "must begin with the number %u and a side", r->next), -1;
  size_t n = (size_t)(bar - q);
  if (n < 2 || bar[-1] != ' ' || n > sizeof l->action) return bad(f, r->line, "an action of 1 to %zu bytes must stand before the bar", sizeof l->action - 1), -1;
  memcpy(l->action, q, n - 1);
  l->action[n - 1] = 0;
  if (strlen(l->action) != n - 1) return bad(f, r->line, "a NUL byte"), -1;
  if (!tokens(l, bar + 1, last)) return bad(f, r->line, "the dice between the bars are not in the journal's form"), -1;
  if (!kind_of(l, r->head.side != SAL_NOSIDE)) return bad(f, r->line, "not an action of this place in a journal"), -1;
  l->chained = chain_of(p, (size_t)(last - p), r->link, l->state) == l->chain;
  r->link = l->chain;
  r->next++;
  r->pos = (size_t)(end + 1 - r->text);
  return 1;
}

/* ---- blame: the first chain lies over the header and line 0, so it does not say by itself which was altered. The one
 * byte that mends it does. */
static bool one_digit_off(uint32_t a, uint32_t b) {
  int off = 0;
  for (uint32_t d = a ^ b; d; d >>= 4) off += (d & 15) != 0;
  return off == 1;
}
static bool mends_line(const struct journal_reader *r, const struct journal_line *l, uint64_t link) {
  const char *p = r->text + r->head_size;
  const char *end = memchr(p, '\n', r->size - r->head_size);
  size_t n = (size_t)(end - 19 - p);
  if (one_digit_off(chain_of(p, n, link, l->state), l->chain)) return true;
  for (int i = 0; i < 32; i += 4)
    for (uint32_t d = 1; d < 16; d++)
      if (chain_of(p, n, link, l->state ^ d << i) == l->chain) return true;
  char *copy = malloc(n);
  if (!copy) abort();
  memcpy(copy, p, n);
  bool mended = false;
  for (size_t i = 0; i < n && !mended; i++) {
    for (int v = 1; v < 256 && !mended; v++) {
      copy[i] = (char)(p[i] ^ v);
      mended = chain_of(copy, n, link, l->state) == l->chain;
    }
    copy[i] = p[i];
  }
  free(copy);
  return mended;
}
/* The line of the header in which one byte mends the chain; the position, too long to try, is what is left. */
static int mends_head(const struct journal_reader *r, const struct journal_line *l) {
  const char *first = r->text + r->head_size, *end = memchr(first, '\n', r->size - r->head_size);
  size_t n = (size_t)(end - 19 - first);
  uint64_t before = 0; /* the link up to the line being tried */
  int line = 1;
  for (size_t at = 0, len; at < r->head_size; at += len, line++) {
    const char *p = r->text + at;
    len = (size_t)((const char *)memchr(p, '\n', r->head_size - at) + 1 - p);
    if (len > 4096) return line;
    char copy[4096];
    memcpy(copy, p, len);
    for (size_t i = 0; i < len; i++) {
      for (int v = 1; v < 256; v++) {
        copy[i] = (char)(p[i] ^ v);
        uint64_t link = head_link(p + len, r->head_size - at - len, sal_hash(copy, len, before));
        if (chain_of(first, n, link, l->state) == l->chain) return line;
      }
      copy[i] = p[i];
    }
    before = sal_hash(p, len, before);
  }
  return 2;
}
int journal_blame(const struct journal_reader *r, const struct journal_line *first) {
  uint64_t link = head_link(r->text, r->head_size, 0);
  if (mends_line(r, first, link)) return first->line;
  return r->head_lines == 3 ? 2 : mends_head(r, first);
}
