/* bids.c - see bids.h. */
#include "bids.h"

#include "core/base.h"
#include "host/input.h"

/* A side that somebody wants, and the points he would give for it. */
struct bid {
  int side;
  int64_t points;
};

static bool take_bid(const cJSON *bids, const char *who, struct bid *out, struct fault *f) {
  static const char *const known[] = {"side", "points", NULL};
  const cJSON *bid = NULL;
  const char *side = NULL;
  char at[96];
  char at_side[96];

  input_path(at, "bids", who);
  input_path(at_side, at, "side");
  if (!input_object(bids, "bids", who, true, &bid, f) || !input_fields(bid, at, known, f) ||
      !input_text(bid, at, "side", true, &side, f) ||
      !input_int(bid, at, "points", true, 0, 100, &out->points, f))
    return false;
  out->side = sal_side_parse(side);
  if (out->side < SAL_SIDES)
    return true;

  return fault_at(f, at_side, "must be german or soviet");
}

/* What the winner gives, as the option counts it: above 0 helps the German. */
static int handicap_of(const struct bid *won) {
  int points = (int)won->points;
  return won->side == SAL_GERMAN ? -points : points;
}

static bool set_handicap(cJSON *doc, int handicap, struct fault *f) {
  cJSON *options = cJSON_GetObjectItemCaseSensitive(doc, "options");

  if (!options) {
    options = cJSON_CreateObject();
    cJSON_AddItemToObject(doc, "options", options);
  }
  if (!cJSON_IsObject(options))
    return true; /* it is refused where options are read */
  if (cJSON_HasObjectItem(options, "handicap"))
    return fault_at(f, "options.handicap", "the bids decide the handicap");
  cJSON_AddNumberToObject(options, "handicap", handicap);
  return true;
}

/* The other player has the side that the maker wanted. */
static void exchange_seats(cJSON *doc) {
  cJSON *seats = cJSON_GetObjectItemCaseSensitive(doc, "seats");

  if (!cJSON_IsObject(seats))
    return; /* it is refused where seats are read */
  cJSON *german = cJSON_DetachItemFromObjectCaseSensitive(seats, "german");
  cJSON *soviet = cJSON_DetachItemFromObjectCaseSensitive(seats, "soviet");
  if (german)
    cJSON_AddItemToObject(seats, "soviet", german);
  if (soviet)
    cJSON_AddItemToObject(seats, "german", soviet);
}

/* The higher bid gets the side; the maker gets it if the bids are equal. Different wishes cost
 * nothing. */
static bool settle(cJSON *doc, const cJSON *bids, struct fault *f) {
  static const char *const known[] = {"me", "other", NULL};
  struct bid me;
  struct bid other;

  if (!input_fields(bids, "bids", known, f) || !take_bid(bids, "me", &me, f) ||
      !take_bid(bids, "other", &other, f))
    return false;
  if (me.side != other.side)
    return set_handicap(doc, 0, f);
  bool mine = me.points >= other.points;
  if (!mine)
    exchange_seats(doc);

  return set_handicap(doc, handicap_of(mine ? &me : &other), f);
}

/* A copy without bids, the caller's; NULL: f says what is wrong with them. */
cJSON *bids_settle(const cJSON *doc, struct fault *f) {
  const cJSON *bids = NULL;

  if (!input_object(doc, "", "bids", false, &bids, f))
    return NULL;
  cJSON *copy = cJSON_Duplicate(doc, true);
  if (!bids)
    return copy;
  cJSON_DeleteItemFromObjectCaseSensitive(copy, "bids");
  if (settle(copy, bids, f))
    return copy;
  cJSON_Delete(copy);
  return NULL;
}
