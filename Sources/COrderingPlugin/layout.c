/* The layout of version 1 on 64-bit machines, so that it can't change by accident. */
#include "arrange_ordering_strategy.h"

#include <stddef.h>

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(arrange_ordering_list) == 32, "list");
_Static_assert(sizeof(arrange_ordering_request) == 72, "request");
_Static_assert(sizeof(arrange_ordering_range) == 16, "range");
_Static_assert(sizeof(arrange_ordering_answer) == 64, "answer");
_Static_assert(sizeof(arrange_ordering_parameter) == 40, "parameter");
_Static_assert(sizeof(arrange_ordering_strategy) == 80, "strategy");
_Static_assert(offsetof(arrange_ordering_strategy, name) == 8, "name");
_Static_assert(offsetof(arrange_ordering_strategy, assign_keys) == 48, "assign_keys");
#endif
