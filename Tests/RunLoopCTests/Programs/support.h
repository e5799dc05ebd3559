/* What the programs of the tests have in common: a thread that posts and signals, timers, and a count of what came. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runloop.h"

enum { ROUNDS = 500 };

static atomic_int posted, signalled, ticked;
static atomic_long polls;
static rl_item *source;
static pthread_t thread;

static inline int check(const char *what, int result) {
  if (result >= 0) return result;
  fprintf(stderr, "%s: %s\n", what, rl_error_text(result));
  exit(1);
}

static void on_post(void *context) { (void)context, posted++; }
static void on_signal(void *context) { (void)context, signalled++; }
static void on_tick(rl_item *timer, void *context) {
  (void)context;
  if (++ticked == 20) check("invalidate", rl_item_invalidate(timer));
}

/* One at a time, so that each has to wake the host. */
static void *post_and_signal(void *loop) {
  for (int round = 0; round < ROUNDS; round++) {
    check("post", rl_loop_post(loop, NULL, on_post, NULL, NULL));
    while (posted <= round) usleep(10);
    check("signal", rl_source_signal(source));
    check("wake", rl_loop_wake(loop));
    while (signalled <= round) usleep(10);
  }
  return NULL;
}

static inline rl_loop *set_up(void) {
  int error;
  alarm(280);
  rl_loop *loop = rl_loop_current();
  rl_item *timer = rl_timer_create(1000000, 1000000, 0, "tick", on_tick, NULL, NULL, &error);
  check("timer", error);
  check("add", rl_loop_add(loop, timer, NULL));
  source = rl_source_create(0, "source", on_signal, NULL, NULL, &error);
  check("source", error);
  check("add", rl_loop_add(loop, source, NULL));
  if (pthread_create(&thread, NULL, post_and_signal, loop) != 0) exit(1);
  return loop;
}

static inline int is_done(void) { return posted == ROUNDS && signalled == ROUNDS && ticked == 20; }

static inline int finish(rl_loop *loop) {
  pthread_join(thread, NULL);
  /* A wake-up that comes while the loop is served may cost one more. */
  printf("posted %d, signalled %d, ticked %d, spin: %s\n", posted, signalled, ticked,
         polls > 3 * (2 * ROUNDS + 20) + 100 ? "yes" : "no");
  check("leave", rl_loop_leave_host(loop));
  return 0;
}
