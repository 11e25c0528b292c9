/* field_unit.h - what the files of one activation share (field_act.c, field_unit.c, field_move.c,
 * field_carry.c, field_shots.c): the laws of its verbs and what they do.
 */
#ifndef STALNIE_FIELD_UNIT_H
#define STALNIE_FIELD_UNIT_H

#include "field.h"

/* field_act.c */
bool sf_alone(const struct sal_play *p, int u);
bool sf_could_fire_late(const struct sal_play *p, int side, int u);

/* field_move.c */
bool sf_movable(const struct sal_play *p, struct sal_refusal *why);
bool sf_may_set_out(const struct sal_play *, struct sal_refusal *);
bool sf_fresh(const struct sal_play *p);
bool sf_may_go(const struct sal_play *p, int side, location goal, bool named,
               struct sal_refusal *why);
bool sf_may_via(const struct sal_play *p, int side, location goal, struct sal_refusal *why);
bool sf_may_face(const struct sal_play *p, int u, int dir, struct sal_refusal *why);
bool sf_may_back(const struct sal_play *p, int side, location *to, struct sal_refusal *why);
bool sf_may_overrun(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why);
bool sf_declare_ok(const struct sal_play *p, int verb, struct sal_refusal *why);
void sf_do_via(struct sal_play *p, int side, location goal, bool go);
void sf_do_face(struct sal_play *p, int v, int dir);
void sf_do_back(struct sal_play *p, int side);
void sf_do_overrun(struct sal_play *p, sal_hex h);
void sf_do_declare(struct sal_play *p, int verb);
bool sf_drive_home(struct sal_play *p);
bool sf_own_vehicle(const struct sal_play *p, sal_unit *v, struct sal_refusal *why);

/* field_carry.c */
bool sf_may_board(const struct sal_play *p, int side, int v, struct sal_refusal *why);
bool sf_may_unload(const struct sal_play *p, int side, struct sal_refusal *why);
bool sf_may_push(const struct sal_play *p, int side, int dir, location *to,
                 struct sal_refusal *why);
bool sf_may_hand(const struct sal_play *p, int side, int w, int u, struct sal_refusal *why);
bool sf_may_pick_up(const struct sal_play *p, int w, int u, struct sal_refusal *why);
bool sf_may_hook(const struct sal_play *p, int side, int gun, struct sal_refusal *why);
bool sf_may_unhook(const struct sal_play *p, struct sal_refusal *why);
void sf_do_hook(struct sal_play *p, int gun);
void sf_do_unhook(struct sal_play *p);
void sf_do_board(struct sal_play *p, int v);
void sf_do_unload(struct sal_play *p);
void sf_do_push(struct sal_play *p, int side, int dir);
void sf_do_pick_up(struct sal_play *p, int w, int u);
void sf_do_hand(struct sal_play *p, int w, int u);
bool sf_takes_aboard(const struct sal_play *p, int v, int u);
bool sf_can_shoulder(const struct sal_play *p, int u, int w, struct sal_refusal *why);

/* field_shots.c */
bool sf_plan_fire(const struct sal_play *p, int side, location to, int vehicle, struct attack *a,
                  struct sal_refusal *why);
bool sf_plan_shot(const struct sal_play *p, int side, int w, location to, int target, bool smoke,
                  struct shot *s, struct sal_refusal *why);
bool sf_may_shoot(const struct sal_play *p, int side, int w, int v, struct shot *s,
                  struct sal_refusal *why);
bool sf_plan_flame(const struct sal_play *p, int side, int w, location to, struct attack *a,
                   struct sal_refusal *why);
bool sf_plan_rifle(const struct sal_play *p, int side, int w, location to, struct attack *a,
                   struct sal_refusal *why);
bool sf_is_rifle(const struct sal_play *p, int w);
void sf_list_fire(const struct sal_play *p, int side, struct sal_list *l);
bool sf_all_fired(const struct sal_play *, int v);
void sf_note_attack(struct sal_play *p);
bool sf_has_late_shot(const struct sal_play *p, int side, int u);
int sf_how_now(const struct sal_play *p);
bool sf_may_open_fire(const struct sal_play *p, int side, struct sal_refusal *why);

/* field_edge.c */
bool sf_edge_hex(const struct sal_play *p, sal_hex h);
bool sf_may_enter_at(const struct sal_play *p, int side, sal_hex h, struct sal_refusal *why);
void sf_do_enter_at(struct sal_play *p, int side, sal_hex h);
bool sf_may_leave(const struct sal_play *p, struct sal_refusal *why);
void sf_do_leave(struct sal_play *p);

/* field_works.c */
bool sf_may_search(const struct sal_play *p, sal_hex h, struct sal_refusal *why);
void sf_do_search(struct sal_play *p, int side, sal_hex h);

/* field_unit.c */
/* adds the action to the list if its law accepts it */
void sf_propose(const struct sal_play *p, int side, struct sal_list *l, struct sal_action a);
void sf_finish(struct sal_play *p);

#endif
