// A disk that fails, to be loaded into a process before its other libraries (LD_PRELOAD).
//
// It stands between the process and the C library, and looks only at files in one directory: it counts the
// operations there, makes one of them fail, or writes all of them down. Everything is said in the environment:
//
//   FAULTS_DIRECTORY  the directory, as the process names it; without it nothing is done
//   FAULTS_LOG        a file elsewhere, to which is appended what happened
//   FAULTS_RECORD     1: the log is binary and holds every change; see struct record. Otherwise it is text,
//                     one line for each operation: class, name of the file; and "FAULT" before it where it failed
//   FAULTS_CLASS      which operations are counted: read, write, sync, open, truncate, unlink, rename or mkdir
//   FAULTS_POINT      the number of the operation that fails, counted from 1; 0: none
//   FAULTS_ERROR      EIO, ENOSPC or EMFILE; or SHORT: half of the bytes are written or read
//   FAULTS_LASTING    1: it goes on like that. After EIO everything fails; after ENOSPC and SHORT every write
//                     and everything that makes a file fails with ENOSPC; after EMFILE nothing can be opened
//   FAULTS_SYNC_DELAY how many microseconds a flush takes at least
//
// A process that records is killed by SIGUSR2, between two operations, and ends by itself only between two. SIGKILL may
// come between a change and its record, or in the middle of the record, which the kernel then cuts off.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define MOST_DESCRIPTORS 65536
#define LONGEST_NAME 1024

enum class { READ, WRITE, SYNC, OPEN, TRUNCATE, UNLINK, RENAME, MKDIR, CLASSES };

static const char *const class_names[CLASSES] = {"read",     "write",  "sync",   "open",
                                                 "truncate", "unlink", "rename", "mkdir"};

// One change in a recording; `length` bytes follow: what was written, or the name of the file, or both names
// of a rename with a NUL between.
struct record {
  uint32_t kind;      // a class; or START, CLOSE, FAULT
  int32_t descriptor; // -1 where there is none
  uint64_t begin;     // CLOCK_MONOTONIC in nanoseconds
  uint64_t end;
  uint64_t offset;    // write: where; truncate: the new length; open: 1 where the file was made
  uint64_t length;
};

enum { START = 100, CLOSE = 101, FAULT = 102 };

static char directory[LONGEST_NAME];
static size_t directory_length;
static int log_descriptor = -1;
static int recording;
static int failing_class = -1;
static long failing_point;
static int failing_error;
static int is_short;
static int is_lasting;
static long sync_delay;
static atomic_long counts[CLASSES];
static atomic_int has_failed;
static char *names[MOST_DESCRIPTORS];
// Who ends the process has it and may still use files.
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))next(#name)

static void *next(const char *name) {
  void *result = dlsym(RTLD_NEXT, name);
  if (!result) abort();
  return result;
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int is_ours(const char *path) {
  return directory_length > 0 && path && strncmp(path, directory, directory_length) == 0 &&
         (path[directory_length] == '/' || path[directory_length] == 0);
}

static const char *name_of(int descriptor) {
  return descriptor >= 0 && descriptor < MOST_DESCRIPTORS ? names[descriptor] : NULL;
}

static void put(const struct iovec *parts, int count) {
  REAL(writev);
  size_t wanted = 0;
  for (int index = 0; index < count; index++) wanted += parts[index].iov_len;
  if (real(log_descriptor, parts, count) != (ssize_t)wanted) abort();
}

static sem_t end_wanted;

static void want_end(int signal) {
  (void)signal;
  sem_post(&end_wanted);
}

// Ends the process, when it is wanted, while no operation is under way.
static void *end_between_operations(void *unused) {
  while (sem_wait(&end_wanted) != 0) continue;
  pthread_mutex_lock(&lock);
  kill(getpid(), SIGKILL);
  for (;;) pause();
  return unused;
}

// A process that ends cuts its other threads short, wherever they are: they come to the end of their operations first, and
// begin none any more.
__attribute__((destructor)) static void end(void) {
  if (recording) pthread_mutex_lock(&lock);
}

static void begin_recording(void) {
  struct record start = {.kind = START, .descriptor = -1, .begin = now(), .end = now()};
  put(&(struct iovec){&start, sizeof start}, 1);
  struct sigaction action = {.sa_handler = want_end, .sa_flags = SA_RESTART};
  pthread_t thread;
  if (sem_init(&end_wanted, 0, 0) != 0 || sigaction(SIGUSR2, &action, NULL) != 0 ||
      pthread_create(&thread, NULL, end_between_operations, NULL) != 0) {
    abort();
  }
}

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("FAULTS_DIRECTORY");
  const char *log = getenv("FAULTS_LOG");
  if (!text || !log || strlen(text) >= LONGEST_NAME) return;
  REAL(open);
  log_descriptor = real(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (log_descriptor < 0) abort();
  strcpy(directory, text);
  directory_length = strlen(directory);
  if ((text = getenv("FAULTS_RECORD"))) recording = atoi(text);
  if ((text = getenv("FAULTS_SYNC_DELAY"))) sync_delay = atol(text);
  if ((text = getenv("FAULTS_POINT"))) failing_point = atol(text);
  if ((text = getenv("FAULTS_LASTING"))) is_lasting = atoi(text);
  if ((text = getenv("FAULTS_CLASS"))) {
    for (int index = 0; index < CLASSES; index++) {
      if (strcmp(text, class_names[index]) == 0) failing_class = index;
    }
  }
  if ((text = getenv("FAULTS_ERROR"))) {
    is_short = strcmp(text, "SHORT") == 0;
    failing_error = strcmp(text, "EIO") == 0 ? EIO : strcmp(text, "EMFILE") == 0 ? EMFILE : ENOSPC;
  }
  if (recording) begin_recording();
}

// What becomes of an operation.
enum verdict { GOES_ON, FAILS, IS_CUT };

static void record(uint32_t kind, int descriptor, uint64_t begin, uint64_t offset, const void *bytes,
                   size_t length) {
  if (!recording) return;
  int code = errno;
  struct record record = {kind, descriptor, begin, now(), offset, length};
  put((struct iovec[]){{&record, sizeof record}, {(void *)bytes, length}}, 2);
  errno = code;
}

static void tell(enum class class, const char *name, const char *prefix) {
  if (recording) {
    if (*prefix) record(FAULT, -1, now(), 0, prefix, strlen(prefix));
    return;
  }
  char line[LONGEST_NAME + 64];
  int length = snprintf(line, sizeof line, "%s%s %s\n", prefix, class_names[class], name + directory_length);
  if (length > 0) put(&(struct iovec){line, (size_t)length}, 1);
}

// Judges an operation; sets errno where it fails.
static enum verdict judge(enum class class, const char *name, int makes_file) {
  long number = atomic_fetch_add(&counts[class], 1) + 1;
  if ((int)class == failing_class && number == failing_point) {
    atomic_store(&has_failed, 1);
    tell(class, name, "FAULT ");
    if (is_short) return IS_CUT;
    errno = failing_error;
    return FAILS;
  }
  tell(class, name, "");
  if (!is_lasting || !atomic_load(&has_failed)) return GOES_ON;
  int hit = failing_error == EIO      ? 1
            : failing_error == EMFILE ? class == OPEN
                                      : class == WRITE || class == MKDIR || (class == OPEN && makes_file);
  if (!hit) return GOES_ON;
  errno = failing_error;
  return FAILS;
}

// The time at the beginning of an operation. A recording is in one order, so operations take turns.
static uint64_t enter(void) {
  if (!recording) return 0;
  pthread_mutex_lock(&lock);
  return now();
}

static void leave(void) {
  if (recording) pthread_mutex_unlock(&lock);
}

// MARK: Opening and closing

static void opened(int descriptor, const char *path, uint64_t begin, int made) {
  if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return;
  free(names[descriptor]);
  names[descriptor] = strdup(path);
  record(OPEN, descriptor, begin, (uint64_t)made, path, strlen(path));
}

#define OPENING(name, parameters, call)                                                                  \
  int name parameters {                                                                                  \
    REAL(name);                                                                                          \
    mode_t mode = 0;                                                                                     \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                                 \
      va_list list;                                                                                      \
      va_start(list, flags);                                                                             \
      mode = va_arg(list, mode_t);                                                                       \
      va_end(list);                                                                                      \
    }                                                                                                    \
    if (!is_ours(path)) return real call;                                                                \
    uint64_t begin = enter();                                                                            \
    struct stat status;                                                                                  \
    int makes = (flags & O_CREAT) && lstat(path, &status) != 0;                                          \
    int result = judge(OPEN, path, makes) == GOES_ON ? real call : -1;                                   \
    int code = errno;                                                                                    \
    opened(result, path, begin, makes);                                                                  \
    leave();                                                                                             \
    errno = code;                                                                                        \
    return result;                                                                                       \
  }

OPENING(open, (const char *path, int flags, ...), (path, flags, mode))
OPENING(open64, (const char *path, int flags, ...), (path, flags, mode))
OPENING(openat, (int base, const char *path, int flags, ...), (base, path, flags, mode))
OPENING(openat64, (int base, const char *path, int flags, ...), (base, path, flags, mode))

int close(int descriptor) {
  REAL(close);
  if (!name_of(descriptor)) return real(descriptor);
  uint64_t begin = enter();
  free(names[descriptor]);
  names[descriptor] = NULL;
  record(CLOSE, descriptor, begin, 0, NULL, 0);
  int result = real(descriptor);
  leave();
  return result;
}

// MARK: Bytes

#define READING(name, parameters, call)                                                                  \
  ssize_t name parameters {                                                                              \
    REAL(name);                                                                                          \
    const char *file = name_of(descriptor);                                                              \
    if (!file) return real call;                                                                         \
    enum verdict verdict = judge(READ, file, 0);                                                         \
    if (verdict == FAILS) return -1;                                                                     \
    if (verdict == IS_CUT) length /= 2;                                                                  \
    return real call;                                                                                    \
  }

READING(read, (int descriptor, void *bytes, size_t length), (descriptor, bytes, length))
READING(pread, (int descriptor, void *bytes, size_t length, off_t offset), (descriptor, bytes, length, offset))
READING(pread64, (int descriptor, void *bytes, size_t length, off64_t offset),
        (descriptor, bytes, length, offset))

#define WRITING(name, parameters, call, place)                                                           \
  ssize_t name parameters {                                                                              \
    REAL(name);                                                                                          \
    const char *file = name_of(descriptor);                                                              \
    if (!file) return real call;                                                                         \
    uint64_t begin = enter();                                                                            \
    uint64_t where = (uint64_t)(place);                                                                  \
    enum verdict verdict = judge(WRITE, file, 0);                                                        \
    if (verdict == IS_CUT) length /= 2;                                                                  \
    ssize_t result = verdict == FAILS ? -1 : real call;                                                  \
    if (result > 0) record(WRITE, descriptor, begin, where, bytes, (size_t)result);                      \
    leave();                                                                                             \
    return result;                                                                                       \
  }

WRITING(write, (int descriptor, const void *bytes, size_t length), (descriptor, bytes, length),
        lseek(descriptor, 0, SEEK_CUR))
WRITING(pwrite, (int descriptor, const void *bytes, size_t length, off_t offset),
        (descriptor, bytes, length, offset), offset)
WRITING(pwrite64, (int descriptor, const void *bytes, size_t length, off64_t offset),
        (descriptor, bytes, length, offset), offset)

#define TRUNCATING(name, parameters, call)                                                               \
  int name parameters {                                                                                  \
    REAL(name);                                                                                          \
    const char *file = name_of(descriptor);                                                              \
    if (!file) return real call;                                                                         \
    uint64_t begin = enter();                                                                            \
    int result = judge(TRUNCATE, file, 0) == GOES_ON ? real call : -1;                                   \
    if (result == 0) record(TRUNCATE, descriptor, begin, (uint64_t)length, NULL, 0);                     \
    leave();                                                                                             \
    return result;                                                                                       \
  }

TRUNCATING(ftruncate, (int descriptor, off_t length), (descriptor, length))
TRUNCATING(ftruncate64, (int descriptor, off64_t length), (descriptor, length))

// MARK: Flushes

#define SYNCING(name)                                                                                    \
  int name(int descriptor) {                                                                             \
    REAL(name);                                                                                          \
    const char *file = name_of(descriptor);                                                              \
    if (!file) return real(descriptor);                                                                  \
    uint64_t begin = enter();                                                                            \
    if (sync_delay > 0) usleep((useconds_t)sync_delay);                                                  \
    int result = judge(SYNC, file, 0) == GOES_ON ? real(descriptor) : -1;                                \
    if (result == 0) record(SYNC, descriptor, begin, 0, NULL, 0);                                        \
    leave();                                                                                             \
    return result;                                                                                       \
  }

SYNCING(fsync)
SYNCING(fdatasync)

// MARK: Names

int unlink(const char *path) {
  REAL(unlink);
  if (!is_ours(path)) return real(path);
  uint64_t begin = enter();
  int result = judge(UNLINK, path, 0) == GOES_ON ? real(path) : -1;
  if (result == 0) record(UNLINK, -1, begin, 0, path, strlen(path));
  leave();
  return result;
}

int rename(const char *old, const char *new) {
  REAL(rename);
  if (!is_ours(old) && !is_ours(new)) return real(old, new);
  uint64_t begin = enter();
  int result = judge(RENAME, is_ours(old) ? old : new, 0) == GOES_ON ? real(old, new) : -1;
  if (result == 0) {
    char both[2 * LONGEST_NAME];
    int length = snprintf(both, sizeof both, "%s%c%s", old, 0, new);
    record(RENAME, -1, begin, 0, both, (size_t)length);
  }
  leave();
  return result;
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  if (!is_ours(path)) return real(path, mode);
  uint64_t begin = enter();
  int result = judge(MKDIR, path, 1) == GOES_ON ? real(path, mode) : -1;
  if (result == 0) record(MKDIR, -1, begin, 0, path, strlen(path));
  leave();
  return result;
}
