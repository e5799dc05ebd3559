#pragma once
// What it takes to measure latencies: counters of a thread, switches of a processor, and the settings that make waits short.
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Counters of the calling thread, in one call; RUSAGE_THREAD is hidden without _GNU_SOURCE. 0 on success.
static inline int linux_thread_usage(struct rusage *usage) { return getrusage((__rusage_who_t)1, usage); }

// The processor that the calling thread runs on: without a system call where the C library can. Hidden without _GNU_SOURCE.
extern int sched_getcpu(void);

static inline void linux_perf_describe(struct perf_event_attr *event, uint32_t type, uint64_t config) {
  memset(event, 0, sizeof *event);
  event->size = sizeof *event;
  event->type = type;
  event->config = config;
  event->sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
  event->sample_id_all = 1;
  event->use_clockid = 1;
  event->clockid = 1 /* CLOCK_MONOTONIC */;
}

// Records every context switch: of the calling thread, wherever it runs (processor -1), or of one processor, whatever runs
// there. A descriptor, or -1.
static inline int linux_perf_open_switches(int processor) {
  struct perf_event_attr event;
  linux_perf_describe(&event, PERF_TYPE_SOFTWARE, 9 /* PERF_COUNT_SW_DUMMY */);
  event.context_switch = 1;
  return (int)syscall(
      SYS_perf_event_open, &event, processor < 0 ? 0 : -1, processor, -1, (unsigned long)PERF_FLAG_FD_CLOEXEC);
}

// Records every pass of a tracepoint on a processor, with its raw data, into the ring of another event. A descriptor, or -1.
static inline int linux_perf_open_tracepoint(uint64_t number, int processor, int ring) {
  struct perf_event_attr event;
  linux_perf_describe(&event, PERF_TYPE_TRACEPOINT, number);
  event.sample_period = 1;
  event.sample_type |= PERF_SAMPLE_RAW;
  int descriptor =
      (int)syscall(SYS_perf_event_open, &event, -1, processor, -1, (unsigned long)PERF_FLAG_FD_CLOEXEC);
  if (descriptor >= 0 && ioctl(descriptor, PERF_EVENT_IOC_SET_OUTPUT, ring) != 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

// How many times the calling thread was moved to another processor: a counter, or -1.
static inline int linux_perf_open_migrations(void) {
  struct perf_event_attr event;
  memset(&event, 0, sizeof event);
  event.size = sizeof event;
  event.type = PERF_TYPE_SOFTWARE;
  event.config = PERF_COUNT_SW_CPU_MIGRATIONS;
  return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, (unsigned long)PERF_FLAG_FD_CLOEXEC);
}

// Gives a thread (0: the calling one) a real-time priority, or takes it away (0). 0 on success.
static inline int linux_set_realtime(int thread, int priority) {
  struct sched_param parameters;
  memset(&parameters, 0, sizeof parameters);
  parameters.sched_priority = priority;
  return (int)syscall(SYS_sched_setscheduler, thread, priority > 0 ? SCHED_FIFO : SCHED_OTHER, &parameters);
}

// How late the kernel may make the calling thread's ordinary timers so that they expire together; 0: the default. Threads
// made later inherit it. 0 on success.
static inline int linux_set_timer_slack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0UL, 0UL, 0UL);
}
static inline long linux_timer_slack(void) { return prctl(PR_GET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL); }
