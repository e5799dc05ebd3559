#pragma once
// Linux system calls that Swift's modules of the C library leave out. Headers only: nothing here is compiled.
//
// _GNU_SOURCE stays undefined: it would change the layout of types (fd_set) that Dispatch, Foundation and
// XCTest import too, and the compiler then refuses every program that imports both.
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <malloc.h>
#include <stdint.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CLinuxDatagrams.h"
#include "CLinuxDescriptors.h"
#include "CLinuxEnds.h"
#include "CLinuxInput.h"
#include "CLinuxLatency.h"
#include "CLinuxProbes.h"
#include "CLinuxScreen.h"
#include "CLinuxSockets.h"
#include "CLinuxThreads.h"
#include "CLinuxTrace.h"

#if __has_include(<linux/membarrier.h>)
#include <linux/membarrier.h>
#endif

// The calling thread's address: different for any two threads alive at once, and one instruction to get.
static inline uintptr_t linux_thread_pointer(void) {
#if defined(__x86_64__)
  uintptr_t pointer;
  __asm__("movq %%fs:0, %0" : "=r"(pointer));
  return pointer;
#elif defined(__aarch64__)
  uintptr_t pointer;
  __asm__("mrs %0, tpidr_el0" : "=r"(pointer));
  return pointer;
#else
  return (uintptr_t)pthread_self();
#endif
}

// What a clock shows, in nanoseconds; 0 when there is no such clock.
static inline uint64_t linux_time(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// Has a cache line fetched that will be needed soon, and the one after it.
static inline void linux_prefetch(const void *address) {
  __builtin_prefetch(address);
  __builtin_prefetch((const char *)address + 64);
}

// What a thread does between two looks at a word that another processor is about to change.
static inline void linux_relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

// Keeps the compiler (not the processor) from moving memory accesses across it.
static inline void linux_compiler_fence(void) { __asm__ volatile("" ::: "memory"); }

// Has the kernel take large pages for memory where it can; refusals are of no consequence.
static inline void linux_advise_huge_pages(void *address, size_t size) { (void)madvise(address, size, MADV_HUGEPAGE); }

// As epoll_wait and write of the C library, which make each call a point of thread cancellation: for calls that a loop
// makes in every turn, that is a tenth of their cost.
static inline int linux_epoll_wait(int set, struct epoll_event *events, int capacity, int milliseconds) {
#if defined(SYS_epoll_wait)
  return (int)syscall(SYS_epoll_wait, set, events, capacity, milliseconds);
#else
  return epoll_wait(set, events, capacity, milliseconds);
#endif
}

static inline long linux_write(int descriptor, const void *bytes, size_t size) {
  return syscall(SYS_write, descriptor, bytes, size);
}

// Takes the count of an eventfd or timerfd: 1, 0 when there is none or the descriptor is closed, -1 when it may be tried again.
static inline int linux_take_count(int descriptor) {
  uint64_t count;
  if (read(descriptor, &count, sizeof count) == sizeof count) return 1;
  return errno == EAGAIN || errno == EBADF ? 0 : -1;
}

// fork(2), which Swift takes for unavailable: for programs that know what they may do in the child.
static inline int linux_fork(void) { return (int)fork(); }

// Hidden without _GNU_SOURCE.
static inline int linux_dup3(int old, int descriptor, int flags) {
  return (int)syscall(SYS_dup3, old, descriptor, flags);
}

// A descriptor of a process that becomes readable when it ends; the kernel closes it at an exec.
static inline int linux_pidfd_open(int process) {
#if defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  return (int)syscall(434, process, 0);
#endif
}

static inline int linux_pidfd_send_signal(int process, int signal) {
#if defined(SYS_pidfd_send_signal)
  return (int)syscall(SYS_pidfd_send_signal, process, signal, (void *)0, 0);
#else
  return (int)syscall(424, process, signal, (void *)0, 0);
#endif
}

// Takes the status of the child behind the descriptor, if it has ended or `waits`.
static inline int linux_wait_for_process(int process, siginfo_t *info, int waits) {
  info->si_pid = 0;
  return waitid((idtype_t)3 /* P_PIDFD */, (id_t)process, info, WEXITED | (waits ? 0 : WNOHANG));
}

// How it ended: 0 not at all, 1 with a code, 2 by a signal, 3 by one with a core; `status` is the code or the signal.
static inline int linux_child_status(const siginfo_t *info, int *status) {
  if (info->si_pid == 0) return 0;
  *status = info->si_status;
  return info->si_code == CLD_EXITED ? 1 : info->si_code == CLD_DUMPED ? 3 : 2;
}

static inline int linux_gettid(void) { return (int)syscall(SYS_gettid); }

// The calling thread's name, cut at 15 characters, and its niceness; refusals are of no consequence.
static inline void linux_set_thread_name(const char *name) { (void)prctl(PR_SET_NAME, name, 0, 0, 0); }
static inline void linux_set_thread_priority(int niceness) {
  (void)syscall(SYS_setpriority, 0 /* PRIO_PROCESS: on Linux a thread */, linux_gettid(), niceness);
}

// Which processors a thread may run on, as a mask of bits: the bytes that the kernel filled in, or -1.
static inline int linux_sched_getaffinity(int thread, size_t size, void *mask) {
  return (int)syscall(SYS_sched_getaffinity, thread, size, mask);
}

static inline int linux_sched_setaffinity(int thread, size_t size, const void *mask) {
  return (int)syscall(SYS_sched_setaffinity, thread, size, mask);
}

// The processor that the calling thread runs on, or -1.
static inline int linux_getcpu(void) {
  unsigned processor = 0;
  return syscall(SYS_getcpu, &processor, (void *)0, (void *)0) == 0 ? (int)processor : -1;
}

// The bytes that malloc has given out in all its arenas, mapped ones included.
static inline size_t linux_malloc_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// The library of an address, as dladdr says it, which is hidden without _GNU_SOURCE. 0 when there is none.
struct linux_library {
  const char *file;
  const void *base;
  const char *symbol;
  const void *symbolAddress;
};
extern int linux_find_library(const void *address, struct linux_library *library) __asm__("dladdr");

// As ppoll(2) without a signal mask, which is hidden without _GNU_SOURCE; replaced where the program replaces that.
extern int linux_ppoll(struct pollfd *entries, nfds_t count, const struct timespec *time, const void *mask) __asm__("ppoll");

// Sleeps while *word == expected, until the absolute CLOCK_MONOTONIC time at the latest (NULL: no limit).
static inline int linux_futex_wait(const uint32_t *word, uint32_t expected, const struct timespec *deadline) {
  return (int)syscall(SYS_futex, word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, expected, deadline, (void *)0,
                      FUTEX_BITSET_MATCH_ANY);
}

static inline int linux_futex_wake(const uint32_t *word, int count) {
  return (int)syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, count, (void *)0, (void *)0, 0);
}

// Commands of membarrier(2); the numbers are kernel ABI.
enum { LINUX_MEMBARRIER_QUERY = 0, LINUX_MEMBARRIER_GLOBAL = 1, LINUX_MEMBARRIER_PRIVATE_EXPEDITED = 8,
       LINUX_MEMBARRIER_REGISTER_PRIVATE_EXPEDITED = 16 };

static inline int linux_membarrier(int command) {
#if defined(SYS_membarrier)
  return (int)syscall(SYS_membarrier, command, 0, 0);
#else
  (void)command;
  return -1;
#endif
}
