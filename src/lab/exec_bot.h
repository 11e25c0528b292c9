/* exec_bot.h - a bot that is another program: `exec:PATH:BOT` starts `PATH worker` and asks it to
 * think as BOT, line by line (thinker.h). So an older build of this program, or anybody's own
 * program, can play against this one. Only the laboratory knows these bots: a server never starts a
 * program because a name says so. */
#ifndef EXEC_BOT_H
#define EXEC_BOT_H

#include "bots/bot.h"

struct exec_bot {
  char path[400];
  char words[64];       /* the bot's name for that program */
  const char *data_dir; /* --data for it, or NULL */
};
/* Like bot_parse, and knows exec:, too; `exec` must live as long as the spec. */
bool lab_bot_parse(const char *text, const char *data_dir, struct exec_bot *exec, struct bot_spec *,
                   struct sal_err *);

#endif
