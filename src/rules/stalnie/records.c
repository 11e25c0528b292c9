/* records.c - stalnie 11.14: the roster, the purchase record and the ledger as printable pages, in
 * our own layout. Tables and ledgers continue on another card when one is full. */
#include "state.h"

/* ---- a page ------------------------------------------------------------------------------ */

/* A new card of the page. */
static void begin(struct page *g) {
  sal_card_start(&g->card, g->kind, g->rule, g->title);
  sal_format(g->card.text, sizeof g->card.text, "%s", g->head);
}

/* Begins a page: its cards share title and column heads. */
void sp_page_open(struct page *g, const struct sal_play *p, struct sal_json *j, int kind, int rule,
                  const char *title, const char *head) {
  g->play = p;
  g->out = j;
  g->kind = kind;
  g->rule = rule;
  sal_format(g->title, sizeof g->title, "%s", title);
  g->head = head;
  begin(g);
}

/* Writes the last card. */
void sp_page_close(struct page *g) {
  sal_record_card(g->out, g->play->book, &g->card);
}

/* The next card: a ledger carries the sum so far over. */
static void turn_over(struct page *g) {
  struct sal_frac so_far = g->card.total[0];
  sp_page_close(g);
  begin(g);
  if (g->kind == SAL_CARD_LEDGER)
    sal_card_add(&g->card, 0, so_far.num, so_far.den, g->rule, SAL_NOUNIT, "Brought forward");
}

/* Adds a line, on a new card if this one is full. */
static void add(struct page *g, int num, int den, int rule, const char *fmt, va_list ap) {
  char text[SAL_WORDS];
  sal_vformat(text, sizeof text, fmt, ap);
  if (g->card.nlines == SAL_CARD_LINES)
    turn_over(g);
  sal_card_add(&g->card, 0, num, den, rule, SAL_NOUNIT, "%s", text);
}

/* A row of a table. */
void sp_page_row(struct page *g, int rule, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  add(g, 0, 1, rule, fmt, ap);
  va_end(ap);
}

/* A line of a ledger, in halves of a CPP. */
void sp_page_cpp(struct page *g, int halves, int rule, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  add(g, halves, 2, rule, fmt, ap);
  va_end(ap);
}

/* A card that is only text. */
void sp_page_say(const struct sal_play *p, struct sal_json *j, int rule, const char *title,
                 const char *fmt, ...) {
  struct sal_card c;
  va_list ap;

  sal_card_start(&c, SAL_CARD_TEXT, rule, title);
  va_start(ap, fmt);
  sal_vformat(c.text, sizeof c.text, fmt, ap);
  va_end(ap);
  sal_record_card(j, p->book, &c);
}

/* 3 halves as 1.5. */
void sp_halves_text(char out[12], int h) {
  sal_format(out, 12, h % 2 ? "%d.5" : "%d", h / 2);
}

/* ---- the records ------------------------------------------------------------------------- */

static const char *const scenario_name[] = {"11 July AM", "11 July PM", "12 July AM", "12 July PM"};
static const char *const strength_word[] = {"-",         "full",   "depleted",
                                            "plentiful", "normal", "scarce"};

/* The CPP of each scenario: start, replenished, every purchase, reconnaissance, left. */
static void ledgers(const struct sal_play *p, int side, struct sal_json *j) {
  const struct state *s = S(p);
  const struct side *d = &s->side[side];

  sal_record_open(j, side == GER ? "ledger.german" : "ledger.soviet",
                  side == GER ? "German CPP ledger" : "Soviet CPP ledger");

  for (int n = 0; n < s->scenario; n++) {
    struct page g;
    char title[60];
    /* what is not on a line; 0 until the step is over */
    int recon = d->row[n].spent;
    sal_format(title, sizeof title, "%s: CPP left", scenario_name[n]);
    sp_page_open(&g, p, j, SAL_CARD_LEDGER, R_11_6162, title, "");
    sp_page_cpp(&g, d->row[n].start, R_11_6162, "Start");
    if (d->row[n].repl)
      sp_page_cpp(&g, d->row[n].repl, R_11_616, "Replenished");

    for (int i = 0; i < d->nrec; i++) {
      const struct rec *r = &s->rec[side][i];
      if (r->scenario != n + 1 || !r->price)
        continue;
      sp_page_cpp(&g, -r->price, R_11_6194, "%s", O(p)->group[side][r->group].title);
      recon -= r->price;
    }

    if (recon > 0)
      sp_page_cpp(&g, -recon, R_11_622, "Reconnaissance");
    sp_page_close(&g);
  }

  sal_record_close(j);
}

enum { CELL = 14 };

/* One line of the roster: what, then the four scenarios. */
static void roster_line(struct page *g, int rule, const char *what, int n,
                        const char cell[4][CELL]) {
  char text[SAL_WORDS];
  struct sal_text t = {text, sizeof text, 0};
  sal_put(&t, "%s", what);
  for (int k = 0; k < 4; k++)
    sal_put(&t, "|%s", k < n ? cell[k] : "");
  sp_page_row(g, rule, "%s", text);
}

enum {
  L_HIST,
  L_START,
  L_REPL,
  L_TOTAL,
  L_ELR,
  L_WEATHER,
  L_EC,
  L_SAN,
  L_SPENT,
  L_LEFT,
  L_RECON,
  L_INIT,
  L_SUFFERED,
  L_ACCUM,
  L_VL,
  L_WIN,
  L_COUNT
};
static const struct {
  const char *what;
  uint16_t rule;
  bool open;
} roster_rows[L_COUNT] = {{"Historical DRM", R_11_616, true},
                          {"CPP start", R_11_6162, false},
                          {"CPP replenished", R_11_616, false},
                          {"CPP total", R_11_6162, false},
                          {"ELR", R_11_617, false},
                          {"Weather", R_11_618, true},
                          {"Ground condition", R_11_618, true},
                          {"SAN", R_11_612, false},
                          {"CPP spent", R_11_6194, false},
                          {"CPP left", R_11_6162, false},
                          {"Locations to inspect", R_11_622, false},
                          {"Initiative", R_11_623, true},
                          {"CVP suffered", R_6_11, true},
                          {"VP of the scenario", R_11_6235a, true},
                          {"Victory Locations", R_11_2c, true},
                          {"Scenario", R_11_6235b, true}};

/* The lines of the roster that are plain figures. */
static int roster_figure(const struct row *r, int line) {
  switch (line) {
  case L_HIST: return r->hist;
  case L_ELR: return r->elr;
  case L_SAN: return r->san;
  case L_RECON: return r->recon;
  case L_SUFFERED: return r->suffered;
  case L_ACCUM: return r->accumulated;
  default: return r->locations;
  }
}

/* 11.623: what the side's chit said; nothing before it is opened. */
static const char *initiative_word(const struct sal_play *p, const struct row *r, int n) {
  bool opened = S(p)->kind[n];
  if (!opened)
    return "";
  return r->attack ? "Attack" : "Idle";
}

/* 11.6235: how the scenario ended for the side. */
static const char *outcome_word(const struct row *r, bool played) {
  if (!played)
    return "";
  return r->win ? "won" : "lost";
}

/* One cell of the roster (11.14). */
static void roster_cell(const struct sal_play *p, const struct row *r, int n, int line,
                        char out[CELL]) {
  /* what a scenario cost is known when it is over */
  bool played = S(p)->winner[n] != 0;

  switch (line) {
  case L_START: sp_halves_text(out, r->start); break;
  case L_REPL:
    /* 11.616: nothing is replenished before the first scenario. */
    if (n)
      sp_halves_text(out, r->repl);
    else
      sal_format(out, CELL, "-");
    break;
  case L_TOTAL: sp_halves_text(out, r->total); break;
  case L_SPENT: sp_halves_text(out, r->spent); break;
  case L_LEFT: sp_halves_text(out, r->left); break;
  case L_WEATHER: sal_format(out, CELL, "%s", sp_weather_word[r->weather]); break;
  case L_EC: sal_format(out, CELL, "%s", sp_ec_word[r->ec]); break;
  case L_INIT: sal_format(out, CELL, "%s", initiative_word(p, r, n)); break;
  case L_WIN: sal_format(out, CELL, "%s", outcome_word(r, played)); break;
  default:
    if (line < L_SUFFERED || played)
      sal_format(out, CELL, "%d", roster_figure(r, line));
    else
      out[0] = 0;
    break;
  }
}

/* 11.14: the campaign roster. The other side sees only the open rows. */
static void roster(const struct sal_play *p, int side, bool all, struct sal_json *j) {
  const struct state *s = S(p);
  struct page g;
  char cell[4][CELL];

  sal_record_open(j, side == GER ? "roster.german" : "roster.soviet",
                  side == GER ? "German campaign roster" : "Soviet campaign roster");

  sp_page_open(&g, p, j, SAL_CARD_TABLE, R_11_14,
               side == GER ? "Leibstandarte, south of Prokhorovka"
                           : "Fifth Guards Army, south of Prokhorovka",
               "Entry|11 July AM|11 July PM|12 July AM|12 July PM");

  for (int line = 0; line < L_COUNT; line++) {
    if (!all && !roster_rows[line].open)
      continue;
    for (int n = 0; n < s->scenario; n++)
      roster_cell(p, &s->side[side].row[n], n, line, cell[n]);
    roster_line(&g, roster_rows[line].rule, roster_rows[line].what, s->scenario, cell);
  }

  sp_page_close(&g);
  sal_record_close(j);
}

/* What a line brought and what is left of it. */
static void what_came(const struct sal_play *p, int side, int i, struct page *page) {
  const struct rec *r = &S(p)->rec[side][i];
  const struct group *g = &O(p)->group[side][r->group];
  char text[40] = "";
  struct sal_text t = {text, sizeof text, 0};
  int here = 0;
  int lost = 0;

  for (int k = 0; k < g->n[r->copy]; k++) {
    int where = S(p)->unit[g->first[r->copy] + k].where;
    here += in_force(where);
    lost += where == DEAD;
  }

  for (int w = 0; w < SW; w++)
    if (r->sw[w])
      sal_put(&t, "%s%d %s", t.len ? " " : "", r->sw[w], O(p)->weapon[w].id);
  if (r->al)
    sal_put(&t, "%sAL %s", t.len ? " " : "", O(p)->type[r->al].id);
  if (g->calibre)
    sal_put(&t, "%d black %d red, %s", r->black, r->red, r->link == LINK_PHONE ? "phone" : "radio");
  if (g->fpp)
    sal_put(&t, "%d FPP", g->fpp);
  sp_page_row(page, R_11_14, "%d|%d|%d|%s%s", i + 1, here, lost, text,
              r->flags & R_GONE ? " used up" : "");
}

/* In which manner a group was bought (11.6194, RG.b, RG.j). */
static const char *manner_of(const struct rec *r) {
  if (r->flags & R_RESERVE)
    return "reserve";
  if (r->flags & R_DUGIN)
    return "dug in";
  if (r->flags & R_BONUS)
    return "earlier";

  if (r->zone == 1)
    return "north";
  if (r->zone)
    return "south";

  if (r->prereg == 2)
    return "2 reg.";
  if (r->prereg)
    return "1 reg.";
  return "-";
}

/* 11.14: the purchase record, scenario by scenario. */
static void purchases(const struct sal_play *p, int side, struct sal_json *j) {
  const struct state *s = S(p);

  sal_record_open(j, side == GER ? "purchases.german" : "purchases.soviet",
                  side == GER ? "German purchase record" : "Soviet purchase record");

  for (int n = 1; n <= s->scenario; n++) {
    struct page bought;
    struct page came;

    sp_page_open(&bought, p, j, SAL_CARD_TABLE, R_11_14, scenario_name[n - 1],
                 "Line|Group|CPP|Manner|Strength");

    for (int i = 0; i < s->side[side].nrec; i++) {
      const struct rec *r = &s->rec[side][i];
      char price[12];

      if (r->scenario != n)
        continue;
      sp_halves_text(price, r->price);
      sp_page_row(&bought, R_11_6194, "%d|%s|%s|%s|%s", i + 1, O(p)->group[side][r->group].title,
                  r->flags & R_OB ? "given" : price, manner_of(r), strength_word[r->strength]);
    }

    sp_page_close(&bought);
    sp_page_open(&came, p, j, SAL_CARD_TABLE, R_C_9, "What came, and what is left of it",
                 "Line|Units|Lost|Weapons and leaders");

    for (int i = 0; i < s->side[side].nrec; i++)
      if (s->rec[side][i].scenario == n)
        what_came(p, side, i, &came);
    sp_page_close(&came);
  }

  sal_record_close(j);
}

/* All printable pages that this side may see. */
void sp_records(const struct sal_play *p, int side, struct sal_json *j) {
  for (int k = 0; k < 2; k++) {
    bool all = side == k || side == SAL_ALL;
    roster(p, k, all, j);
    if (!all)
      continue;
    purchases(p, k, j);
    ledgers(p, k, j);
  }

  sp_briefing(p, side, j);
}
