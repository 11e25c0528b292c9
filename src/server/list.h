/* list.h - lists whose members know where they are.
 *
 * A thing that waits is in one list at a time, and only list_add and list_remove change a list.
 * Adding something that is in a list already ends the program. The server then restarts and loses
 * nothing that was acknowledged, while a list that runs into another one, or into itself, would
 * hang it for ever. Debug builds walk the whole list after every change.
 */
#ifndef LIST_H
#define LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct list;
struct node { /* part of anything that can be in a list */
  struct node *next, *prev;
  struct list *in; /* NULL: in none */
};
struct list {
  struct node *first, *last;
  uint32_t count;
};
void list_add(struct list *, struct node *);       /* as the last */
void list_add_first(struct list *, struct node *); /* as the first */
void list_remove(struct node *);                   /* from the list it is in, if any */
struct node *list_take(struct list *);             /* the first, removed; NULL: it is empty */
/* Every member is reached once, forwards and backwards, and says it is here. */
bool list_sound(const struct list *);

/* The thing that a node is part of. */
#define LIST_OF(node, type, member) ((type *)(void *)((char *)(node)-offsetof(type, member)))

#endif
