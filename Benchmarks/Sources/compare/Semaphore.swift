import Glibc

/// A count that one thread waits for and another raises: what the C peers use, too.
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
