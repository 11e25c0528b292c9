/* test_text.c - formatting without stdio, numbers, the hash, the tab-separated reader, the JSON
 * writer. */
#include "room.h"

#include <cjson/cJSON.h>
#include <stdio.h>

#include "core/data.h"
#include "core/dice.h"
#include "core/json.h"

/* ---- sal_put ---------------------------------------------------------------------------- */

#define SAME(...)                                                                                  \
  do {                                                                                             \
    char is[128], want[128];                                                                       \
    size_t n = sal_format(is, sizeof is, __VA_ARGS__);                                             \
    assert_int_equal(n, snprintf(want, sizeof want, __VA_ARGS__));                                 \
    assert_string_equal(is, want);                                                                 \
  } while (0)

static void formats_like_printf(void **state) {
  (void)state;
  SAME("plain");
  SAME("%s and %s", "one", "");
  SAME("%c%c %%", 'a', 'z');
  SAME("%.*s|", 3, "abcdef");
  SAME("%.*s|", 9, "abc");
  SAME("%d %d %d", 0, INT32_MAX, INT32_MIN);
  SAME("%u %x", UINT32_MAX, UINT32_MAX);
  SAME("%lld %llu %llx", (long long)INT64_MIN, (unsigned long long)UINT64_MAX,
       (unsigned long long)UINT64_MAX);
  SAME("%ld %lu", -5L, 5ul);
  SAME("%02d%02d %04d", 3, 14, -7);
  SAME("%5d|%5d|%3u", 42, -42, 12345u);
  SAME("%016llx", 0x1234abcdull);
}

static void a_form_follows_its_number(void **state) {
  (void)state;
  char is[80];
  sal_format(is, sizeof is, "%d {point is/points are} left", 1);
  assert_string_equal(is, "1 point is left");
  sal_format(is, sizeof is, "%d {point is/points are} left", 0);
  assert_string_equal(is, "0 points are left");
  sal_format(is, sizeof is, "%u {hex/hexes} of %d {hex/hexes}", 2u, 1);
  assert_string_equal(is, "2 hexes of 1 hex");
  sal_format(is, sizeof is, "{} {a} {a/b {c/d/e} %s", "{x/y}"); /* no forms: as they stand */
  assert_string_equal(is, "{} {a} {a/b {c/d/e} {x/y}");
}

static void cut_text_says_what_it_needed(void **state) {
  (void)state;
  char buf[8];
  assert_int_equal(sal_format(buf, sizeof buf, "%s", "twelve bytes"), 12);
  assert_string_equal(buf, "twelve ");
  assert_int_equal(sal_format(buf, sizeof buf, "%d%d", 1234, 5678), 8);
  assert_string_equal(buf, "1234567");
  assert_int_equal(sal_format(NULL, 0, "%d", 100), 3);
}

static void numbers_have_one_spelling(void **state) {
  (void)state;
  static const char *const wrong[] = {"",
                                      "-",
                                      "+1",
                                      "01",
                                      "00",
                                      "-0x",
                                      "1 ",
                                      " 1",
                                      "1a",
                                      "2147483648",
                                      "99999999999999999999",
                                      "-2147483649",
                                      "1.0",
                                      "-01"};
  int32_t v = 77;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_false(sal_parse_int(wrong[i], INT32_MIN, INT32_MAX, &v));
  assert_int_equal(v, 77);
  assert_true(sal_parse_int("0", 0, 0, &v) && v == 0);
  assert_true(sal_parse_int("-12", -12, 0, &v) && v == -12);
  assert_true(sal_parse_int("2147483647", 0, INT32_MAX, &v) && v == INT32_MAX);
  assert_false(sal_parse_int("13", 0, 12, &v));
  assert_false(sal_parse_int("-1", 0, 12, &v));
}

static void fractions_in_lowest_terms(void **state) {
  (void)state;
  struct sal_frac f = sal_lowest(-14, 4);
  assert_true(f.num == -7 && f.den == 2);
  f = sal_lowest(0, 6);
  assert_true(f.num == 0 && f.den == 1);
  struct sal_chance c = sal_chance_of(10, 36);
  assert_true(c.num == 5 && c.den == 18);
}

static void sides_by_name(void **state) {
  (void)state;
  assert_int_equal(sal_side_parse("german"), SAL_GERMAN);
  assert_int_equal(sal_side_parse("all"), SAL_ALL);
  assert_int_equal(sal_side_parse("German"), SAL_NOSIDE);
  assert_int_equal(sal_side_parse(""), SAL_NOSIDE);
  assert_int_equal(sal_enemy(SAL_SOVIET), SAL_GERMAN);
}

/* ---- the hash --------------------------------------------------------------------------- */

static void hash_is_what_it_was(void **state) {
  (void)state; /* journals hold these: a change here makes every old game fail its checks */
  uint8_t bytes[100];
  for (int i = 0; i < 100; i++)
    bytes[i] = (uint8_t)(i * 7 + 1);
  assert_int_equal(sal_hash("", 0, 0), 0xaa4237d195fbf8d5);
  assert_int_equal(sal_hash("salient", 7, 0), 0x0ecb92887eb80d26);
  assert_int_equal(sal_hash(bytes, 100, 0), 0x1af325964598e6e2);
  assert_int_equal(sal_hash(bytes, 100, 1943), 0x990feb8eea9302e4);
}

static void every_bit_counts(void **state) {
  (void)state;
  uint8_t bytes[75];
  for (size_t n = 0; n <= sizeof bytes; n++) {
    memset(bytes, 0, sizeof bytes);
    uint64_t h = sal_hash(bytes, n, 9);
    assert_int_not_equal(h, sal_hash(bytes, n, 10));
    if (n)
      assert_int_not_equal(h, sal_hash(bytes, n - 1, 9));
    for (size_t bit = 0; bit < n * 8; bit++) {
      bytes[bit / 8] = (uint8_t)(1u << bit % 8);
      uint64_t other = sal_hash(bytes, n, 9);
      assert_int_not_equal(h >> 32, other >> 32); /* the short form too */
      bytes[bit / 8] = 0;
    }
  }
}

/* ---- UTF-8 and TSV ---------------------------------------------------------------------- */

static void utf8(void **state) {
  (void)state;
  static const char *const good[] = {"",
                                     "abc",
                                     "\xc3\xa4",
                                     "\xe2\x82\xac",
                                     "\xf0\x9f\x98\x80",
                                     "\xf4\x8f\xbf\xbf",
                                     "\xed\x9f\xbf"};
  static const char *const bad[] = {
      "\x80",         "\xc3",         "\xc0\x80",         "\xc1\xbf",         "\xe2\x82",
      "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
      "\xff",         "a\xc3z"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    assert_true(sal_utf8_ok(good[i], strlen(good[i])));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_false(sal_utf8_ok(bad[i], strlen(bad[i])));
  assert_false(sal_utf8_ok("a\0b", 3));
}

struct sheet {
  struct sal_arena arena;
  struct sal_file file;
  struct sal_files files;
  struct sal_tsv t;
  struct sal_err err;
};
static bool sheet_open(struct sheet *s, const char *text) {
  memset(s, 0, sizeof *s);
  s->arena = room_new(1 << 16);
  s->file = (struct sal_file){"sheet.tsv", text, strlen(text)};
  s->files = (struct sal_files){&s->file, 1};
  return sal_tsv_open(&s->t, &s->files, "sheet.tsv", &s->arena, &s->err);
}

static void a_good_sheet(void **state) {
  (void)state;
  struct sheet s;
  int32_t v;
  assert_true(sheet_open(&s, "# about\n\nid\tname\tmp\r\na\tAlpha one \t3\n  \t\nb\t-\t-7\n@table "
                             "x | y z | - \nid\tmp\nc\t5"));
  assert_int_equal(sal_tsv_next(&s.t, &s.err), 1);
  assert_string_equal(sal_tsv_text(&s.t, "name", &s.err), "Alpha one");
  assert_int_equal(s.t.line, 4);
  assert_true(sal_tsv_int(&s.t, "mp", 0, 9, &v, &s.err) && v == 3);
  assert_true(sal_tsv_has(&s.t, "mp") && !sal_tsv_has(&s.t, "pm"));
  assert_int_equal(sal_tsv_next(&s.t, &s.err), 1);
  assert_string_equal(sal_tsv_text(&s.t, "name", &s.err), "");
  assert_true(sal_tsv_int(&s.t, "mp", -9, 9, &v, &s.err) && v == -7);
  assert_int_equal(sal_tsv_next(&s.t, &s.err), 1);
  assert_true(s.t.directive);
  assert_int_equal(s.t.ncells, 4);
  assert_string_equal(s.t.cell[0], "table");
  assert_string_equal(s.t.cell[2], "y z");
  assert_string_equal(s.t.cell[3], "");
  room_free(&s.arena);
}

static void sheet_mistakes(void **state) {
  (void)state;
  struct sheet s;
  int32_t v;
  assert_true(sheet_open(&s, "id\tmp\n# a\nx\t1\t2\n"));
  assert_int_equal(sal_tsv_next(&s.t, &s.err), -1);
  assert_int_equal(s.err.line, 3);
  assert_string_equal(s.err.file, "sheet.tsv");
  assert_non_null(strstr(s.err.text, "3 cells where the heading has 2"));
  room_free(&s.arena);

  assert_true(sheet_open(&s, "id\tmp\nx\tten\n"));
  assert_int_equal(sal_tsv_next(&s.t, &s.err), 1);
  assert_false(sal_tsv_int(&s.t, "mp", 0, 9, &v, &s.err));
  assert_int_equal(s.err.line, 2);
  assert_non_null(strstr(s.err.text, "mp must be a number from 0 to 9, not 'ten'"));
  assert_null(sal_tsv_text(&s.t, "speed", &s.err));
  assert_non_null(strstr(s.err.text, "no column 'speed'"));
  room_free(&s.arena);

  char wide[256] = "a";
  for (int i = 0; i < SAL_TSV_COLS; i++)
    strcat(wide, "\tb");
  assert_true(sheet_open(&s, wide));
  assert_int_equal(sal_tsv_next(&s.t, &s.err), -1);
  assert_non_null(strstr(s.err.text, "more than 32 columns"));
  room_free(&s.arena);

  char parts[256] = "id\n@table a";
  for (int i = 0; i < SAL_TSV_COLS - 1; i++)
    strcat(parts, "|b");
  assert_true(sheet_open(&s, parts));
  assert_int_equal(sal_tsv_next(&s.t, &s.err), -1);
  room_free(&s.arena);

  assert_false(sheet_open(&s, "id\n\xff\n"));
  assert_non_null(strstr(s.err.text, "not UTF-8"));
  assert_false(sal_tsv_open(&s.t, &s.files, "other.tsv", &s.arena, &s.err));
  assert_non_null(strstr(s.err.text, "missing"));
  assert_string_equal(s.err.file, "other.tsv");
  room_free(&s.arena);

  assert_true(sheet_open(&s, ""));
  assert_int_equal(sal_tsv_next(&s.t, &s.err), 0);
  room_free(&s.arena);
}

/* ---- JSON ------------------------------------------------------------------------------- */

static void json_document(void **state) {
  (void)state;
  char buf[1024];
  struct sal_json j;
  sal_json_start(&j, buf, sizeof buf);
  sal_json_object(&j, NULL);
  sal_json_str(&j, "s", "a\"b\\c\n\t\x01\x7f\xc3\xa4");
  sal_json_array(&j, "list");
  sal_json_int(&j, NULL, INT64_MIN);
  sal_json_bool(&j, NULL, true);
  sal_json_null(&j, NULL);
  sal_json_object(&j, NULL);
  sal_json_end(&j);
  sal_json_end(&j);
  sal_json_frac(&j, "whole", (struct sal_frac){6, 2});
  sal_json_frac(&j, "half", (struct sal_frac){-7, 2});
  sal_json_chance(&j, "chance", (struct sal_chance){10, 36});
  sal_json_hash(&j, "hash", 0xabc);
  sal_json_raw(&j, "raw", "[1]", 3);
  sal_json_fmt(&j, "say \"it\"", "%d of %d", 1, 2);
  sal_json_end(&j);
  assert_string_equal(
      buf,
      "{\"s\":\"a\\\"b\\\\c\\n\\u0009\\u0001\x7f\xc3\xa4\",\"list\":[-9223372036854775808,true,"
      "null,{}],\"whole\":3,\"half\":\"-7/2\","
      "\"chance\":[5,18],\"hash\":\"0000000000000abc\",\"raw\":[1],\"say \\\"it\\\"\":\"1 of 2\"}");
  assert_int_equal(j.out.len, strlen(buf));
}

/* and text that is UTF-8 comes back as it was */
static void json_of_any_bytes_is_json(void **state) {
  (void)state;
  struct sal_rng g;
  sal_rng_seed(&g, 3);
  for (int round = 0; round < 2000; round++) {
    char text[40], buf[400];
    int n = (int)sal_rng_below(&g, sizeof text - 1);
    for (int i = 0; i < n; i++)
      text[i] = (char)(1 + sal_rng_below(&g, round % 2 ? 255 : 127));
    text[n] = 0;
    struct sal_json j;
    sal_json_start(&j, buf, sizeof buf);
    sal_json_array(&j, NULL);
    sal_json_str(&j, NULL, text);
    sal_json_end(&j);
    assert_true(sal_utf8_ok(buf, strlen(buf)));
    cJSON *back = cJSON_Parse(buf);
    assert_non_null(back);
    if (sal_utf8_ok(text, strlen(text)))
      assert_string_equal(cJSON_GetArrayItem(back, 0)->valuestring, text);
    cJSON_Delete(back);
  }
}

static void json_too_long_tells_its_length(void **state) {
  (void)state;
  char small[8], large[64];
  struct sal_json j;
  for (int round = 0; round < 2; round++) {
    sal_json_start(&j, round ? large : small, round ? sizeof large : sizeof small);
    sal_json_object(&j, NULL);
    sal_json_str(&j, "name", "Ponyri");
    sal_json_end(&j);
    assert_int_equal(j.out.len, strlen("{\"name\":\"Ponyri\"}"));
  }
  assert_string_equal(small, "{\"name\"");
  assert_string_equal(large, "{\"name\":\"Ponyri\"}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(formats_like_printf),
      cmocka_unit_test(a_form_follows_its_number),
      cmocka_unit_test(cut_text_says_what_it_needed),
      cmocka_unit_test(numbers_have_one_spelling),
      cmocka_unit_test(fractions_in_lowest_terms),
      cmocka_unit_test(sides_by_name),
      cmocka_unit_test(hash_is_what_it_was),
      cmocka_unit_test(every_bit_counts),
      cmocka_unit_test(utf8),
      cmocka_unit_test(a_good_sheet),
      cmocka_unit_test(sheet_mistakes),
      cmocka_unit_test(json_document),
      cmocka_unit_test(json_of_any_bytes_is_json),
      cmocka_unit_test(json_too_long_tells_its_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
