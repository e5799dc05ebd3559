/*
 * A heartbeat for GLib's loops, by the context's poll function. Nothing but GLib is linked.
 *
 *   cc -I Sources/CRunLoop Sources/Examples/Heartbeats/glib.c $(pkg-config --cflags --libs glib-2.0) -o glib && ./glib
 */
#include "runloop_heartbeat.h"

#include <glib-unix.h>

#include "slow.h"

/* A context's, on the thread that runs it. */
static __thread rl_heartbeat *beat;
static uint32_t dispatch;

/* GLib waits here, and nowhere else: what lies between two calls is one piece of work. */
static gint poll_and_tell(GPollFD *entries, guint count, gint timeout) {
  rl_heartbeat_end(beat);
  rl_heartbeat_begin_wait(beat);
  gint ready = g_poll(entries, count, timeout);
  rl_heartbeat_end_wait(beat);
  rl_heartbeat_begin(beat, dispatch);
  return ready;
}

static void watch_context(GMainContext *context, const char *label) {
  dispatch = rl_heartbeat_work("dispatch", RL_HERE);
  beat = rl_heartbeat_open(label);
  g_main_context_set_poll_func(context, poll_and_tell);
}

static gboolean on_input(gint descriptor, GIOCondition condition, gpointer loop) {
  (void)descriptor, (void)condition;
  if (handle_slowly()) return G_SOURCE_CONTINUE;
  g_main_loop_quit(loop);
  return G_SOURCE_REMOVE;
}

int main(void) {
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  watch_context(g_main_loop_get_context(loop), "GLib");
  g_unix_fd_add(0, G_IO_IN | G_IO_HUP, on_input, loop);
  g_main_loop_run(loop);
  rl_heartbeat_close(beat);
  g_main_loop_unref(loop);
  return 0;
}
