/* The stall monitor in C: stalls of a loop and of a heartbeat, its reports, its rules, its misuse. */
#include <dirent.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include "support.h"

static atomic_int failures, released, began, ended, refused;

static void expect(const char *what, long wanted, long got) {
  if (wanted == got) return;
  printf("%s: wanted %ld, got %ld\n", what, wanted, got);
  failures++;
}
static void release(void *context) { (void)context, released++; }

static rl_monitor *monitor;
static struct { char loop[64], callout[64], site[256], cause[32]; int64_t duration; int thread; } last;
static uint64_t began_id;

static void on_stall(const rl_stall *stall, void *context) {
  expect("context", 7, *(int *)context);
  if (stall->phase == RL_STALL_BEGAN) {
    began_id = stall->id;
    if (rl_monitor_stop(monitor) == RL_ERROR_THREAD && rl_monitor_free(monitor) == RL_ERROR_THREAD) refused++;
    began++;
  }
  if (stall->phase != RL_STALL_ENDED) return;
  expect("the same stall", (long)began_id, (long)stall->id);
  snprintf(last.loop, sizeof last.loop, "%s", stall->loop);
  snprintf(last.callout, sizeof last.callout, "%s", stall->callout);
  snprintf(last.site, sizeof last.site, "%s", stall->site);
  snprintf(last.cause, sizeof last.cause, "%s", stall->cause);
  last.duration = stall->duration;
  last.thread = stall->thread;
  ended++;
}

static void wait_for(atomic_int *count, int least) {
  for (int step = 0; step < 20000 && *count < least; step++) usleep(1000);
}

static void expect_text(const char *what, const char *wanted, const char *got) {
  if (strcmp(wanted, got) == 0) return;
  printf("%s: wanted '%s', got '%s'\n", what, wanted, got);
  failures++;
}

static void on_slow(rl_item *timer, void *context) {
  (void)timer, (void)context;
  usleep(400000);
}

static void *beat(void *context) {
  (void)context;
  rl_heartbeat *heartbeat = rl_heartbeat_open("worker");
  uint32_t work = rl_heartbeat_work("crunch", RL_HERE);
  for (int round = 0; round < 20 && ended < 2; round++) {
    rl_heartbeat_begin(heartbeat, work);
    usleep(400000);
    rl_heartbeat_end(heartbeat);
    usleep(50000);
  }
  rl_heartbeat_close(heartbeat);
  return NULL;
}

static int reports(const char *folder) {
  int count = 0;
  DIR *directory = opendir(folder);
  for (struct dirent *entry; directory && (entry = readdir(directory));) count += strstr(entry->d_name, ".stalls") != NULL;
  if (directory) closedir(directory);
  return count;
}

/* A program that was compiled with fewer members, and one that wants no reports. */
static void settings_of_others(void) {
  int error;
  rl_monitor_settings older = {.size = offsetof(rl_monitor_settings, folder), .folder = "/proc/no/folder", .signal = 65};
  rl_monitor_settings silent = {.size = sizeof silent, .folder = ""}, *all[] = {&older, &silent};
  for (int number = 0; number < 2; number++) {
    rl_monitor *other = rl_monitor_create(all[number], NULL, NULL, NULL, &error);
    expect("settings of others", RL_OK, error);
    check("free", rl_monitor_free(other));
  }
}

static void misuse(rl_loop *loop) {
  int error = 0, ends[2];
  rl_monitor_settings none = {.size = 0}, newer = {.size = sizeof(rl_monitor_settings) + 8};
  rl_monitor_settings brief = {.size = sizeof none, .threshold = 1}, folder = {.size = sizeof none, .folder = "/proc/no/folder"};
  rl_monitor_settings loud = {.size = sizeof none, .folder = "", .signal = 65};
  struct { rl_monitor_settings *settings; int error; } wrong[] = {
    {&none, RL_ERROR_ARGUMENT}, {&newer, RL_ERROR_ARGUMENT}, {&brief, RL_ERROR_ARGUMENT},
    {&loud, RL_ERROR_ARGUMENT}, {&folder, RL_ERROR_UNWRITABLE}};
  for (int number = 0; number < 5; number++) {
    expect("refused", 0, rl_monitor_create(wrong[number].settings, on_stall, NULL, release, &error) != NULL);
    expect("why", wrong[number].error, error);
  }
  expect("what was refused stays its owner's", 0, released);
  rl_item *item = rl_source_create(0, NULL, on_post, NULL, NULL, &error);
  expect("an item", RL_ERROR_KIND, rl_monitor_start((rl_monitor *)item));
  expect("an item", RL_ERROR_KIND, rl_monitor_free((rl_monitor *)item));
  expect("a monitor", RL_ERROR_KIND, rl_item_free((rl_item *)monitor));
  expect("a monitor", RL_ERROR_KIND, rl_loop_add(loop, (rl_item *)monitor, NULL));
  expect("NULL", RL_ERROR_NULL, rl_monitor_watch(NULL, loop));
  expect("NULL", RL_ERROR_NULL, rl_monitor_watch(monitor, NULL));
  expect("a loop", RL_ERROR_HANDLE, rl_monitor_watch((rl_monitor *)loop, loop));
  expect("garbage", RL_ERROR_HANDLE, rl_monitor_stop((rl_monitor *)&error));
  expect("garbage", 0, rl_monitor_copy_metrics((rl_monitor *)&error) != NULL);
  check("free", rl_item_free(item));
  if (pipe(ends) != 0) exit(1);
  int child = fork(), status;
  if (child == 0) {
    alarm(280);
    expect("a child starts it", RL_ERROR_FORKED, rl_monitor_start(monitor));
    expect("a child stops it", RL_OK, rl_monitor_stop(monitor));
    expect("a child frees it", RL_OK, rl_monitor_free(monitor));
    _exit(failures);
  }
  waitpid(child, &status, 0);
  expect("the child", 0, status);
}

int main(void) {
  char folder[] = "/tmp/runloop-monitor-XXXXXX";
  int error, seven = 7;
  alarm(280);
  if (!mkdtemp(folder)) return 1;
  rl_loop *loop = rl_loop_current();
  rl_monitor_settings settings = {.size = sizeof settings, .threshold = 100000000, .folder = folder, .version = "1.2-tried"};
  monitor = rl_monitor_create(&settings, on_stall, &seven, release, &error);
  check("create", error);
  check("watch", rl_monitor_watch(monitor, loop));
  expect("start", 1, rl_monitor_start(monitor));
  expect("start again", 0, rl_monitor_start(monitor));
  char *limits = rl_monitor_copy_limits(monitor);
  expect("limits", 1, limits != NULL);
  rl_text_free(limits);

  /* On a busy machine the watcher may get no processor for as long as the callback takes. */
  rl_item *timer = NULL;
  for (int round = 0; round < 20 && began == 0; round++) {
    if (timer) check("free", rl_item_free(timer));
    timer = rl_timer_create(300000000, 0, 0, "slow", on_slow, NULL, NULL, &error);
    check("timer", error);
    check("add", rl_loop_add(loop, timer, NULL));
    expect("run", RL_TIMED_OUT, rl_loop_run(loop, NULL, 900000000, 0));
  }
  wait_for(&ended, 1);
  expect("began", 1, began);
  expect("refused in the callback", 1, refused);
  expect_text("loop", "main", last.loop);
  expect_text("callout", "slow", last.callout);
  expect_text("cause", "sleep", last.cause);
  expect("thread", getpid(), last.thread);
  /* More than the threshold; how much more the watcher saw depends on when it got a processor. */
  expect("duration", 1, last.duration > 100000000);
  expect("reports", 1, reports(folder));
  char *metrics = rl_monitor_copy_metrics(monitor);
  expect("metrics", 1, metrics && strstr(metrics, "# TYPE") != NULL);
  rl_text_free(metrics);

  /* Nothing is known of a loop that is not watched any more; heartbeats are. */
  check("unwatch", rl_monitor_unwatch(monitor, loop));
  check("heartbeats", rl_monitor_watch_heartbeats(monitor));
  if (pthread_create(&thread, NULL, beat, NULL) != 0) return 1;
  check("delay", rl_item_free(timer));
  timer = rl_timer_create(1, 0, 0, "unseen", on_slow, NULL, NULL, &error);
  check("add", rl_loop_add(loop, timer, NULL));
  expect("run", RL_TIMED_OUT, rl_loop_run(loop, NULL, 900000000, 0));
  wait_for(&ended, 2);
  pthread_join(thread, NULL);
  expect_text("heartbeat", "worker", last.loop);
  expect_text("its work", "crunch", last.callout);
  expect("its place", 1, strstr(last.site, "monitor.c:") != NULL);

  /* Its thread sleeps: as with any thread, a fork in the middle of its work leaves locks of Swift's runtime locked. */
  misuse(loop);
  settings_of_others();
  expect("kept", 0, released);
  check("stop", rl_monitor_stop(monitor));
  check("stop again", rl_monitor_stop(monitor));
  expect("start", 1, rl_monitor_start(monitor));
  check("free", rl_monitor_free(monitor));
  expect("released", 1, released);
  expect("freed", RL_ERROR_HANDLE, rl_monitor_free(monitor));
  expect("freed", RL_ERROR_HANDLE, rl_monitor_start(monitor));
  char command[128];
  snprintf(command, sizeof command, "grep -qF 1.2-tried %s/*.stalls*", folder);
  expect("the version in its reports", 0, system(command));
  snprintf(command, sizeof command, "rm -r %s", folder);
  if (system(command) != 0) failures++;
  printf("%d failures\n", failures);
  return failures != 0;
}
