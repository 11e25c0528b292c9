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

static void roster(const struct sal_play *p, int side, bool all, struct sal_json *j) {
  const struct state *s = S(p);
  sal_record_open(j, side == GER ? "roster.german" : "roster.soviet", side == GER ? "German campaign roster" : "Soviet campaign roster");
  for (int n = 0; n < s->scenario; n++) {
    const struct row *r = &s->side[side].row[n];
    struct sal_card c;
    char spent[12], left[12], total[12];
    sal_card_start(&c, SAL_CARD_TEXT, R_11_14, scenario_name[n]);
    halves(spent, r->spent);
    halves(left, r->left);
    halves(total, r->total);
    if (all) sal_format(c.text, sizeof c.text, "Historical DRM %d. CPP %s, spent %s, left %s. ELR %d, SAN %d. %s. CVP suffered %d. Victory Locations %d. %s.", r->hist, total, spent, left, r->elr,
                        r->san, r->attack ? "Attack" : "Idle", r->suffered, r->locations, r->win ? "Won" : s->winner[n] ? "Lost" : "Not decided");
    else sal_format(c.text, sizeof c.text, "%s. CVP suffered %d. Victory Locations %d. %s.", r->attack ? "Attack" : "Idle", r->suffered, r->locations, r->win ? "Won" : s->winner[n] ? "Lost" : "Not decided");
    sal_record_card(j, p->book, &c);
  }
  sal_record_close(j);
}

static void list_units(const struct sal_play *p, int side, const struct rec *r, char *out, size_t cap) {
  const struct group *g = &O(p)->group[side][r->group];
  struct sal_text t = {out, cap, 0};
  int here = 0, lost = 0;
  out[0] = 0;
  for (int k = 0; r->copy && k < g->n[r->copy]; k++) {
    int where = S(p)->unit[g->first[r->copy] + k].where;
    here += where == OFF || where == MAP;
    lost += where == DEAD;
  }
  if (here || lost) sal_put(&t, "%d units, %d lost. ", here, lost);
  for (int w = 0; w < SW; w++)
    if (r->sw[w]) sal_put(&t, "%d %s%s ", r->sw[w], O(p)->weapon[w].id, r->bad[w] ? " (some broken)" : "");
  if (r->al) sal_put(&t, "armour leader %s ", O(p)->type[r->al].id);
  if (g->calibre) sal_put(&t, "%d black, %d red, %s ", r->black, r->red, r->link == LINK_PHONE ? "phone" : "radio");
}

static void purchases(const struct sal_play *p, int side, struct sal_json *j) {
  const struct state *s = S(p);
  sal_record_open(j, side == GER ? "purchases.german" : "purchases.soviet", side == GER ? "German purchase record" : "Soviet purchase record");
  for (int i = 0; i < s->side[side].nrec; i++) {
    const struct rec *r = &s->rec[side][i];
    const struct group *g = &O(p)->group[side][r->group];
    struct sal_card c;
    char title[80], price[12], units[140];
    sal_format(title, sizeof title, "%d. %s, %s", i + 1, g->title, scenario_name[r->scenario - 1]);
    sal_card_start(&c, SAL_CARD_TEXT, R_11_14, title);
    halves(price, r->price);
    list_units(p, side, r, units, sizeof units);
    sal_format(c.text, sizeof c.text, "%s%s%s%s%s. Strength %s. %s%s", r->flags & R_OB ? "given" : price, r->flags & R_OB ? "" : " CPP", r->flags & R_RESERVE ? ", reserve" : "",
               r->flags & R_DUGIN ? ", dug in" : "", r->zone == 1 ? ", on map north" : r->zone ? ", on map south" : "", strength_word[r->strength], units, r->flags & R_GONE ? "Used up." : "");
    sal_record_card(j, p->book, &c);
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
}
