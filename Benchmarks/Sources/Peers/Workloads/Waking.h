// Part of Workloads.h: two loops that wake each other.

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
