/* engine_inside.h - what the files of the engine share: the request being answered, and the tables
 * of commands.
 */
#ifndef HOST_ENGINE_INSIDE_H
#define HOST_ENGINE_INSIDE_H

#include "engine.h"

enum { MAX_ACTIONS = SAL_MAX_LIST };

struct engine {
  struct library *lib;
  struct desk *desk;
  struct game *game;
  int seat; /* whose question it is: SAL_NOSIDE = anybody's, the side is in the line */
  char *out;
  size_t cap;
  atomic_bool stop;
  /* the request being answered */
  const cJSON *doc;
  int side;
  bool many;
  uint32_t naction, done, undone;
  struct sal_action action[MAX_ACTIONS];
  struct fault stopped; /* why `do` with a list went no further */
  sal_unit unit;
  int overlay;
  uint16_t arg[3];
  int64_t since;
  char *text; /* a journal copy or imported actions */
  size_t ntext;
  const struct sal_book *book; /* that the request names */
  const char *name;            /* of a guide, and its game */
  const char *of;
  struct game *past;                 /* the game as it was, replayed for one answer */
  const struct sal_thinker *thinker; /* NULL: nobody answers `think` */
  void *minds;                       /* the thinker's */
  struct sal_answer answer;
};

struct command {
  const char *name;
  const char *const *fields; /* besides cmd, id and v */
  bool plays;                /* needs a game */
  bool begins;               /* puts another game on, or shows one whole: not at a seat */
  bool (*take)(struct engine *, struct fault *);
  void (*write)(struct engine *, struct sal_json *);
  /* instead of write: a question whose answer may be a refusal */
  bool (*ask)(struct engine *, struct sal_json *, struct fault *);
};
#define FIELDS(...)                                                                                \
  (const char *const[]) {                                                                          \
    "cmd", "id", "v", __VA_ARGS__ __VA_OPT__(, ) NULL                                              \
  }

/* engine.c: what several commands read */
bool engine_take_side(struct engine *, bool deciding, struct fault *);
bool engine_take_view(struct engine *, struct fault *);
bool engine_take_actions(struct engine *, struct fault *);
void engine_forget(struct engine *);

/* engine_ask.c: the commands that change nothing but standing orders; a name of NULL ends them */
extern const struct command engine_asks[];

#endif
