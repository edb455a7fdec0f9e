/*
 * The ordering strategy base62, as a loadable library.
 *
 * Its keys are those of the widely used base-62 fractional indexes of web clients, so that such clients can make keys
 * themselves. In a list they stay short: where a key would get longer than 32 characters, neighbours are rekeyed.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "arrange_ordering_strategy.h"
#include "format.h"
#include "room.h"
#include "run.h"

enum {
  /* The maximum number of random bits in a key. */
  MOST_JITTER = 62,
};

static int32_t fail(int32_t status, const char *reason, char *why, uint32_t why_capacity) {
  snprintf(why, why_capacity, "%s", reason);
  return status;
}

static int32_t validate(const uint8_t *bytes, uint32_t length, char *why, uint32_t why_capacity) {
  const char *fault = base62_fault(bytes, length);
  return fault == NULL ? ARRANGE_ORDERING_OK : fail(ARRANGE_ORDERING_INVALID_KEY, fault, why, why_capacity);
}

/* Reads a neighbour; false if it is not a key. */
static bool read_neighbour(struct base62_key *key, const uint8_t *bytes, uint32_t length) {
  if (base62_fault(bytes, length) != NULL) return false;
  key->length = length;
  memcpy(key->bytes, bytes, length);
  return true;
}

static int32_t assign_keys(const arrange_ordering_request *request, arrange_ordering_answer *answer, char *why,
                           uint32_t why_capacity) {
  const arrange_ordering_list *list = request->list;
  if (request->count == 0 || request->count > ARRANGE_ORDERING_MOST_KEYS) {
    return fail(ARRANGE_ORDERING_FAILED, "so many keys can't be asked for", why, why_capacity);
  }
  if (list != NULL && request->gap > list->count) {
    return fail(ARRANGE_ORDERING_FAILED, "the gap is not in the list", why, why_capacity);
  }
  struct base62_key keys[2];
  const struct base62_key *lower = request->lower == NULL ? NULL : &keys[0];
  const struct base62_key *upper = request->upper == NULL ? NULL : &keys[1];
  if ((lower != NULL && !read_neighbour(&keys[0], request->lower, request->lower_length)) ||
      (upper != NULL && !read_neighbour(&keys[1], request->upper, request->upper_length))) {
    return fail(ARRANGE_ORDERING_BROKEN_LIST, "a neighbour is no base-62 key", why, why_capacity);
  }
  if (lower != NULL && upper != NULL && !base62_precedes(lower, upper)) {
    return fail(ARRANGE_ORDERING_BROKEN_LIST, "the neighbours are not in order", why, why_capacity);
  }
  struct base62_run run = {
      .bytes = answer->keys,
      .capacity = answer->keys_capacity,
      .random_digits = base62_random_digits(request->parameters[0]),
      .random_state = request->seed,
  };
  struct base62_run in_gap = run;
  in_gap.longest = list == NULL ? BASE62_LONGEST_KEY : BASE62_LONGEST_IN_LIST + run.random_digits;
  if (base62_add_run(&in_gap, lower, upper, request->count)) {
    answer->key_count = request->count;
    answer->keys_size = in_gap.size;
    answer->rekey_count = 0;
    return in_gap.size <= in_gap.capacity ? ARRANGE_ORDERING_OK : ARRANGE_ORDERING_NEEDS_ROOM;
  }
  if (list == NULL) {
    return fail(ARRANGE_ORDERING_FAILED, "the gap is too narrow, and there is no list to make room in", why,
                why_capacity);
  }
  return base62_make_room(request, answer, &run, why, why_capacity);
}

static const arrange_ordering_parameter parameters[] = {
    {
        .name = "jitter",
        .summary = "bits of randomness in each new key; 40 where several writers make keys offline",
        .minimum = 0,
        .maximum = MOST_JITTER,
        .standard = 0,
    },
};

static const arrange_ordering_strategy strategy = {
    .struct_size = sizeof strategy,
    .abi_major = ARRANGE_ORDERING_ABI_MAJOR,
    .abi_minor = ARRANGE_ORDERING_ABI_MINOR,
    .name = "base62",
    .summary = "text, the base-62 fractional index of web clients, which can make keys themselves",
    .version = 1,
    .key_form = ARRANGE_ORDERING_KEYS_STORED,
    .maximum_key_length = BASE62_LONGEST_KEY,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .parameters = parameters,
    .assign_keys = assign_keys,
    .validate = validate,
};

const arrange_ordering_strategy *arrange_ordering_strategy_v1(void) { return &strategy; }
