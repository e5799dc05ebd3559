/*
 * runloop_heartbeat.h: a heartbeat for any event loop or worker thread, in a program that links nothing for it.
 *
 * A thread writes what it is doing into a page that other processes can read: `runloop stalls watch PID` shows it live,
 * `runloop stalls attach PID`, and a StallMonitor in the same process, find stalls by it. A piece of work costs some plain
 * stores: no clock, no lock, no system call.
 *
 *   rl_heartbeat *beat = rl_heartbeat_open("worker");  // on the thread that it is about, which alone uses it
 *   uint32_t parse = rl_heartbeat_work("parse", RL_HERE);
 *   rl_heartbeat_begin(beat, parse); ...; rl_heartbeat_end(beat);
 *
 * All functions accept NULL and do nothing then: a program need not check whether there is a page. For GNU C99 or later and
 * C++, GCC or Clang, 64-bit Linux. Behind runloop.h, the functions are the library's. Layout: Docs/heartbeat.md.
 */
#ifndef RUNLOOP_HEARTBEAT_H
#define RUNLOOP_HEARTBEAT_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#if defined(__GLIBC__) && !defined(__USE_MISC)
#error "runloop_heartbeat.h needs -std=gnu99 or later, or -D_GNU_SOURCE"
#endif
#ifndef RUNLOOP_H
typedef struct rl_heartbeat rl_heartbeat;
/* Where a kind of work is made: "server.c:12". */
#define RL_TEXT_OF_(value) #value
#define RL_TEXT_(value) RL_TEXT_OF_(value)
#define RL_HERE __FILE__ ":" RL_TEXT_(__LINE__)
#define rl_heartbeat_open rl_beat_open
#define rl_heartbeat_close rl_beat_close
#define rl_heartbeat_work rl_beat_work
#define rl_heartbeat_begin rl_beat_begin
#define rl_heartbeat_end rl_beat_end
#define rl_heartbeat_begin_wait rl_beat_begin_wait
#define rl_heartbeat_end_wait rl_beat_end_wait
#define rl_heartbeat_set_mode rl_beat_set_mode
#endif

/* A line of the page: what one thread is doing. Written by that thread alone. */
struct rl_heartbeat { uint64_t words[24]; };

/* Layout, version 1: see Docs/heartbeat.md. */
enum {
  RL_BEAT_VERSION = 1, /* What follows are bytes in the header. */
  RL_BEAT_AT_PROCESS = 12, RL_BEAT_AT_START = 16, RL_BEAT_AT_MADE = 24, RL_BEAT_AT_NAME_COUNT = 56,
  RL_BEAT_AT_MODE_COUNT = 60, RL_BEAT_AT_TABLES = 64, RL_BEAT_AT_TAKEN = 112, RL_BEAT_AT_IMAGE = 120,
  RL_BEAT_AT_EXECUTABLE = 128, RL_BEAT_EXECUTABLE_SIZE = 1024,
  /* Tables: how many entries, how large, and where. */
  RL_BEAT_LINES = 64, RL_BEAT_MODES = 32, RL_BEAT_NAMES = 512,
  RL_BEAT_LINE_SIZE = 192, RL_BEAT_LOOP_SIZE = 128, RL_BEAT_MODE_SIZE = 64, RL_BEAT_NAME_SIZE = 256,
  RL_BEAT_AT_LINES = 4096,
  RL_BEAT_AT_LOOPS = RL_BEAT_AT_LINES + RL_BEAT_LINES * RL_BEAT_LINE_SIZE,
  RL_BEAT_AT_MODES = RL_BEAT_AT_LOOPS + RL_BEAT_LINES * RL_BEAT_LOOP_SIZE,
  RL_BEAT_AT_NAMES = RL_BEAT_AT_MODES + RL_BEAT_MODES * RL_BEAT_MODE_SIZE,
  RL_BEAT_SIZE = RL_BEAT_AT_NAMES + RL_BEAT_NAMES * RL_BEAT_NAME_SIZE,
  /* In an entry of the loops' table, behind kind and thread; the label in an entry of the names' table, before the place. */
  RL_BEAT_LOOP_TOLD = 2, RL_BEAT_LOOP_AT_MAIN = 8, RL_BEAT_LOOP_AT_LABEL = 16, RL_BEAT_LABEL_SIZE = 96,
  /* Words of a line. */
  RL_BEAT_SEQUENCE = 0, RL_BEAT_CALLOUT = 1, RL_BEAT_STATE = 3, RL_BEAT_TIME = 4, RL_BEAT_TIME_SEQUENCE = 5,
  RL_BEAT_OUTER = 8, RL_BEAT_DEEPEST = 8,
  /* The lowest byte of the state, whose others are depth, mode (2) and number of waits (4); and of a callout. */
  RL_BEAT_OUTSIDE = 0, RL_BEAT_RUNNING = 1, RL_BEAT_WAITING = 2, RL_BEAT_ENDED = 3, RL_BEAT_FOREIGN = 7
};

#define RL_BEAT_MAGIC 0x544145425250534DULL /* "MSPRBEAT" */

static inline uint64_t rl_beat_get(const rl_heartbeat *beat, int word) {
  return __atomic_load_n(&beat->words[word], __ATOMIC_RELAXED);
}
static inline void rl_beat_put(rl_heartbeat *beat, int word, uint64_t value) {
  __atomic_store_n(&beat->words[word], value, __ATOMIC_RELAXED);
}
static inline unsigned rl_beat_depth(uint64_t state) { return (unsigned)(state >> 8 & 0xFF); }

/* The sequence comes last: a reader that sees it also sees what it is about. Odd inside of work. */
static inline void rl_beat_publish(rl_heartbeat *beat, uint64_t sequence) {
  __atomic_store_n(&beat->words[RL_BEAT_SEQUENCE], sequence, __ATOMIC_RELEASE);
}

/* The work that continues is recorded beside the line, as what is around the next. */
static inline uint64_t rl_beat_push(rl_heartbeat *beat, uint64_t state) {
  unsigned depth = rl_beat_depth(state);
  if (depth >= 1 && depth <= RL_BEAT_DEEPEST)
    rl_beat_put(beat, RL_BEAT_OUTER + 2 * (int)(depth - 1), rl_beat_get(beat, RL_BEAT_CALLOUT));
  return depth < 255 ? state + 0x100 : state;
}

/* The work around continues; for a watcher it is a new piece. Not at depth 0 or 1. */
static inline uint64_t rl_beat_pop(rl_heartbeat *beat, uint64_t state) {
  int depth = (int)rl_beat_depth(state) - 1, kept = depth < RL_BEAT_DEEPEST ? depth : (int)RL_BEAT_DEEPEST;
  rl_beat_put(beat, RL_BEAT_CALLOUT, rl_beat_get(beat, RL_BEAT_OUTER + 2 * (kept - 1)));
  return state - 0x100;
}

/* Begins a piece of work. Pieces nest; of more than eight in one another the inner ones are not named again. */
static inline void rl_beat_begin(rl_heartbeat *beat, uint32_t work) {
  if (!beat) return;
  uint64_t sequence = rl_beat_get(beat, RL_BEAT_SEQUENCE), state = rl_beat_get(beat, RL_BEAT_STATE);
  if (__builtin_expect((sequence & 1) != 0, 0)) {
    rl_beat_put(beat, RL_BEAT_STATE, rl_beat_push(beat, state));
  } else if ((state & 0xFF) != RL_BEAT_RUNNING) {
    /* It runs, and has waited once more; at depth 1, or deeper where it waited inside of work. */
    if (__builtin_expect(rl_beat_depth(state) < 2, 1)) rl_beat_put(beat, RL_BEAT_STATE, (state & ~0xFFFFULL) + 0x100000101ULL);
    else rl_beat_put(beat, RL_BEAT_STATE, (state & ~0xFFULL) + 0x100000001ULL);
  }
  rl_beat_put(beat, RL_BEAT_CALLOUT, (uint64_t)RL_BEAT_FOREIGN | (uint64_t)work << 8);
  rl_beat_publish(beat, (sequence + 1) | 1);
}

/* Ends the piece of work that began last. */
static inline void rl_beat_end(rl_heartbeat *beat) {
  if (!beat) return;
  uint64_t sequence = rl_beat_get(beat, RL_BEAT_SEQUENCE), state = rl_beat_get(beat, RL_BEAT_STATE);
  if (!(sequence & 1)) return;
  if (__builtin_expect(rl_beat_depth(state) > 1, 0)) {
    rl_beat_put(beat, RL_BEAT_STATE, rl_beat_pop(beat, state));
    rl_beat_publish(beat, sequence + 2);
  } else {
    rl_beat_publish(beat, sequence + 1);
    /* A thread that never tells of a wait does nothing between two pieces of work. */
    if (!rl_beat_get(beat, RL_BEAT_TIME)) rl_beat_put(beat, RL_BEAT_STATE, state & ~0xFFFFULL);
  }
}

/* The loop begins to wait for events. Inside of work, the work's time stops meanwhile: its clock begins anew. */
static inline void rl_beat_begin_wait(rl_heartbeat *beat) {
  if (!beat) return;
  uint64_t sequence = rl_beat_get(beat, RL_BEAT_SEQUENCE);
  uint64_t state = rl_beat_get(beat, RL_BEAT_STATE) + 0x100000000ULL;
  if (sequence & 1) {
    state = rl_beat_push(beat, state);
    rl_beat_publish(beat, sequence + 1);
  }
  rl_beat_put(beat, RL_BEAT_STATE, (state & ~0xFFULL) | RL_BEAT_WAITING);
}

/* The loop has waited. Reads the clock, some 25 ns beside the microseconds of the wait. */
static inline void rl_beat_end_wait(rl_heartbeat *beat) {
  if (!beat) return;
  uint64_t sequence = rl_beat_get(beat, RL_BEAT_SEQUENCE);
  uint64_t state = (rl_beat_get(beat, RL_BEAT_STATE) & ~0xFFULL) | RL_BEAT_RUNNING;
  struct timespec now = {0, 1};
  clock_gettime(CLOCK_MONOTONIC, &now);
  rl_beat_put(beat, RL_BEAT_TIME, (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec);
  rl_beat_put(beat, RL_BEAT_TIME_SEQUENCE, sequence);
  int resumes = rl_beat_depth(state) > 1 && !(sequence & 1);
  if (resumes) state = rl_beat_pop(beat, state);
  rl_beat_put(beat, RL_BEAT_STATE, rl_beat_depth(state) ? state : state + 0x100);
  if (resumes) rl_beat_publish(beat, sequence + 1);
}

/* ---- The page: a file of the process, which every part of it that includes this header maps ---- */

/* One for each part of the program that is compiled by itself. */
struct rl_beat_state {
  char *page, path[64];
  int process, is_making, is_prepared, is_maker;
};
static inline struct rl_beat_state *rl_beat_state(void) { static struct rl_beat_state state; return &state; }
static inline uint32_t *rl_beat_number(char *page, int offset) { return (uint32_t *)(void *)(page + offset); }
static inline uint64_t *rl_beat_long(char *page, int offset) { return (uint64_t *)(void *)(page + offset); }

/* Distinguishes the program from what the process ran before an exec; too short to reveal the random bytes it is made of. */
static inline uint32_t rl_beat_image(void) {
  const unsigned char *bytes = (const unsigned char *)getauxval(AT_RANDOM);
  uint32_t hash = 2166136261u;
  for (int i = 0; bytes && i < 16; i++) hash = (hash ^ bytes[i]) * 16777619u;
  return hash;
}

/* When the process began: field 22 of its stat. */
static inline uint64_t rl_beat_start(void) {
  char text[1024] = "", *place;
  int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (file >= 0) (void)!read(file, text, sizeof text - 1), close(file);
  place = strrchr(text, ')');
  for (int field = 2; place && field < 22; field++) place = strchr(place + 1, ' ');
  return place ? strtoull(place, NULL, 10) : 0;
}
static inline void rl_beat_remove(void) {
  if (rl_beat_state()->is_maker && rl_beat_state()->process == getpid()) unlink(rl_beat_state()->path);
}

/* In a forked child: its threads write to memory of its own from here on, where the page was. */
static inline void rl_beat_leave(void) {
  struct rl_beat_state *state = rl_beat_state();
  if (state->page)
    (void)!mmap(state->page, RL_BEAT_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  state->page = NULL;
  state->is_making = state->is_maker = 0;
}
static inline void rl_beat_write_header(char *page) {
  static const int tables[] = {
      RL_BEAT_AT_LINES, RL_BEAT_LINE_SIZE, RL_BEAT_LINES, RL_BEAT_AT_LOOPS, RL_BEAT_LOOP_SIZE, RL_BEAT_LINES,
      RL_BEAT_AT_NAMES, RL_BEAT_NAME_SIZE, RL_BEAT_NAMES, RL_BEAT_AT_MODES, RL_BEAT_MODE_SIZE, RL_BEAT_MODES};
  struct timespec wall, now;
  clock_gettime(CLOCK_REALTIME, &wall), clock_gettime(CLOCK_MONOTONIC, &now);
  *rl_beat_number(page, 8) = RL_BEAT_VERSION;
  *rl_beat_number(page, RL_BEAT_AT_PROCESS) = (uint32_t)getpid();
  *rl_beat_long(page, RL_BEAT_AT_START) = rl_beat_start();
  *rl_beat_long(page, RL_BEAT_AT_MADE) = (uint64_t)wall.tv_sec;
  *rl_beat_long(page, RL_BEAT_AT_MADE + 8) = (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
  *rl_beat_number(page, RL_BEAT_AT_NAME_COUNT) = *rl_beat_number(page, RL_BEAT_AT_MODE_COUNT) = 1;
  memcpy(page + RL_BEAT_AT_TABLES, tables, sizeof tables);
  *rl_beat_number(page, RL_BEAT_AT_IMAGE) = rl_beat_image();
  (void)!readlink("/proc/self/exe", page + RL_BEAT_AT_EXECUTABLE, RL_BEAT_EXECUTABLE_SIZE - 1);
  /* Last: a page without it is no page yet. */
  __atomic_store_n(rl_beat_long(page, 0), RL_BEAT_MAGIC, __ATOMIC_RELEASE);
}

/* Maps a file that is made now, or that another part of this program has made. NULL when it is of another one. */
static inline char *rl_beat_map(int file, int is_maker) {
  struct stat status;
  struct rlimit limit;
  /* Takes all room now: a file system that fills up later does no harm. Beyond the process's limit a signal would come. */
  if (is_maker && getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < RL_BEAT_SIZE) return errno = EFBIG, (char *)NULL;
  if (is_maker && (errno = posix_fallocate(file, 0, RL_BEAT_SIZE))) return NULL;
  for (int round = 0; round < 200; round++, usleep(1000)) {
    if (fstat(file, &status) || !S_ISREG(status.st_mode) || status.st_uid != geteuid()) return NULL;
    if (status.st_size < RL_BEAT_SIZE) continue;
    char *page = (char *)mmap(NULL, RL_BEAT_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page == (char *)MAP_FAILED) return NULL;
    if (is_maker) rl_beat_write_header(page);
    uint64_t magic = __atomic_load_n(rl_beat_long(page, 0), __ATOMIC_ACQUIRE);
    if (magic == RL_BEAT_MAGIC && *rl_beat_number(page, RL_BEAT_AT_PROCESS) == (uint32_t)getpid() &&
        *rl_beat_number(page, RL_BEAT_AT_IMAGE) == rl_beat_image())
      return page;
    munmap(page, RL_BEAT_SIZE);
    if (magic) break;
  }
  return NULL;
}

/* The process's page; NULL, and errno, when there can be none. Any thread. */
static inline char *rl_beat_page(void) {
  struct rl_beat_state *state = rl_beat_state();
  while (__atomic_exchange_n(&state->is_making, 1, __ATOMIC_ACQUIRE)) usleep(50);
  if (state->process != getpid()) state->page = NULL;
  for (int attempt = 0; !state->page && attempt < 3; attempt++) {
    snprintf(state->path, sizeof state->path, "/dev/shm/mainspring.%u.%d.beats", (unsigned)getuid(), (int)getpid());
    int file = open(state->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    state->is_maker = file >= 0;
    if (file < 0) file = open(state->path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) break;
    state->page = rl_beat_map(file, state->is_maker);
    close(file);
    /* What an earlier process of this number, or an earlier program of this process, has left. */
    if (!state->page && (unlink(state->path) || state->is_maker)) attempt = 3;
  }
  if (state->page && !state->is_prepared++) pthread_atfork(NULL, NULL, rl_beat_leave), atexit(rl_beat_remove);
  state->process = getpid();
  __atomic_store_n(&state->is_making, 0, __ATOMIC_RELEASE);
  return state->page;
}

static inline void rl_beat_copy(char *place, const char *text, size_t size) {
  for (size_t i = 0; text && text[i] && i < size - 1; i++) place[i] = text[i];
}

/* Frees a line. */
static inline void rl_beat_free(char *page, int index, uint64_t known) {
  uint64_t *entry = rl_beat_long(page, RL_BEAT_AT_LOOPS + index * RL_BEAT_LOOP_SIZE);
  if (known && __atomic_compare_exchange_n(entry, &known, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    __atomic_fetch_and(rl_beat_long(page, RL_BEAT_AT_TAKEN), ~(1ULL << index), __ATOMIC_SEQ_CST);
}

/* Takes back the lines of threads that have ended. */
static inline void rl_beat_reclaim(char *page) {
  char path[64];
  for (int i = 0; i < RL_BEAT_LINES; i++) {
    uint64_t known = *rl_beat_long(page, RL_BEAT_AT_LOOPS + i * RL_BEAT_LOOP_SIZE);
    snprintf(path, sizeof path, "/proc/self/task/%u", (unsigned)(known >> 32));
    if (access(path, F_OK) && errno == ENOENT) rl_beat_free(page, i, known);
  }
}

/* Opens a heartbeat for the calling thread. NULL, and errno, when there can be no page or all its 64 lines are taken (EAGAIN). */
static inline rl_heartbeat *rl_beat_open(const char *label) {
  char *page = rl_beat_page();
  if (!page) return NULL;
  uint64_t *taken = rl_beat_long(page, RL_BEAT_AT_TAKEN), before = __atomic_load_n(taken, __ATOMIC_RELAXED);
  if (!~before) rl_beat_reclaim(page), before = __atomic_load_n(taken, __ATOMIC_RELAXED);
  while (~before && !__atomic_compare_exchange_n(taken, &before, before | (before + 1), 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    ;
  if (!~before) return errno = EAGAIN, (rl_heartbeat *)NULL;
  int index = __builtin_ctzll(~before);
  char *entry = page + RL_BEAT_AT_LOOPS + index * RL_BEAT_LOOP_SIZE;
  rl_heartbeat *beat = (rl_heartbeat *)(void *)(page + RL_BEAT_AT_LINES + index * RL_BEAT_LINE_SIZE);
  uint32_t thread = (uint32_t)syscall(SYS_gettid);
  for (int word = 0; word < 24; word++) rl_beat_put(beat, word, 0);
  memset(entry + 8, 0, RL_BEAT_LOOP_SIZE - 8);
  *rl_beat_number(entry, RL_BEAT_LOOP_AT_MAIN) = thread == (uint32_t)getpid();
  rl_beat_copy(entry + RL_BEAT_LOOP_AT_LABEL, label, RL_BEAT_LOOP_SIZE - RL_BEAT_LOOP_AT_LABEL);
  __atomic_store_n(rl_beat_long(entry, 0), (uint64_t)RL_BEAT_LOOP_TOLD | (uint64_t)thread << 32, __ATOMIC_RELEASE);
  return beat;
}

/* Gives the line back. Not needed before the thread ends: the lines of ended threads are taken again. */
static inline void rl_beat_close(rl_heartbeat *beat) {
  char *page = rl_beat_state()->page;
  if (!beat || !page || (char *)beat < page || (char *)beat >= page + RL_BEAT_SIZE) return;
  int index = (int)(((char *)beat - page - RL_BEAT_AT_LINES) / RL_BEAT_LINE_SIZE);
  rl_beat_put(beat, RL_BEAT_STATE, RL_BEAT_ENDED);
  rl_beat_free(page, index, *rl_beat_long(page, RL_BEAT_AT_LOOPS + index * RL_BEAT_LOOP_SIZE));
}

/* The number of a text in a table, which is entered when it is not there; 0 without room. */
static inline uint32_t rl_beat_enter(int count_at, int table, int size, uint32_t most, const char *text, const char *site) {
  char wanted[RL_BEAT_NAME_SIZE] = "", *page = rl_beat_page();
  if (!page) return 0;
  size_t length = site ? strlen(site) : 0, room = RL_BEAT_NAME_SIZE - RL_BEAT_LABEL_SIZE;
  rl_beat_copy(wanted, text, site || size > RL_BEAT_LABEL_SIZE ? (size_t)RL_BEAT_LABEL_SIZE : (size_t)size);
  if (site) rl_beat_copy(wanted + RL_BEAT_LABEL_SIZE, length < room ? site : site + length - room + 1, room);
  uint32_t *count = rl_beat_number(page, count_at), known = __atomic_load_n(count, __ATOMIC_ACQUIRE);
  for (uint32_t number = 1; number < known && number < most; number++)
    if (!memcmp(page + table + (int)number * size, wanted, (size_t)size)) return number;
  while (known < most && !__atomic_compare_exchange_n(count, &known, known + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    ;
  if (known >= most) return 0;
  memcpy(page + table + (int)known * size, wanted, (size_t)size);
  return known;
}

/* The number of a kind of work, by label and place (RL_HERE, or NULL): a search, so keep it. 0, for no name, without room. */
static inline uint32_t rl_beat_work(const char *label, const char *site) {
  return rl_beat_enter(RL_BEAT_AT_NAME_COUNT, RL_BEAT_AT_NAMES, RL_BEAT_NAME_SIZE, RL_BEAT_NAMES, label, site);
}

/* Sets the mode that the loop runs in from now on; NULL for none. -7 without room for its name. */
static inline int rl_beat_set_mode(rl_heartbeat *beat, const char *mode) {
  if (!beat) return 0;
  uint32_t number =
      mode ? rl_beat_enter(RL_BEAT_AT_MODE_COUNT, RL_BEAT_AT_MODES, RL_BEAT_MODE_SIZE, RL_BEAT_MODES, mode, NULL) : 0;
  rl_beat_put(beat, RL_BEAT_STATE, (rl_beat_get(beat, RL_BEAT_STATE) & ~0xFFFF0000ULL) | (uint64_t)number << 16);
  return mode && !number ? -7 : 0;
}

#endif
