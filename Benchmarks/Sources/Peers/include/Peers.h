#pragma once
// The event loops in C of the comparison, and what all loops of it share.
#include <stddef.h>
#include <stdint.h>

#include "PeerInterface.h"

// The peers that were found at build time; NULL past the last.
const Peer *peer_at(int index);

// Loads the peer of a shared object, which stays loaded. NULL when there is none that can be used; `reason` says why.
const Peer *peer_load(const char *path, char *reason, size_t size);

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
// Waits until all of them came back: for servers of other processes. 0, or -1 when a connection was closed.
int peer_echo_wait(void);
void peer_echo_close(void);
