#include "Peers.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int64_t peer_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void pin(int thread, int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (cpu >= 0) {
    CPU_SET(cpu, &set);
  } else {
    for (int index = 0; index < CPU_SETSIZE; index++) CPU_SET(index, &set);
  }
  sched_setaffinity(thread, sizeof set, &set);
}

void peer_pin(int cpu) { pin(0, cpu); }

void peer_pin_all(int cpu) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return;
  for (struct dirent *entry; (entry = readdir(threads));) {
    if (entry->d_name[0] != '.') pin(atoi(entry->d_name), cpu);
  }
  closedir(threads);
}

int peer_claim_processors(void) {
  struct sched_param parameters = {.sched_priority = 1};
  return sched_setscheduler(0, SCHED_FIFO, &parameters);
}

int64_t peer_malloc_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}

void peer_raise_file_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}

int peer_open_pipes(int *descriptors, int count) {
  for (int index = 0; index < count; index++) {
    if (pipe2(descriptors + 2 * index, O_NONBLOCK | O_CLOEXEC) != 0) {
      peer_close_all(descriptors, 2 * index);
      return -1;
    }
  }
  return 0;
}

void peer_close_all(const int *descriptors, int count) {
  for (int index = 0; index < count; index++) {
    if (descriptors[index] >= 0) close(descriptors[index]);
  }
}

// Producers.

static struct {
  pthread_t threads[64];
  int count, cpu;
  int64_t share;
  void (*produce)(void *, int64_t);
  void *context;
  pthread_barrier_t start;
} producers;

static void *producer_main(void *unused) {
  (void)unused;
  peer_pin(producers.cpu);
  pthread_barrier_wait(&producers.start);
  producers.produce(producers.context, producers.share);
  return NULL;
}

void peer_producers_start(int count, int cpu, int64_t share, void (*produce)(void *, int64_t), void *context) {
  producers.count = count > 64 ? 64 : count;
  producers.cpu = cpu;
  producers.share = share;
  producers.produce = produce;
  producers.context = context;
  pthread_barrier_init(&producers.start, NULL, producers.count + 1);
  for (int index = 0; index < producers.count; index++) {
    if (pthread_create(&producers.threads[index], NULL, producer_main, NULL) != 0) abort();
  }
  pthread_barrier_wait(&producers.start);
}

void peer_producers_join(void) {
  for (int index = 0; index < producers.count; index++) pthread_join(producers.threads[index], NULL);
  pthread_barrier_destroy(&producers.start);
}

// The echo client: plain epoll, on a thread of its own.

static struct {
  int count, size, cpu, epoll;
  int *descriptors;
  int *received; // of the message that is under way
  int64_t unsent, unanswered;
  int quits, lives;
  int is_broken;
  sem_t go, done;
  pthread_t thread;
} client;

static void send_message(int index) {
  static char message[65536];
  if (client.unsent <= 0) return;
  client.unsent--;
  client.received[index] = 0;
  // A message is smaller than the socket's buffer and the only one under way.
  if (write(client.descriptors[index], message, client.size) != client.size) abort();
}

static void exchange(void) {
  char buffer[65536];
  struct epoll_event events[64];
  client.unanswered = client.unsent;
  for (int index = 0; index < client.count; index++) send_message(index);
  while (client.unanswered > 0) {
    int ready = epoll_wait(client.epoll, events, 64, -1);
    for (int event = 0; event < ready; event++) {
      int index = events[event].data.u32;
      ssize_t length = read(client.descriptors[index], buffer, sizeof buffer);
      if (length == 0) {
        client.is_broken = 1;
        return;
      }
      if (length < 0) continue;
      client.received[index] += length;
      if (client.received[index] < client.size) continue;
      client.unanswered--;
      send_message(index);
    }
  }
}

static void *client_main(void *unused) {
  (void)unused;
  peer_pin(client.cpu);
  while (1) {
    sem_wait(&client.go);
    if (client.quits) return NULL;
    exchange();
    sem_post(&client.done);
  }
}

static void use_at_once(int descriptor) {
  int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

static int connect_all(int listener, int *servers) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, client.count) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &length) != 0)
    return -1;
  for (int index = 0; index < client.count; index++) {
    int end = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    client.descriptors[index] = end;
    if (end < 0 || connect(end, (struct sockaddr *)&address, length) != 0) return -1;
    int server = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    servers[index] = server;
    if (server < 0) return -1;
    use_at_once(end);
    use_at_once(server);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
    if (epoll_ctl(client.epoll, EPOLL_CTL_ADD, end, &event) != 0) return -1;
  }
  return 0;
}

static void release_client(void) {
  peer_close_all(client.descriptors, client.count);
  if (client.epoll >= 0) close(client.epoll);
  free(client.descriptors);
  free(client.received);
  sem_destroy(&client.go);
  sem_destroy(&client.done);
}

int peer_echo_open(int *descriptors, int count, int message_size, int client_cpu) {
  memset(&client, 0, sizeof client);
  client.count = count;
  client.size = message_size;
  client.cpu = client_cpu;
  client.descriptors = calloc(count, sizeof(int));
  for (int index = 0; index < count; index++) client.descriptors[index] = descriptors[index] = -1;
  client.received = calloc(count, sizeof(int));
  client.epoll = epoll_create1(EPOLL_CLOEXEC);
  sem_init(&client.go, 0, 0);
  sem_init(&client.done, 0, 0);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int result = connect_all(listener, descriptors);
  if (listener >= 0) close(listener);
  if (result == 0) result = pthread_create(&client.thread, NULL, client_main, NULL) == 0 ? 0 : -1;
  client.lives = result == 0;
  if (result != 0) {
    peer_close_all(descriptors, count);
    for (int index = 0; index < count; index++) descriptors[index] = -1;
    release_client();
  }
  return result;
}

void peer_echo_start(int64_t messages) {
  client.unsent = messages;
  sem_post(&client.go);
}

int peer_echo_wait(void) {
  while (sem_wait(&client.done) != 0) {
  }
  return client.is_broken ? -1 : 0;
}

void peer_echo_close(void) {
  if (!client.lives) return;
  client.lives = 0;
  client.quits = 1;
  sem_post(&client.go);
  pthread_join(client.thread, NULL);
  release_client();
}
