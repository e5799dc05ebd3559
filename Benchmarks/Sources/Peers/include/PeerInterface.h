#pragma once
// The interface by which an event loop joins the comparison: a table of workloads, as functions. Docs/peers.md has an example.
//
// Integers and function pointers only: no type of a peer's library is seen from Swift.
#include <stdint.h>

// Raised whenever a table made for the old header would be misread.
#define PEER_INTERFACE 1

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

// A loop. One whose `interface` or `size` differs from this header's is refused.
typedef struct {
  uint32_t interface; // PEER_INTERFACE
  uint32_t size;      // of this structure
  const char *name;
  const char *(*version)(void);
  PeerWorkload workloads[PEER_WORKLOAD_COUNT];
} Peer;

// The first two members.
#define PEER_HEAD PEER_INTERFACE, sizeof(Peer)

// Makes a peer the one that a shared object brings: its one public symbol.
#define PEER_EXPORT(peer)                                                      \
  __attribute__((visibility("default"))) const Peer *mainspring_peer(void);   \
  const Peer *mainspring_peer(void) { return &peer; }
