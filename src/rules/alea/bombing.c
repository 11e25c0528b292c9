/* bombing.c - 12.bomb: bombers of the Attack box against units on the ground. */
#include "state.h"

/* A bomber of the Attack box that has not been sent yet. */
static bool bomber_free(const struct sal_play *p, int side, int u) {
  const struct unit *unit = U(p, u);

  if (side_of(p, u) != side) {
    return false;
  }
  if (I(p, u)->kind != BOMBER) {
    return false;
  }
  if (!unit->steps) {
    return false;
  }
  if (unit->at) {
    return false;
  }
  if (unit->box != air_box(side, B_ATTACK)) {
    return false;
  }

  return !(unit->flags & GROUP);
}

/* Without one there is nothing to ask. */
bool alea_any_bomber(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nair[side]; i++) {
    if (bomber_free(p, side, O(p)->air[side][i])) {
      return true;
    }
  }

  return false;
}

/* After its attack a bomber is available again next turn. */
static void fly_home(struct sal_play *p, int u) {
  struct unit *unit = U(p, u);

  unit->flags &= (uint16_t)~GROUP;
  unit->at = SAL_NOHEX;
  if (unit->steps) {
    unit->box = (uint8_t)air_box(side_of(p, u), B_AIR);
  }
}

/* ---- 12.bomb.1 the window after air combat ---------------------------------------------- */

/* The window closes by itself when no bomber waits. */
static bool airraid_run(struct sal_play *p) {
  if (alea_any_bomber(p, sal_top(p)->side)) {
    return false;
  }
  sal_pop(p);
  return true;
}

/* Bomb now, or hold the bombers for the movement phase. */
static void airraid_list(const struct sal_play *p, int side, struct sal_list *l) {
  (void)p, (void)side;
  sal_list_add(l, alea_end(p));
  sal_list_add(l, sal_act(V_RAID, 0, 0, 0));
}

/* 12.bomb.1: another raid, or the end of this window. */
static bool airraid_check(const struct sal_play *p, int side, struct sal_action a,
                          struct sal_refusal *why) {
  (void)side;

  return a.verb == V_RAID || alea_ends(p, a, why);
}

/* Pushes a frame for each raid. */
static void airraid_apply(struct sal_play *p, int side, struct sal_action a) {
  if (a.verb == V_DONE) {
    sal_pop(p);
  } else {
    sal_push(p, N_RAID, side);
  }
}

/* Says what holding back means. */
static void airraid_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  (void)p;

  sal_prompt_say(out,
                 "%s: bomb with aircraft of the Attack box, or hold them for the movement phase.",
                 name_of(side));
}

const struct sal_node alea_airraid = {.id = "air.bomb",
                                      .rule = R_12_bomb_1,
                                      .run = airraid_run,
                                      .list = airraid_list,
                                      .check = airraid_check,
                                      .apply = airraid_apply,
                                      .prompt = airraid_prompt};

/* ---- one raid ---------------------------------------------------------------------------- */

/* 12.bomb.1: a hex is bombed once in a window, and an enemy must be seen there (opt.secret). */
static bool may_bomb(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why) {
  if (S(p)->cell[h].ground & RAIDED) {
    return sal_refuse(why, R_12_bomb_1, "{h0} has been bombed in this window.", h, 0);
  }
  for (int u = top_enemy(p, side, h); u >= 0; u = below(p, u)) {
    if (!(U(p, u)->flags & HIDDEN)) {
      /* opt.secret */
      return true;
    }
  }

  return sal_refuse(why, R_12_bomb_1, "There is no enemy to be seen in {h0}.", h, 0);
}

/* A raid without bombers cannot fly. */
static bool any_named(const struct sal_play *p, int side) {
  for (int i = 0; i < O(p)->nair[side]; i++) {
    if (U(p, O(p)->air[side][i])->flags & GROUP) {
      return true;
    }
  }

  return false;
}

/* First the hex, then the bombers. */
static void raid_list(const struct sal_play *p, int side, struct sal_list *l) {
  const struct raid *f = raid_of(p);
  const struct sal_board *b = &p->book->board;

  for (int i = 0; f->hex && i < O(p)->nair[side]; i++) {
    if (bomber_free(p, side, O(p)->air[side][i])) {
      sal_list_add(l, sal_act(V_ADD, O(p)->air[side][i], 0, 0));
    }
  }
  if (f->hex && any_named(p, side)) {
    sal_list_add(l, sal_act(V_FIRE, 0, 0, 0));
  }
  for (int h = 0; !f->hex && h < b->cells; h++) {
    if (S(p)->cell[h].first && may_bomb(p, side, (sal_hex)h, NULL)) {
      sal_list_add(l, sal_act(V_TARGET, h, 0, 0));
    }
  }
  sal_list_add(l, sal_act(V_CANCEL, 0, 0, 0));
}

/* 12.bomb.1: the hex comes first, then the bombers; a raid with bombers may fly. */
static bool raid_check(const struct sal_play *p, int side, struct sal_action a,
                       struct sal_refusal *why) {
  const struct raid *f = raid_of(p);

  if (a.verb == V_TARGET) {
    if (f->hex) {
      return sal_refuse(why, R_12_bomb_1, "The raid goes to {h0}.", f->hex, 0);
    }
    return may_bomb(p, side, hex_of(a, 0), why);
  }
  bool sends = a.verb == V_ADD || a.verb == V_FIRE;
  if (sends && !f->hex) {
    return sal_refuse(why, R_12_bomb_1, "Choose first the hex to be bombed.", 0, 0);
  }
  if (a.verb == V_ADD && !bomber_free(p, side, unit_of(a))) {
    return sal_refuse(why, R_12_bomb_1, "{u0} is not a bomber that waits in the Attack box.",
                      unit_of(a), 0);
  }
  if (a.verb == V_FIRE && !any_named(p, side)) {
    return sal_refuse(why, R_12_bomb_1, "No bomber has been named.", 0, 0);
  }
  if (sends) {
    return true;
  }

  return a.verb == V_CANCEL || alea_not_now(p, a, why);
}

/* Flak fires before the bombs fall (II.opt.aa.3). */
static void raid_apply(struct sal_play *p, int side, struct sal_action a) {
  struct raid *f = raid_of(p);

  if (a.verb == V_TARGET) {
    f->hex = hex_of(a, 0);
  } else if (a.verb == V_ADD) {
    U(p, unit_of(a))->flags |= GROUP;
  } else if (a.verb == V_FIRE) {
    f->flown = 1;
    S(p)->cell[f->hex].ground |= RAIDED;
    if (alea_has_flak(p, -1)) {
      flak_in(sal_push(p, N_FLAK, sal_enemy(side)))->hex = f->hex;
    }
  } else {
    for (int i = 0; i < O(p)->nair[side]; i++) {
      U(p, O(p)->air[side][i])->flags &= (uint16_t)~GROUP;
    }
    sal_pop(p);
  }
}

/* What is left of the raid after the flak bombs the hex and flies home. */
static bool raid_run(struct sal_play *p) {
  struct raid *f = raid_of(p);
  int side = sal_top(p)->side;
  int sum = 0;
  sal_hex h = f->hex;

  if (!f->flown) {
    return false;
  }
  for (int i = 0; i < O(p)->nair[side]; i++) {
    if (U(p, O(p)->air[side][i])->flags & GROUP) {
      sum += alea_bomb(p, O(p)->air[side][i]);
    }
  }
  sal_pop(p);
  alea_shell(p, side, h, sum, false, E_RAID, R_12_bomb_1);
  for (int i = 0; i < O(p)->nair[side]; i++) {
    if (U(p, O(p)->air[side][i])->flags & GROUP) {
      fly_home(p, O(p)->air[side][i]);
    }
  }

  return true;
}

/* Shows the bombers named so far and the odds they give. */
static void raid_prompt(const struct sal_play *p, int side, struct sal_prompt *out) {
  const struct raid *f = raid_of(p);

  if (!f->hex) {
    sal_prompt_say(out, "%s: choose the hex to bomb.", name_of(side));
    return;
  }
  sal_prompt_say(out, "%s: name the bombers that attack %s, then send them.", name_of(side),
                 p->book->board.name[f->hex]);
  for (int i = 0; i < O(p)->nair[side] && out->nselected < SAL_SELECTED; i++) {
    if (U(p, O(p)->air[side][i])->flags & GROUP) {
      sal_prompt_select(out, O(p)->air[side][i]);
    }
  }
  if (any_named(p, side)) {
    alea_shell_card(p, side, f->hex, false, sal_prompt_card(out));
  }
}

const struct sal_node alea_raid = {.id = "air.raid",
                                   .rule = R_12_bomb_1,
                                   .run = raid_run,
                                   .list = raid_list,
                                   .check = raid_check,
                                   .apply = raid_apply,
                                   .prompt = raid_prompt};
