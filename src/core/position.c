/* position.c - what every game does with a listed position: look up, check ranges, read factors.
 *
 * A ruleset's place.c calls these and adds its own parts: marks, stacks, who holds the ground.
 */
#include "position.h"

#include "ruleset.h"

#include <string.h>

/* A listed unit is a printed one by id, or one that the position made up. */
sal_unit sal_pos_unit_index(const struct sal_book *b, const struct sal_pos_unit *u) {
  return sal_unit_find(b, u->unit ? u->unit : u->name);
}

/* An error with the path of the field in the document, such as units[3].hex. */
bool sal_pos_fail(struct sal_err *err, const char *list, int i, const char *field, const char *fmt,
                  ...) {
  char at[64];
  char text[200];
  va_list ap;

  va_start(ap, fmt);
  sal_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  if (field)
    sal_format(at, sizeof at, "%s[%d].%s", list, i, field);
  else
    sal_format(at, sizeof at, "%s[%d]", list, i);

  return sal_fail_at(err, at, "%s", text);
}

/* The hex of a listed unit; SAL_NOHEX when it has none, which is no error here. */
bool sal_pos_hex(const struct sal_book *b, const struct sal_position *pos, int i, sal_hex *out,
                 struct sal_err *err) {
  const char *id = pos->unit[i].hex;

  *out = SAL_NOHEX;
  if (!id)
    return true;
  *out = sal_hex_parse(&b->board, id);
  if (!*out)
    return sal_pos_fail(err, "units", i, "hex", "hex '%.*s' is not on the map", 12, id);

  return true;
}

/* ---- placing ---------------------------------------------------------------------------- */

/* Looks one listed unit up and checks what every game checks: that it exists, where it stands, its
 * facing and its steps. */
bool sal_place_unit(const struct sal_play *p, const struct sal_position *pos, int i,
                    const struct sal_place_law *law, struct sal_placed *out, struct sal_err *err) {
  const struct sal_pos_unit *listed = &pos->unit[i];

  *out = (struct sal_placed){.listed = listed, .box = -1, .facing = listed->facing};
  out->unit = sal_pos_unit_index(p->book, listed);
  if (out->unit == SAL_NOUNIT) {
    const char *id = listed->unit ? listed->unit : listed->name;
    return sal_pos_fail(err, "units", i, "unit", "there is no unit '%.*s'", 40, id);
  }
  if (!sal_pos_hex(p->book, pos, i, &out->hex, err))
    return false;
  if (listed->box) {
    out->box = sal_box_find(p->book, listed->box);
    if (out->box < 0)
      return sal_pos_fail(err, "units", i, "box", "there is no box '%.*s'", 24, listed->box);
  }
  bool somewhere = out->hex || out->box >= 0;
  if (!somewhere && !law->nowhere)
    return sal_pos_fail(err, "units", i, "hex", "a unit needs a hex or a box");
  bool turned = listed->facing >= 0;
  if (turned && !law->facing)
    return sal_pos_fail(err, "units", i, "facing", "units have no facing here");

  int most = law->steps(p, out->unit);
  if (listed->steps == 0 || listed->steps > most)
    return sal_pos_fail(err, "units", i, "steps", "'%s' has 1 to %d steps",
                        p->book->counter[out->unit].id, most);
  out->steps = listed->steps > 0 ? listed->steps : most; /* below 0: not given, so all of them */

  return true;
}

/* The phase that a position begins in; without one the game's own. */
bool sal_place_phase(const struct sal_book *b, const struct sal_position *pos, int otherwise,
                     int *phase, struct sal_err *err) {
  *phase = otherwise;
  if (!pos->phase)
    return true;
  for (int i = 0; i < b->rules->nphases; i++)
    if (sal_eq(b->rules->phases[i].id, pos->phase)) {
      *phase = i;
      return true;
    }

  return sal_fail_at(err, "phase", "there is no phase '%.*s'", 24, pos->phase);
}

/* Who holds which hexes, as listed. */
bool sal_place_control(struct sal_play *p, const struct sal_position *pos,
                       void (*hold)(struct sal_play *, int side, sal_hex), struct sal_err *err) {
  for (int i = 0; i < pos->ncontrol; i++) {
    const struct sal_pos_list *list = &pos->control[i];
    int side = sal_side_parse(list->id);
    for (int k = 0; k < list->n; k++) {
      sal_hex h = sal_hex_parse(&p->book->board, list->hex[k]);
      if (!h || side >= SAL_SIDES)
        return sal_pos_fail(err, "control", i, NULL, "a side and hexes of the map are wanted");
      hold(p, side, h);
    }
  }

  return true;
}

/* ---- factors ---------------------------------------------------------------------------- */

/* Factors of any width by their offset, so that one table describes a game's counters. */
static void put_factor(const struct sal_factor *f, void *row, int32_t value) {
  uint8_t *to = (uint8_t *)row + f->offset;
  uint8_t byte = (uint8_t)value;
  uint16_t word = (uint16_t)value;

  switch (f->bytes) {
  case 1: memcpy(to, &byte, 1); break;
  case 2: memcpy(to, &word, 2); break;
  case 4: memcpy(to, &value, 4); break;
  default: sal_bug("a factor of a size that is not read", __FILE__, __LINE__);
  }
}

/* A counter's factors from its row. */
bool sal_factors_read(struct sal_tsv *tsv, const struct sal_factor *factor, int n, void *row,
                      struct sal_err *err) {
  for (int i = 0; i < n; i++) {
    int32_t value;
    if (!sal_tsv_int(tsv, factor[i].name, factor[i].min, factor[i].max, &value, err))
      return false;
    put_factor(&factor[i], row, value);
  }

  return true;
}

/* The unit that a position invents under this id, if it does; `at` is its place in the list. */
static const struct sal_pos_unit *made_up(const struct sal_position *pos, const char *id, int *at) {
  int n = pos ? pos->nunits : 0;

  for (int i = 0; i < n; i++) {
    const struct sal_pos_unit *unit = &pos->unit[i];
    if (!unit->name || !sal_eq(unit->name, id))
      continue;
    *at = i;
    return unit;
  }

  return NULL;
}

/* Factors that a position gives a made-up unit, over those of its kind. */
bool sal_factors_given(const struct sal_position *pos, const char *id,
                       const struct sal_factor *factor, int n, void *row, struct sal_err *err) {
  int at = 0;
  const struct sal_pos_unit *unit = made_up(pos, id, &at);

  for (int k = 0; unit && k < unit->nfactors; k++) {
    const char *name = unit->factor[k].name;
    const char *text = unit->factor[k].value;
    int i = 0;
    while (i < n && !sal_eq(factor[i].name, name))
      i++;
    if (i == n)
      return sal_pos_fail(err, "units", at, "factors", "there is no factor '%.*s'", 24, name);
    int32_t value;
    if (!sal_parse_int(text, factor[i].min, factor[i].max, &value))
      return sal_pos_fail(err, "units", at, "factors", "%s must be %d to %d", factor[i].name,
                          factor[i].min, factor[i].max);
    put_factor(&factor[i], row, value);
  }

  return true;
}
