// The workloads, written once and compiled into each peer's file behind the peer's own primitives, so that they are
// the same for all, and no call between a peer and its workload is indirect that would not be in a program.
//
// Before including this a peer defines
//   struct loop, with a member `void (*woken)(struct loop *)` that its wake-up callback calls
//     loop_open(loop, shared): 0 or -1; shared: other threads will wake it     loop_close(loop)
//     loop_run(loop): until loop_stop(loop), which is called inside a callback    loop_wake(loop): from any thread
//     loop_turn(loop): looks once for something to do, and does not sleep
//   struct timer, whose callback calls timer_fired(timer)
//     timer_open(loop, timer)  timer_start(loop, timer, microseconds)  timer_stop(loop, timer)  timer_close(timer)
//     timer_move(loop, timer, microseconds): another date for one that is pending
//     timer_release(loop, timer): ends one that has memory of its own, and frees that; with HAS_TIMER_RELEASE where it
//     is more than timer_close and free
//     HAS_TIMERS; TIMER_NEEDS_OPENING when one that has fired can not be started again
//   struct watch, with members `int descriptor` and `void (*readable)(struct watch *)` for its callback
//     watch_open(loop, watch): 0 or -1   watch_close(watch)      HAS_ECHO when the peer has its own echo server
//   struct source, whose callback calls source_fired()
//     source_open(loop, source)  source_signal(source)  source_close(source)        HAS_SOURCES
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "Peers.h"

static struct loop loops[2];
static PeerParameters parameters;
static int64_t remaining;

static int open_loop(const PeerParameters *given, int shared, void (*woken)(struct loop *)) {
  parameters = *given;
  memset(loops, 0, sizeof loops);
  loops[0].woken = woken;
  return loop_open(&loops[0], shared);
}

static void close_loop(void) { loop_close(&loops[0]); }

#include "Workloads/Waking.h"
#include "Workloads/Timing.h"
#include "Workloads/Watching.h"
#include "Workloads/Working.h"

// The table's lines that are the same for all peers.
#define DONE_BY(index, workload, finish, note) [index] = {workload##_prepare, workload##_run, finish, note}
#define COMMON_WORKLOADS                                                                            \
  DONE_BY(PEER_PINGPONG, pingpong, close_partner, NULL), DONE_BY(PEER_POST, post, close_loop, NULL), \
      DONE_BY(PEER_PIPES, pipes, pipes_finish, NULL), DONE_BY(PEER_ECHO, echo, echo_finish, NULL),   \
      DONE_BY(PEER_WAKE, wake, wake_finish, NULL),                                                   \
      DONE_BY(PEER_SELF_POST, self_post, self_post_finish, NULL),                            \
      DONE_BY(PEER_TURN, turn, close_loop, NULL)
#define TIMER_WORKLOADS                                  \
  DONE_BY(PEER_TIMER_CHURN, churn, churn_finish, NULL),                        \
      [PEER_TIMER_RESCHEDULE] = {churn_prepare, reschedule_run, churn_finish, NULL}, \
      [PEER_TIMER_FIRE] = {timers_prepare, fire_run, fire_finish, NULL},       \
      DONE_BY(PEER_TIMER_NEW, new, new_finish, NULL), DONE_BY(PEER_TIMER_ONCE, once, once_finish, NULL), \
      DONE_BY(PEER_TIMER_MEMORY, memory, memory_finish, NULL)
#define SOURCE_WORKLOAD(note) DONE_BY(PEER_SOURCE0, source0, source0_finish, note)
#define MISSING(index, why) [index] = {NULL, NULL, NULL, why}
