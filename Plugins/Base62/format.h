/*
 * The key format of the widely used base-62 fractional indexes of web clients, and the keys between two others in it.
 *
 * A key is an integer part and a fraction, both in the digits 0-9, A-Z, a-z, which ascend as bytes. The first character
 * of the integer part determines its length: a to z for 2 to 27 characters, Z to A for 2 to 27 characters of numbers
 * before a0. The fraction does not end in 0. The smallest integer part of all can't stand alone.
 */
#ifndef BASE62_FORMAT_H
#define BASE62_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum {
  /* The longest key, in characters. */
  BASE62_LONGEST_KEY = 64,
  /* The longest key in intermediate results. */
  BASE62_WORKING_LENGTH = 128,
};

/* A key, or a buffer for one. */
struct base62_key {
  uint32_t length;
  uint8_t bytes[BASE62_WORKING_LENGTH];
};

/* The digit of a value, 0 to 61. */
uint8_t base62_digit(uint32_t value);

/* The fault of the bytes of a key, as a sentence; NULL if there is none. */
const char *base62_fault(const uint8_t *bytes, uint32_t length);

/* Whether a key comes before another. */
bool base62_precedes(const struct base62_key *a, const struct base62_key *b);

/*
 * The key between two keys, each of which may be NULL: the one that every client of the format makes.
 *
 * False if it would be longer than BASE62_WORKING_LENGTH, or if there is no greater or no smaller key.
 * The keys must have no fault, and the first must precede the second.
 */
bool base62_between(const struct base62_key *a, const struct base62_key *b, struct base62_key *key);

#endif
