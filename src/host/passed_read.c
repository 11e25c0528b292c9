/* passed_read.c - a passed file that came, read with suspicion: every refusal says what was done to
 * it, and on which line. */
#include "passed_inside.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 20, HEAD = 4096 };

/* ---- reading with suspicion */
static bool altered(struct passed *p, const char *word, struct fault *f) {
  static const struct {
    const char *word, *text;
  } said[] = {
      {"do", "the move on this line was changed after it was signed"},
      {"dice", "the dice on this line were changed after they were signed"},
      {"show", "the value shown on this line was changed after it was signed"},
      {"seal", "the seal on this line was changed after it was signed"},
      {"choice", "the secret choice on this line was changed after it was signed"},
      {"open", "the opened choice on this line was changed after it was signed"},
      {"key",
       "the key on this line was changed after it was signed: somebody else would have the seat"},
      {"salt", "the salt on this line was changed after it was signed"},
      {"state", "the hash of the position on this line was changed after it was signed"},
      {"sign", "the signature was changed"}};
  for (size_t i = 0; i < sizeof said / sizeof *said; i++)
    if (!strcmp(said[i].word, word))
      return pass_no(p, f, "%s", said[i].text);
  if (!strcmp(word, "file") && !p->nparts)
    return pass_no(p, f,
                   "the header was changed after this part was signed: the game, its options, mode "
                   "or id are not those it was begun with");
  if (!strcmp(word, "file"))
    return pass_no(p, f,
                   "part %u does not follow on the parts before it: it is of another game, or of "
                   "another course of this one",
                   p->nparts + 1);

  return pass_no(p, f, "this line was changed after it was signed, or one before it is missing");
}

/* The first line of a part. Parts are numbered without a gap, whoever wrote them. */
static bool open_part(struct passed *p, const char *rest, struct fault *f) {
  char want[32];
  char side[12] = "";
  unsigned n = 0;

  if (p->in_part)
    return pass_no(p, f, "part %u is not signed", p->nparts + 1);
  if (sscanf(rest, "%9u %11s", &n, side) != 2)
    return pass_no(p, f, "must be `file NUMBER SIDE`");
  if (n != p->nparts + 1)
    return pass_no(p, f, "the parts are out of order: part %u stands where part %u must", n,
                   p->nparts + 1);
  int author = sal_side_parse(side);
  snprintf(want, sizeof want, "%u %s", n, side);
  if (author >= SAL_SIDES || strcmp(want, rest))
    return pass_no(p, f, "must be `file NUMBER SIDE`");
  p->in_part = true;
  p->began = false;
  p->author = (uint8_t)author;
  return true;
}

/* The signature of a part, after everything its author owed. */
static bool close_part(struct passed *p, const char *rest, const uint8_t before[HASH],
                       struct fault *f) {
  uint8_t sign[crypto_sign_BYTES];
  int who = p->author;

  if (!pass_owed_first(p, "sign", f))
    return false;
  if (p->waiting && p->wait_side == who && pass_owes_value(p, who))
    return pass_no(p, f, "the %s side withholds its value for roll %u, which its own move needs",
                   pass_name(who), p->rolls);
  if (!p->seat[who].taken || !p->seat[who].sealed)
    return pass_no(p, f, "the %s side has not joined", pass_name(who));
  if (!pass_unhex(rest, sign, sizeof sign) ||
      crypto_sign_verify_detached(sign, before, HASH, p->seat[who].key))
    return pass_no(p, f, "the signature of part %u is not the %s side's", p->nparts + 1,
                   pass_name(who));
  pass_keep_part(p);
  return true;
}

/* My key says which seat is mine, as soon as it is known. */
void pass_find_seat(struct passed *p) {
  for (int i = 0; i < SAL_SIDES; i++) {
    bool mine = p->seat[i].taken && !memcmp(p->seat[i].key, p->me.open, 32);
    if (mine)
      p->side = i;
  }
}

/* One line as it came: its check first, then its lock, then what it says. */
bool pass_read_line(struct passed *p, char *line, size_t n, struct fault *f) {
  char word[WORD] = "";
  uint8_t before[HASH];
  uint8_t check[4];
  uint8_t run[HASH];
  uint8_t key[HASH];

  memcpy(before, p->run, HASH);
  size_t w = strcspn(line, " ");
  if (strlen(line) != n || w >= WORD || w == n)
    return pass_no(p, f, "this is no line of a passed game");
  memcpy(word, line, w);
  if (p->nparts && !p->in_part && strcmp(word, "file"))
    return pass_no(p, f, "a line outside of any part");
  /* order first: a part moved elsewhere has wrong checks as well */
  if (!strcmp(word, "file") && n > CHECK) {
    char *rest = pass_room(NULL, n);
    sprintf(rest, "%.*s", (int)(n - CHECK - w - 1), line + w + 1);
    bool ok = open_part(p, rest, f);
    free(rest);
    if (!ok)
      return false;
  }
  if (n <= CHECK + w + 1 || line[n - CHECK] != ' ' || line[n - CHECK + 1] != '#' ||
      !pass_unhex(line + n - 8, check, 4))
    return altered(p, word, f);
  line[n - CHECK] = 0;
  pass_check_of(p, line, n - CHECK, run);
  if (memcmp(run, check, 4))
    return altered(p, word, f);
  char *rest = line + w + 1;
  char *plain = NULL;
  if (!strcmp(word, "file"))
    return memcpy(p->run, run, HASH), true;
  if (!p->in_part)
    return pass_no(p, f, "a line outside of any part");
  if (!strcmp(word, "sign"))
    return memcpy(p->run, run, HASH), close_part(p, rest, before, f);
  pass_find_seat(p);
  if (p->side == SAL_NOSIDE && p->seat[0].taken && p->seat[1].taken)
    return pass_no(p, f, "two others play this game: your key is neither side's");
  if (pass_locks(p, word)) {
    /* a line left out makes the next unreadable, but is the graver thing */
    if (!pass_owed_first(p, word, f))
      return false;
    if (p->side == SAL_NOSIDE || *rest != '~' || !pass_both_key(p, key) ||
        !(plain = pass_unlock(before, key, rest + 1)))
      return pass_no(p, f, "this line cannot be read with your key");
    rest = plain;
  }
  bool ok = pass_take(p, word, rest, f);
  free(plain);
  memcpy(p->run, run, HASH);
  return ok;
}

/* Where the header ends, or NULL: no passed game. */
static const char *head_end(const char *text, size_t n) {
  static const char title[] = PASS_TITLE;
  bool titled = n > sizeof title - 1 && !memcmp(text, title, sizeof title - 1);
  const char *end = titled ? memmem(text, n, "\n---\n", 5) : NULL;

  if (!end || end - text >= HEAD - 8)
    return NULL;
  bool binary = memchr(text, 0, (size_t)(end - text)) != NULL;

  return binary ? NULL : end + 5;
}

/* Mail programs and editors: a mark of Unicode before it, or two characters at the end of a line.
 */
static bool mangled(const char *text, size_t n) {
  size_t title = sizeof PASS_TITLE - 2; /* without its newline */
  bool mark = n > 3 && !memcmp(text, "\xef\xbb\xbf", 3);

  if (mark) {
    text += 3;
    n -= 3;
  }
  bool ours = n > title && !memcmp(text, PASS_TITLE, title);

  return ours && (mark || text[title] == '\r');
}

/* Both must play the same edition and data, or they would disagree sooner or later. */
static bool same_rules(struct passed *p, struct fault *f) {
  const struct journal_head *h = &p->about;

  p->rules = sal_ruleset_find(h->game);
  if (!p->rules)
    return pass_no(p, f, "this program has no game %s", h->game);
  int edition = sal_edition_parse(h->edition);
  if (edition < 1 || edition > sal_edition_parse(p->rules->edition))
    return pass_no(p, f, "begun with edition %s of %s, this is %s", h->edition, h->game,
                   p->rules->edition);
  uint64_t mine = library_hash(p->lib, p->rules);
  if (mine == h->data || library_has(p->lib, p->rules, h->data))
    return true;
  char needs[160];
  library_needs(p->rules, h->data, needs, sizeof needs);
  return pass_no(p, f, "begun with other data files than these: %016llx, and these are %016llx; %s",
                 (unsigned long long)h->data, (unsigned long long)mine, needs);
}

/* The head of the file. It must be exactly what this program would write. */
static bool read_head(struct passed *p, const char *text, size_t n, size_t *size, struct fault *f) {
  const char *end = head_end(text, n);
  char head[HEAD];
  char journal[HEAD + 64];
  char mode[12] = "";
  char id[20] = "";
  struct journal_reader r;

  p->line = 1;
  if (!end && mangled(text, n))
    return pass_no(p, f,
                   "the file was changed on its way: its ends of lines or its first bytes are "
                   "another program's; send it as an attachment");
  if (!end)
    return pass_no(p, f,
                   "this is no passed game of version 1 (its first line is `salient-pass 1`)");
  *size = (size_t)(end - text);
  memcpy(head, text, *size);
  head[*size] = 0;
  const char *second = strchr(head, '\n') + 1;
  const char *third = strchr(second, '\n') + 1;
  p->line = 2;
  int len = snprintf(journal, sizeof journal, "salient-journal 1\n%.*s---\n", (int)(third - second),
                     second);
  if (!journal_open(&r, journal, (size_t)len, f))
    return pass_no(p, f, "must be `game X  edition E  scenario S  data HASH` and the options");
  p->about = r.head;
  if (!same_rules(p, f))
    return false;
  p->line = 3;
  if (sscanf(third, "mode %11s  id %19s", mode, id) != 2 || strlen(id) != PASSED_ID ||
      strspn(id, "0123456789abcdef") != PASSED_ID)
    return pass_no(p, f, "must be `mode honour` or `mode sealed`, and the game's id");
  p->mode = !strcmp(mode, pass_mode_name[PASSED_SEALED]) ? PASSED_SEALED : PASSED_HONOUR;
  memcpy(p->id, id, sizeof p->id);
  pass_put_head(p); /* one form only */
  if (p->len == *size && !memcmp(p->text, text, *size))
    return true;
  p->line = 3;
  return pass_no(
      p, f,
      "the header is not in the form of a passed game, or does not say what its mode protects");
}

/* The file must hold every part that I have had before, and none of them twice. */
static bool remembers(struct passed *p, const char *memory, struct fault *f) {
  uint32_t last = 0;

  for (const char *m = memory; m && *m; m += strcspn(m, "\n") + 1) {
    char hex[2 * HASH + 1];
    uint8_t head[HASH];
    unsigned n;
    if (sscanf(m, "%9u %64s", &n, hex) != 2 || !pass_unhex(hex, head, HASH))
      break;
    if (n == 0)
      break;
    last = n;
    if (n <= p->nparts && memcmp(head, p->part[n - 1].head, HASH))
      return fault_say(f, FAULT_STALE,
                       "Part %u is not the one you had before: the %s side has written it twice, "
                       "to take something back.",
                       n, pass_name(p->part[n - 1].side));
    if (!strchr(m, '\n'))
      break;
  }
  if (last <= p->nparts)
    return true;
  if (p->nparts && p->part[p->nparts - 1].side != p->side)
    return fault_say(f, FAULT_STALE,
                     "This file is replayed: you have answered its part %u already with part %u.",
                     p->nparts, p->nparts + 1);

  return fault_say(f, FAULT_STALE,
                   "This file is out of date: it ends with part %u, and you have seen part %u.",
                   p->nparts, last);
}

/* The id of a game without reading the rest of it. */
bool passed_id_of(const char *text, size_t n, char out[PASSED_ID + 1]) {
  const char *end = head_end(text, n);
  const char *at = end ? memmem(text, (size_t)(end - text), "  id ", 5) : NULL;

  if (!at || end - at < PASSED_ID + 5)
    return false;
  memcpy(out, at + 5, PASSED_ID);
  out[PASSED_ID] = 0;
  return strspn(out, "0123456789abcdef") == PASSED_ID;
}

/* Reads a file whole. A file that ends in the middle of a part was cut off. */
bool pass_read_all(struct passed *p, const char *text, size_t n, struct fault *f) {
  size_t at = 0;

  if (!read_head(p, text, n, &at, f))
    return false;
  while (at < n) {
    const char *end = memchr(text + at, '\n', n - at);
    p->line++;
    if (!end)
      return pass_no(p, f, "the file is cut off: its last line has no end");
    size_t len = (size_t)(end - (text + at));
    char *line = pass_room(NULL, len + 1);
    memcpy(line, text + at, len);
    line[len] = 0;
    bool ok =
        len < LONGEST ? pass_read_line(p, line, len, f) : pass_no(p, f, "the line is too long");
    free(line);
    if (!ok)
      return false;
    pass_append(p, text + at, len + 1);
    at += len + 1;
  }
  if (p->in_part)
    return pass_no(p, f, "the file is cut off: part %u is not signed", p->nparts + 1);
  if (!p->nparts)
    return pass_no(p, f, "the file is cut off: it has no part");

  return true;
}

/* Opens a file that came. A newcomer takes the seat that is free. */
struct passed *passed_open(struct library *lib, struct desk *desk, const char *text, size_t n,
                           const struct passed_key *key, const char *memory, struct fault *f) {
  if (sodium_init() < 0)
    return fault_say(f, FAULT_INTERNAL, "There is no source of random bytes."), NULL;
  struct passed *p = pass_blank(lib, desk, key);
  bool ok = pass_read_all(p, text, n, f);
  if (ok)
    pass_find_seat(p);
  if (ok && p->side == SAL_NOSIDE)
    p->side = p->seat[SAL_GERMAN].taken ? SAL_SOVIET : SAL_GERMAN;
  if (ok && remembers(p, memory, f))
    return p;
  passed_free(p);
  return NULL;
}
