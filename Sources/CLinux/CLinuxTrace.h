#pragma once
// What it takes to look at a thread of another process: stop it for a moment, read its registers, count its system calls.
#include <elf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// Requests of ptrace(2) and an option of waitpid(2); the numbers are kernel ABI.
enum { LINUX_TRACE_DETACH = 17, LINUX_TRACE_GET_REGISTERS = 0x4204, LINUX_TRACE_SEIZE = 0x4206, LINUX_TRACE_INTERRUPT = 0x4207,
       LINUX_TRACE_EVENT_STOP = 128, LINUX_WAIT_ALL = 0x40000000 };

// Stops a thread. The signal that it has to get when it continues, mostly 0; or a negative error: -ECHILD when the thread has
// ended meanwhile, whose status is left (`linux_trace_take`). If the calling thread ends before it lets the other one continue,
// the kernel lets it continue.
static inline int linux_trace_stop(int thread) {
  if (syscall(SYS_ptrace, LINUX_TRACE_SEIZE, (long)thread, 0L, 0L) != 0) return -errno;
  // A thread that is seized and runs can be released only when it has stopped: there is no way back from here but to wait.
  (void)syscall(SYS_ptrace, LINUX_TRACE_INTERRUPT, (long)thread, 0L, 0L);
  for (;;) {
    siginfo_t seen;
    if (waitid(P_PID, (id_t)thread, &seen, WEXITED | WSTOPPED | WNOWAIT | LINUX_WAIT_ALL) != 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    if (seen.si_code != CLD_TRAPPED && seen.si_code != CLD_STOPPED) return -ECHILD;
    // The stop alone is taken: nothing, when the thread was killed since.
    seen.si_pid = 0;
    if (waitid(P_PID, (id_t)thread, &seen, WSTOPPED | WNOHANG | LINUX_WAIT_ALL) != 0 || seen.si_pid == 0) continue;
    // A signal that arrived at the same moment is the thread's own.
    return seen.si_status >> 8 == LINUX_TRACE_EVENT_STOP ? 0 : seen.si_status & 0xff;
  }
}

// Takes the status of a thread that has ended while it was to be stopped: until then, its parent does not learn of its end.
static inline void linux_trace_take(int thread) {
  while (waitpid(thread, NULL, LINUX_WAIT_ALL) < 0 && errno == EINTR) {}
}

// Lets it continue, with the signal that `linux_trace_stop` gave.
static inline void linux_trace_resume(int thread, int signal) {
  (void)syscall(SYS_ptrace, LINUX_TRACE_DETACH, (long)thread, 0L, (long)signal);
}

// Of a stopped thread, in this order: the program counter, the stack pointer, and the saved registers: rbx, rbp, r12, r13, r14,
// r15 on x86-64, x19 to x30 on aarch64. 0 on success.
static inline int linux_trace_registers(int thread, uint64_t *registers) {
#if defined(__x86_64__)
  struct user_regs_struct all;
  struct iovec room = {&all, sizeof all};
  if (syscall(SYS_ptrace, LINUX_TRACE_GET_REGISTERS, (long)thread, (long)NT_PRSTATUS, &room) != 0) return -errno;
  const uint64_t values[8] = {all.rip, all.rsp, all.rbx, all.rbp, all.r12, all.r13, all.r14, all.r15};
  memcpy(registers, values, sizeof values);
  return 0;
#elif defined(__aarch64__)
  struct user_regs_struct all;
  struct iovec room = {&all, sizeof all};
  if (syscall(SYS_ptrace, LINUX_TRACE_GET_REGISTERS, (long)thread, (long)NT_PRSTATUS, &room) != 0) return -errno;
  registers[0] = all.pc;
  registers[1] = all.sp;
  memcpy(registers + 2, all.regs + 19, 12 * sizeof *registers);
  return 0;
#else
  (void)thread, (void)registers;
  return -ENOSYS;
#endif
}

// Opens an event at a tracepoint of the kernel for one thread; the event has what is beside that. The descriptor, or a negative
// error. No breakpoint of the processor: where virtual machines lose the reason of one, the kernel ends the thread's process by
// SIGTRAP.
static inline int linux_pass_open(struct perf_event_attr *event, int thread, uint64_t tracepoint) {
  event->size = sizeof *event;
  event->type = PERF_TYPE_TRACEPOINT;
  event->config = tracepoint;
  event->exclude_hv = 1;
  int descriptor = (int)syscall(SYS_perf_event_open, event, thread, -1, -1, (unsigned long)PERF_FLAG_FD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

// An event that counts how often a thread comes by a tracepoint, off at first.
static inline int linux_pass_count_open(int thread, uint64_t tracepoint) {
  struct perf_event_attr event;
  memset(&event, 0, sizeof event);
  event.disabled = 1;
  return linux_pass_open(&event, thread, tracepoint);
}

// Restarts the count at 0.
static inline int linux_pass_count_arm(int descriptor) {
  return ioctl(descriptor, PERF_EVENT_IOC_RESET, 0) != 0 ? -1 : ioctl(descriptor, PERF_EVENT_IOC_ENABLE, 0);
}

// An event that records when a thread comes by a tracepoint: its number and the time (CLOCK_MONOTONIC), into a ring.
static inline int linux_pass_record_open(int thread, uint64_t tracepoint) {
  struct perf_event_attr event;
  memset(&event, 0, sizeof event);
  event.sample_period = 1;
  event.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TIME;
  event.use_clockid = 1;
  event.clockid = CLOCK_MONOTONIC;
  return linux_pass_open(&event, thread, tracepoint);
}

// The event's number in its records.
static inline int linux_pass_number(int descriptor, uint64_t *number) {
  return ioctl(descriptor, PERF_EVENT_IOC_ID, number);
}

// Has an event write its records into the ring of another one of the same thread.
static inline int linux_pass_share(int descriptor, int other) {
  return ioctl(descriptor, PERF_EVENT_IOC_SET_OUTPUT, other);
}
