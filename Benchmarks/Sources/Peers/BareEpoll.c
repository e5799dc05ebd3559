// The floor: what a program pays that has an eventfd and an epoll descriptor and nothing between.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "Peers.h"

struct loop {
  int epoll, doorbell, stops;
  void (*woken)(struct loop *);
};

struct watch {
  struct loop *loop;
  int descriptor;
  void (*readable)(struct watch *);
};

static int watch_open(struct loop *loop, struct watch *watch) {
  watch->loop = loop;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = watch};
  return epoll_ctl(loop->epoll, EPOLL_CTL_ADD, watch->descriptor, &event);
}

static void watch_close(struct watch *watch) { epoll_ctl(watch->loop->epoll, EPOLL_CTL_DEL, watch->descriptor, NULL); }

static int loop_open(struct loop *loop, int shared) {
  (void)shared;
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  loop->doorbell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  // Edge-triggered: the count need not be read.
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.ptr = NULL};
  return epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->doorbell, &event);
}

static void loop_close(struct loop *loop) {
  close(loop->doorbell);
  close(loop->epoll);
}

static inline void serve(struct loop *loop, int timeout) {
  struct epoll_event events[64];
  int count = epoll_wait(loop->epoll, events, 64, timeout);
  for (int index = 0; index < count; index++) {
    struct watch *watch = events[index].data.ptr;
    if (watch)
      watch->readable(watch);
    else
      loop->woken(loop);
  }
}

static void loop_run(struct loop *loop) {
  loop->stops = 0;
  while (!loop->stops) serve(loop, -1);
}

static void loop_turn(struct loop *loop) { serve(loop, 0); }

static void loop_stop(struct loop *loop) { loop->stops = 1; }

static void loop_wake(struct loop *loop) {
  uint64_t one = 1;
  if (write(loop->doorbell, &one, sizeof one) < 0) return; // full: it rings anyway
}

#include "Workloads.h"

static const char *version(void) { return ""; }

const Peer peer_epoll = {
    PEER_HEAD,
    "epoll",
    version,
    {COMMON_WORKLOADS, MISSING(PEER_SOURCE0, "has no sources"), MISSING(PEER_TIMER_CHURN, "has no timers"),
     MISSING(PEER_TIMER_RESCHEDULE, "has no timers"), MISSING(PEER_TIMER_NEW, "has no timers"),
     MISSING(PEER_TIMER_FIRE, "has no timers"), MISSING(PEER_TIMER_ONCE, "has no timers"), MISSING(PEER_TIMER_MEMORY, "has no timers")},
};
