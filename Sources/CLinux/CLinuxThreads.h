#pragma once
// What it takes to look at another thread of this process: its memory, its stack's bounds, a signal to it alone.
#include <linux/futex.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Hidden without _GNU_SOURCE.
extern int pthread_getattr_np(pthread_t, pthread_attr_t *);

// Reads memory of a process without touching it: unmapped memory is an error, not a fault.
static inline ssize_t linux_process_vm_readv(
    int process, const struct iovec *local, unsigned long locals, const struct iovec *remote, unsigned long remotes) {
  return syscall(SYS_process_vm_readv, process, local, locals, remote, remotes, 0UL);
}

// The bounds of the calling thread's stack; 0 on success.
static inline int linux_stack_bounds(uintptr_t *low, uintptr_t *high) {
  pthread_attr_t attributes;
  int result = pthread_getattr_np(pthread_self(), &attributes);
  if (result != 0) return result;
  void *address = 0;
  size_t size = 0;
  result = pthread_attr_getstack(&attributes, &address, &size);
  pthread_attr_destroy(&attributes);
  *low = (uintptr_t)address;
  *high = *low + size;
  return result;
}

// Swift's runtime calls it, when it is set, on the main thread as soon as an asynchronous main() waits for the first time,
// in place of Dispatch's main loop. It must not return.
extern void *swift_task_asyncMainDrainQueue_hook;

static inline void linux_set_async_main_loop(void (*loop)(void)) {
  swift_task_asyncMainDrainQueue_hook = (void *)loop;
}

// A signal code that no kernel and no library uses: distinguishes our own signals from all others.
enum { LINUX_SAMPLE_CODE = -24435 };

static inline int linux_send_signal(int thread, int signal) {
  return (int)syscall(SYS_tgkill, getpid(), thread, signal);
}

// Sends a signal to one thread of this process, with a word for the handler (`siginfo_t.si_value`).
static inline int linux_signal_thread(int process, int thread, int signal, uintptr_t word) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = signal;
  info.si_code = LINUX_SAMPLE_CODE;
  info.si_pid = process;
  info.si_uid = getuid();
  info.si_value.sival_ptr = (void *)word;
  return (int)syscall(SYS_rt_tgsigqueueinfo, process, thread, signal, &info);
}

// The word that came with one of our signals; 0 for any other signal. Async-signal-safe.
static inline uintptr_t linux_signal_word(const siginfo_t *info) {
  return info && info->si_code == LINUX_SAMPLE_CODE ? (uintptr_t)info->si_value.sival_ptr : 0;
}

static inline uint32_t linux_load_acquire(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }

// A system call without errno and without the C library's lazy binding: for signal handlers.
static inline long linux_raw_call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#else
  return -1;
#endif
}

// Copies the process's own memory; unmapped memory is a short copy, not a fault. Async-signal-safe. The source ends
// with its page at the latest.
static inline long linux_copy_page(int process, uintptr_t target, uintptr_t source, size_t count) {
  struct iovec local = {(void *)target, count}, remote = {(void *)source, count};
  return linux_raw_call(SYS_process_vm_readv, process, (long)&local, 1, (long)&remote, 1, 0);
}

// Publishes what was written before, and wakes who sleeps on the word. Async-signal-safe: no lock, no errno.
static inline void linux_publish(uint32_t *word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
  linux_raw_call(SYS_futex, (long)word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, 0, 0, 0);
}

// A performance event that, while enabled, samples the user registers of `registers` (a mask of perf's numbers) and so
// many bytes of the user stack of a thread, every `period` nanoseconds that it runs. The descriptor, or -1.
static inline int linux_perf_open(int thread, uint64_t period, uint64_t registers, uint32_t stack) {
  struct perf_event_attr event;
  memset(&event, 0, sizeof event);
  event.size = sizeof event;
  event.type = PERF_TYPE_SOFTWARE;
  event.config = PERF_COUNT_SW_TASK_CLOCK;
  event.sample_period = period;
  event.sample_type = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
  event.sample_regs_user = registers;
  event.sample_stack_user = stack;
  event.disabled = 1;
  event.exclude_kernel = 1;
  event.exclude_hv = 1;
  event.wakeup_events = 1;
  return (int)syscall(SYS_perf_event_open, &event, thread, -1, -1, (unsigned long)PERF_FLAG_FD_CLOEXEC);
}

static inline int linux_perf_switch(int descriptor, int isOn) {
  return ioctl(descriptor, isOn ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

// How far the kernel has written the ring behind the page, and how far it has been read.
static inline uint64_t linux_perf_written(const void *page) {
  return __atomic_load_n(&((const struct perf_event_mmap_page *)page)->data_head, __ATOMIC_ACQUIRE);
}
static inline uint64_t linux_perf_read(const void *page) {
  return ((const struct perf_event_mmap_page *)page)->data_tail;
}
static inline void linux_perf_set_read(void *page, uint64_t place) {
  __atomic_store_n(&((struct perf_event_mmap_page *)page)->data_tail, place, __ATOMIC_RELEASE);
}
