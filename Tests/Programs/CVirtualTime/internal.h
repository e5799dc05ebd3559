#pragma once
#include "vtime.h"

#include <stdbool.h>
#include <time.h>

// Virtual uptime at the start: 1000 s. Virtual wall clock at the start: 2020-01-02 00:00:00 UTC.
#define MONO_BASE 1000000000000ULL
#define WALL_BASE 1577923200000000000ULL
#define SECOND 1000000000ULL
#define NEVER UINT64_MAX

bool vt_is_on(void);
/// Whether the calling thread is the virtual thread.
bool vt_is_mine(void);
/// Reads the clock, which costs time.
uint64_t vt_read_clock(void);
/// Does everything that is due.
void vt_catch_up(void);

/// As vt_at_ns; an event whose *dead is set when it comes up is done at once, whatever its time.
void vt_event(uint64_t time, void (*function)(void *), void *argument, const int *dead);

/// Waits until probe() says that something is ready (its result is not 0) or the timeout (negative: none) is
/// over.
int vt_wait(int (*probe)(void *), void *argument, int64_t timeout_ns);

/// Timer descriptors. clock_is_wall: deadlines are on the wall clock.
void vt_timer_created(int fd, bool clock_is_wall);
bool vt_is_timer(int fd);
/// A deadline of 0 disarms. Returns whether the deadline has passed already.
bool vt_timer_set(int fd, uint64_t deadline, bool is_absolute, uint64_t interval);
void vt_timer_closed(int fd);
/// Writes to an eventfd, past the interposed functions.
void vt_raw_write(int fd);
