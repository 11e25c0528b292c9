/* test_units.c - the server's small parts by themselves: dice, tokens, clocks, buckets, messages,
 * the writer, and the trap for bugs. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bots/bot.h"
#include "client.h"
#include "server/confine.h"
#include "server/frame.h"
#include "server/names.h"
#include "server/pack.h"
#include "server/request.h"
#include "server/room.h"
#include "server/watchdog.h"
#include "server/webhook.h"
#include "server/wsclient.h"

static void dice(void **state) {
  (void)state;
  uint8_t a[32] = {1}, b[32] = {2};
  char ca[65], cb[65];
  uint32_t count[6] = {0};
  dice_commit(a, ca);
  dice_commit(b, cb);
  assert_int_equal(strlen(ca), 64);
  assert_string_not_equal(ca, cb);
  for (uint64_t i = 0; i < 60000; i++) {
    uint32_t v = dice_below(a, i, 6);
    assert_true(v < 6);
    assert_int_equal(v, dice_below(a, i, 6)); /* a number's roll is always the same */
    count[v]++;
  }
  double chi = 0;
  for (int i = 0; i < 6; i++)
    chi += (count[i] - 10000.0) * (count[i] - 10000.0) / 10000.0;
  assert_true(chi < 20.5); /* 5 degrees of freedom, one in a thousand */
  int same = 0;
  for (uint64_t i = 0; i < 600; i++)
    same += dice_below(a, i, 6) == dice_below(b, i, 6);
  assert_true(same > 60 && same < 150);
  for (uint32_t n = 1; n < 400; n++)
    assert_true(dice_below(a, n, n) < n);
  assert_int_equal(dice_below(a, 5, 1), 0);
}
static void tokens(void **state) {
  (void)state;
  uint8_t salt[32] = {7}, other[32] = {8}, h1[32], h2[32], zero[32] = {0};
  char t1[TOKEN_TEXT], t2[TOKEN_TEXT], id[ID_TEXT];
  secret_token(t1);
  secret_token(t2);
  assert_string_not_equal(t1, t2);
  secret_hash(salt, t1, h1);
  secret_hash(salt, t1, h2);
  assert_true(secret_same(h1, h2));
  secret_hash(other, t1, h2);
  assert_false(secret_same(h1, h2));
  assert_false(secret_same(zero, zero)); /* a seat without a token opens to nobody */
  secret_id(id);
  assert_true(secret_is_id(id));
  assert_false(secret_is_id("../../etc/passwd"));
  assert_false(secret_is_id(""));
}
static void clocks(void **state) {
  (void)state;
  struct store_clock c = {
      .mode = CLOCK_LOSE, .bank = 60000, .increment = 5000, .cap = 62000, .left = {60000, 60000}};
  clock_turn(&c, SAL_BIT(0), 1000);
  assert_int_equal(c.deadline, 61000);
  assert_int_equal(clock_left(&c, 0, 11000), 50000);
  assert_int_equal(clock_left(&c, 1, 11000), 60000);
  assert_int_equal(clock_left(&c, 0, 500), 60000); /* a clock set back gives nothing */
  assert_int_equal(clock_left(&c, 0, 900000), 0);
  clock_turn(&c, SAL_BIT(1), 2000); /* handed over: the increment, up to the cap */
  assert_int_equal(c.left[0], 62000);
  assert_int_equal(c.deadline, 62000);
  clock_turn(&c, SAL_BIT(0) | SAL_BIT(1), 12000); /* both decide: both run */
  assert_int_equal(c.left[1], 50000);
  assert_int_equal(c.deadline, 62000);
  clock_turn(&c, 0, 13000);
  assert_int_equal(c.deadline, 0);
  struct fault f;
  cJSON *doc = cJSON_Parse("{\"bank\":100,\"cap\":50}");
  assert_false(clock_parse(doc, "clock", &c, &f));
  assert_string_equal(f.at, "clock.cap");
  cJSON_Delete(doc);
  doc = cJSON_Parse("{\"bank\":100,\"timeout\":\"explode\"}");
  assert_false(clock_parse(doc, "clock", &c, &f));
  cJSON_Delete(doc);
  assert_true(clock_parse(NULL, "clock", &c, &f));
  assert_int_equal(c.mode, CLOCK_NONE);
}
static void buckets(void **state) {
  (void)state;
  struct bucket b = {0};
  int ok = 0;
  for (int i = 0; i < 100; i++)
    ok += bucket_take(&b, 10, 20, 1000);
  assert_int_equal(ok, 20);
  ok = 0;
  for (int i = 0; i < 100; i++)
    ok += bucket_take(&b, 10, 20, 1500);
  assert_int_equal(ok, 5);
  struct limits *l = limits_new(false);
  for (int i = 0; i < 1000; i++)
    assert_true(limits_take(l, "127.0.0.1", LIMIT_LOGIN, 1));
  ok = 0;
  for (int i = 0; i < 100; i++)
    ok += limits_take(l, "192.0.2.1", LIMIT_LOGIN, 1);
  assert_true(ok > 0 && ok < 20);
  assert_true(limits_take(l, "192.0.2.2", LIMIT_LOGIN, 1)); /* others are not hit */
  char a[32];
  for (int i = 0; i < 20000; i++) { /* the table holds, whoever comes */
    snprintf(a, sizeof a, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
    limits_take(l, a, LIMIT_HTTP, i);
  }
  for (int i = 0; i < LIMIT_PER_ADDRESS; i++)
    assert_true(limits_hold(l, "192.0.2.9", HOLD_LINE));
  assert_false(limits_hold(l, "192.0.2.9", HOLD_LINE));
  limits_let_go(l, "192.0.2.9", HOLD_LINE);
  assert_true(limits_hold(l, "192.0.2.9", HOLD_LINE));
  limits_free(l);
}
/* IPv6: a network of 64 bits is one address, the 48 bits around it have a limit too; and whoever
 * holds many connections locks nobody out. */
static void networks(void **state) {
  (void)state;
  struct limits *l = limits_new(false);
  char a[46];
  int ok = 0;
  for (int i = 0; i < 100; i++) { /* one household, a new address each time */
    snprintf(a, sizeof a, "2001:db8:1:1::%x", i + 1);
    ok += limits_take(l, a, LIMIT_LOGIN, 1);
  }
  assert_int_equal(ok, 8);
  assert_true(limits_take(l, "2001:db8:9:1::1", LIMIT_LOGIN, 1));
  ok = 0;
  for (int i = 0; i < 1000; i++) { /* a whole /48 */
    snprintf(a, sizeof a, "2001:db8:2:%x::1", i + 1);
    ok += limits_take(l, a, LIMIT_LOGIN, 1);
  }
  assert_int_equal(ok, 64);
  assert_true(limits_same("2001:db8:1:1::1", "2001:db8:1:1:ffff::2"));
  assert_false(limits_same("2001:db8:1:1::1", "2001:db8:1:2::1"));
  assert_true(limits_same("::ffff:192.0.2.1", "192.0.2.1"));
  for (int i = 0; i < 20000; i++) { /* far more holders than the table of rates has rows */
    snprintf(a, sizeof a, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
    assert_true(limits_hold(l, a, HOLD_LINE));
    limits_take(l, a, LIMIT_HTTP, i);
  }
  for (int i = 0; i < 2000; i++) { /* and everybody else is still let in */
    snprintf(a, sizeof a, "192.168.%d.%d", i >> 8, i & 255);
    assert_true(limits_take(l, a, LIMIT_CONNECT, 30000) && limits_hold(l, a, HOLD_LINE));
  }
  assert_int_equal(limits_holders(l), 22000);
  for (int i = 0; i < 20000; i++) {
    snprintf(a, sizeof a, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
    limits_let_go(l, a, HOLD_LINE);
  }
  assert_int_equal(limits_holders(l), 2000);
  assert_true(limits_keep(l, "192.0.2.7", LIMIT_KEPT_BYTES));
  assert_false(limits_keep(l, "192.0.2.7", 1));
  assert_true(limits_keep(l, "192.0.2.8", 1));
  limits_give_back(l, "192.0.2.7", LIMIT_KEPT_BYTES);
  assert_true(limits_keep(l, "192.0.2.7", 1));
  limits_free(l);
}
/* Names can be seen, and do not pass for others. */
static void names(void **state) {
  (void)state;
  static const char *const good[] = {"Erwin", "\xc3\x84nne", "\xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd",
                                     ""},
                           *const bad[] = {"a\x1b[31mb",
                                           "a\nb",
                                           "a\x7f",
                                           "a\xe2\x80\xae"
                                           "b",
                                           "a\xe2\x80\x8b"
                                           "b",
                                           "\xef\xbb\xbf"
                                           "a",
                                           "\xc2\x9b"
                                           "a",
                                           "\xff",
                                           "\xc3"};
  static const char *const pairs[][2] = {{"Erwin", "erwin"},
                                         {"\xd0\x95rwin", "erwin"},
                                         {"p\xd0\xb0ul", "paul"},
                                         {"\xef\xbc\xa1nna", "anna"},
                                         {"\xc3\xa4nne", "\xc3\xa4nne"}};
  char out[64];
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    assert_true(name_is_clean(good[i]));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_false(name_is_clean(bad[i]));
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    name_skeleton(pairs[i][0], out, sizeof out);
    assert_string_equal(out, pairs[i][1]);
  }
}
/* A list knows its members; a ring and a stranger are noticed. */
static void lists(void **state) {
  (void)state;
  struct list one = {0}, two = {0};
  struct node n[4] = {{0}};
  for (int i = 0; i < 3; i++)
    list_add(&one, &n[i]);
  list_add_first(&two, &n[3]);
  assert_true(list_sound(&one) && one.count == 3 && one.first == &n[0] && n[3].in == &two);
  list_remove(&n[1]);
  assert_true(list_sound(&one) && one.count == 2 && !n[1].in);
  list_remove(&n[1]); /* it is in none: nothing happens */
  n[2].next = &n[0];
  assert_false(list_sound(&one)); /* a ring */
  n[2].next = &n[3];
  assert_false(list_sound(&one)); /* it has run into the other */
  n[2].next = NULL;
  assert_ptr_equal(list_take(&one), &n[0]);
  assert_ptr_equal(list_take(&one), &n[2]);
  assert_null(list_take(&one));
  assert_true(list_sound(&one) && !one.last);
}
/* What two readers could understand differently is refused; each line of the table is a request. */
static void request_heads(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    int status; /* 0: taken; -1: not whole yet */
  } row[] = {{"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 0},
             {"GET /a%20b?c HTTP/1.1\r\nHost: x\r\n\r\n", 0},
             {"GET / HTTP/1.0\r\n\r\n", 0},
             {"POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n", 0},
             {"GET / HTTP/1.1\r\nHost: x\r\n", -1},
             {"", -1},
             {"GET / HTTP/1.1\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\r\nHost:\r\n\r\n", 400},
             {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n", 400},
             {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2, 2\r\n\r\n", 400},
             {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +2\r\n\r\n", 400},
             {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", 400},
             {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x2\r\n\r\n", 400},
             {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n", 400},
             {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", 413},
             {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: "
              "chunked\r\n\r\n",
              400},
             {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 411},
             {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n", 400},
             {"GET /\r\n\r\n", 400},
             {"GET / HTTP/0.9\r\n\r\n", 505},
             {"GET / HTTP/2.0\r\n\r\n", 505},
             {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
             {"GET / HTTP/1.1\nHost: x\n\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\rA: b\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\n Host: x\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\r\nA: \x01\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n", 417},
             {"GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", 400},
             {"GET * HTTP/1.1\r\nHost: x\r\n\r\n", 400},
             {"GET /%0 HTTP/1.1\r\nHost: x\r\n\r\n", 400},
             {"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", 400},
             {"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n", 400},
             {"GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
             {" GET / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
             {"get / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
             {"\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\r\nOrigin: a\r\nOrigin: b\r\n\r\n", 400},
             {"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer "
              "b\r\n\r\n",
              400}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    struct request q;
    size_t used;
    int status = 0;
    const char *why = "";
    enum request_result got =
        request_read(row[i].bytes, strlen(row[i].bytes), &q, &used, &status, &why);
    if (got == REQUEST_PART)
      status = -1;
    if (status != row[i].status)
      fail_msg("%s: %d %s", row[i].bytes, status, why);
    if (got == REQUEST_WHOLE)
      assert_int_equal(used, strlen(row[i].bytes));
  }
  struct request q;
  size_t used;
  int status;
  const char *why,
      *all =
          "POST /a%2Fb?x=1 HTTP/1.1\r\nhost: here:1\r\nCOOKIE: salient=a\r\nAuthorization: bearer "
          "T\r\nX-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 192.0.2.2\r\nConnection: "
          "foo, close\r\nContent-Length: 17\r\n\r\nbody";
  assert_int_equal(request_read(all, strlen(all), &q, &used, &status, &why), REQUEST_WHOLE);
  assert_string_equal(q.path, "/a/b");
  assert_string_equal(q.method, "POST");
  assert_string_equal(q.host, "here:1");
  assert_string_equal(q.bearer, "T");
  assert_string_equal(q.forwarded, "192.0.2.2");
  assert_int_equal(q.length, 17);
  assert_false(q.keep);
  assert_string_equal(all + used, "body");
}
/* Frames: masked, in one way, whole. */
static void frames(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    size_t n;
    int code; /* 0: not whole yet */
  } row[] = {{"\x81", 1, 0},
             {"\x81\x82", 2, 0},
             {"\x81\x82mask{", 7, 0},
             {"\x81\x02{}", 4, CLOSE_PROTOCOL},                 /* not masked */
             {"\xc1\x82mask{}", 8, CLOSE_PROTOCOL},             /* a reserved bit */
             {"\x83\x82mask{}", 8, CLOSE_PROTOCOL},             /* a reserved word */
             {"\x09\x80mask", 6, CLOSE_PROTOCOL},               /* a ping in pieces */
             {"\x89\xfe\x00\x7emask", 8, CLOSE_PROTOCOL},       /* a long ping */
             {"\x81\xfe\x00\x05mask12345", 13, CLOSE_PROTOCOL}, /* a short length written long */
             {"\x81\xff\x00\x00\x00\x00\x00\x00\xff\xffmask", 14, CLOSE_PROTOCOL},
             {"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xffmask", 14, CLOSE_PROTOCOL},
             {"\x81\xff\x00\x00\x00\x00\x00\x10\x00\x01mask", 14, CLOSE_LARGE}};
  struct frame f;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    uint8_t copy[32];
    int code = 0;
    memcpy(copy, row[i].bytes, row[i].n);
    ptrdiff_t got = frame_read(copy, row[i].n, 1 << 20, &f, &code);
    assert_int_equal(got, row[i].code ? -1 : 0);
    assert_int_equal(code, row[i].code);
  }
  static uint8_t wire[70100];
  static char text[70000];
  for (size_t n = 0; n < sizeof text; n = n * 3 + 1) {
    int code;
    memset(text, 'a' + (int)(n % 26), sizeof text);
    size_t len = wsc_frame(1, true, text, n, wire);
    assert_int_equal(frame_read(wire, len, 1 << 20, &f, &code), len);
    assert_int_equal(f.len, n);
    assert_memory_equal(f.payload, text, n);
  }
  static const char *const good[] = {"", "a", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80"},
                           *const bad[] = {"\xff",
                                           "\xc3",
                                           "\xc3(",
                                           "\xc0\xaf",
                                           "\xe0\x80\xaf",
                                           "\xed\xa0\x80",
                                           "\xf4\x90\x80\x80",
                                           "\x80"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    assert_true(frame_text_ok(good[i], strlen(good[i])));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_false(frame_text_ok(bad[i], strlen(bad[i])));
  char accept[32];
  frame_accept("dGhlIHNhbXBsZSBub25jZQ==", accept); /* the example of RFC 6455 */
  assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}
static void messages(void **state) {
  (void)state;
  static const char *const in[] = {"{\"ok\":true,\"a\":1}", "{\"ok\":false,\"a\":1}",
                                   "{\"ok\":true}"};
  static const char *const want[] = {"{\"ok\":true,\"id\":\"x\",\"a\":1,\"seq\":7}",
                                     "{\"ok\":false,\"id\":\"x\",\"a\":1,\"seq\":7}",
                                     "{\"ok\":true,\"id\":\"x\",\"seq\":7}"};
  for (int i = 0; i < 3; i++) {
    struct blob *b = blob_answer(in[i], strlen(in[i]), "\"x\"", 7);
    assert_string_equal(b->text, want[i]);
    assert_int_equal(b->len, strlen(want[i]));
    blob_drop(b);
    b = blob_answer(in[i], strlen(in[i]), NULL, -1);
    assert_string_equal(b->text, in[i]);
    blob_drop(b);
  }
  uint8_t frame[70100], op;
  static char long_text[70000];
  const char *text;
  size_t len;
  for (size_t n = 0; n < sizeof long_text; n = n * 3 + 1) {
    assert_true(wsc_frame(1, true, long_text, n, frame) > n);
    frame[1] &= 0x7f; /* as a server would send it: the mask is then part of the payload */
    assert_true(wsc_parse(frame, n + 14, &op, &text, &len) > 0);
    assert_int_equal(len, n);
  }
}
/* A loop that turns is left alone; one that stands still ends the program. */
static void watchdog(void **state) {
  (void)state;
  int status;
  for (int turning = 0; turning < 2; turning++) {
    pid_t child = fork();
    if (!child) {
      atomic_ulong turns = 0;
      watchdog_start(&turns, 2);
      for (int i = 0; i < 50; i++) {
        usleep(100000);
        turns += (unsigned long)turning;
      }
      _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), turning ? 0 : WATCHDOG_EXIT);
  }
}
/* A confined process has no files, no network and no other programs. */
static int confined(int what) {
  int status;
  pid_t child = fork();
  if (!child) {
    confine_worker();
    errno = 0;
    if (what == 0)
      open("/etc/passwd", O_RDONLY);
    if (what == 1)
      socket(AF_INET, SOCK_STREAM, 0);
    if (what == 2)
      execl("/bin/true", "true", (char *)NULL);
    if (what == 3)
      fork();
    if (what == 4)
      kill(getppid(), 0);
    _exit(errno);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
static void confinement(void **state) {
  (void)state;
#if !defined __SANITIZE_ADDRESS__ /* there the filter is left out */
  for (int what = 0; what < 5; what++)
    assert_int_equal(confined(what), EPERM);
#endif
  assert_int_equal(confined(99), 0);
}
/* What the service manager is told. */
static void notices(void **state) {
  (void)state;
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  char buf[64] = "";
  snprintf(a.sun_path, sizeof a.sun_path, "/tmp/salient-notify-%d", getpid());
  int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
  assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof a), 0);
  setenv("NOTIFY_SOCKET", a.sun_path, 1);
  watchdog_notify("READY=1");
  assert_int_equal(recv(fd, buf, sizeof buf, MSG_DONTWAIT), 7);
  assert_string_equal(buf, "READY=1");
  unsetenv("NOTIFY_SOCKET");
  watchdog_notify("READY=1");
  assert_true(recv(fd, buf, sizeof buf, MSG_DONTWAIT) < 0);
  close(fd);
  unlink(a.sun_path);
}
static void a_bug(void *arg) {
  SAL_ASSERT(*(int *)arg == 2);
}
static void trap(void **state) {
  (void)state;
  struct fault f;
  struct library *lib = library_open(NULL, &f);
  struct server s = {.lib = lib, .engine = engine_new(lib, &bot_thinker)};
  struct room r = {.srv = &s, .g = {.id = "aaaaaaaaaaaaaaaa"}};
  int one = 1, two = 2;
  for (int i = 0; i < 3; i++) {
    assert_false(room_guard(&r, a_bug, &one, &f));
    assert_int_equal(f.code, FAULT_INTERNAL);
    assert_true(room_guard(&r, a_bug, &two, &f));
  }
  engine_free(s.engine);
  library_close(lib);
}
static void file_paths(void **state) {
  (void)state;
  struct server s = {.config = {.web = SOURCE_DIR "/src/server/pages"}};
  struct file_found found;
  static const char *const bad[] = {"",
                                    "x",
                                    "/../server.c",
                                    "/..",
                                    "/./index.html",
                                    "//index.html",
                                    "/.hidden",
                                    "/a/../index.html",
                                    "/index.html\n",
                                    "/%2e%2e/x",
                                    "/"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_false(file_find(&s, bad[i], false, &found));
  assert_true(file_find(&s, "/index.html", false, &found));
  assert_non_null(found.owned);
  free(found.owned);
  assert_false(file_find(&s, "/device/index.html", false, &found));
  s.config.device = SOURCE_DIR "/src/server/pages";
  assert_true(file_find(&s, "/device/index.html", false, &found));
  free(found.owned);
  assert_false(file_find(&s, "/device", false, &found));
  assert_false(file_find(&s, "/device/", false, &found));
  assert_false(file_find(&s, "/device/../server.c", false, &found));
  s.config.web = NULL;
  assert_true(file_find(&s, "/admin.js", false, &found));
  assert_string_equal(found.type, "text/javascript; charset=utf-8");
  assert_null(found.owned);
}
static void webhook_addresses(void **state) {
  (void)state;
  struct server_config c = {0};
  struct fault f;
  assert_true(webhook_allowed(&c, "https://hooks.example.org/a/b?c=d", &f));
  assert_true(webhook_allowed(&c, "https://hooks.example.org:8443/", &f));
  static const char *const bad[] = {"http://hooks.example.org/",
                                    "https:/x",
                                    "https://",
                                    "https://:80/",
                                    "https://x:99999999/",
                                    "https://x#y",
                                    "https://x\r\nHost: y/",
                                    "https://a@b/",
                                    "HTTPS ://x/"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (webhook_allowed(&c, bad[i], &f))
      fail_msg("%s was allowed", bad[i]);
  c.private_hooks = true;
  assert_true(webhook_allowed(&c, "http://127.0.0.1:9/x", &f));
}
static void request_headers(void **state) {
  (void)state;
  char out[128], address[46] = "127.0.0.1";
  static const char *const cookies[][2] = {{"salient=abc", "abc"},
                                           {"a=b; salient=abc; c=d", "abc"},
                                           {"xsalient=no", ""},
                                           {"xsalient=no; salient=yes", "yes"},
                                           {"", ""},
                                           {"salient=", ""}};
  for (size_t i = 0; i < sizeof cookies / sizeof *cookies; i++) {
    header_session(cookies[i][0], out);
    assert_string_equal(out, cookies[i][1]);
  }
  header_forwarded("192.0.2.1, 198.51.100.7", address);
  assert_string_equal(address, "198.51.100.7");
  header_forwarded("not an address", address);
  assert_string_equal(address, "198.51.100.7");
  header_forwarded("2001:db8::1", address);
  assert_string_equal(address, "2001:db8::1");
  assert_true(header_origin_is("https://games.example.org", "games.example.org", NULL));
  assert_true(
      header_origin_is("https://games.example.org", "127.0.0.1:1943", "https://games.example.org"));
  assert_false(header_origin_is("https://games.example.org.evil", "games.example.org", NULL));
  assert_false(header_origin_is("null", "games.example.org", NULL));
  assert_true(header_origin_is("https://b.org", "x", "https://a.org,https://b.org"));
  assert_false(header_origin_is("https://x", "x", "https://a.org,https://b.org"));
  assert_false(header_origin_is("https://b.or", "b.or", "https://a.org,https://b.org"));
  assert_false(header_origin_is("http://", "", NULL));
  static const char *const own[] = {"localhost", "localhost:1943", "127.0.0.1:1", "[::1]",
                                    "[::1]:1943"},
                           *const alien[] = {"",        "localhost.evil",    "evil:1943", "[::1",
                                             "[::2]:1", "127.0.0.1.evil:80", "127.0.0.10"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    assert_true(header_host_is_loopback(own[i]));
  for (size_t i = 0; i < sizeof alien / sizeof *alien; i++)
    assert_false(header_host_is_loopback(alien[i]));
}
/* The writer: groups, a change that is alone, and one that fails among others. */
struct note {
  char key[8];
  bool fails;
  int runs, ended;      /* ended: 1 kept, 2 not */
  struct writer *again; /* who writes `next` when this one has ended */
  struct note *next;
};
static enum store_result put_note(struct store *st, void *arg) {
  struct note *n = arg;
  n->runs++;
  enum store_result r = store_note_put(st, n->key, n, sizeof n->key);
  return r ? r : n->fails ? STORE_TAKEN : STORE_OK;
}
static void note_put(void *arg, enum store_result got, const char *why) {
  struct note *n = arg;
  (void)why;
  n->ended = got ? 2 : 1;
  if (n->again)
    writer_submit(n->again, put_note, note_put, n->next);
}
static void nobody(void *ctx) {
  (void)ctx;
}
static bool kept(struct store *st, const char *key) {
  char value[8];
  return store_note_read(st, key, value, sizeof value) == STORE_OK;
}
static void writing(void **state) {
  (void)state;
  char why[256];
  struct test_server s;
  server_folder(&s);
  struct store *st = store_open(s.db, STORE_SERVE, why),
               *look = store_open(s.db, STORE_READER, why);
  assert_true(st && look);
  struct writer *w = writer_start(st, nobody, NULL);
  bool again;
  struct note alone = {.key = "alone"}, late = {.key = "late"},
              wrong = {.key = "wrong", .fails = true},
              group[3] = {{.key = "one"}, {.key = "two", .fails = true}, {.key = "three"}};
  assert_false(writer_turn(w)); /* nothing to do */
  writer_submit(w, put_note, note_put, &alone);
  assert_false(kept(look, "alone")); /* not before the turn ends */
  writer_turn(w);
  assert_int_equal(alone.ended, 1); /* by the loop itself: there is no need to wait for it */
  assert_true(kept(look, "alone"));
  for (int i = 0; i < 3; i++)
    writer_submit(w, put_note, note_put, &group[i]);
  for (int i = 0; i < 1000 && !group[2].ended; i++)
    writer_turn(w), usleep(5000), writer_reap(w);
  assert_int_equal(group[0].ended, 1);
  assert_int_equal(group[1].ended, 2); /* taken back alone */
  assert_int_equal(group[2].ended, 1);
  assert_int_equal(group[0].runs, 2); /* together, and once more apart */
  assert_true(kept(look, "one") && !kept(look, "two") && kept(look, "three"));
  writer_submit(w, put_note, note_put, &wrong);
  for (int i = 0; i < 1000 && !wrong.ended; i++)
    writer_turn(w), usleep(5000), writer_reap(w);
  assert_int_equal(wrong.ended, 2);
  assert_false(kept(look, "wrong"));
  assert_int_equal(writer_count(w).groups, 3);
  assert_int_equal(store_begin(look), STORE_OK); /* another program holds the store.. */
  writer_submit(w, put_note, note_put, &late);
  do
    again = writer_turn(w);
  while (again);
  assert_int_equal(late.ended, 0); /* ..and the loop does not wait for it */
  store_abort(look);
  for (int i = 0; i < 1000 && !late.ended; i++)
    writer_turn(w), usleep(5000), writer_reap(w);
  assert_int_equal(late.ended, 1);
  assert_int_equal(writer_count(w).failures, 2);
  struct note last = {.key = "last"};
  struct note before = {.key = "before", .again = w, .next = &last};
  writer_submit(w, put_note, note_put, &before);
  writer_stop(w, NULL); /* what is queued is finished, and what its end asks for */
  assert_int_equal(before.ended, 1);
  assert_int_equal(last.ended, 1);
  assert_true(kept(look, "before") && kept(look, "last"));
  store_close(look);
  store_close(st);
  server_clean(&s);
}
/* What changes leave is found again wherever it stands just now: before it is moved to its place,
 * after, and half and half. */
static void add_line(struct store *st, int64_t game, uint32_t i) {
  char text[32], answer[32];
  uint8_t key[16] = {(uint8_t)game, (uint8_t)i, (uint8_t)(i >> 8)};
  snprintf(text, sizeof text, "%u line of %d\n", i, (int)game);
  snprintf(answer, sizeof answer, "answer %u", i);
  struct store_line l = {.n = i,
                         .text = text,
                         .len = strlen(text),
                         .side = (int)(i & 1),
                         .nth = i / 2,
                         .key = key,
                         .answer = answer,
                         .nanswer = strlen(answer)};
  store_line_add(st, game, &l);
}
static void add_game(struct store *st, const char *id, int64_t num) {
  struct store_game g = {.setup = (char[]){""}};
  snprintf(g.id, sizeof g.id, "%s", id);
  assert_int_equal(store_begin(st), STORE_OK);
  assert_int_equal(store_game_add(st, &g), STORE_OK);
  assert_int_equal(store_commit(st), STORE_OK);
  assert_int_equal(g.num, num);
}
static int64_t count(const char *db, const char *sql) {
  sqlite3 *raw;
  sqlite3_stmt *q;
  assert_int_equal(sqlite3_open(db, &raw), 0);
  assert_int_equal(sqlite3_prepare_v2(raw, sql, -1, &q, NULL), 0);
  assert_int_equal(sqlite3_step(q), SQLITE_ROW);
  int64_t n = sqlite3_column_int64(q, 0);
  sqlite3_finalize(q);
  sqlite3_close(raw);
  return n;
}
static void find_lines(struct store *look, int64_t game, uint32_t n) {
  char *text, *p, line[32];
  size_t len;
  uint8_t key[STORE_KEYS][16];
  uint32_t next;
  assert_int_equal(store_journal_read(look, game, &text, &len), STORE_OK);
  p = text;
  for (uint32_t i = 0; i < n; i++, p += strlen(line)) {
    snprintf(line, sizeof line, "%u line of %d\n", i, (int)game);
    assert_memory_equal(p, line, strlen(line));
  }
  assert_ptr_equal(p, text + len);
  free(text);
  for (uint32_t side = 0; side < 2; side++) {
    assert_int_equal(store_keys_read(look, game, (int)side, key, &next), STORE_OK);
    assert_int_equal(next, (n + 1 - side) / 2);
    for (uint32_t nth = next < STORE_KEYS ? 0 : next - STORE_KEYS; nth < next; nth++) {
      uint32_t i = nth * 2 + side, slot = nth % STORE_KEYS;
      const uint8_t want[16] = {(uint8_t)game, (uint8_t)i, (uint8_t)(i >> 8)};
      assert_memory_equal(key[slot], want, 16);
      assert_int_equal(store_answer_read(look, game, (int)side, (int)slot, &text), STORE_OK);
      snprintf(line, sizeof line, "answer %u", i);
      assert_string_equal(text, line);
      free(text);
    }
  }
}
static void fresh_and_moved(void **state) {
  (void)state;
  char why[256];
  struct test_server s;
  server_folder(&s);
  struct store *st = store_open(s.db, STORE_SERVE, why),
               *look = store_open(s.db, STORE_READER, why);
  uint32_t n = 0, moved = 0;
  add_game(st, "one", 1);
  add_game(st, "two", 2);
  /* two games: until they have been moved twice */
  for (uint32_t to = 5; moved < 2; to = to * 2 + 5) {
    while (n < to) {
      assert_int_equal(store_begin(st), STORE_OK);
      for (uint32_t many = n < 100 ? 5 : 500; many--; n++)
        add_line(st, 1, n), add_line(st, 2, n);
      assert_int_equal(store_commit(st), STORE_OK);
    }
    find_lines(look, 1, n);
    find_lines(look, 2, n);
    moved = (uint32_t)count(s.db, "SELECT count(*) FROM entry WHERE game=2");
  }
  /* what is taken back, with its job or with all, leaves nothing */
  assert_int_equal(store_begin(st), STORE_OK);
  add_line(st, 2, n);
  assert_int_equal(store_mark(st), STORE_OK);
  add_line(st, 2, 7000000);
  assert_int_equal(store_settle(st, false), STORE_OK);
  assert_int_equal(store_commit(st), STORE_OK);
  n++;
  assert_int_equal(store_begin(st), STORE_OK);
  add_line(st, 2, 7000000);
  store_abort(st);
  assert_int_equal(store_begin(st), STORE_OK);
  assert_int_equal(store_game_delete(st, 1), STORE_OK);
  assert_int_equal(store_commit(st), STORE_OK);
  char *text;
  size_t len;
  find_lines(look, 2, n);
  store_close(look);
  store_close(st);
  assert_true(count(s.db, "SELECT count(*) FROM pack") > 0);
  /* what the last one left finds its place, but not the deleted game's */
  st = store_open(s.db, STORE_SERVE, why);
  assert_int_equal(count(s.db, "SELECT count(*) FROM pack"), 0);
  assert_int_equal(store_journal_read(st, 1, &text, &len), STORE_NONE);
  find_lines(st, 2, n);
  store_close(st);
  sqlite3 *raw; /* as the first version left it: everything in its place */
  assert_int_equal(sqlite3_open(s.db, &raw), 0);
  const char *first = "DROP TABLE pack; DROP TABLE row; PRAGMA user_version=1";
  assert_int_equal(sqlite3_exec(raw, first, NULL, NULL, NULL), 0);
  look = store_open(s.db, STORE_LOOK, why);
  find_lines(look, 2, n);
  store_close(look);
  /* as the second: a row for each change */
  assert_int_equal(
      sqlite3_exec(raw,
                   "CREATE TABLE fresh(id INTEGER PRIMARY KEY, game INTEGER, n INTEGER, text TEXT, "
                   "side INTEGER, at INTEGER, key BLOB, answer TEXT);"
                   "PRAGMA user_version=2",
                   NULL, NULL, NULL),
      0);
  uint8_t key[16] = {2, (uint8_t)n, (uint8_t)(n >> 8)};
  char *sql = sqlite3_mprintf("INSERT INTO fresh(game,n,text,side,at,key,answer) VALUES(2,%u,'%u "
                              "line of 2'||char(10),%u,%u,?,'answer %u')",
                              n, n, n & 1, n / 2 + 1, n);
  sqlite3_stmt *q;
  assert_int_equal(sqlite3_prepare_v2(raw, sql, -1, &q, NULL), 0);
  sqlite3_bind_blob(q, 1, key, sizeof key, SQLITE_STATIC);
  assert_int_equal(sqlite3_step(q), SQLITE_DONE);
  sqlite3_finalize(q);
  sqlite3_free(sql);
  sqlite3_close(raw);
  n++;
  assert_null(store_open(s.db, STORE_LOOK, why)); /* a look may not put it right */
  st = store_open(s.db, STORE_SERVE, why);
  find_lines(st, 2, n);
  assert_int_equal(store_begin(st), STORE_OK);
  add_line(st, 2, n);
  assert_int_equal(store_commit(st), STORE_OK);
  find_lines(st, 2, n + 1);
  store_close(st);
  server_clean(&s);
}
/* A pack says what was put into it, and that it is broken wherever it is cut short. */
static void packs(void **state) {
  (void)state;
  static const uint8_t key[16] = "0123456789abcdef";
  const struct store_line in[] = {{.n = 7,
                                   .nth = 3,
                                   .side = 1,
                                   .text = "7 line\n",
                                   .len = 7,
                                   .key = key,
                                   .answer = "yes",
                                   .nanswer = 3},
                                  {.n = 0xfffffffe, .text = "x", .len = 1},
                                  {.side = 1, .key = key, .answer = ""}};
  struct pack p = {0};
  size_t ends[3];
  for (int i = 0; i < 3; i++)
    pack_add(&p, INT64_MAX - i, &in[i]), ends[i] = p.len;
  for (size_t cut = 0; cut <= p.len; cut++) {
    struct pack part = {0};
    pack_append(&part, p.text, cut);
    const uint8_t *at = part.text, *end = at ? at + cut : at;
    bool broken = false;
    int64_t game;
    struct store_line l;
    size_t n = 0;
    for (; pack_next(&at, end, &game, &l, &broken); n++) {
      assert_int_equal(game, INT64_MAX - (int64_t)n);
      assert_true(l.n == in[n].n && l.nth == in[n].nth && l.side == in[n].side &&
                  l.len == in[n].len && l.nanswer == in[n].nanswer && !l.text == !in[n].text &&
                  !l.key == !in[n].key);
      if (l.text)
        assert_memory_equal(l.text, in[n].text, l.len);
      if (l.key)
        assert_memory_equal(l.key, key, 16), assert_memory_equal(l.answer, in[n].answer, l.nanswer);
    }
    assert_int_equal(n, (cut >= ends[0]) + (cut >= ends[1]) + (cut >= ends[2]));
    assert_int_equal(broken, cut && (n == 0 || cut > ends[n - 1]));
    free(part.text);
  }
  free(p.text);
}
/* A copy of a few thousand pages while somebody writes without a pause: it is whole before he
 * stops. */
struct scribe {
  struct store *st;
  atomic_bool stop;
  atomic_int commits;
};
static void *scribble(void *arg) {
  struct scribe *w = arg;
  for (int64_t i = 0; i < 4000 && !w->stop; i++) {
    assert_true(!store_begin(w->st) && !store_note_put(w->st, "count", &i, sizeof i) &&
                !store_commit(w->st));
    w->commits++;
    usleep(500);
  }
  w->stop = true;
  return NULL;
}
static void copy_under_writes(void **state) {
  (void)state;
  enum { LARGE = 16 << 20 };
  char why[256], path[200], *text = calloc(1, LARGE);
  struct test_server s;
  server_folder(&s);
  struct scribe w = {.st = store_open(s.db, STORE_SERVE, why)};
  pthread_t thread;
  add_game(w.st, "one", 1);
  assert_true(text && !store_begin(w.st) &&
              !store_entry_add(w.st, 1, 1, memset(text, 'x', LARGE), LARGE) && !store_commit(w.st));
  free(text);
  struct store *look = store_open(s.db, STORE_LOOK, why);
  assert_int_equal(pthread_create(&thread, NULL, scribble, &w), 0);
  while (!w.commits)
    usleep(1000);
  snprintf(path, sizeof path, "%s/copy", s.dir);
  assert_int_equal(store_copy(look, path, why), STORE_OK);
  assert_false(w.stop);
  w.stop = true;
  pthread_join(thread, NULL);
  store_close(look);
  look = store_open(path, STORE_LOOK, why);
  assert_int_equal(store_check(look, why), STORE_OK);
  assert_true(kept(look, "count"));
  store_close(look);
  store_close(w.st);
  server_clean(&s);
}
static int begin(void **state) {
  return (void)state, secret_start() ? 0 : -1;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dice),           cmocka_unit_test(tokens),
      cmocka_unit_test(clocks),         cmocka_unit_test(buckets),
      cmocka_unit_test(networks),       cmocka_unit_test(names),
      cmocka_unit_test(lists),          cmocka_unit_test(request_heads),
      cmocka_unit_test(frames),         cmocka_unit_test(messages),
      cmocka_unit_test(writing),        cmocka_unit_test(fresh_and_moved),
      cmocka_unit_test(packs),          cmocka_unit_test(copy_under_writes),
      cmocka_unit_test(watchdog),       cmocka_unit_test(confinement),
      cmocka_unit_test(notices),        cmocka_unit_test(trap),
      cmocka_unit_test(file_paths),     cmocka_unit_test(webhook_addresses),
      cmocka_unit_test(request_headers)};
  return cmocka_run_group_tests_name("server.units", tests, begin, NULL);
}
