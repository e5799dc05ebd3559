/* Unix signals of a daemon: SIGHUP reloads, SIGTERM ends after the work in progress, a child's end needs no SIGCHLD. */
#include <signal.h>
#include <sys/wait.h>
#include "recipe.h"

static int in_progress = 0;

static void stop_when_idle(void) {
  if (in_progress == 0) check("stop", rl_loop_stop(rl_loop_current()));
}

/* On the loop's thread, where everything is allowed; a signal handler may do next to nothing. */
static int on_signal(rl_item *item, int number, int sender, void *context) {
  (void)item, (void)sender, (void)context;
  if (number == SIGHUP) {
    printf("reloads\n");
    kill(getpid(), SIGTERM);
  } else {
    printf("ends when its work is done: %d in progress\n", in_progress);
    stop_when_idle();
  }
  return RL_REARM;
}

static void on_end(rl_item *child, int status, void *context) {
  (void)child, (void)context;
  in_progress--;
  printf("a worker ended with %d\n", WEXITSTATUS(status));
  stop_when_idle();
}

int main(void) {
  static const int signals[] = {SIGHUP, SIGTERM, SIGINT};
  static const char *const worker[] = {"sh", "-c", "sleep 0.05; exit 3", NULL};
  /* Before other threads: they inherit that the signals are blocked. */
  rl_item *source = add("signals", rl_signal_create(signals, 3, "signals", on_signal, NULL, NULL, &failure));
  rl_item *child = add("worker", rl_child_spawn(worker, NULL, NULL, "worker", on_end, NULL, NULL, &failure));
  in_progress = 1;
  kill(getpid(), SIGHUP);
  run();
  printf("done\n");
  drop(source);
  return rl_item_free(child);
}
