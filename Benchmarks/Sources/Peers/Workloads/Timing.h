// Part of Workloads.h: timers.

#ifdef HAS_TIMERS
static struct timer *timers;
static uint32_t timer_seed;
static int64_t timer_count, timer_start_time, timer_elapsed;

static int64_t long_delay(uint32_t *seed) {
  return 1000 * (int64_t)(PEER_SHORTEST_DELAY_MS + peer_random(seed) % PEER_DELAY_SPREAD_MS);
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
    timer_start(&loops[0], &timers[index], long_delay(&timer_seed));
  }
  return 0;
}

// What is done to one of the timers after the other. Everything is in local variables, as in a program's own loop:
// what is static is read again after each call.
#define DONE_TO_TIMERS(name, ...)                                   \
  static void name(struct loop *loop) {                             \
    uint32_t seed = timer_seed;                                     \
    struct timer *all = timers;                                     \
    uint32_t size = parameters.size;                                \
    int64_t count = timer_count;                                    \
    timer_start_time = peer_now();                                  \
    for (int64_t index = 0; index < count; index++) {               \
      struct timer *timer = &all[peer_random(&seed) % size];        \
      __VA_ARGS__                                                   \
    }                                                               \
    timer_elapsed = peer_now() - timer_start_time;                  \
    timer_seed = seed;                                              \
    loop_stop(loop);                                                \
  }

DONE_TO_TIMERS(churn, timer_stop(loop, timer); timer_start(loop, timer, long_delay(&seed));)
DONE_TO_TIMERS(reschedule, timer_move(loop, timer, long_delay(&seed));)
#ifdef TIMER_IS_OBJECT
DONE_TO_TIMERS(replace, timer_close(timer); timer_open(loop, timer); timer_start(loop, timer, long_delay(&seed));)
#endif

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

static int64_t reschedule_run(int64_t count, int64_t *samples) {
  (void)samples;
  return run_inside(reschedule, count);
}

#ifdef TIMER_IS_OBJECT
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
  uint32_t seed = timer_seed;
  struct timer *all = timers;
  int64_t count = timer_count;
  timer_start_time = peer_now();
  for (int64_t index = 0; index < count; index++) {
#ifdef TIMER_NEEDS_OPENING
    timer_open(loop, &all[index]);
#endif
    timer_start(loop, &all[index], peer_random(&seed) % PEER_FIRE_SPREAD_US);
  }
  timer_seed = seed;
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
#endif
