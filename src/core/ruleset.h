/* ruleset.h - what a game is to the rest of the program: one const struct.
 *
 * The rest of the program knows one symbol of a game, its `const struct sal_ruleset`; names that
 * the game's files share have the game's prefix. The decision nodes hold the law (who decides,
 * list, check, apply, prompt); the functions below hold the rest. To add a game: a folder here, a
 * folder in data/, a line in registry.c.
 *
 * list, check, prompt, show and query work on a view as on a full state. `apply` and `run` never
 * do: a view gives a hidden unit no place, and rules that scan all counters would trip over it. To
 * learn what would happen (odds, bots), call them on a full state that `guess` made from the view.
 */
#ifndef SAL_RULESET_H
#define SAL_RULESET_H

#include "book.h"
#include "position.h"
#include "prompt.h"

struct sal_phase {
  const char *id, *title;
  uint16_t rule;
};
/* The side that a phase belongs to, by a word of its id (german.air, setup.soviet) or the first
 * word of its title ("Soviet bombardment"). SAL_NOSIDE: neither. */
int sal_phase_side(const struct sal_phase *);
struct sal_mark {
  const char *id, *badge, *shape, *title;
  uint16_t rule;
};
struct sal_order_set {
  uint8_t choice;
  uint16_t n;
};
struct sal_order { /* a standing order a player may set */
  const char *name, *title;
  const char *const *choices; /* NULL-terminated; the first one is the default */
  uint16_t min, max;          /* range of n, when a choice needs a number; 0,0 = none does */
};
struct sal_overlay_kind {
  const char *name, *title;
  const char *args[3]; /* "hex", "unit", "side"; NULL-terminated */
};
struct sal_named { /* for docs/rules: a var, factor or kind and what it means */
  const char *name, *about;
};
struct sal_result {
  uint8_t winner;         /* side, or SAL_NOSIDE for a draw */
  const char *level;      /* "German tactical victory" */
  struct sal_frac margin; /* > 0 is German */
  uint16_t rule;
  char text[160];
  struct sal_frac score[2];
};

/* What a view blanks, by the name and line of each place that does it. So the list of secrets comes
 * from the code itself, and a test can leave any one of them in. NULL is the ordinary view. */
enum { SAL_SECRETS = 96 };
#define SAL_KEEP_ALL "*"
struct sal_redactor {
  const char *keep; /* test: leave this one in, or all */
  uint16_t n;
  const char *name[SAL_SECRETS]; /* all that were blanked, each once: "unit@35" */
};
#define SAL_LINE_TEXT(x) #x
#define SAL_LINE(x) SAL_LINE_TEXT(x)
/* Overwrites n bytes with `fill`, unless the redactor keeps them. */
#define sal_blank(r, name, bytes, n, fill)                                                         \
  sal_blank_as(r, name "@" SAL_LINE(__LINE__), bytes, n, fill)
/* For what is hidden in another way than by filling it: is it to be hidden? */
#define sal_hides(r, name) sal_hides_as(r, name "@" SAL_LINE(__LINE__))
void sal_blank_as(struct sal_redactor *, const char *name, void *bytes, size_t n, uint8_t fill);
bool sal_hides_as(struct sal_redactor *, const char *name);

enum sal_query_kind { SAL_Q_REACH, SAL_Q_OVERLAY, SAL_Q_RECORDS };
struct sal_query {
  uint8_t kind, overlay; /* overlay: index into ruleset->overlays */
  sal_unit unit;         /* reach */
  uint16_t arg[3];       /* overlay arguments: hexes or units, by the overlay's args */
  struct sal_reach *reach;
  struct sal_overlay *out;
  struct sal_json *records;
};

/* What a computer opponent asks of a game beyond its rules: what is good, and what a sensible
 * player would do. Both are given full states (guessed from a view, never the real one) and must
 * not touch dice or events. */
enum { SAL_BIAS = 16, SAL_SURE = 1000000, SAL_NEVER = -SAL_SURE };
struct sal_effort { /* how much thinking is worth at this point of a turn */
  uint8_t stage; /* what is planned as one: whole plans are compared where a new stage begins.. */
  uint8_t plan;  /* ..for this many hundredths of a turn's budget (0: no plan is made).. */
  uint16_t actions; /* ..and played out this many actions deep */
  /* A decision gets at most this part of its budget: 8 means an eighth. 0: all decisions are worth
   * the same, and the plan is tried again every few thoughts. */
  uint8_t part;
};
/* What players count when they give a reason: strength left, and who holds the places that matter.
 */
enum { SAL_PLACES = 64 };
struct sal_stakes {
  const char *unit; /* what strength is counted in: "steps" */
  int32_t strength[SAL_SIDES];
  uint8_t n;
  sal_hex place[SAL_PLACES];
  uint8_t holder[SAL_PLACES]; /* a side, or SAL_NOSIDE */
};
static inline void sal_stake(struct sal_stakes *s, sal_hex place, int holder) {
  if (s->n == SAL_PLACES)
    return;
  s->place[s->n] = place;
  s->holder[s->n++] = (uint8_t)holder;
}
struct sal_adviser {
  /* How much better `side` stands than its enemy, in hundredths of a step; value(german) ==
   * -value(soviet). */
  int32_t (*value)(const struct sal_play *, int side);
  /* A script: how much `side` likes each action of the list; the highest is done next. `bias` bends
   * it, -100..100: bias[0] is boldness, the others are the game's own (a sector, a formation, an
   * objective each); 0 is the plain script. score >= SAL_SURE: play it without search (a free shot,
   * the only sensible answer). score <= SAL_NEVER: only if nothing else is legal. */
  void (*score)(const struct sal_play *, int side, const struct sal_list *,
                const int8_t bias[SAL_BIAS], int32_t *out);
  /* Memory for what is worked out once per book and kept by the bot (distances to objectives, say);
   * both may be NULL. */
  size_t (*room)(const struct sal_book *);
  void (*prepare)(const struct sal_book *, void *room);
  /* What a plan is for: a try ends where another chapter begins, if its outcome can be told by
   * then. May be NULL. */
  int (*chapter)(const struct sal_play *);
  /* Where the side's units stand and in what state, as one number, without what they have spent in
   * this phase. A move that returns to an equal number without a roll has gained nothing. NULL:
   * moves are not checked for that. */
  uint64_t (*posture)(const struct sal_play *, int side);
  /* Where a turn's budget goes. NULL: to all decisions alike. */
  struct sal_effort (*effort)(const struct sal_play *view, int side);
  uint8_t nbias;    /* how many entries of `bias` the script uses */
  uint8_t turns;    /* how far a plan is played out: this many turns ahead.. */
  uint16_t actions; /* ..and at most this many actions */
  /* to the same phase of that turn, not to its beginning: the side that moves last in a turn then
   * sees the enemy's answer too */
  bool answered;
  /* How much of `value` is about one point (a hundredth) of the chance to win while a game is open,
   * measured over games of the planner; 0 counts as 20. */
  uint16_t point;
  /* How large a lead in `value` must be to matter. In a try both sides follow scripts, so a smaller
   * lead says little about the game. 0: any lead that is sure. */
  uint16_t least;
  /* For moves without dice trust `value` over `score`: the plan takes the candidate with the
   * highest value. */
  bool weighs;
  /* More tries of each choice than this bring nothing new (games with long actions); 0: as many as
   * the budget allows. */
  uint16_t rounds;
  /* Both sides' strength and places, into zeroed stakes. NULL: reasons give only chances. */
  void (*stakes)(const struct sal_play *, struct sal_stakes *);
};

/* A bot's play has its adviser's room behind the scratch of the rules. */
static inline size_t sal_room_at(const struct sal_book *b) {
  return ((size_t)b->scratch_bytes + 15) & ~(size_t)15;
}
static inline void *sal_room(const struct sal_play *p) {
  return (uint8_t *)p->scratch + sal_room_at(p->book);
}

struct sal_ruleset {
  const char *id, *title, *edition;
  bool hidden; /* not finished: built and tested, but not on the menu */
  /* Apart from sealed choices both sides know the same: what is hidden is hidden from both, and
   * `guess` deals it fairly. */
  bool open;
  const struct sal_node *const *nodes;
  const struct sal_verb *verbs;
  const struct sal_event_kind *events;
  const struct sal_phase *phases;
  const struct sal_mark *marks;
  const struct sal_order *orders;
  /* By order: what a person has in a new game; NULL: the first choice of each. If there are usual
   * orders, first choices may answer too. */
  const struct sal_order_set *usual;
  const struct sal_overlay_kind *overlays;
  const struct sal_named *vars, *factors;
  uint16_t nnodes, nverbs, nevents, nphases, nmarks, norders, noverlays, nvars, nfactors;
  uint16_t nrules; /* generated from rules.tsv */
  const char *const *rule_ids;

  /* Called around every entry point of play.h. What a ruleset derives from the state and keeps in
   * scratch is valid between the two, as long as the ruleset keeps it up to date. Both may be NULL.
   */
  void (*begin)(const struct sal_play *);
  void (*end)(const struct sal_play *);
  bool (*load)(struct sal_book *, const struct sal_source *, struct sal_err *);
  /* a zeroed state with options filled in -> the scenario's start */
  void (*setup)(struct sal_play *);
  bool (*place)(struct sal_play *, const struct sal_position *, struct sal_err *);
  /* Same struct, every byte of it, with what the viewer (a side or SAL_WATCH) may not know blanked.
   */
  void (*view)(const struct sal_book *, const struct sal_head *, int viewer, struct sal_head *out,
               struct sal_redactor *);
  /* A full state that fits the view, at random. */
  void (*guess)(const struct sal_book *, const struct sal_head *view, int viewer, struct sal_rng *,
                struct sal_head *out);
  /* A different full state that gives `viewer` the same view: for the secrecy tests. false = no
   * secrets now. */
  bool (*shuffle)(const struct sal_book *, struct sal_head *, int viewer, struct sal_rng *);
  void (*show)(const struct sal_play *view, int viewer, struct sal_show *);
  void (*date)(const struct sal_book *, const struct sal_head *, struct sal_text *);
  /* For an option that sets the length of the game; NULL: the scenario does. */
  int (*last_turn)(const struct sal_head *);
  /* may be NULL */
  void (*offer)(const struct sal_play *view, int side, struct sal_action, struct sal_offer *);
  bool (*query)(const struct sal_play *view, int side, struct sal_query *, struct sal_refusal *);
  bool (*answer)(const struct sal_play *view, int side, const struct sal_order_set *,
                 struct sal_action *);
  /* A document as actions, one per line in out; may be NULL. */
  bool (*import)(const struct sal_play *view, int side, const char *kind, const char *text,
                 struct sal_text *out, struct sal_err *);
  /* Such a document with what stands now, to be edited and imported; NULL where `import` is. */
  bool (*template)(const struct sal_play *view, int side, const char *kind, struct sal_text *out,
                   struct sal_err *);
  const struct sal_adviser *adviser; /* NULL: the bots use what `score` says */
  bool (*score)(const struct sal_play *, struct sal_result *); /* false: not over */
  bool (*audit)(const struct sal_play *, struct sal_err *);    /* invariants; false = a bug */
};

extern const struct sal_ruleset *const sal_rulesets[]; /* NULL-terminated: registry.c */
const struct sal_ruleset *sal_ruleset_find(const char *id);
/* Editions are whole numbers from 1; a ruleset plays its own and every earlier one. 0: not an
 * edition. */
int sal_edition_parse(const char *text);

#endif
