/* Makes room in a list: if a gap is so narrow that keys in it would be too long, neighbours get shorter ones. */
#ifndef BASE62_ROOM_H
#define BASE62_ROOM_H

#include "arrange_ordering_strategy.h"
#include "run.h"

enum {
  /* The longest key in a list, in characters, without random digits. */
  BASE62_LONGEST_IN_LIST = 32,
};

/*
 * Answers a request whose gap is too narrow: with keys for the new elements and a window of elements around the gap.
 *
 * Windows to the left, to the right and around the gap are tried, of one element, two, four and so on. The first whose
 * keys can be short enough is taken. The larger it is, the shorter they must be, so that a large one is not needed
 * again soon: this bounds the cost to a logarithmic number of keys per insert, averaged over any sequence of requests
 * (Itai, Konheim, Rodeh: A Sparse Table Implementation of Priority Queues, 1981; Bender, Cole, Demaine, Farach-Colton,
 * Zito: Two Simplified Algorithms for Maintaining Order in a List, 2002).
 */
int32_t base62_make_room(const arrange_ordering_request *request, arrange_ordering_answer *answer,
                         const struct base62_run *run, char *why, uint32_t why_capacity);

#endif
