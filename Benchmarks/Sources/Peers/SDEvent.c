// sd-event: not for other threads by design, which write an eventfd that it watches; defer sources on the own thread.
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <systemd/sd-event.h>
#include <unistd.h>

#include "Peers.h"

struct loop {
  sd_event *event;
  sd_event_source *async;
  int doorbell, stops;
  void (*woken)(struct loop *);
};

static int doorbell_called(sd_event_source *source, int descriptor, uint32_t events, void *context) {
  (void)source;
  (void)descriptor;
  (void)events;
  struct loop *loop = context;
  loop->woken(loop);
  return 0;
}

static int loop_open(struct loop *loop, int shared) {
  (void)shared;
  loop->doorbell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (loop->doorbell < 0 || sd_event_new(&loop->event) < 0) return -1;
  // Edge-triggered: the count need not be read.
  return sd_event_add_io(loop->event, &loop->async, loop->doorbell, EPOLLIN | EPOLLET, doorbell_called, loop) < 0 ? -1 : 0;
}

static void loop_close(struct loop *loop) {
  sd_event_source_unref(loop->async);
  sd_event_unref(loop->event);
  close(loop->doorbell);
}

// sd_event_exit is for good, so a loop that is run again is run turn by turn, until a flag of the program's.
static void loop_run(struct loop *loop) {
  loop->stops = 0;
  while (!loop->stops) {
    if (sd_event_run(loop->event, UINT64_MAX) < 0) abort();
  }
}
static void loop_turn(struct loop *loop) {
  if (sd_event_run(loop->event, 0) < 0) abort();
}
static void loop_stop(struct loop *loop) { loop->stops = 1; }

static void loop_wake(struct loop *loop) {
  uint64_t one = 1;
  if (write(loop->doorbell, &one, sizeof one) < 0) return; // full: it rings anyway
}

#define HAS_SOURCES
struct source {
  sd_event_source *source;
};
static void source_fired(void);
static int source_called(sd_event_source *source, void *context) {
  (void)source;
  (void)context;
  source_fired();
  return 0;
}
static void source_open(struct loop *loop, struct source *source) {
  if (sd_event_add_defer(loop->event, &source->source, source_called, NULL) < 0) abort();
  sd_event_source_set_enabled(source->source, SD_EVENT_OFF);
}
static void source_signal(struct source *source) { sd_event_source_set_enabled(source->source, SD_EVENT_ONESHOT); }
static void source_close(struct source *source) { sd_event_source_unref(source->source); }

#define HAS_TIMERS
struct timer {
  sd_event_source *source;
};
static void timer_fired(struct timer *timer);
static int timer_called(sd_event_source *source, uint64_t due, void *context) {
  (void)source;
  (void)due;
  timer_fired(context);
  return 0;
}
static void timer_open(struct loop *loop, struct timer *timer) {
  // An accuracy of a microsecond: the default lets it come a quarter of a second late.
  if (sd_event_add_time(loop->event, &timer->source, CLOCK_MONOTONIC, UINT64_MAX, 1, timer_called, timer) < 0) abort();
  sd_event_source_set_enabled(timer->source, SD_EVENT_OFF);
}
static void timer_start(struct loop *loop, struct timer *timer, int64_t microseconds) {
  (void)loop;
  sd_event_source_set_time_relative(timer->source, (uint64_t)microseconds);
  sd_event_source_set_enabled(timer->source, SD_EVENT_ONESHOT);
}
static void timer_move(struct loop *loop, struct timer *timer, int64_t microseconds) {
  (void)loop;
  sd_event_source_set_time_relative(timer->source, (uint64_t)microseconds);
}
static void timer_stop(struct loop *loop, struct timer *timer) {
  (void)loop;
  sd_event_source_set_enabled(timer->source, SD_EVENT_OFF);
}
static void timer_close(struct timer *timer) { sd_event_source_unref(timer->source); }

struct watch {
  sd_event_source *source;
  int descriptor;
  void (*readable)(struct watch *);
};
static int io_called(sd_event_source *source, int descriptor, uint32_t events, void *context) {
  (void)source;
  (void)descriptor;
  (void)events;
  struct watch *watch = context;
  watch->readable(watch);
  return 0;
}
static int watch_open(struct loop *loop, struct watch *watch) {
  return sd_event_add_io(loop->event, &watch->source, watch->descriptor, EPOLLIN, io_called, watch) < 0 ? -1 : 0;
}
static void watch_close(struct watch *watch) { sd_event_source_unref(watch->source); }

#include "Workloads.h"

static const char *version(void) { return ""; }

const Peer peer_sd_event = {
    PEER_HEAD,
    "sd-event",
    version,
    {COMMON_WORKLOADS, TIMER_WORKLOADS, SOURCE_WORKLOAD("a defer source, enabled for one shot")},
};
