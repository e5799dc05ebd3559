/* A run loop in GTK 4: a GSource, and so for whatever runs GLib's main context. */
#include <gtk/gtk.h>
#include "host.h"

typedef struct {
  GSource base;
  gpointer tag;
  const host_guest *guest;
} GuestSource;

static GMainLoop *host;

static gboolean prepare(GSource *base, gint *timeout) {
  *timeout = -1;
  return ((GuestSource *)base)->guest->prepare() != 0;
}

static gboolean check(GSource *base) { return g_source_query_unix_fd(base, ((GuestSource *)base)->tag) != 0; }

static gboolean dispatch(GSource *base, GSourceFunc callback, gpointer context) {
  (void)callback, (void)context;
  ((GuestSource *)base)->guest->dispatch();
  return G_SOURCE_CONTINUE;
}

/* The adapter: these lines and the three functions above. */
static void attach(const host_guest *guest) {
  static GSourceFuncs functions = {.prepare = prepare, .check = check, .dispatch = dispatch};
  GuestSource *source = (GuestSource *)g_source_new(&functions, sizeof *source);
  source->guest = guest;
  source->tag = g_source_add_unix_fd(&source->base, guest->descriptor, G_IO_IN);
  /* With inner main loops, as dialogs have them, the guest is served there too. */
  g_source_set_can_recurse(&source->base, TRUE);
  g_source_attach(&source->base, NULL);
  g_source_unref(&source->base);
}

static gboolean start(gpointer started) {
  ((void (*)(void))started)();
  return G_SOURCE_REMOVE;
}

int host_run(const host_guest *guest, void (*started)(void)) {
  if (!gtk_init_check()) return 1;
  host = g_main_loop_new(NULL, FALSE);
  GtkWidget *window = gtk_window_new();
  gtk_window_set_child(GTK_WINDOW(window), gtk_label_new("the main actor is here"));
  gtk_window_present(GTK_WINDOW(window));
  attach(guest);
  g_idle_add(start, (gpointer)started);
  g_main_loop_run(host);
  gtk_window_destroy(GTK_WINDOW(window));
  g_main_loop_unref(host);
  return 0;
}

void host_quit(void) { g_main_loop_quit(host); }
