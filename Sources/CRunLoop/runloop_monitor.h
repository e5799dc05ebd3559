/*
 * runloop_monitor.h: the stall monitor, which finds what blocks a loop while it is blocked.
 *
 * A part of runloop.h, which includes it.
 */
#ifndef RUNLOOP_MONITOR_H
#define RUNLOOP_MONITOR_H

#include "runloop.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A thread that watches loops and heartbeats of this process, and writes reports for `runloop stalls`. A forked child has
 * no such thread: create a monitor there. */
typedef struct rl_monitor rl_monitor;

/* Begin with {.size = sizeof(rl_monitor_settings)}: 0 or NULL means the default. */
typedef struct rl_monitor_settings {
  size_t size;         /* of this struct, as the program was compiled */
  int64_t threshold;   /* work that takes longer is a stall; 0: 250 ms. From 4 ms to a day */
  const char *folder;  /* of reports; NULL: where `runloop stalls` looks, "": no reports */
  const char *version; /* of the program, for reports */
  int signal;          /* sent to running threads to take their stacks; 0: SIGPROF, -1: none */
} rl_monitor_settings;

enum {
  RL_STALL_BEGAN = 1,       /* longer than the threshold now */
  RL_STALL_GOES_ON = 2,     /* more stacks were taken */
  RL_STALL_IN_DEADLOCK = 3, /* its thread is in a deadlock and can not continue */
  RL_STALL_ENDED = 4
};
/* What is known of a stall. The texts are never NULL, and valid during the call only: copy them. */
typedef struct rl_stall {
  uint64_t id; /* the same in all calls for one stall */
  int phase;   /* RL_STALL_BEGAN to RL_STALL_ENDED */
  int thread;
  int64_t duration;    /* so far */
  const char *loop;    /* its label */
  const char *callout; /* the label of what was called */
  const char *site;    /* the place in the source that made it; "" when not known */
  const char *cause;   /* "processor", "lock", "fileIO", … as in reports */
} rl_stall;
/* Called on the monitor's thread, which watches nothing during the call: return quickly. */
typedef void (*rl_stall_callback)(const rl_stall *stall, void *context);

/* Creates a monitor that watches nothing yet. `settings` and `callback` may be NULL. */
rl_monitor *rl_monitor_create(const rl_monitor_settings *settings, rl_stall_callback callback, void *context,
                              rl_release release, int *error);
/* Begins or stops to watch a loop. */
int rl_monitor_watch(rl_monitor *monitor, rl_loop *loop);
int rl_monitor_unwatch(rl_monitor *monitor, rl_loop *loop);
/* Watches the threads of this process that have a heartbeat, or open one later. The monitor then wakes up even while they
 * are idle. */
int rl_monitor_watch_heartbeats(rl_monitor *monitor);
/* Starts the thread: 1, or 0 when it already runs. */
int rl_monitor_start(rl_monitor *monitor);
/* Stops watching, and returns when the thread has ended. RL_ERROR_THREAD in its own callback. */
int rl_monitor_stop(rl_monitor *monitor);
/* Stops the monitor and frees it. RL_ERROR_THREAD in its own callback. */
int rl_monitor_free(rl_monitor *monitor);
/* Counts and durations of stalls in Prometheus' format; free with rl_text_free. NULL on failure. */
char *rl_monitor_copy_metrics(rl_monitor *monitor);
/* What the monitor can not do on this system, and why, a line each ("stacks: …"); free with rl_text_free. NULL on failure. */
char *rl_monitor_copy_limits(rl_monitor *monitor);

#ifdef __cplusplus
}
#endif

#endif
