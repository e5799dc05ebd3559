/* Texts of C are bytes: paths, names and arguments in Latin-1 reach the kernel and the program unchanged. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include "support.h"

static int failures = 0;

static void expect(const char *what, long wanted, long got) {
  if (wanted == got) return;
  printf("%s: wanted %ld, got %ld\n", what, wanted, got);
  failures++;
}

static char folder[] = "/tmp/runloop-bytes-XXXXXX";
static char inner[64], file[80], made[80];

static int on_change(rl_item *watch, const char *path, const char *name, unsigned changes, void *loop) {
  (void)watch, (void)changes;
  expect("the path", 0, strcmp(path, inner));
  expect("the name", 0, name ? strcmp(name, "\xe9t\xe9") : 1);
  rl_loop_stop(loop);
  return RL_DISARM;
}

static void on_end(rl_item *child, int status, void *loop) {
  (void)child;
  expect("the status", 0, status);
  rl_loop_stop(loop);
}

static void on_timer(rl_item *timer, void *context) { (void)timer, (void)context; }

int main(void) {
  int error;
  alarm(280);
  if (!mkdtemp(folder)) return 1;
  snprintf(inner, sizeof inner, "%s/\xff\xfe", folder);
  snprintf(file, sizeof file, "%s/\xe9t\xe9", inner);
  snprintf(made, sizeof made, "%s/\xe9", inner);
  if (mkdir(inner, 0700) != 0) return 1;
  rl_loop *loop = rl_loop_current();

  rl_item *watch = rl_file_watch_create(NULL, on_change, loop, NULL, &error);
  expect("watch", 0, rl_file_watch_add(watch, inner, 0));
  check("add", rl_loop_add(loop, watch, NULL));
  close(open(file, O_CREAT | O_RDWR, 0600));
  expect("a change", RL_STOPPED, rl_loop_run(loop, NULL, 30000000000LL, 0));
  expect("unwatch", 0, rl_file_watch_remove(watch, inner));
  rl_item_invalidate(watch);

  const char *const arguments[] = {"sh", "-c", "echo \"$NAME\" > \"$0\"", made, NULL};
  const char *const environment[] = {"NAME=\xe9", "PATH=/usr/bin:/bin", NULL};
  rl_item *child = rl_child_spawn(arguments, environment, NULL, NULL, on_end, loop, NULL, &error);
  check("spawn", error);
  check("add", rl_loop_add(loop, child, NULL));
  expect("an end", RL_STOPPED, rl_loop_run(loop, NULL, 30000000000LL, 0));
  char text[8] = "";
  int descriptor = open(made, O_RDONLY);
  expect("the file", 1, descriptor >= 0);
  expect("its length", 2, read(descriptor, text, sizeof text));
  expect("the variable", 0, memcmp(text, "\xe9\n", 2));

  /* A date before all times is late by more than a number can say. */
  rl_item *timer = rl_timer_create(0, 0, 0, NULL, on_timer, NULL, NULL, &error);
  int64_t delay = 0;
  check("set", rl_timer_set_delay(timer, INT64_MIN));
  check("get", rl_timer_get_delay(timer, &delay));
  expect("a late timer", 1, delay < 0);

  unlink(made), unlink(file), rmdir(inner), rmdir(folder);
  printf("%d failures\n", failures);
  return failures != 0;
}
