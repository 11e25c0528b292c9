/* field_kinds.c - T2 to T4: weapons, men, Guns and vehicles, a row each of
 * data/stalnie/field-*.tsv.
 *
 * A row becomes a kind, of which the counters of a battle are. Rows that name each other, as a
 * squad its half-squad, are joined when all are read.
 */
#include "field.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

/* ---- small readers ---------------------------------------------------------------------- */

/* Is the word one of a list separated by spaces? */
static bool has_word(const char *list, const char *word) {
  size_t n = strlen(word);

  for (const char *at = list; (at = strstr(at, word)); at += n) {
    bool begins = at == list || at[-1] == ' ';
    bool ends = at[n] == ' ' || !at[n];

    if (begins && ends)
      return true;
  }

  return false;
}

/* The kind of that name; 0: there is none. */
int sf_kind_named(const struct field_book *f, const char *id) {
  for (int i = 1; i < f->nkinds; i++)
    if (sal_eq(f->kind[i].id, id))
      return i;

  return 0;
}

/* The weapon of that name, its place + 1; 0: there is none. */
static int arm_named(const struct field_book *f, const char *id) {
  for (int i = 0; i < f->narms; i++)
    if (sal_eq(f->arm[i].id, id))
      return i + 1;

  return 0;
}

/* A cell that is a small number; false with an error naming file and line. */
bool sf_small(struct sal_tsv *t, const char *col, uint8_t *out, struct sal_err *err) {
  enum { LARGEST = 60 };
  int32_t v;

  if (!sal_tsv_int(t, col, 0, LARGEST, &v, err))
    return false;
  *out = (uint8_t)v;
  return true;
}

/* Several of them, in the order given: the first that is wrong is named. */
bool sf_all_small(struct sal_tsv *t, const struct small_cell *cells, size_t n,
                  struct sal_err *err) {
  for (size_t i = 0; i < n; i++)
    if (!sf_small(t, cells[i].col, cells[i].out, err))
      return false;

  return true;
}

struct flag_word {
  const char *word;
  uint32_t flag;
};

/* The flags whose words the cell holds. */
static uint32_t flags_in(const char *list, const struct flag_word *words, size_t n) {
  uint32_t flags = 0;

  for (size_t i = 0; i < n; i++)
    if (has_word(list, words[i].word))
      flags |= words[i].flag;

  return flags;
}
/* A row becomes a kind of unit; kind 0 stands for none. */
static struct kind *new_kind(struct field_book *f, struct sal_tsv *t, const char *col, int cls,
                             struct sal_err *err) {
  const char *id = sal_tsv_text(t, col, err);

  if (!id)
    return NULL;
  if (f->nkinds == MAX_KINDS) {
    sal_tsv_fail(t, err, "more than %d kinds", MAX_KINDS - 1);
    return NULL;
  }

  struct kind *k = &f->kind[f->nkinds++];
  k->id = id;
  k->cls = (uint8_t)cls;
  return k;
}

/* ---- T3: weapons ------------------------------------------------------------------------ */

/* One weapon. */
static bool arm_of_row(struct field_book *f, struct sal_tsv *t, struct sal_err *err) {
  static const struct flag_word words[] = {{"mg", W_MG},       {"sw", W_SW},
                                           {"team", W_TEAM},   {"heat", W_HEAT},
                                           {"aa", W_AA},       {"indirect", W_INDIRECT},
                                           {"radio", W_RADIO}, {"phone", W_PHONE}};

  if (f->narms == MAX_ARMAMENTS)
    return sal_tsv_fail(t, err, "more than %d weapons", MAX_ARMAMENTS);

  struct armament *w = &f->arm[f->narms];
  const char *flags = sal_tsv_text(t, "flags", err);
  w->id = sal_tsv_text(t, "weapon", err);
  if (!flags || !w->id)
    return false;

  const struct small_cell cells[] = {{"tk", &w->tk},       {"he", &w->he},   {"htk", &w->htk},
                                     {"min", &w->min},     {"max", &w->max}, {"rof", &w->rof},
                                     {"long", &w->longer}, {"pp", &w->pp}};
  if (!sf_all_small(t, cells, COUNT(cells), err))
    return false;
  w->flags = (uint8_t)flags_in(flags, words, COUNT(words));
  f->narms++;
  if (!(w->flags & W_SW))
    return true;

  /* A support weapon has a counter, which a unit carries or which lies on the ground. */
  struct kind *k = new_kind(f, t, "weapon", SUPPORT, err);
  if (!k)
    return false;
  k->weapon = f->narms;
  return true;
}

/* T3: weapons. Support weapons are kinds of counter as well. */
static bool load_arms(struct sal_book *b, const struct sal_source *src, struct field_book *f,
                      struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "field-weapons.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !arm_of_row(f, &t, err))
      return false;

  return got == 0;
}

/* ---- T2: infantry ----------------------------------------------------------------------- */

/* What sort of men a row is, by its flags. */
static int class_in(const char *flags) {
  static const char *const words[] = {"squad", "half", "crew", "leader", "hero", "hw"};

  for (int i = 0; i < 6; i++)
    if (has_word(flags, words[i]))
      return i;

  return -1;
}

struct kin { /* of a kind of men: the names of the kinds it turns into */
  const char *half[MAX_KINDS];
  const char *replaced[MAX_KINDS];
  const char *hardened[MAX_KINDS];
};

/* One kind of men. */
static bool men_of_row(struct field_book *f, struct sal_tsv *t, struct kin *kin,
                       struct sal_err *err) {
  static const struct flag_word words[] = {
      {"underlined", K_UNDERLINED}, {"engineer", K_ENGINEER}, {"smoke", K_SMOKE}, {"cc", K_CC}};
  const char *flags = sal_tsv_text(t, "flags", err);
  const char *weapon = sal_tsv_text(t, "weapon", err);

  if (!flags || !weapon)
    return false;

  int cls = class_in(flags);
  int at = f->nkinds;
  if (cls < 0)
    return sal_tsv_fail(t, err, "the flags name no class");

  struct kind *k = new_kind(f, t, "unit", cls, err);
  if (!k)
    return false;

  kin->half[at] = sal_tsv_text(t, "half", err);
  kin->replaced[at] = sal_tsv_text(t, "replaced", err);
  kin->hardened[at] = sal_tsv_text(t, "hardened", err);
  if (!kin->half[at] || !kin->replaced[at] || !kin->hardened[at])
    return false;

  const struct small_cell cells[] = {{"fp", &k->fp},
                                     {"range", &k->range},
                                     {"morale", &k->morale},
                                     {"broken", &k->broken},
                                     {"cvp", &k->cvp}};
  if (!sf_all_small(t, cells, COUNT(cells), err))
    return false;

  /* Only a team has a weapon that cannot be given away (F2.1). */
  k->flags = flags_in(flags, words, COUNT(words));
  k->weapon = (uint8_t)arm_named(f, weapon);
  if (*weapon && !k->weapon)
    return sal_tsv_fail(t, err, "there is no weapon '%s'", weapon);
  return true;
}

/* F8.5, F8.6, F8.8: what a kind of men becomes when it is reduced, replaced or hardened. */
static bool join_kin(struct field_book *f, int first, const struct kin *kin, struct sal_err *err) {
  for (int i = first; i < f->nkinds; i++) {
    struct kind *k = &f->kind[i];
    k->half = (uint8_t)sf_kind_named(f, kin->half[i]);
    k->hardened = (uint8_t)sf_kind_named(f, kin->hardened[i]);
    k->replaced = (uint8_t)sf_kind_named(f, kin->replaced[i]);
    if (sal_eq(kin->replaced[i], "eliminated"))
      k->flags |= K_LOST;
    if (*kin->half[i] && !k->half)
      return sal_fail(err, "field-infantry.tsv", 0, "'%s' has an unknown half", k->id);
  }

  return true;
}

/* T2: men. Halves and replacements are named and may stand further down, so they are looked up at
 * the end. */
static bool load_infantry(struct sal_book *b, const struct sal_source *src, struct field_book *f,
                          struct sal_err *err) {
  struct kin kin;
  int first = f->nkinds;
  int got;
  struct sal_tsv t;

  if (!sal_tsv_open(&t, src->files, "field-infantry.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !men_of_row(f, &t, &kin, err))
      return false;

  if (got < 0)
    return false;
  return join_kin(f, first, &kin, err);
}

/* ---- T3, T4: Guns and vehicles ---------------------------------------------------------- */

enum { CREW_MORALE = 8, CREW_FP = 2 };

/* F11.3: small is harder to hit, large easier. */
static int8_t size_drm(const char *size) {
  if (sal_eq(size, "small"))
    return 1;
  return sal_eq(size, "large") ? -1 : 0;
}

/* One Gun with its crew. */
static bool gun_of_row(struct field_book *f, struct sal_tsv *t, struct sal_err *err) {
  const char *weapon = sal_tsv_text(t, "weapon", err);
  const char *arc = sal_tsv_text(t, "arc", err);
  const char *size = sal_tsv_text(t, "size", err);
  const char *aa = sal_tsv_text(t, "aa", err);
  struct kind *k = new_kind(f, t, "gun", GUN, err);

  if (!k || !weapon || !arc || !size || !aa)
    return false;
  if (!sf_small(t, "cvp", &k->cvp, err))
    return false;

  k->weapon = (uint8_t)arm_named(f, weapon);
  if (!k->weapon)
    return sal_tsv_fail(t, err, "there is no weapon '%s'", weapon);
  k->rof = f->arm[k->weapon - 1].rof;

  /* All crews are alike, broken or not (F2.2). */
  k->morale = CREW_MORALE;
  k->broken = CREW_MORALE;
  k->fp = CREW_FP;

  if (sal_eq(arc, "yes"))
    k->flags |= K_ARC;
  if (sal_eq(aa, "yes"))
    k->flags |= K_AA;
  k->size = size_drm(size);
  return true;
}

/* T3: Guns. Their crews have separate morale and firepower (F2.2). */
static bool load_guns(struct sal_book *b, const struct sal_source *src, struct field_book *f,
                      struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "field-guns.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !gun_of_row(f, &t, err))
      return false;

  return got == 0;
}

/* One vehicle. */
static bool vehicle_of_row(struct field_book *f, struct sal_tsv *t, struct sal_err *err) {
  static const struct flag_word words[] = {
      {"skirts", K_SKIRTS},     {"heavy", K_HEAVY}, {"NT", K_NT},      {"OT", K_OT},
      {"half", K_HALFTRACK},    {"truck", K_TRUCK}, {"aa", K_AA},      {"riders1", K_RIDERS},
      {"crowded", K_CROWDED},   {"FT24", K_FLAME},  {"FT32", K_FLAME}, {"OP", K_OBSERVER},
      {"crew348", K_SMALL_CREW}};
  const char *flags = sal_tsv_text(t, "flags", err);
  const char *ma = sal_tsv_text(t, "ma", err);
  const char *size = sal_tsv_text(t, "size", err);
  const char *front = sal_tsv_text(t, "front", err);
  const char *pp = sal_tsv_text(t, "pp", err);
  const char *tow = sal_tsv_text(t, "tow", err);
  struct kind *k = new_kind(f, t, "vehicle", VEHICLE, err);

  if (!k || !flags || !ma || !size || !front || !pp || !tow)
    return false;
  k->flags = flags_in(flags, words, COUNT(words));
  if (sal_eq(tow, "yes"))
    k->flags |= K_TOWS;

  /* A row without armour is an unarmoured vehicle, which is not the same as armour 0 (F12.11). */
  const struct small_cell armour[] = {{"front", &k->front}, {"side", &k->side}};
  if (!*front)
    k->flags |= K_SOFT;
  else if (!sf_all_small(t, armour, COUNT(armour), err))
    return false;

  const struct small_cell cells[] = {
      {"mp", &k->mp}, {"rof", &k->rof}, {"bow", &k->bow}, {"other", &k->other}, {"cvp", &k->cvp}};
  if (!sf_all_small(t, cells, COUNT(cells), err))
    return false;

  k->weapon = (uint8_t)arm_named(f, ma);
  if (*ma && !k->weapon)
    return sal_tsv_fail(t, err, "there is no weapon '%s'", ma);

  /* FT32 is the larger flamethrower (F10.8). */
  k->flame = (uint8_t)(has_word(flags, "FT32") ? 32 : 24);

  int halves = sp_halves(pp);
  if (halves == NOT_FOUND)
    return sal_tsv_fail(t, err, "pp '%s' is no number of halves", pp);
  k->pp = (uint8_t)halves;
  k->size = size_drm(size);
  return true;
}

/* T4: vehicles. Without armour in front they are soft. */
static bool load_vehicles(struct sal_book *b, const struct sal_source *src, struct field_book *f,
                          struct sal_err *err) {
  struct sal_tsv t;
  int got;

  if (!sal_tsv_open(&t, src->files, "field-vehicles.tsv", b->arena, err))
    return false;
  while ((got = sal_tsv_next(&t, err)) > 0)
    if (!t.directive && !vehicle_of_row(f, &t, err))
      return false;

  return got == 0;
}

/* T2 to T4: everything that can take part in a battle. */
bool sf_load_kinds(struct sal_book *b, const struct sal_source *src, struct field_book *f,
                   struct sal_err *err) {
  f->nkinds = 1; /* kind 0 is none */
  f->kind[0].id = "-";
  if (!load_arms(b, src, f, err) || !load_infantry(b, src, f, err))
    return false;
  return load_guns(b, src, f, err) && load_vehicles(b, src, f, err);
}
