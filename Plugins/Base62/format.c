#include "format.h"

#include <stddef.h>
#include <string.h>

enum {
  BASE = 62,
  /* The length of the longest integer parts, those that begin with A and z. */
  LONGEST_INTEGER = 27,
};

uint8_t base62_digit(uint32_t value) {
  static const uint8_t digits[BASE + 1] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return digits[value];
}

/* The value of a digit; BASE for other characters. */
static inline uint32_t value_of(uint8_t digit) {
  if (digit >= 'a' && digit <= 'z') return digit - 'a' + 36u;
  if (digit >= 'A' && digit <= 'Z') return digit - 'A' + 10u;
  if (digit >= '0' && digit <= '9') return digit - '0';
  return BASE;
}

/* The length of the integer part that begins with a character; 0 if none does. */
static inline uint32_t integer_length(uint8_t head) {
  if (head >= 'a' && head <= 'z') return head - 'a' + 2u;
  if (head >= 'A' && head <= 'Z') return 'Z' - head + 2u;
  return 0;
}

/* Whether the integer part is the smallest of all. */
static bool is_smallest(const uint8_t *integer) {
  if (integer[0] != 'A') return false;
  for (uint32_t place = 1; place < LONGEST_INTEGER; place++) {
    if (integer[place] != '0') return false;
  }
  return true;
}

const char *base62_fault(const uint8_t *bytes, uint32_t length) {
  if (length == 0) return "a key is not empty";
  if (length > BASE62_LONGEST_KEY) return "a key has at most 64 characters";
  uint32_t whole = integer_length(bytes[0]);
  if (whole == 0) return "a key begins with a letter";
  if (length < whole) return "the integer part is shorter than its first letter says";
  for (uint32_t place = 1; place < length; place++) {
    if (value_of(bytes[place]) == BASE) return "there is a character that is none of 0-9, A-Z and a-z";
  }
  if (length > whole) return bytes[length - 1] == '0' ? "the fraction ends in 0" : NULL;
  return is_smallest(bytes) ? "the smallest integer part needs a fraction" : NULL;
}

static bool precedes(const uint8_t *a, uint32_t a_length, const uint8_t *b, uint32_t b_length) {
  int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
  return order < 0 || (order == 0 && a_length < b_length);
}

bool base62_precedes(const struct base62_key *a, const struct base62_key *b) {
  return precedes(a->bytes, a->length, b->bytes, b->length);
}

static bool append(struct base62_key *key, uint8_t digit) {
  if (key->length == BASE62_WORKING_LENGTH) return false;
  key->bytes[key->length++] = digit;
  return true;
}

static void take_integer(struct base62_key *key, const struct base62_key *other) {
  key->length = integer_length(other->bytes[0]);
  memcpy(key->bytes, other->bytes, key->length);
}

/* Makes an integer part greater by one; false if it is the greatest. */
static bool increment(struct base62_key *integer) {
  for (uint32_t place = integer->length - 1; place > 0; place--) {
    uint32_t value = value_of(integer->bytes[place]) + 1;
    if (value < BASE) {
      integer->bytes[place] = base62_digit(value);
      return true;
    }
    integer->bytes[place] = '0';
  }
  uint8_t head = integer->bytes[0];
  if (head == 'z') return false;
  integer->bytes[0] = head == 'Z' ? 'a' : head + 1;
  if (head >= 'a') return append(integer, '0');
  if (head != 'Z') integer->length--;
  return true;
}

/* Makes an integer part smaller by one; false if it is the smallest. */
static bool decrement(struct base62_key *integer) {
  for (uint32_t place = integer->length - 1; place > 0; place--) {
    uint32_t value = value_of(integer->bytes[place]);
    if (value > 0) {
      integer->bytes[place] = base62_digit(value - 1);
      return true;
    }
    integer->bytes[place] = 'z';
  }
  uint8_t head = integer->bytes[0];
  if (head == 'A') return false;
  integer->bytes[0] = head == 'a' ? 'Z' : head - 1;
  if (head <= 'Z') return append(integer, 'z');
  if (head != 'a') integer->length--;
  return true;
}

/* Digits for comparisons: the fraction of a key, or the rest of it. */
struct digits {
  const uint8_t *bytes;
  uint32_t length;
};

static struct digits fraction(const struct base62_key *key) {
  uint32_t whole = integer_length(key->bytes[0]);
  return (struct digits){key->bytes + whole, key->length - whole};
}

static void drop_first(struct digits *digits) {
  if (digits->length == 0) return;
  digits->bytes++;
  digits->length--;
}

/* Appends the shortest fraction next to the middle of two; without an upper one the bound is 1. */
static bool append_middle(struct base62_key *key, struct digits low, struct digits high, bool has_high) {
  /* The common prefix is part of the middle, too; the lower one is padded with zeros. */
  while (has_high && high.length > 0 && (low.length > 0 ? low.bytes[0] : '0') == high.bytes[0]) {
    if (!append(key, high.bytes[0])) return false;
    drop_first(&low);
    drop_first(&high);
  }
  while (true) {
    uint32_t from = low.length > 0 ? value_of(low.bytes[0]) : 0;
    uint32_t to = has_high && high.length > 0 ? value_of(high.bytes[0]) : BASE;
    if (to - from > 1) return append(key, base62_digit((from + to + 1) / 2));
    if (has_high && high.length > 1) return append(key, high.bytes[0]);
    if (!append(key, base62_digit(from))) return false;
    drop_first(&low);
    has_high = false;
  }
}

static const struct digits no_digits = {NULL, 0};

/* The key before another. */
static bool before(const struct base62_key *b, struct base62_key *key) {
  take_integer(key, b);
  struct digits high = fraction(b);
  if (is_smallest(key->bytes)) return append_middle(key, no_digits, high, true);
  if (high.length > 0) return true;
  if (!decrement(key)) return false;
  return !is_smallest(key->bytes) || append_middle(key, no_digits, no_digits, false);
}

/* The key after another. */
static bool after(const struct base62_key *a, struct base62_key *key) {
  take_integer(key, a);
  if (increment(key)) return true;
  take_integer(key, a);
  return append_middle(key, fraction(a), no_digits, false);
}

bool base62_between(const struct base62_key *a, const struct base62_key *b, struct base62_key *key) {
  if (a == NULL && b == NULL) {
    *key = (struct base62_key){2, "a0"};
    return true;
  }
  if (a == NULL) return before(b, key);
  if (b == NULL) return after(a, key);
  take_integer(key, a);
  uint32_t whole = key->length;
  if (b->length >= whole && memcmp(b->bytes, key->bytes, whole) == 0) {
    return append_middle(key, fraction(a), fraction(b), true);
  }
  if (increment(key) && base62_precedes(key, b)) return true;
  take_integer(key, a);
  return append_middle(key, fraction(a), no_digits, false);
}
