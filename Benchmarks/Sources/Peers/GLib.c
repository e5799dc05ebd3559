// GLib: a GSource of our own kind for wake-ups, with prepare and check as the manual describes, since that needs no
// system call on the loop's own thread (g_source_set_ready_time always makes one); g_timeout_source for timers;
// g_source_add_unix_fd for descriptors.
#include <glib.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "Peers.h"

struct flagged {
  GSource source;
  atomic_int signalled;
};

static gboolean flagged_prepare(GSource *source, int *timeout) {
  *timeout = -1;
  return atomic_load(&((struct flagged *)source)->signalled);
}

static gboolean flagged_check(GSource *source) { return atomic_load(&((struct flagged *)source)->signalled); }

static gboolean flagged_dispatch(GSource *source, GSourceFunc callback, gpointer context) {
  atomic_store(&((struct flagged *)source)->signalled, 0);
  return callback(context);
}

static GSourceFuncs flagged_functions = {flagged_prepare, flagged_check, flagged_dispatch, NULL, NULL, NULL};

static struct flagged *flagged_new(GMainContext *context, GSourceFunc callback, gpointer data) {
  GSource *source = g_source_new(&flagged_functions, sizeof(struct flagged));
  g_source_set_callback(source, callback, data, NULL);
  g_source_attach(source, context);
  return (struct flagged *)source;
}

static void source_end(GSource *source) {
  g_source_destroy(source);
  g_source_unref(source);
}

struct loop {
  GMainContext *context;
  GMainLoop *main;
  struct flagged *async;
  void (*woken)(struct loop *);
};

static gboolean async_called(gpointer context) {
  struct loop *loop = context;
  loop->woken(loop);
  return G_SOURCE_CONTINUE;
}

static int loop_open(struct loop *loop, int shared) {
  (void)shared;
  loop->context = g_main_context_new();
  loop->main = g_main_loop_new(loop->context, FALSE);
  loop->async = flagged_new(loop->context, async_called, loop);
  return 0;
}

static void loop_close(struct loop *loop) {
  source_end(&loop->async->source);
  g_main_loop_unref(loop->main);
  g_main_context_unref(loop->context);
}

static void loop_run(struct loop *loop) { g_main_loop_run(loop->main); }
static void loop_turn(struct loop *loop) { g_main_context_iteration(loop->context, FALSE); }
static void loop_stop(struct loop *loop) { g_main_loop_quit(loop->main); }
static void loop_wake(struct loop *loop) {
  atomic_store(&loop->async->signalled, 1);
  // On the loop's own thread prepare sees it.
  if (!g_main_context_is_owner(loop->context)) g_main_context_wakeup(loop->context);
}

#define HAS_SOURCES
struct source {
  struct flagged *flagged;
};
static void source_fired(void);
static gboolean source_called(gpointer context) {
  (void)context;
  source_fired();
  return G_SOURCE_CONTINUE;
}
static void source_open(struct loop *loop, struct source *source) {
  source->flagged = flagged_new(loop->context, source_called, NULL);
}
static void source_signal(struct source *source) { atomic_store(&source->flagged->signalled, 1); }
static void source_close(struct source *source) { source_end(&source->flagged->source); }

#define HAS_TIMERS
#define TIMER_NEEDS_OPENING
struct timer {
  GSource *source;
};
static void timer_fired(struct timer *timer);
static gboolean timer_called(gpointer context) {
  timer_fired(context);
  return G_SOURCE_REMOVE;
}
// A timeout's time is its source's for good: it is made when it is started.
static void timer_open(struct loop *loop, struct timer *timer) {
  (void)loop;
  timer->source = NULL;
}
static void timer_start(struct loop *loop, struct timer *timer, int64_t microseconds) {
  timer->source = g_timeout_source_new((guint)(microseconds / 1000));
  g_source_set_callback(timer->source, timer_called, timer, NULL);
  g_source_attach(timer->source, loop->context);
}
// A timeout keeps its interval; the date of its next call can be set.
static void timer_move(struct loop *loop, struct timer *timer, int64_t microseconds) {
  (void)loop;
  g_source_set_ready_time(timer->source, g_source_get_time(timer->source) + microseconds);
}
static void timer_stop(struct loop *loop, struct timer *timer) {
  (void)loop;
  source_end(timer->source);
  timer->source = NULL;
}
static void timer_close(struct timer *timer) {
  if (timer->source) source_end(timer->source);
}

struct watch {
  GSource *source;
  int descriptor;
  void (*readable)(struct watch *);
};
struct polled {
  GSource source;
  gpointer tag;
};
static gboolean polled_check(GSource *source) {
  return g_source_query_unix_fd(source, ((struct polled *)source)->tag) & G_IO_IN;
}
static gboolean polled_dispatch(GSource *source, GSourceFunc callback, gpointer context) {
  (void)source;
  return callback(context);
}
static GSourceFuncs polled_functions = {NULL, polled_check, polled_dispatch, NULL, NULL, NULL};
static gboolean polled_called(gpointer context) {
  struct watch *watch = context;
  watch->readable(watch);
  return G_SOURCE_CONTINUE;
}
static int watch_open(struct loop *loop, struct watch *watch) {
  watch->source = g_source_new(&polled_functions, sizeof(struct polled));
  ((struct polled *)watch->source)->tag = g_source_add_unix_fd(watch->source, watch->descriptor, G_IO_IN);
  g_source_set_callback(watch->source, polled_called, watch, NULL);
  g_source_attach(watch->source, loop->context);
  return 0;
}
static void watch_close(struct watch *watch) { source_end(watch->source); }

#include "Workloads.h"

static const char *version(void) {
  static char text[32];
  g_snprintf(text, sizeof text, "%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
  return text;
}

const Peer peer_glib = {
    PEER_HEAD,
    "GLib",
    version,
    {COMMON_WORKLOADS, TIMER_WORKLOADS, SOURCE_WORKLOAD("a GSource with a flag that its prepare function looks at")},
};
