/* A run loop inside sd-event: its descriptor is an I/O source, and what does not wake is found before sd-event waits. */
#include <systemd/sd-event.h>
#include "recipe.h"

static sd_event_source *again;

static int on_ready(sd_event_source *source, int descriptor, uint32_t events, void *loop) {
  (void)source, (void)descriptor, (void)events;
  return rl_loop_dispatch(loop, NULL) < 0 ? -1 : 0;
}
static int on_again(sd_event_source *source, void *loop) { return on_ready(source, 0, 0, loop); }

static int on_prepare(sd_event_source *source, void *loop) {
  (void)source;
  return rl_loop_prepare(loop, NULL) ? sd_event_source_set_enabled(again, SD_EVENT_ONESHOT) : 0;
}

/* The adapter: the three functions above, and this. */
static void attach(rl_loop *loop, sd_event *host) {
  sd_event_source *source;
  if (sd_event_add_io(host, &source, check("descriptor", rl_loop_descriptor(loop, NULL)), 1, on_ready, loop) < 0 ||
      sd_event_add_defer(host, &again, on_again, loop) < 0 || sd_event_source_set_enabled(again, SD_EVENT_OFF) < 0 ||
      sd_event_source_set_prepare(source, on_prepare) < 0)
    exit(1);
}

static int ticks = 0;
static void performed(void *host) {
  printf("performed without a wake-up\n");
  sd_event_exit(host, 0);
}
static void tick(rl_item *timer, void *host) {
  if (++ticks < 3) return;
  printf("%d ticks of the run loop\n", ticks);
  drop(timer);
  check("perform", rl_loop_perform(rl_loop_current(), NULL, performed, host, NULL));
}
static int on_own(sd_event_source *source, uint64_t time, void *context) {
  (void)source, (void)time, (void)context;
  printf("sd-event's own\n");
  return 0;
}

int main(void) {
  sd_event *host;
  alarm(30);
  if (sd_event_new(&host) < 0) return 1;
  attach(rl_loop_current(), host);
  sd_event_add_time_relative(host, NULL, CLOCK_MONOTONIC, 1000, 1, on_own, NULL);
  add("timer", rl_timer_create(20 * MILLISECONDS, 5 * MILLISECONDS, 0, "tick", tick, host, NULL, &failure));
  if (sd_event_loop(host) < 0) return 1;
  check("leave", rl_loop_leave_host(rl_loop_current()));
  sd_event_unref(host);
  return 0;
}
