/*
 * A heartbeat for libuv's loops. Nothing but libuv is linked.
 *
 * Prepare and check handles are not enough: libuv calls the callbacks of descriptors between the two, where it also waits.
 * So the wait is taken out of uv_run, as for a loop that is embedded in another one.
 *
 *   cc -I Sources/CRunLoop Sources/Examples/Heartbeats/libuv.c $(pkg-config --cflags --libs libuv) -o uv && ./uv
 */
#include "runloop_heartbeat.h"

#include <poll.h>
#include <uv.h>

#include "slow.h"

/* As uv_run(loop, UV_RUN_DEFAULT), and tells what it does. */
static void run_and_tell(uv_loop_t *loop, const char *label) {
  rl_heartbeat *beat = rl_heartbeat_open(label);
  uint32_t callbacks = rl_heartbeat_work("callbacks", RL_HERE);
  struct pollfd backend = {.fd = uv_backend_fd(loop), .events = POLLIN};
  int is_alive = 1;
  while (is_alive) {
    rl_heartbeat_begin(beat, callbacks);
    is_alive = uv_run(loop, UV_RUN_NOWAIT);
    rl_heartbeat_end(beat);
    int timeout = is_alive ? uv_backend_timeout(loop) : 0;
    if (timeout == 0) continue;
    rl_heartbeat_begin_wait(beat);
    poll(&backend, 1, timeout);
    rl_heartbeat_end_wait(beat);
  }
  rl_heartbeat_close(beat);
}

static void on_input(uv_poll_t *handle, int status, int events) {
  (void)events;
  if (status != 0 || !handle_slowly()) uv_poll_stop(handle);
}

int main(void) {
  uv_poll_t input;
  uv_loop_t *loop = uv_default_loop();
  uv_poll_init(loop, &input, 0);
  uv_poll_start(&input, UV_READABLE | UV_DISCONNECT, on_input);
  run_and_tell(loop, "libuv");
  return 0;
}
