#ifndef ARRANGE_CONSOLE_H
#define ARRANGE_CONSOLE_H

#include <stddef.h>

/// A file of the console, the web page that the server shows at its HTTP address.
typedef struct {
  /// The path in a URL, such as "/page/main.js"; "/" is the page itself.
  const char *path;
  /// The content type, such as "text/css; charset=utf-8".
  const char *type;
  const unsigned char *bytes;
  /// The number of bytes.
  size_t size;
} console_file;

/// The number of files.
size_t console_file_count(void);

/// A file by its index, in ascending order of the bytes of the paths; NULL beyond the last one.
const console_file *console_file_at(size_t index);

#endif
