// Virtual time for one thread of a process.
//
// Linked into an executable this replaces the C library's clocks, timer descriptors and blocking waits, also
// for the libraries the executable loads: the linker exports a symbol of the executable that one of them
// needs. Everything is passed through until vt_enable(). From then on:
//  * CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_REALTIME and gettimeofday() follow one virtual clock;
//  * a timerfd is an eventfd that is written to when the virtual clock reaches its deadline;
//  * a blocking poll, epoll_wait or nanosleep of the virtual thread never blocks: when nothing is ready, the
//    clock jumps to the next event (a timer descriptor, vt_at_ns, a dispatch timer, the own timeout);
//  * dispatch timer sources made by the virtual thread are such events too (CFRunLoop uses one for a run's
//    timeout).
#pragma once
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

/// The calling thread becomes the virtual thread; clocks stop following the real ones.
void vt_enable(void);
/// The virtual CLOCK_MONOTONIC, without the cost of a read.
uint64_t vt_now_ns(void);
/// The virtual thread is busy for so long; events due meanwhile happen at their own times.
void vt_sleep_ns(uint64_t duration);
/// An outside event at a virtual time. Events of the same time happen in the order they were made.
void vt_at_ns(uint64_t time, void (*function)(void *), void *argument);
/// Called when the virtual thread would sleep forever.
void vt_on_deadlock(void (*function)(void));

/// A random lateness of less than max_ns is added to each wake-up (0: none).
void vt_set_latency(uint64_t max_ns, unsigned seed);
/// What a clock read costs in virtual time (100 ns unless set).
void vt_set_read_cost(uint64_t ns);
/// Counts the pairs of moments (events, ends of sleeps) that are less than ns apart: what happens at such a
/// moment may depend on noise.
void vt_set_tie(uint64_t ns);
long vt_ties(void);

/// fork(), which Swift does not offer. For a process with one thread.
static inline pid_t vt_fork(void) { return fork(); }
