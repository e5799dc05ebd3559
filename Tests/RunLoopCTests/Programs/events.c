/* Signals, children, file watches and metrics in C. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include "support.h"

static int failures = 0, released = 0;

static void expect(const char *what, long wanted, long got) {
  if (wanted == got) return;
  printf("%s: wanted %ld, got %ld\n", what, wanted, got);
  failures++;
}
static void release(void *context) { (void)context, released++; }

/* Runs until something stops the loop; a program that nothing stops is a failure. */
static void run(rl_loop *loop, const char *what) {
  expect(what, RL_STOPPED, rl_loop_run(loop, NULL, 30000000000LL, 0));
}

static int heard[2];
static int on_signal_number(rl_item *item, int number, int sender, void *context) {
  (void)item;
  expect("the sender", getpid(), sender);
  heard[number == SIGUSR2]++;
  rl_loop_stop(context);
  return number == SIGUSR2 ? RL_DISARM : RL_REARM;
}

static void signals(rl_loop *loop) {
  int error, numbers[] = {SIGUSR1, SIGUSR2}, never[] = {SIGKILL};
  rl_item *item = rl_signal_create(numbers, 2, "signals", on_signal_number, loop, release, &error);
  check("signals", error);
  check("add", rl_loop_add(loop, item, NULL));
  kill(getpid(), SIGUSR1);
  run(loop, "a signal");
  kill(getpid(), SIGUSR2);
  run(loop, "another one");
  expect("first", 1, heard[0]);
  expect("second", 1, heard[1]);
  /* Switched off, it leaves the signal pending. */
  kill(getpid(), SIGUSR1);
  expect("off", RL_TIMED_OUT, rl_loop_run(loop, NULL, 0, 0));
  check("arm", rl_descriptor_arm(item));
  run(loop, "on again");
  expect("first", 2, heard[0]);
  check("invalidate", rl_item_invalidate(item));
  check("free", rl_item_free(item));
  expect("released", 1, released);

  expect("SIGKILL", 0, rl_signal_create(never, 1, NULL, on_signal_number, NULL, release, &error) != NULL);
  expect("SIGKILL", RL_ERROR_ARGUMENT, error);
  expect("none", 0, rl_signal_create(never, 0, NULL, on_signal_number, NULL, release, &error) != NULL);
  expect("none", RL_ERROR_ARGUMENT, error);
  expect("no function", 0, rl_signal_create(numbers, 2, NULL, NULL, NULL, release, &error) != NULL);
  expect("no function", RL_ERROR_NULL, error);
  expect("what was refused stays its owner's", 1, released);
}

static int status, ended;
static void on_end(rl_item *child, int how, void *context) {
  expect("valid", 0, rl_item_is_valid(child));
  status = how, ended++;
  rl_loop_stop(context);
}

static void children(rl_loop *loop) {
  int error, input[2], ends[2];
  const char *quick[] = {"sh", "-c", "read line; printf \"$line$WORD\"; printf ! >&2; exit 7", NULL}, *slow[] = {"sleep", "60", NULL};
  const char *missing[] = {"no such program", NULL}, *words[] = {"WORD=hello", "PATH=/usr/bin:/bin", NULL};
  char text[16] = "";
  if (pipe(input) != 0 || pipe(ends) != 0) exit(1);
  expect("its input", 4, write(input[1], "so \n", 4));
  int descriptors[3] = {input[0], ends[1], ends[1]};
  rl_item *child = rl_child_spawn(quick, words, descriptors, "quick", on_end, loop, release, &error);
  check("spawn", error);
  check("add", rl_loop_add(loop, child, NULL));
  run(loop, "a child's end");
  expect("exited", 1, WIFEXITED(status));
  expect("status", 7, WEXITSTATUS(status));
  expect("its output and errors", 8, read(ends[0], text, sizeof text));
  expect("its output and errors", 0, strcmp(text, "sohello!"));
  expect("ended", 0, rl_child_kill(child, 0));
  expect("no zombie", -1, waitpid(rl_child_process(child), NULL, WNOHANG));
  check("free", rl_item_free(child));

  child = rl_child_spawn(slow, NULL, NULL, NULL, on_end, loop, NULL, &error);
  check("spawn", error);
  check("add", rl_loop_add(loop, child, NULL));
  expect("it runs", 0, kill(rl_child_process(child), 0));
  expect("no signal above the last", RL_ERROR_ARGUMENT, rl_child_kill(child, SIGRTMAX + 1));
  expect("killed", 1, rl_child_kill(child, SIGRTMAX));
  run(loop, "a child's end");
  expect("signalled", SIGRTMAX, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  check("free", rl_item_free(child));

  int process = fork();
  if (process == 0) _exit(3);
  child = rl_child_create(process, NULL, on_end, loop, NULL, &error);
  check("a forked child", error);
  check("add", rl_loop_add(loop, child, NULL));
  run(loop, "a forked child's end");
  expect("status", 3, WEXITSTATUS(status));
  check("free", rl_item_free(child));
  expect("ends", 3, ended);

  int before = released;
  expect("missing", 0, rl_child_spawn(missing, NULL, NULL, NULL, on_end, NULL, release, &error) != NULL);
  expect("missing", RL_ERROR_NOT_STARTED, error);
  expect("missing", ENOENT, errno);
  expect("no process", 0, rl_child_create(process, NULL, on_end, NULL, release, &error) != NULL);
  expect("no process", RL_ERROR_NO_PROCESS, error);
  expect("what was refused stays its owner's", before, released);
}

static unsigned changed;
static char changed_name[64];
static int on_change(rl_item *watch, const char *path, const char *name, unsigned changes, void *context) {
  expect("the path", 0, strncmp(path, "/tmp/", 5));
  changed |= changes;
  snprintf(changed_name, sizeof changed_name, "%s", name ? name : "");
  if (!(changes & RL_FILE_WRITTEN)) return RL_REARM;
  /* What follows in the same batch is not delivered after this. */
  check("invalidate", rl_item_invalidate(watch));
  rl_loop_stop(context);
  return RL_REARM;
}

static void files(rl_loop *loop) {
  int error;
  char folder[] = "/tmp/runloop-files-XXXXXX", path[64];
  if (!mkdtemp(folder)) exit(1);
  snprintf(path, sizeof path, "%s/config", folder);
  rl_item *watch = rl_file_watch_create("files", on_change, loop, release, &error);
  check("watch", error);
  check("add", rl_loop_add(loop, watch, NULL));
  check("a folder", rl_file_watch_add(watch, folder, 0));
  expect("nothing there", RL_ERROR_NO_FILE, rl_file_watch_add(watch, "/tmp/no/such/file", 0));
  expect("no path", RL_ERROR_NULL, rl_file_watch_add(watch, NULL, 0));
  int file = open(path, O_CREAT | O_WRONLY, 0600);
  expect("written", 2, write(file, "hi", 2));
  close(file);
  unlink(path);
  run(loop, "a change");
  expect("created and written", RL_FILE_CREATED | RL_FILE_WRITTEN, changed);
  expect("its name", 0, strcmp(changed_name, "config"));
  expect("invalid", RL_ERROR_INVALID, rl_file_watch_remove(watch, folder));
  check("free", rl_item_free(watch));
  /* What is no longer watched is not reported. */
  watch = rl_file_watch_create("nothing", on_change, loop, NULL, &error);
  check("watch", error);
  check("add", rl_loop_add(loop, watch, NULL));
  check("a folder", rl_file_watch_add(watch, folder, 0));
  check("unwatch", rl_file_watch_remove(watch, folder));
  changed = 0;
  close(open(path, O_CREAT | O_WRONLY, 0600));
  unlink(path);
  expect("nothing", RL_TIMED_OUT, rl_loop_run(loop, NULL, 50000000, 0));
  expect("nothing", 0, changed);
  check("invalidate", rl_item_invalidate(watch));
  check("free", rl_item_free(watch));
  rmdir(folder);
}

static void on_time(rl_item *timer, void *context) { (void)timer, (void)context; }

static void metrics(rl_loop *loop) {
  rl_metrics all;
  uint64_t turns = 0, latencies = 0;
  expect("not started", RL_ERROR_INVALID, rl_loop_get_metrics(loop, &all));
  check("start", rl_loop_start_metrics(loop));
  expect("nowhere", RL_ERROR_NULL, rl_loop_get_metrics(loop, NULL));
  check("post", rl_loop_post(loop, NULL, release, NULL, NULL));
  rl_item *timer = rl_timer_create(1, 0, 0, "once", on_time, NULL, NULL, NULL);
  check("add", rl_loop_add(loop, timer, NULL));
  expect("run", RL_TIMED_OUT, rl_loop_run(loop, NULL, 1200000000, 0));
  check("get", rl_loop_get_metrics(loop, &all));
  for (int bucket = 0; bucket < 48; bucket++) turns += all.turn_times[bucket], latencies += all.wake_latencies[bucket];
  expect("runs", 1, (long)all.runs);
  expect("blocks", 1, (long)all.blocks);
  expect("turn times", (long)all.turns, (long)turns);
  expect("timers", 1, (long)all.timers);
  expect("sources", 0, (long)all.sources);
  /* Most of the 1.2 seconds, on a machine that is not busy. */
  expect("it slept", 1, all.sleeps >= 1 && all.asleep >= 500000000 && all.asleep < 60000000000);
  expect("nothing woke it", 0, (long)latencies);
  check("free", rl_item_free(timer));
  check("stop", rl_loop_stop_metrics(loop));
  expect("stopped", RL_ERROR_INVALID, rl_loop_get_metrics(loop, &all));
}

static int on_byte(rl_item *item, unsigned events, void *context) {
  char byte;
  (void)item, (void)events;
  expect("read", 1, read(*(int *)context, &byte, 1));
  return RL_REARM;
}

/* Callouts of each kind are counted by themselves. */
static void counts(rl_loop *loop) {
  rl_metrics all;
  int error, ends[2];
  if (pipe(ends) != 0) exit(1);
  rl_item *readable = rl_descriptor_create(ends[0], RL_READABLE, RL_LEVEL, NULL, on_byte, &ends[0], NULL, &error);
  check("create", error);
  rl_item *source = rl_source_create(0, NULL, release, NULL, NULL, &error);
  check("create", error);
  check("add", rl_loop_add(loop, readable, NULL));
  check("add", rl_loop_add(loop, source, NULL));
  check("start", rl_loop_start_metrics(loop));
  expect("write", 2, write(ends[1], "xy", 2));
  check("signal", rl_source_signal(source));
  expect("run", RL_TIMED_OUT, rl_loop_run(loop, NULL, 20000000, 0));
  check("get", rl_loop_get_metrics(loop, &all));
  expect("descriptors", 2, (long)all.descriptors);
  expect("sources", 1, (long)all.sources);
  expect("others", 0, (long)(all.timers + all.blocks + all.observers + all.main_queue));
  check("stop", rl_loop_stop_metrics(loop));
  rl_item *items[] = {readable, source};
  for (int index = 0; index < 2; index++) {
    check("invalidate", rl_item_invalidate(items[index]));
    check("free", rl_item_free(items[index]));
    close(ends[index]);
  }
}

/* A descriptor that ends the run, and is read by its owner. */
static void stops(rl_loop *loop) {
  int error, ends[2];
  char byte;
  if (pipe(ends) != 0) exit(1);
  rl_item *item = rl_descriptor_create(ends[0], RL_READABLE, RL_LEVEL, NULL, rl_descriptor_stop_run, loop, NULL, &error);
  check("create", error);
  check("add", rl_loop_add(loop, item, NULL));
  expect("nothing", RL_TIMED_OUT, rl_loop_run(loop, NULL, 1000000, 0));
  for (int round = 0; round < 3; round++) {
    expect("write", 1, write(ends[1], "x", 1));
    run(loop, "readable");
    expect("read", 1, read(ends[0], &byte, 1));
  }
  expect("nothing", RL_TIMED_OUT, rl_loop_run(loop, NULL, 1000000, 0));
  expect("no loop", RL_REARM, rl_descriptor_stop_run(item, 0, NULL));
  check("invalidate", rl_item_invalidate(item));
  check("free", rl_item_free(item));
}

/* Every function with NULL, and with an item of another kind. */
static void misuse(rl_loop *loop) {
  rl_metrics all;
  rl_item *source_item = rl_source_create(0, NULL, release, NULL, NULL, NULL), *items[] = {NULL, source_item};
  int wanted[] = {RL_ERROR_NULL, RL_ERROR_KIND};
  for (int round = 0; round < 2; round++) {
    expect("process", wanted[round], rl_child_process(items[round]));
    expect("kill", wanted[round], rl_child_kill(items[round], 0));
    expect("watch", wanted[round], rl_file_watch_add(items[round], "/tmp", 0));
    expect("unwatch", wanted[round], rl_file_watch_remove(items[round], "/tmp"));
    expect("arm", wanted[round], rl_descriptor_arm(items[round]));
  }
  expect("a bad signal", RL_ERROR_ARGUMENT, rl_child_kill(source_item, 65));
  expect("start", RL_ERROR_NULL, rl_loop_start_metrics(NULL));
  expect("stop", RL_ERROR_NULL, rl_loop_stop_metrics(NULL));
  expect("get", RL_ERROR_NULL, rl_loop_get_metrics(NULL, &all));
  expect("an item is no loop", RL_ERROR_HANDLE, rl_loop_start_metrics((rl_loop *)source_item));
  expect("no function", 0, rl_file_watch_create(NULL, NULL, loop, NULL, NULL) != NULL);
  expect("no function", 0, rl_child_create(1, NULL, NULL, loop, NULL, NULL) != NULL);
  expect("no arguments", 0, rl_child_spawn(NULL, NULL, NULL, NULL, on_end, loop, NULL, NULL) != NULL);
  for (int code = RL_ERROR_ACCESS; code <= 0; code++) expect("a text", 1, strlen(rl_error_text(code)) > 0);
}

int main(void) {
  alarm(280);
  rl_loop *loop = rl_loop_current();
  signals(loop);
  children(loop);
  files(loop);
  metrics(loop);
  counts(loop);
  stops(loop);
  misuse(loop);
  printf("%d failures\n", failures);
  return failures != 0;
}
