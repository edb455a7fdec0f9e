/* Many keys in one gap, written one after the other. */
#ifndef BASE62_RUN_H
#define BASE62_RUN_H

#include "format.h"

/* The request, and the destination of its keys. */
struct base62_run {
  /* Receives the keys, each preceded by its length. Writing stops at the first key that does not fit. */
  uint8_t *bytes;
  uint64_t capacity;
  /* The size of all keys in bytes, including those that did not fit. */
  uint64_t size;
  /* The maximum length of a key; a run ends with the first that is longer. */
  uint32_t longest;
  /* The longest key so far. */
  uint32_t longest_made;
  /* The random digits that the keys end in; 0 for none. */
  uint32_t random_digits;
  uint64_t random_state;
};

/* The number of random digits for the given number of bits. */
uint32_t base62_random_digits(int64_t bits);

/*
 * Adds `count` keys between two others, each of which may be NULL: those that every client of the format makes, if
 * there are no random digits. At an end they are whole numbers, elsewhere they halve the gap.
 *
 * False if there is none, or one is too long.
 */
bool base62_add_run(struct base62_run *run, const struct base62_key *a, const struct base62_key *b, uint64_t count);

/* Adds one key. False if it is too long. */
bool base62_add(struct base62_run *run, const struct base62_key *key);

#endif
