/* records.c - stalnie 11.14: the roster, the purchase record and the ledger as printable pages, in our own layout. */
#include "state.h"

static const char *const scenario_name[] = {"11 July AM", "11 July PM", "12 July AM", "12 July PM"};
static const char *const strength_word[] = {"-", "full", "depleted", "plentiful", "normal", "scarce"};

static void halves(char out[12], int h) { sal_format(out, 12, h % 2 ? "%d.5" : "%d", h / 2); }

static void line(struct sal_card *c, int num, int den, int rule, const char *fmt, ...) __attribute__((format(printf, 5, 6)));
static void line(struct sal_card *c, int num, int den, int rule, const char *fmt, ...) {
  char text[SAL_WORDS];
  va_list ap;
  if (c->nlines >= SAL_CARD_LINES) return;
  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  sal_card_add(c, 0, num, den, rule, SAL_NOUNIT, "%s", text);
}

/* The CPP of each scenario: start, replenished, every purchase, reconnaissance, left. */
static void ledgers(const struct sal_play *p, int side, struct sal_json *j) {
  const struct state *s = S(p);
  const struct side *d = &s->side[side];
  sal_record_open(j, side == GER ? "ledger.german" : "ledger.soviet", side == GER ? "German CPP ledger" : "Soviet CPP ledger");
  for (int n = 0; n < s->scenario; n++) {
    struct sal_card c;
    char title[60];
    sal_format(title, sizeof title, "%s: CPP left", scenario_name[n]);
    sal_card_start(&c, SAL_CARD_LEDGER, R_11_6162, title);
    line(&c, d->row[n].start, 2, R_11_6162, "Start");
    if (d->row[n].repl) line(&c, d->row[n].repl, 2, R_11_616, "Replenished");
    for (int i = 0; i < d->nrec; i++)
      if (s->rec[side][i].scenario == n + 1 && s->rec[side][i].price) line(&c, -s->rec[side][i].price, 2, R_11_6194, "%s", O(p)->group[side][s->rec[side][i].group].title);
    int paid = d->row[n].spent;
    for (int i = 0; i < d->nrec; i++) paid -= s->rec[side][i].scenario == n + 1 ? s->rec[side][i].price : 0;
    if (d->row[n].spent && paid > 0) line(&c, -paid, 2, R_11_622, "Reconnaissance");
    sal_record_card(j, p->book, &c);
  }
  sal_record_close(j);
}

/* A row of a table card: cells parted by bars. */
static void cells(struct sal_card *c, int rule, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static void cells(struct sal_card *c, int rule, const char *fmt, ...) {
  char text[SAL_WORDS];
  va_list ap;
  if (c->nlines >= SAL_CARD_LINES) return;
  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  sal_card_add(c, 0, 0, 1, rule, SAL_NOUNIT, "%s", text);
}

/* One line of the roster: what, then the four scenarios. */
static void roster_line(struct sal_card *c, int rule, const char *what, int n, const char cell[4][12]) {
  char text[SAL_WORDS];
  struct sal_text t = {text, sizeof text, 0};
  sal_put(&t, "%s", what);
  for (int k = 0; k < 4; k++) sal_put(&t, "|%s", k < n ? cell[k] : "");
  cells(c, rule, "%s", text);
}

enum { L_HIST, L_START, L_REPL, L_TOTAL, L_ELR, L_WEATHER, L_EC, L_SAN, L_SPENT, L_LEFT, L_RECON, L_INIT, L_SUFFERED, L_ACCUM, L_VL, L_WIN, L_COUNT };
static const struct { const char *what; uint16_t rule; bool open; } roster_rows[L_COUNT] = {
    {"Historical DRM", R_11_616, true}, {"CPP start", R_11_6162, false}, {"CPP replenished", R_11_616, false}, {"CPP total", R_11_6162, false}, {"ELR", R_11_617, false},
    {"Weather", R_11_618, true}, {"Ground condition", R_11_618, true}, {"SAN", R_11_612, false}, {"CPP spent", R_11_6194, false}, {"CPP left", R_11_6162, false}, {"Locations to inspect", R_11_622, false},
    {"Initiative", R_11_623, true}, {"CVP suffered", R_6_11, true}, {"VP of the scenario", R_11_6235a, true}, {"Victory Locations", R_11_2c, true}, {"Scenario", R_11_6235b, true}};

static void played_cell(char out[12], bool played, int n) { /* known once the scenario is over */
  out[0] = 0;
  if (played) sal_format(out, 12, "%d", n);
}

static void roster_cell(const struct sal_play *p, const struct row *r, int n, int line, char out[12]) {
  static const char *const weather[] = {"Fog", "Overcast", "Clear", "Gusty"}, *const ec[] = {"Wet", "Moist", "Moderate", "Dry", "Very Dry"};
  bool played = S(p)->winner[n] != 0;
  switch (line) {
  case L_HIST: sal_format(out, 12, "%d", r->hist); break;
  case L_START: halves(out, r->start); break;
  case L_REPL: n ? halves(out, r->repl) : (void)sal_format(out, 12, "-"); break;
  case L_TOTAL: halves(out, r->total); break;
  case L_ELR: sal_format(out, 12, "%d", r->elr); break;
  case L_WEATHER: sal_format(out, 12, "%s", weather[r->weather]); break;
  case L_EC: sal_format(out, 12, "%s", ec[r->ec]); break;
  case L_SAN: sal_format(out, 12, "%d", r->san); break;
  case L_SPENT: halves(out, r->spent); break;
  case L_LEFT: halves(out, r->left); break;
  case L_RECON: sal_format(out, 12, "%d", r->recon); break;
  case L_INIT: sal_format(out, 12, "%s", !S(p)->kind[n] ? "" : r->attack ? "Attack" : "Idle"); break;
  case L_SUFFERED: played_cell(out, played, r->suffered); break;
  case L_ACCUM: played_cell(out, played, r->accumulated); break;
  case L_VL: played_cell(out, played, r->locations); break;
  default: sal_format(out, 12, "%s", r->win ? "won" : played ? "lost" : ""); break;
  }
}

static void roster(const struct sal_play *p, int side, bool all, struct sal_json *j) {
  const struct state *s = S(p);
  struct sal_card c;
  char cell[4][12];
  sal_record_open(j, side == GER ? "roster.german" : "roster.soviet", side == GER ? "German campaign roster" : "Soviet campaign roster");
  sal_card_start(&c, SAL_CARD_TABLE, R_11_14, side == GER ? "Leibstandarte, south of Prokhorovka" : "Fifth Guards Army, south of Prokhorovka");
  sal_format(c.text, sizeof c.text, "Entry|11 July AM|11 July PM|12 July AM|12 July PM");
  for (int line = 0; line < L_COUNT; line++) {
    if (!all && !roster_rows[line].open) continue;
    for (int n = 0; n < s->scenario; n++) roster_cell(p, &s->side[side].row[n], n, line, cell[n]);
    roster_line(&c, roster_rows[line].rule, roster_rows[line].what, s->scenario, cell);
  }
  sal_record_card(j, p->book, &c);
  sal_record_close(j);
}

static void what_came(const struct sal_play *p, int side, int i, struct sal_card *c) {
  const struct rec *r = &S(p)->rec[side][i];
  const struct group *g = &O(p)->group[side][r->group];
  char text[40] = "";
  struct sal_text t = {text, sizeof text, 0};
  int here = 0, lost = 0;
  for (int k = 0; r->copy && k < g->n[r->copy]; k++) {
    int where = S(p)->unit[g->first[r->copy] + k].where;
    here += where == OFF || where == MAP;
    lost += where == DEAD;
  }
  for (int w = 0; w < SW; w++)
    if (r->sw[w]) sal_put(&t, "%s%d %s", t.len ? " " : "", r->sw[w], O(p)->weapon[w].id);
  if (r->al) sal_put(&t, "%sAL %s", t.len ? " " : "", O(p)->type[r->al].id);
  if (g->calibre) sal_put(&t, "%d black %d red, %s", r->black, r->red, r->link == LINK_PHONE ? "phone" : "radio");
  if (g->fpp) sal_put(&t, "%d FPP", g->fpp);
  cells(c, R_11_14, "%d|%d|%d|%s%s", i + 1, here, lost, text, r->flags & R_GONE ? " used up" : "");
}

static void purchases(const struct sal_play *p, int side, struct sal_json *j) {
  const struct state *s = S(p);
  sal_record_open(j, side == GER ? "purchases.german" : "purchases.soviet", side == GER ? "German purchase record" : "Soviet purchase record");
  for (int n = 1; n <= s->scenario; n++) {
    struct sal_card c, came;
    sal_card_start(&c, SAL_CARD_TABLE, R_11_14, scenario_name[n - 1]);
    sal_format(c.text, sizeof c.text, "Line|Group|CPP|Manner|Strength");
    sal_card_start(&came, SAL_CARD_TABLE, R_C_9, "What came, and what is left of it");
    sal_format(came.text, sizeof came.text, "Line|Units|Lost|Weapons and leaders");
    for (int i = 0; i < s->side[side].nrec; i++) {
      const struct rec *r = &s->rec[side][i];
      char price[12];
      if (r->scenario != n) continue;
      halves(price, r->price);
      cells(&c, R_11_6194, "%d|%s|%s|%s|%s", i + 1, O(p)->group[side][r->group].title, r->flags & R_OB ? "given" : price,
            r->flags & R_RESERVE ? "reserve" : r->flags & R_DUGIN ? "dug in" : r->flags & R_BONUS ? "earlier" : r->zone == 1 ? "north" : r->zone ? "south" : r->prereg == 2 ? "2 reg." : r->prereg ? "1 reg." : "-",
            strength_word[r->strength]);
      what_came(p, side, i, &came);
    }
    sal_record_card(j, p->book, &c);
    sal_record_card(j, p->book, &came);
  }
  sal_record_close(j);
}

void sp_records(const struct sal_play *p, int side, struct sal_json *j) {
  for (int k = 0; k < 2; k++) {
    bool all = side == k || side == SAL_ALL;
    roster(p, k, all, j);
    if (!all) continue;
    purchases(p, k, j);
    ledgers(p, k, j);
  }
  sp_briefing(p, side, j);
}
