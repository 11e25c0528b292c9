/* page.c - the printable pages of stalnie: tables and ledgers that go on on another card when one is full. */
#include "state.h"

static void begin(struct page *g) {
  sal_card_start(&g->card, g->kind, g->rule, g->title);
  sal_format(g->card.text, sizeof g->card.text, "%s", g->head);
}

void sp_page_open(struct page *g, const struct sal_play *p, struct sal_json *j, int kind, int rule, const char *title, const char *head) {
  g->play = p;
  g->out = j;
  g->kind = kind;
  g->rule = rule;
  sal_format(g->title, sizeof g->title, "%s", title);
  g->head = head;
  begin(g);
}

void sp_page_close(struct page *g) { sal_record_card(g->out, g->play->book, &g->card); }

/* The next card: a ledger takes the sum so far along. */
static void turn_over(struct page *g) {
  struct sal_frac so_far = g->card.total[0];
  sp_page_close(g);
  begin(g);
  if (g->kind == SAL_CARD_LEDGER) sal_card_add(&g->card, 0, so_far.num, so_far.den, g->rule, SAL_NOUNIT, "Brought forward");
}

static void add(struct page *g, int num, int den, int rule, const char *fmt, va_list ap) {
  char text[SAL_WORDS];
  sal_vformat(text, sizeof text, fmt, ap);
  if (g->card.nlines == SAL_CARD_LINES) turn_over(g);
  sal_card_add(&g->card, 0, num, den, rule, SAL_NOUNIT, "%s", text);
}

void sp_page_row(struct page *g, int rule, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  add(g, 0, 1, rule, fmt, ap);
  va_end(ap);
}

void sp_page_cpp(struct page *g, int halves, int rule, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  add(g, halves, 2, rule, fmt, ap);
  va_end(ap);
}

void sp_page_say(const struct sal_play *p, struct sal_json *j, int rule, const char *title, const char *fmt, ...) {
  struct sal_card c;
  va_list ap;
  sal_card_start(&c, SAL_CARD_TEXT, rule, title);
  va_start(ap, fmt);
  sal_vformat(c.text, sizeof c.text, fmt, ap);
  va_end(ap);
  sal_record_card(j, p->book, &c);
}

void sp_halves_text(char out[12], int h) { sal_format(out, 12, h % 2 ? "%d.5" : "%d", h / 2); }
