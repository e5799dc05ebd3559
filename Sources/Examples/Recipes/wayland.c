/* A Wayland client on a run loop: prepare_read before the sleep, read_events or cancel_read after it. The compositor is a
 * display of libwayland-server in the same loop, whose own event loop is one descriptor. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <wayland-client.h>
#include <wayland-server-core.h>
#include "recipe.h"

static struct wl_display *client;
static rl_item *descriptor;
static int is_reading = 0;

static void fail(const char *what) { fprintf(stderr, "%s: %s\n", what, strerror(errno)), exit(1); }

/* The adapter: these two functions. Another thread may read the connection, too: who says prepare_read must read or
 * cancel, and nothing is dispatched in between. */
static void on_activity(rl_item *observer, unsigned activity, void *context) {
  (void)observer, (void)context;
  if (activity == RL_BEFORE_WAITING) {
    while (wl_display_prepare_read(client) != 0)
      if (wl_display_dispatch_pending(client) < 0) fail("dispatch");
    is_reading = 1;
    /* What the kernel does not take now is written when there is room. */
    int flushed = wl_display_flush(client);
    if (flushed < 0 && errno != EAGAIN) fail("flush");
    check("events", rl_descriptor_set_events(descriptor, RL_READABLE | (flushed < 0 ? RL_WRITABLE : 0)));
  } else if (is_reading) {
    struct pollfd entry = {wl_display_get_fd(client), POLLIN, 0};
    is_reading = 0;
    if (poll(&entry, 1, 0) <= 0) wl_display_cancel_read(client);
    else if (wl_display_read_events(client) < 0) fail("read");
    if (wl_display_dispatch_pending(client) < 0) fail("dispatch");
  }
}
static int on_ready(rl_item *item, unsigned events, void *context) {
  (void)item, (void)events, (void)context; /* It ended the sleep. */
  return RL_REARM;
}

static int has_shm = 0, round_trips = 0;
static void on_global(void *context, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  (void)context, (void)registry, (void)name, (void)version;
  if (strcmp(interface, "wl_shm") == 0) has_shm = 1;
}
static void on_removal(void *context, struct wl_registry *registry, uint32_t name) { (void)context, (void)registry, (void)name; }
static void on_done(void *context, struct wl_callback *callback, uint32_t serial);
static const struct wl_callback_listener done = {on_done};
static void on_done(void *context, struct wl_callback *callback, uint32_t serial) {
  (void)context, (void)serial;
  wl_callback_destroy(callback);
  if (++round_trips == 50) check("stop", rl_loop_stop(rl_loop_current()));
  else wl_callback_add_listener(wl_display_sync(client), &done, NULL);
}

/* The compositor, in the same loop. */
static int on_compositor(rl_item *item, unsigned events, void *server) {
  (void)item, (void)events;
  wl_event_loop_dispatch(wl_display_get_event_loop(server), 0);
  wl_display_flush_clients(server);
  return RL_REARM;
}

int main(void) {
  static const struct wl_registry_listener listener = {on_global, on_removal};
  struct wl_display *server = wl_display_create();
  int ends[2];
  if (!server || wl_display_init_shm(server) != 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return 1;
  if (!wl_client_create(server, ends[0]) || !(client = wl_display_connect_to_fd(ends[1]))) return 1;
  int number = wl_event_loop_get_fd(wl_display_get_event_loop(server));
  add("compositor", rl_descriptor_create(number, RL_READABLE, RL_LEVEL, "compositor", on_compositor, server, NULL, &failure));
  descriptor = add("descriptor", rl_descriptor_create(wl_display_get_fd(client), RL_READABLE, RL_LEVEL, "wayland", on_ready, NULL, NULL, &failure));
  add("observer", rl_observer_create(RL_BEFORE_WAITING | RL_AFTER_WAITING, 1, 0, "wayland", on_activity, NULL, NULL, &failure));

  struct wl_registry *registry = wl_display_get_registry(client);
  wl_registry_add_listener(registry, &listener, NULL);
  wl_callback_add_listener(wl_display_sync(client), &done, NULL);
  run();
  printf("shared memory: %s, %d round trips\n", has_shm ? "yes" : "no", round_trips);
  wl_registry_destroy(registry);
  if (is_reading) wl_display_cancel_read(client);
  wl_display_disconnect(client);
  wl_display_destroy(server);
  return 0;
}
