/* Every function with NULL, with a freed handle, with one of another kind, and on a wrong thread: numbers, no crash. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include "support.h"

static int failures = 0;
static rl_item *watcher;
static int released = 0;

static void expect(const char *what, int wanted, int got) {
  if (wanted == got) return;
  printf("%s: wanted %d (%s), got %d (%s)\n", what, wanted, rl_error_text(wanted), got, rl_error_text(got));
  failures++;
}

static void count(void *context) { (void)context, released++; }
static int on_event(rl_item *item, unsigned events, void *context) {
  (void)item, (void)events, (void)context;
  return RL_REARM;
}
static void on_activity(rl_item *item, unsigned activity, void *context) { (void)item, (void)activity, (void)context; }

static void *on_another_thread(void *context) {
  rl_loop *loop = context;
  expect("run elsewhere", RL_ERROR_THREAD, rl_loop_run(loop, NULL, 0, 0));
  expect("descriptor elsewhere", RL_ERROR_THREAD, rl_loop_descriptor(loop, NULL));
  expect("prepare elsewhere", RL_ERROR_THREAD, rl_loop_prepare(loop, NULL));
  expect("dispatch elsewhere", RL_ERROR_THREAD, rl_loop_dispatch(loop, NULL));
  expect("leave elsewhere", RL_ERROR_THREAD, rl_loop_leave_host(loop));
  expect("own thread", 0, rl_loop_is_own_thread(loop));
  expect("another loop's", RL_ERROR_ELSEWHERE, rl_loop_add(rl_loop_current(), watcher, NULL));
  return rl_loop_current();
}

static void with_item(rl_item *item, rl_loop *loop, int wanted) {
  int64_t delay;
  expect("signal", wanted, rl_source_signal(item));
  expect("set delay", wanted, rl_timer_set_delay(item, 1));
  expect("get delay", wanted, rl_timer_get_delay(item, &delay));
  expect("set events", wanted, rl_descriptor_set_events(item, 1));
  expect("arm", wanted, rl_descriptor_arm(item));
  expect("disarm", wanted, rl_descriptor_disarm(item));
  if (wanted == RL_ERROR_KIND) return;
  expect("add", wanted, rl_loop_add(loop, item, NULL));
  expect("remove", wanted, rl_loop_remove(loop, item, NULL));
  expect("contains", wanted, rl_loop_contains(loop, item, NULL));
  expect("invalidate", wanted, rl_item_invalidate(item));
  expect("is valid", wanted, rl_item_is_valid(item));
  expect("free", wanted, rl_item_free(item));
}

static void with_loop(rl_loop *loop, int wanted) {
  expect("own thread", wanted, rl_loop_is_own_thread(loop));
  expect("waiting", wanted, rl_loop_is_waiting(loop));
  expect("run", wanted, rl_loop_run(loop, NULL, 0, 0));
  expect("stop", wanted, rl_loop_stop(loop));
  expect("wake", wanted, rl_loop_wake(loop));
  expect("common", wanted, rl_loop_add_common_mode(loop, "m"));
  expect("post", wanted, rl_loop_post(loop, NULL, count, NULL, count));
  expect("perform", wanted, rl_loop_perform(loop, NULL, count, NULL, count));
  expect("descriptor", wanted, rl_loop_descriptor(loop, NULL));
  expect("prepare", wanted, rl_loop_prepare(loop, NULL));
  expect("dispatch", wanted, rl_loop_dispatch(loop, NULL));
  expect("leave", wanted, rl_loop_leave_host(loop));
  expect("set spinning", wanted, rl_loop_set_spinning(loop, RL_SPIN_LONG));
  expect("get spinning", wanted, rl_loop_get_spinning(loop));
  if (rl_loop_copy_tree(loop) != NULL) failures++;
}

int main(void) {
  int error = 0;
  alarm(280);
  rl_loop *loop = rl_loop_current();
  if (loop != rl_loop_current() || loop != rl_loop_main()) failures++;
  with_loop(NULL, RL_ERROR_NULL);
  with_item(NULL, loop, RL_ERROR_NULL);

  rl_item *observer = rl_observer_create(RL_ENTRY, 1, 0, NULL, on_activity, NULL, count, &error);
  expect("observer", RL_OK, error);
  with_item(observer, loop, RL_ERROR_KIND);
  expect("add", RL_OK, rl_loop_add(loop, observer, "m"));
  expect("contains", 1, rl_loop_contains(loop, observer, "m"));
  expect("invalidate", RL_OK, rl_item_invalidate(observer));
  expect("released", 1, released);
  expect("invalid", RL_ERROR_INVALID, rl_loop_add(loop, observer, NULL));
  expect("free", RL_OK, rl_item_free(observer));
  with_item(observer, loop, RL_ERROR_HANDLE);
  /* Its place is another item's now. */
  rl_item *source_item = rl_source_create(0, NULL, count, NULL, NULL, NULL);
  with_item(observer, loop, RL_ERROR_HANDLE);
  with_loop((rl_loop *)source_item, RL_ERROR_HANDLE);
  expect("a loop is no item", RL_ERROR_HANDLE, rl_item_free((rl_item *)loop));
  expect("garbage", RL_ERROR_HANDLE, rl_item_free((rl_item *)&error));
  expect("garbage", RL_ERROR_HANDLE, rl_item_free((rl_item *)(intptr_t)-3));

  /* Values. */
  rl_timer_create(0, -1, 0, NULL, on_tick, NULL, NULL, &error);
  expect("interval", RL_ERROR_ARGUMENT, error);
  rl_timer_create(0, 0, -1, NULL, on_tick, NULL, NULL, &error);
  expect("tolerance", RL_ERROR_ARGUMENT, error);
  int64_t delay = 7;
  rl_item *timer = rl_timer_create(0, 0, 0, NULL, on_tick, NULL, NULL, NULL);
  expect("no place for the delay", RL_ERROR_NULL, rl_timer_get_delay(timer, NULL));
  expect("invalidate", RL_OK, rl_item_invalidate(timer));
  expect("set an invalid timer", RL_ERROR_INVALID, rl_timer_set_delay(timer, 0));
  expect("ask an invalid timer", RL_ERROR_INVALID, rl_timer_get_delay(timer, &delay));
  expect("what was not answered stays", 7, (int)delay);
  if (rl_timer_create(0, 0, 0, NULL, NULL, NULL, NULL, &error)) failures++;
  expect("no function", RL_ERROR_NULL, error);
  expect("time", RL_ERROR_ARGUMENT, rl_loop_run(loop, NULL, -2, 0));
  expect("spinning", RL_ERROR_ARGUMENT, rl_loop_set_spinning(loop, 3));
  expect("spinning", RL_ERROR_ARGUMENT, rl_loop_set_spinning(loop, -1));
  expect("spinning", RL_ERROR_ARGUMENT, rl_loop_set_spinning(loop, 256));
  expect("common run", RL_FINISHED, rl_loop_run(loop, RL_COMMON_MODES, 0, 0));
  expect("common host", RL_ERROR_ARGUMENT, rl_loop_descriptor(loop, RL_COMMON_MODES));
  expect("no host", RL_ERROR_ARGUMENT, rl_loop_prepare(loop, NULL));
  released = 0;
  int file = open("/proc/self/exe", O_RDONLY);
  rl_descriptor_create(file, RL_READABLE, RL_LEVEL, NULL, on_event, NULL, count, &error);
  expect("regular file", RL_ERROR_NOT_POLLABLE, error);
  int gone = dup(file);
  close(gone);
  rl_descriptor_create(gone, RL_READABLE, RL_LEVEL, NULL, on_event, NULL, count, &error);
  expect("closed", RL_ERROR_CLOSED, error);
  rl_descriptor_create(0, RL_READABLE, 9, NULL, on_event, NULL, NULL, &error);
  expect("trigger", RL_ERROR_ARGUMENT, error);
  expect("what was refused stays its owner's", 0, released);
  int ends[2];
  if (pipe(ends) != 0) return 1;
  rl_item *reader = rl_descriptor_create(ends[0], RL_READABLE, RL_LEVEL, NULL, on_event, NULL, NULL, NULL);
  rl_item *twin = rl_descriptor_create(ends[0], RL_READABLE, RL_LEVEL, NULL, on_event, NULL, NULL, NULL);
  expect("add", RL_OK, rl_loop_add(loop, reader, NULL));
  expect("twin", RL_ERROR_ALREADY_WATCHED, rl_loop_add(loop, twin, NULL));

  /* Threads, their ends, and forks. */
  void *ended;
  watcher = rl_observer_create(RL_ENTRY, 1, 0, NULL, on_activity, NULL, NULL, NULL);
  expect("add", RL_OK, rl_loop_add(loop, watcher, NULL));
  pthread_create(&thread, NULL, on_another_thread, loop);
  pthread_join(thread, &ended);
  with_loop(ended, RL_ERROR_ENDED);
  expect("what an ended loop refused stays its owner's", 0, released);
  int status, child;
  /* One that a new common mode would have to watch. */
  rl_item *common = rl_descriptor_create(ends[1], RL_WRITABLE, RL_EDGE, NULL, on_event, NULL, NULL, NULL);
  expect("add", RL_OK, rl_loop_add(loop, common, RL_COMMON_MODES));
  child = fork();
  if (child == 0) {
    expect("forked run", RL_ERROR_FORKED, rl_loop_run(loop, NULL, 0, 0));
    expect("forked add", RL_ERROR_FORKED, rl_loop_add(loop, source_item, "other"));
    expect("forked common", RL_ERROR_FORKED, rl_loop_add_common_mode(loop, "other"));
    expect("reinitialize", RL_OK, rl_reinitialize_after_fork());
    expect("common", RL_OK, rl_loop_add_common_mode(loop, "other"));
    expect("run", RL_TIMED_OUT, rl_loop_run(loop, NULL, 0, 0));
    _exit(failures);
  }
  waitpid(child, &status, 0);
  expect("child", 0, status);

  for (int code = RL_ERROR_UNWRITABLE - 1; code <= 1; code++) {
    if (strlen(rl_error_text(code)) == 0) failures++;
  }
  printf("%d failures\n", failures);
  return failures != 0;
}
