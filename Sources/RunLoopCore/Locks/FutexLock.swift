import LinuxSystem
import Synchronization

/// A lock of one word: an exchange to take it, an exchange to release it, a system call only under contention.
///
/// Smaller and faster than `Synchronization.Mutex`, which is a priority-inheriting futex here. Not recursive.
@usableFromInline
package struct FutexLock: ~Copyable, Sendable {
  private static let free: UInt32 = 0
  private static let held: UInt32 = 1
  /// Held, and a thread sleeps on the word.
  private static let contended: UInt32 = 2

  private let word = Atomic<UInt32>(free)

  @usableFromInline
  package init() {}

  @inline(__always) @usableFromInline
  package borrowing func lock() {
    if word.compareExchange(expected: Self.free, desired: Self.held, ordering: .acquiring).exchanged {
      return
    }
    lockSlowly()
  }

  /// Takes the lock if it is free.
  package borrowing func tryLock() -> Bool {
    word.compareExchange(expected: Self.free, desired: Self.held, ordering: .acquiring).exchanged
  }

  @inline(__always) @usableFromInline
  package borrowing func unlock() {
    if word.exchange(Self.free, ordering: .releasing) == Self.contended { wakeOne() }
  }

  /// Releases the lock in a child of fork(2), where the thread that held it does not exist.
  package borrowing func reset() {
    word.store(Self.free, ordering: .relaxed)
  }

  @inline(__always)
  package borrowing func withLock<Result: ~Copyable, Thrown: Error>(
    _ body: () throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  @inline(never)
  private borrowing func lockSlowly() {
    // Sections are short: looking a few times more is cheaper than two system calls.
    for _ in 0..<40 {
      if word.load(ordering: .relaxed) == Self.free,
        word.compareExchange(expected: Self.free, desired: Self.held, ordering: .acquiring).exchanged
      {
        return
      }
    }
    while word.exchange(Self.contended, ordering: .acquiring) != Self.free {
      withUnsafePointer(to: word) { address in
        _ = linux_futex_wait(
          UnsafeRawPointer(address).assumingMemoryBound(to: UInt32.self), Self.contended, nil)
      }
    }
  }

  @inline(never)
  private borrowing func wakeOne() {
    withUnsafePointer(to: word) { address in
      _ = linux_futex_wake(UnsafeRawPointer(address).assumingMemoryBound(to: UInt32.self), 1)
    }
  }
}
