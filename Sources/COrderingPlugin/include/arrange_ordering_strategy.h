/*
 * The C interface of loadable ordering strategies, version 1.0.
 *
 * A strategy gives the elements of a list *keys*: 1 to 255 bytes that compare, byte by byte as unsigned numbers, in
 * the order of the list; a key that is a prefix of another comes first. A shared library with a strategy exports
 * one function, arrange_ordering_strategy_v1, which returns a table that never changes.
 *
 * Rules
 *
 *   Memory     All arguments of a function belong to the caller and are valid until the function returns.
 *              Everything that the table points to lives as long as the process. Neither side frees memory of the other.
 *   Buffers    Functions write into buffers of the caller, never beyond their capacity. If a buffer is too small,
 *              they store the required sizes, return ARRANGE_ORDERING_NEEDS_ROOM and are called again with buffers
 *              of these sizes. Other output of the failed call is ignored. A NULL buffer has the capacity 0.
 *   Threads    All functions may be called from several threads at once. They keep no state between calls: the same
 *              request always has the same answer, in every process.
 *   Randomness All of it comes from the seed of the request.
 *   Errors     Functions return a status. They don't exit, abort, throw across the interface, write to standard output
 *              or standard error, or wait for anything. A request that breaks the rules below gets an error.
 *   Versions   The first field of every structure that can grow is its size in bytes. A field may be read or written
 *              only if it lies within that size. New fields come at the end and raise the minor version, which stays
 *              compatible; anything else raises the major version and the number in the name of the function.
 */
#ifndef ARRANGE_ORDERING_STRATEGY_H
#define ARRANGE_ORDERING_STRATEGY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface, for the table. */
#define ARRANGE_ORDERING_ABI_MAJOR 1
#define ARRANGE_ORDERING_ABI_MINOR 0

/* The longest key, in bytes, that any strategy may make. */
#define ARRANGE_ORDERING_LONGEST_KEY 255

/* The maximum number of keys in one request. */
#define ARRANGE_ORDERING_MOST_KEYS 16777216

/* The longest text of a key, in bytes. */
#define ARRANGE_ORDERING_LONGEST_TEXT 1024

/* The maximum number of parameters of a strategy. */
#define ARRANGE_ORDERING_MOST_PARAMETERS 16

/* The status that functions return. */
enum {
  ARRANGE_ORDERING_OK = 0,
  /* A key or a text is not one that the strategy makes. */
  ARRANGE_ORDERING_INVALID_KEY = 1,
  /* The keys of the list do not ascend, or are not the strategy's. */
  ARRANGE_ORDERING_BROKEN_LIST = 2,
  /* The request can't be answered: it breaks the rules, or there is no list and the gap has no free key. */
  ARRANGE_ORDERING_FAILED = 3,
  /* A buffer is too small; the sizes tell how much is needed. */
  ARRANGE_ORDERING_NEEDS_ROOM = 4
};

/* How keys are kept. There is one way in version 1: they are stored with the elements. */
enum { ARRANGE_ORDERING_KEYS_STORED = 0 };

/*
 * Several keys in one buffer: for each key one byte with its length, 1 to 255, and then its bytes; nothing in between
 * and nothing after. This is the form of keys wherever there can be more than one.
 */

/* The list for which keys are requested, before the new elements are inserted. */
typedef struct arrange_ordering_list {
  uint32_t struct_size;
  uint32_t reserved;
  /* The number of elements. */
  uint64_t count;
  /* For the caller's use. */
  void *context;
  /*
   * Writes the keys of the elements from `start` on, `count` of them, into a buffer, and their size in bytes to
   * `size`. 256 bytes are enough for one key. Positions outside the list return ARRANGE_ORDERING_FAILED.
   * Costs O(log n + count), so reading the few keys around a gap is cheap.
   */
  int32_t (*keys)(const struct arrange_ordering_list *list, uint64_t start, uint64_t count, uint8_t *buffer,
                  uint64_t capacity, uint64_t *size);
} arrange_ordering_list;

/* The request: `count` keys in the gap before the element that is now at position `gap`. */
typedef struct arrange_ordering_request {
  uint32_t struct_size;
  uint32_t reserved;
  /* The number of keys: 1 to ARRANGE_ORDERING_MOST_KEYS. */
  uint64_t count;
  /* The position that the first new element will have: 0 to list->count. */
  uint64_t gap;
  /* The key before the gap; NULL if the gap is at the start. */
  const uint8_t *lower;
  /* The key after the gap, which is greater than `lower`; NULL if the gap is at the end. */
  const uint8_t *upper;
  uint32_t lower_length;
  uint32_t upper_length;
  /* The source of all randomness; see arrange_ordering_random. */
  uint64_t seed;
  /* The values of the parameters, in the order of the table, each within its range. */
  const int64_t *parameters;
  /*
   * The list. NULL if there is none, such as for an offline client: then the answer has no rekeys, and
   * if the gap has no free key it is ARRANGE_ORDERING_FAILED. With a list no request may be refused.
   */
  const arrange_ordering_list *list;
} arrange_ordering_request;

/* Elements, by their positions in the list before the new elements are inserted. */
typedef struct arrange_ordering_range {
  uint64_t start;
  uint64_t count;
} arrange_ordering_range;

/*
 * The answer: keys for the new elements and, if the gap is too small, new keys for elements that do not move
 * (*rekeys*). With the rekeys and the new keys applied, the keys of the whole list ascend.
 */
typedef struct arrange_ordering_answer {
  uint32_t struct_size;
  uint32_t reserved;
  /* Receives the new keys, ascending, followed by the keys of each range of rekeys. */
  uint8_t *keys;
  uint64_t keys_capacity;
  /* Receives the ranges that get new keys: not empty, ascending, not overlapping. */
  arrange_ordering_range *rekeys;
  uint64_t rekeys_capacity;
  /* To be set: the number of new keys, as requested. */
  uint64_t key_count;
  /* To be set: the size of all keys in bytes; with ARRANGE_ORDERING_NEEDS_ROOM the bytes needed. */
  uint64_t keys_size;
  /* To be set: the number of ranges; with ARRANGE_ORDERING_NEEDS_ROOM the number needed. */
  uint64_t rekey_count;
} arrange_ordering_answer;

/* A numeric parameter of the strategy. It changes which keys are chosen, not which are valid. */
typedef struct arrange_ordering_parameter {
  /* a-z, 0-9 and -, a letter first, at most 32 bytes. */
  const char *name;
  /* One sentence to help users choose. */
  const char *summary;
  int64_t minimum;
  int64_t maximum;
  /* The default value. */
  int64_t standard;
} arrange_ordering_parameter;

/* The table of a strategy. */
typedef struct arrange_ordering_strategy {
  /* sizeof(arrange_ordering_strategy) */
  uint32_t struct_size;
  /* ARRANGE_ORDERING_ABI_MAJOR and ARRANGE_ORDERING_ABI_MINOR */
  uint16_t abi_major;
  uint16_t abi_minor;
  /* The name by which collections choose the strategy: a-z, 0-9 and -, a letter first, at most 32 bytes. */
  const char *name;
  /* One sentence to help users choose, at most 256 bytes. */
  const char *summary;
  /* The version of the key format, 1 or more, stored with every list. Another format needs another version. */
  uint32_t version;
  /* ARRANGE_ORDERING_KEYS_STORED */
  uint32_t key_form;
  /* The longest key that the strategy makes, 1 to ARRANGE_ORDERING_LONGEST_KEY. */
  uint32_t maximum_key_length;
  /* At most ARRANGE_ORDERING_MOST_PARAMETERS. */
  uint32_t parameter_count;
  const arrange_ordering_parameter *parameters;

  /*
   * Answers a request for keys. Called for each insert and each move, so it should take less than a microsecond.
   *
   * Here and below, `why` receives the reason of an error: UTF-8 with a terminating zero byte, which counts.
   * `why_capacity` may be 0. Truncate a text that is too long; writing a text is optional.
   */
  int32_t (*assign_keys)(const arrange_ordering_request *request, arrange_ordering_answer *answer, char *why,
                         uint32_t why_capacity);

  /*
   * Tells whether bytes are a key that the strategy makes, in its canonical form: ARRANGE_ORDERING_OK or
   * ARRANGE_ORDERING_INVALID_KEY. Keys come from outside, so expect any bytes, 0 to 255 of them.
   */
  int32_t (*validate)(const uint8_t *key, uint32_t length, char *why, uint32_t why_capacity);

  /*
   * Writes the readable text of a key, in UTF-8 without a terminating zero byte, and its size in bytes to `size`.
   * NULL, together with `parse`, if the keys are themselves printable ASCII.
   */
  int32_t (*text)(const uint8_t *key, uint32_t length, char *text, uint32_t capacity, uint32_t *size);

  /*
   * Writes the key of a text, and its length to `size`: the inverse of `text`, and strict. Texts come from
   * outside, 0 to ARRANGE_ORDERING_LONGEST_TEXT bytes.
   */
  int32_t (*parse)(const char *text, uint32_t length, uint8_t *key, uint32_t capacity, uint32_t *size, char *why,
                   uint32_t why_capacity);
} arrange_ordering_strategy;

/* The function that a library exports: it always returns the same table. */
#if defined(_WIN32)
__declspec(dllexport)
#elif defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const arrange_ordering_strategy *arrange_ordering_strategy_v1(void);

/*
 * The next random number of a sequence that begins with the seed of a request. A strategy may use another generator.
 *
 *     uint64_t state = request->seed;
 *     uint64_t number = arrange_ordering_random(&state);
 *
 * Algorithm: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
 */
static inline uint64_t arrange_ordering_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

#ifdef __cplusplus
}
#endif

#endif
