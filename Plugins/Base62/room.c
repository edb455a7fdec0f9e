#include "room.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
  /*
   * How much shorter the keys of a window of one element are than the longest key in a list, in characters. A character
   * is room for six inserts into one gap.
   */
  SLACK = 8,
  /* The number of doublings of a window for one more character. */
  DOUBLINGS = 4,
};

/* Elements on either side of the gap. */
struct window {
  uint64_t left;
  uint64_t right;
};

static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* The longest key of a window after the given number of doublings, without random digits. */
static uint32_t longest_in_window(uint32_t doublings) {
  uint32_t slack = SLACK + doublings / DOUBLINGS;
  return BASE62_LONGEST_IN_LIST - (uint32_t)smaller(slack, BASE62_LONGEST_IN_LIST / 2);
}

/* Reads the key at a position. */
static int32_t read_key(const arrange_ordering_list *list, uint64_t position, struct base62_key *key) {
  uint8_t buffer[ARRANGE_ORDERING_LONGEST_KEY + 1];
  uint64_t size = 0;
  int32_t status = list->keys(list, position, 1, buffer, sizeof buffer, &size);
  if (status != ARRANGE_ORDERING_OK) return status;
  if (base62_fault(buffer + 1, buffer[0]) != NULL) return ARRANGE_ORDERING_BROKEN_LIST;
  key->length = buffer[0];
  memcpy(key->bytes, buffer + 1, key->length);
  return ARRANGE_ORDERING_OK;
}

/* The keys on both sides of a window; NULL at an end of the list. */
struct borders {
  struct base62_key keys[2];
  const struct base62_key *low;
  const struct base62_key *high;
};

static int32_t read_borders(const arrange_ordering_request *request, struct window window, struct borders *borders) {
  uint64_t first = request->gap - window.left;
  uint64_t end = request->gap + window.right;
  borders->low = first > 0 ? &borders->keys[0] : NULL;
  borders->high = end < request->list->count ? &borders->keys[1] : NULL;
  if (borders->low != NULL) {
    int32_t status = read_key(request->list, first - 1, &borders->keys[0]);
    if (status != ARRANGE_ORDERING_OK) return status;
  }
  if (borders->high != NULL) {
    int32_t status = read_key(request->list, end, &borders->keys[1]);
    if (status != ARRANGE_ORDERING_OK) return status;
  }
  if (borders->low != NULL && borders->high != NULL && !base62_precedes(borders->low, borders->high)) {
    return ARRANGE_ORDERING_BROKEN_LIST;
  }
  return ARRANGE_ORDERING_OK;
}

/*
 * Makes the keys of a window: those of the new elements and then those of the window's own. False if one is too long.
 *
 * The gap gets the greater part of the room, because more inserts are likely to follow.
 */
static bool spread(struct base62_run *run, struct window window, const struct borders *borders, uint64_t count) {
  struct base62_key middle, left, right;
  const struct base62_key *low = borders->low, *high = borders->high;
  if (!base62_between(low, high, &middle)) return false;
  if (window.left > 0) {
    if (!base62_between(borders->low, &middle, &left)) return false;
    low = &left;
  }
  if (window.right > 0) {
    if (!base62_between(&middle, borders->high, &right)) return false;
    high = &right;
  }
  if (!base62_add_run(run, low, high, count)) return false;
  run->longest -= run->random_digits;
  run->random_digits = 0;
  if (window.left > 0) {
    if (!base62_add_run(run, borders->low, &left, window.left - 1)) return false;
    if (!base62_add(run, &left)) return false;
  }
  if (window.right > 0) {
    if (!base62_add(run, &right)) return false;
    if (!base62_add_run(run, &right, borders->high, window.right - 1)) return false;
  }
  return true;
}

/* Writes the answer for a window. */
static int32_t answer_with(struct window window, const struct borders *borders, struct base62_run run,
                           const arrange_ordering_request *request, arrange_ordering_answer *answer) {
  spread(&run, window, borders, request->count);
  answer->key_count = request->count;
  answer->keys_size = run.size;
  answer->rekey_count = 1;
  if (run.size > run.capacity || answer->rekeys_capacity == 0) return ARRANGE_ORDERING_NEEDS_ROOM;
  answer->rekeys[0] = (arrange_ordering_range){request->gap - window.left, window.left + window.right};
  return ARRANGE_ORDERING_OK;
}

int32_t base62_make_room(const arrange_ordering_request *request, arrange_ordering_answer *answer,
                         const struct base62_run *run, char *why, uint32_t why_capacity) {
  uint64_t before = request->gap;
  uint64_t after = request->list->count - request->gap;
  uint32_t doublings = 0;
  for (uint64_t size = 1;; size *= 2, doublings++) {
    uint64_t half = (size + 1) / 2;
    bool is_whole = half >= before && half >= after;
    struct window windows[] = {
        {smaller(size, before), 0}, {0, smaller(size, after)}, {smaller(half, before), smaller(half, after)}};
    struct window best = {0, 0};
    struct borders best_borders;
    uint32_t shortest = UINT32_MAX;
    for (unsigned shape = 0; shape < sizeof windows / sizeof windows[0]; shape++) {
      struct window window = windows[shape];
      if (window.left + window.right == 0) continue;
      struct borders borders;
      int32_t status = read_borders(request, window, &borders);
      if (status != ARRANGE_ORDERING_OK) {
        snprintf(why, why_capacity, "the keys around position %llu are damaged", (unsigned long long)request->gap);
        return status;
      }
      struct base62_run trial = *run;
      trial.capacity = 0;
      trial.longest = run->random_digits + (is_whole ? BASE62_LONGEST_IN_LIST : longest_in_window(doublings));
      if (!spread(&trial, window, &borders, request->count) || trial.longest_made >= shortest) continue;
      shortest = trial.longest_made;
      best = window;
      best_borders = borders;
      if (best_borders.low != NULL) best_borders.low = &best_borders.keys[0];
      if (best_borders.high != NULL) best_borders.high = &best_borders.keys[1];
    }
    if (shortest < UINT32_MAX) {
      struct base62_run final = *run;
      final.longest = BASE62_WORKING_LENGTH;
      return answer_with(best, &best_borders, final, request, answer);
    }
    if (is_whole) {
      snprintf(why, why_capacity, "there is no room for so many keys");
      return ARRANGE_ORDERING_FAILED;
    }
  }
}
