#ifndef ARRANGE_C_CMARK_GFM_H
#define ARRANGE_C_CMARK_GFM_H

#include <cmark-gfm.h>

#endif
