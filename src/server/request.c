/* request.c - see request.h: a pure function of bytes. */
#include "request.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* No browser or proxy sends this many. */
enum { MOST_HEADERS = 100 };

/* A request's head while it is read. Each flag is a header that may stand once, or that decides
 * how the body is read. */
struct reader {
  const char *at, *end; /* end: behind the last line */
  struct request *out;
  int status;
  const char *why;
  bool hosted, lengthy, chunked, upgraded, other_protocol, joined, settings;
};
/* Always false. The reason is ours and holds nothing of the request. */
static bool refuse(struct reader *r, int status, const char *why) {
  r->status = status;
  r->why = why;
  return false;
}

/* Characters of a header's name, by the standard. */
static bool is_token(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (c && strchr("!#$%&'*+-.^_`|~", c));
}

/* ---- lines */
/* The next line without its end. A line feed alone, a carriage return alone and control characters
 * are refused. */
static bool next_line(struct reader *r, const char **line, size_t *n) {
  const char *p = r->at;

  for (; p < r->end; p++) {
    unsigned char c = (unsigned char)*p;
    if (c == '\r')
      break;
    if ((c < ' ' && c != '\t') || c == 127)
      return refuse(r, 400, "The head of the request holds a control character.");
  }
  if (p + 1 >= r->end || p[1] != '\n')
    return refuse(r, 400, "A line of the head does not end as it must.");
  *line = r->at;
  *n = (size_t)(p - r->at);
  r->at = p + 2;
  return true;
}

/* ---- the first line */
static int hex_digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

/* The path, decoded; bytes that could fool a reader behind us are refused. */
static bool read_path(struct reader *r, const char *p, size_t n) {
  size_t len = 0;

  if (!n || p[0] != '/')
    return refuse(r, 400, "The address must begin with a slash.");
  for (size_t i = 0; i < n && p[i] != '?'; i++) {
    int c = (unsigned char)p[i];
    if (c <= ' ' || c > 126)
      return refuse(r, 400, "The address holds a character that does not belong there.");
    if (c == '%') {
      int high = i + 2 < n ? hex_digit(p[i + 1]) : -1;
      int low = i + 2 < n ? hex_digit(p[i + 2]) : -1;
      if (high < 0 || low < 0)
        return refuse(r, 400, "The address is not encoded correctly.");
      c = high * 16 + low;
      i += 2;
    }
    if (!c)
      return refuse(r, 400, "The address is not encoded correctly.");
    if (len + 2 > sizeof r->out->path)
      return refuse(r, 414, "The address is too long.");
    r->out->path[len++] = (char)c;
  }

  return true;
}

/* Method, path and version. */
static bool read_first(struct reader *r) {
  const char *line;
  size_t n;

  if (!next_line(r, &line, &n))
    return false;
  const char *one = memchr(line, ' ', n);
  const char *two = one ? memchr(one + 1, ' ', n - (size_t)(one + 1 - line)) : NULL;
  if (!two)
    return refuse(r, 400, "This is not an HTTP/1.1 request.");
  size_t method = (size_t)(one - line);
  size_t version = n - (size_t)(two + 1 - line);
  bool eleven = version == 8 && !memcmp(two + 1, "HTTP/1.1", 8);
  bool ten = version == 8 && !memcmp(two + 1, "HTTP/1.0", 8);
  if (!eleven && !ten)
    return refuse(r, version > 5 && !memcmp(two + 1, "HTTP/", 5) ? 505 : 400,
                  "This server speaks HTTP/1.1.");
  r->out->keep = eleven;
  if (!method)
    return refuse(r, 400, "This is not an HTTP/1.1 request.");
  for (size_t i = 0; i < method; i++)
    if (line[i] < 'A' || line[i] > 'Z')
      return refuse(r, 400, "This is not an HTTP/1.1 request.");
  if (method >= sizeof r->out->method)
    method = sizeof r->out->method - 1; /* none that we know */
  memcpy(r->out->method, line, method);
  return read_path(r, one + 1, (size_t)(two - one - 1));
}

/* ---- the headers */
/* A header that may stand once. */
static bool once(struct reader *r, char *out, size_t cap, const char *value, size_t n) {
  if (out[0])
    return refuse(r, 400, "A header stands twice.");
  if (n + 1 > cap)
    return refuse(r, 431, "A header is too long.");
  memcpy(out, value, n);
  out[n] = 0;
  return true;
}

/* A body's length, said once, in digits. */
static bool read_length(struct reader *r, const char *value, size_t n) {
  int64_t length = 0;

  if (r->lengthy)
    return refuse(r, 400, "The length of the body is said twice.");
  if (!n || n > 12)
    return refuse(r, n > 12 ? 413 : 400, "The length of the body is not a number we can use.");
  for (size_t i = 0; i < n; i++) {
    if (value[i] < '0' || value[i] > '9')
      return refuse(r, 400, "The length of the body is not a number.");
    length = length * 10 + (value[i] - '0');
  }
  r->lengthy = true;
  r->out->length = length;
  return true;
}

/* Is the word one of those between commas? */
static bool lists(const char *value, size_t n, const char *word) {
  size_t len = strlen(word);

  for (size_t i = 0; i < n;) {
    while (i < n && (value[i] == ' ' || value[i] == ',' || value[i] == '\t'))
      i++;
    size_t start = i;
    while (i < n && value[i] != ',')
      i++;
    size_t stop = i;
    while (stop > start && (value[stop - 1] == ' ' || value[stop - 1] == '\t'))
      stop--;
    if (stop - start == len && !strncasecmp(value + start, word, len))
      return true;
  }

  return false;
}

/* A second bearer is refused; another kind of authorization is passed over. */
static bool read_bearer(struct reader *r, const char *value, size_t n) {
  char all[160] = "";
  if (!once(r, all, sizeof all, value, n))
    return false;
  if (strncasecmp(all, "Bearer ", 7))
    return true; /* another kind of authorization: not ours */
  return once(r, r->out->bearer, sizeof r->out->bearer, all + 7, strlen(all + 7));
}

static bool is(const char *name, size_t n, const char *word) {
  return strlen(word) == n && !strncasecmp(name, word, n);
}

/* Those that say how the connection goes on. */
static bool read_framing(struct reader *r, const char *name, size_t n, const char *value,
                         size_t len, bool *known) {
  struct request *q = r->out;

  *known = true;
  if (is(name, n, "content-length"))
    return read_length(r, value, len);
  if (is(name, n, "transfer-encoding")) {
    r->chunked = true;
    return true;
  }
  if (is(name, n, "connection")) {
    r->joined = r->joined || lists(value, len, "upgrade");
    q->keep = q->keep && !lists(value, len, "close");
    return true;
  }
  if (is(name, n, "upgrade")) {
    if (r->upgraded || r->other_protocol)
      return refuse(r, 400, "A header stands twice.");
    r->upgraded = is(value, len, "websocket");
    r->other_protocol = !r->upgraded;
    return true;
  }
  if (is(name, n, "http2-settings")) {
    r->settings = true;
    return true;
  }
  if (is(name, n, "expect")) {
    q->continues = is(value, len, "100-continue");
    return q->continues || refuse(r, 417, "This expectation cannot be met.");
  }
  *known = false;
  return true;
}

/* Whether a list of encodings has gzip, and not with a weight of nought. */
static bool names_gzip(const char *value, size_t len) {
  char text[256];

  if (len >= sizeof text)
    return false;
  memcpy(text, value, len);
  text[len] = 0;
  const char *at = strstr(text, "gzip");
  if (!at || (at > text && at[-1] != ' ' && at[-1] != ','))
    return false;

  return strncmp(at + 4, ";q=0", 4) != 0 || at[8] == '.';
}

/* Headers that are known; every other is passed over. Repeated ones are refused where readers might
 * differ. */
static bool read_header(struct reader *r, const char *name, size_t n, const char *value,
                        size_t len) {
  struct request *q = r->out;
  const struct {
    const char *name;
    char *out;
    size_t cap;
  } kept[] = {{"origin", q->origin, sizeof q->origin},
              {"sec-fetch-site", q->site, sizeof q->site},
              {"cookie", q->cookie, sizeof q->cookie},
              {"content-type", q->type, sizeof q->type},
              {"x-forwarded-proto", q->proto, sizeof q->proto},
              {"if-none-match", q->tag, sizeof q->tag},
              {"sec-websocket-key", q->key, sizeof q->key},
              {"sec-websocket-version", q->version, sizeof q->version}};
  bool known;

  if (!read_framing(r, name, n, value, len, &known))
    return false;
  if (known)
    return true;
  if (is(name, n, "host")) {
    if (r->hosted)
      return refuse(r, 400, "The host is said twice.");
    r->hosted = true;
    return once(r, q->host, sizeof q->host, value, len);
  }
  if (is(name, n, "authorization"))
    return read_bearer(r, value, len);
  if (is(name, n, "accept-encoding")) {
    q->gzip = names_gzip(value, len);
    return true;
  }
  if (is(name, n, "x-forwarded-for")) { /* the nearest proxy adds the last one */
    q->forwarded[0] = 0;
    if (len + 1 > sizeof q->forwarded) { /* its end is what counts */
      value += len + 1 - sizeof q->forwarded;
      len = sizeof q->forwarded - 1;
    }
    return once(r, q->forwarded, sizeof q->forwarded, value, len);
  }
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
    if (!is(name, n, kept[i].name))
      continue;
    if (kept[i].out == q->tag && len + 1 > sizeof q->tag)
      return true; /* several tags: none of them is used */
    return once(r, kept[i].out, kept[i].cap, value, len);
  }

  return true;
}

/* Line by line, up to the empty one. */
static bool read_headers(struct reader *r) {
  for (int count = 0; r->at < r->end; count++) {
    const char *line;
    size_t n;
    if (!next_line(r, &line, &n))
      return false;
    if (!n)
      return r->at == r->end || refuse(r, 400, "The head of the request is damaged.");
    if (count == MOST_HEADERS)
      return refuse(r, 431, "There are too many headers.");
    const char *colon = memchr(line, ':', n);
    if (!colon || colon == line)
      return refuse(r, 400, "A header has no name.");
    for (const char *p = line; p < colon; p++)
      if (!is_token(*p)) /* this refuses folded lines too */
        return refuse(r, 400, "A header's name holds a character that does not belong there.");
    const char *value = colon + 1;
    const char *stop = line + n;
    while (value < stop && (*value == ' ' || *value == '\t'))
      value++;
    while (stop > value && (stop[-1] == ' ' || stop[-1] == '\t'))
      stop--;
    if (!read_header(r, line, (size_t)(colon - line), value, (size_t)(stop - value)))
      return false;
  }

  return refuse(r, 400, "The head of the request is damaged.");
}

/* What the headers mean together. */
static bool judge(struct reader *r) {
  struct request *q = r->out;

  if (!r->hosted && q->keep)
    return refuse(r, 400, "The host is missing.");
  if (r->chunked && r->lengthy)
    return refuse(r, 400, "The length of the body is said in two ways.");
  if (r->chunked)
    return refuse(r, 411, "The length of the body must be given.");
  if (r->other_protocol || r->settings)
    return refuse(r, 400, "This server speaks HTTP/1.1 and WebSocket only.");
  q->upgrade = r->upgraded && r->joined;
  return true;
}

/* A whole head, part of one, or a bad one. Nothing is guessed. */
enum request_result request_read(const char *bytes, size_t n, struct request *out, size_t *used,
                                 int *status, const char **why) {
  size_t most = n < REQUEST_HEAD_BYTES ? n : REQUEST_HEAD_BYTES;
  const char *stop = memmem(bytes, most, "\r\n\r\n", 4);
  struct reader r = {.at = bytes, .out = out};

  memset(out, 0, sizeof *out);
  out->length = -1;
  *used = 0;
  if (!stop && n < REQUEST_HEAD_BYTES) {
    /* a line feed alone ends nothing: a client that sends one waits for an answer that would never
     * come */
    const char *feed = memchr(bytes, '\n', n);
    bool bare = feed && (feed == bytes || feed[-1] != '\r');
    if (!bare)
      return REQUEST_PART;
    *status = 400;
    *why = "A line of the head does not end as it must.";
    return REQUEST_BAD;
  }
  if (!stop) {
    *status = 431;
    *why = "The head of the request is too long.";
    return REQUEST_BAD;
  }
  r.end = stop + 4;
  if (read_first(&r) && read_headers(&r) && judge(&r)) {
    *used = (size_t)(r.end - bytes);
    return REQUEST_WHOLE;
  }
  *status = r.status;
  *why = r.why;
  return REQUEST_BAD;
}
