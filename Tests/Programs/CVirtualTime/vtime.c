// The virtual clock and what happens when.
#define _GNU_SOURCE
#include "internal.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#define MAX_FD 4096

static atomic_int enabled;
static _Atomic uint64_t now = MONO_BASE;
static pthread_t owner;
static uint64_t read_cost = 100;
static uint64_t latency_max;
static unsigned latency_seed = 1;
static void (*on_deadlock)(void);

typedef struct Event {
  uint64_t time, sequence;
  void (*function)(void *);
  void *argument;
  const int *dead;
  struct Event *next;
} Event;

typedef struct {
  bool is_used, is_wall, is_armed;
  uint64_t time, sequence, interval;
} Timer;

// Guards the events, the timers and the ties.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Event *events;  // sorted by time, then sequence
static Timer timers[MAX_FD];
static int timers_end;  // no timer has this descriptor or a higher one
static uint64_t sequence;
static uint64_t tie_distance, last_moment;
static long ties;

void vt_enable(void) {
  owner = pthread_self();
  atomic_store(&enabled, 1);
}
bool vt_is_on(void) { return atomic_load(&enabled) != 0; }
bool vt_is_mine(void) { return vt_is_on() && pthread_equal(owner, pthread_self()); }
uint64_t vt_now_ns(void) { return atomic_load(&now); }
uint64_t vt_read_clock(void) { return atomic_fetch_add(&now, read_cost) + read_cost; }
void vt_on_deadlock(void (*function)(void)) { on_deadlock = function; }
void vt_set_latency(uint64_t max_ns, unsigned seed) {
  latency_max = max_ns;
  latency_seed = seed ? seed : 1;
}
void vt_set_read_cost(uint64_t ns) { read_cost = ns; }
void vt_set_tie(uint64_t ns) { tie_distance = ns; }
long vt_ties(void) { return ties; }

static void advance_to(uint64_t time) {
  uint64_t current = atomic_load(&now);
  while (current < time && !atomic_compare_exchange_weak(&now, &current, time)) {}
}
static void add_lateness(void) {
  if (latency_max) atomic_fetch_add(&now, (uint64_t)rand_r(&latency_seed) % latency_max);
}

// Something happens now: is anything else too near? Called with the lock.
static void note_moment(uint64_t time) {
  if (!tie_distance) return;
  // The very same moment is no tie: a timer in two modes has two descriptors.
  if (last_moment && time != last_moment && time - last_moment < tie_distance) ties++;
  last_moment = time;
  for (Event *event = events; event; event = event->next) {
    bool is_dead = event->dead && *event->dead;
    if (!is_dead && event->time >= time && event->time - time < tie_distance) ties++;
  }
  for (int fd = 0; fd < timers_end; fd++) {
    const Timer *timer = &timers[fd];
    if (timer->is_used && timer->is_armed && timer->time > time && timer->time - time < tie_distance) ties++;
  }
}

void vt_event(uint64_t time, void (*function)(void *), void *argument, const int *dead) {
  Event *event = calloc(1, sizeof *event);
  if (!event) abort();
  *event = (Event){.time = time, .function = function, .argument = argument, .dead = dead};
  pthread_mutex_lock(&lock);
  event->sequence = ++sequence;
  Event **place = &events;
  while (*place && (*place)->time <= time) place = &(*place)->next;
  event->next = *place;
  *place = event;
  pthread_mutex_unlock(&lock);
}
void vt_at_ns(uint64_t time, void (*function)(void *), void *argument) {
  vt_event(time, function, argument, NULL);
}

// Takes the first event off the list. Called with the lock.
static Event *pop_event(void) {
  Event *event = events;
  events = event->next;
  return event;
}
static void do_event(Event *event) {
  event->function(event->argument);
  free(event);
}

static bool is_before(uint64_t time, uint64_t sequence, const Timer *timer) {
  return time < timer->time || (time == timer->time && sequence < timer->sequence);
}

static int earliest_timer(void) {
  int best = -1;
  for (int fd = 0; fd < timers_end; fd++) {
    const Timer *timer = &timers[fd];
    if (!timer->is_used || !timer->is_armed) continue;
    if (best < 0 || is_before(timer->time, timer->sequence, &timers[best])) best = fd;
  }
  return best;
}

// Does the earliest thing that is due no later than limit. Returns whether there was one.
static bool step(uint64_t limit) {
  pthread_mutex_lock(&lock);
  while (events && events->dead && *events->dead) {
    Event *dead = pop_event();
    pthread_mutex_unlock(&lock);
    do_event(dead);
    pthread_mutex_lock(&lock);
  }
  int fd = earliest_timer();
  bool event_is_first = events && (fd < 0 || is_before(events->time, events->sequence, &timers[fd]));
  if (event_is_first ? events->time > limit : fd < 0 || timers[fd].time > limit) {
    pthread_mutex_unlock(&lock);
    return false;
  }
  if (event_is_first) {
    Event *event = pop_event();
    note_moment(event->time);
    pthread_mutex_unlock(&lock);
    advance_to(event->time);
    do_event(event);
    return true;
  }
  Timer *timer = &timers[fd];
  uint64_t time = timer->time;
  if (timer->interval) {
    timer->time += timer->interval;
    timer->sequence = ++sequence;
  } else {
    timer->is_armed = false;
  }
  note_moment(time);
  pthread_mutex_unlock(&lock);
  advance_to(time);
  vt_raw_write(fd);
  return true;
}

void vt_catch_up(void) {
  while (step(vt_now_ns())) {}
}

void vt_sleep_ns(uint64_t duration) {
  uint64_t end = vt_now_ns() + duration;
  while (step(end)) {}
  pthread_mutex_lock(&lock);
  note_moment(end);
  pthread_mutex_unlock(&lock);
  advance_to(end);
}

int vt_wait(int (*probe)(void *), void *argument, int64_t timeout_ns) {
  uint64_t end = timeout_ns < 0 ? NEVER : vt_now_ns() + (uint64_t)timeout_ns;
  for (;;) {
    vt_catch_up();  // what is already due has happened by now
    int ready = probe(argument);
    if (ready != 0 || timeout_ns == 0) return ready;
    if (!step(end)) {
      if (end == NEVER) {
        if (on_deadlock) on_deadlock();
        fprintf(stderr, "virtual time: the thread would sleep for ever\n");
        _exit(4);
      }
      advance_to(end);
      add_lateness();
      return probe(argument);
    }
    add_lateness();
  }
}

void vt_raw_write(int fd) {
  uint64_t one = 1;
  syscall(SYS_write, fd, &one, sizeof one);
}

// ---- Timer descriptors ----

void vt_timer_created(int fd, bool is_wall) {
  if (fd < 0 || fd >= MAX_FD) return;
  pthread_mutex_lock(&lock);
  timers[fd] = (Timer){.is_used = true, .is_wall = is_wall};
  if (fd >= timers_end) timers_end = fd + 1;
  pthread_mutex_unlock(&lock);
}

bool vt_is_timer(int fd) { return fd >= 0 && fd < MAX_FD && timers[fd].is_used; }

bool vt_timer_set(int fd, uint64_t deadline, bool is_absolute, uint64_t interval) {
  bool is_due = false;
  pthread_mutex_lock(&lock);
  Timer *timer = &timers[fd];
  timer->is_armed = deadline != 0;
  if (timer->is_armed) {
    if (!is_absolute) deadline += vt_now_ns();
    else if (timer->is_wall) deadline = deadline - WALL_BASE + MONO_BASE;
    timer->time = deadline;
    timer->sequence = ++sequence;
    timer->interval = interval;
    is_due = deadline <= vt_now_ns();
    if (is_due && interval) timer->time += interval;
    else if (is_due) timer->is_armed = false;
  }
  pthread_mutex_unlock(&lock);
  return is_due;
}

void vt_timer_closed(int fd) {
  if (!vt_is_timer(fd)) return;
  pthread_mutex_lock(&lock);
  timers[fd] = (Timer){0};
  pthread_mutex_unlock(&lock);
}
