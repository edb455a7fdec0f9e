/*
 * A library with one fault, which the macro FAULT names. Without it, it is the example of the guide.
 */
#include <stdlib.h>

#define arrange_ordering_strategy_v1 example_strategy
#include "../../../Examples/strategy/even.c"
#undef arrange_ordering_strategy_v1

enum fault {
  none,
  out_of_order,
  same_as_neighbour,
  too_few,
  too_many,
  unknown_status,
  refuses,
  refuses_single,
  too_long,
  longer_than_all,
  moody,
  growing,
  expensive,
  overrun,
  overrun_reason,
  ignores_room,
  wrong_need,
  needs_exact_room,
  fills_room,
  other_keys_with_room,
  claims_too_much,
  needs_too_much,
  rekeys_outside,
  rekeys_overlapping,
  rekeys_nothing,
  rekeys_descending,
  prints,
  prints_errors,
  garbage,
  crash,
  crash_on_load,
  crash_on_odd_keys,
  endless,
  exits,
  exits_at_once,
  eats_memory,
  takes_reversed,
  takes_no_keys,
  takes_any_key,
  refuses_own_keys,
  other_abi,
  small_struct,
  bad_name,
  taken_name,
  no_table,
  other_table,
  no_validate,
  one_of_text,
  rank_keys,
  bad_parameter,
};

static int32_t answer_with(arrange_ordering_answer *answer, const uint8_t *keys, uint64_t size, uint64_t count) {
  answer->key_count = count;
  answer->keys_size = size;
  answer->rekey_count = 0;
  if (size > answer->keys_capacity) return ARRANGE_ORDERING_NEEDS_ROOM;
  memcpy(answer->keys, keys, size);
  return ARRANGE_ORDERING_OK;
}

/* One key that is wrong by itself. */
static int32_t long_key(arrange_ordering_answer *answer, uint8_t length) {
  uint8_t key[256];
  memset(key, '8', sizeof key);
  key[0] = length;
  return answer_with(answer, key, length + 1u, 1);
}

/* Keys that get longer by one character with each insert, wherever it is. */
static int32_t grow(const arrange_ordering_request *request, arrange_ordering_answer *answer) {
  const uint8_t *base = request->lower;
  uint64_t length = request->lower_length;
  if (request->count == 0 || request->lower_length > 200 || request->upper_length > 200) {
    return ARRANGE_ORDERING_FAILED;
  }
  int is_below_upper = request->upper != NULL && (length == 0 || memcmp(request->upper, base, length) == 0);
  if (is_below_upper) {
    base = request->upper;
    length = request->upper_length;
  }
  if (length + request->count > 250) return fail(ARRANGE_ORDERING_FAILED, "too long", NULL, 0);
  answer->key_count = request->count;
  answer->keys_size = 0;
  answer->rekey_count = 0;
  for (uint64_t index = 1; index <= request->count; index++) {
    uint64_t start = answer->keys_size;
    answer->keys_size += 1 + length + index;
    if (answer->keys_size > answer->keys_capacity) continue;
    uint8_t *key = answer->keys + start;
    key[0] = (uint8_t)(length + index);
    memset(key + 1, '8', length + index);
    if (length > 0) memcpy(key + 1, base, length);
    if (is_below_upper) key[length]--;
  }
  return answer->keys_size > answer->keys_capacity ? ARRANGE_ORDERING_NEEDS_ROOM : ARRANGE_ORDERING_OK;
}

static int32_t respread(const arrange_ordering_request *request, arrange_ordering_answer *answer) {
  if (request->list == NULL || request->count == 0 || request->count > ARRANGE_ORDERING_MOST_KEYS) {
    return ARRANGE_ORDERING_FAILED;
  }
  uint64_t size = request->list->count + request->count;
  uint64_t distance = UINT64_MAX / (size + 2);
  answer->key_count = request->count;
  answer->keys_size = 0;
  answer->rekey_count = request->list->count > 0 ? 1 : 0;
  write_keys(answer, distance * (request->gap + 1), distance, request->count);
  write_keys(answer, distance, distance, request->gap);
  write_keys(answer, distance * (request->gap + request->count + 1), distance, request->list->count - request->gap);
  if (answer->keys_size > answer->keys_capacity || answer->rekey_count > answer->rekeys_capacity) {
    return ARRANGE_ORDERING_NEEDS_ROOM;
  }
  if (answer->rekey_count > 0) answer->rekeys[0] = (arrange_ordering_range){0, request->list->count};
  return ARRANGE_ORDERING_OK;
}

/* Adds rekeys that are wrong. */
static int32_t rekey(arrange_ordering_answer *answer, uint64_t ranges, uint64_t start, uint64_t count) {
  answer->rekey_count = ranges;
  write_keys(answer, 1, 1, ranges * count);
  if (answer->keys_size > answer->keys_capacity || ranges > answer->rekeys_capacity) {
    return ARRANGE_ORDERING_NEEDS_ROOM;
  }
  for (uint64_t range = 0; range < ranges; range++) {
    answer->rekeys[range] = (arrange_ordering_range){start, count};
  }
  return ARRANGE_ORDERING_OK;
}

static volatile int calls;

static int32_t faulty_assign(const arrange_ordering_request *request, arrange_ordering_answer *answer, char *why,
                             uint32_t why_capacity) {
  arrange_ordering_request changed = *request;
  calls++;
  switch (FAULT) {
    case unknown_status: return 77;
    case refuses: return fail(ARRANGE_ORDERING_FAILED, "not today", why, why_capacity);
    case refuses_single:
      if (request->count == 1 && request->lower != NULL) {
        return fail(ARRANGE_ORDERING_FAILED, "not today", why, why_capacity);
      }
      break;
    case too_long: return request->count == 1 ? long_key(answer, DIGITS + 1) : ARRANGE_ORDERING_FAILED;
    case longer_than_all: return request->count == 1 ? long_key(answer, 0) : ARRANGE_ORDERING_FAILED;
    case growing: return grow(request, answer);
    case expensive: return respread(request, answer);
    case crash: abort();
    case endless:
      for (;;) calls++;
    case exits: exit(0);
    case exits_at_once: _Exit(0);
    case prints: printf("keys for %llu\n", (unsigned long long)request->count); break;
    case prints_errors: fprintf(stderr, "keys for %llu\n", (unsigned long long)request->count); break;
    case eats_memory:
      for (;;) *(volatile char *)memset(malloc(1 << 24), 1, 1 << 24) = 2;
    case needs_too_much:
      answer->keys_size = UINT64_MAX / 2;
      return ARRANGE_ORDERING_NEEDS_ROOM;
    case overrun_reason:
      if (why != NULL) memset(why, 'x', why_capacity + 1);
      break;
    case takes_reversed:
      if (request->lower != NULL && request->upper != NULL &&
          memcmp(request->lower, request->upper, DIGITS) >= 0) {
        changed.upper = NULL;
        changed.list = NULL;
      }
      break;
    case too_few:
      if (request->count > 1) changed.count--;
      break;
    case too_many: changed.count++; break;
    case takes_no_keys:
      if (request->count == 0) return answer_with(answer, (const uint8_t *)"", 0, 0);
      break;
    default: break;
  }
  int32_t status = assign_keys(&changed, answer, why, why_capacity);
  if (status != ARRANGE_ORDERING_OK && status != ARRANGE_ORDERING_NEEDS_ROOM) return status;
  int is_ok = status == ARRANGE_ORDERING_OK;
  switch (FAULT) {
    case out_of_order:
      if (is_ok && answer->key_count > 1) {
        uint8_t key[DIGITS];
        memcpy(key, answer->keys + 1, DIGITS);
        memcpy(answer->keys + 1, answer->keys + 2 + DIGITS, DIGITS);
        memcpy(answer->keys + 2 + DIGITS, key, DIGITS);
      }
      break;
    case same_as_neighbour:
      if (is_ok && request->lower != NULL) memcpy(answer->keys + 1, request->lower, DIGITS);
      break;
    case moody:
      if (is_ok && request->count == 1 && answer->rekey_count == 0 && calls / 8 % 2 == 0) {
        answer->keys[DIGITS] = answer->keys[DIGITS] == '1' ? '2' : '1';
      }
      break;
    case overrun:
      if (is_ok) answer->keys[answer->keys_capacity] = 0;
      break;
    case ignores_room: return ARRANGE_ORDERING_OK;
    case wrong_need:
      if (!is_ok) answer->keys_size += 5;
      break;
    case needs_exact_room:
      if (is_ok && answer->keys_capacity != answer->keys_size) return ARRANGE_ORDERING_NEEDS_ROOM;
      break;
    case fills_room:
      if (is_ok) answer->keys_size = answer->keys_capacity;
      break;
    case other_keys_with_room:
      if (is_ok && answer->keys_capacity > answer->keys_size && answer->rekey_count == 0 && request->count == 1) {
        answer->keys[DIGITS] = answer->keys[DIGITS] == '1' ? '2' : '1';
      }
      break;
    case rekeys_descending:
      if (request->list != NULL && answer->rekey_count == 0 && request->list->count > 1) {
        uint64_t first, second;
        key_at(request->list, 0, &first);
        key_at(request->list, 1, &second);
        answer->rekey_count = 2;
        write_keys(answer, second, 0, 1);
        write_keys(answer, first, 0, 1);
        if (answer->keys_size > answer->keys_capacity || answer->rekeys_capacity < 2) return ARRANGE_ORDERING_NEEDS_ROOM;
        answer->rekeys[0] = (arrange_ordering_range){1, 1};
        answer->rekeys[1] = (arrange_ordering_range){0, 1};
      }
      break;
    case claims_too_much:
      if (is_ok) answer->keys_size = answer->keys_capacity + 1;
      break;
    case rekeys_outside:
      if (request->list != NULL && answer->rekey_count == 0) {
        return rekey(answer, 1, request->list->count, 1);
      }
      break;
    case rekeys_overlapping:
      if (request->list != NULL && answer->rekey_count == 0 && request->list->count > 0) {
        return rekey(answer, 2, 0, 1);
      }
      break;
    case rekeys_nothing:
      if (request->list != NULL && answer->rekey_count == 0) return rekey(answer, 1, 0, 0);
      break;
    case garbage:
      if (is_ok) memset(answer->keys, 0xFF, answer->keys_size);
      break;
    default: break;
  }
  return status;
}

static int32_t faulty_validate(const uint8_t *key, uint32_t length, char *why, uint32_t why_capacity) {
  switch (FAULT) {
    case takes_any_key: return ARRANGE_ORDERING_OK;
    case refuses_own_keys: return ARRANGE_ORDERING_INVALID_KEY;
    case growing: return length > 0 && length <= 200 ? ARRANGE_ORDERING_OK : ARRANGE_ORDERING_INVALID_KEY;
    case crash_on_odd_keys:
      if (length > 200) abort();
      break;
    case overrun_reason:
      if (length != DIGITS && why != NULL) memset(why, 'x', why_capacity + 1);
      return length == DIGITS ? ARRANGE_ORDERING_OK : ARRANGE_ORDERING_INVALID_KEY;
    default: break;
  }
  return validate(key, length, why, why_capacity);
}

static int32_t no_text(const uint8_t *key, uint32_t length, char *text, uint32_t capacity, uint32_t *size) {
  (void)key, (void)length, (void)text, (void)capacity, (void)size;
  return ARRANGE_ORDERING_FAILED;
}

static arrange_ordering_strategy faulty;

const arrange_ordering_strategy *arrange_ordering_strategy_v1(void);

const arrange_ordering_strategy *arrange_ordering_strategy_v1(void) {
  static const arrange_ordering_parameter upside_down = {"size", "how large", 3, 2, 1};
  static arrange_ordering_strategy tables[2];
  static int table;
  faulty = strategy;
  faulty.name = "faulty";
  faulty.assign_keys = faulty_assign;
  faulty.validate = faulty_validate;
  switch (FAULT) {
    case growing: faulty.maximum_key_length = 200; break;
    case other_abi: faulty.abi_major = 2; break;
    case small_struct: faulty.struct_size = 40; break;
    case bad_name: faulty.name = "Not A Name"; break;
    case taken_name: faulty.name = "lexorank"; break;
    case no_table: return NULL;
    case other_table:
      tables[0] = tables[1] = faulty;
      return &tables[table++ % 2];
    case no_validate: faulty.validate = NULL; break;
    case one_of_text: faulty.text = no_text; break;
    case rank_keys: faulty.key_form = 1; break;
    case bad_parameter:
      faulty.parameters = &upside_down;
      faulty.parameter_count = 1;
      break;
    case crash_on_load: abort();
    default: break;
  }
  return &faulty;
}
