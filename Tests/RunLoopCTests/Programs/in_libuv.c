/* Our loop inside libuv's: one poll handle, and a prepare handle for what does not wake. */
#include <uv.h>
#include "support.h"

static rl_loop *loop;
static uv_idle_t idle;

static void nothing(uv_idle_t *handle) { (void)handle; }

static void serve(void) {
  polls++;
  check("dispatch", rl_loop_dispatch(loop, NULL));
  if (is_done()) uv_stop(uv_default_loop());
}

static void on_readable(uv_poll_t *handle, int status, int events) {
  (void)handle, (void)events;
  if (status == 0) serve();
}

/* What is there already keeps libuv from waiting, and is served after its look at descriptors. */
static void on_prepare(uv_prepare_t *handle) {
  (void)handle;
  if (check("prepare", rl_loop_prepare(loop, NULL))) uv_idle_start(&idle, nothing);
}

static void on_check(uv_check_t *handle) {
  (void)handle;
  if (uv_is_active((uv_handle_t *)&idle)) {
    uv_idle_stop(&idle);
    serve();
  }
}

static void own_timer(uv_timer_t *timer) {
  static int times = 0;
  (void)timer;
  if (++times == 5) printf("the host's own\n");
}

int main(void) {
  uv_poll_t poll;
  uv_prepare_t prepare;
  uv_check_t look;
  uv_timer_t timer;
  loop = set_up();
  uv_loop_t *host = uv_default_loop();
  uv_idle_init(host, &idle);
  uv_poll_init(host, &poll, check("descriptor", rl_loop_descriptor(loop, NULL)));
  uv_poll_start(&poll, UV_READABLE, on_readable);
  uv_prepare_init(host, &prepare);
  uv_prepare_start(&prepare, on_prepare);
  uv_check_init(host, &look);
  uv_check_start(&look, on_check);
  uv_timer_init(host, &timer);
  uv_timer_start(&timer, own_timer, 2, 2);
  uv_run(host, UV_RUN_DEFAULT);
  return finish(loop);
}
