import LinuxSystem
import StallMonitoring

// Causes whose sentence is checked for required and forbidden words.
extension Injector {
  static let sentences = [
    Injector(
      name: "readers", summary: "waits to write under a lock that another thread reads under",
      expectation: .stall(.lock, function: "injectWriteLock", lock: .readWriteLock),
      inject: { place, time in
        place.holder.hold(for: time) {
          pthread_rwlock_rdlock($0.readWriteLock)
        } release: {
          pthread_rwlock_unlock($0.readWriteLock)
        }
        injectWriteLock(place)
      }, says: ["injectWriteLock(_:)", "a read-write lock that one reader held"],
      neverSays: ["held by thread", "signal it"]),
    Injector(
      name: "join", summary: "waits for the end of a thread (pthread_join)",
      expectation: .stall(.wait, function: "injectJoin", lock: .join),
      inject: { place, time in injectJoin(place, time) },
      says: ["injectJoin(_:_:)", "for thread OWNER ", "to end (pthread_join)", "holdOn(_:)"]),
    Injector(
      name: "self-lock", summary: "locks a pthread mutex that it has locked already",
      expectation: .stall(.lock, function: "injectSelfLock", lock: .pthreadMutex),
      inject: { place, time in
        place.holder.act(after: time) { pthread_mutex_unlock($0.lock) }
        injectSelfLock(place)
      }, says: ["injectSelfLock(_:)", "a pthread mutex that it holds itself: a deadlock"],
      neverSays: ["held by thread"]),
    Injector(
      name: "abba", summary: "waits for a lock whose holder waits for one of this thread's",
      expectation: .stall(.lock, function: "injectCircle", lock: .pthreadMutex),
      inject: { place, time in injectCircle(place, time) },
      says: [
        "injectCircle(_:_:)", "held by thread OWNER ", "waits for one that this thread holds: a deadlock",
      ]),
    Injector(
      name: "three-locks", summary: "waits in a circle of three threads, two mutexes and a read-write lock",
      expectation: .stall(.lock, function: "injectThreeLocks", lock: .pthreadMutex),
      inject: { place, time in injectThreeLocks(place, time) },
      says: [
        "injectThreeLocks(_:_:)", "held by thread OWNER ", "waits for a read-write lock that thread ",
        "waits for a pthread mutex that this thread holds: a deadlock",
      ]),
    Injector(
      name: "halves", summary: "computes, and then sleeps for a little longer",
      expectation: .stall(.sleep, function: "injectSleep"),
      inject: { place, time in
        injectBusy(time * 2 / 5)
        injectSleep(place, time * 3 / 5)
      },
      says: [
        "it slept (clock_nanosleep), called from runloop.injectSleep(_:_:)",
        "it computed, mostly in runloop.injectBusy(_:)",
      ], neverSays: ["epoll_wait"]),
    Injector(
      name: "merged", summary: "computes in one of three functions that the compiler may have made one",
      expectation: .stall(.processor, function: ""), inject: { _, time in injectAlike(time) },
      says: ["injectAlikeTwo(_:)"]),
  ]

  /// The fault of the sentence; nil when it is right.
  func fault(in sentence: String, owner: Int32) -> String? {
    for part in says {
      let part = part.replacing("OWNER", with: "\(owner)")
      if !sentence.contains(part) { return "'\(part)' is missing: \(sentence)" }
    }
    for part in neverSays where sentence.contains(part) { return "'\(part)' is wrong: \(sentence)" }
    return nil
  }
}

/// Keeps the optimizer from removing the computation.
nonisolated(unsafe) private var sink = 0

/// The second of three that differ in a number: which one is known only when it runs.
@inline(never)
private func injectAlike(_ time: UInt64) {
  switch getpid() {
  case 0: injectAlikeOne(time)
  case 1...: injectAlikeTwo(time)
  default: injectAlikeThree(time)
  }
}

@inline(never)
private func injectAlikeOne(_ time: UInt64) {
  let end = monotonicNow() + time
  while monotonicNow() < end { for number in 0..<2000 { sink = sink &* 31 &+ number } }
}

@inline(never)
private func injectAlikeTwo(_ time: UInt64) {
  let end = monotonicNow() + time
  while monotonicNow() < end { for number in 0..<2000 { sink = sink &* 37 &+ number } }
}

@inline(never)
private func injectAlikeThree(_ time: UInt64) {
  let end = monotonicNow() + time
  while monotonicNow() < end { for number in 0..<2000 { sink = sink &* 41 &+ number } }
}

@inline(never)
func injectWriteLock(_ place: InjectionPlace) {
  pthread_rwlock_wrlock(place.readWriteLock)
  pthread_rwlock_unlock(place.readWriteLock)
}

@inline(never)
func injectSelfLock(_ place: InjectionPlace) {
  pthread_mutex_lock(place.lock)
  pthread_mutex_lock(place.lock)
  pthread_mutex_unlock(place.lock)
}

/// Another thread has the second lock and wants the first; a third one, which should not, releases this one.
@inline(never)
func injectCircle(_ place: InjectionPlace, _ time: UInt64) {
  pthread_mutex_lock(place.lock)
  place.holder.hold(for: 0) {
    pthread_mutex_lock($0.secondLock)
  } release: { place in
    pthread_mutex_lock(place.lock)
    return pthread_mutex_unlock(place.lock)
  }
  ThreadStart.detached {
    holdOn(time)
    pthread_mutex_unlock(place.secondLock)
  }
  pthread_mutex_lock(place.secondLock)
  pthread_mutex_unlock(place.secondLock)
  pthread_mutex_unlock(place.lock)
}

/// This thread waits for the second one's lock, that one for the read-write lock of the first, and the first for this one's mutex.
@inline(never)
func injectThreeLocks(_ place: InjectionPlace, _ time: UInt64) {
  pthread_mutex_lock(place.lock)
  place.holder.hold(for: 0) {
    pthread_rwlock_wrlock($0.readWriteLock)
  } release: { place in
    pthread_mutex_lock(place.lock)
    pthread_mutex_unlock(place.lock)
    return pthread_rwlock_unlock(place.readWriteLock)
  }
  place.holder.hold(for: 0) {
    pthread_mutex_lock($0.secondLock)
  } release: { place in
    pthread_rwlock_wrlock(place.readWriteLock)
    return pthread_rwlock_unlock(place.readWriteLock)
  }
  ThreadStart.detached {
    holdOn(time)
    pthread_mutex_unlock(place.secondLock)
  }
  pthread_mutex_lock(place.secondLock)
  pthread_mutex_unlock(place.secondLock)
  pthread_mutex_unlock(place.lock)
}

@inline(never)
func injectJoin(_ place: InjectionPlace, _ time: UInt64) {
  let thread = place.holder.joinable(for: time)
  // Not its last call: then it would not be on the stack.
  sink &+= Int(pthread_join(thread, nil))
}
