import LinuxSystem

/// Derives from a futex word what a thread waits for: a lock and its holder, or the end of a thread.
enum FutexWait {
  /// FUTEX_LOCK_PI2, of Linux 5.14.
  private static let lockPI2: Int32 = 13

  struct Holder: Equatable {
    var kind: LockOwner.Kind
    /// 0 when readers hold the lock.
    var thread: Int32
    var readers = 0
  }

  /// Nil when the word does not show it: a semaphore, a condition, a group, a queue.
  ///
  /// The layouts are glibc's ABI: `pthread_mutex_t` is {lock, count, owner, …}, `pthread_rwlock_t` is {readers, writers,
  /// writer phase, writers' futex, …, current writer at 24}. `Synchronization.Mutex` and priority-inheriting mutexes
  /// have the kernel's own form: the holder's number in the word. `pthread_join` waits for the word that has the
  /// thread's number until the kernel clears it.
  static func holder(
    arguments: [UInt], memory: ProcessMemory, isThread: (Int32) -> Bool
  ) -> Holder? {
    guard arguments.count >= 3, arguments[0] != 0 else { return nil }
    let address = arguments[0]
    func word(_ offset: Int) -> UInt32? { memory.word(address &+ UInt(bitPattern: offset), as: UInt32.self) }
    func thread(_ word: UInt32?) -> Int32? {
      guard let word, word & 0x3fff_ffff != 0 else { return nil }
      let number = Int32(word & 0x3fff_ffff)
      return isThread(number) ? number : nil
    }
    let operation = Int32(truncatingIfNeeded: arguments[1])
    switch operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME) {
    case FUTEX_LOCK_PI, lockPI2:
      guard let owner = thread(word(0)) else { return nil }
      // A pthread mutex has the number in its third word too.
      let isPthread = word(8).map { $0 == UInt32(bitPattern: owner) } ?? false
      return Holder(kind: isPthread ? .pthreadMutex : .mutex, thread: owner)
    case FUTEX_WAIT, FUTEX_WAIT_BITSET:
      let expected = UInt32(truncatingIfNeeded: arguments[2])
      // 2 is "locked with waiters"; the fifth word is the mutex's kind.
      if expected == 2, word(0) == 2, let kind = word(16), kind < 0x400, let owner = thread(word(8)) {
        return Holder(kind: .pthreadMutex, thread: owner)
      }
      // A robust one has its holder's number in the word, like the kernel's own form; 16 in its kind marks it.
      if expected & 0x8000_0000 != 0, word(0) == expected, let kind = word(16), kind & 16 != 0, kind <= 0x3ff,
        let owner = thread(expected)
      {
        return Holder(kind: .pthreadMutex, thread: owner)
      }
      // The kernel wakes it from outside of any process: the wait is not a private one.
      if operation & FUTEX_PRIVATE_FLAG == 0, expected < 0x4000_0000, word(0) == expected,
        let joined = thread(expected)
      {
        return Holder(kind: .join, thread: joined)
      }
      return writer(word, thread) ?? readers(word, expected)
    default: return nil
    }
  }

  /// The writer of the rwlock one of whose two futexes this is.
  private static func writer(_ word: (Int) -> UInt32?, _ thread: (UInt32?) -> Int32?) -> Holder? {
    for start in [-8, -12] {
      // Bits 0 and 1 of the readers' word: a writer holds it. The phase word is then 1, plus 2 for waiters.
      guard let readers = word(start), readers & 3 == 3, let phase = word(start + 8), phase & ~2 <= 1,
        let padding = word(start + 16), padding == 0, let shared = word(start + 28), shared <= 1,
        let current = word(start + 24), current & 0xc000_0000 == 0, let owner = thread(current)
      else { continue }
      return Holder(kind: .readWriteLock, thread: owner)
    }
    return nil
  }

  /// The readers of the rwlock that a writer waits for: it has the right to write next, and they are counted from bit 3 on.
  /// A second writer waits for the first one's turn.
  private static func readers(_ word: (Int) -> UInt32?, _ expected: UInt32) -> Holder? {
    for (start, awaited) in [(-8, UInt32(2)), (-12, 3)] where expected == awaited {
      guard let readers = word(start), readers & 3 == 2, readers >> 3 > 0, readers >> 3 < 1 << 16,
        let phase = word(start + 8), phase & ~2 == 0, let writers = word(start + 12), writers <= 3
      else { continue }
      // What is 0 in every such lock that no writer has: the padding, the writer, the elision, the flags but for the kind.
      let zeros = [16, 20, 24, 36, 40, 44, 52]
      guard zeros.allSatisfy({ word(start + $0) == 0 }), let shared = word(start + 28), shared <= 1,
        let kind = word(start + 48), kind <= 3
      else { continue }
      return Holder(kind: .readWriteLock, thread: 0, readers: Int(readers >> 3))
    }
    return nil
  }
}
