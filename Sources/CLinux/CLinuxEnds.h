#pragma once
// How a process ends: handlers that write it into open files. System calls only, no locks, no allocation.
//
// The table is a static of this header, so one Swift file alone may use what is here.
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CLinuxThreads.h"

enum { LINUX_END_FILES = 16, LINUX_END_SIGNALS = 65 };
enum { LINUX_END_NONE = 0, LINUX_END_EXIT = 1, LINUX_END_SIGNAL = 2, LINUX_END_CRASH = 3 };

// Hidden without _DEFAULT_SOURCE.
extern int on_exit(void (*)(int, void *), void *);

// What is written: 64 bytes, in the machine's own byte order.
struct linux_end {
  uint64_t kind;
  // The status of `exit`, or the signal.
  int64_t number;
  int64_t code;
  uint64_t address;
  int64_t thread;
  int64_t sender;
  uint64_t time;
  uint64_t reserved;
};

struct linux_end_table {
  int process;
  // The thread that crashes; 0: none. Nothing more is recorded then.
  int crashing;
  uint32_t writers;
  // Descriptors plus one; 0: free.
  int files[LINUX_END_FILES];
  int64_t places[LINUX_END_FILES];
  struct sigaction before[LINUX_END_SIGNALS];
};

static inline struct linux_end_table *linux_end_table(void) {
  static struct linux_end_table table;
  return &table;
}

static inline void linux_end_write(struct linux_end_table *table, const struct linux_end *end) {
  __atomic_fetch_add(&table->writers, 1, __ATOMIC_SEQ_CST);
  for (int i = 0; i < LINUX_END_FILES; i++) {
    int file = __atomic_load_n(&table->files[i], __ATOMIC_SEQ_CST);
    if (file > 0) linux_raw_call(SYS_pwrite64, file - 1, (long)end, sizeof *end, table->places[i], 0, 0);
  }
  __atomic_fetch_sub(&table->writers, 1, __ATOMIC_SEQ_CST);
}

static inline void linux_end_fill(struct linux_end *end, int kind, int number) {
  memset(end, 0, sizeof *end);
  end->kind = (uint64_t)kind;
  end->number = number;
  end->thread = linux_raw_call(SYS_gettid, 0, 0, 0, 0, 0, 0);
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  end->time = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline int linux_end_is_own(const struct linux_end_table *table) {
  return linux_raw_call(SYS_getpid, 0, 0, 0, 0, 0, 0) == table->process;
}

static inline void linux_end_at_exit(int status, void *unused) {
  (void)unused;
  struct linux_end_table *table = linux_end_table();
  // A forked child ends for itself.
  if (!linux_end_is_own(table)) return;
  struct linux_end end;
  linux_end_fill(&end, LINUX_END_EXIT, status & 0xff);
  linux_end_write(table, &end);
}

// After which Swift's runtime writes a crash report; SIGQUIT is none, but comes with one, too.
static inline int linux_end_is_crash(int number) {
  return number == SIGQUIT || number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE || number == SIGABRT ||
         number == SIGTRAP || number == SIGSYS;
}

static inline void linux_end_on_signal(int number, siginfo_t *info, void *context) {
  int error = errno;
  struct linux_end_table *table = linux_end_table();
  const struct sigaction before = table->before[number];
  int is_crash = linux_end_is_crash(number), none = 0, is_first = 0;
  struct linux_end end;
  if (linux_end_is_own(table)) {
    linux_end_fill(&end, is_crash && number != SIGQUIT ? LINUX_END_CRASH : LINUX_END_SIGNAL, number);
    end.code = info->si_code;
    // A fault has an address, a signal that was sent a sender.
    if (info->si_code > 0) end.address = (uint64_t)(uintptr_t)info->si_addr;
    else end.sender = info->si_pid;
    is_first = __atomic_compare_exchange_n(
        &table->crashing, &none, is_crash ? (int)end.thread : 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    if (is_first) linux_end_write(table, &end);
  }
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(number, info, context);
    else before.sa_handler(number);
    // A handler that leaves the signal as it is has dealt with it: the process continues.
    struct sigaction now;
    if (is_first && sigaction(number, 0, &now) == 0 && now.sa_sigaction == linux_end_on_signal) {
      linux_end_fill(&end, LINUX_END_NONE, 0);
      linux_end_write(table, &end);
      __atomic_store_n(&table->crashing, 0, __ATOMIC_SEQ_CST);
    }
  } else {
    // The default action, by the same signal: it is delivered when this handler returns.
    sigaction(number, &before, 0);
    linux_raw_call(SYS_rt_tgsigqueueinfo, linux_raw_call(SYS_getpid, 0, 0, 0, 0, 0, 0),
                   linux_raw_call(SYS_gettid, 0, 0, 0, 0, 0, 0), number, (long)info, 0, 0);
  }
  errno = error;
}

// Once a process, before the first file.
static inline void linux_end_prepare(void) {
  linux_end_table()->process = getpid();
  on_exit(linux_end_at_exit, 0);
}

// Takes a signal that would end the process: by its default action, or, of a crash, by a handler, which is called then.
static inline void linux_end_notice(int number) {
  struct linux_end_table *table = linux_end_table();
  struct sigaction before;
  if (sigaction(number, 0, &before) != 0 || before.sa_sigaction == linux_end_on_signal) return;
  if (before.sa_handler == SIG_IGN || (before.sa_handler != SIG_DFL && !linux_end_is_crash(number))) return;
  table->before[number] = before;
  struct sigaction action = before;
  action.sa_sigaction = linux_end_on_signal;
  action.sa_flags = (before.sa_handler == SIG_DFL ? 0 : before.sa_flags) | SA_SIGINFO | SA_ONSTACK;
  if (before.sa_handler == SIG_DFL) sigemptyset(&action.sa_mask);
  sigaction(number, &action, 0);
}

// The place in the table, or -1 when it is full.
static inline int linux_end_add(int descriptor, int64_t place) {
  struct linux_end_table *table = linux_end_table();
  // A forked child starts over: the files are its parent's.
  if (!linux_end_is_own(table)) {
    memset(table->files, 0, sizeof table->files);
    table->crashing = 0;
    table->process = getpid();
  }
  for (int i = 0; i < LINUX_END_FILES; i++) {
    if (table->files[i] != 0) continue;
    table->places[i] = place;
    __atomic_store_n(&table->files[i], descriptor + 1, __ATOMIC_SEQ_CST);
    return i;
  }
  return -1;
}

// Afterwards no handler writes to the descriptor.
static inline void linux_end_remove(int index) {
  struct linux_end_table *table = linux_end_table();
  __atomic_store_n(&table->files[index], 0, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&table->writers, __ATOMIC_SEQ_CST) != 0) {
    struct timespec pause = {0, 100000};
    nanosleep(&pause, 0);
  }
}

// The thread whose crash is being dealt with; 0: none.
static inline int linux_end_crashing(void) {
  struct linux_end_table *table = linux_end_table();
  return linux_end_is_own(table) ? __atomic_load_n(&table->crashing, __ATOMIC_SEQ_CST) : 0;
}

// The thread got away from its crash by other means than returning.
static inline void linux_end_forget_crash(void) {
  struct linux_end_table *table = linux_end_table();
  struct linux_end end;
  linux_end_fill(&end, LINUX_END_NONE, 0);
  linux_end_write(table, &end);
  __atomic_store_n(&table->crashing, 0, __ATOMIC_SEQ_CST);
}
