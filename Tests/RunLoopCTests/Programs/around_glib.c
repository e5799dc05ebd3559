/*
 * GLib's context inside our loop: before ours waits it asks GLib what to wait for, waits for that too, and lets GLib look
 * and dispatch afterwards. The descriptors are put together in one epoll descriptor, which ours watches.
 */
#include <glib.h>
#include <sys/epoll.h>
#include "support.h"

enum { MOST = 64 };

static GPollFD entries[MOST];
static int count, priority, set, own_times, worked;
static rl_item *timer;

static void forget(void) {
  for (int index = 0; index < count; index++) epoll_ctl(set, EPOLL_CTL_DEL, entries[index].fd, NULL);
  count = 0;
}

static void serve(GMainContext *context) {
  for (int index = 0; index < count; index++) entries[index].revents = 0;
  g_poll(entries, (guint)count, 0);
  if (g_main_context_check(context, priority, entries, count)) g_main_context_dispatch(context);
  forget();
}

static void on_timer(rl_item *item, void *context) { (void)item, (void)context; }

static int on_readable(rl_item *item, unsigned events, void *context) {
  (void)item, (void)events, (void)context;
  /* The observer serves it: taken here, so that it is not told again. */
  struct epoll_event ready[MOST];
  return epoll_wait(set, ready, MOST, 0) < 0 ? RL_DISARM : RL_REARM;
}

static void around_waiting(rl_item *observer, unsigned activity, void *context) {
  int timeout = -1;
  (void)observer;
  if (activity == RL_AFTER_WAITING) {
    serve(context);
    return;
  }
  worked++;
  gboolean ready = g_main_context_prepare(context, &priority);
  count = g_main_context_query(context, priority, &timeout, entries, MOST);
  if (count > MOST) exit(1);
  for (int index = 0; index < count; index++) {
    struct epoll_event event = {.events = entries[index].events, .data.fd = index};
    if (epoll_ctl(set, EPOLL_CTL_ADD, entries[index].fd, &event) != 0) exit(1);
  }
  if (ready) timeout = 0;
  check("delay", rl_timer_set_delay(timer, timeout < 0 ? INT64_MAX / 4 : (int64_t)timeout * 1000000));
}

static gboolean glib_timer(gpointer loop) {
  if (++own_times == 20) printf("GLib ticked %d\n", own_times);
  if (own_times >= 20 && is_done()) check("stop", rl_loop_stop(loop));
  return G_SOURCE_CONTINUE;
}

static gboolean glib_idle(gpointer text) {
  printf("%s\n", (const char *)text);
  return G_SOURCE_REMOVE;
}

static gpointer invoke(gpointer context) {
  g_main_context_invoke(context, glib_idle, "invoked from another thread");
  return NULL;
}

int main(void) {
  int error;
  GMainContext *context = g_main_context_default();
  rl_loop *loop = set_up();
  if (!g_main_context_acquire(context)) return 1;
  set = epoll_create1(EPOLL_CLOEXEC);
  timer = rl_timer_create(INT64_MAX / 4, INT64_MAX / 4, 0, "GLib's time-out", on_timer, NULL, NULL, &error);
  check("add", rl_loop_add(loop, timer, RL_COMMON_MODES));
  rl_item *readable = rl_descriptor_create(set, RL_READABLE, RL_LEVEL, "GLib", on_readable, NULL, NULL, &error);
  check("add", rl_loop_add(loop, readable, RL_COMMON_MODES));
  rl_item *observer = rl_observer_create(RL_BEFORE_WAITING | RL_AFTER_WAITING, 1, 0, "GLib", around_waiting, context,
                                         NULL, &error);
  check("add", rl_loop_add(loop, observer, RL_COMMON_MODES));
  g_idle_add(glib_idle, "idle");
  g_timeout_add(2, glib_timer, loop);
  GThread *other = g_thread_new("other", invoke, context);
  int result = rl_loop_run(loop, NULL, RL_FOREVER, 0);
  g_thread_join(other);
  g_main_context_release(context);
  polls = 0;
  printf("%s\n", result == RL_STOPPED ? "stopped" : "ended");
  return finish(loop);
}
