/* input.c - the scan that says what is wrong, and field readers that name what is wrong. */
#include "input.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/data.h"

/* ---- the scan: JSON as RFC 8259 has it, no NUL in strings, at most INPUT_DEPTH levels */
struct scan {
  const char *at, *end;
  int depth;
  const char *wrong; /* what is wrong, once something is */
  bool deep;
};

/* The first error is the one reported; later ones follow from it. */
static bool wrong(struct scan *s, const char *what) {
  if (!s->wrong)
    s->wrong = what;
  return false;
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Is the next character this one? */
static bool next_is(const struct scan *s, char c) {
  return s->at < s->end && *s->at == c;
}

/* Blanks between values, the four that JSON knows. */
static void blanks(struct scan *s) {
  while (s->at < s->end && *s->at && strchr(" \t\n\r", *s->at))
    s->at++;
}

/* Passes over digits; false when there are none. */
static bool digits(struct scan *s) {
  const char *from = s->at;

  while (s->at < s->end && is_digit(*s->at))
    s->at++;
  return s->at > from;
}

/* A number as JSON writes it: no leading zero, digits on both sides of the point. */
static bool scan_number(struct scan *s) {
  if (*s->at == '-')
    s->at++;
  const char *first = s->at;

  if (!digits(s))
    return wrong(s, "a number without digits");
  if (*first == '0' && s->at - first > 1)
    return wrong(s, "a number that begins with 0");
  if (next_is(s, '.')) {
    s->at++;
    if (!digits(s))
      return wrong(s, "a number that ends in a point");
  }
  if (next_is(s, 'e') || next_is(s, 'E')) {
    s->at++;
    if (next_is(s, '+') || next_is(s, '-'))
      s->at++;
    if (!digits(s))
      return wrong(s, "a number without its exponent");
  }

  return true;
}

/* Four hex digits of either case as a number; -1 when one of them is none. */
static int hex4(const char *p) {
  static const char digit[] = "0123456789abcdef0123456789ABCDEF";
  int v = 0;

  for (int i = 0; i < 4; i++) {
    const char *at = p[i] ? strchr(digit, p[i]) : NULL;
    if (!at)
      return -1;
    v = v * 16 + (int)(at - digit) % 16;
  }

  return v;
}

/* An escape, from the character after the backslash on. A surrogate must be one of a pair, so that
 * every text that is let in is UTF-8. */
static bool scan_escape(struct scan *s) {
  if (s->at >= s->end)
    return wrong(s, "a string without end");
  if (*s->at != 'u') {
    bool known = *s->at && strchr("\"\\/bfnrt", *s->at);
    if (!known)
      return wrong(s, "an unknown escape in a string");
    s->at++;
    return true;
  }

  int v = s->end - s->at >= 5 ? hex4(s->at + 1) : -1;
  bool high = v >= 0xd800 && v < 0xdc00;
  bool low = v >= 0xdc00 && v < 0xe000;
  if (v <= 0)
    return wrong(s, "a bad \\u escape in a string");
  s->at += 5;
  if (low)
    return wrong(s, "half a surrogate pair in a string");
  if (!high)
    return true;

  bool pair = s->end - s->at >= 6 && s->at[0] == '\\' && s->at[1] == 'u';
  int second = pair ? hex4(s->at + 2) : -1;
  if (second < 0xdc00 || second >= 0xe000)
    return wrong(s, "half a surrogate pair in a string");
  s->at += 6;

  return true;
}

static bool scan_string(struct scan *s) {
  for (s->at++; s->at < s->end;) {
    unsigned char c = (unsigned char)*s->at++;
    if (c == '"')
      return true;
    if (c < 0x20)
      return wrong(s, "a control character in a string");
    if (c == '\\' && !scan_escape(s))
      return false;
  }

  return wrong(s, "a string without end");
}

static bool scan_value(struct scan *s);
/* A field's name and the colon after it. */
static bool scan_name(struct scan *s) {
  blanks(s);
  if (!next_is(s, '"'))
    return wrong(s, "an object's field without a name");
  if (!scan_string(s))
    return false;
  blanks(s);
  if (s->at >= s->end || *s->at++ != ':')
    return wrong(s, "a field without a colon");

  return true;
}

/* What stands between the brackets of an object or a list. */
static bool scan_members(struct scan *s, bool object) {
  char close = object ? '}' : ']';

  s->at++;
  blanks(s);
  if (next_is(s, close)) {
    s->at++;
    return true;
  }
  for (;;) {
    if (object && !scan_name(s))
      return false;
    if (!scan_value(s))
      return false;
    blanks(s);
    if (s->at >= s->end)
      return wrong(s, object ? "an object without end" : "a list without end");
    char c = *s->at++;
    if (c == close)
      return true;
    if (c != ',')
      return wrong(s, "no comma between two values");
  }
}

/* One of the three words of JSON. */
static bool scan_word(struct scan *s, const char *word) {
  size_t n = strlen(word);
  if ((size_t)(s->end - s->at) < n || memcmp(s->at, word, n))
    return wrong(s, "a word that is no value");
  s->at += n;
  return true;
}

/* A value of any kind. Depth is limited, because the scan calls itself. */
static bool scan_value(struct scan *s) {
  blanks(s);
  if (s->at >= s->end)
    return wrong(s, "nothing where a value belongs");
  switch (*s->at) {
  case '{':
  case '[': {
    if (++s->depth > INPUT_DEPTH) {
      s->deep = true;
      return wrong(s, "more than 32 levels");
    }
    bool ok = scan_members(s, *s->at == '{');
    s->depth--;
    return ok;
  }
  case '"': return scan_string(s);
  case 't': return scan_word(s, "true");
  case 'f': return scan_word(s, "false");
  case 'n': return scan_word(s, "null");
  default:
    if (*s->at == '-' || (*s->at >= '0' && *s->at <= '9'))
      return scan_number(s);
    return wrong(s, "something that is no JSON value");
  }
}

/* ---- keys given twice (quadratic, hence the bound on fields in one object) */
static bool given_before(const cJSON *v, const cJSON *c) {
  for (const cJSON *d = v->child; d != c; d = d->next)
    if (!strcmp(c->string, d->string))
      return true;
  return false;
}

/* Is a field given twice, and where? Readers differ on which one counts. */
static bool twice(const cJSON *v, const char *at, struct fault *f) {
  int i = 0;

  for (const cJSON *c = v->child; c; c = c->next, i++) {
    bool again = !cJSON_IsArray(v) && given_before(v, c);
    if (!again && !c->child)
      continue; /* most are plain values: nobody needs their path */
    char path[96];
    if (cJSON_IsArray(v))
      snprintf(path, sizeof path, "%s[%d]", at, i);
    else
      input_path(path, at, c->string);
    if (again)
      return fault_at(f, path, "the field is given twice"), true;
    if (twice(c, path, f))
      return true;
  }

  return false;
}

/* an object with so many fields that it cannot be ours */
static bool crowded(const cJSON *v) {
  int n = 0;

  for (const cJSON *c = v->child; c; c = c->next) {
    if (cJSON_IsObject(v) && ++n > 512)
      return true;
    if (c->child && crowded(c))
      return true;
  }

  return false;
}

/* Reads a document in two passes: a scan that says what is wrong and where, then the tree. */
cJSON *input_parse(const char *text, size_t n, const char *what, struct fault *f) {
  if (n > INPUT_BYTES)
    return fault_say(f, FAULT_LIMIT, "%s is longer than 1 MiB", what), NULL;
  if (!sal_utf8_ok(text, n))
    return fault_at(f, what, "bytes that are not UTF-8"), NULL;
  struct scan s = {.at = text, .end = text + n};
  bool ok = scan_value(&s);
  if (ok) {
    blanks(&s);
    if (s.at < s.end)
      ok = wrong(&s, "something after the end of the document");
  }
  if (!ok) {
    if (s.deep)
      fault_say(f, FAULT_LIMIT, "%s is nested deeper than %d levels", what, INPUT_DEPTH);
    else
      fault_at(f, what, "not JSON: %s, at byte %zu", s.wrong, (size_t)(s.at - text));
    return NULL;
  }
  cJSON *v = cJSON_ParseWithLength(text, n);
  if (!v)
    return fault_say(f, FAULT_INTERNAL, "%s could not be read", what), NULL;
  if (crowded(v))
    fault_say(f, FAULT_LIMIT, "an object with more than 512 fields");
  else if (!twice(v, "", f))
    return v;
  cJSON_Delete(v);
  return NULL;
}

/* ---- fields */
void input_path(char out[96], const char *at, const char *field) {
  snprintf(out, 96, "%s%s%s", at, *at && *field ? "." : "", field);
}

/* Refuses fields that nobody reads: most of them are spelling errors. */
bool input_fields(const cJSON *object, const char *at, const char *const *known, struct fault *f) {
  if (!cJSON_IsObject(object))
    return fault_at(f, *at ? at : "line", "must be an object");
  for (const cJSON *c = object->child; c; c = c->next) {
    const char *const *k = known;
    while (*k && strcmp(*k, c->string))
      k++;
    if (*k)
      continue;
    char path[96];
    input_path(path, at, c->string);
    return fault_at(f, path, "an unknown field");
  }

  return true;
}

/* The field, or NULL: missing (then *ok says whether that is allowed) or of the wrong type. */
static const cJSON *field(const cJSON *object, const char *at, const char *name, bool need,
                          bool (*is)(const cJSON *), const char *type, bool *ok, struct fault *f) {
  const cJSON *v = cJSON_GetObjectItemCaseSensitive(object, name);

  *ok = v ? is(v) : !need;
  if (*ok)
    return v;
  char path[96];
  input_path(path, at, name);
  if (v)
    fault_at(f, path, "must be %s", type);
  else
    fault_at(f, path, "is missing");

  return NULL;
}

static bool is_text(const cJSON *v) {
  return cJSON_IsString(v);
}

static bool is_number(const cJSON *v) {
  return cJSON_IsNumber(v);
}

static bool is_bool(const cJSON *v) {
  return cJSON_IsBool(v);
}

static bool is_array(const cJSON *v) {
  return cJSON_IsArray(v);
}

static bool is_object(const cJSON *v) {
  return cJSON_IsObject(v);
}

bool input_text(const cJSON *object, const char *at, const char *name, bool need, const char **out,
                struct fault *f) {
  bool ok;
  const cJSON *v = field(object, at, name, need, is_text, "a text", &ok, f);
  if (v)
    *out = v->valuestring;
  return ok;
}

/* A whole number of the range. JavaScript's numbers are exact up to 2 to the 53rd, so no document
 * holds a larger one. */
bool input_whole(const cJSON *number, int64_t min, int64_t max, int64_t *out) {
  static const double exact = 9007199254740992.0;

  if (!cJSON_IsNumber(number))
    return false;
  double d = number->valuedouble;
  bool whole = isfinite(d) && floor(d) == d;
  if (!whole || fabs(d) > exact)
    return false;
  int64_t v = (int64_t)d;
  if (v < min || v > max)
    return false;
  *out = v;

  return true;
}

/* A number in a range, which the error repeats. */
bool input_int(const cJSON *object, const char *at, const char *name, bool need, int64_t min,
               int64_t max, int64_t *out, struct fault *f) {
  bool ok;
  const cJSON *v = field(object, at, name, need, is_number, "a number", &ok, f);

  if (!v)
    return ok;
  if (input_whole(v, min, max, out))
    return true;
  char path[96];
  input_path(path, at, name);
  return fault_at(f, path, "must be a whole number from %lld to %lld", (long long)min,
                  (long long)max);
}

bool input_bool(const cJSON *object, const char *at, const char *name, bool need, bool *out,
                struct fault *f) {
  bool ok;
  const cJSON *v = field(object, at, name, need, is_bool, "true or false", &ok, f);
  if (v)
    *out = cJSON_IsTrue(v);
  return ok;
}

bool input_array(const cJSON *object, const char *at, const char *name, bool need,
                 const cJSON **out, struct fault *f) {
  bool ok;
  const cJSON *v = field(object, at, name, need, is_array, "a list", &ok, f);
  if (v)
    *out = v;
  return ok;
}

bool input_object(const cJSON *object, const char *at, const char *name, bool need,
                  const cJSON **out, struct fault *f) {
  bool ok;
  const cJSON *v = field(object, at, name, need, is_object, "an object", &ok, f);
  if (v)
    *out = v;
  return ok;
}

/* A die or a draw that a client typed in. */
bool input_token(const cJSON *item, const char *at, char out[SAL_TOKEN], struct fault *f) {
  int64_t face;
  int32_t same;

  if (input_whole(item, 1, 9999, &face)) {
    snprintf(out, SAL_TOKEN, "%d", (int)face);
    return true;
  }
  const char *text = cJSON_GetStringValue(item);
  bool draw = text && text[0] == '=' && text[1] && !strpbrk(text, " |\n");
  bool token = draw || (text && sal_parse_int(text, 1, 9999, &same));
  if (!token || strlen(text) >= SAL_TOKEN)
    return fault_at(f, at, "must be a face (5) or a named draw (\"=29TC\")");
  snprintf(out, SAL_TOKEN, "%s", text);

  return true;
}
