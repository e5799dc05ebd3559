import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// The threads of an `Offload` and its queue: which thread does what, and what a thread is like.
@Suite(.hangLimit) struct OffloadQueueTests {
  /// What one piece of work returns, on a thread of the pool.
  private func result<Value: Sendable>(
    of pool: Offload, _ body: @escaping @Sendable () -> Value
  ) throws -> Value {
    try onFreshThread {
      let loop = RunLoop.current
      let value = Box<Value>()
      try pool.start(Offload.Work { _ in body() }) { value.value = try? $0.get() }
      #expect(loop.run(until: { value.value != nil }, timeout: patience))
      return try #require(value.value)
    }
  }

  /// More than those whose places are given up together.
  @Test func someThousandPiecesAreDoneInTheirOrder() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let pool = Offload(threads: 1, capacity: 10_000)
      let gate = Gate()
      let order = Locked<[Int]>([])
      let done = Counter()
      try pool.start(gate.work) { _ in }
      for number in 0..<3_500 {
        try pool.start(Offload.Work { _ in order.withLock { $0.append(number) } }) { _ in done.add() }
      }
      gate.open()
      #expect(loop.run(until: { done.value == 3_500 }, timeout: patience))
      #expect(order.value == Array(0..<3_500))
    }
  }

  /// So the others can be idle for long enough to end.
  @Test func workGoesToTheThreadThatBecameIdleLast() throws {
    let pool = Offload(threads: 3, idle: .seconds(3_600))
    try onFreshThread {
      let loop = RunLoop.current
      let gate = Gate()
      let done = Counter()
      for _ in 0..<3 { try pool.start(gate.work) { _ in done.add() } }
      gate.open()
      #expect(loop.run(until: { done.value == 3 }, timeout: patience))
    }
    var threads: Set<Int32> = []
    for _ in 0..<10 {
      #expect(waitUntil { pool.load == (3, 3, 0) })
      threads.insert(try result(of: pool) { linux_gettid() })
    }
    #expect(threads.count == 1)
  }

  @Test func theIdleThreadsOfAReleasedPoolEnd() throws {
    /// How many threads of the process have the name.
    func threads() -> Int {
      let numbers = (try? Folder.names(in: "/proc/self/task")) ?? []
      return numbers.count { thread in
        let file = open("/proc/self/task/\(thread)/comm", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let name = try? ByteTransfer.readToEnd(file)
        return name.map { String(decoding: $0, as: UTF8.self) } == "goes with it\n"
      }
    }
    var pool: Offload? = Offload(threads: 2, idle: .seconds(3_600), label: "goes with it")
    #expect(try result(of: #require(pool)) { true })
    #expect(threads() == 1)
    pool = nil
    #expect(waitUntil { threads() == 0 })
  }

  @Test func threadsTakeNoSignalsAndTheirMakersTakeThemAsBefore() throws {
    try onFreshThread {
      unblockSignals()
      let loop = RunLoop.current
      let found = Box<Bool>()
      try Offload(threads: 1).start(Offload.Work { _ in isBlocked(SIGWINCH) }) { found.value = try? $0.get() }
      #expect(!isBlocked(SIGWINCH))
      #expect(loop.run(until: { found.value != nil }, timeout: patience))
      #expect(found.value == true)
    }
  }

  @Test func threadsHaveTheirPoolsNiceness() throws {
    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    try #require(own < 17, "the tests themselves are nicest")
    let nice = try result(of: Offload(threads: 1, niceness: Int(own) + 2)) {
      getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    }
    #expect(nice == own + 2)
  }
}
