import LinuxSystem
import RunLoopCore
import Synchronization
import TestSupport

/// Lets threads wait for each other, and reports a time-out to a waiter.
final class Gate: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  /// Far more than anything takes, so that what waits longer hangs.
  static let patience = 120

  init() {
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func open() {
    sem_post(semaphore)
  }

  /// False when the gate was not opened in time.
  func pass() -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += Gate.patience
    while sem_timedwait(semaphore, &deadline) != 0 {
      if errno == ETIMEDOUT { return false }
    }
    return true
  }
}

/// A thread with a loop that runs until it is ended.
final class LoopThread: Sendable {
  let loop: RunLoop
  private let thread: FreshThread<Void>
  private let isOver: Flag

  /// - Parameter prepare: called on the thread before its loop runs.
  init(_ prepare: @escaping @Sendable (RunLoop) -> Void = { _ in }) {
    let made = Slot<RunLoop>()
    let gate = Gate()
    let isOver = Flag()
    thread = FreshThread {
      let loop = RunLoop.current
      // Keeps the mode from being empty.
      let anchor = RunLoop.Source(label: "anchor") {}
      loop.add(anchor, to: .common)
      // Whichever run is the innermost: each ends in its next turn.
      loop.add(
        RunLoop.Observer(activities: .beforeTimers) { _ in if isOver.isRaised { loop.stop() } }, to: .common)
      prepare(loop)
      made.value = loop
      gate.open()
      while !isOver.isRaised { loop.run(mode: .default) }
    }
    precondition(gate.pass(), "the loop's thread did not start")
    guard let loop = made.value else { preconditionFailure("the loop's thread made no loop") }
    self.loop = loop
    self.isOver = isOver
  }

  /// Lets the thread end, and waits for that.
  func end() {
    isOver.raise()
    loop.wakeUp()
    // The wake-up may come when none counts; then a turn follows that runs this.
    loop.post {}
    thread.join()
  }
}

/// Something that was or was not.
final class Flag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isRaised: Bool { flag.load(ordering: .sequentiallyConsistent) }
  func raise() { flag.store(true, ordering: .sequentiallyConsistent) }
}

/// A number that threads count together.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  @discardableResult
  func add(_ more: Int = 1) -> Int { count.wrappingAdd(more, ordering: .sequentiallyConsistent).newValue }

  /// Waits until other threads have counted that far; false when it is another number after all.
  func reaches(_ expected: Int) -> Bool {
    var turns = 0
    while value < expected, turns < Gate.patience * 1_000 {
      usleep(turns < 1_000 ? 10 : 1_000)
      turns += 1
    }
    return value == expected
  }
}

/// A place for an object that threads share. Has its own lock, which the thread sanitizer understands.
final class Slot<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var content: Value?

  init(_ value: Value? = nil) {
    content = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  var value: Value? {
    get {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return content
    }
    set { _ = exchange(newValue) }
  }

  /// Replaces the value and returns the old one, so that it is released outside the lock.
  func exchange(_ value: Value?) -> Value? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let old = content
    content = value
    return old
  }
}
