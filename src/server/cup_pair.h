/* cup_pair.h - the pairs of a cup, and its table. No I/O, no chance: the same results always give
 * the same pairs and the same table.
 *
 * Entrants are numbers from 0 in the order of their seeding. A pair plays two games, one on each
 * side. Scores are half points: a game won is 2, a drawn one 1 for each.
 */
#ifndef CUP_PAIR_H
#define CUP_PAIR_H

#include <stdbool.h>

enum cup_form { CUP_ROBIN, CUP_KNOCKOUT, CUP_SWISS };
/* Sixteen play fifteen rounds of eight pairs in a round robin, the longest form. */
enum { CUP_LEAST = 4, CUP_MOST = 16, CUP_ROUNDS = 15, CUP_PAIRS = 8, CUP_BYE = -1, CUP_LEGS = 2 };

struct cup_pair {
  int a, b;            /* b is CUP_BYE: a plays nobody */
  int score[CUP_LEGS]; /* of a, in half points; a is German in the first game; -1: not over */
};
struct cup_round {
  int n;
  struct cup_pair pair[CUP_PAIRS];
};
struct cup_sheet {
  enum cup_form form;
  int entrants;
  int rounds; /* of a Swiss cup, as wished; 0: as many as it takes */
  int played; /* rounds that have been paired */
  struct cup_round round[CUP_ROUNDS];
};
/* How many rounds the cup has. */
int cup_rounds(const struct cup_sheet *);
/* The next round, from the results of all before it, which must be whole. */
void cup_next(const struct cup_sheet *, struct cup_round *);

struct cup_row {
  int entrant, place;   /* place from 1 */
  int points;           /* half points */
  int buchholz;         /* the points of all foes */
  int berger;           /* the points of beaten foes, half of them for a draw; in quarters */
  int won, drawn, lost; /* games */
  int out;              /* knock-out: the round in which it was beaten, from 1; 0: not */
};
/* By points, Buchholz, Sonneborn-Berger, games won, seeding; in a knock-out by how far one came. */
void cup_table(const struct cup_sheet *, struct cup_row out[CUP_MOST]);
/* Both games are over. */
bool cup_pair_over(const struct cup_pair *);

#endif
