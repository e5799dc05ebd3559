import Foundation
import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: a thread that still waited for its page waited for none from the disk; locks of the heap were in use by another thread, which a
/// signal handler's are not; a barrier of memory changed mappings; a thread whose files could not be read was "in a wait"; of several
/// one-time initializations one thread was in the only one; a closed descriptor had the name of a file that was written; on some file systems
/// the holder of a file's lock was not found.
@Suite(.hangLimit) struct UnknownPartTests {
  private func sentence(
    _ cause: Cause, _ call: String = "", _ functions: [String] = [],
    _ change: (inout StallRecord) -> Void = { _ in }
  ) -> String {
    StallReport.sample(waiting: cause, call, functions, change).sentence
  }

  private func readings(processor: UInt64 = 0, isFull: Bool = true) -> [ThreadReading] {
    var first = ThreadReading()
    (first.time, first.kernelTime) = (5_000_000_000, 0)
    var last = first
    last.time += 1_000_000_000
    last.processorTime = processor * 1_000_000
    if !isFull { last.kernelTime = nil }
    return [first, last]
  }

  private func note(_ time: UInt64, _ kind: WaitKind, _ call: Int32, _ channel: String, _ name: String)
    -> WaitNote
  {
    var note = WaitNote(time: 5_000_000_000 + time * 1_000_000, call: Int(call), kind: kind)
    (note.waitChannel, note.descriptor) = (channel, name)
    return note
  }

  // MARK: Memory

  /// The kernel counts a fault when its page is there.
  @Test func pagesOfWhichNoneWasCountedMayBeFromTheDisk() {
    let text = sentence(.majorFaults) { $0.hasEnded = true }
    #expect(text.contains("it waited for pages of memory, mostly in"), "\(text)")
  }

  @Test func aBarrierChangesNoMappings() {
    #expect(!SystemCallTable.isForMemory("membarrier") && SystemCallTable.isForMemory("madvise"))
    guard case .kind(.wait) = SystemCallTable.meaning(Int(SYS_membarrier)) else {
      Issue.record("membarrier waits")
      return
    }
    let text = sentence(.wait, "membarrier")
    #expect(
      text.contains("it waited for a memory barrier of other processors (membarrier), called from"), "\(text)"
    )
  }

  // MARK: Chains

  @Test func ofAThreadWithoutReadableFilesNothingIsSaid() throws {
    #expect(WaitReader.activity(.unknown) == WaitChain.Link.unread)
    func report(_ call: String) -> StallReport {
      StallReport.sample(waiting: .childProcess, "wait4") { record in
        var links = [WaitChain.Link(thread: 1), WaitChain.Link(thread: 77)]
        links[0].object = .childProcess
        (links[1].process, links[1].threadName, links[1].call) = (77, "cc", call)
        record.diagnosis.chain = WaitChain(links: links)
      }
    }
    let text = report(WaitChain.Link.unread).sentence
    #expect(text.hasSuffix("; that is process 77 'cc'."), "\(text)")
    // In JSON a word is no system call.
    let words: [(String, String, String?)] = [
      ("", "running", nil), ("fsync", "waiting", "fsync"), (WaitChain.Link.waiting, "waiting", nil),
      (WaitChain.Link.stopped, "stopped", nil), (WaitChain.Link.ended, "ended", nil),
      (WaitChain.Link.unread, "unknown", nil),
    ]
    for (call, activity, systemCall) in words {
      let object = try JSONSerialization.jsonObject(with: Data(report(call).json.utf8)) as? [String: Any]
      let diagnosis = try #require(object.flatMap { chain(in: $0) })
      let link = try #require((diagnosis["links"] as? [[String: Any]])?.last)
      #expect(
        link["activity"] as? String == activity && link["systemCall"] as? String == systemCall, "\(link)")
    }
  }

  /// Wherever it is in the report.
  private func chain(in object: [String: Any]) -> [String: Any]? {
    (object["chain"] as? [String: Any])
      ?? object.values.lazy.compactMap { ($0 as? [String: Any]).flatMap { chain(in: $0) } }.first
  }

  @Test func severalThreadsInOneTimeInitializationsAreCounted() {
    func text(_ holders: Int, isDeadlock: Bool = false) -> String {
      sentence(.lock, "futex", ["syscall", "swift_once"]) {
        var owner = LockOwner(kind: .mutex, thread: 9, threadName: "io", stack: StackSample())
        (owner.holders, owner.isDeadlock) = (holders, isDeadlock)
        $0.diagnosis.lockOwner = owner
      }
    }
    let several = text(3)
    #expect(
      several.hasSuffix(
        "it waited in feed+0x4000 for one-time initializations (swift_once) by at least 3 threads in turn, most often thread 9 'io'."
      ), "\(several)")
    #expect(text(1).contains("for a one-time initialization (swift_once) by thread 9 'io'"))
    #expect(text(3, isDeadlock: true).contains("for a one-time initialization (swift_once) by thread 9 'io'"))
  }

  // MARK: Descriptors

  @Test func aDescriptorIsThatOfTheCallThatIsNamed() {
    let closes = [100, 200, 300].map {
      note($0, .fileIO, SYS_close, "flush", "descriptor \($0 / 100 + 2)")
    }
    let writes = [400, 500].map { note($0, .fileIO, SYS_write, "journal", "/log") }
    let found = Diagnosing.diagnosis(readings: readings(), notes: closes + writes)
    #expect(found.cause == .fileIO && found.systemCall == "close")
    #expect(found.descriptor == "descriptor 3" && found.otherDescriptors == 2 && found.waitChannel == "flush")
    // As the other part of the time, beside work and beside another wait.
    let beside = Diagnosing.diagnosis(readings: readings(processor: 600), notes: closes + writes)
    #expect(beside.cause == .processor && beside.rest?.descriptor == "descriptor 3")
    #expect(beside.rest?.otherDescriptors == 2)
    let sleeps = [300, 400, 500, 600, 700, 800, 900].map { note($0, .sleep, SYS_nanosleep, "", "") }
    let files =
      [100, 150, 200].map { note($0, .fileIO, SYS_close, "flush", "descriptor 3") }
      + [250, 280].map { note($0, .fileIO, SYS_write, "journal", "/log") }
    let second = Diagnosing.diagnosis(readings: readings(), notes: files + sleeps)
    let part = second.rest.map { ($0.cause, $0.systemCall, $0.descriptor) }
    #expect(second.cause == .sleep && part.map { $0 == (.fileIO, "close", "descriptor 3") } == true)
  }

  /// The holder of another file's lock is not that of the file that is named.
  @Test func aHolderIsThatOfTheLockThatIsNamed() {
    func lock(_ time: UInt64, _ call: Int32, _ file: String, _ holder: Int32?) -> WaitNote {
      var lock = note(time, .lock, call, "", file)
      lock.owner = holder.map { LockOwner(kind: .file, thread: $0, threadName: "", stack: StackSample()) }
      return lock
    }
    let ofB = [100, 200, 300].map { lock($0, SYS_fcntl, "/b", nil) }
    let ofA = [400, 500].map { lock($0, SYS_flock, "/a", 10) }
    let found = Diagnosing.diagnosis(readings: readings(), notes: ofB + ofA)
    #expect(found.cause == .lock && found.descriptor == "/b" && found.lockOwner == nil)
    // Of one call, the file that was waited for longest is named.
    let sameCall = Diagnosing.diagnosis(
      readings: readings(),
      notes: [100, 200, 300].map { lock($0, SYS_fcntl, "/a", 10) }
        + [400, 500].map { lock($0, SYS_fcntl, "/b", nil) })
    #expect(sameCall.descriptor == "/b" && sameCall.lockOwner == nil)
  }

  @Test func aTracerIsNamedInWhicheverCallTheThreadWasStopped() {
    let notes =
      [100, 200].map { note($0, .stopped, -1, "ptrace_stop", "process 7 'gdb'") }
      + [note(300, .stopped, SYS_read, "do_signal_stop", "")]
    let found = Diagnosing.diagnosis(readings: readings(), notes: notes)
    #expect(found.cause == .stopped && found.descriptor == "process 7 'gdb'")
  }

  // MARK: Locks of files

  @Test func aLockOfAFileIsFoundWhereTheListHasAnotherDeviceOrNumber() {
    let locks = """
      1: FLOCK  ADVISORY  WRITE 4711 00:1a:131 0 EOF
      1: -> FLOCK  ADVISORY  WRITE 77 00:1a:131 0 EOF
      2: POSIX  ADVISORY  WRITE 4712 00:1a:5 0 EOF
      2: -> POSIX  ADVISORY  WRITE 78 00:1a:5 0 EOF
      3: POSIX  ADVISORY  WRITE 4713 00:1b:5 0 EOF
      3: -> POSIX  ADVISORY  WRITE 78 00:1b:5 0 EOF
      """
    func holder(_ waiter: Int32, _ file: String, _ kind: String) -> Int32? {
      ForeignHolder.fileLockHolder(of: waiter, file: file, kind: kind, locks: locks)
    }
    #expect(holder(77, "00:1a:131", "FLOCK") == 4711 && holder(77, "fe:01:131", "FLOCK") == 4711)
    #expect(holder(77, "fe:01:900", "FLOCK") == 4711)
    // The lock of another thread, where this one's was granted meanwhile.
    #expect(
      ForeignHolder.fileLockHolder(of: 77, file: "fe:01:900", isExact: true, kind: "FLOCK", locks: locks)
        == nil)
    // The wait of another thread, by another call, is for another lock.
    #expect(holder(77, "00:1a:131", "POSIX") == nil)
    // Two files of one number are distinguished by their devices, or not at all.
    #expect(holder(78, "00:1a:5", "POSIX") == 4712 && holder(78, "00:1b:5", "POSIX") == 4713)
    #expect(holder(78, "fe:01:5", "POSIX") == nil && holder(78, "00:1a:6", "POSIX") == nil)
  }

  @Test func aFileAndAKindOfLockAreWrittenAsInTheList() {
    #expect(ForeignHolder.file(131, on: 0xfe01) == "fe:01:131" && ForeignHolder.file(1, on: 0) == "00:00:1")
    // Device 259:300, as the kernel packs it for stat(2).
    #expect(ForeignHolder.file(5, on: 0x11_032c) == "103:12c:5")
    func kind(_ number: Int32, _ second: UInt) -> String? {
      SystemCallTable.kindOfFileLock(
        ThreadReading.SystemCall(
          number: Int(number), arguments: [3, second, 0, 0, 0, 0], stackPointer: 0, programCounter: 0))
    }
    #expect(kind(SYS_flock, 2) == "FLOCK" && kind(SYS_fcntl, UInt(F_SETLKW)) == "POSIX")
    #expect(kind(SYS_fcntl, 38) == "OFDLCK" && kind(SYS_fcntl, UInt(F_GETFL)) == nil)
  }
}
