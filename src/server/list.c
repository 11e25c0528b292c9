/* list.c - see list.h. */
#include "list.h"

#include <stdio.h>
#include <stdlib.h>

/* Does the list hold together? Debug builds ask after every change. */
bool list_sound(const struct list *l) {
  const struct node *before = NULL;
  uint32_t left = l->count;

  for (const struct node *n = l->first; n; n = n->next) {
    if (!left--) /* more members than were added: it is a ring, or has run into another list */
      return false;
    if (n->in != l || n->prev != before)
      return false;
    before = n;
  }

  return !left && l->last == before;
}

/* A damaged list is a bug that could corrupt games, so the program stops. */
static void must(bool ok, const char *what) {
  if (ok)
    return;
  fprintf(stderr, "salient: a list is damaged: %s\n", what);
  abort();
}

static void check(const struct list *l) {
#ifdef SALIENT_DEBUG
  must(list_sound(l), "it does not hold together");
#else
  (void)l;
#endif
}

/* At the end. */
void list_add(struct list *l, struct node *n) {
  must(!n->in, "something was added that is in a list already");
  *n = (struct node){.prev = l->last, .in = l};
  if (l->last)
    l->last->next = n;
  else
    l->first = n;
  l->last = n;
  l->count++;
  check(l);
}

void list_add_first(struct list *l, struct node *n) {
  must(!n->in, "something was added that is in a list already");
  *n = (struct node){.next = l->first, .in = l};
  if (l->first)
    l->first->prev = n;
  else
    l->last = n;
  l->first = n;
  l->count++;
  check(l);
}

/* What is in no list is left alone. */
void list_remove(struct node *n) {
  struct list *l = n->in;

  if (!l)
    return;
  if (n->prev)
    n->prev->next = n->next;
  else
    l->first = n->next;
  if (n->next)
    n->next->prev = n->prev;
  else
    l->last = n->prev;
  l->count--;
  *n = (struct node){0};
  check(l);
}

struct node *list_take(struct list *l) {
  struct node *n = l->first;
  if (n)
    list_remove(n);
  return n;
}
