import LinuxSystem
import Synchronization
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Readers found records of a report file incomplete while they were rewritten.
@Suite("A record that is rewritten in place", .hangLimit)
struct RewrittenRecordIsTornTests {
  /// What a process that is killed leaves behind is what its thread had written until then. A signal's handler on that thread
  /// sees the same, so it copies the file's slots; thousands of times.
  private enum Snapshots {
    static let size = 4 * 2048
    nonisolated(unsafe) static var source: UnsafeRawPointer?
    /// 0: free; 1: the handler may fill it; 2: filled.
    nonisolated(unsafe) static let state = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
    nonisolated(unsafe) static let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)

    static func prepare(_ path: String) {
      // All that the handler needs is there before it runs.
      memset(copy, 0, size)
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      let start = ReportLayout.headerSize + ReportLayout.moduleAreaSize
      guard let memory = mmap(nil, start + size, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
      else {
        preconditionFailure("the file can not be mapped")
      }
      source = UnsafeRawPointer(memory + start)
      state.initialize(to: Atomic(0))
      signal(SIGUSR1) { _ in
        guard let source = Snapshots.source, Snapshots.state.pointee.load(ordering: .acquiring) == 1 else {
          return
        }
        memcpy(Snapshots.copy, source, Snapshots.size)
        Snapshots.state.pointee.store(2, ordering: .releasing)
      }
      // Threads of Dispatch have signals blocked.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGUSR1)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Asks the thread for a copy; nil when it did not come by.
    static func take(from thread: pthread_t, unless isOver: () -> Bool) -> [UInt8]? {
      state.pointee.store(1, ordering: .releasing)
      pthread_kill(thread, SIGUSR1)
      while state.pointee.load(ordering: .acquiring) != 2 {
        if isOver() { return nil }
        sched_yield()
      }
      return Array(UnsafeRawBufferPointer(start: copy, count: size))
    }
  }

  @Test("A record that is rewritten 10,000 times is whole at every moment, also in a full file")
  func everyMomentHasAWholeRecord() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let writer = try ReportWriter(
        path: path + "/a.stalls", slotSize: 2048, slotCount: 4, wallSeconds: 0, monotonic: 0)
      var dice = SplitMix(1)
      let record = StallRecord.sample(id: 1, stacks: 2, using: &dice)
      try writer.write(record)
      var ended = StallRecord.sample(id: 100, stacks: 1, using: &dice)
      ended.hasEnded = true
      Snapshots.prepare(writer.path)
      let isOver = Flag()
      let taken = Locked(0)
      let thread = pthread_self()
      // Looks while this thread writes: it is the one that gets the signals.
      let looker = FreshThread { () -> [[UInt8]] in
        var snapshots: [[UInt8]] = []
        while !isOver.isSet, let slots = Snapshots.take(from: thread, unless: { isOver.isSet }) {
          snapshots.append(slots)
          taken.value = snapshots.count
          usleep(50)
        }
        return snapshots
      }
      var round: UInt64 = 0
      // More on a machine that does not let the other thread look.
      while round < 10_000 || taken.value < 300 && round < 1_000_000 {
        round += 1
        var next = record
        next.lastSeen += round
        try writer.write(next)
        // The other slots are full of stalls that have ended: a new one has to take the place of one of them.
        ended.id += 1
        try writer.write(ended)
      }
      isOver.set()
      var bytes = try FileBytes.read(writer.path, limit: 1 << 24)
      // Without the list of modules, which takes long to be read.
      for index in 0..<8 { bytes[ReportLayout.moduleBytesOffset + index] = 0 }
      let start = ReportLayout.headerSize + ReportLayout.moduleAreaSize
      let snapshots = try looker.join().get()
      precondition(snapshots.count >= 300, "\(snapshots.count)")
      for slots in snapshots.prefix(3_000) {
        bytes.replaceSubrange(start..., with: slots)
        let run = try ReportReader.run(in: bytes, path: "x")
        precondition(run.records.contains { $0.id == 1 }, "\(run.records.map(\.id)), \(run.remarks)")
        // What is being written is not taken for a record.
        precondition(run.torn == 0, "\(run.remarks)")
      }
    }
  }

  @Test("A reader of a running process's file finds the record in each of 10,000 rewrites")
  func aReaderAlwaysFindsTheRecord() throws {
    let folder = try TemporaryFolder()
    // Large slots: from the reading of one to that of the next the record may move.
    let writer = try ReportWriter(
      path: folder.path + "/a.stalls", slotSize: 1 << 16, slotCount: 4, wallSeconds: 0, monotonic: 0)
    let path = writer.path
    var dice = SplitMix(2)
    var record = StallRecord.sample(id: 1, stacks: 2, using: &dice)
    try writer.write(record)
    let isOver = Flag()
    let reader = FreshThread { () -> (reads: Int, missing: Int, torn: Int) in
      var result = (reads: 0, missing: 0, torn: 0)
      while !isOver.isSet {
        let run = try ReportReader.read(path)
        result.reads += 1
        result.missing += run.records.map(\.id) == [1] ? 0 : 1
        result.torn += run.torn
      }
      return result
    }
    for _ in 0..<10_000 {
      record.lastSeen += 1
      try writer.write(record)
      // A stall is written every 50 ms at most; this is hundreds of times as often.
      usleep(100)
    }
    isOver.set()
    let result = try reader.join().get()
    #expect(result.missing == 0 && result.torn == 0 && result.reads > 0, "\(result)")
  }

  /// Was wrong: the last of a hundred different looks was believed, whatever it showed.
  @Test func aFileThatIsNeverTheSameTwiceIsLookedAtSeveralTimes() throws {
    let folder = try TemporaryFolder()
    let writer = try ReportWriter(
      path: folder.path + "/a.stalls", slotSize: 4096, slotCount: 4, wallSeconds: 0, monotonic: 0)
    var dice = SplitMix(2)
    let without = try FileBytes.read(writer.path, limit: 1 << 24)
    try writer.write(.sample(id: 1, using: &dice))
    let with = try FileBytes.read(writer.path, limit: 1 << 24)
    // The record is seen in every second look; the last of the first hundred and one is one without.
    var looks = 0
    let run = try ReportReader.read(path: writer.path) {
      looks += 1
      return looks % 2 == 0 ? with : without
    }
    #expect(run.records.map(\.id) == [1] && looks < 120, "\(looks)")
  }

  @Test("A record is not written over itself in a file that is full of stalls in progress")
  func fullFile() throws {
    let folder = try TemporaryFolder()
    let writer = try ReportWriter(
      path: folder.path + "/a.stalls", slotSize: 4096, slotCount: 4, wallSeconds: 0, monotonic: 0)
    var dice = SplitMix(3)
    for id in 1...4 as ClosedRange<UInt64> { try writer.write(.sample(id: id, using: &dice)) }
    var first = StallRecord.sample(id: 1, using: &dice)
    first.lastSeen += 77
    try writer.write(first)
    let run = try ReportReader.read(writer.path)
    // The oldest of the others had to go.
    #expect(run.records.map(\.id) == [3, 4, 1] && run.dropped == 1)
    #expect(run.records.last.map(description) == description(first))
  }
}
