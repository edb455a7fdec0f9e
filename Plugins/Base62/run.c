#include "run.h"

#include <stddef.h>
#include <string.h>

#include "arrange_ordering_strategy.h"

uint32_t base62_random_digits(int64_t bits) {
  /* A digit has 5.95 bits; the last one, which is not 0, has 5.93. */
  return (uint32_t)((bits * 10 + 58) / 59);
}

static bool is_beginning(const struct base62_key *key, const struct base62_key *of) {
  return key->length <= of->length && memcmp(key->bytes, of->bytes, key->length) == 0;
}

/* A random number below a limit. */
static uint32_t random_below(struct base62_run *run, uint32_t limit) {
  return (uint32_t)((arrange_ordering_random(&run->random_state) >> 32) * limit >> 32);
}

/* The key between two others, with its random digits. */
static bool make_key(struct base62_run *run, const struct base62_key *a, const struct base62_key *b,
                     struct base62_key *key) {
  if (!base62_between(a, b, key)) return false;
  if (run->random_digits > 0) {
    /* More digits do not change the order, unless the upper key begins with the new one. */
    while (b != NULL && is_beginning(key, b)) {
      struct base62_key upper = *key;
      if (!base62_between(a, &upper, key)) return false;
    }
    if (key->length + run->random_digits > BASE62_WORKING_LENGTH) return false;
    for (uint32_t digit = run->random_digits; digit > 1; digit--) {
      key->bytes[key->length++] = base62_digit(random_below(run, 62));
    }
    key->bytes[key->length++] = base62_digit(1 + random_below(run, 61));
  }
  if (key->length > run->longest_made) run->longest_made = key->length;
  return key->length <= run->longest;
}

static void write_key(struct base62_run *run, const struct base62_key *key) {
  run->size += key->length + 1;
  if (run->size > run->capacity) return;
  uint8_t *place = run->bytes + run->size - key->length - 1;
  place[0] = (uint8_t)key->length;
  memcpy(place + 1, key->bytes, key->length);
}

bool base62_add(struct base62_run *run, const struct base62_key *key) {
  if (key->length > run->longest_made) run->longest_made = key->length;
  write_key(run, key);
  return key->length <= run->longest;
}

/* Reverses everything written since then. */
static void reverse_from(struct base62_run *run, uint64_t start) {
  if (run->size > run->capacity) return;
  for (uint64_t low = start, high = run->size; low + 1 < high;) {
    uint8_t byte = run->bytes[low];
    run->bytes[low++] = run->bytes[--high];
    run->bytes[high] = byte;
  }
}

static bool ascend(struct base62_run *run, const struct base62_key *a, uint64_t count) {
  struct base62_key keys[2];
  for (uint64_t index = 0; index < count; index++) {
    struct base62_key *key = &keys[index % 2];
    if (!make_key(run, a, NULL, key)) return false;
    write_key(run, key);
    a = key;
  }
  return true;
}

/* Descending keys are made from last to first. Each is written backwards, and then everything is reversed. */
static bool descend(struct base62_run *run, const struct base62_key *b, uint64_t count) {
  struct base62_key keys[2];
  uint64_t start = run->size;
  for (uint64_t index = 0; index < count; index++) {
    struct base62_key *key = &keys[index % 2];
    if (!make_key(run, NULL, b, key)) return false;
    uint64_t key_start = run->size;
    write_key(run, key);
    reverse_from(run, key_start);
    b = key;
  }
  reverse_from(run, start);
  return true;
}

bool base62_add_run(struct base62_run *run, const struct base62_key *a, const struct base62_key *b, uint64_t count) {
  if (count == 0) return true;
  if (b == NULL) return ascend(run, a, count);
  if (a == NULL) return descend(run, b, count);
  struct base62_key middle;
  uint64_t below = count / 2;
  if (!make_key(run, a, b, &middle)) return false;
  if (!base62_add_run(run, a, &middle, below)) return false;
  write_key(run, &middle);
  return base62_add_run(run, &middle, b, count - below - 1);
}
