/*
 * A heartbeat for a GTK 4 application, whose loop is GLib's main context. Nothing but GTK is linked; it needs a display.
 *
 *   cc -I Sources/CRunLoop Sources/Examples/Heartbeats/gtk.c $(pkg-config --cflags --libs gtk4) -o gtk && ./gtk
 */
#include "runloop_heartbeat.h"

#include <glib-unix.h>
#include <gtk/gtk.h>

#include "slow.h"

static rl_heartbeat *beat;
static uint32_t events;

/* GTK waits here, and nowhere else: what lies between two calls is one piece of work. */
static gint poll_and_tell(GPollFD *entries, guint count, gint timeout) {
  rl_heartbeat_end(beat);
  rl_heartbeat_begin_wait(beat);
  gint ready = g_poll(entries, count, timeout);
  rl_heartbeat_end_wait(beat);
  rl_heartbeat_begin(beat, events);
  return ready;
}

static gboolean on_input(gint descriptor, GIOCondition condition, gpointer application) {
  (void)descriptor, (void)condition;
  if (handle_slowly()) return G_SOURCE_CONTINUE;
  g_application_quit(application);
  return G_SOURCE_REMOVE;
}

static void on_activate(GtkApplication *application, gpointer context) {
  (void)context;
  gtk_window_present(GTK_WINDOW(gtk_application_window_new(application)));
  g_unix_fd_add(0, G_IO_IN | G_IO_HUP, on_input, application);
}

int main(void) {
  events = rl_heartbeat_work("events", RL_HERE);
  beat = rl_heartbeat_open("GTK");
  g_main_context_set_poll_func(NULL, poll_and_tell);
  GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(on_activate), NULL);
  return g_application_run(G_APPLICATION(application), 0, NULL);
}
