/* A loop's handle is its own: a loop that comes to be where one was that has ended has another one, and is not ended. */
#include "support.h"

enum { LOOPS = 200 };

static int failures = 0;
static int called = 0, released = 0;

static void expect(const char *what, int wanted, int got) {
  if (wanted == got) return;
  printf("%s: wanted %d (%s), got %d (%s)\n", what, wanted, rl_error_text(wanted), got, rl_error_text(got));
  failures++;
}

static void call(void *context) { (void)context, called++; }
static void release(void *context) { (void)context, released++; }

static void *use_a_new_loop(void *context) {
  (void)context;
  rl_loop *loop = rl_loop_current();
  expect("own thread", 1, rl_loop_is_own_thread(loop));
  expect("post", RL_OK, rl_loop_post(loop, NULL, call, NULL, release));
  expect("run", RL_TIMED_OUT, rl_loop_run(loop, NULL, 0, 0));
  if (loop != rl_loop_current()) failures++;
  return loop;
}

/* A handle of a loop that is gone is known as that, or as none. */
static void expect_gone(rl_loop *loop) {
  int result = rl_loop_post(loop, NULL, call, NULL, release);
  if (result != RL_ERROR_ENDED && result != RL_ERROR_HANDLE) expect("post to a loop that is gone", RL_ERROR_ENDED, result);
}

/* Without the mark and the number of uses. */
static unsigned long place(void *loop) { return (unsigned long)loop >> 3 & 0xFFFFFFF; }

int main(void) {
  static void *loops[LOOPS];
  unsigned long last = 0;
  alarm(280);
  for (int index = 0; index < LOOPS; index++) {
    if (pthread_create(&thread, NULL, use_a_new_loop, NULL) != 0) return 1;
    pthread_join(thread, &loops[index]);
    expect_gone(loops[index]);
    if (place(loops[index]) > last) last = place(loops[index]);
    for (int other = 0; other < index; other++) {
      if (loops[other] == loops[index]) failures++;
    }
  }
  for (int index = 0; index < LOOPS; index++) expect_gone(loops[index]);
  /* A program whose threads come and go needs no more memory for each. */
  expect("places of ended loops are used again", 1, last < 10);
  expect("called", LOOPS, called);
  expect("released", LOOPS, released);
  printf("%d failures\n", failures);
  return failures != 0;
}
