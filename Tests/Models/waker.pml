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

inline drain(t) {
  if :: markBuffer[t] -> mark = 1; markBuffer[t] = 0 :: else fi;
  if :: readyBuffer[t] -> ready = 1; readyBuffer[t] = 0 :: else fi
}

/* ---- Another thread ---- */

/* Ends the sleep that the state told of. */
inline ring(wasOnWord) {
  if
  :: wasOnWord -> parked = 0
  :: else -> bell = 1
  fi
}

#ifdef RUNG_EACH_TIME
#define MUST_RING (wasAsleep)
#else
#define MUST_RING (wasAsleep && !wasNoted)
#endif

inline note(t) {
  d_step {
    drain(t);
    wasNoted = noted; wasAsleep = asleep; wasOnWord = onWord;
    noted = 1;
    if :: MUST_RING -> rings++; assert(rings == 1) :: else fi;
    if :: deaf -> noteIsDeaf = (noteIsDeaf || !wasNoted) :: else -> owed = 1 fi
  }
}

inline wakeUp(t) {
#if defined(NO_EXCHANGE)
  if
  :: noted -> skip
  :: else -> note(t); ringIfNeeded()
  fi
#elif defined(NOTED_NOT_RUNG)
  d_step { wasNoted = noted; wasAsleep = asleep; wasOnWord = onWord };
  d_step { drain(t); noted = 1 };
  ringIfNeeded()
#else
  note(t);
  ringIfNeeded()
#endif
}

inline ringIfNeeded() {
  if
  :: MUST_RING -> ring(wasOnWord)
  :: else
  fi
}

/* Queues a block in the inbox, and tells whether the poster must wake the loop. */
inline enqueue(wasPosted) {
  d_step {
#ifdef BEHIND_ANY_BLOCK
    isBehind = (inboxPosted + inboxOther > 0);
#else
    isBehind = hasPosted;
#endif
    if
    :: wasPosted -> hasPosted = 1; inboxPosted++
    :: else -> inboxOther++
    fi
  }
}

inline queueOnMain(t) {
  queued++;
#ifdef QUEUE_PLAIN_STORE
  d_step { wasReady = ready; readyBuffer[t] = 1 };
#else
  d_step { drain(t); wasReady = ready; ready = 1 };
#endif
  if
  :: wasReady
  :: else ->
    d_step { wasAsleep = awaitsQueue; wasOnWord = onWord };
    if
    :: !wasAsleep
    :: wasAsleep && !wasOnWord -> queueBell = 1
    :: wasAsleep && wasOnWord -> wakeUp(t)
    fi
  fi
}

proctype other(byte t) {
  bit wasNoted, wasAsleep, wasOnWord, wasReady, isBehind;
#ifdef OWN
  byte left = 1;
#else
  byte left = 2 - t;
#endif
  do
  :: left > 0 ->
    left--;
    if
    :: enqueue(1); if :: isBehind :: else -> wakeUp(t) fi
    :: enqueue(0)
#ifndef NESTED
    :: markBuffer[t] = 1; wakeUp(t)
    :: queueOnMain(t)
    :: running -> stopRequested = 1; wakeUp(t)
#endif
    :: wakeUp(t)
    fi;
    d_step { wasNoted = 0; wasAsleep = 0; wasOnWord = 0; wasReady = 0; isBehind = 0 }
  :: else -> break
  od
}

/* Buffers drain by themselves, too. */
proctype storeBuffers() {
end:
  do
  :: d_step { markBuffer[0] -> markBuffer[0] = 0; mark = 1 }
  :: d_step { markBuffer[1] -> markBuffer[1] = 0; mark = 1 }
  :: d_step { readyBuffer[0] -> readyBuffer[0] = 0; ready = 1 }
  :: d_step { readyBuffer[1] -> readyBuffer[1] = 0; ready = 1 }
  od
}

/* A port that has nothing to do with wake-ups, such as a timer's. */
proctype otherPort() {
  otherBell = 1
}

/* ---- The loop ---- */

/* Wake-ups count from here; the notes of the deaf time are dropped. */
inline listen() {
  if
  :: !listening ->
    d_step {
      listening = 1; deaf = 0;
#ifndef DEAF_NOTES_KEPT
      noted = 0; noteIsDeaf = 0;
#endif
      skip
    }
  :: else
  fi
}

/* Wake-ups are dropped from here, but for one that was noted before. */
inline stopListening() {
  if
  :: listening ->
    d_step {
      listening = 0; deaf = 1;
#ifdef NOTE_NOT_TAKEN_OVER
      noted = 0;
#endif
      if :: noted -> assert(!noteIsDeaf); noted = 0; ownNote = 1 :: else fi
    }
  :: else
  fi
}

#ifdef NOTE_KEPT
#define OWN_NOTE_AFTER 1
#else
#define OWN_NOTE_AFTER 0
#endif

/* Serves a noted wake-up. The look and the exchange are one step: only the loop takes notes away. */
#define TAKE_WAKE_UP \
  if \
  :: noted || ownNote -> assert(!noteIsDeaf); noted = 0; ownNote = OWN_NOTE_AFTER; owed = 0; port = WAKE \
  :: else \
  fi

/* The same of the main queue. */
#define TAKE_READY if :: ready -> ready = 0; port = QUEUE :: else fi

/* A wake-up that was noted, or the main queue. */
inline readyWithoutPort() {
  d_step { TAKE_WAKE_UP };
  if
  :: port == NONE -> d_step { TAKE_READY }
  :: else
  fi
}

/* The ports that the kernel has listed; what is not true any more is skipped. */
inline nextReadyPort() {
  if
  :: port == NONE && seesBell -> d_step { seesBell = 0; TAKE_WAKE_UP }
  :: else
  fi;
  if
  :: port == NONE && seesQueueBell -> d_step { seesQueueBell = 0; TAKE_READY }
  :: else
  fi;
  if
  :: port == NONE && seesOtherBell -> d_step { seesOtherBell = 0; port = OTHER }
  :: port == NONE && seesOtherBell -> seesOtherBell = 0
  :: else
  fi
}

/* All of these are set by other threads and taken away by the loop: looking at them one by one finds no less. */
#ifdef OWN_NOTE_UNSEEN
#define MUST_STAY_AWAKE (noted || stopRequested || ready)
#else
#define MUST_STAY_AWAKE (ownNote || noted || stopRequested || ready)
#endif

#ifdef NO_SECOND_LOOK
#define SECOND_LOOK (ownNote || ready)
#elif defined(NO_SECOND_LOOK_AT_QUEUE)
#define SECOND_LOOK (ownNote || noted || stopRequested)
#else
#define SECOND_LOOK MUST_STAY_AWAKE
#endif

inline announce() {
  d_step {
    asleep = 1; awaitsQueue = 1;
#ifdef ON_WORD
    onWord = 1;
#endif
    skip
  }
}

/* The sleep has ended; takes a note over at the same time. */
#ifdef AWAKE_IN_TWO_STEPS
inline awake() {
  d_step { asleep = 0; awaitsQueue = 0; onWord = 0; rings = 0; before = noted };
  d_step { noted = 0; if :: before -> ownNote = 1; before = 0 :: else fi }
}
#else
inline awake() {
  d_step {
    if :: noted -> assert(!noteIsDeaf); ownNote = 1 :: else fi;
    asleep = 0; awaitsQueue = 0; onWord = 0; noted = 0; rings = 0
  }
}
#endif

#ifdef ON_WORD
/* The kernel sleeps only if the word is as expected: asleep, and nothing noted. */
inline kernelWait() {
#ifdef WORD_WITH_NOTE
  before = noted;
#endif
  if
  :: d_step { noted == before -> parked = 1; blocked = 1 };
end_parked:
    if
    :: !parked
    :: d_step { otherBell -> otherBell = 0; parked = 0 }  /* A timed wait: its time has come. */
    fi;
    blocked = 0
  :: noted != before
  fi;
  before = 0
}
#else
inline kernelWait() {
  blocked = 1;
end_asleep:
  d_step {
    bell || queueBell || otherBell ->
    seesBell = bell; seesQueueBell = queueBell; seesOtherBell = otherBell;
    bell = 0; queueBell = 0; otherBell = 0;
    blocked = 0
  }
}
#endif

/* Sleeps until a port is ready or the run shall stop. */
inline sleep() {
  nextReadyPort();
  do
  :: port != NONE -> break
  :: else ->
    if
    :: MUST_STAY_AWAKE ->
      readyWithoutPort();
      if
      :: port == NONE && stopRequested -> break
      :: else
      fi
    :: else
    fi;
    if
    :: port != NONE -> break
    :: else
    fi;
#ifdef ANNOUNCED_TOO_LATE
    if
    :: SECOND_LOOK -> stays = 1
    :: else -> announce()
    fi;
#else
    announce();
    if
    :: SECOND_LOOK -> stays = 1
    :: else
    fi;
#endif
    if
    :: !stays -> assert(!ownNote); kernelWait()
    :: else -> stays = 0
    fi;
    awake();
    nextReadyPort()
  od
}

/* Runs the blocks that are there. The inbox's posted mark ends with them. */
inline performBlocks() {
  d_step {
    keptPosted = 0; inboxPosted = 0; inboxOther = 0;
#ifndef POSTED_MARK_KEPT
    hasPosted = 0;
#endif
    skip
  }
}

/* A callout may wake its own loop: that counts while wake-ups count, and is dropped otherwise. */
inline callout() {
#ifdef OWN
  if
  :: d_step { ownWakeUps > 0 -> ownWakeUps--; if :: listening -> ownNote = 1; owed = 1 :: else fi }
  :: skip
  fi
#else
  skip
#endif
}

#ifdef NESTED
/* One turn of a run in another mode, in a callout: it keeps blocks of the outer mode, and takes wake-ups. */
inline innerRun() {
  outerListens = listening;
  if :: !listening -> listen() :: else fi;
  d_step { keptPosted = keptPosted + inboxPosted; inboxPosted = 0; inboxOther = 0; hasPosted = 0 };
  d_step { TAKE_WAKE_UP; port = NONE };
  stopListening();
  d_step { keptPosted = keptPosted + inboxPosted; inboxPosted = 0; inboxOther = 0; hasPosted = 0 };
  if
  :: outerListens ->
    listen();
#ifndef INNER_RUN_KEEPS_WAKE_UP
    if :: keptPosted + inboxPosted > 0 -> ownNote = 1 :: else fi
#endif
  :: else -> stopListening()
  fi
}
#endif

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
