/* sd-event inside a run loop: prepared before the sleep, asked after it, and dispatched by a source. */
#include <systemd/sd-event.h>
#include "recipe.h"

static rl_item *serve;

/* Has what is pending dispatched in the next turn, which does not sleep. */
static void dispatch_soon(void) {
  check("signal", rl_source_signal(serve));
  check("wake", rl_loop_wake(rl_loop_current()));
}

static void on_activity(rl_item *observer, unsigned activity, void *guest) {
  (void)observer;
  if (activity == RL_BEFORE_WAITING) {
    if (sd_event_get_state(guest) == SD_EVENT_INITIAL && sd_event_prepare(guest) > 0) dispatch_soon();
  } else if (sd_event_get_state(guest) == SD_EVENT_ARMED && sd_event_wait(guest, 0) > 0) {
    dispatch_soon();
  }
}

/* The descriptor ends the sleep; the observer does the rest. Timers are in it. */
static int on_ready(rl_item *item, unsigned events, void *guest) {
  (void)item, (void)events, (void)guest;
  return RL_REARM;
}

static void on_pending(void *guest) {
  if (sd_event_get_state(guest) == SD_EVENT_PENDING && sd_event_dispatch(guest) <= 0)
    check("stop", rl_loop_stop(rl_loop_current())); /* sd_event_exit */
}

static int ticks = 0;
static int on_time(sd_event_source *source, uint64_t time, void *context) {
  (void)context;
  if (++ticks == 3) {
    printf("%d ticks of sd-event\n", ticks);
    return sd_event_exit(sd_event_source_get_event(source), 0);
  }
  return sd_event_source_set_time(source, time + 5000) < 0 ? -1 : sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}
static int on_defer(sd_event_source *source, void *context) {
  (void)source, (void)context;
  printf("deferred\n");
  return 0;
}
static void tick(rl_item *timer, void *context) {
  (void)timer, (void)context;
  printf("the run loop's own\n");
}

int main(void) {
  sd_event *guest;
  if (sd_event_new(&guest) < 0) return 1;
  serve = add("source", rl_source_create(0, "sd-event", on_pending, guest, NULL, &failure));
  add("observer", rl_observer_create(RL_BEFORE_WAITING | RL_AFTER_WAITING, 1, 0, "sd-event", on_activity, guest, NULL, &failure));
  add("descriptor", rl_descriptor_create(sd_event_get_fd(guest), RL_READABLE, RL_LEVEL, "sd-event", on_ready, guest, NULL, &failure));
  add("timer", rl_timer_create(MILLISECONDS, 0, 0, "own", tick, NULL, NULL, &failure));
  sd_event_add_defer(guest, NULL, on_defer, NULL);
  sd_event_add_time_relative(guest, NULL, CLOCK_MONOTONIC, 20000, 1, on_time, NULL);
  run();
  return 0;
}
