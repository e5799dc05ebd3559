// libevent: events for everything. A base that other threads wake has locks; any other one is made without, as the
// manual advises for a base of one thread.
#include <event2/event.h>
#include <event2/thread.h>
#include <stdlib.h>

#include "Peers.h"

struct loop {
  struct event_base *base;
  struct event *async;
  void (*woken)(struct loop *);
};

static void async_called(evutil_socket_t descriptor, short events, void *context) {
  (void)descriptor;
  (void)events;
  struct loop *loop = context;
  loop->woken(loop);
}

static int loop_open(struct loop *loop, int shared) {
  evthread_use_pthreads();
  struct event_config *config = event_config_new();
  if (!shared) event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK);
  loop->base = event_base_new_with_config(config);
  event_config_free(config);
  if (!loop->base) return -1;
  // An event of the user's, made active by hand.
  loop->async = event_new(loop->base, -1, EV_PERSIST, async_called, loop);
  return loop->async ? 0 : -1;
}

static void loop_close(struct loop *loop) {
  event_free(loop->async);
  event_base_free(loop->base);
}

static void loop_run(struct loop *loop) { event_base_loop(loop->base, EVLOOP_NO_EXIT_ON_EMPTY); }
static void loop_turn(struct loop *loop) { event_base_loop(loop->base, EVLOOP_NONBLOCK | EVLOOP_NO_EXIT_ON_EMPTY); }
static void loop_stop(struct loop *loop) { event_base_loopbreak(loop->base); }
static void loop_wake(struct loop *loop) { event_active(loop->async, 0, 0); }

#define HAS_SOURCES
struct source {
  struct event *event;
};
static void source_fired(void);
static void source_called(evutil_socket_t descriptor, short events, void *context) {
  (void)descriptor;
  (void)events;
  (void)context;
  source_fired();
}
static void source_open(struct loop *loop, struct source *source) {
  source->event = event_new(loop->base, -1, EV_PERSIST, source_called, NULL);
}
static void source_signal(struct source *source) { event_active(source->event, 0, 0); }
static void source_close(struct source *source) { event_free(source->event); }

#define HAS_TIMERS
struct timer {
  struct event *event;
};
static void timer_fired(struct timer *timer);
static void timer_called(evutil_socket_t descriptor, short events, void *context) {
  (void)descriptor;
  (void)events;
  timer_fired(context);
}
static void timer_open(struct loop *loop, struct timer *timer) {
  timer->event = evtimer_new(loop->base, timer_called, timer);
}
static void timer_start(struct loop *loop, struct timer *timer, int64_t microseconds) {
  (void)loop;
  struct timeval delay = {microseconds / 1000000, microseconds % 1000000};
  evtimer_add(timer->event, &delay);
}
// Adding one that is pending gives it another date.
static void timer_move(struct loop *loop, struct timer *timer, int64_t microseconds) {
  timer_start(loop, timer, microseconds);
}
static void timer_stop(struct loop *loop, struct timer *timer) {
  (void)loop;
  evtimer_del(timer->event);
}
static void timer_close(struct timer *timer) { event_free(timer->event); }

struct watch {
  struct event *event;
  int descriptor;
  void (*readable)(struct watch *);
};
static void io_called(evutil_socket_t descriptor, short events, void *context) {
  (void)descriptor;
  (void)events;
  struct watch *watch = context;
  watch->readable(watch);
}
static int watch_open(struct loop *loop, struct watch *watch) {
  watch->event = event_new(loop->base, watch->descriptor, EV_READ | EV_PERSIST, io_called, watch);
  return watch->event ? event_add(watch->event, NULL) : -1;
}
static void watch_close(struct watch *watch) { event_free(watch->event); }

#include "Workloads.h"

const Peer peer_libevent = {
    PEER_HEAD,
    "libevent",
    event_get_version,
    {COMMON_WORKLOADS, TIMER_WORKLOADS,
     SOURCE_WORKLOAD("event_active of a user's event; what a callback activates runs in the same turn")},
};
