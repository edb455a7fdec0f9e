#include "CAllocator.h"

#include <jemalloc/jemalloc.h>
#include <stddef.h>

// Read by jemalloc when the program starts. Memory that is not needed any more goes back to the system on a thread of its
// own, so that no commit waits for it.
const char *malloc_conf = "background_thread:true";

const char *allocator_version(void) {
  const char *version = NULL;
  size_t size = sizeof version;
  return mallctl("version", &version, &size, NULL, 0) == 0 ? version : "unknown";
}
