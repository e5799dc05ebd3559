/* What the header says of modes, times, observers, sources, descriptors and contexts, one rule after the other. */
#include <string.h>
#include "support.h"

static const int64_t milliseconds = 1000000;
static int failures = 0;
static char heard[200];
static int released = 0;
static rl_loop *loop;

static void expect(const char *what, int wanted, int got) {
  if (wanted == got) return;
  printf("%s: wanted %d, got %d\n", what, wanted, got);
  failures++;
}

/* What was heard since the last time. */
static void expect_heard(const char *what, const char *wanted) {
  if (strcmp(wanted, heard) != 0) {
    printf("%s: wanted '%s', heard '%s'\n", what, wanted, heard);
    failures++;
  }
  heard[0] = 0;
}

static void hear(void *context) {
  if (strlen(heard) < sizeof heard - 20) strcat(strcat(heard, " "), context);
}
static void hear_timer(rl_item *timer, void *context) { (void)timer, hear(context); }
static void hear_activity(rl_item *observer, unsigned activity, void *context) {
  (void)observer, (void)context;
  hear(activity == RL_ENTRY ? "entry" : activity == RL_EXIT ? "exit" : "other");
}
static void release(void *context) { (void)context, released++; }

static int run(const char *mode) { return rl_loop_run(loop, mode, 0, 0); }

static void blocks(void) {
  /* A mode comes into being with its first item. */
  rl_item *item = rl_observer_create(0, 1, 0, NULL, hear_activity, NULL, NULL, NULL);
  check("add", rl_loop_add(loop, item, "scrolling"));
  expect("common", RL_OK, rl_loop_add_common_mode(loop, "scrolling"));
  check("post", rl_loop_post(loop, NULL, hear, "posted", release));
  check("perform", rl_loop_perform(loop, NULL, hear, "performed", release));
  check("post", rl_loop_post(loop, "other", hear, "elsewhere", release));
  run("scrolling");
  expect_heard("a post without a mode runs in any common one, and perform does not", " posted");
  run(NULL);
  expect_heard("the default mode", " performed");
  run("other");
  expect_heard("a mode of its own", " elsewhere");
  expect("released once each", 3, released);
  released = 0;
}

static void observers(void) {
  rl_item *once = rl_observer_create(RL_ENTRY | RL_EXIT, 0, 0, NULL, hear_activity, NULL, release, NULL);
  rl_item *always = rl_observer_create(RL_EXIT, 1, 0, NULL, hear_activity, NULL, release, NULL);
  check("add", rl_loop_add(loop, once, NULL));
  check("add", rl_loop_add(loop, always, NULL));
  check("post", rl_loop_post(loop, NULL, hear, "block", NULL));
  run(NULL);
  expect_heard("observers", " entry block exit");
  expect("an observer that was called once", 0, rl_item_is_valid(once));
  expect("is released", 1, released);
  check("post", rl_loop_post(loop, NULL, hear, "block", NULL));
  run(NULL);
  expect_heard("once is once", " block exit");
  check("invalidate", rl_item_invalidate(always));
  check("invalidate", rl_item_invalidate(always));
  expect("released once", 2, released);
  released = 0;
}

static void timers(void) {
  int64_t delay = 0;
  rl_item *timer = rl_timer_create(-1000 * milliseconds, 0, 0, NULL, hear_timer, "timer", release, NULL);
  check("delay", rl_timer_get_delay(timer, &delay));
  if (delay > -1000 * milliseconds) failures++, printf("a date that is past is %lld off\n", (long long)delay);
  check("set", rl_timer_set_delay(timer, 3600 * 1000 * milliseconds));
  check("delay", rl_timer_get_delay(timer, &delay));
  if (delay <= 3000 * 1000 * milliseconds) failures++, printf("an hour is %lld off\n", (long long)delay);
  check("add", rl_loop_add(loop, timer, NULL));
  run(NULL);
  expect_heard("not due", "");
  check("set", rl_timer_set_delay(timer, 0));
  check("free", rl_item_free(timer));
  run(NULL);
  expect_heard("a timer that nobody but the loop has", " timer");
  expect("released when it has done its one call", 1, released);
  rl_item *again = rl_timer_create(0, 1, 0, NULL, hear_timer, "again", NULL, NULL);
  check("add", rl_loop_add(loop, again, NULL));
  run(NULL), run(NULL);
  expect_heard("a timer that repeats", " again again");
  check("remove", rl_loop_remove(loop, again, NULL));
  expect("contains", 0, rl_loop_contains(loop, again, NULL));
  expect("valid", 1, rl_item_is_valid(again));
  run(NULL);
  expect_heard("a timer that was taken out", "");
  released = 0;
}

static void sources(void) {
  rl_item *late = rl_source_create(2, NULL, hear, "late", NULL, NULL);
  rl_item *early = rl_source_create(-2, NULL, hear, "early", NULL, NULL);
  check("add", rl_loop_add(loop, late, NULL));
  check("add", rl_loop_add(loop, early, NULL));
  check("signal", rl_source_signal(late));
  check("signal", rl_source_signal(early));
  expect("after a source", RL_HANDLED_SOURCE, rl_loop_run(loop, NULL, RL_FOREVER, 1));
  expect_heard("one, by order", " early");
  expect("not asked to return", RL_TIMED_OUT, run(NULL));
  expect_heard("the other", " late");
  check("invalidate", rl_item_invalidate(late));
  expect("signal", RL_ERROR_INVALID, rl_source_signal(late));
  check("invalidate", rl_item_invalidate(early));
}

static int ends[2];
static int answer = RL_REARM;
static int hear_descriptor(rl_item *item, unsigned events, void *context) {
  (void)item, (void)context;
  hear(events == RL_READABLE ? "readable" : events == RL_WRITABLE ? "writable" : "other");
  return answer;
}

static void descriptors(void) {
  static const char *wanted[] = {" readable readable", " readable", " readable readable"};
  if (pipe(ends) != 0 || write(ends[1], "ab", 2) != 2) exit(1);
  for (int trigger = RL_LEVEL; trigger <= RL_ONE_SHOT; trigger++) {
    answer = RL_REARM;
    rl_item *item = rl_descriptor_create(ends[0], RL_READABLE, trigger, NULL, hear_descriptor, NULL, NULL, NULL);
    check("add", rl_loop_add(loop, item, NULL));
    run(NULL), run(NULL);
    expect_heard("trigger", wanted[trigger]);
    if (trigger == RL_ONE_SHOT) {
      answer = RL_DISARM;
      run(NULL), run(NULL);
      expect_heard("once, until it is armed", " readable");
      check("arm", rl_descriptor_arm(item));
      run(NULL), run(NULL);
      expect_heard("armed", " readable");
    } else if (trigger == RL_LEVEL) {
      check("disarm", rl_descriptor_disarm(item));
      run(NULL);
      expect_heard("disarmed", "");
      check("arm", rl_descriptor_arm(item));
      answer = RL_DISARM;
      run(NULL), run(NULL);
      expect_heard("its answer switches it off", " readable");
    }
    check("invalidate", rl_item_invalidate(item));
    check("free", rl_item_free(item));
  }
  answer = RL_DISARM;
  rl_item *writer = rl_descriptor_create(ends[1], 0, RL_LEVEL, NULL, hear_descriptor, NULL, NULL, NULL);
  check("add", rl_loop_add(loop, writer, NULL));
  run(NULL);
  expect_heard("asked for nothing", "");
  check("events", rl_descriptor_set_events(writer, RL_WRITABLE));
  run(NULL), run(NULL);
  expect_heard("asked for room", " writable");
  check("invalidate", rl_item_invalidate(writer));
}

/* An ended loop releases its pending blocks and refuses new ones. */
static void post_at_the_end(void *context) {
  rl_loop *ending = context;
  expect("post at the end", RL_ERROR_ENDED, rl_loop_post(ending, NULL, hear, "late", release));
  expect("perform at the end", RL_ERROR_ENDED, rl_loop_perform(ending, NULL, hear, "late", release));
}
static void *end_with_a_block(void *context) {
  rl_loop *ending = rl_loop_current();
  check("post", rl_loop_post(ending, "never", hear, ending, post_at_the_end));
  return context;
}

static void *post_to_main(void *context) {
  check("main", rl_main_post(hear, context, release));
  return NULL;
}

static void spinning(void) {
  expect("at first", RL_SPIN_BRIEF, rl_loop_get_spinning(loop));
  for (int setting = RL_SPIN_LONG; setting >= RL_SPIN_NEVER; setting--) {
    check("set", rl_loop_set_spinning(loop, setting));
    expect("set", setting, rl_loop_get_spinning(loop));
  }
}

/* A loop that sleeps says so, and continues when it is woken. */
static void on_awake(rl_item *observer, unsigned activity, void *context) {
  (void)observer, (void)activity, (void)context;
  rl_loop_stop(loop);
}
static void *wake_the_sleeper(void *context) {
  int waiting = 0;
  for (int step = 0; step < 20000 && !waiting; step++) usleep(1000), waiting = rl_loop_is_waiting(loop);
  expect("asleep", 1, waiting);
  check("wake", rl_loop_wake(loop));
  return context;
}
static void sleeping(void) {
  rl_item *keeper = rl_source_create(0, NULL, hear, "keeper", NULL, NULL);
  rl_item *awake = rl_observer_create(RL_AFTER_WAITING, 1, 0, NULL, on_awake, NULL, NULL, NULL);
  check("add", rl_loop_add(loop, keeper, "sleep"));
  check("add", rl_loop_add(loop, awake, "sleep"));
  pthread_create(&thread, NULL, wake_the_sleeper, NULL);
  expect("woken", RL_STOPPED, rl_loop_run(loop, "sleep", 60 * 1000 * milliseconds, 0));
  pthread_join(thread, NULL);
  check("invalidate", rl_item_invalidate(keeper));
  check("invalidate", rl_item_invalidate(awake));
}

static void threads(void) {
  pthread_create(&thread, NULL, end_with_a_block, NULL);
  pthread_join(thread, NULL);
  expect("what was refused stays its owner's", 0, released);
  expect_heard("and is not called", "");
  pthread_create(&thread, NULL, post_to_main, "for the main thread");
  pthread_join(thread, NULL);
  expect("is waiting", 0, rl_loop_is_waiting(loop));
  run("scrolling");
  expect_heard("in a common mode", " for the main thread");
  expect("released", 1, released);
}

int main(void) {
  alarm(280);
  loop = rl_loop_current();
  blocks(), observers(), timers(), sources(), descriptors(), spinning(), sleeping(), threads();
  printf("%d failures\n", failures);
  return failures != 0;
}
