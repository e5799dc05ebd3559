import LinuxSystem

/// A count that one thread waits for and another raises.
final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func signal() { sem_post(semaphore) }

  func wait() {
    while sem_wait(semaphore) != 0 {}
  }
}

/// A mutable value that threads hand to each other with a wake-up, which orders their accesses.
final class Box<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// What the blocks of `post` count with: plain memory, as in C. An object that all blocks hold has a reference count that two
/// processors would fight for, which is the program's business and no loop's.
struct Tally<Loop: AnyObject>: @unchecked Sendable {
  private struct Counts {
    var remaining = 0
    var sum = 0
    var loop: Unmanaged<Loop>?
  }

  private let counts = UnsafeMutablePointer<Counts>.allocate(capacity: 1)

  init() { counts.initialize(to: Counts()) }

  func start(_ count: Int, _ loop: Loop) {
    counts.pointee.remaining = count
    counts.pointee.loop = Unmanaged.passUnretained(loop)
  }

  /// True for the last one.
  @inline(__always)
  func count(_ number: Int) -> Bool {
    counts.pointee.sum &+= number
    counts.pointee.remaining -= 1
    return counts.pointee.remaining == 0
  }

  /// The loop whose blocks they are.
  var loop: Loop? { counts.pointee.loop?.takeUnretainedValue() }

  func deallocate() { counts.deallocate() }
}
