/*
 * A program in C on a run loop: a timer that repeats, a pipe that is read, a thread that posts, an observer.
 *
 *   cc -I Sources/CRunLoop Sources/Examples/CProgram/tick.c -L . -lrunloop -Wl,-rpath,'$ORIGIN' -lpthread -o tick && ./tick
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runloop.h"

static const int64_t milliseconds = 1000000;
static int ends[2];
static int ticks = 0;

static void check(const char *what, int result) {
  if (result >= 0) return;
  fprintf(stderr, "%s: %s\n", what, rl_error_text(result));
  exit(1);
}

static void tick(rl_item *timer, void *context) {
  printf("%s %d\n", (const char *)context, ++ticks);
  if (ticks < 3) return;
  check("invalidate", rl_item_invalidate(timer));
  if (write(ends[1], "hello", 5) != 5) exit(1);
}

static int readable(rl_item *descriptor, unsigned events, void *context) {
  char text[16] = "";
  (void)descriptor, (void)context;
  if (events & RL_READABLE && read(ends[0], text, sizeof text - 1) > 0) printf("read %s\n", text);
  return RL_DISARM;
}

static void stop(void *context) {
  printf("posted by another thread\n");
  check("stop", rl_loop_stop(context));
}

static void *other_thread(void *loop) {
  check("post", rl_loop_post(loop, NULL, stop, loop, NULL));
  return NULL;
}

static void begin(rl_item *observer, unsigned activity, void *context) {
  (void)observer, (void)context;
  printf("%s\n", activity == RL_ENTRY ? "the run begins" : "the run ends");
}

static void release(void *context) {
  printf("%s is not needed any more\n", (const char *)context);
}

int main(void) {
  int error = RL_OK;
  pthread_t thread;
  rl_loop *loop = rl_loop_current();
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (pipe(ends) != 0) return 1;

  rl_item *observer = rl_observer_create(RL_ENTRY | RL_EXIT, 1, 0, "ends", begin, NULL, NULL, &error);
  check("observer", error);
  check("add", rl_loop_add(loop, observer, NULL));

  rl_item *timer = rl_timer_create(5 * milliseconds, 5 * milliseconds, 0, "tick", tick, "tick", release, &error);
  check("timer", error);
  check("add", rl_loop_add(loop, timer, RL_COMMON_MODES));

  rl_item *reader = rl_descriptor_create(ends[0], RL_READABLE, RL_LEVEL, "pipe", readable, NULL, NULL, &error);
  check("descriptor", error);
  check("add", rl_loop_add(loop, reader, NULL));

  int result = rl_loop_run(loop, NULL, 1000 * milliseconds, 0);
  check("run", result);
  printf("timed out: %s\n", result == RL_TIMED_OUT ? "yes" : "no");

  if (pthread_create(&thread, NULL, other_thread, loop) != 0) return 1;
  result = rl_loop_run(loop, NULL, RL_FOREVER, 0);
  pthread_join(thread, NULL);
  printf("stopped: %s\n", result == RL_STOPPED ? "yes" : "no");

  char *tree = rl_loop_copy_tree(loop);
  if (tree) printf("%s\n", tree);
  rl_text_free(tree);

  check("free", rl_item_free(observer));
  check("free", rl_item_free(timer));
  check("invalidate", rl_item_invalidate(reader));
  check("free", rl_item_free(reader));
  printf("a freed handle: %s\n", rl_error_text(rl_item_free(reader)));
  return 0;
}
