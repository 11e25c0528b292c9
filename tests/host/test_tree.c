/* The JSON reader and writer (cjson/): what is read, what is refused, and that trees come back as
 * they were. */
#include <string.h>

#include <cjson/cJSON.h>

#include "harness.h"

static void read_back(const char *text, const char *want) {
  cJSON *tree = cJSON_Parse(text);
  assert_non_null(tree);
  char *out = cJSON_PrintUnformatted(tree);
  assert_string_equal(out, want);
  cJSON_free(out);
  cJSON_Delete(tree);
}
static void values_come_back(void **state) {
  (void)state;
  read_back(" [ 1 , -0.5,1e3, 0.1, 9007199254740992 ] ", "[1,-0.5,1000,0.1,9.00719925474099e+15]");
  read_back("{\"a\":{},\"b\":[],\"c\":null,\"d\":true,\"e\":false}",
            "{\"a\":{},\"b\":[],\"c\":null,\"d\":true,\"e\":false}");
  read_back("\"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\\n\\/\\\\\\\"\\u0001\"",
            "\"A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\\n/\\\\\\\"\\u0001\"");
  read_back("1 and what follows is not looked at", "1");
}
static void what_is_no_json_is_refused(void **state) {
  static const char *const bad[] = {
      "",
      " ",
      "{",
      "[1,]",
      "{\"a\"}",
      "{\"a\":}",
      "{a:1}",
      "[1 2]",
      "\"",
      "\"\\x\"",
      "\"\\u12\"",
      "\"\\ud800\"",
      "\"\\u0000\"",
      "\"\\udc00\"",
      "01",
      "-",
      "1.",
      ".5",
      "1e",
      "+1",
      "nul",
      "tru",
      "\"a\nb\"",
      "\"\\ud800\\u0041\"",
      "\"\\",
  };
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (cJSON_Parse(bad[i]))
      fail_msg("read: %s", bad[i]);
  assert_null(cJSON_Parse(NULL));
  assert_null(cJSON_ParseWithLength("\"abc\"", 4)); /* the end is where it is said to be */
}
static void levels_are_limited(void **state) {
  char deep[2100];
  (void)state;
  memset(deep, '[', 1000);
  memset(deep + 1000, ']', 1000);
  deep[2000] = 0;
  cJSON *tree = cJSON_Parse(deep);
  assert_non_null(tree);
  cJSON_Delete(tree);
  memset(deep, '[', 1001);
  memset(deep + 1001, ']', 1001);
  deep[2002] = 0;
  assert_null(cJSON_Parse(deep));
}
static void members_are_found_and_taken(void **state) {
  cJSON *tree = cJSON_Parse("{\"One\":1,\"two\":[1,2,3],\"three\":\"3\"}");
  (void)state;
  assert_int_equal(cJSON_GetArraySize(tree), 3);
  assert_int_equal(cJSON_GetObjectItem(tree, "one")->valueint, 1);
  assert_null(cJSON_GetObjectItemCaseSensitive(tree, "one"));
  assert_int_equal(cJSON_GetArrayItem(cJSON_GetObjectItem(tree, "two"), 2)->valueint, 3);
  assert_null(cJSON_GetArrayItem(cJSON_GetObjectItem(tree, "two"), 3));
  assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(tree, "three")), "3");
  cJSON_DeleteItemFromObject(tree, "two");
  cJSON_AddStringToObject(tree, "four", "4");
  cJSON_DeleteItemFromObject(tree, "one");
  cJSON_Delete(cJSON_DetachItemFromObject(tree, "four"));
  cJSON_AddNumberToObject(tree, "five", 5);
  char *out = cJSON_PrintUnformatted(tree);
  assert_string_equal(out, "{\"three\":\"3\",\"five\":5}");
  cJSON_free(out);
  cJSON_Delete(tree);
}
static void trees_are_compared(void **state) {
  cJSON *a = cJSON_Parse("{\"a\":[1,{\"b\":\"x\"}],\"c\":true}"), *b = cJSON_Duplicate(a, true),
        *c = cJSON_Parse("{\"c\":true,\"a\":[1,{\"b\":\"x\"}]}"), *d = cJSON_Parse("{\"c\":true}");
  (void)state;
  assert_true(cJSON_Compare(a, b, true));
  assert_true(cJSON_Compare(a, c, true)); /* the order of fields says nothing */
  assert_false(cJSON_Compare(a, d, true));
  assert_false(cJSON_Compare(d, a, true));
  cJSON_Delete(a);
  cJSON_Delete(b);
  cJSON_Delete(c);
  cJSON_Delete(d);
}
static void people_get_a_field_a_line(void **state) {
  cJSON *tree = cJSON_Parse("{\"a\":[1,2],\"b\":{\"c\":null}}");
  char *out = cJSON_Print(tree);
  (void)state;
  assert_string_equal(out, "{\n\t\"a\":\t[1, 2],\n\t\"b\":\t{\n\t\t\"c\":\tnull\n\t}\n}");
  cJSON_free(out);
  cJSON_Delete(tree);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_come_back),   cmocka_unit_test(what_is_no_json_is_refused),
      cmocka_unit_test(levels_are_limited), cmocka_unit_test(members_are_found_and_taken),
      cmocka_unit_test(trees_are_compared), cmocka_unit_test(people_get_a_field_a_line),
  };
  return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
