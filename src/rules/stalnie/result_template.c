/* result_template.c - F32.7: the text of a result as it stands now, to be edited and read again.
 *
 * Every unit has a line with what has been entered for it; one without a fate is where it was,
 * as `auto` would say. Weapons, modules and works stand as comments, because most of them keep
 * what they have. So a template that nobody edits is a result in which nothing happened.
 */
#include "state.h"

/* 3: a unit's last known hex, with its storey. */
static void put_place(const struct sal_play *p, const struct draft *d, struct sal_text *out) {
  const char *storey = d->flags & U_UPPER ? "/1" : "";
  sal_put(out, " hex=%s%s", p->book->board.name[O(p)->cell[d->at]], storey);
}

/* F32.3, F32.4: passengers, riders and towed Guns are where their vehicle is. */
static void put_carrier(const struct sal_play *p, const struct draft *d, struct sal_text *out) {
  bool gun = O(p)->type[d->type].cls == GUN;
  const char *carrier = p->book->counter[d->carrier - 1].id;
  sal_put(out, " %s=%s", gun ? "towed" : "in", carrier);
}

/* F32.1: all the states that the unit has, or `ok`. */
static void put_states(const struct draft *d, struct sal_text *out) {
  char words[SAL_WORDS] = "";
  struct sal_text t = {words, sizeof words, 0};

  sp_state_words(d->flags & SETTABLE, &t);
  sal_put(out, " state=%s", t.len ? words : "ok");
}

/* The fate that has been entered, or the one that `auto` would give. */
static int fate_now(const struct sal_play *p, int u) {
  int fate = S(p)->draft[u].fate;

  if (fate != FATE_NONE)
    return fate;
  return S(p)->unit[u].where == MAP ? FATE_OK : FATE_OFFMAP;
}

/* Has this unit a line? Those that appeared in play have one as soon as they are entered. */
static bool has_line(const struct sal_play *p, int u) {
  return in_force(S(p)->unit[u].where) || S(p)->draft[u].fate != FATE_NONE;
}

/* V3: a unit of the force can have turned into another type; of those that appeared in play only a
 * leader is of one grade or another. */
static bool names_type(const struct sal_play *p, int u) {
  const struct unit *unit = &S(p)->unit[u];
  int type = S(p)->draft[u].type;

  if (in_force(unit->where))
    return type != unit->type;
  return sp_grade(p, type) != NOT_FOUND;
}

/* The line of one unit. Its keys stand in the order in which they are read. */
static void put_unit(const struct sal_play *p, int u, struct sal_text *out) {
  const struct draft *d = &S(p)->draft[u];
  int fate = fate_now(p, u);
  bool placed = fate == FATE_OK || fate == FATE_EXITED;

  sal_put(out, "unit id=%s fate=%s", p->book->counter[u].id, sp_fate_word[fate]);
  if (names_type(p, u))
    sal_put(out, " becomes=%s", O(p)->type[d->type].id);
  if (placed && d->carrier)
    put_carrier(p, d, out);
  else if (placed && d->at != NOWHERE)
    put_place(p, d, out);
  put_states(d, out);

  if (d->flags & D_COVER)
    sal_put(out, " tem=1");
  if (d->flags & D_HIDDEN)
    sal_put(out, " hidden=y");
  if (d->flags & D_NORTH)
    sal_put(out, " exit=north");
  if (d->flags & D_PASSED)
    sal_put(out, " nmc=pass");
  sal_put(out, "  # %s\n", p->book->counter[u].label);
}

/* F32.2, F32.20: the weapons and modules of each line of the purchase record. */
static void put_lines(const struct sal_play *p, int side, struct sal_text *out) {
  for (int i = 0; i < S(p)->side[side].nrec; i++) {
    const struct rec *r = &S(p)->rec[side][i];
    int line = sp_line_number(side, i);

    if (r->flags & R_GONE)
      continue;
    for (int w = 0; w < SW; w++)
      if (r->sw[w])
        sal_put(out, "# weapon id=%d.%s count=%d state=lost\n", line, O(p)->weapon[w].id, r->sw[w]);
    if (O(p)->group[side][r->group].calibre)
      sal_put(out, "# oba id=%d black=%d red=%d\n", line, r->draft_black, r->draft_red);
  }
}

/* F32.9: the works that this side knows. */
static void put_works(const struct sal_play *p, int side, struct sal_text *out) {
  for (int i = 0; i < S(p)->nfort; i++) {
    const struct fort *f = &S(p)->fort[i];

    if (f->side == side && f->id)
      sal_put(out, "# fort id=F%d state=removed  # %s %s\n", f->id, sp_fort_word[f->kind],
              p->book->board.name[O(p)->cell[f->at]]);
  }
}

/* V1, V2, V5, V6: the scenario, its length, the casualties, and who left north. */
static void put_head(const struct sal_play *p, struct sal_text *out) {
  const struct claim *c = &S(p)->claim;
  int turns = c->turns ? c->turns : FIRST_END;

  sal_put(out,
          "# What is left as it is stays so. A line that begins with # counts only without it.\n");
  sal_put(out, "result scenario=%d turns=%d\n", S(p)->scenario, turns);
  for (int turn = FIRST_END; turn <= LAST_END; turn++) {
    int die = S(p)->battle.end_die[turn - FIRST_END];
    if (die)
      sal_put(out, "end turn=%d dr=%d\n", turn, die);
    else
      sal_put(out, "# end turn=%d dr=1\n", turn);
  }
  for (int side = 0; side < 2; side++) {
    const char *word = side == GER ? "GER" : "RUS";
    sal_put(out, "cvp side=%s inflicted=%d of_which_exit=%d\n", word, c->cvp[side], c->exit[side]);
    sal_put(out, "sniper side=%s lost=%d\n", word, c->sniper[side]);
  }
  sal_put(out, "exit_north_vp=%d\n", c->north_vp);
}

/* The whole text. Both sides see it alike, because both know all forces once the entry is open. */
bool sp_template(const struct sal_play *p, const char *kind, struct sal_text *out,
                 struct sal_err *err) {
  *err = (struct sal_err){0};
  if (!sp_may_import(p, kind, err))
    return false;

  put_head(p, out);
  for (int side = 0; side < 2; side++) {
    sal_put(out, "\n# The %s side\n", side_title(side));
    for (int u = 0; u < p->book->ncounters; u++)
      if (side_of(p, u) == side && has_line(p, u))
        put_unit(p, u, out);
    put_lines(p, side, out);
    put_works(p, side, out);
  }
  return true;
}
