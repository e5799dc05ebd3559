/*
 * A heartbeat for any program that waits by epoll_wait, poll or select of the C library, without a change of it.
 *
 *   cc -shared -fPIC -O2 -I Sources/CRunLoop Sources/Examples/Heartbeats/preload.c -o beats.so
 *   LD_PRELOAD=./beats.so redis-server &
 *   runloop stalls watch $!
 *
 * What a thread does between two such waits is one piece of work. A wait for nothing is a sleep, and a thread that has
 * waited for several descriptors waits for an answer when it waits for one: both are part of its work.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/select.h>

#include "runloop_heartbeat.h"

/* The thread's, from its first wait on. */
static __thread rl_heartbeat *beat;
static __thread int is_open, has_waited_for_many;
static pthread_key_t at_thread_end;
static uint32_t work[3];
enum { EPOLL, POLL, SELECT };

static void close_at_end(void *value) {
  rl_heartbeat_close(value);
  beat = NULL;
}

/* A forked child has a page of its own. */
static void forget(void) { is_open = 0, beat = NULL; }

__attribute__((constructor)) static void prepare(void) {
  pthread_key_create(&at_thread_end, close_at_end);
  pthread_atfork(NULL, NULL, forget);
}

static void open_heartbeat(void) {
  char name[17] = "main";
  is_open = 1;
  if (syscall(SYS_gettid) != getpid()) prctl(PR_GET_NAME, name);
  work[EPOLL] = rl_heartbeat_work("events of epoll_wait", NULL);
  work[POLL] = rl_heartbeat_work("events of poll", NULL);
  work[SELECT] = rl_heartbeat_work("events of select", NULL);
  beat = rl_heartbeat_open(name);
  pthread_setspecific(at_thread_end, beat);
}

static void begin_wait(void) {
  int error = errno;
  if (!is_open) open_heartbeat();
  rl_heartbeat_end(beat);
  rl_heartbeat_begin_wait(beat);
  errno = error;
}

static void end_wait(int kind) {
  int error = errno;
  rl_heartbeat_end_wait(beat);
  rl_heartbeat_begin(beat, work[kind]);
  errno = error;
}

/* Whether it is a wait for events, and not for an answer, nor a sleep. */
static int is_wait(long count) {
  if (count > 1) has_waited_for_many = 1;
  return count > 1 || (count == 1 && !has_waited_for_many);
}

static long count_of(int most, const fd_set *set) {
  long count = 0;
  for (int i = 0; set && i < most && i < FD_SETSIZE; i++) count += FD_ISSET(i, set) != 0;
  return count;
}

/* The function of the C library that has this one's name. */
static void *next_function(void **known, const char *name) {
  void *function = __atomic_load_n(known, __ATOMIC_RELAXED);
  if (function) return function;
  function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  __atomic_store_n(known, function, __ATOMIC_RELAXED);
  return function;
}

/* NAME(PARAMETERS) of the C library, called with ARGUMENTS: a wait for COUNT descriptors. */
#define TELL(NAME, PARAMETERS, ARGUMENTS, COUNT, KIND)                     \
  __attribute__((visibility("default"))) int NAME PARAMETERS;             \
  int NAME PARAMETERS {                                                    \
    static void *known;                                                    \
    void *found = next_function(&known, #NAME);                            \
    int(*call) PARAMETERS;                                                 \
    memcpy(&call, &found, sizeof call);                                    \
    if (!is_wait(COUNT)) return call ARGUMENTS;                            \
    begin_wait();                                                          \
    int result = call ARGUMENTS;                                           \
    end_wait(KIND);                                                        \
    return result;                                                         \
  }

TELL(epoll_wait, (int set, struct epoll_event *events, int most, int timeout), (set, events, most, timeout), 2, EPOLL)
TELL(epoll_pwait, (int set, struct epoll_event *events, int most, int timeout, const sigset_t *mask),
     (set, events, most, timeout, mask), 2, EPOLL)
TELL(epoll_pwait2, (int set, struct epoll_event *events, int most, const struct timespec *timeout, const sigset_t *mask),
     (set, events, most, timeout, mask), 2, EPOLL)
TELL(poll, (struct pollfd *entries, nfds_t count, int timeout), (entries, count, timeout), (long)count, POLL)
TELL(ppoll, (struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *mask),
     (entries, count, timeout, mask), (long)count, POLL)
TELL(__poll_chk, (struct pollfd *entries, nfds_t count, int timeout, size_t size), (entries, count, timeout, size),
     (long)count, POLL)
TELL(__ppoll_chk,
     (struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *mask, size_t size),
     (entries, count, timeout, mask, size), (long)count, POLL)
TELL(select, (int most, fd_set *readable, fd_set *writable, fd_set *broken, struct timeval *timeout),
     (most, readable, writable, broken, timeout),
     count_of(most, readable) + count_of(most, writable) + count_of(most, broken), SELECT)
TELL(pselect,
     (int most, fd_set *readable, fd_set *writable, fd_set *broken, const struct timespec *timeout, const sigset_t *mask),
     (most, readable, writable, broken, timeout, mask),
     count_of(most, readable) + count_of(most, writable) + count_of(most, broken), SELECT)
