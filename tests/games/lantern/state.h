/* state.h - lantern: a second invented game, built into test programs only.
 *
 * It has what the template lacks (pointy hexes, purchases, boxes with boats to launch from, hidden
 * stacks with their height, a sight overlay of one boat), so that whatever passes on both knows
 * neither. Read lantern.c, voyage.c, show.c.
 */
#ifndef LANTERN_STATE_H
#define LANTERN_STATE_H

#include "core/flood.h"
#include "core/ruleset.h"
#include "lantern_rules.h"

enum { MAX_BOATS = 32, STACK = 3, MAX_COINS = 9, INCOME = 3, SIGHT = 4, CALL = 2 };
enum { YARD, QUAY, FEN, UNKNOWN }; /* where a boat is; UNKNOWN in a view only */
/* the last three are of the current voyage */
enum { KNOWN = 1, MOVED = 2, RAIDED = 4, CALLED = 8 };

struct boat {
  uint16_t at; /* hex, when on the fen */
  uint8_t place, flags;
};
struct state {
  struct sal_head head;
  struct boat boat[MAX_BOATS];
  uint8_t coins[2], turns, spare[5];
  uint8_t ground[SAL_MAX_CELLS]; /* per cell, as many as the board has: bits below */
};
enum { HELD = 1 }; /* HELD << side: control */
static inline int veil_shift(int side) {
  return 2 + 2 * side;
} /* two bits a side: hidden boats in the hex */

enum { PUNT, BARGE, LAMP, KINDS };
struct kind {
  int32_t price, strength, mp;
};
struct own { /* the book's part of this game */
  struct kind kind[KINDS];
  uint8_t of[MAX_BOATS]; /* kind by counter */
  uint16_t start[MAX_BOATS];
  uint8_t raid[6][5];
  struct sal_lines lines;
  uint8_t block[SAL_MAX_CELLS], isle[SAL_MAX_CELLS];
  uint8_t edge[SAL_MAX_CELLS * 6];
};
enum { BACK, NONE, TAKE, RESULTS };

enum { N_GAME, N_MARKET, N_VOYAGE, N_STEP, N_PUT, N_CHALLENGE, N_RAID, N_COUNT };
enum {
  V_BUY,
  V_DONE,
  V_MOVE,
  V_STEP,
  V_STOP,
  V_LAUNCH,
  V_PUT,
  V_CALL,
  V_PASS,
  V_RAID,
  V_COMMIT,
  V_CANCEL,
  V_COUNT
};
enum {
  E_TURN,
  E_BOUGHT,
  E_LAUNCHED,
  E_MOVES,
  E_UNSEEN,
  E_KNOWN,
  E_CALL,
  E_AWAY,
  E_RAID,
  E_CONTROL,
  E_OVER,
  E_COUNT
};
enum { P_GERMAN, P_SOVIET = 2, P_COUNT = 4 }; /* a side's: market, voyage */

static inline struct state *S(const struct sal_play *p) {
  return (struct state *)p->state;
}
static inline const struct own *own(const struct sal_book *b) {
  return b->own;
}
static inline int side_of(const struct sal_play *p, int u) {
  return p->book->counter[u].side;
}
static inline const struct kind *kind_of(const struct sal_play *p, int u) {
  return &own(p->book)->kind[own(p->book)->of[u]];
}
static inline int hidden_in(const struct state *s, int side, sal_hex h) {
  return s->ground[h] >> veil_shift(side) & 3;
}
static inline const char *side_word(int side) {
  return side == SAL_GERMAN ? "German" : "Soviet";
}

/* lantern.c */
extern const char *const lantern_result[RESULTS];
/* voyage.c */
bool lantern_enemy_at(const struct sal_play *, int side, sal_hex);
bool lantern_enemy_near(const struct sal_play *, int side, sal_hex);
int lantern_boats_at(const struct sal_play *, int side, sal_hex); /* hidden ones counted */
bool lantern_sees(const struct sal_book *, sal_hex from, sal_hex to);
void lantern_veil(const struct sal_book *, struct state *); /* all veils afresh */
void lantern_make_known(struct sal_play *, int u);
extern const struct sal_node lantern_voyage, lantern_step, lantern_put, lantern_challenge,
    lantern_raid;
/* show.c */
void lantern_show(const struct sal_play *, int viewer, struct sal_show *);
void lantern_view(const struct sal_book *, const struct sal_head *, int viewer, struct sal_head *,
                  struct sal_redactor *);
void lantern_guess(const struct sal_book *, const struct sal_head *, int viewer, struct sal_rng *,
                   struct sal_head *);
bool lantern_shuffle(const struct sal_book *, struct sal_head *, int viewer, struct sal_rng *);
bool lantern_query(const struct sal_play *, int side, struct sal_query *, struct sal_refusal *);
bool lantern_answer(const struct sal_play *, int side, const struct sal_order_set *,
                    struct sal_action *);
bool lantern_score(const struct sal_play *, struct sal_result *);
bool lantern_audit(const struct sal_play *, struct sal_err *);

#endif
