// The workloads, written once and compiled into each peer's file behind the peer's own primitives, so that they are
// the same for all, and no call between a peer and its workload is indirect that would not be in a program.
//
// Before including this a peer defines
//   struct loop, with a member `void (*woken)(struct loop *)` that its wake-up callback calls
//     loop_open(loop, shared): 0 or -1; shared: other threads will wake it     loop_close(loop)
//     loop_run(loop): until loop_stop(loop), which is called inside a callback    loop_wake(loop): from any thread
//   struct timer, whose callback calls timer_fired()
//     timer_open(loop, timer)  timer_start(loop, timer, microseconds)  timer_stop(loop, timer)  timer_close(timer)
//     HAS_TIMERS; TIMER_IS_OBJECT when the library makes timers, so that replacing one is another thing than
//     moving it; TIMER_NEEDS_OPENING when one that has fired can not be started again
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

// A second thread with a loop, for pingpong and wake.

static pthread_t partner;
static atomic_int partner_quits;

static void *partner_main(void *unused) {
  (void)unused;
  peer_pin(parameters.other_cpu);
  loop_run(&loops[1]);
  return NULL;
}

static int open_partner(void (*woken)(struct loop *)) {
  atomic_store(&partner_quits, 0);
  loops[1].woken = woken;
  if (loop_open(&loops[1], 1) != 0) return -1;
  return pthread_create(&partner, NULL, partner_main, NULL) == 0 ? 0 : -1;
}

static void close_partner(void) {
  atomic_store(&partner_quits, 1);
  loop_wake(&loops[1]);
  pthread_join(partner, NULL);
  loop_close(&loops[1]);
  close_loop();
}

// pingpong: two loops wake each other.

static void hop(struct loop *loop) {
  if (loop == &loops[1]) {
    if (atomic_load_explicit(&partner_quits, memory_order_relaxed)) return loop_stop(loop);
    return loop_wake(&loops[0]);
  }
  remaining -= 2;
  if (remaining <= 0) return loop_stop(loop);
  loop_wake(&loops[1]);
}

static int pingpong_prepare(const PeerParameters *given) {
  return open_loop(given, 1, hop) == 0 ? open_partner(hop) : -1;
}

static int64_t pingpong_run(int64_t count, int64_t *samples) {
  (void)samples;
  remaining = count;
  int64_t start = peer_now();
  loop_wake(&loops[1]);
  loop_run(&loops[0]);
  return peer_now() - start;
}

// wake: how long from the wake-up of a sleeping loop to its callback.

static atomic_llong wake_sent, wake_latency;
static sem_t wake_served;

static void serve_wake(struct loop *loop) {
  if (atomic_load_explicit(&partner_quits, memory_order_relaxed)) return loop_stop(loop);
  atomic_store(&wake_latency, peer_now() - atomic_load(&wake_sent));
  sem_post(&wake_served);
}

static int wake_prepare(const PeerParameters *given) {
  sem_init(&wake_served, 0, 0);
  return open_loop(given, 1, serve_wake) == 0 ? open_partner(serve_wake) : -1;
}

static int64_t wake_run(int64_t count, int64_t *samples) {
  int64_t sum = 0;
  for (int64_t index = 0; index < count; index++) {
    // Long enough for the loop to be asleep again.
    usleep(50);
    atomic_store(&wake_sent, peer_now());
    loop_wake(&loops[1]);
    sem_wait(&wake_served);
    int64_t latency = atomic_load(&wake_latency);
    if (samples) samples[index] = latency;
    sum += latency;
  }
  return sum;
}

static void wake_finish(void) {
  close_partner();
  sem_destroy(&wake_served);
}

// post: blocks from other threads, as the peers' manuals say: a list under a mutex, and a wake-up when it was empty.

struct block {
  struct block *next;
  void (*body)(struct block *);
  int64_t number;
};

static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct block *list_first, **list_end = &list_first;
static int64_t block_sum;

static void post(void (*body)(struct block *), int64_t number) {
  struct block *block = malloc(sizeof *block);
  block->next = NULL;
  block->body = body;
  block->number = number;
  pthread_mutex_lock(&list_mutex);
  int was_empty = list_first == NULL;
  *list_end = block;
  list_end = &block->next;
  pthread_mutex_unlock(&list_mutex);
  if (was_empty) loop_wake(&loops[0]);
}

static void perform_blocks(struct loop *loop) {
  (void)loop;
  pthread_mutex_lock(&list_mutex);
  struct block *block = list_first;
  list_first = NULL;
  list_end = &list_first;
  pthread_mutex_unlock(&list_mutex);
  while (block) {
    struct block *next = block->next;
    block->body(block);
    free(block);
    block = next;
  }
}

static void counted_block(struct block *block) {
  block_sum += block->number;
  if (--remaining == 0) loop_stop(&loops[0]);
}

static int post_prepare(const PeerParameters *given) { return open_loop(given, 1, perform_blocks); }

static void produce(void *unused, int64_t share) {
  (void)unused;
  for (int64_t number = share; number > 0; number--) post(counted_block, number);
}

static int64_t post_run(int64_t count, int64_t *samples) {
  (void)samples;
  int64_t share = count / parameters.active;
  remaining = share * parameters.active;
  peer_producers_start(parameters.active, parameters.other_cpu, share, produce, NULL);
  int64_t start = peer_now();
  loop_run(&loops[0]);
  int64_t elapsed = peer_now() - start;
  peer_producers_join();
  return elapsed;
}

// self-post: a block that posts the next one, on the loop's own thread.

static void next_block(struct block *block) {
  block_sum += block->number;
  if (--remaining == 0) return loop_stop(&loops[0]);
  post(next_block, remaining);
}

static int64_t self_post_run(int64_t count, int64_t *samples) {
  (void)samples;
  remaining = count;
  int64_t start = peer_now();
  post(next_block, remaining);
  loop_run(&loops[0]);
  return peer_now() - start;
}

// source0: a callback marks its own source for the next turn, beside sources that stay idle.

#ifdef HAS_SOURCES
static struct source *sources;

static void source_fired(void) {
  if (--remaining == 0) return loop_stop(&loops[0]);
  source_signal(&sources[0]);
}

static int source0_prepare(const PeerParameters *given) {
  if (open_loop(given, 1, NULL) != 0) return -1;
  sources = calloc(given->size, sizeof *sources);
  for (int index = 0; index < given->size; index++) source_open(&loops[0], &sources[index]);
  return 0;
}

static int64_t source0_run(int64_t count, int64_t *samples) {
  (void)samples;
  remaining = count;
  int64_t start = peer_now();
  source_signal(&sources[0]);
  loop_run(&loops[0]);
  return peer_now() - start;
}

static void source0_finish(void) {
  for (int index = 0; index < parameters.size; index++) source_close(&sources[index]);
  close_loop();
  free(sources);
}
#endif

// timer-churn and timer-fire.

#ifdef HAS_TIMERS
static struct timer *timers;
static uint32_t timer_seed;
static int64_t timer_count, timer_start_time, timer_elapsed;

static int64_t long_delay(void) {
  return 1000 * (int64_t)(PEER_SHORTEST_DELAY_MS + peer_random(&timer_seed) % PEER_DELAY_SPREAD_MS);
}

static void timer_fired(void) {
  if (--remaining != 0) return;
  timer_elapsed = peer_now() - timer_start_time;
  loop_stop(&loops[0]);
}

static int timers_prepare(const PeerParameters *given) {
  if (open_loop(given, 0, NULL) != 0) return -1;
  timer_seed = 1;
  timers = calloc(given->size, sizeof *timers);
#ifdef TIMER_NEEDS_OPENING
  return 0;
#else
  for (int index = 0; index < given->size; index++) timer_open(&loops[0], &timers[index]);
  return 0;
#endif
}

static int churn_prepare(const PeerParameters *given) {
  if (timers_prepare(given) != 0) return -1;
  for (int index = 0; index < given->size; index++) {
#ifdef TIMER_NEEDS_OPENING
    timer_open(&loops[0], &timers[index]);
#endif
    timer_start(&loops[0], &timers[index], long_delay());
  }
  return 0;
}

static void churn(struct loop *loop) {
  timer_start_time = peer_now();
  for (int64_t index = 0; index < timer_count; index++) {
    struct timer *timer = &timers[peer_random(&timer_seed) % parameters.size];
    timer_stop(loop, timer);
    timer_start(loop, timer, long_delay());
  }
  timer_elapsed = peer_now() - timer_start_time;
  loop_stop(loop);
}

// Inside a callback, where programs do it.
static int64_t run_inside(void (*body)(struct loop *), int64_t count) {
  timer_count = count;
  loops[0].woken = body;
  loop_wake(&loops[0]);
  loop_run(&loops[0]);
  return timer_elapsed;
}

static int64_t churn_run(int64_t count, int64_t *samples) {
  (void)samples;
  return run_inside(churn, count);
}

#ifdef TIMER_IS_OBJECT
static void replace(struct loop *loop) {
  timer_start_time = peer_now();
  for (int64_t index = 0; index < timer_count; index++) {
    struct timer *timer = &timers[peer_random(&timer_seed) % parameters.size];
    timer_close(timer);
    timer_open(loop, timer);
    timer_start(loop, timer, long_delay());
  }
  timer_elapsed = peer_now() - timer_start_time;
  loop_stop(loop);
}

static int64_t replace_run(int64_t count, int64_t *samples) {
  (void)samples;
  return run_inside(replace, count);
}
#endif

static void churn_finish(void) {
  for (int index = 0; index < parameters.size; index++) timer_close(&timers[index]);
  close_loop();
  free(timers);
}

static void start_all(struct loop *loop) {
  timer_start_time = peer_now();
  for (int64_t index = 0; index < timer_count; index++) {
#ifdef TIMER_NEEDS_OPENING
    timer_open(loop, &timers[index]);
#endif
    timer_start(loop, &timers[index], peer_random(&timer_seed) % PEER_FIRE_SPREAD_US);
  }
}

static int64_t fire_run(int64_t count, int64_t *samples) {
  (void)samples;
  remaining = count < parameters.size ? count : parameters.size;
  int64_t started = remaining;
  int64_t elapsed = run_inside(start_all, started);
#ifdef TIMER_NEEDS_OPENING
  for (int64_t index = 0; index < started; index++) timer_close(&timers[index]);
#endif
  return elapsed;
}

static void fire_finish(void) {
#ifdef TIMER_NEEDS_OPENING
  close_loop();
  free(timers);
#else
  churn_finish();
#endif
}
#endif

// pipes: each byte that is read is written into the next pipe.

static struct watch *watches;
static int *descriptors;
static int64_t unwritten;

static void pipe_readable(struct watch *watch) {
  char byte;
  if (read(watch->descriptor, &byte, 1) == 1) {
    if (unwritten > 0) {
      unwritten--;
      int next = (int)(watch - watches) + 1;
      if (next == parameters.size) next = 0;
      if (write(descriptors[2 * next + 1], &byte, 1) != 1) abort();
    }
    if (--remaining == 0) loop_stop(&loops[0]);
  }
}

static int pipes_prepare(const PeerParameters *given) {
  if (open_loop(given, 0, NULL) != 0) return -1;
  descriptors = calloc(2 * given->size, sizeof *descriptors);
  watches = calloc(given->size, sizeof *watches);
  if (peer_open_pipes(descriptors, given->size) != 0) return -1;
  for (int index = 0; index < given->size; index++) {
    watches[index].descriptor = descriptors[2 * index];
    watches[index].readable = pipe_readable;
    if (watch_open(&loops[0], &watches[index]) != 0) return -1;
  }
  return 0;
}

static int64_t pipes_run(int64_t count, int64_t *samples) {
  (void)samples;
  remaining = count < parameters.active ? parameters.active : count;
  unwritten = remaining - parameters.active;
  int64_t start = peer_now();
  for (int index = 0; index < parameters.active; index++) {
    int pipe = index * (parameters.size / parameters.active);
    if (write(descriptors[2 * pipe + 1], "e", 1) != 1) abort();
  }
  loop_run(&loops[0]);
  return peer_now() - start;
}

static void pipes_finish(void) {
  for (int index = 0; index < parameters.size; index++) watch_close(&watches[index]);
  close_loop();
  peer_close_all(descriptors, 2 * parameters.size);
  free(descriptors);
  free(watches);
}

// echo: what a connection sends, it gets back.

static int64_t echo_bytes;

#ifndef HAS_ECHO
static void echo_readable(struct watch *watch) {
  char buffer[65536];
  ssize_t length = read(watch->descriptor, buffer, sizeof buffer);
  if (length <= 0) return;
  if (write(watch->descriptor, buffer, length) != length) abort();
  echo_bytes -= length;
  if (echo_bytes <= 0) loop_stop(&loops[0]);
}

static int echo_prepare(const PeerParameters *given) {
  if (open_loop(given, 0, NULL) != 0) return -1;
  descriptors = calloc(given->size, sizeof *descriptors);
  watches = calloc(given->size, sizeof *watches);
  if (peer_echo_open(descriptors, given->size, given->active, given->other_cpu) != 0) return -1;
  for (int index = 0; index < given->size; index++) {
    watches[index].descriptor = descriptors[index];
    watches[index].readable = echo_readable;
    if (watch_open(&loops[0], &watches[index]) != 0) return -1;
  }
  return 0;
}

static void echo_finish(void) {
  for (int index = 0; index < parameters.size; index++) watch_close(&watches[index]);
  close_loop();
  peer_close_all(descriptors, parameters.size);
  peer_echo_close();
  free(descriptors);
  free(watches);
}
#endif

static int64_t echo_run(int64_t count, int64_t *samples) {
  (void)samples;
  echo_bytes = count * parameters.active;
  int64_t start = peer_now();
  peer_echo_start(count);
  loop_run(&loops[0]);
  return peer_now() - start;
}

// The table's lines that are the same for all peers.
#define DONE_BY(index, workload, finish, note) [index] = {workload##_prepare, workload##_run, finish, note}
#define COMMON_WORKLOADS                                                                            \
  DONE_BY(PEER_PINGPONG, pingpong, close_partner, NULL), DONE_BY(PEER_POST, post, close_loop, NULL), \
      DONE_BY(PEER_PIPES, pipes, pipes_finish, NULL), DONE_BY(PEER_ECHO, echo, echo_finish, NULL),   \
      DONE_BY(PEER_WAKE, wake, wake_finish, NULL),                                                   \
      [PEER_SELF_POST] = {post_prepare, self_post_run, close_loop, NULL}
#define TIMER_WORKLOADS                                  \
  DONE_BY(PEER_TIMER_CHURN, churn, churn_finish, NULL), \
      [PEER_TIMER_FIRE] = {timers_prepare, fire_run, fire_finish, NULL}
#define REPLACE_WORKLOAD [PEER_TIMER_REPLACE] = {churn_prepare, replace_run, churn_finish, NULL}
#define SOURCE_WORKLOAD(note) DONE_BY(PEER_SOURCE0, source0, source0_finish, note)
#define MISSING(index, why) [index] = {NULL, NULL, NULL, why}
