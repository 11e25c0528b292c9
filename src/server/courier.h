/* courier.h - the one way out: everything sent to web push services, webhooks and the mail relay.
 *
 * A separate thread carries parcels (libcurl), so neither names nor slow machines hold up the loop.
 * An address inside the network is refused when the socket is made, after the name has been looked
 * up: a name cannot point outside when it is checked and inside when it is used. Redirects are not
 * followed, proxies are not used, and few parcels go to one host at a time.
 */
#ifndef COURIER_H
#define COURIER_H

#include <stdbool.h>
#include <stddef.h>

struct parcel;
typedef void parcel_done(struct parcel *); /* on the loop; frees it with parcel_free */
/* On the courier's thread, before it goes: makes body and head out of `sealing`. False: it cannot.
 */
typedef bool parcel_seal(struct parcel *);
struct parcel {
  char *url;
  char *head; /* header lines, each ended by \n; NULL: none */
  char *body;
  size_t nbody;
  bool mail;               /* to the operator's own relay, which may be inside */
  const char *from, *auth; /* of mail: the sender; USER:PASSWORD or NULL */
  char to[256];            /* of mail */
  parcel_seal *seal;       /* NULL: it is ready as it is */
  void *sealing;           /* malloc'd or NULL; goes with the parcel */
  parcel_done *done;
  void *arg;     /* malloc'd or NULL; goes with the parcel */
  int status;    /* of the answer; 0: there was none */
  long after;    /* the service asked to be left alone for this many seconds; 0: it did not */
  char why[160]; /* "" when it was delivered; else it continues "it .." */
  int lane;      /* the courier's, as the next one */
  struct parcel *next;
};
struct parcel *parcel_new(const char *url, const char *body, size_t nbody, parcel_done *,
                          void *arg);
void parcel_fill(struct parcel *, const char *body, size_t nbody); /* another body */
void parcel_free(struct parcel *);

struct courier;
struct server;
struct courier *courier_start(struct server *, bool private_too);
/* Takes the parcel; false when too many wait, or too many for its host: then it has not. */
bool courier_send(struct courier *, struct parcel *);
void courier_stop(struct courier *); /* what has not gone comes back now */

#endif
