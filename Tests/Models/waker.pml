/* The waker: how other threads end a loop's sleep.
 *
 * A model of the turn in Sources/RunLoopCore/Loop, reduced to what decides whether the loop sleeps. One loop runs, and is run
 * again when it was stopped; two threads bring it work and wake it. `check` in this folder verifies it exhaustively.
 *
 * What is verified:
 * - No lost wake-up: when nothing moves any more, the loop does not sleep on a posted block, a signalled source, a block of
 *   the main queue, a stop, or a wake-up that was noted while wake-ups counted.
 * - One ring at most for each sleep.
 * - Notes made while the loop was deaf are dropped: none of them keeps a later turn from sleeping.
 * - A wake-up by the loop's own thread keeps the turn from sleeping.
 * - Under LIVENESS: once the other threads are done, the loop falls asleep; it does not turn for ever.
 *
 * Memory: an atomic read-modify-write is one step, and drains the store buffer of its thread. A plain store stays in that
 * buffer until then, or until the buffer drains by itself at any time. The kernel's calls and sections under a lock are one
 * step. Simulated time is left out: there a wake-up is a port like any other.
 *
 * check waker
 * check waker-on-word: ON_WORD
 * check waker-own-wake-ups: OWN
 * check waker-nested-runs: NESTED
 * check waker-liveness: LIVENESS
 * broken no-second-look: NO_SECOND_LOOK
 *   The loop does not look at the note after it has announced its sleep.
 * broken no-second-look-at-queue: NO_SECOND_LOOK_AT_QUEUE
 *   The loop does not look at the main queue after it has announced its sleep.
 * broken announced-too-late: ANNOUNCED_TOO_LATE
 *   The loop announces its sleep after the second look.
 * broken noted-not-rung: NOTED_NOT_RUNG
 *   A thread decides whether to ring before it notes the wake-up.
 * broken rung-each-time: RUNG_EACH_TIME
 *   A thread rings also when another one has noted a wake-up in the same sleep.
 * broken no-exchange: NO_EXCHANGE
 *   A thread that finds a note leaves it at that, and what it stored before may be seen too late.
 * broken queue-plain-store: QUEUE_PLAIN_STORE
 *   The main queue is marked ready by a plain store.
 * broken awake-in-two-steps: AWAKE_IN_TWO_STEPS
 *   The end of a sleep is announced before the note is taken.
 * broken deaf-notes-kept: DEAF_NOTES_KEPT
 *   A turn begins without dropping the notes of the deaf time.
 * broken note-dropped-late: NOTE_DROPPED_LATE
 *   Notes of the deaf time are dropped after the turn's look at blocks and sources.
 * broken note-not-taken-over: NOTE_NOT_TAKEN_OVER
 *   A note that was not served when the wait ended is dropped.
 * broken own-note-unseen: OWN OWN_NOTE_UNSEEN
 *   The loop sleeps although its own thread has woken it.
 * broken note-kept: LIVENESS NOTE_KEPT
 *   A wake-up stays noted after it was served.
 * broken behind-any-block: BEHIND_ANY_BLOCK
 *   A post behind a block that was queued without a wake-up does not wake the loop.
 * broken posted-mark-kept: POSTED_MARK_KEPT
 *   The inbox counts as having a posted block after the loop has taken all of them.
 * broken word-with-note: ON_WORD WORD_WITH_NOTE
 *   A loop that sleeps on its word expects there what it finds, a note included.
 * broken inner-run-keeps-wake-up: NESTED INNER_RUN_KEEPS_WAKE_UP
 *   An inner run that could not run a posted block takes the block's wake-up with it.
 */

#define THREADS 2

/* The bits of the wake state: always read and changed together. */
bit running, noted, asleep, awaitsQueue, onWord;
bit stopRequested;

/* The loop's thread only. */
bit listening, ownNote;

/* What the kernel has to report: the doorbell, the main queue's port, another port. Each is edge-triggered. */
bit bell, queueBell, otherBell;
/* The loop's thread sleeps on the word. */
bit parked;

/* Work. A source's mark is a plain store, which may stay in the storing thread's buffer. */
byte inboxPosted, inboxOther, keptPosted;
bit hasPosted;
bit mark, markBuffer[THREADS];
byte queued;
bit ready, readyBuffer[THREADS];

/* For the verification only. */
bit deaf = 1;
bit noteIsDeaf;
bit owed;
byte rings;
byte ownWakeUps = 1;
bit blocked;

#include "waker-threads.inc"
#include "waker-loop.inc"

mtype = { NONE, WAKE, QUEUE, OTHER };

active proctype loop() {
  bit stays, before, handled, servedQueue, stops, outerListens, hasInner = 1;
  bit seesBell, seesQueueBell, seesOtherBell;
  mtype port = NONE;

beginRun:
  stopRequested = 0;
  running = 1;
  listen();
  callout();
  servedQueue = 1;

beginTurn:
  listen();
  callout();
  performBlocks();
  d_step { handled = mark; mark = 0 };
#ifdef NOTE_DROPPED_LATE
  d_step { noted = 0; noteIsDeaf = 0 };
#endif
  if
  :: !servedQueue -> d_step { TAKE_READY }
  :: else
  fi;
  if
  :: port == NONE ->
    if
    :: handled -> nextReadyPort(); if :: port == NONE -> readyWithoutPort() :: else fi
    :: else ->
      callout();
#ifdef NESTED
      if :: hasInner -> hasInner = 0; innerRun() :: skip fi;
#endif
      sleep()
    fi
  :: else
  fi;
  stopListening();
  callout();
  d_step { servedQueue = (port == QUEUE); if :: servedQueue -> queued = 0 :: else fi; port = NONE };
  performBlocks();
  d_step { stops = stopRequested; stopRequested = 0 };
  if
  :: stops ->
    stops = 0;
    /* The run ends: a wake-up that it did not serve is lost with it. */
    listening = 0;
    d_step { ownNote = 0; running = 0; noted = 0; noteIsDeaf = 0; owed = 0; deaf = 1 };
    goto beginRun
  :: else -> goto beginTurn
  fi
}

#ifndef LIVENESS
/* Judges when nothing moves any more. */
active proctype judge() {
  timeout;
  assert(blocked);
  assert(inboxPosted + keptPosted == 0);
  assert(!mark && !markBuffer[0] && !markBuffer[1]);
  assert(queued == 0);
  assert(!stopRequested);
  assert(!owed)
}
#endif

init {
  atomic {
    run otherPort();
    run storeBuffers();
    run other(0);
#ifndef LIVENESS
    run other(1)
#endif
  }
}

#ifdef LIVENESS
ltl sleepsInTheEnd { <>[] blocked }
#endif
