/* names.c - see names.h: pure functions of text. */
#include "names.h"

#include <stdint.h>
#include <string.h>

/* The character at *p, which moves on; 0 at the end, -1 where it is no UTF-8. */
static int32_t next(const char **p) {
  static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const uint8_t *s = (const uint8_t *)*p;
  int len = 1;

  if (s[0] < 0x80) {
    *p += s[0] != 0;
    return s[0];
  }
  while (len < 4 && s[0] & (0x80 >> len))
    len++;
  if (len < 2 || s[0] >= 0xf8)
    return -1;
  int32_t c = s[0] & (0x7f >> len);
  for (int i = 1; i < len; i++) {
    if ((s[i] & 0xc0) != 0x80)
      return -1;
    c = c << 6 | (s[i] & 0x3f);
  }
  *p += len;
  return c < least[len] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? -1 : c;
}

/* Seen by nobody, or changing how what follows is seen. */
static bool is_hidden(int32_t c) {
  static const struct {
    int32_t from, to;
  } range[] = {{0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},     {0x34f, 0x34f},
               {0x61c, 0x61c},   {0x115f, 0x1160},   {0x17b4, 0x17b5}, {0x180b, 0x180f},
               {0x200b, 0x200f}, {0x2028, 0x202e},   {0x2060, 0x206f}, {0x3164, 0x3164},
               {0xe000, 0xf8ff}, {0xfe00, 0xfe0f},   {0xfeff, 0xfeff}, {0xffa0, 0xffa0},
               {0xfff0, 0xffff}, {0xe0000, 0x10ffff}};
  for (size_t i = 0; i < sizeof range / sizeof *range; i++)
    if (c >= range[i].from && c <= range[i].to)
      return true;

  return false;
}

/* No bytes that are not UTF-8, nothing that cannot be seen. */
bool name_is_clean(const char *name) {
  for (int32_t c; (c = next(&name));)
    if (c < 0 || is_hidden(c))
      return false;
  return true;
}

/* The Latin letter that it looks like, or 0. */
static char looks_like(int32_t c) {
  static const struct {
    int32_t c;
    char as;
  } alike[] = {{0x430, 'a'}, {0x435, 'e'}, {0x43e, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x445, 'x'},
               {0x443, 'y'}, {0x456, 'i'}, {0x458, 'j'}, {0x455, 's'}, {0x4bb, 'h'}, {0x501, 'd'},
               {0x410, 'a'}, {0x412, 'b'}, {0x415, 'e'}, {0x41a, 'k'}, {0x41c, 'm'}, {0x41d, 'h'},
               {0x41e, 'o'}, {0x420, 'p'}, {0x421, 'c'}, {0x422, 't'}, {0x425, 'x'}, {0x423, 'y'},
               {0x406, 'i'}, {0x408, 'j'}, {0x405, 's'}, {0x391, 'a'}, {0x392, 'b'}, {0x395, 'e'},
               {0x396, 'z'}, {0x397, 'h'}, {0x399, 'i'}, {0x39a, 'k'}, {0x39c, 'm'}, {0x39d, 'n'},
               {0x39f, 'o'}, {0x3a1, 'p'}, {0x3a4, 't'}, {0x3a5, 'y'}, {0x3a7, 'x'}, {0x3b1, 'a'},
               {0x3bf, 'o'}, {0x3bd, 'v'}, {0x3c1, 'p'}, {0x131, 'i'}};
  if (c >= 0xff01 && c <= 0xff5e) { /* the wide forms */
    c -= 0xfee0;
    return (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
  }
  for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
    if (alike[i].c == c)
      return alike[i].as;

  return 0;
}

/* What a name looks like: letters of other scripts become the Latin ones they resemble. */
void name_skeleton(const char *name, char *out, size_t cap) {
  size_t n = 0;

  for (const char *at = name; n + 5 < cap;) {
    const char *from = at;
    int32_t c = next(&at);
    if (c <= 0)
      break;
    char as = c < 128 ? (char)c : looks_like(c);
    if (as >= 'A' && as <= 'Z')
      as = (char)(as + 32);
    if (as) {
      out[n++] = as;
    } else {
      memcpy(out + n, from, (size_t)(at - from));
      n += (size_t)(at - from);
    }
  }
  out[n] = 0;
}
