/* fault.c - filling, writing and printing faults. */
#include "fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The code in documents. The order is that of enum fault_code. */
const char *fault_name(enum fault_code code) {
  static const char *const name[] = {"none", "refused", "seat",  "input",   "state",
                                     "dice", "stale",   "limit", "internal"};
  return name[code];
}

/* Clears the fault first, so that nothing of an older one remains. */
static void fill(struct fault *f, enum fault_code code, const char *at, const char *fmt,
                 va_list ap) {
  memset(f, 0, sizeof *f);
  f->code = code;
  snprintf(f->at, sizeof f->at, "%s", at);
  vsnprintf(f->text, sizeof f->text, fmt, ap);
}

bool(fault_say)(struct fault *f, enum fault_code code, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fill(f, code, "", fmt, ap);
  va_end(ap);
  return false;
}

bool(fault_at)(struct fault *f, const char *at, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fill(f, FAULT_INPUT, at, fmt, ap);
  va_end(ap);
  return false;
}

bool(fault_from)(struct fault *f, const struct sal_err *err) {
  char at[96];

  if (err->at[0])
    snprintf(at, sizeof at, "%s", err->at);
  else if (err->line)
    snprintf(at, sizeof at, "%s:%d", err->file, err->line);
  else
    snprintf(at, sizeof at, "%s", err->file);
  fault_at(f, at, "%s", err->text);
  f->line = err->line;
  return false;
}

/* A fault of the input always has a place, even an empty one; the contract says so. */
void fault_json(struct sal_json *j, const char *key, const struct fault *f) {
  sal_json_object(j, key);
  sal_json_str(j, "code", fault_name(f->code));
  if (f->rule[0])
    sal_json_str(j, "rule", f->rule);
  sal_json_str(j, "text", f->text);
  if (f->at[0] || f->code == FAULT_INPUT)
    sal_json_str(j, "at", f->at);
  sal_json_end(j);
}

/* A fault in one sentence for people: with its rule, or with the place it is about. */
void fault_words(const struct fault *f, char *buf, size_t cap) {
  if (f->rule[0])
    snprintf(buf, cap, "%s (rule %s)", f->text, f->rule);
  else if (f->at[0])
    snprintf(buf, cap, "%s: %s", f->at, f->text);
  else
    snprintf(buf, cap, "%s", f->text);
}
