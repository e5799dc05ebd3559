// libev: ev_async for wake-ups, ev_timer, ev_io. Watchers are the program's memory.
#include <ev.h>
#include <stdio.h>
#include <stdlib.h>

#include "Peers.h"

struct loop {
  struct ev_loop *ev;
  ev_async async;
  void (*woken)(struct loop *);
};

static void async_called(struct ev_loop *ev, ev_async *async, int events) {
  (void)ev;
  (void)events;
  struct loop *loop = async->data;
  loop->woken(loop);
}

static int loop_open(struct loop *loop, int shared) {
  (void)shared;
  loop->ev = ev_loop_new(EVFLAG_AUTO);
  if (!loop->ev) return -1;
  ev_async_init(&loop->async, async_called);
  loop->async.data = loop;
  ev_async_start(loop->ev, &loop->async);
  return 0;
}

static void loop_close(struct loop *loop) {
  ev_async_stop(loop->ev, &loop->async);
  ev_loop_destroy(loop->ev);
}

static void loop_run(struct loop *loop) { ev_run(loop->ev, 0); }
static void loop_turn(struct loop *loop) { ev_run(loop->ev, EVRUN_NOWAIT); }
static void loop_stop(struct loop *loop) { ev_break(loop->ev, EVBREAK_ONE); }
static void loop_wake(struct loop *loop) { ev_async_send(loop->ev, &loop->async); }

#define HAS_SOURCES
struct source {
  ev_async async;
  struct loop *loop;
};
static void source_fired(void);
static void source_called(struct ev_loop *ev, ev_async *async, int events) {
  (void)ev;
  (void)async;
  (void)events;
  source_fired();
}
static void source_open(struct loop *loop, struct source *source) {
  source->loop = loop;
  ev_async_init(&source->async, source_called);
  ev_async_start(loop->ev, &source->async);
}
static void source_signal(struct source *source) { ev_async_send(source->loop->ev, &source->async); }
static void source_close(struct source *source) { ev_async_stop(source->loop->ev, &source->async); }

#define HAS_TIMERS
struct timer {
  ev_timer ev;
};
static void timer_fired(struct timer *timer);
static void timer_called(struct ev_loop *ev, ev_timer *timer, int events) {
  (void)ev;
  (void)events;
  timer_fired((struct timer *)timer);
}
static void timer_open(struct loop *loop, struct timer *timer) {
  (void)loop;
  ev_init(&timer->ev, timer_called);
}
static void timer_start(struct loop *loop, struct timer *timer, int64_t microseconds) {
  ev_timer_set(&timer->ev, microseconds * 1e-6, 0.);
  ev_timer_start(loop->ev, &timer->ev);
}
// What its manual calls the most efficient way for time-outs.
static void timer_move(struct loop *loop, struct timer *timer, int64_t microseconds) {
  timer->ev.repeat = microseconds * 1e-6;
  ev_timer_again(loop->ev, &timer->ev);
}
static void timer_stop(struct loop *loop, struct timer *timer) { ev_timer_stop(loop->ev, &timer->ev); }
#define HAS_TIMER_RELEASE
static void timer_release(struct loop *loop, struct timer *timer) {
  ev_timer_stop(loop->ev, &timer->ev);
  free(timer);
}
// Nothing to give back: the loop is destroyed next.
static void timer_close(struct timer *timer) { (void)timer; }

struct watch {
  ev_io ev;
  struct loop *loop;
  int descriptor;
  void (*readable)(struct watch *);
};
static void io_called(struct ev_loop *ev, ev_io *io, int events) {
  (void)ev;
  (void)events;
  struct watch *watch = (struct watch *)io;
  watch->readable(watch);
}
static int watch_open(struct loop *loop, struct watch *watch) {
  watch->loop = loop;
  ev_io_init(&watch->ev, io_called, watch->descriptor, EV_READ);
  ev_io_start(loop->ev, &watch->ev);
  return 0;
}
static void watch_close(struct watch *watch) { ev_io_stop(watch->loop->ev, &watch->ev); }

#include "Workloads.h"

static const char *version(void) {
  static char text[16];
  snprintf(text, sizeof text, "%d.%02d", ev_version_major(), ev_version_minor());
  return text;
}

const Peer peer_libev = {
    PEER_HEAD,
    "libev",
    version,
    {COMMON_WORKLOADS, TIMER_WORKLOADS, SOURCE_WORKLOAD("ev_async, signalled on the loop's own thread"),
},
};
