#pragma once
// Points of a run that a tracer (perf, bpftrace, SystemTap) can attach to in a running program: USDT probes.
//
// A probe is a `nop` and a record in the section .note.stapsdt that says where it is, what it is called and where its
// arguments are: the format of SystemTap's probes, version 3. `readelf -n` lists them.
#include <stdbool.h>
#include <stdint.h>

// Not 0 while loops are observed: by this process, which increments it, or by a tracer, which does so when it attaches to
// a probe. The only word that a loop checks when it is not observed.
extern unsigned short runloop_trace_semaphore __attribute__((visibility("hidden")));

static inline bool linux_trace_is_on(void) {
  return __builtin_expect(__atomic_load_n(&runloop_trace_semaphore, __ATOMIC_RELAXED) != 0, 0);
}

static inline void linux_trace_retain(void) {
  __atomic_add_fetch(&runloop_trace_semaphore, 1, __ATOMIC_SEQ_CST);
}

static inline void linux_trace_release(void) {
  __atomic_sub_fetch(&runloop_trace_semaphore, 1, __ATOMIC_SEQ_CST);
}

// The word itself comes with the probes, once for a program or library.
#define LINUX_TRACE_SEMAPHORE                                                     \
  ".ifndef runloop_trace_semaphore\n"                                             \
  ".pushsection .probes,\"awG\",@progbits,runloop_trace_semaphore,comdat\n"       \
  ".weak runloop_trace_semaphore\n"                                               \
  ".hidden runloop_trace_semaphore\n"                                             \
  ".balign 2\n"                                                                   \
  ".type runloop_trace_semaphore, @object\n"                                      \
  ".size runloop_trace_semaphore, 2\n"                                            \
  "runloop_trace_semaphore: .2byte 0\n"                                           \
  ".popsection\n"                                                                 \
  ".endif\n"

#define LINUX_PROBE3(name)                                                                          \
  static inline __attribute__((always_inline)) void linux_probe_##name(uint64_t a, uint64_t b, uint64_t c) { \
    __asm__ volatile(                                                                               \
        LINUX_TRACE_SEMAPHORE                                                                       \
        "990: nop\n"                                                                                \
        ".pushsection .note.stapsdt,\"?\",\"note\"\n"                                               \
        ".balign 4\n"                                                                               \
        ".4byte 992f-991f, 994f-993f, 3\n"                                                          \
        "991: .asciz \"stapsdt\"\n"                                                                 \
        "992: .balign 4\n"                                                                          \
        "993: .8byte 990b\n"                                                                        \
        ".8byte 0\n"                                                                                \
        ".8byte runloop_trace_semaphore\n"                                                          \
        ".asciz \"runloop\"\n"                                                                      \
        ".asciz \"" #name "\"\n"                                                                    \
        ".asciz \"8@%0 8@%1 8@%2\"\n"                                                               \
        "994: .balign 4\n"                                                                          \
        ".popsection\n" ::"nor"(a), "nor"(b), "nor"(c));                                            \
  }

// loop, mode number, depth of runs
LINUX_PROBE3(run_begin)
LINUX_PROBE3(run_end)
LINUX_PROBE3(turn)
LINUX_PROBE3(sleep)
LINUX_PROBE3(wake)
// loop, kind (1 observer, 2 block, 3 main queue, 4 timer, 5 source, 6 port source), address of the closure's code
LINUX_PROBE3(callout_begin)
LINUX_PROBE3(callout_end)

#undef LINUX_PROBE3
#undef LINUX_TRACE_SEMAPHORE
