/* The owner's lock: a loop's lock, biased to the loop's own thread.
 *
 * A model of Sources/RunLoopCore/Locks, where the rules are written down. The owner takes the lock by two plain stores and a
 * load; another thread takes the bias away under the ordinary lock, by raising `shared`, making all processors pass a barrier,
 * and waiting until the owner is outside. `check` in this folder verifies it exhaustively.
 *
 * What is verified:
 * - No two threads are inside at once: the owner and others, and the owners before and after a thread's end.
 * - What one thread wrote inside, the next one inside reads.
 * - No deadlock: all threads come to their end.
 *
 * Memory: the owner's plain stores stay in its store buffer until they drain, in any order but for stores to the same place;
 * a releasing store drains after everything before it. That is weaker than x86 and as weak as the code allows for: loads are
 * acquiring, so none is early. An atomic read-modify-write drains the buffer, and so does another thread's barrier. Other
 * threads are modelled without a buffer: they work under the ordinary lock, whose unlocking releases.
 *
 * REFUSED: the kernel refuses the barrier. Then another thread waits until the owner waits for the ordinary lock (`waits`), or until all
 * that the owner had stored is visible, as it is after some time. The bias may return in the model, which is more than the code allows.
 *
 * Left out: that `waits` is also a hint how soon the ordinary lock is tried, and the spinning and sleeping of that lock:
 * see futex-lock.pml.
 *
 * check owner-lock
 * check owner-lock-two-others: TWO_OTHERS
 * check owner-lock-thread-end: THREAD_END
 * check owner-lock-refused: REFUSED
 * check owner-lock-refused-two-others: REFUSED TWO_OTHERS
 * broken refused-and-entered: REFUSED REFUSED_AND_ENTERED
 *   Another thread enters without a barrier and without a sign of the owner.
 * broken seen-before: REFUSED SEEN_BEFORE
 *   The owner's waiting for the ordinary lock is remembered when it has its bias again.
 * broken no-barrier: NO_BARRIER
 *   The bias is taken away without a barrier.
 * broken barrier-before-shared: BARRIER_BEFORE_SHARED
 *   The barrier is made before `shared` is raised.
 * broken shared-after-look: SHARED_AFTER_LOOK
 *   The owner is looked at before `shared` is raised.
 * broken inside-unseen: INSIDE_UNSEEN
 *   Another thread does not wait until the owner is outside.
 * broken look-before-inside: LOOK_BEFORE_INSIDE
 *   The owner looks at `shared` before it says that it is inside.
 * broken inside-kept: INSIDE_KEPT
 *   An owner that waits for the ordinary lock says that it is inside.
 * broken plain-exit: PLAIN_EXIT
 *   The owner leaves by a plain store instead of a releasing one.
 * broken bias-back-unlocked: BIAS_BACK_UNLOCKED
 *   The owner takes its bias back after it has unlocked the ordinary lock.
 * broken adopted-unlocked: THREAD_END ADOPTED_UNLOCKED
 *   A thread adopts the lock without taking the ordinary lock.
 * broken owner-kept: THREAD_END OWNER_KEPT
 *   The owner's word is not cleared when its thread ends, and a new thread gets its address.
 * broken disowned-inside: THREAD_END DISOWNED_INSIDE
 *   The owner disowns the lock between taking and giving it back.
 */

#define NOBODY 0
#define FIRST 1   /* The address of the first owner, and of the thread that gets it later. */
#define SECOND 2  /* That of the second owner. */
#define OTHER 3

/* How often the owner takes the ordinary lock before it takes its bias back. */
#define PATIENCE 1

byte owner = FIRST;
bit inside, shared;
#ifdef REFUSED
bit waits;
#endif
/* The ordinary lock. */
bit word;
byte streak;
/* What the lock guards. */
byte data;

/* For the verification only. */
byte holders, latest;
bit firstEnded;

/* ---- The store buffer of the one owner that there is at a time ---- */

#define INSIDE 0
#define DATA 1
#define NOTHING 2
#define WAITS 3
#define PLACES 4

typedef Store { byte place = NOTHING; byte value; bit releases };
Store buffer[PLACES];
byte buffered;

inline perform(where) {
  if
  :: buffer[where].place == INSIDE -> inside = buffer[where].value
  :: buffer[where].place == DATA -> data = buffer[where].value
#ifdef REFUSED
  :: buffer[where].place == WAITS -> waits = buffer[where].value
#endif
  fi
}

/* Takes an entry out and moves the later ones up. */
inline removeEntry(where) {
  at = where;
  do
  :: at + 1 < buffered ->
    buffer[at].place = buffer[at + 1].place;
    buffer[at].value = buffer[at + 1].value;
    buffer[at].releases = buffer[at + 1].releases;
    at++
  :: else -> break
  od;
  buffer[at].place = NOTHING; buffer[at].value = 0; buffer[at].releases = 0;
  buffered--;
  at = 0
}

inline drain() {
  do
  :: buffered > 0 -> perform(0); removeEntry(0)
  :: else -> break
  od
}

/* Stores; what a full buffer cannot take waits for its oldest entry. */
inline store(where, what, isReleasing) {
  d_step {
    if :: buffered == PLACES -> perform(0); removeEntry(0) :: else fi;
    buffer[buffered].place = where; buffer[buffered].value = what; buffer[buffered].releases = isReleasing;
    buffered++
  }
}

/* An entry may drain when no older one is for the same place; a releasing one when it is the oldest. */
active proctype storeBuffer() {
  byte at;
end:
  do
  :: d_step { buffered > 0 -> perform(0); removeEntry(0) }
  :: d_step { buffered > 1 && !buffer[1].releases && buffer[1].place != buffer[0].place -> perform(1); removeEntry(1) }
  :: d_step {
      buffered > 2 && !buffer[2].releases && buffer[2].place != buffer[0].place && buffer[2].place != buffer[1].place ->
      perform(2); removeEntry(2)
    }
  od
}

/* The owner reads its own stores first. */
inline readData() {
  d_step {
    seen = data;
    at = 0;
    do
    :: at < buffered -> if :: buffer[at].place == DATA -> seen = buffer[at].value :: else fi; at++
    :: else -> break
    od;
    at = 0
  }
}

/* ---- Inside ---- */

inline enter() { d_step { holders++; assert(holders == 1) } }

inline leave() { holders-- }

inline workAsOwner() {
  enter();
  readData();
  d_step { assert(seen == latest); seen = 0; latest++ };
  store(DATA, latest, 0);
  leave()
}

inline workAsOther() {
  enter();
  d_step { assert(data == latest); latest++; data = latest };
  leave()
}

/* ---- The owner ---- */

/* An exchange: what was stored before is seen by who finds the lock held. */
inline lockWord() { d_step { !word -> word = 1; drain() } }
inline unlockWord() { d_step { drain(); word = 0 } }

#ifdef PLAIN_EXIT
#define RELEASING 0
#else
#define RELEASING 1
#endif

inline takeBias() {
#ifdef LOOK_BEFORE_INSIDE
  hasBias = !shared;
  store(INSIDE, 1, 0)
#else
  store(INSIDE, 1, 0);
  hasBias = !shared
#endif
}

inline lockShared() {
#ifndef INSIDE_KEPT
  store(INSIDE, 0, 1);
#endif
#ifdef REFUSED
  store(WAITS, 1, 1);
#endif
  lockWord();
#if defined(REFUSED) && !defined(SEEN_BEFORE)
  store(WAITS, 0, 0);
#endif
  streak = (streak < PATIENCE -> streak + 1 : streak)
}

inline unlockShared() {
#ifdef BIAS_BACK_UNLOCKED
  isPatient = (streak >= PATIENCE);
  if :: isPatient -> streak = 0 :: else fi;
  unlockWord();
  if :: isPatient -> shared = 0; isPatient = 0 :: else fi
#else
  if :: streak >= PATIENCE -> streak = 0; shared = 0 :: else fi;
  unlockWord()
#endif
}

/* The general way: by the bias or by the ordinary lock. */
inline ownerStep() {
  takeBias();
  if
  :: hasBias -> workAsOwner(); store(INSIDE, 0, RELEASING)
  :: else -> lockShared(); workAsOwner(); unlockShared()
  fi;
  hasBias = 0
}

/* The way of callers that have another one when there is no bias. */
inline ownerTries() {
  takeBias();
  if
  :: hasBias -> workAsOwner(); store(INSIDE, 0, RELEASING)
  :: else -> store(INSIDE, 0, 1)
  fi;
  hasBias = 0
}

/* The owner's thread ends. */
inline disown() {
  lockWord();
  shared = 1;
#ifndef OWNER_KEPT
  owner = NOBODY;
#endif
  unlockWord()
}

active proctype firstOwner() {
  byte steps = 4, seen, at;
  bit hasBias, isPatient;
  do
  :: steps > 0 -> steps--; if :: ownerStep() :: ownerTries() fi
  :: else -> break
  od;
#ifdef THREAD_END
#ifdef DISOWNED_INSIDE
  takeBias();
  if
  :: hasBias -> enter(); disown(); leave(); store(INSIDE, 0, 1)
  :: else -> store(INSIDE, 0, 1); disown()
  fi;
#else
  disown();
#endif
#endif
  skip;
  d_step { drain(); firstEnded = 1 }
}

/* ---- Another thread ---- */

inline raise() { shared = 1 }
inline barrier() { d_step { drain() } }
inline waitForOwner() { inside == 0 }

inline revoke() {
  if
  :: shared
  :: else ->
#if defined(NO_BARRIER)
    raise(); waitForOwner()
#elif defined(BARRIER_BEFORE_SHARED)
    barrier(); raise(); waitForOwner()
#elif defined(SHARED_AFTER_LOOK)
    barrier(); waitForOwner(); raise()
#elif defined(INSIDE_UNSEEN)
    raise(); barrier(); skip
#elif defined(REFUSED_AND_ENTERED)
    raise(); waitForOwner()
#elif defined(REFUSED)
    raise(); waits || buffered == 0; waitForOwner()
#else
    raise(); barrier(); waitForOwner()
#endif
  fi
}

inline otherStep() {
  d_step { !word -> word = 1 };
  streak = 0;
  revoke();
  workAsOther();
  word = 0
}

proctype otherThread() {
  byte steps = 2, at;
  do
  :: steps > 0 -> steps--; otherStep()
  :: else -> break
  od
}

#ifdef THREAD_END
/* A thread that is given the ended one's address, and uses an item that remembers the lock. */
proctype namesake() {
  byte steps = 2, seen, at;
  bit hasBias, isPatient;
  firstEnded;
  do
  :: steps > 0 ->
    steps--;
    if
    :: owner == FIRST -> ownerStep()
    :: else -> otherStep()
    fi
  :: else -> break
  od
}

/* A new loop's thread gets the lock, which nobody owns. Its stores use the same buffer: the first owner's is empty. */
proctype secondOwner() {
  byte steps = 2, seen, at;
  bit hasBias, isPatient;
  firstEnded;
#ifdef ADOPTED_UNLOCKED
  d_step { owner = SECOND; streak = 0; shared = 0 };
#else
  lockWord();
  owner = SECOND;
  streak = 0;
  shared = 0;
  unlockWord();
#endif
  do
  :: steps > 0 -> steps--; ownerStep()
  :: else -> break
  od;
  disown()
}
#endif

init {
  atomic {
    run otherThread();
#ifdef TWO_OTHERS
    run otherThread();
#endif
#ifdef THREAD_END
    run namesake();
    run secondOwner()
#endif
  }
}
