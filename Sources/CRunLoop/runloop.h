/*
 * runloop.h: run loops for C.
 *
 * A loop belongs to a thread and calls your functions when a timer is due, a descriptor is ready, or a source was
 * signalled or a block posted. It runs in one mode at a time, a named set of items; items of other modes wait.
 *
 * Functions may be called on any thread, except those marked "own thread": the loop's. A function that can fail returns
 * a negative number, one of the RL_ERROR_ below, or NULL and the number through `error`, which may be NULL.
 * Handles are not addresses: a freed or invented handle gives RL_ERROR_HANDLE.
 *
 * Callbacks are called on the loop's thread. They may add, remove, stop, free and run the loop again. `release`, which
 * may be NULL, is called once with the context after the last call of the callback; on any thread.
 *
 * Times are nanoseconds of CLOCK_MONOTONIC. Watched paths, names of files, arguments and environments are bytes of any encoding;
 * other texts are UTF-8, and invalid sequences in them are replaced.
 */
#ifndef RUNLOOP_H
#define RUNLOOP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A thread's loop. Never freed: the handle is valid until the thread ends. */
typedef struct rl_loop rl_loop;

/* A source, timer, observer or descriptor. Free the handle when you no longer need it; a loop keeps its items itself. */
typedef struct rl_item rl_item;

typedef void (*rl_callback)(void *context);
typedef void (*rl_timer_callback)(rl_item *timer, void *context);
/* `activity`: one of RL_ENTRY to RL_EXIT. */
typedef void (*rl_observer_callback)(rl_item *observer, unsigned activity, void *context);
/* `events`: what happened. Return RL_REARM to be called again, or RL_DISARM. */
typedef int (*rl_descriptor_callback)(rl_item *descriptor, unsigned events, void *context);
typedef void (*rl_release)(void *context);

/* ---- Errors ---- */

enum {
  RL_OK = 0,
  RL_ERROR_NULL = -1,             /* a required handle or function is NULL */
  RL_ERROR_HANDLE = -2,           /* the handle was freed or never existed */
  RL_ERROR_KIND = -3,             /* the item is of another kind */
  RL_ERROR_THREAD = -4,           /* own thread only */
  RL_ERROR_ENDED = -5,            /* the loop's thread has ended */
  RL_ERROR_INVALID = -6,          /* the item was invalidated, or has made its one call */
  RL_ERROR_ARGUMENT = -7,         /* a value out of range */
  RL_ERROR_FORKED = -8,           /* call rl_reinitialize_after_fork first */
  RL_ERROR_CLOSED = -9,           /* the descriptor is not open */
  RL_ERROR_NOT_POLLABLE = -10,    /* a regular file or directory: always ready */
  RL_ERROR_ALREADY_WATCHED = -11, /* the mode already watches the descriptor: dup(2) it */
  RL_ERROR_NO_DESCRIPTORS = -12,  /* the process has none left; close some or raise RLIMIT_NOFILE */
  RL_ERROR_WATCH_LIMIT = -13,     /* the user's limit of watches; see epoll(7), inotify(7) */
  RL_ERROR_SYSTEM = -14,          /* an unexpected error of a system call */
  RL_ERROR_ELSEWHERE = -15,       /* the timer or observer belongs to another loop */
  RL_ERROR_NO_PROCESS = -16,      /* there is no such process */
  RL_ERROR_NOT_STARTED = -17,     /* the program could not be started; errno says why */
  RL_ERROR_NO_FILE = -18,         /* no file at the path */
  RL_ERROR_ACCESS = -19,          /* the file may not be read */
  RL_ERROR_UNWRITABLE = -20       /* the folder of reports is not writable */
};

/* What the number means and what to do about it. Never NULL; not to be freed. */
const char *rl_error_text(int error);

/* ---- Loops ---- */

#define RL_DEFAULT_MODE "default"
/* Not a mode: all common modes of a loop. Initially that is the default mode. */
#define RL_COMMON_MODES "common"

/* The calling thread's loop, created on first use. */
rl_loop *rl_loop_current(void);
/* The main thread's loop. */
rl_loop *rl_loop_main(void);
/* 1 when the calling thread is the loop's, else 0. */
int rl_loop_is_own_thread(rl_loop *loop);
/* 1 while the loop sleeps, else 0. */
int rl_loop_is_waiting(rl_loop *loop);
/* Now, in nanoseconds. */
int64_t rl_now(void);

/* Why a run ended. */
enum {
  RL_FINISHED = 1,      /* the mode has nothing to wait for */
  RL_STOPPED = 2,       /* rl_loop_stop */
  RL_TIMED_OUT = 3,     /* its time has passed */
  RL_HANDLED_SOURCE = 4 /* it was asked to return after a source, and served one */
};
#define RL_FOREVER (-1)

/* Runs the loop in a mode (NULL: the default one), on its own thread, for that many nanoseconds; RL_FOREVER for no limit,
 * 0 for one turn that does not sleep. With `return_after_source` it returns after the first source. Runs nest. */
int rl_loop_run(rl_loop *loop, const char *mode, int64_t nanoseconds, int return_after_source);
/* Ends the innermost run. */
int rl_loop_stop(rl_loop *loop);
/* Wakes the loop, so that it serves signalled sources. */
int rl_loop_wake(rl_loop *loop);

/* What a loop does before it sleeps: it may spin for a moment, so that a wake-up that comes at once needs no system calls. */
enum {
  RL_SPIN_NEVER = 0, /* sleeps at once: for batteries */
  RL_SPIN_BRIEF = 1, /* up to 10 microseconds, and in all a 32nd of a processor's time more than sleeping would cost */
  RL_SPIN_LONG = 2   /* up to 50 microseconds, and in all half of a processor's time more: for short delays */
};
/* Sets one of these; RL_SPIN_BRIEF by default. Takes effect at once, also while the loop runs. */
int rl_loop_set_spinning(rl_loop *loop, int spinning);
/* One of RL_SPIN_NEVER to RL_SPIN_LONG. */
int rl_loop_get_spinning(rl_loop *loop);
/* Makes a mode common, permanently. */
int rl_loop_add_common_mode(rl_loop *loop, const char *mode);

/* ---- Blocks: functions that a loop calls once ---- */

/* Calls the function in the next run in the mode (NULL: any common one), and wakes the loop. After a failure neither the
 * function nor `release` is called. */
int rl_loop_post(rl_loop *loop, const char *mode, rl_callback callback, void *context, rl_release release);
/* As rl_loop_post, without waking the loop; NULL is the default mode here. */
int rl_loop_perform(rl_loop *loop, const char *mode, rl_callback callback, void *context, rl_release release);
/* Calls the function on the main thread, in the common modes. */
int rl_main_post(rl_callback callback, void *context, rl_release release);

/* ---- Items ---- */

/* `label`, which may be NULL, is what recordings and descriptions call the item. */

/* A source is performed in the turn after it was signalled; sources of one turn by ascending order. */
rl_item *rl_source_create(int order, const char *label, rl_callback callback, void *context, rl_release release,
                          int *error);
/* Marks the source; wake the loop if it may sleep. */
int rl_source_signal(rl_item *source);

/* A timer that is due `delay` from now, and every `interval` after that (0: once). It never fires early; up to
 * `tolerance` late, so that wake-ups are shared. */
rl_item *rl_timer_create(int64_t delay, int64_t interval, int64_t tolerance, const char *label,
                         rl_timer_callback callback, void *context, rl_release release, int *error);
/* Reschedules the timer: due `delay` from now. */
int rl_timer_set_delay(rl_item *timer, int64_t delay);
/* The time until it is due, through `delay`; negative when it is late. */
int rl_timer_get_delay(rl_item *timer, int64_t *delay);

/* When observers are called. */
enum {
  RL_ENTRY = 1,
  RL_BEFORE_TIMERS = 2,
  RL_BEFORE_SOURCES = 4,
  RL_BEFORE_WAITING = 32,
  RL_AFTER_WAITING = 64,
  RL_EXIT = 128
};
/* An observer of the activities; with `repeats` 0, of the first of them only. */
rl_item *rl_observer_create(unsigned activities, int repeats, int order, const char *label,
                            rl_observer_callback callback, void *context, rl_release release, int *error);

/* What a descriptor can be asked for, and what can happen to it: the values of poll(2). */
enum {
  RL_READABLE = 0x1,
  RL_PRIORITY = 0x2,
  RL_WRITABLE = 0x4,
  RL_ERROR_EVENT = 0x8, /* always reported */
  RL_HANG_UP = 0x10,    /* always reported */
  RL_CLOSED = 0x20,     /* closed while watched: the last call */
  RL_END_OF_INPUT = 0x2000
};
enum { RL_DISARM = 0, RL_REARM = 1 };
enum {
  RL_LEVEL = 0,   /* in each turn while it is ready */
  RL_EDGE = 1,    /* when something new has arrived */
  RL_ONE_SHOT = 2 /* once, until rearmed */
};
/* Watches a descriptor, which stays yours: invalidate the item before you close it. */
rl_item *rl_descriptor_create(int descriptor, unsigned events, int trigger, const char *label,
                              rl_descriptor_callback callback, void *context, rl_release release, int *error);
int rl_descriptor_set_events(rl_item *descriptor, unsigned events);
/* Arms or disarms it; also signals and file watches. */
int rl_descriptor_arm(rl_item *descriptor);
int rl_descriptor_disarm(rl_item *descriptor);
/* A callback for rl_descriptor_create: ends the innermost run of the loop that is its context. For callers that run the
 * loop until a descriptor is ready, and then read it themselves. */
int rl_descriptor_stop_run(rl_item *descriptor, unsigned events, void *loop);

/* ---- Signals, children, files: items as the others ---- */

/* `sender`: the process that sent it, or 0. Return RL_REARM or RL_DISARM. */
typedef int (*rl_signal_callback)(rl_item *source, int number, int sender, void *context);
/* A source of signals, called on the loop's thread, where any function may be called. The signals are blocked in the
 * calling thread and in the threads of the item's loops until it is invalidated: create it before other threads. */
rl_item *rl_signal_create(const int *signals, int count, const char *label, rl_signal_callback callback,
                          void *context, rl_release release, int *error);

/* `status`: as from waitpid(2), or -1 for a process that is not a child of this one. */
typedef void (*rl_child_callback)(rl_item *child, int status, void *context);
/* A source that is called once, when the child has ended; nothing else may wait for it. Leaves no zombie. */
rl_item *rl_child_create(int process, const char *label, rl_child_callback callback, void *context,
                         rl_release release, int *error);
/* Starts a program, searched for in PATH, with no signal blocked, and returns its child source. `arguments` and
 * `environment` end with NULL; `environment` may be NULL for this process's. `descriptors`, which may be NULL, become the
 * child's 0, 1 and 2; -1 keeps this process's. */
rl_item *rl_child_spawn(const char *const *arguments, const char *const *environment, const int *descriptors,
                        const char *label, rl_child_callback callback, void *context, rl_release release, int *error);
/* The child's process number. */
int rl_child_process(rl_item *child);
/* Sends the child a signal, never another process: 1, or 0 when it has ended. */
int rl_child_kill(rl_item *child, int signal);

/* What happens to files: the values of inotify(7). */
enum {
  RL_FILE_ACCESSED = 0x1,
  RL_FILE_MODIFIED = 0x2,
  RL_FILE_ATTRIBUTES = 0x4,
  RL_FILE_WRITTEN = 0x8, /* closed after writing */
  RL_FILE_MOVED_FROM = 0x40,
  RL_FILE_MOVED_TO = 0x80,
  RL_FILE_CREATED = 0x100,
  RL_FILE_DELETED = 0x200,
  RL_FILE_SELF_DELETED = 0x400,
  RL_FILE_SELF_MOVED = 0x800,
  RL_FILE_OVERFLOW = 0x4000, /* changes were lost: look at everything again */
  RL_FILE_ENDED = 0x8000     /* the path is no longer watched */
};
/* `path`: as passed to rl_file_watch_add; `name`: of the entry of a watched directory, or NULL. */
typedef int (*rl_file_callback)(rl_item *watch, const char *path, const char *name, unsigned changes, void *context);
/* A source of changes to files; add files to it. */
rl_item *rl_file_watch_create(const char *label, rl_file_callback callback, void *context, rl_release release,
                              int *error);
/* Watches a file or directory; `changes` 0: all changes of names or contents. */
int rl_file_watch_add(rl_item *watch, const char *path, unsigned changes);
int rl_file_watch_remove(rl_item *watch, const char *path);

/* Puts an item into a mode of a loop (NULL: the default one), or into all common modes. */
int rl_loop_add(rl_loop *loop, rl_item *item, const char *mode);
int rl_loop_remove(rl_loop *loop, rl_item *item, const char *mode);
/* 1 or 0. */
int rl_loop_contains(rl_loop *loop, rl_item *item, const char *mode);
/* Removes the item from all modes, permanently, and releases its context. */
int rl_item_invalidate(rl_item *item);
/* 1 or 0. */
int rl_item_is_valid(rl_item *item);
/* Frees the handle. An item in a mode stays there. */
int rl_item_free(rl_item *item);

/* ---- Embedding in another event loop ---- */

/* A descriptor that is readable when the loop has work in the mode, timers included; poll it anywhere, then call
 * rl_loop_dispatch. The loop owns it: neither read nor close it. Own thread. */
int rl_loop_descriptor(rl_loop *loop, const char *mode);
/* Call before the host waits: 1 when the loop already has work, else 0. Own thread. */
int rl_loop_prepare(rl_loop *loop, const char *mode);
/* Serves what is ready, without sleeping: RL_TIMED_OUT, RL_STOPPED or RL_FINISHED. Own thread. */
int rl_loop_dispatch(rl_loop *loop, const char *mode);
/* Ends the embedding. Own thread. */
int rl_loop_leave_host(rl_loop *loop);

/* ---- Metrics: counts of a loop's work since they were started ---- */

/* Times in nanoseconds. Histograms are by powers of two: element n counts durations of at least 2^n. */
typedef struct rl_metrics {
  uint64_t runs, turns, sleeps, asleep;
  uint64_t observers, blocks, main_queue, timers, sources, descriptors; /* callouts */
  uint64_t turn_times[48], wake_latencies[48];
} rl_metrics;
/* A measured loop reads the clock at each step of its turns; other loops pay nothing. */
int rl_loop_start_metrics(rl_loop *loop);
int rl_loop_stop_metrics(rl_loop *loop);
/* RL_ERROR_INVALID when not started. */
int rl_loop_get_metrics(rl_loop *loop, rl_metrics *metrics);

/* ---- Heartbeat: the work of a thread without a loop of this library, for `runloop stalls` ---- */

/* runloop_heartbeat.h has the same functions without a library: a program that includes it first calls those. Both work
 * together. NULL is accepted everywhere and has no effect. */
#ifndef RUNLOOP_HEARTBEAT_H
/* A thread's heartbeat, opened and used by that thread only. */
typedef struct rl_heartbeat rl_heartbeat;
/* The place in the source of a kind of work: "server.c:12". */
#define RL_TEXT_OF_(value) #value
#define RL_TEXT_(value) RL_TEXT_OF_(value)
#define RL_HERE __FILE__ ":" RL_TEXT_(__LINE__)

/* Opens a heartbeat for the calling thread, by its name in reports. NULL when the page can not be made or all of its 64
 * lines are in use; errno says which. */
rl_heartbeat *rl_heartbeat_open(const char *label);
/* Frees the line. Not needed before the thread ends. */
void rl_heartbeat_close(rl_heartbeat *heartbeat);
/* The number of a kind of work, by its label and its place (RL_HERE, or NULL). A linear search: keep the result. 0, for
 * work without a name, when the table is full. */
uint32_t rl_heartbeat_work(const char *label, const char *site);
/* Begins a piece of work; ends the one begun last. Work may nest. */
void rl_heartbeat_begin(rl_heartbeat *heartbeat, uint32_t work);
void rl_heartbeat_end(rl_heartbeat *heartbeat);
/* Before and after the wait for events. Inside work, its time stops during the wait, and restarts from zero. */
void rl_heartbeat_begin_wait(rl_heartbeat *heartbeat);
void rl_heartbeat_end_wait(rl_heartbeat *heartbeat);
/* Sets the mode that the loop runs in (NULL: none). RL_OK, or RL_ERROR_ARGUMENT when the table of names is full. */
int rl_heartbeat_set_mode(rl_heartbeat *heartbeat, const char *mode);
#endif

/* ---- Forks, and looking inside ---- */

/* In a child made by fork(2): makes the calling thread's loop usable, with all its items. If descriptors run out, it
 * fails; call it again to finish. */
int rl_reinitialize_after_fork(void);
/* The loop's modes and items, and what keeps them alive, as text; free it with rl_text_free. NULL on failure. */
char *rl_loop_copy_tree(rl_loop *loop);
void rl_text_free(char *text);

#ifdef __cplusplus
}
#endif

#include "runloop_monitor.h"

#endif
