/* Our loop inside a GLib main loop: a GSource of some lines. */
#include <glib.h>
#include "support.h"

typedef struct {
  GSource base;
  GPollFD entry;
  rl_loop *loop;
} LoopSource;

static gboolean prepare(GSource *base, gint *timeout) {
  *timeout = -1;
  return check("prepare", rl_loop_prepare(((LoopSource *)base)->loop, NULL));
}

static gboolean look(GSource *base) {
  polls++;
  return (((LoopSource *)base)->entry.revents & G_IO_IN) != 0;
}

static gboolean dispatch(GSource *base, GSourceFunc callback, gpointer context) {
  (void)callback, (void)context;
  check("dispatch", rl_loop_dispatch(((LoopSource *)base)->loop, NULL));
  return G_SOURCE_CONTINUE;
}

static gboolean own_timer(gpointer context) {
  static int times = 0;
  if (++times == 5) printf("the host's own\n");
  if (is_done()) g_main_loop_quit(context);
  return G_SOURCE_CONTINUE;
}

int main(void) {
  static GSourceFuncs functions = {.prepare = prepare, .check = look, .dispatch = dispatch};
  rl_loop *loop = set_up();
  GMainLoop *host = g_main_loop_new(NULL, FALSE);
  LoopSource *guest = (LoopSource *)g_source_new(&functions, sizeof *guest);
  guest->loop = loop;
  guest->entry.fd = check("descriptor", rl_loop_descriptor(loop, NULL));
  guest->entry.events = G_IO_IN;
  g_source_add_poll(&guest->base, &guest->entry);
  g_source_attach(&guest->base, NULL);
  g_source_unref(&guest->base);
  g_timeout_add(2, own_timer, host);
  g_main_loop_run(host);
  g_main_loop_unref(host);
  return finish(loop);
}
