/*
 * The ordering strategy even: a key is a number of 16 hexadecimal digits, and a new one goes into the middle of its gap.
 * Where a gap gets too small, the elements around it are spread evenly.
 */
#include <stdio.h>
#include <string.h>

#include "arrange_ordering_strategy.h"

enum { DIGITS = 16 };

/* How far from the last key a key at an end of the list goes. */
static const uint64_t STEP = UINT64_C(1) << 32;

/* Reads a key; false if it is none. The first and the last number of all are no keys: there is always room beyond. */
static int read_key(const uint8_t *key, uint32_t length, uint64_t *number) {
  static const char digits[] = "0123456789abcdef";
  if (length != DIGITS) return 0;
  *number = 0;
  for (uint32_t place = 0; place < length; place++) {
    const char *digit = key[place] == 0 ? NULL : strchr(digits, key[place]);
    if (digit == NULL) return 0;
    *number = *number << 4 | (uint64_t)(digit - digits);
  }
  return *number != 0 && *number != UINT64_MAX;
}

/* Writes keys at equal distances, as far as there is room. */
static void write_keys(arrange_ordering_answer *answer, uint64_t first, uint64_t distance, uint64_t count) {
  for (uint64_t index = 0; index < count; index++) {
    char key[DIGITS + 1];
    snprintf(key, sizeof key, "%016llx", (unsigned long long)(first + distance * index));
    if (answer->keys_size + 1 + DIGITS <= answer->keys_capacity) {
      answer->keys[answer->keys_size] = DIGITS;
      memcpy(answer->keys + answer->keys_size + 1, key, DIGITS);
    }
    answer->keys_size += 1 + DIGITS;
  }
}

/* Reads the key at a position of the list. */
static int key_at(const arrange_ordering_list *list, uint64_t position, uint64_t *number) {
  uint8_t buffer[1 + ARRANGE_ORDERING_LONGEST_KEY];
  uint64_t size;
  return list->keys(list, position, 1, buffer, sizeof buffer, &size) == ARRANGE_ORDERING_OK &&
         read_key(buffer + 1, buffer[0], number);
}

static int32_t fail(int32_t status, const char *reason, char *why, uint32_t why_capacity) {
  snprintf(why, why_capacity, "%s", reason);
  return status;
}

static int32_t assign_keys(const arrange_ordering_request *request, arrange_ordering_answer *answer, char *why,
                           uint32_t why_capacity) {
  const arrange_ordering_list *list = request->list;
  uint64_t gap = request->gap, count = request->count, low = 0, high = UINT64_MAX, left = 0, right = 0;
  if (count == 0 || count > ARRANGE_ORDERING_MOST_KEYS || (list != NULL && gap > list->count)) {
    return fail(ARRANGE_ORDERING_FAILED, "there is no such request", why, why_capacity);
  }
  if ((request->lower != NULL && !read_key(request->lower, request->lower_length, &low)) ||
      (request->upper != NULL && !read_key(request->upper, request->upper_length, &high)) || low >= high) {
    return fail(ARRANGE_ORDERING_BROKEN_LIST, "the neighbours are not keys in order", why, why_capacity);
  }
  /* At an end of the list a key goes one step out, and the first key of all into the middle. */
  uint64_t steps = STEP * (count + 1);
  if (request->lower == NULL && request->upper == NULL) low = UINT64_MAX / 2 - steps / 2;
  if (request->upper == NULL && high - low > steps) high = low + steps;
  if (request->lower == NULL && high - low > steps) low = high - steps;
  /* A window that is twice as large has to leave twice the distance, so that it is not needed again soon. */
  uint64_t least = 1;
  for (uint64_t size = 1; (high - low) / (left + count + right + 1) < least; size *= 2) {
    if (list == NULL || (left == gap && right == list->count - gap)) {
      if ((high - low) / (left + count + right + 1) > 0) break;
      return fail(ARRANGE_ORDERING_FAILED, "there are not enough numbers", why, why_capacity);
    }
    left = size < gap ? size : gap;
    right = size < list->count - gap ? size : list->count - gap;
    low = 0;
    high = UINT64_MAX;
    if ((left < gap && !key_at(list, gap - left - 1, &low)) ||
        (gap + right < list->count && !key_at(list, gap + right, &high)) || low >= high) {
      return fail(ARRANGE_ORDERING_BROKEN_LIST, "the list has keys that are not in order", why, why_capacity);
    }
    least = size * 1024;
  }
  uint64_t distance = (high - low) / (left + count + right + 1);
  answer->key_count = count;
  answer->keys_size = 0;
  answer->rekey_count = left + right > 0 ? 1 : 0;
  write_keys(answer, low + distance * (left + 1), distance, count);
  write_keys(answer, low + distance, distance, left);
  write_keys(answer, low + distance * (left + count + 1), distance, right);
  if (answer->keys_size > answer->keys_capacity || answer->rekey_count > answer->rekeys_capacity) {
    return ARRANGE_ORDERING_NEEDS_ROOM;
  }
  if (left + right > 0) answer->rekeys[0] = (arrange_ordering_range){gap - left, left + right};
  return ARRANGE_ORDERING_OK;
}

static int32_t validate(const uint8_t *key, uint32_t length, char *why, uint32_t why_capacity) {
  uint64_t number;
  if (read_key(key, length, &number)) return ARRANGE_ORDERING_OK;
  return fail(ARRANGE_ORDERING_INVALID_KEY, "a key has 16 hexadecimal digits", why, why_capacity);
}

static const arrange_ordering_strategy strategy = {
    .struct_size = sizeof strategy,
    .abi_major = ARRANGE_ORDERING_ABI_MAJOR,
    .abi_minor = ARRANGE_ORDERING_ABI_MINOR,
    .name = "even",
    .summary = "16 hexadecimal digits, new keys in the middle of their gaps",
    .version = 1,
    .key_form = ARRANGE_ORDERING_KEYS_STORED,
    .maximum_key_length = DIGITS,
    .assign_keys = assign_keys,
    .validate = validate,
};

const arrange_ordering_strategy *arrange_ordering_strategy_v1(void) { return &strategy; }
