/* event.h - what happened, the rule that made it happen, and who may know.
 *
 * Compact records while playing; words only when somebody reads them. A secret is reported as two
 * events with different `seen` masks, one for those who may know and one for those who may not.
 */
#ifndef SAL_EVENT_H
#define SAL_EVENT_H

#include "action.h"
#include "card.h"

/* Templates: {u0} {u1} counters, {h0} {h1} hexes, {n0}..{n3} numbers, {s0} n0 as a side's name,
 * {f0} n0 as points of book->mp_den, {w0} n0 as a word of the kind's list, {b0} n0 as a box,
 * {r0} n0 as dice that were rolled: digits to base 7, the first die highest.
 * {one/many} is the form for the number before it: "{n0} {step/steps}" (base.h). */
struct sal_event_kind {
  const char *id, *text;
  const char *const *words; /* for {w..} */
};
struct sal_event {
  uint16_t kind, rule;
  uint8_t seen; /* SAL_BIT mask; a watcher sees what both sides see */
  uint8_t card; /* 1 + index in the cards below, or 0 */
  sal_unit unit[2];
  sal_hex at[2];
  int16_t n[4];
  /* where the game stood when it was reported, and how many dice the action had rolled by then:
   * those since the event before belong to this one (sal_tell) */
  uint16_t turn, rolled;
  uint8_t phase;
};
enum { SAL_EVENTS = 1024, SAL_CARDS = 24 };
struct sal_events { /* of one action; the host empties it before each */
  uint32_t n;
  struct sal_event v[SAL_EVENTS];
  bool revealed;   /* a secret was shown to somebody: undo stops here (sal_reveal) */
  bool want_cards; /* false: combat skips writing its card (random play) */
  uint8_t ncards;
  struct sal_card card[SAL_CARDS];
};
static inline bool sal_sees(uint8_t seen, int viewer) {
  return viewer == SAL_ALL ||
         (viewer == SAL_WATCH ? (seen & SAL_BOTH) == SAL_BOTH : (seen >> viewer & 1) != 0);
}
struct sal_play;
/* sal_tell(p, E_LOSS, R_9_7a, SAL_EVU(u, .at = {h})). What is not set reads as none; seen 0 = both
 * sides. */
void sal_tell(struct sal_play *, int kind, int rule, struct sal_event);
#define SAL_EVUU(u, v, ...)                                                                        \
  ((struct sal_event){.unit = {(sal_unit)(u), (sal_unit)(v)}, __VA_ARGS__}) /* two units */
#define SAL_EVU(u, ...) SAL_EVUU(u, SAL_NOUNIT, __VA_ARGS__)                /* one */
#define SAL_EV(...) SAL_EVUU(SAL_NOUNIT, SAL_NOUNIT, __VA_ARGS__)           /* none */
/* To be called whenever a side learns what was hidden from it, so that undo cannot take it back. A
 * property test checks this: without the call, the actor's view after an action must follow from
 * the view before. */
void sal_reveal(struct sal_play *);
/* Room for a card to attach to the next event, or NULL when nobody wants one. */
struct sal_card *sal_event_card(struct sal_play *);

void sal_event_words(const struct sal_book *, const struct sal_event *, struct sal_text *);
void sal_refusal_words(const struct sal_book *, const struct sal_refusal *, struct sal_text *);
/* {u0} x[0] as unit, {h0}, {n0} and so on: a refusal's operands stand for all kinds. */

#endif
