/* Blocks its loop in known ways, 0.4 s each: stalling ROUNDS. The loop is libuv's, or GLib's with WITH_GLIB. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double length = 0.4;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t condition_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static volatile int ready, flag;
static int pipes[2], sockets[2], helper_sockets[2];
static pid_t helper;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void rest(void) { usleep(length * 1e6); }

/* Another thread: ends the wait after `length`. */
static void *end_wait(void *kind) {
  int locks = !strcmp(kind, "lock");
  if (locks) pthread_mutex_lock(&mutex);
  ready = 1;
  rest();
  if (locks) pthread_mutex_unlock(&mutex);
  if (!strcmp(kind, "condition")) {
    pthread_mutex_lock(&condition_mutex);
    flag = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&condition_mutex);
  }
  if (!strcmp(kind, "semaphore")) sem_post(&semaphore);
  if (!strcmp(kind, "pipe") || !strcmp(kind, "poll")) write(pipes[1], "x", 1);
  if (!strcmp(kind, "socket")) write(sockets[1], "x", 1);
  return NULL;
}

static void wait_for_thread(const char *kind) {
  pthread_t thread;
  char byte;
  ready = flag = 0;
  pthread_create(&thread, NULL, end_wait, (void *)kind);
  while (!ready) usleep(200);
  if (!strcmp(kind, "lock")) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  if (!strcmp(kind, "condition")) {
    pthread_mutex_lock(&condition_mutex);
    while (!flag) pthread_cond_wait(&condition, &condition_mutex);
    pthread_mutex_unlock(&condition_mutex);
  }
  if (!strcmp(kind, "semaphore")) while (sem_wait(&semaphore)) continue;
  if (!strcmp(kind, "pipe")) read(pipes[0], &byte, 1);
  if (!strcmp(kind, "socket")) recv(sockets[0], &byte, 1, 0);
  if (!strcmp(kind, "poll")) {
    struct pollfd both[2] = {{pipes[0], POLLIN, 0}, {sockets[0], POLLIN, 0}};
    poll(both, 2, 5000);
    read(pipes[0], &byte, 1);
  }
  pthread_join(thread, NULL);
}

static void compute(void) {
  volatile double x = 1;
  for (double end = now() + length; now() < end;)
    for (int i = 0; i < 10000; i++) x = x * 1.0000001;
}

static void write_file(void) {
  static char block[1 << 20];
  int file = open("data", O_CREAT | O_TRUNC | O_WRONLY, 0600);
  for (double end = now() + length; now() < end;) {
    pwrite(file, block, sizeof block, 0);
    fsync(file);
  }
  close(file);
}

static void wait_for_child(void) {
  pid_t child = fork();
  if (child == 0) {
    rest();
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

static void wait_for_file_lock(void) {
  int ends[2], file;
  char byte;
  pipe(ends);
  pid_t child = fork();
  if (child == 0) {
    file = open("lock", O_CREAT | O_RDWR, 0600);
    flock(file, LOCK_EX);
    write(ends[1], "x", 1);
    rest();
    _exit(0);
  }
  read(ends[0], &byte, 1);
  close(ends[0]);
  close(ends[1]);
  file = open("lock", O_CREAT | O_RDWR, 0600);
  flock(file, LOCK_EX);
  close(file);
  waitpid(child, NULL, 0);
}

/* Asks a helper that is stopped meanwhile. */
static void wait_for_helper(void) {
  char byte = 'q';
  kill(helper, SIGSTOP);
  pid_t child = fork();
  if (child == 0) {
    rest();
    kill(helper, SIGCONT);
    _exit(0);
  }
  write(helper_sockets[0], &byte, 1);
  read(helper_sockets[0], &byte, 1);
  waitpid(child, NULL, 0);
}

static const char *kinds[] = {"sleep",     "compute",   "file", "child",  "file-lock", "helper", "lock",
                              "condition", "semaphore", "pipe", "socket", "poll",      "join"};
enum { kind_count = sizeof kinds / sizeof *kinds };

static void stall(const char *kind) {
  double begin = now();
  if (!strcmp(kind, "sleep")) rest();
  else if (!strcmp(kind, "compute")) compute();
  else if (!strcmp(kind, "file")) write_file();
  else if (!strcmp(kind, "child")) wait_for_child();
  else if (!strcmp(kind, "file-lock")) wait_for_file_lock();
  else if (!strcmp(kind, "helper")) wait_for_helper();
  else wait_for_thread(kind);
  printf("STALL %s %.6f %.6f\n", kind, begin, now() - begin);
  fflush(stdout);
}

static void set_up(void) {
  pipe(pipes);
  socketpair(AF_UNIX, SOCK_STREAM, 0, sockets);
  socketpair(AF_UNIX, SOCK_STREAM, 0, helper_sockets);
  sem_init(&semaphore, 0, 0);
  helper = fork();
  if (helper != 0) return;
  /* Ends with the program, which holds the other end. */
  close(helper_sockets[0]);
  for (char byte; read(helper_sockets[1], &byte, 1) == 1;) write(helper_sockets[1], &byte, 1);
  _exit(0);
}

static int rounds, number;

/* Milliseconds until the next one; 0 after the last. */
static int step(void) {
  if (number == rounds * kind_count) {
    kill(helper, SIGKILL);
    return 0;
  }
  stall(kinds[number++ % kind_count]);
  return 700 + number * 37 % 90;
}

#ifdef WITH_GLIB
#include <glib.h>

static GMainLoop *loop;

static gboolean tick(gpointer unused) {
  int pause = step();
  if (pause) g_timeout_add(pause, tick, NULL);
  else g_main_loop_quit(loop);
  return FALSE;
}

static gboolean often(gpointer unused) { return TRUE; }

int main(int count, char **arguments) {
  rounds = count > 1 ? atoi(arguments[1]) : 1;
  set_up();
  loop = g_main_loop_new(NULL, FALSE);
  g_timeout_add(20, often, NULL);
  g_timeout_add(1500, tick, NULL);
  g_main_loop_run(loop);
  return 0;
}
#else
#include <uv.h>

static void tick(uv_timer_t *timer) {
  int pause = step();
  if (pause) uv_timer_start(timer, tick, pause, 0);
  else uv_stop(timer->loop);
}

static void often(uv_timer_t *timer) {}

int main(int count, char **arguments) {
  uv_timer_t timer, ticking;
  rounds = count > 1 ? atoi(arguments[1]) : 1;
  set_up();
  uv_timer_init(uv_default_loop(), &ticking);
  uv_timer_start(&ticking, often, 20, 20);
  uv_timer_init(uv_default_loop(), &timer);
  uv_timer_start(&timer, tick, 1500, 0);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  return 0;
}
#endif
