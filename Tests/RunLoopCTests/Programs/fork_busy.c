/* A child of fork(2) uses the library, whatever other threads of the parent were doing in it at the fork. */
#include <sys/wait.h>
#include "support.h"

enum { THREADS = 3, FORKS = 100 };

static atomic_int laps, is_over;

static void *make_and_free(void *context) {
  while (!is_over) {
    rl_item *item = rl_source_create(0, NULL, on_post, NULL, NULL, NULL);
    check("valid", rl_item_is_valid(item));
    check("free", rl_item_free(item));
    laps++;
  }
  return context;
}

static void in_child(rl_loop *loop) {
  alarm(280);
  if (rl_reinitialize_after_fork() != RL_OK) _exit(1);
  int error;
  rl_item *timer = rl_timer_create(0, 0, 0, NULL, on_tick, NULL, NULL, &error);
  if (error != RL_OK || rl_loop_add(loop, timer, NULL) != RL_OK) _exit(2);
  if (rl_loop_post(loop, NULL, on_post, NULL, NULL) != RL_OK || rl_item_free(timer) != RL_OK) _exit(3);
  while (posted < 1 || ticked < 1) rl_loop_run(loop, NULL, 1000000, 0);
  _exit(0);
}

int main(void) {
  pthread_t threads[THREADS];
  int good = 0;
  alarm(280);
  rl_loop *loop = rl_loop_current();
  /* What a child does first is done here before: the Swift runtime has locks of its own. */
  int rehearsal = fork();
  if (rehearsal == 0) in_child(loop);
  int status;
  waitpid(rehearsal, &status, 0);
  rl_loop_run(loop, NULL, 0, 0);
  for (int index = 0; index < THREADS; index++) pthread_create(&threads[index], NULL, make_and_free, NULL);
  while (laps < 1000) usleep(100);
  for (int index = 0; index < FORKS; index++) {
    int child = fork();
    if (child == 0) in_child(loop);
    waitpid(child, &status, 0);
    if (status != 0) break;
    good++;
  }
  is_over = 1;
  for (int index = 0; index < THREADS; index++) pthread_join(threads[index], NULL);
  printf("%d of %d\n", good, FORKS);
  return 0;
}
