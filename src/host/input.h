/* input.h - JSON that comes in: parsed strictly, read field by field with the path for the error.
 *
 * A scan goes over the text first: it says what is wrong and where, which the reader of trees does
 * not, and it knows the limits of a line.
 */
#ifndef INPUT_H
#define INPUT_H

#include <cjson/cJSON.h>

#include "core/dice.h"
#include "fault.h"

enum { INPUT_BYTES = 1 << 20, INPUT_DEPTH = 32 };

/* NULL with a fault (`limit` when too long or deep, else `input`). Free with cJSON_Delete. `what`
 * names the document in the fault's `at` where no field can be named ("line", "position"). */
cJSON *input_parse(const char *text, size_t n, const char *what, struct fault *);

/* "units[3]" + "hex" -> "units[3].hex"; either part may be empty. */
void input_path(char out[96], const char *at, const char *field);

/* Refuses fields that are not in the NULL-terminated list; the object itself must be one. */
bool input_fields(const cJSON *object, const char *at, const char *const *known, struct fault *);

/* Field readers. A missing field leaves *out alone and returns true unless `need`. */
bool input_text(const cJSON *object, const char *at, const char *field, bool need, const char **out,
                struct fault *);
bool input_int(const cJSON *object, const char *at, const char *field, bool need, int64_t min,
               int64_t max, int64_t *out, struct fault *);
bool input_bool(const cJSON *object, const char *at, const char *field, bool need, bool *out,
                struct fault *);
bool input_array(const cJSON *object, const char *at, const char *field, bool need,
                 const cJSON **out, struct fault *);
bool input_object(const cJSON *object, const char *at, const char *field, bool need,
                  const cJSON **out, struct fault *);
/* a whole number in range */
bool input_whole(const cJSON *number, int64_t min, int64_t max, int64_t *out);
/* A die token: a face (5 or "5") or a named draw ("=29TC"). The one reader of them. */
bool input_token(const cJSON *, const char *at, char out[SAL_TOKEN], struct fault *);

#endif
