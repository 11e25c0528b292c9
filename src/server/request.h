/* request.h - the head of an HTTP/1.1 request, read strictly.
 *
 * Anything that two readers could understand differently is refused, because a proxy in front of
 * the server and the server must agree on where a request ends. So lines end in CRLF only, a header
 * that may occur once occurs once, a length is digits, and nothing is folded, chunked or upgraded
 * to a protocol other than WebSocket.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REQUEST_HEAD_BYTES = 8192, REQUEST_PATH = 512 };

struct request {
  char method[8];
  char path[REQUEST_PATH]; /* decoded, without what follows a question mark */
  bool keep;               /* the connection may carry another request afterwards */
  bool continues;          /* the client waits for `100 Continue` before it sends the body */
  int64_t length;          /* of the body; -1: not said */
  /* headers, empty when they are not there */
  char host[256], origin[300], site[32], bearer[128], cookie[2048], type[80], forwarded[256],
      proto[16], tag[64], key[32], version[8];
  bool gzip;    /* the client takes compressed answers */
  bool upgrade; /* to a WebSocket, asked for in full */
};
enum request_result { REQUEST_WHOLE, REQUEST_PART, REQUEST_BAD };
/* Reads the head at the front of the bytes; *used is its length when it is whole. REQUEST_BAD:
 * *status and *why say what to answer, and the connection cannot be used any more. */
enum request_result request_read(const char *bytes, size_t n, struct request *, size_t *used,
                                 int *status, const char **why);

#endif
