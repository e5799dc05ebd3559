/* The rules of runloop_heartbeat.h, held against the bytes of the page; and that the library writes the same page. */
#include "runloop_heartbeat.h"

#include <sys/wait.h>

/* The library's, beside the header's own. */
#undef rl_heartbeat_open
#undef rl_heartbeat_begin
#undef rl_heartbeat_end
#undef rl_heartbeat_close
#undef rl_heartbeat_work
extern rl_heartbeat *rl_heartbeat_open(const char *label);
extern void rl_heartbeat_close(rl_heartbeat *heartbeat);
extern uint32_t rl_heartbeat_work(const char *label, const char *site);
extern void rl_heartbeat_begin(rl_heartbeat *heartbeat, uint32_t work);
extern void rl_heartbeat_end(rl_heartbeat *heartbeat);

static int failures;
#define CHECK(condition) \
  do { \
    if (!(condition)) printf("line %d: %s\n", __LINE__, #condition), failures++; \
  } while (0)

static const char *path(int process) {
  static char text[64];
  snprintf(text, sizeof text, "/dev/shm/mainspring.%u.%d.beats", (unsigned)getuid(), process);
  return text;
}

/* Bytes of a process's page, by the documented places. */
static uint64_t at(int process, int offset, int size) {
  uint64_t value = 0;
  int file = open(path(process), O_RDONLY);
  if (file < 0) return ~0ULL;
  if (pread(file, &value, (size_t)size, offset) != size) value = ~0ULL;
  close(file);
  return value;
}
static uint64_t word(int line, int number) { return at(getpid(), 4096 + line * 192 + number * 8, 8); }
static int state(int line) { return (int)(word(line, 3) & 0xFF); }
static int depth(int line) { return (int)(word(line, 3) >> 8 & 0xFF); }
static uint64_t waits(int line) { return word(line, 3) >> 32; }
static int lines_in_use(int process) {
  int count = 0;
  for (int line = 0; line < 64; line++) count += at(process, 4096 + 64 * 192 + line * 128, 4) != 0;
  return count;
}
static void text(int offset, char *place, size_t size) {
  int file = open(path(getpid()), O_RDONLY);
  memset(place, 0, size);
  if (file < 0 || pread(file, place, size - 1, offset) < 0) failures++;
  close(file);
}

static void check_layout(void) {
  struct stat status;
  char label[112];
  CHECK(stat(path(getpid()), &status) == 0 && (status.st_mode & 07777) == 0600 && status.st_size == RL_BEAT_SIZE);
  CHECK(at(getpid(), 0, 8) == 0x544145425250534DULL && at(getpid(), 8, 4) == 1);
  CHECK(at(getpid(), 12, 4) == (uint64_t)getpid() && at(getpid(), 16, 8) == rl_beat_start() && rl_beat_start() > 0);
  CHECK(at(getpid(), 64, 4) == 4096 && at(getpid(), 68, 4) == 192 && at(getpid(), 72, 4) == 64);
  CHECK(at(getpid(), 76, 4) == 4096 + 64 * 192 && at(getpid(), 80, 4) == 128 && at(getpid(), 84, 4) == 64);
  int entry = 4096 + 64 * 192;
  CHECK(at(getpid(), entry, 4) == 2 && at(getpid(), entry + 4, 4) == (uint64_t)getpid() && at(getpid(), entry + 8, 4) == 1);
  text(entry + 16, label, sizeof label);
  CHECK(strcmp(label, "first") == 0);
  text(128, label, sizeof label);
  CHECK(label[0] == '/');
}

static void check_work(rl_heartbeat *beat) {
  uint32_t parse = rl_beat_work("parse", "parse.c:1"), print = rl_beat_work("print", NULL);
  char name[257];
  CHECK(parse > 0 && print > parse && rl_beat_work("parse", "parse.c:1") == parse && rl_beat_work("parse", NULL) != parse);
  int names = (int)at(getpid(), 88, 4);
  text(names + (int)parse * 256, name, sizeof name);
  CHECK(strcmp(name, "parse") == 0 && strcmp(name + 96, "parse.c:1") == 0);
  CHECK(state(0) == RL_BEAT_OUTSIDE && word(0, 0) == 0);
  rl_beat_end(beat);
  CHECK(word(0, 0) == 0);
  rl_beat_begin(beat, parse);
  CHECK(word(0, 0) == 1 && word(0, 1) == (7 | (uint64_t)parse << 8) && state(0) == RL_BEAT_RUNNING && depth(0) == 1);
  rl_beat_begin(beat, print);
  CHECK(word(0, 0) == 3 && word(0, 1) == (7 | (uint64_t)print << 8) && depth(0) == 2);
  CHECK(word(0, 8) == (7 | (uint64_t)parse << 8));
  rl_beat_end(beat);
  CHECK(word(0, 0) == 5 && word(0, 1) == (7 | (uint64_t)parse << 8) && depth(0) == 1);
  rl_beat_end(beat);
  CHECK(word(0, 0) == 6 && state(0) == RL_BEAT_OUTSIDE && depth(0) == 0 && waits(0) == 1);
  /* Deeper than there is room for, and deeper than is counted. */
  for (int i = 0; i < 300; i++) rl_beat_begin(beat, parse);
  CHECK(word(0, 0) % 2 == 1 && depth(0) == 255);
  for (int i = 0; i < 300; i++) rl_beat_end(beat);
  CHECK(word(0, 0) % 2 == 0 && state(0) == RL_BEAT_OUTSIDE && depth(0) == 0);
}

static void check_waits(rl_heartbeat *beat) {
  uint64_t before = waits(0), sequence = word(0, 0);
  rl_beat_begin_wait(beat);
  CHECK(state(0) == RL_BEAT_WAITING && waits(0) == before + 1);
  rl_beat_end_wait(beat);
  CHECK(state(0) == RL_BEAT_RUNNING && depth(0) == 1 && word(0, 4) > 0 && word(0, 5) == sequence);
  rl_beat_begin(beat, 1);
  rl_beat_end(beat);
  CHECK(state(0) == RL_BEAT_RUNNING && depth(0) == 1 && waits(0) == before + 1 && word(0, 0) == sequence + 2);
  /* A wait inside of work: the work stops for it, and is a new piece then. */
  rl_beat_begin(beat, 1);
  rl_beat_begin_wait(beat);
  CHECK(state(0) == RL_BEAT_WAITING && word(0, 0) == sequence + 4 && word(0, 8) == (7 | 1 << 8));
  rl_beat_end_wait(beat);
  CHECK(state(0) == RL_BEAT_RUNNING && word(0, 0) == sequence + 5 && word(0, 1) == (7 | 1 << 8) && depth(0) == 1);
  rl_beat_end(beat);
  CHECK(word(0, 0) == sequence + 6 && depth(0) == 1);
  /* A loop inside of work that only tells of its waits' beginnings: the work around goes on behind the inner one. */
  rl_beat_begin(beat, 1);
  rl_beat_begin_wait(beat);
  rl_beat_begin(beat, 2);
  CHECK(word(0, 1) == (7 | 2 << 8) && depth(0) == 2 && word(0, 8) == (7 | 1 << 8) && state(0) == RL_BEAT_RUNNING);
  rl_beat_end(beat);
  CHECK(word(0, 0) % 2 == 1 && word(0, 1) == (7 | 1 << 8) && depth(0) == 1);
  rl_beat_end_wait(beat);
  CHECK(word(0, 0) % 2 == 1 && depth(0) == 1);
  rl_beat_end(beat);
  CHECK(word(0, 0) % 2 == 0 && depth(0) == 1 && state(0) == RL_BEAT_RUNNING);
  char mode[65];
  CHECK(rl_beat_set_mode(beat, "tracking") == 0);
  text((int)at(getpid(), 100, 4) + (int)(word(0, 3) >> 16 & 0xFFFF) * 64, mode, sizeof mode);
  CHECK(strcmp(mode, "tracking") == 0 && state(0) == RL_BEAT_RUNNING);
  CHECK(rl_beat_set_mode(beat, NULL) == 0 && (word(0, 3) >> 16 & 0xFFFF) == 0);
}

static void check_library(void) {
  rl_heartbeat *beat = rl_heartbeat_open("of the library");
  CHECK(beat && lines_in_use(getpid()) == 2 && at(getpid(), 4096 + 64 * 192 + 128, 4) == 2);
  CHECK(rl_heartbeat_work("parse", "parse.c:1") == rl_beat_work("parse", "parse.c:1"));
  rl_heartbeat_begin(beat, 3);
  CHECK(word(1, 0) == 1 && word(1, 1) == (7 | 3 << 8));
  rl_heartbeat_end(beat);
  CHECK(word(1, 0) == 2);
  rl_heartbeat_close(beat);
  CHECK(lines_in_use(getpid()) == 1);
}

static int finished(pid_t child) {
  int status = -1;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void check_fork(rl_heartbeat *beat) {
  uint64_t sequence = word(0, 0);
  pid_t child = fork();
  if (child == 0) {
    failures = 0;
    rl_beat_begin(beat, 1);
    CHECK(at(getppid(), 4096, 8) == sequence);
    CHECK(rl_beat_open("the child's") != NULL && lines_in_use(getpid()) == 1);
    exit(failures != 0);
  }
  CHECK(finished(child) && access(path(child), F_OK) != 0 && access(path(getpid()), F_OK) == 0 && word(0, 0) == sequence);
}

/* A program that the process runs after this one finds the page of this one. */
static void check_exec(void) {
  pid_t child = fork();
  if (child == 0) {
    rl_beat_open("before exec"), rl_beat_open("before exec");
    execl("/proc/self/exe", "heartbeat", "after exec", (char *)NULL);
    _exit(2);
  }
  CHECK(finished(child));
}

static int after_exec(void) {
  CHECK(rl_beat_open("after exec") != NULL && lines_in_use(getpid()) == 1);
  return failures;
}

/* What lies where the page is to be. */
static void check_obstacles(void) {
  for (int kind = 0; kind < 5; kind++) {
    pid_t child = fork();
    if (child == 0) {
      failures = 0;
      struct rlimit limit = {4096, 4096};
      int file = -1;
      switch (kind) {
        case 0: CHECK(symlink("/etc/passwd", path(getpid())) == 0); break;
        case 1: CHECK(mkdir(path(getpid()), 0700) == 0); break;
        case 2: CHECK(mkfifo(path(getpid()), 0600) == 0); break;
        case 3:
          file = open(path(getpid()), O_RDWR | O_CREAT, 0600);
          CHECK(ftruncate(file, RL_BEAT_SIZE) == 0 && write(file, "garbage", 7) == 7);
          break;
        default: setrlimit(RLIMIT_FSIZE, &limit);
      }
      rl_heartbeat *beat = rl_beat_open("obstacle");
      /* What is only left over is replaced; nothing is written through a link. */
      CHECK((beat != NULL) == (kind == 2 || kind == 3));
      rl_beat_begin(beat, rl_beat_work("x", NULL)), rl_beat_end(beat), rl_beat_set_mode(beat, "y"), rl_beat_close(beat);
      if (kind < 2) unlink(path(getpid())), rmdir(path(getpid()));
      exit(failures != 0);
    }
    if (!finished(child)) printf("kind %d\n", kind), failures++;
    CHECK(access(path(child), F_OK) != 0);
  }
}

static pthread_barrier_t opened, may_end;
static void *thread_with_a_line(void *unused) {
  (void)unused;
  void *beat = rl_beat_open("thread");
  pthread_barrier_wait(&opened);
  pthread_barrier_wait(&may_end);
  return beat;
}

/* All lines are taken; those of threads that end without a word are taken again. */
static void check_room(void) {
  enum { COUNT = 63 };
  pthread_t threads[COUNT];
  int count = 0;
  pthread_barrier_init(&opened, NULL, COUNT + 1), pthread_barrier_init(&may_end, NULL, COUNT + 1);
  for (int i = 0; i < COUNT; i++)
    if (pthread_create(&threads[i], NULL, thread_with_a_line, NULL)) exit(1);
  pthread_barrier_wait(&opened);
  CHECK(lines_in_use(getpid()) == 64 && rl_beat_open("one more") == NULL && errno == EAGAIN);
  pthread_barrier_wait(&may_end);
  for (int i = 0; i < COUNT; i++) {
    void *beat = NULL;
    pthread_join(threads[i], &beat);
    count += beat != NULL;
  }
  CHECK(count == COUNT);
  rl_heartbeat *again = NULL;
  /* The kernel removes an ended thread from /proc a moment after it was joined. */
  for (int i = 0; i < 1000 && !again; i++, usleep(1000)) again = rl_beat_open("again");
  CHECK(again != NULL && lines_in_use(getpid()) < 64);
  char name[8];
  uint32_t last = 1;
  for (int i = 0; i < 600; i++) snprintf(name, sizeof name, "%d", i), last = rl_beat_work(name, NULL);
  CHECK(last == 0 && rl_beat_work("0", NULL) > 0);
  int refused = 0;
  for (int i = 0; i < 40; i++) snprintf(name, sizeof name, "%d", i), refused += rl_beat_set_mode(again, name) < 0;
  CHECK(refused > 0 && refused < 40);
}

int main(int argc, char **argv) {
  (void)argv;
  alarm(280);
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (argc > 1) return after_exec();
  rl_heartbeat *beat = rl_beat_open("first");
  CHECK(beat != NULL);
  check_layout();
  check_work(beat);
  check_waits(beat);
  check_library();
  check_fork(beat);
  check_exec();
  check_obstacles();
  check_room();
  rl_beat_begin(NULL, 1), rl_beat_end(NULL), rl_beat_begin_wait(NULL), rl_beat_end_wait(NULL), rl_beat_close(NULL);
  printf("%d failures\n", failures);
  return 0;
}
