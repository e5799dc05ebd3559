// libuv: uv_async_t for wake-ups, uv_timer_t, uv_poll_t for plain descriptors, uv_tcp_t for connections.
#include <stdlib.h>
#include <uv.h>

#include "Peers.h"

struct loop {
  uv_loop_t uv;
  uv_async_t async;
  void (*woken)(struct loop *);
};

static void async_called(uv_async_t *async) {
  struct loop *loop = async->data;
  loop->woken(loop);
}

static int loop_open(struct loop *loop, int shared) {
  (void)shared;
  if (uv_loop_init(&loop->uv) != 0) return -1;
  loop->async.data = loop;
  return uv_async_init(&loop->uv, &loop->async, async_called);
}

// Handles close in the next turn; until then their memory stays.
static void loop_close(struct loop *loop) {
  uv_close((uv_handle_t *)&loop->async, NULL);
  uv_run(&loop->uv, UV_RUN_DEFAULT);
  if (uv_loop_close(&loop->uv) != 0) abort();
}

static void loop_run(struct loop *loop) { uv_run(&loop->uv, UV_RUN_DEFAULT); }
static void loop_turn(struct loop *loop) { uv_run(&loop->uv, UV_RUN_NOWAIT); }
static void loop_stop(struct loop *loop) { uv_stop(&loop->uv); }
static void loop_wake(struct loop *loop) { uv_async_send(&loop->async); }

#define HAS_SOURCES
struct source {
  uv_async_t async;
};
static void source_fired(void);
static void source_called(uv_async_t *async) {
  (void)async;
  source_fired();
}
static void source_open(struct loop *loop, struct source *source) {
  if (uv_async_init(&loop->uv, &source->async, source_called) != 0) abort();
}
static void source_signal(struct source *source) { uv_async_send(&source->async); }
static void source_close(struct source *source) { uv_close((uv_handle_t *)&source->async, NULL); }

#define HAS_TIMERS
struct timer {
  uv_timer_t uv;
};
static void timer_fired(struct timer *timer);
static void timer_called(uv_timer_t *timer) { timer_fired((struct timer *)timer); }
static void timer_open(struct loop *loop, struct timer *timer) { uv_timer_init(&loop->uv, &timer->uv); }
static void timer_start(struct loop *loop, struct timer *timer, int64_t microseconds) {
  (void)loop;
  uv_timer_start(&timer->uv, timer_called, microseconds / 1000, 0);
}
// Starting one that is pending gives it another date.
static void timer_move(struct loop *loop, struct timer *timer, int64_t microseconds) {
  timer_start(loop, timer, microseconds);
}
static void timer_stop(struct loop *loop, struct timer *timer) {
  (void)loop;
  uv_timer_stop(&timer->uv);
}
// For a timer of its own memory, which is the loop's until the end of the turn.
static void timer_free(uv_handle_t *timer) { free(timer); }
#define HAS_TIMER_RELEASE
static void timer_release(struct loop *loop, struct timer *timer) {
  (void)loop;
  uv_close((uv_handle_t *)&timer->uv, timer_free);
}
static void timer_close(struct timer *timer) { uv_close((uv_handle_t *)&timer->uv, NULL); }

struct watch {
  uv_poll_t uv;
  int descriptor;
  void (*readable)(struct watch *);
};
static void poll_called(uv_poll_t *poll, int status, int events) {
  struct watch *watch = (struct watch *)poll;
  if (status == 0 && events & UV_READABLE) watch->readable(watch);
}
static int watch_open(struct loop *loop, struct watch *watch) {
  if (uv_poll_init(&loop->uv, &watch->uv, watch->descriptor) != 0) return -1;
  return uv_poll_start(&watch->uv, UV_READABLE, poll_called);
}
static void watch_close(struct watch *watch) { uv_close((uv_handle_t *)&watch->uv, NULL); }

// Connections are streams in libuv. What was read is written at once if the socket takes it, which is its manual's
// quickest way; a message here always fits.
#define HAS_ECHO
static int echo_prepare(const PeerParameters *given);
static void echo_finish(void);

#include "Workloads.h"

static uv_tcp_t *streams;
static char echo_buffer[65536];

static void echo_allocate(uv_handle_t *stream, size_t suggested, uv_buf_t *buffer) {
  (void)stream;
  (void)suggested;
  *buffer = uv_buf_init(echo_buffer, sizeof echo_buffer);
}

static void echo_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
  if (length <= 0) return;
  uv_buf_t answer = uv_buf_init(buffer->base, (unsigned)length);
  if (uv_try_write(stream, &answer, 1) != length) abort();
  echo_bytes -= length;
  if (echo_bytes <= 0) loop_stop(&loops[0]);
}

static int echo_prepare(const PeerParameters *given) {
  if (open_loop(given, 0, NULL) != 0) return -1;
  descriptors = calloc(given->size, sizeof *descriptors);
  streams = calloc(given->size, sizeof *streams);
  if (peer_echo_open(descriptors, given->size, given->active, given->other_cpu) != 0) {
    free(streams);
    return give_up();
  }
  for (int index = 0; index < given->size; index++) {
    if (uv_tcp_init(&loops[0].uv, &streams[index]) != 0 || uv_tcp_open(&streams[index], descriptors[index]) != 0 ||
        uv_read_start((uv_stream_t *)&streams[index], echo_allocate, echo_read) != 0)
      return -1;
  }
  return 0;
}

static void echo_finish(void) {
  for (int index = 0; index < parameters.size; index++) uv_close((uv_handle_t *)&streams[index], NULL);
  close_loop();
  peer_echo_close();
  free(descriptors);
  free(streams);
}

const Peer peer_libuv = {
    PEER_HEAD,
    "libuv",
    uv_version_string,
    {COMMON_WORKLOADS, TIMER_WORKLOADS, SOURCE_WORKLOAD("uv_async_t, signalled on the loop's own thread"),
},
};
