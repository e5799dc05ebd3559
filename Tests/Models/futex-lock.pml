/* The lock of one word: an exchange to take it, an exchange to give it back, a system call only when threads meet.
 *
 * A model of Sources/RunLoopCore/Locks; `check` in this folder verifies it exhaustively. What is verified:
 * - No two threads are inside at once.
 * - No thread sleeps for good: all come to their end.
 *
 * Memory: every access to the word is an atomic read-modify-write but the spinning one, which decides nothing. The kernel
 * compares the word and sleeps in one step.
 *
 * check futex-lock
 * broken futex-sleeper-unseen: SLEEPER_UNSEEN
 *   A thread that is about to sleep does not mark the word.
 * broken futex-woken-forgets: WOKEN_FORGETS
 *   A thread that was woken takes the lock as if no other one slept.
 * broken futex-sleeps-unasked: SLEEPS_UNASKED
 *   The kernel sleeps whatever the word is by now.
 * broken futex-not-woken: NOT_WOKEN
 *   The lock is given back without waking a thread that sleeps.
 * broken futex-taken-in-two-steps: TAKEN_IN_TWO_STEPS
 *   The lock is taken by a look and a store.
 */

#define THREADS 3

#define FREE 0
#define HELD 1
#define CONTENDED 2

byte word = FREE;
bit sleeps[THREADS];
byte holders;

inline exchange(value) {
  d_step { before = word; word = value }
}

/* Sleeps while the word is what is expected. */
inline wait(expected) {
  if
#ifdef SLEEPS_UNASKED
  :: sleeps[me] = 1; !sleeps[me]
#else
  :: d_step { word == expected -> sleeps[me] = 1 }; !sleeps[me]
  :: word != expected
#endif
  fi
}

/* Wakes any one of those that sleep. */
inline wakeOne() {
  atomic {
    if
    :: sleeps[0] -> sleeps[0] = 0
    :: sleeps[1] -> sleeps[1] = 0
    :: sleeps[2] -> sleeps[2] = 0
    :: else
    fi
  }
}

inline lock() {
#ifdef TAKEN_IN_TWO_STEPS
  before = word;
  if :: before == FREE -> word = HELD :: else fi;
#else
  d_step { before = word; if :: before == FREE -> word = HELD :: else fi };
#endif
  do
  :: before == FREE -> break
  :: else ->
#ifdef WOKEN_FORGETS
    exchange((isWoken -> HELD : CONTENDED));
#elif defined(SLEEPER_UNSEEN)
    d_step { before = word; if :: before == FREE -> word = HELD :: else fi };
#else
    exchange(CONTENDED);
#endif
    if
    :: before == FREE
    :: else ->
#ifdef SLEEPER_UNSEEN
      wait(HELD);
#else
      wait(CONTENDED);
#endif
      isWoken = 1
    fi
  od;
  isWoken = 0
}

inline unlock() {
  exchange(FREE);
#ifndef NOT_WOKEN
  if
  :: before == CONTENDED -> wakeOne()
  :: else
  fi;
#endif
  before = FREE
}

active [THREADS] proctype thread() {
  byte me = _pid, before, steps = 2;
  bit isWoken;
  do
  :: steps > 0 ->
    steps--;
    lock();
    d_step { holders++; assert(holders == 1) };
    holders--;
    unlock()
  :: else -> break
  od
}
