/* watchdog.h - ends a server whose loop hangs, and tells systemd that it does not.
 *
 * Everything acknowledged is on the disk, so a server that is ended and started again loses
 * nothing; one that hangs costs everybody the evening.
 */
#ifndef WATCHDOG_H
#define WATCHDOG_H

#include <stdatomic.h>
#include <stdint.h>

enum { WATCHDOG_SECONDS = 10, WATCHDOG_EXIT = 70 };

struct watchdog;
/* Ends the program if `turns` has not changed for this many seconds. A separate thread watches and
 * counts its own seconds, so a machine or program that was stopped and goes on is not ended. */
struct watchdog *watchdog_start(const atomic_ulong *turns, int seconds);
void watchdog_stop(struct watchdog *);

/* To the service manager that started us, if there is one: "READY=1", "WATCHDOG=1", .. */
void watchdog_notify(const char *what);

#endif
