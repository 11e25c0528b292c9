/* inside.h - what the files of this folder give each other. */
#ifndef CJSON_INSIDE_H
#define CJSON_INSIDE_H

#include "cJSON.h"

/* An item without a parent; without memory the program ends. */
cJSON *cjson_new(enum cjson_kind);
/* At the end; `into` owns it from then on. */
void cjson_append(cJSON *into, cJSON *item);
void cjson_set_number(cJSON *, double);

#endif
