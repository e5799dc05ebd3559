#pragma once
// Other event loops, seen through the workloads that the comparison times. Integers and function pointers only: no
// type of a peer's library is seen from Swift.
#include <stdint.h>

enum PeerWorkloadIndex {
  PEER_PINGPONG,
  PEER_POST,
  PEER_SELF_POST,
  PEER_SOURCE0,
  PEER_TURN,
  PEER_TIMER_CHURN,
  PEER_TIMER_RESCHEDULE,
  PEER_TIMER_NEW,
  PEER_TIMER_FIRE,
  PEER_TIMER_ONCE,
  PEER_PIPES,
  PEER_ECHO,
  PEER_WAKE,
  PEER_TIMER_MEMORY,
  PEER_STARTUP,
  PEER_PROCESS_MEMORY,
  PEER_WORKLOAD_COUNT
};

typedef struct {
  int cpu;       // where the caller's thread, and the loop that it runs, is pinned
  int other_cpu; // where the other threads are
  int size;      // pending timers, sources, observers, pipes, connections
  int active;    // producers, active pipes, bytes of a message
  int between;   // timers that are cancelled between the cancel of one and its next start
  int outside;   // whether timers are changed while the loop does not run
  int burst;     // blocks that a producer posts before it waits until they have run; 0: all
} PeerParameters;

// One workload of one peer. All three are called on the same thread, `run` any number of times in between.
typedef struct {
  // 0, or -1 when it could not be set up.
  int (*prepare)(const PeerParameters *parameters);
  // Does `count` operations and gives the nanoseconds that they took, or the bytes. `samples`, where not NULL, has
  // room for `count` latencies, and only the wake workload uses it. NULL: the peer can not do this.
  int64_t (*run)(int64_t count, int64_t *samples);
  void (*finish)(void);
  // What of the peer is used, where that is not plain; or why it can not.
  const char *note;
} PeerWorkload;

typedef struct {
  const char *name;
  const char *(*version)(void);
  PeerWorkload workloads[PEER_WORKLOAD_COUNT];
} Peer;

// The peers that were found at build time; NULL past the last.
const Peer *peer_at(int index);

// The peers that were not found, with the packages that they need; empty when all are here.
const char *peers_missing(void);

// What the Swift peers share with the C ones, so that all are measured the same way.
int64_t peer_now(void);
// Pins the calling thread.
void peer_pin(int cpu);
// Pins every thread of the process that there is (GCD's are nobody's), or lets them go where they like with -1.
void peer_pin_all(int cpu);
// Lets the calling thread, and those that it starts, run before all programs of ordinary priority; 0, or -1 and errno.
int peer_claim_processors(void);
// The bytes that malloc has given out.
int64_t peer_malloc_bytes(void);
// Lets the process open as many files as it may.
void peer_raise_file_limit(void);

// The delays of timers: the same sequence for everybody, and not a regular one.
static inline uint32_t peer_random(uint32_t *state) {
  uint32_t x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

enum { PEER_SHORTEST_DELAY_MS = 10000, PEER_DELAY_SPREAD_MS = 1000000 };

// Starts threads that each call `produce` once, with their share, all at the same time; returns when they begin.
void peer_producers_start(int count, int cpu, int64_t share, void (*produce)(void *context, int64_t share), void *context);
void peer_producers_join(void);

// `count` pipes, read end and write end in turn; 0 or -1.
int peer_open_pipes(int *descriptors, int count);
void peer_close_all(const int *descriptors, int count);

// The other end of the echo workload: `count` connections to a client thread that lives from `open` to `close`.
// `descriptors` gets the server's ends. `start` makes the client send `messages` messages over all connections,
// each after the one before it came back.
int peer_echo_open(int *descriptors, int count, int message_size, int client_cpu);
void peer_echo_start(int64_t messages);
void peer_echo_close(void);
