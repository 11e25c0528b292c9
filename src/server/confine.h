/* confine.h - a process gives up what it does not need.
 *
 * An opponent's process reads a position from a pipe and writes an action to one: it needs no
 * files, no network and no other programs, so it gives all of them up before it reads the first
 * byte. The server gives up what only an intruder would want. Where the kernel does not know how,
 * the rest is given up all the same.
 */
#ifndef CONFINE_H
#define CONFINE_H

/* For good. */
void confine_worker(void);
void confine_server(void);

#endif
