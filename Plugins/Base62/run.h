/* Many keys in one gap, written one behind the other. */
#ifndef BASE62_RUN_H
#define BASE62_RUN_H

#include "format.h"

/* What is wanted, and where it goes. */
struct base62_run {
  /* Takes the keys, each behind its length. Nothing is written any more once one does not fit. */
  uint8_t *bytes;
  uint64_t capacity;
  /* The bytes of all keys, also of those that did not fit. */
  uint64_t size;
  /* The longest key that is taken; a run ends with the first that is longer. */
  uint32_t longest;
  /* The longest key so far. */
  uint32_t longest_made;
  /* The random digits that the keys end in; 0 for none. */
  uint32_t random_digits;
  uint64_t random_state;
};

/* The number of random digits that hold so many bits. */
uint32_t base62_random_digits(int64_t bits);

/*
 * Adds `count` keys between two others, of which each may be NULL: those that every client of the format makes, where
 * there are no random digits. At an end they are whole numbers, elsewhere they halve the gap.
 *
 * False if there is none, or one is too long.
 */
bool base62_add_run(struct base62_run *run, const struct base62_key *a, const struct base62_key *b, uint64_t count);

/* Adds one key. False if it is too long. */
bool base62_add(struct base62_run *run, const struct base62_key *key);

#endif
