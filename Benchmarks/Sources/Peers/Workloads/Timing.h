// Part of Workloads.h: timers.

#ifdef HAS_TIMERS
static struct timer *timers;
static uint32_t timer_seed;
static int64_t timer_count, timer_start_time, timer_elapsed;
// Each timer has memory of its own, which is freed when it has fired.
static int timers_are_single;

static int64_t long_delay(uint32_t *seed) {
  return 1000 * (int64_t)(PEER_SHORTEST_DELAY_MS + peer_random(seed) % PEER_DELAY_SPREAD_MS);
}

#ifndef HAS_TIMER_RELEASE
static void timer_release(struct loop *loop, struct timer *timer) {
  (void)loop;
  timer_close(timer);
  free(timer);
}
#endif

// So few microseconds that adding all timers takes longer.
static int64_t short_delay(uint32_t *seed) {
  return peer_random(seed) % (parameters.size < 200 ? 1 : (uint32_t)parameters.size / 100);
}

static void timer_fired(struct timer *timer) {
  if (timers_are_single) timer_release(&loops[0], timer);
  if (--remaining != 0) return;
  timer_elapsed = peer_now() - timer_start_time;
  loop_stop(&loops[0]);
}

static int timers_prepare(const PeerParameters *given) {
  if (open_loop(given, 0, NULL) != 0) return -1;
  timer_seed = 1;
  timers_are_single = 0;
  int count = given->size + given->between;
  timers = calloc(count, sizeof *timers);
#ifndef TIMER_NEEDS_OPENING
  for (int index = 0; index < count; index++) timer_open(&loops[0], &timers[index]);
#endif
  return 0;
}

// Pending timers, then cancelled ones, the longest cancelled first.
static struct timer **slots;
static int longest_cancelled;

static int churn_prepare(const PeerParameters *given) {
  if (timers_prepare(given) != 0) return -1;
  slots = calloc(given->size + given->between, sizeof *slots);
  longest_cancelled = 0;
  for (int index = 0; index < given->size + given->between; index++) {
    slots[index] = &timers[index];
#ifdef TIMER_NEEDS_OPENING
    timer_open(&loops[0], &timers[index]);
#endif
    if (index < given->size) timer_start(&loops[0], &timers[index], long_delay(&timer_seed));
  }
  return 0;
}

// What is done to one of the timers after the other. Everything is in local variables, as in a program's own loop:
// what is static is read again after each call.
#define DONE_TO_TIMERS(name, ...)                                   \
  static void name(struct loop *loop) {                             \
    uint32_t seed = timer_seed;                                     \
    struct timer **all = slots;                                     \
    uint32_t size = parameters.size;                                \
    int64_t count = timer_count;                                    \
    timer_start_time = peer_now();                                  \
    for (int64_t index = 0; index < count; index++) {               \
      struct timer *timer = all[peer_random(&seed) % size];         \
      __VA_ARGS__                                                   \
    }                                                               \
    timer_elapsed = peer_now() - timer_start_time;                  \
    timer_seed = seed;                                              \
  }

DONE_TO_TIMERS(churn, timer_stop(loop, timer); timer_start(loop, timer, long_delay(&seed));)
DONE_TO_TIMERS(reschedule, timer_move(loop, timer, long_delay(&seed));)

// A time-out ends with one request and begins with the next, and other connections do the same in between.
static void interleave(struct loop *loop) {
  uint32_t seed = timer_seed;
  struct timer **all = slots;
  uint32_t size = parameters.size;
  int between = parameters.between, oldest = longest_cancelled;
  int64_t count = timer_count;
  timer_start_time = peer_now();
  for (int64_t index = 0; index < count; index++) {
    struct timer **slot = &all[peer_random(&seed) % size], **cancelled = &all[size + oldest];
    struct timer *timer = *slot, *next = *cancelled;
    timer_stop(loop, timer);
    timer_start(loop, next, long_delay(&seed));
    *slot = next;
    *cancelled = timer;
    if (++oldest == between) oldest = 0;
  }
  timer_elapsed = peer_now() - timer_start_time;
  timer_seed = seed;
  longest_cancelled = oldest;
}

static void (*timer_work)(struct loop *);

static void work_and_stop(struct loop *loop) {
  timer_work(loop);
  loop_stop(loop);
}

// Inside a callback, or while the loop does not run.
static int64_t run_work(void (*body)(struct loop *), int64_t count) {
  timer_count = count;
  if (parameters.outside) {
    body(&loops[0]);
    return timer_elapsed;
  }
  timer_work = body;
  loops[0].woken = work_and_stop;
  loop_wake(&loops[0]);
  loop_run(&loops[0]);
  return timer_elapsed;
}

static int64_t churn_run(int64_t count, int64_t *samples) {
  (void)samples;
  return run_work(parameters.between > 0 ? interleave : churn, count);
}

static int64_t reschedule_run(int64_t count, int64_t *samples) {
  (void)samples;
  return run_work(reschedule, count);
}

static void churn_finish(void) {
  for (int index = 0; index < parameters.size + parameters.between; index++) timer_close(&timers[index]);
  close_loop();
  free(timers);
  free(slots);
}

// A new timer for each request, cancelled and freed when the request ends. The loop has a turn every thousand requests:
// libuv gives memory back there.

enum { REQUESTS_PER_TURN = 1000 };

static struct timer *new_timer(struct loop *loop, int64_t delay) {
  struct timer *timer = malloc(sizeof *timer);
  timer_open(loop, timer);
  timer_start(loop, timer, delay);
  return timer;
}

static int new_prepare(const PeerParameters *given) {
  if (open_loop(given, 0, NULL) != 0) return -1;
  timer_seed = 1;
  slots = calloc(given->size, sizeof *slots);
  for (int index = 0; index < given->size; index++) slots[index] = new_timer(&loops[0], long_delay(&timer_seed));
  return 0;
}

static void some_requests(struct loop *loop) {
  uint32_t seed = timer_seed;
  struct timer **all = slots;
  uint32_t size = parameters.size;
  int64_t count = timer_count < REQUESTS_PER_TURN ? timer_count : REQUESTS_PER_TURN;
  for (int64_t index = 0; index < count; index++) {
    struct timer **slot = &all[peer_random(&seed) % size];
    timer_release(loop, *slot);
    *slot = new_timer(loop, long_delay(&seed));
  }
  timer_seed = seed;
  timer_count -= count;
}

static void requests_woken(struct loop *loop) {
  some_requests(loop);
  if (timer_count > 0) return loop_wake(loop);
  timer_elapsed = peer_now() - timer_start_time;
  loop_stop(loop);
}

static int64_t new_run(int64_t count, int64_t *samples) {
  (void)samples;
  timer_count = count;
  loops[0].woken = requests_woken;
  timer_start_time = peer_now();
  if (!parameters.outside) {
    loop_wake(&loops[0]);
    loop_run(&loops[0]);
    return timer_elapsed;
  }
  while (timer_count > 0) {
    some_requests(&loops[0]);
    loop_turn(&loops[0]);
  }
  return peer_now() - timer_start_time;
}

static void new_finish(void) {
  for (int index = 0; index < parameters.size; index++) timer_release(&loops[0], slots[index]);
  close_loop();
  free(slots);
}

// All fire.

static void start_all(struct loop *loop) {
  uint32_t seed = timer_seed;
  struct timer *all = timers;
  int64_t count = timer_count;
  timer_start_time = peer_now();
  for (int64_t index = 0; index < count; index++) {
#ifdef TIMER_NEEDS_OPENING
    timer_open(loop, &all[index]);
#endif
    timer_start(loop, &all[index], short_delay(&seed));
  }
  timer_seed = seed;
}

static int64_t fire_run(int64_t count, int64_t *samples) {
  (void)samples;
  int64_t elapsed = 0;
  loops[0].woken = start_all;
  // All timers, as often as it takes to make the count.
  for (; count > 0; count -= parameters.size) {
    remaining = timer_count = parameters.size;
    loop_wake(&loops[0]);
    loop_run(&loops[0]);
    elapsed += timer_elapsed;
#ifdef TIMER_NEEDS_OPENING
    for (int index = 0; index < parameters.size; index++) timer_close(&timers[index]);
#endif
  }
  return elapsed;
}

static void fire_finish(void) {
#ifndef TIMER_NEEDS_OPENING
  for (int index = 0; index < parameters.size; index++) timer_close(&timers[index]);
#endif
  close_loop();
  free(timers);
}

// New timers, made and started before the run; each fires once and is freed.

static int once_prepare(const PeerParameters *given) {
  timer_seed = 1;
  timers_are_single = 1;
  return open_loop(given, 0, NULL);
}

static int64_t once_run(int64_t count, int64_t *samples) {
  (void)samples;
  int64_t start = peer_now();
  for (; count > 0; count -= parameters.size) {
    uint32_t seed = timer_seed;
    remaining = parameters.size;
    for (int index = 0; index < parameters.size; index++) new_timer(&loops[0], short_delay(&seed));
    timer_seed = seed;
    loop_run(&loops[0]);
  }
  return peer_now() - start;
}

static void once_finish(void) {
  timers_are_single = 0;
  close_loop();
}

// memory: what malloc gives for a pending timer, the program's own part included.

static int memory_prepare(const PeerParameters *given) {
  timer_seed = 1;
  return open_loop(given, 0, NULL);
}

static int64_t memory_run(int64_t count, int64_t *samples) {
  (void)samples;
  int64_t before = peer_malloc_bytes();
  timers = calloc(count, sizeof *timers);
  for (int64_t index = 0; index < count; index++) {
    timer_open(&loops[0], &timers[index]);
    timer_start(&loops[0], &timers[index], long_delay(&timer_seed));
  }
  parameters.size = (int)count;
  return peer_malloc_bytes() - before;
}

static void memory_finish(void) {
  slots = NULL;
  churn_finish();
}
#endif
