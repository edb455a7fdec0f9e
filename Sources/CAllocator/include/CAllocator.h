#ifndef ARRANGE_C_ALLOCATOR_H
#define ARRANGE_C_ALLOCATOR_H

/// The version of jemalloc, which allocates all memory of a program that this is linked to.
///
/// A commit is a few dozen small objects that one thread makes and another one lets go. The allocator of glibc takes a
/// third of the event loop's time for them where thousands of commits are under way; this one a tenth.
const char *allocator_version(void);

#endif
