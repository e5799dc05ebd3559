/* D-Bus on a run loop, by sd-bus: a service and a client of it on the session bus, each with a connection of its own. */
#include <poll.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>
#include "recipe.h"

typedef struct {
  sd_bus *bus;
  rl_item *descriptor, *timer, *process;
} connection;

/* Messages may be in sd-bus's queue without its descriptor being readable: process until there is nothing. */
static void process(void *context) {
  connection *own = context;
  int more = sd_bus_process(own->bus, NULL);
  if (more < 0) fprintf(stderr, "sd_bus_process: %s\n", strerror(-more)), exit(1);
  /* One message a turn: what else the loop has is served in between. */
  if (more > 0) check("signal", rl_source_signal(own->process));
}

static int on_ready(rl_item *item, unsigned events, void *context) {
  (void)item, (void)events;
  process(context);
  return RL_REARM;
}
static void on_time(rl_item *timer, void *context) { (void)timer, process(context); }

/* Before the loop sleeps: what sd-bus waits for now, and until when. */
static void before_waiting(rl_item *observer, unsigned activity, void *context) {
  connection *own = context;
  uint64_t until;
  (void)observer, (void)activity;
  check("events", rl_descriptor_set_events(own->descriptor, (unsigned)sd_bus_get_events(own->bus)));
  if (sd_bus_get_timeout(own->bus, &until) >= 0) {
    int64_t delay = until == UINT64_MAX ? INT64_MAX / 2 : (int64_t)until * 1000 - rl_now();
    check("timer", rl_timer_set_delay(own->timer, delay));
  }
}

/* The adapter: the functions above, and this. */
static void attach(connection *own) {
  if (sd_bus_open_user(&own->bus) < 0) fprintf(stderr, "no session bus\n"), exit(1);
  own->process = add("source", rl_source_create(0, "bus", process, own, NULL, &failure));
  own->timer = add("timer", rl_timer_create(INT64_MAX / 2, INT64_MAX / 2, 0, "bus", on_time, own, NULL, &failure));
  own->descriptor = add("descriptor", rl_descriptor_create(sd_bus_get_fd(own->bus), RL_READABLE, RL_LEVEL, "bus", on_ready, own, NULL, &failure));
  add("observer", rl_observer_create(RL_BEFORE_WAITING, 1, 0, "bus", before_waiting, own, NULL, &failure));
  check("signal", rl_source_signal(own->process));
}

static connection service, client;
static int answers = 0;

static int multiply(sd_bus_message *call, void *context, sd_bus_error *error) {
  int a, b;
  (void)context, (void)error;
  if (sd_bus_message_read(call, "ii", &a, &b) < 0) return -1;
  return sd_bus_reply_method_return(call, "i", a * b);
}
static int silent(sd_bus_message *call, void *context, sd_bus_error *error) {
  (void)call, (void)context, (void)error;
  return 1; /* Handled, and never answered. */
}
static const sd_bus_vtable methods[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Multiply", "ii", "i", multiply, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Silent", "", "", silent, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static int on_no_answer(sd_bus_message *reply, void *context, sd_bus_error *error) {
  (void)context, (void)error;
  printf("a call without an answer: %s\n", sd_bus_message_is_method_error(reply, SD_BUS_ERROR_NO_REPLY) ||
         sd_bus_message_is_method_error(reply, SD_BUS_ERROR_TIMEOUT) ? "timed out" : "answered");
  check("stop", rl_loop_stop(rl_loop_current()));
  return 0;
}

static int on_answer(sd_bus_message *reply, void *context, sd_bus_error *error) {
  int product = 0;
  (void)context, (void)error;
  if (sd_bus_message_read(reply, "i", &product) < 0 || product != 42) exit(1);
  if (++answers < 100) return 0;
  printf("%d answers\n", answers);
  /* sd-bus's own time-out, in microseconds, is the timer's. */
  sd_bus_message *call;
  if (sd_bus_message_new_method_call(client.bus, &call, "org.example.Calculator", "/calculator", "org.example.Calculator", "Silent") < 0 ||
      sd_bus_call_async(client.bus, NULL, call, on_no_answer, NULL, 20000) < 0)
    exit(1);
  sd_bus_message_unref(call);
  return 0;
}

static int on_name(sd_bus_message *reply, void *context, sd_bus_error *error) {
  (void)context, (void)error;
  printf("the service has its name: %s\n", sd_bus_message_is_method_error(reply, NULL) ? "no" : "yes");
  for (int call = 0; call < 100; call++)
    if (sd_bus_call_method_async(client.bus, NULL, "org.example.Calculator", "/calculator", "org.example.Calculator",
                                 "Multiply", on_answer, NULL, "ii", 6, 7) < 0)
      exit(1);
  return 0;
}

int main(void) {
  attach(&service);
  attach(&client);
  if (sd_bus_add_object_vtable(service.bus, NULL, "/calculator", "org.example.Calculator", methods, NULL) < 0 ||
      sd_bus_request_name_async(service.bus, NULL, "org.example.Calculator", 0, on_name, NULL) < 0)
    return 1;
  run();
  sd_bus_flush_close_unref(client.bus);
  sd_bus_flush_close_unref(service.bus);
  return 0;
}
