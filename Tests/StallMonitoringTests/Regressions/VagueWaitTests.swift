import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: locks of files and of other processes, robust mutexes and FIFOs were "another thread or an event", "a file" or "a
/// lock"; of sixteen holders in turn one had held the lock all the time; and a wait of two kinds was all of one.
@Suite(.hangLimit) struct VagueWaitTests {
  private func readings(_ change: (inout ThreadReading) -> Void = { _ in }) -> [ThreadReading] {
    var first = ThreadReading()
    first.time = 5_000_000_000
    first.kernelTime = 0
    var last = first
    last.time += 1_000_000_000
    change(&last)
    return [first, last]
  }

  private func notes(
    _ kind: WaitKind, at milliseconds: [UInt64], _ change: (inout WaitNote) -> Void = { _ in }
  )
    -> [WaitNote]
  {
    milliseconds.map { time in
      var note = WaitNote(time: 5_000_000_000 + time * 1_000_000, call: kind == .sleep ? 35 : 0, kind: kind)
      if kind == .running || kind == .queued { note.call = nil }
      change(&note)
      return note
    }
  }

  private func owner(_ thread: Int32, _ stack: [UInt] = []) -> LockOwner {
    var sample = StackSample()
    sample.addresses = stack
    return LockOwner(kind: .pthreadMutex, thread: thread, threadName: "t\(thread)", stack: sample)
  }

  // MARK: What is read

  @Test func theHolderOfALockOfAFileIsInTheListOfLocks() {
    let locks = """
      1: POSIX  ADVISORY  WRITE 1200 fe:01:5 0 EOF
      2: FLOCK  ADVISORY  WRITE 4711 fe:01:131 0 EOF
      2: -> FLOCK  ADVISORY  WRITE 77 fe:01:131 0 EOF
      2: -> FLOCK  ADVISORY  WRITE 78 fe:01:131 0 EOF
      3: OFDLCK ADVISORY  WRITE -1 fe:01:9 0 EOF
      3: -> OFDLCK ADVISORY  WRITE 79 fe:01:9 0 EOF
      4: FLOCK  ADVISORY  WRITE 80 fe:01:131 0 EOF
      4: -> FLOCK  ADVISORY  WRITE 80 fe:01:131 0 EOF
      5: ->
      6: FLOCK  ADVISORY  WRITE 4712 fe:01:131 0 EOF
      6: -> FLOCK  ADVISORY  WRITE 81 fe:01:131 0 EOF
      7: FLOCK  ADVISORY  WRITE 4713 fe:01:5 0 EOF
      7: -> FLOCK  ADVISORY  WRITE 81 fe:01:5 0 EOF
      """
    func holder(_ waiter: Int32, _ file: UInt64 = 131, _ kind: String = "FLOCK") -> Int32? {
      ForeignHolder.fileLockHolder(of: waiter, file: "fe:01:\(file)", kind: kind, locks: locks)
    }
    #expect(holder(77) == 4711 && holder(78) == 4711)
    // Oneself, by another descriptor.
    #expect(holder(80) == 80)
    // One that belongs to an open file; no waiter; a waiter for two files, and for another one whose number ends alike.
    #expect(holder(79, 9, "OFDLCK") == nil && holder(4711) == nil && holder(1) == nil)
    #expect(holder(81) == 4712 && holder(81, 5) == 4713 && holder(81, 31) == nil)
  }

  @Test func aCallForALockOfAFileIsOne() {
    func call(_ number: Int32, _ second: UInt) -> ThreadReading.SystemCall {
      ThreadReading.SystemCall(
        number: Int(number), arguments: [3, second, 0, 0, 0, 0], stackPointer: 0, programCounter: 0)
    }
    #expect(SystemCallTable.isFileLock(call(SYS_flock, 2)) && SystemCallTable.isFileLock(call(SYS_fcntl, 38)))
    #expect(SystemCallTable.isFileLock(call(SYS_fcntl, UInt(F_SETLKW))))
    #expect(
      !SystemCallTable.isFileLock(call(SYS_fcntl, UInt(F_GETFL)))
        && !SystemCallTable.isFileLock(call(SYS_read, 7)))
    #expect(
      SystemCallTable.path(of: call(SYS_openat, 0)) == 1 && SystemCallTable.path(of: call(SYS_read, 0)) == nil
    )
    #expect(SystemCallTable.isPoll(Int(SYS_ppoll)) && !SystemCallTable.isPoll(Int(SYS_epoll_pwait)))
  }

  @Test func aTextIsReadUpToItsEndOrTheLimit() {
    let memory = ProcessMemory()
    "/run/feed".withCString { #expect(memory.text(UInt(bitPattern: $0), limit: 64) == "/run/feed") }
    "/run/feed".withCString { #expect(memory.text(UInt(bitPattern: $0), limit: 4) == "/run") }
    #expect(memory.text(0, limit: 9) == "" && memory.text(1 << 40, limit: 9) == "")
  }

  // MARK: What it comes to

  @Test func ofManyHoldersInTurnTheirNumberIsReported() {
    let waits = notes(.lock, at: [100, 200, 300, 400]) { $0.owner = owner(Int32($0.time / 100_000_000 % 3)) }
    let found = Diagnosing.diagnosis(readings: readings(), notes: waits)
    #expect(found.lockOwner?.holders == 3)
    let report = StallReport.sample { record in
      record.diagnosis.cause = .lock
      record.diagnosis.shares.blocked = 1
      record.diagnosis.lockOwner = owner(9)
      record.diagnosis.lockOwner?.holders = 16
    }
    #expect(
      report.sentence.hasSuffix(
        "it waited for a pthread mutex that at least 16 threads held in turn, most often thread 9 't9'."),
      "\(report.sentence)")
    let joined = StallReport.sample { record in
      record.diagnosis.cause = .wait
      record.diagnosis.lockOwner = LockOwner(kind: .join, thread: 9, threadName: "", stack: StackSample())
      record.diagnosis.lockOwner?.holders = 2
    }
    #expect(
      joined.sentence.contains("for at least 2 threads to end, one after the other"), "\(joined.sentence)")
  }

  @Test func theLastHolderOfADeadlockIsItsHolderNotAnEarlierOne() {
    func sentence(_ kind: LockOwner.Kind) -> String {
      StallReport.sample { record in
        record.diagnosis.cause = kind == .join ? .wait : .lock
        record.diagnosis.shares.blocked = 1
        var owner = LockOwner(kind: kind, thread: 9, threadName: "t9", stack: StackSample())
        (owner.holders, owner.isDeadlock) = (16, true)
        record.diagnosis.lockOwner = owner
      }.sentence
    }
    let (held, joined) = (sentence(.pthreadMutex), sentence(.join))
    #expect(held.contains("it waited for a pthread mutex that was held by thread 9 't9'"), "\(held)")
    #expect(joined.contains("it waited for thread 9 't9' to end (pthread_join)"), "\(joined)")
  }

  @Test func aHolderIsReportedWhereItWasMost() {
    // The longest stack is in a function that the holder was met in once.
    let stacks: [[UInt]] = [[0x5010, 0x1], [0x9000, 0x5000, 0x1], [0x5020, 0x1], [0x5030, 0x2, 0x1]]
    let waits = zip([100, 200, 300, 400], stacks).flatMap { time, stack in
      notes(.lock, at: [time]) { $0.owner = owner(9, stack) }
    }
    let found = Diagnosing.diagnosis(readings: readings(), notes: waits, functionStart: { $0 & ~0xFFF })
    #expect(found.lockOwner?.stack.addresses == [0x5030, 0x2, 0x1] && found.lockOwner?.holders == 1)
  }

  @Test func aHolderInAnotherProcessIsReported() {
    func sentence(_ change: (inout LockOwner) -> Void) -> String {
      StallReport.sample { record in
        var owner = owner(9)
        change(&owner)
        record.diagnosis.cause = .lock
        record.diagnosis.descriptor = owner.kind == .file ? "/run/feed.lock" : ""
        record.diagnosis.lockOwner = owner
      }.sentence
    }
    #expect(sentence { $0.process = 9 }.hasSuffix("a pthread mutex that was held by process 9 't9'."))
    #expect(
      sentence { $0.process = 8 }.hasSuffix("a pthread mutex that was held by thread 9 of process 8 't9'."))
    let file = sentence {
      $0 = LockOwner(kind: .file, thread: 9, threadName: "", stack: StackSample())
      $0.process = 9
    }
    #expect(file.hasSuffix("for the lock of the file /run/feed.lock that was held by process 9."), "\(file)")
  }

  @Test func twoKindsOfWaitingAreReportedWithTheirTimes() {
    let both = notes(.sleep, at: [10, 20, 30, 40, 50, 200, 400]) + notes(.pipe, at: [600, 900])
    let found = Diagnosing.diagnosis(readings: readings(), notes: both)
    #expect(found.cause == .sleep && found.rest?.cause == .pipe && found.rest?.systemCall == "read")
    // By their times, not by how often each was met.
    #expect(abs((found.rest?.share ?? 0) - 0.5) < 0.01)
    let report = StallReport.sample { record in
      record.diagnosis = found
      record.diagnosis.descriptor = ""
    }
    #expect(
      report.sentence.hasSuffix(
        "for 500 ms it slept (nanosleep), and for 500 ms it waited for a pipe (read)."),
      "\(report.sentence)")
    let few = notes(.sleep, at: [10, 20, 30, 40, 50, 200, 800]) + notes(.pipe, at: [900])
    #expect(Diagnosing.diagnosis(readings: readings(), notes: few).rest == nil)
  }

  /// Was wrong: the wait that was looked at most often was the cause, and a thread that stays the same is looked at more and more rarely.
  @Test func theLongerOfTwoWaitsIsTheCause() {
    let rare = notes(.sleep, at: [10, 20, 30, 40, 60, 100, 180, 340, 660])
    let often = notes(.pipe, at: (0..<14).map { 860 + 10 * $0 })
    let found = Diagnosing.diagnosis(readings: readings(), notes: rare + often)
    #expect(found.cause == .sleep && found.systemCall == "nanosleep" && found.rest == nil)
    let more = Diagnosing.diagnosis(
      readings: readings(), notes: notes(.sleep, at: [10, 60]) + notes(.pipe, at: [240, 900]))
    #expect(more.cause == .pipe && more.systemCall == "read")
  }

  /// Under a thread of a real-time policy: the kernel books the time in the queue when it ends.
  @Test func aThreadThatWasNeverFoundWaitingCouldRun() {
    let found = Diagnosing.diagnosis(readings: readings(), notes: notes(.queued, at: [100, 300, 600, 900]))
    #expect(found.cause == .starved && found.shares.queue == 1 && found.shares.blocked == 0)
    let half = notes(.queued, at: [100, 300]) + notes(.sleep, at: [600, 900])
    #expect(Diagnosing.diagnosis(readings: readings(), notes: half).cause == .sleep)
  }

  /// Page faults cost time in the kernel.
  @Test func someFaultsOfWorkAreNotItsCause() {
    func cause(kernel: UInt64) -> Cause {
      let readings = readings {
        $0.processorTime = 800_000_000
        $0.kernelTime = kernel * 1_000_000
        $0.minorFaults = 40_000
      }
      return Diagnosing.diagnosis(readings: readings, notes: notes(.running, at: [100])).cause
    }
    #expect(cause(kernel: 390) == .processor && cause(kernel: 400) == .minorFaults)
  }

  @Test func timeInWhichTheProcessWasFrozenIsNoTimeOfTheThread() {
    let stood = readings { $0.processorTime = 500_000_000 }
    let left = stood.leavingOut(500_000_000)
    #expect(left.map(\.time) == [5_000_000_000, 5_500_000_000])
    #expect(Diagnosing.diagnosis(readings: left, notes: []).shares.processor == 1)
    #expect(stood.leavingOut(0) == stood)
    // More than there was, and nothing to take it from.
    #expect(stood.leavingOut(.max).map(\.time) == [5_000_000_000, 5_000_000_001])
    #expect([ThreadReading()].leavingOut(5) == [ThreadReading()] && [ThreadReading]().leavingOut(5).isEmpty)
  }

  /// Was wrong: of a quota that cost less than half of the time nothing was said.
  @Test func aQuotaThatIsNotTheWholeReasonIsReportedToo() {
    func sentence(_ throttled: UInt64) -> String {
      StallReport.sample { record in
        record.kind = .starved
        record.diagnosis.cause = .starved
        record.diagnosis.shares.queue = 1
        var rivalry = Rivalry()
        (rivalry.quota, rivalry.otherUse, rivalry.processors, rivalry.throttledTime) = (
          0.1, 1.9, 2, throttled
        )
        record.diagnosis.rivalry = rivalry
      }.sentence
    }
    let both =
      "other processes used 190 % of one, and there are 2; its control group was throttled, too, for 400 ms (quota 10 % of a processor)."
    #expect(sentence(400_000_000).hasSuffix(both), "\(sentence(400_000_000))")
    #expect(!sentence(90_000_000).contains("throttled"))
    #expect(sentence(600_000_000).contains("had used up its quota"))
  }

  @Test func threadsThatHaveEndedUsedProcessorsToo() {
    var first = MachineUse()
    first.time = 1
    first.busyTime = 0
    first.threads = [1: 0, 2: 0]
    first.processors = 1
    var last = first
    last.time = 1_000_000_001
    last.busyTime = 1_000_000_000
    last.processTime = 900_000_000
    last.threads = [1: 100_000_000]
    let rivalry = MachineUse.rivalry(from: first, to: last, besides: 1) { _ in "" }
    #expect(rivalry.reason(lost: 900_000_000) == .ownThreads)
    #expect(abs((rivalry.ownUse ?? 0) - 0.8) < 1e-6 && abs((rivalry.otherUse ?? 0) - 0.1) < 1e-6)
  }
}
