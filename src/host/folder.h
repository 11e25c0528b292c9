/* folder.h - folders of the machine's disk: reading the data files of --data, and writing down the
 * game in which a bug was found. In a browser there is no disk. */
#ifndef FOLDER_H
#define FOLDER_H

#include "fault.h"

/* Takes the file's name inside the folder (sub/file) and its text, both malloc'd, with a NUL after
 * the text; false, with a fault: enough. */
typedef bool folder_taker(void *ctx, char *name, char *text, size_t n, struct fault *);

bool folder_is(const char *path);
/* A whole file, malloc'd, with a NUL after it; NULL, with a fault. */
char *folder_file(const char *path, size_t *n, struct fault *);
/* Every file under the folder, except hidden ones. */
bool folder_read(const char *path, folder_taker *, void *ctx, struct fault *);
/* A new file in the folder we are in: the text, and after it the last line. */
bool folder_write(const char *name, const char *text, size_t n, const char *last);

#endif
