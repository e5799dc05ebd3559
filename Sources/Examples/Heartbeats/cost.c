/*
 * What a heartbeat costs: nanoseconds for a piece of work, and for a wait, without those of the loop around them.
 *
 *   cc -O2 -I Sources/CRunLoop Sources/Examples/Heartbeats/cost.c -o cost && taskset -c 0 ./cost
 */
#include "runloop_heartbeat.h"

enum { ROUNDS = 10000000 };
static volatile uint32_t sink;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* The best of eleven: others use the machine, too. */
#define MEASURE(NAME, ...)                                               \
  do {                                                                   \
    double best = 1e9;                                                   \
    for (int round = 0; round < 11; round++) {                           \
      double begun = now();                                              \
      for (uint32_t i = 0; i < ROUNDS / 10; i++) __VA_ARGS__             \
      double took = (now() - begun) / (ROUNDS / 10.0);                   \
      if (took < best) best = took;                                      \
    }                                                                    \
    printf("%-44s %6.2f ns\n", NAME, best - empty);                      \
    if (empty == 0) empty = best;                                        \
  } while (0)

int main(void) {
  rl_heartbeat *beat = rl_heartbeat_open("cost");
  uint32_t work = rl_heartbeat_work("work", RL_HERE);
  double empty = 0;
  if (!beat) return perror("no page"), 1;
  MEASURE("nothing", { sink = i; });
  MEASURE("a piece of work, no waits", { rl_heartbeat_begin(beat, work), sink = i, rl_heartbeat_end(beat); });
  rl_heartbeat_begin_wait(beat), rl_heartbeat_end_wait(beat);
  MEASURE("a piece of work of a loop that waits", { rl_heartbeat_begin(beat, work), sink = i, rl_heartbeat_end(beat); });
  MEASURE("a wait", { rl_heartbeat_begin_wait(beat), sink = i, rl_heartbeat_end_wait(beat); });
  rl_heartbeat_close(beat);
  return 0;
}
