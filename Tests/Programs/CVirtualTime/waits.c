// The C library's functions about time, in virtual time. They are found before the C library's own because
// the executable is searched first.
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>

static const struct timespec no_time = {0, 0};

static int64_t nanoseconds(const struct timespec *time) {
  return time ? (int64_t)time->tv_sec * (int64_t)SECOND + time->tv_nsec : -1;
}
static int64_t of_milliseconds(int milliseconds) {
  return milliseconds < 0 ? -1 : (int64_t)milliseconds * 1000000;
}

// ---- Clocks ----

static bool is_wall_clock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}
static bool is_virtual_clock(clockid_t clock) {
  return is_wall_clock(clock) || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME ||
         clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!vt_is_on() || !is_virtual_clock(clock)) return (int)syscall(SYS_clock_gettime, clock, time);
  uint64_t now = vt_read_clock();
  if (is_wall_clock(clock)) now = now - MONO_BASE + WALL_BASE;
  time->tv_sec = (time_t)(now / SECOND);
  time->tv_nsec = (long)(now % SECOND);
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  if (!vt_is_on()) return (int)syscall(SYS_gettimeofday, time, zone);
  uint64_t now = vt_read_clock() - MONO_BASE + WALL_BASE;
  time->tv_sec = (time_t)(now / SECOND);
  time->tv_usec = (suseconds_t)(now % SECOND / 1000);
  return 0;
}

// ---- Descriptors ----

int timerfd_create(int clock, int flags) {
  if (!vt_is_on()) return (int)syscall(SYS_timerfd_create, clock, flags);
  int event_flags = (flags & TFD_NONBLOCK ? EFD_NONBLOCK : 0) | (flags & TFD_CLOEXEC ? EFD_CLOEXEC : 0);
  int fd = eventfd(0, event_flags);
  vt_timer_created(fd, clock == CLOCK_REALTIME);
  return fd;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *new_time, struct itimerspec *old_time) {
  if (!vt_is_timer(fd)) return (int)syscall(SYS_timerfd_settime, fd, flags, new_time, old_time);
  if (old_time) memset(old_time, 0, sizeof *old_time);
  // A new setting clears expirations that were not read.
  int saved = errno;
  struct pollfd readable = {fd, POLLIN, 0};
  struct timespec zero = no_time;
  if (syscall(SYS_ppoll, &readable, 1, &zero, NULL, 8) == 1) {
    uint64_t count;
    while (read(fd, &count, sizeof count) < 0 && errno == EINTR) {}
  }
  errno = saved;
  uint64_t seconds = (uint64_t)new_time->it_value.tv_sec;
  uint64_t deadline =
      seconds > 9 * SECOND ? NEVER - 1 : seconds * SECOND + (uint64_t)new_time->it_value.tv_nsec;
  uint64_t interval = (uint64_t)nanoseconds(&new_time->it_interval);
  if (vt_timer_set(fd, deadline, flags & TFD_TIMER_ABSTIME, interval)) vt_raw_write(fd);
  return 0;
}

int close(int fd) {
  vt_timer_closed(fd);
  return (int)syscall(SYS_close, fd);
}

// A write to an eventfd comes after everything that was due before it: the order of ready descriptors shows.
int eventfd_write(int fd, eventfd_t value) {
  if (vt_is_mine()) vt_catch_up();
  return syscall(SYS_write, fd, &value, sizeof value) == sizeof value ? 0 : -1;
}

// ---- Waits ----

typedef struct {
  struct pollfd *fds;
  nfds_t count;
} Poll;

static int probe_poll(void *argument) {
  Poll *poll = argument;
  int ready;
  do {
    struct timespec zero = no_time;
    ready = (int)syscall(SYS_ppoll, poll->fds, poll->count, &zero, NULL, 8);
  } while (ready < 0 && errno == EINTR);
  return ready;
}

int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  Poll poll = {fds, count};
  if (vt_is_mine()) return vt_wait(probe_poll, &poll, nanoseconds(timeout));
  struct timespec copy = timeout ? *timeout : no_time;  // the kernel writes to it
  return (int)syscall(SYS_ppoll, fds, count, timeout ? &copy : NULL, mask, 8);
}

int poll(struct pollfd *fds, nfds_t count, int milliseconds) {
  Poll poll = {fds, count};
  if (vt_is_mine()) return vt_wait(probe_poll, &poll, of_milliseconds(milliseconds));
  return (int)syscall(SYS_poll, fds, count, milliseconds);
}

typedef struct {
  int fd;
  struct epoll_event *events;
  int count;
} Epoll;

static int probe_epoll(void *argument) {
  Epoll *epoll = argument;
  int ready;
  do {
    ready = (int)syscall(SYS_epoll_pwait, epoll->fd, epoll->events, epoll->count, 0, NULL, 8);
  } while (ready < 0 && errno == EINTR);
  return ready;
}

int epoll_pwait(int fd, struct epoll_event *events, int count, int milliseconds, const sigset_t *mask) {
  Epoll epoll = {fd, events, count};
  if (vt_is_mine()) return vt_wait(probe_epoll, &epoll, of_milliseconds(milliseconds));
  return (int)syscall(SYS_epoll_pwait, fd, events, count, milliseconds, mask, 8);
}

int epoll_wait(int fd, struct epoll_event *events, int count, int milliseconds) {
  return epoll_pwait(fd, events, count, milliseconds, NULL);
}

int epoll_pwait2(
    int fd, struct epoll_event *events, int count, const struct timespec *timeout, const sigset_t *mask) {
  Epoll epoll = {fd, events, count};
  if (vt_is_mine()) return vt_wait(probe_epoll, &epoll, nanoseconds(timeout));
  return (int)syscall(SYS_epoll_pwait2, fd, events, count, timeout, mask, 8);
}

// ---- Sleeps ----

int nanosleep(const struct timespec *time, struct timespec *rest) {
  if (!vt_is_mine()) return (int)syscall(SYS_nanosleep, time, rest);
  vt_sleep_ns((uint64_t)nanoseconds(time));
  return 0;
}

int usleep(useconds_t microseconds) {
  struct timespec time = {microseconds / 1000000, (long)(microseconds % 1000000) * 1000};
  return nanosleep(&time, NULL);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
  if (!vt_is_mine()) return syscall(SYS_clock_nanosleep, clock, flags, time, rest) < 0 ? errno : 0;
  uint64_t end = (uint64_t)nanoseconds(time);
  if (flags & TIMER_ABSTIME) {
    if (is_wall_clock(clock)) end = end - WALL_BASE + MONO_BASE;
    uint64_t now = vt_now_ns();
    if (end > now) vt_sleep_ns(end - now);
  } else {
    vt_sleep_ns(end);
  }
  return 0;
}
