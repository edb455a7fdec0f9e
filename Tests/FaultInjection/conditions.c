// The wall clock and the disk of a process, which a test changes while the process runs. To be loaded before its other
// libraries (LD_PRELOAD).
//
//   CONDITIONS_FILE  a file with a struct conditions; without it nothing is changed
//
// The monotonic clocks stay as they are: a machine whose wall clock jumps has those, too.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000L

struct conditions {
  int64_t offset; // how far the wall clock is ahead, in microseconds
  int64_t delay;  // how long each write to a place in a file takes in addition, in microseconds
};

static const volatile struct conditions *conditions;

__attribute__((constructor)) static void load(void) {
  const char *path = getenv("CONDITIONS_FILE");
  if (!path) return;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) abort();
  void *place = mmap(NULL, sizeof(struct conditions), PROT_READ, MAP_SHARED, descriptor, 0);
  if (place == MAP_FAILED) abort();
  close(descriptor);
  conditions = place;
}

static int64_t offset(void) { return conditions ? conditions->offset : 0; }

// The time `microseconds` after `time`.
static struct timespec shifted(struct timespec time, int64_t microseconds) {
  int64_t nanoseconds = time.tv_nsec + microseconds % 1000000 * 1000;
  time.tv_sec += microseconds / 1000000;
  if (nanoseconds < 0) {
    nanoseconds += SECOND;
    time.tv_sec -= 1;
  } else if (nanoseconds >= SECOND) {
    nanoseconds -= SECOND;
    time.tv_sec += 1;
  }
  time.tv_nsec = nanoseconds;
  return time;
}

// Not by the C library's own function: looking that up allocates memory, and allocators ask for the time.
int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) *time = shifted(*time, offset());
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *place) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}

// Whoever waits until a time by the wall clock means the shifted one. No monotonic clock has run this long.
static struct timespec unshifted(const struct timespec *time) {
  return time->tv_sec > 1000000000 ? shifted(*time, -offset()) : *time;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict time) {
  static __typeof__(&pthread_cond_timedwait) real;
  if (!real) real = (__typeof__(real))dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
  if (!real) real = (__typeof__(real))dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  struct timespec until = unshifted(time);
  return real(condition, mutex, &until);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict time) {
  static __typeof__(&sem_timedwait) real;
  if (!real) real = (__typeof__(real))dlsym(RTLD_NEXT, "sem_timedwait");
  struct timespec until = unshifted(time);
  return real(semaphore, &until);
}

// A slow disk. Logs are written at the end of a file, and are not slowed down.
static ssize_t write_slowly(int file, const void *bytes, size_t count, off_t place) {
  int64_t delay = conditions ? conditions->delay : 0;
  if (delay > 0) {
    struct timespec time = {delay / 1000000, delay % 1000000 * 1000};
    nanosleep(&time, NULL);
  }
  return syscall(SYS_pwrite64, file, bytes, count, place);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
  return write_slowly(file, bytes, count, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
  return write_slowly(file, bytes, count, place);
}
