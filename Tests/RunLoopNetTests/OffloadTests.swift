import LinuxSystem
import RunLoopCore
import Synchronization
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Work that blocks, on threads of its own: each piece ends once, and the queue is bounded.
@Suite(.hangLimit) struct OffloadTests {
  @Test func completionsComeOnceOnTheLoopsThreadAndNotInsideStart() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let pool = Offload(threads: 2)
      let notes = Notes()
      for number in 0..<50 {
        try pool.start(Offload.Work { _ in number }) { result in
          #expect(loop.isOwnThread)
          notes("\(result)")
        }
        #expect(notes.lines.isEmpty)
      }
      #expect(loop.run(until: { notes.lines.count == 50 }, timeout: patience))
      #expect(Set(notes.lines).count == 50 && notes.lines.count == 50)
      #expect(notes.lines.contains("success(49)"))
    }
  }

  @Test func aTaskWaitsForItsResult() async throws {
    let pool = Offload(threads: 2, capacity: 1)
    // More than may wait: tasks wait as long as it takes.
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 1...100 { group.addTask { try await pool.run(Offload.Work { _ in number }) } }
      return try await group.reduce(0, +)
    }
    #expect(sum == 5050)
    await #expect(throws: OffloadError.noSuchFile(path: "/no/such/file")) {
      try await pool.run(.read("/no/such/file"))
    }
  }

  @Test func workIsRefusedWhenEnoughWaits() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let pool = Offload(threads: 1, capacity: 2)
      let gate = Gate()
      let notes = Notes()
      let note: (Result<Void, OffloadError>) -> Void = { _ in notes.count += 1 }
      try pool.start(gate.work, note)
      gate.waitUntilEntered()
      for _ in 0..<2 { try pool.start(Offload.Work { _ in }, note) }
      #expect(throws: OffloadError.full(2)) { try pool.start(Offload.Work { _ in }, note) }
      #expect(pool.load == (1, 0, 2))
      gate.open()
      #expect(loop.run(until: { notes.count == 3 }, timeout: patience))
      #expect(pool.load.waiting == 0)
      // There is room again.
      try pool.start(Offload.Work { _ in }, note)
      #expect(loop.run(until: { notes.count == 4 }, timeout: patience))
    }
  }

  @Test func cancelledWorkIsNotDoneAndItsResultIsDropped() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let pool = Offload(threads: 1, capacity: 1)
      let gate = Gate()
      let notes = Notes()
      let wasDone = Gate()
      let running = try pool.start(gate.work) { notes("running \(Self.word($0))") }
      gate.waitUntilEntered()
      let waiting = try pool.start(wasDone.work) { notes("waiting \(Self.word($0))") }
      #expect(!running.isCancelled)
      for job in [running, waiting, running, waiting] { job.cancel() }
      #expect(running.isCancelled && notes.lines.isEmpty)
      // Cancelled, it does not wait any more.
      let last = try pool.start(Offload.Work { _ in }) { notes("last \(Self.word($0))") }
      gate.open()
      #expect(loop.run(until: { notes.lines.count == 3 }, timeout: patience))
      #expect(notes.lines == ["running cancelled", "waiting cancelled", "last done"])
      #expect(!wasDone.wasEntered)
      last.cancel()
      #expect(!last.isCancelled, "it had its result")
      #expect(pool.load.waiting == 0)
      loop.run(for: .zero)
      #expect(notes.lines.count == 3)
    }
  }

  @Test func theProgramsObjectsAreReleasedWhereItExpectsThat() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let pool = Offload(threads: 1)
      let gate = Gate()
      let notes = Notes()
      for _ in 0..<100 {
        let object = Released { if loop.isOwnThread { notes.count += 1 } }
        try pool.start(Offload.Work { _ in }) { _ in _ = object }
      }
      #expect(loop.run(until: { notes.count == 100 }, timeout: patience), "completions: on the loop's thread")
      try pool.start(gate.work) { _ in }
      gate.waitUntilEntered()
      var object: Released? = Released { notes("released") }
      let waiting = try pool.start(Offload.Work { [object] _ in _ = object }) { _ in }
      object = nil
      #expect(notes.lines.isEmpty)
      waiting.cancel()
      #expect(notes.lines == ["released"], "cancelled work: by cancel()")
      gate.open()
      loop.run(for: .zero)
    }
  }

  private static func word(_ result: Result<Void, OffloadError>) -> String {
    switch result {
    case .success: "done"
    case .failure(let error): error == .cancelled ? "cancelled" : "\(error)"
    }
  }

  @Test func aCancelledTaskWaitsNoLonger() async throws {
    let pool = Offload(threads: 1)
    let gate = Gate()
    let first = Task { try await pool.run(gate.work) }
    gate.waitUntilEntered()
    let second = Task { try await pool.run(Offload.Work { _ in }) }
    second.cancel()
    first.cancel()
    for task in [first, second] {
      await #expect(throws: OffloadError.cancelled) { try await task.value }
    }
    gate.open()
    // Cancelled before it has begun.
    let third = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await pool.run(Offload.Work { _ in })
    }
    await #expect(throws: OffloadError.cancelled) { try await third.value }
  }

  @Test func threadsBeginWithTheWorkAndEndWhenTheyAreIdle() throws {
    let pool = Offload(threads: 3, idle: .milliseconds(20), label: "test pool")
    #expect(pool.load == (0, 0, 0))
    try onFreshThread {
      let loop = RunLoop.current
      let gate = Gate()
      let notes = Notes()
      for number in 1...5 {
        try pool.start(gate.work) { _ in notes.count += 1 }
        #expect(pool.load.threads == min(number, 3))
      }
      gate.waitUntilEntered()
      gate.open()
      #expect(loop.run(until: { notes.count == 5 }, timeout: patience))
      let end = ContinuousClock.now + patience
      while pool.load.threads > 0, ContinuousClock.now < end { usleep(1000) }
      #expect(pool.load == (0, 0, 0))
      // And begin again.
      try pool.start(Offload.Work { _ in }) { _ in notes.count += 1 }
      #expect(loop.run(until: { notes.count == 6 }, timeout: patience))
    }
  }

  @Test func queuedWorkIsDoneAfterThePoolIsReleased() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let notes = Notes()
      var pool: Offload? = Offload(threads: 1)
      for _ in 0..<20 {
        try pool?.start(Offload.Work { _ in }) { _ in notes.count += 1 }
      }
      pool = nil
      #expect(loop.run(until: { notes.count == 20 }, timeout: patience))
    }
  }

  @Test(
    .disabled(if: ThreadSanitizer.isOn, "the thread sanitizer refuses threads in a forked child"))
  func aForkedChildHasNoneOfTheWorkAndThreadsOfItsOwn() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      try onFreshThread {
        let loop = RunLoop.current
        let pool = Offload(threads: 1)
        let gate = Gate()
        let notes = Notes()
        try pool.start(gate.work) { _ in notes("running") }
        gate.waitUntilEntered()
        try pool.start(Offload.Work { _ in }) { _ in notes("waiting") }
        let child = linux_fork()
        if child == 0 {
          alarm(hangAlarm)
          do {
            try RunLoop.reinitializeAfterFork()
            guard pool.load == (0, 0, 0) else { _exit(2) }
            try pool.start(.status(of: "/")) { _ in notes.count += 1 }
            guard loop.run(until: { notes.count == 1 }, timeout: .seconds(20)) else { _exit(3) }
            _exit(notes.lines.isEmpty ? 0 : 4)
          } catch {
            _exit(1)
          }
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        #expect(status == 0, "status \(status >> 8)")
        gate.open()
        #expect(loop.run(until: { notes.lines.count == 2 }, timeout: patience))
        #expect(notes.lines == ["running", "waiting"])
      }
    }
  }
}

/// An object that reports its end.
private final class Released: @unchecked Sendable {
  private let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  deinit { body() }
}

/// Work that blocks until it may continue.
final class Gate: Sendable {
  private let isOpen = Atomic<Bool>(false)
  private let entries = Atomic<Int>(0)

  var work: Offload.Work<Void> {
    Offload.Work { [self] _ in
      entries.wrappingAdd(1, ordering: .relaxed)
      while !isOpen.load(ordering: .acquiring) { usleep(200) }
    }
  }

  var wasEntered: Bool { entries.load(ordering: .relaxed) > 0 }

  func waitUntilEntered() {
    while !wasEntered { usleep(200) }
  }

  func open() { isOpen.store(true, ordering: .releasing) }
}
