// Part of Workloads.h: blocks, sources, and turns without either.

// post: blocks from other threads, as the peers' manuals say: a list under a mutex, and a wake-up when it was empty.

struct block {
  struct block *next;
  void (*body)(struct block *);
  int64_t number;
  sem_t *served;
};

static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct block *list_first, **list_end = &list_first;
static int64_t block_sum;

static void post(void (*body)(struct block *), int64_t number, sem_t *served) {
  struct block *block = malloc(sizeof *block);
  block->next = NULL;
  block->body = body;
  block->number = number;
  block->served = served;
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
  if (block->served) sem_post(block->served);
  if (--remaining == 0) loop_stop(&loops[0]);
}

static int post_prepare(const PeerParameters *given) { return open_loop(given, 1, perform_blocks); }

static void produce(void *unused, int64_t share) {
  (void)unused;
  if (parameters.burst == 0) {
    for (int64_t number = share; number > 0; number--) post(counted_block, number, NULL);
    return;
  }
  sem_t served;
  sem_init(&served, 0, 0);
  int left = parameters.burst;
  for (int64_t number = share; number > 0; number--) {
    int ends_burst = --left == 0 || number == 1;
    post(counted_block, number, ends_burst ? &served : NULL);
    if (!ends_burst) continue;
    left = parameters.burst;
    sem_wait(&served);
  }
  sem_destroy(&served);
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

// self-post: a block that posts the next one, on the loop's own thread, beside pipes that are watched and stay empty.

static void next_block(struct block *block) {
  block_sum += block->number;
  if (--remaining == 0) return loop_stop(&loops[0]);
  post(next_block, remaining, NULL);
}

static void pipe_stays_empty(struct watch *watch) { (void)watch; }

static int self_post_prepare(const PeerParameters *given) {
  if (post_prepare(given) != 0) return -1;
  return open_watched_pipes(given->size, pipe_stays_empty);
}

static void self_post_finish(void) { pipes_finish(); }

static int64_t self_post_run(int64_t count, int64_t *samples) {
  (void)samples;
  remaining = count;
  int64_t start = peer_now();
  post(next_block, remaining, NULL);
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

// turn: a turn that finds nothing to do.

static int turn_prepare(const PeerParameters *given) { return given->size == 0 ? open_loop(given, 0, NULL) : -1; }

static int64_t turn_run(int64_t count, int64_t *samples) {
  (void)samples;
  int64_t start = peer_now();
  for (int64_t index = 0; index < count; index++) loop_turn(&loops[0]);
  return peer_now() - start;
}
