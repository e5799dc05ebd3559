import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Who holds a lock, by the words around a futex.
@Suite(.hangLimit) struct FutexWaitTests {
  /// The holder by words in memory, where the futex is the one at `place`. Threads are numbered from 100 to 199.
  private func holder(
    _ words: [UInt32], at place: Int = 0, _ operation: Int32 = FUTEX_WAIT, expected: UInt = 2
  ) -> FutexWait.Holder? {
    words.withUnsafeBytes { bytes in
      let address = UInt(bitPattern: bytes.baseAddress) + UInt(place * 4)
      return FutexWait.holder(
        arguments: [address, UInt(operation), expected, 0, 0, 0], memory: ProcessMemory()
      ) { (100..<200).contains($0) }
    }
  }

  private static let mutex: [UInt32] = [2, 1, 123, 1, 0, 0, 0, 0, 0, 0, 0, 0]

  @Test func aMutexShowsItsOwner() {
    let holder123 = FutexWait.Holder(kind: .pthreadMutex, thread: 123)
    #expect(holder(Self.mutex) == holder123)
    #expect(holder(Self.mutex, FUTEX_WAIT | FUTEX_PRIVATE_FLAG) == holder123)
    #expect(holder(Self.mutex, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME) == holder123)
    // Recursive ones and those that check for errors, too; and one that is shared between processes.
    for kind in [0, 1, 2, 3, 0x80] as [UInt32] {
      var words = Self.mutex
      words[4] = kind
      #expect(holder(words) == holder123)
    }
  }

  /// Was wrong: a robust mutex was "another thread or an event".
  @Test func aRobustMutexShowsItsOwner() {
    let word = 0x8000_0000 | 123 as UInt32
    let robust: [UInt32] = [word, 1, 123, 1, 16, 0, 0, 0, 0, 0, 0, 0]
    #expect(holder(robust, expected: UInt(word)) == FutexWait.Holder(kind: .pthreadMutex, thread: 123))
    // It has another value by now, or is of another kind.
    #expect(holder(robust, expected: 0x8000_0000 | 124) == nil)
    var words = robust
    for kind in [0, 1, 0x410] as [UInt32] {
      words[4] = kind
      #expect(holder(words, expected: UInt(word)) == nil)
    }
  }

  @Test func whatIsNoLockedMutexHasNoHolder() {
    // A semaphore or a condition waits for another value.
    #expect(holder(Self.mutex, expected: 0) == nil && holder(Self.mutex, expected: 1) == nil)
    var words = Self.mutex
    // It was released meanwhile, or has no waiters.
    for value in [0, 1] as [UInt32] {
      words[0] = value
      #expect(holder(words) == nil)
    }
    words = Self.mutex
    words[4] = 0x400
    #expect(holder(words) == nil)
    words = Self.mutex
    words[2] = 0
    #expect(holder(words) == nil)
    words[2] = 99
    #expect(holder(words) == nil)
    #expect(holder(Self.mutex, FUTEX_WAKE) == nil)
    #expect(FutexWait.holder(arguments: [0, 0, 2], memory: ProcessMemory()) { _ in true } == nil)
    #expect(FutexWait.holder(arguments: [1 << 40, 0, 2], memory: ProcessMemory()) { _ in true } == nil)
    #expect(FutexWait.holder(arguments: [5], memory: ProcessMemory()) { _ in true } == nil)
  }

  @Test func aWordThatHoldsItsOwnersNumberShowsTheLocksHolder() {
    // The upper bits mean "has waiters" and "its owner died".
    for number in [123, 0x8000_0000 | 123, 0xC000_0000 | 123] as [UInt32] {
      #expect(
        holder([number, 0, 0, 0], FUTEX_LOCK_PI | FUTEX_PRIVATE_FLAG)
          == FutexWait.Holder(kind: .mutex, thread: 123))
    }
    #expect(holder([123, 0, 0], 13) == FutexWait.Holder(kind: .mutex, thread: 123))
    // A pthread mutex has the number in its third word, too.
    #expect(holder([123, 0, 123], FUTEX_LOCK_PI) == FutexWait.Holder(kind: .pthreadMutex, thread: 123))
    #expect(holder([0x8000_0000, 0, 0], FUTEX_LOCK_PI) == nil && holder([99, 0, 0], FUTEX_LOCK_PI) == nil)
  }

  /// `pthread_rwlock_t`: readers, writers, the writers' phase, the writers' futex, two of padding, the writer, shared.
  private static let locked: [UInt32] = [0x13, 0, 1, 3, 0, 0, 123, 0]

  @Test func aReadWriteLockShowsItsWriterToReadersAndToWriters() {
    let writer = FutexWait.Holder(kind: .readWriteLock, thread: 123)
    #expect(holder(Self.locked, at: 2, expected: 3) == writer)
    #expect(holder(Self.locked, at: 3, expected: 3) == writer)
    var words = Self.locked
    words[2] = 3
    #expect(holder(words, at: 2, expected: 3) == writer)
    words[7] = 1
    #expect(holder(words, at: 3, expected: 3) == writer)
  }

  @Test func aReadWriteLockThatReadersHaveShowsHowMany() {
    // Fourteen words: two readers, and a writer that waits for its phase.
    let lock: [UInt32] = [0x12, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let two = FutexWait.Holder(kind: .readWriteLock, thread: 0, readers: 2)
    #expect(holder(lock, at: 2, expected: 2) == two)
    // A second writer waits for the first.
    #expect(holder(lock, at: 3, expected: 3) == two)
    for (place, value) in [
      (0, 0x10), (0, 0x13), (0, 0x02), (2, 1), (3, 4), (4, 1), (5, 1), (6, 123), (7, 2), (9, 1), (10, 1),
      (11, 1),
      (12, 4), (13, 1),
    ] as [(Int, UInt32)] {
      var words = lock
      words[place] = value
      if place == 0, value == 0x13 { words[6] = 0 }
      #expect(holder(words, at: 2, expected: 2) == nil, "word \(place)")
    }
  }

  @Test func aThreadThatIsJoinedIsReported() {
    let joined = FutexWait.Holder(kind: .join, thread: 123)
    let words: [UInt32] = [123, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    #expect(holder(words, FUTEX_WAIT, expected: 123) == joined)
    #expect(holder(words, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, expected: 123) == joined)
    // The kernel wakes a join from outside: it is never private. And no other value, and no other thread.
    #expect(holder(words, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, expected: 123) == nil)
    #expect(holder(words, FUTEX_WAIT, expected: 122) == nil && holder([99], FUTEX_WAIT, expected: 99) == nil)
  }

  @Test func aReadWriteLockThatReadersHaveShowsNoHolder() {
    // Bit 0: writers' phase; bit 1: a writer has it. Readers count from bit 3 on.
    for readers in [0x10, 0x11, 0x12, 0x08] as [UInt32] {
      var words = Self.locked
      words[0] = readers
      #expect(holder(words, at: 3, expected: 3) == nil, "\(readers)")
    }
    for (place, value) in [(2, 4), (4, 7), (7, 2), (6, 0), (6, 99), (6, 0x8000_0000 | 123)] as [(Int, UInt32)]
    {
      var words = Self.locked
      words[place] = value
      #expect(holder(words, at: 3, expected: 3) == nil, "word \(place)")
    }
  }
}
