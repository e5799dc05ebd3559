// Part of Workloads.h: descriptors.

// pipes: each byte that is read is written into the next pipe.

static struct watch *watches;
static int *descriptors;
static int64_t unwritten;

// Descriptors that are refused to one loop are left for the next.
static int give_up(void) {
  close_loop();
  free(descriptors);
  free(watches);
  watches = NULL;
  return -1;
}

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

static int open_watched_pipes(int count, void (*readable)(struct watch *)) {
  descriptors = calloc(2 * count, sizeof *descriptors);
  watches = calloc(count, sizeof *watches);
  if (peer_open_pipes(descriptors, count) != 0) return give_up();
  for (int index = 0; index < count; index++) {
    watches[index].descriptor = descriptors[2 * index];
    watches[index].readable = readable;
    if (watch_open(&loops[0], &watches[index]) != 0) return -1;
  }
  return 0;
}

static int pipes_prepare(const PeerParameters *given) {
  if (open_loop(given, 0, NULL) != 0) return -1;
  return open_watched_pipes(given->size, pipe_readable);
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
  watches = NULL;
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
  if (peer_echo_open(descriptors, given->size, given->active, given->other_cpu) != 0) return give_up();
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
  watches = NULL;
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
