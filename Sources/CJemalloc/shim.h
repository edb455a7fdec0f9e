#ifndef ARRANGE_C_JEMALLOC_H
#define ARRANGE_C_JEMALLOC_H

#include <jemalloc/jemalloc.h>

#endif
