import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Was wrong: however a process ended that had not closed its reports, it "was killed".
@Suite(.hangLimit) struct ProcessEndTests {
  /// A report file with a stall that goes on, as a process leaves it that is gone.
  private func run(
    _ change: (inout [UInt8]) -> Void = { _ in }
  ) throws -> StallRun {
    let folder = try TemporaryFolder()
    var settings = ReportSettings()
    settings.folder = folder.path
    settings.recordCount = 4
    let store = try ReportStore(settings)
    var dice = SplitMix(1)
    var record = StallRecord.sample(id: 3, using: &dice)
    record.hasEnded = false
    store.stallBegan(record)
    var bytes = try FileBytes.read(store.path, limit: 1 << 20)
    change(&bytes)
    return try ReportReader.run(in: bytes, path: store.path)
  }

  private func put<Number: FixedWidthInteger>(_ number: Number, at offset: Int, in bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { value in
      for index in value.indices { bytes[offset + index] = value[index] }
    }
  }

  /// The process gets a number that none has; the head's checksum is made anew.
  private func kill(_ bytes: inout [UInt8], boot: UInt8? = nil) {
    put(UInt64(1), at: ReportLayout.startTicksOffset, in: &bytes)
    if let boot { bytes[ReportLayout.bootOffset] ^= boot }
    let sum = bytes.withUnsafeBytes { ReportHead.checksum(.init(rebasing: $0[..<ReportLayout.headerSize])) }
    put(sum, at: ReportLayout.headerChecksumOffset, in: &bytes)
  }

  private func words(_ values: [Int64], in bytes: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      put(value, at: ReportLayout.endOffset + 8 * index, in: &bytes)
    }
  }

  private func sentence(_ run: StallRun) throws -> String {
    StallReport(try #require(run.records.first), of: run).sentence
  }

  @Test func aProcessThatRunsHasNotEnded() throws {
    let run = try self.run()
    #expect(run.ending == .running && run.end == nil)
    #expect(try sentence(run).contains("and still is"))
  }

  @Test func anEndWithoutATraceIsReportedAsSuch() throws {
    let run = try self.run { kill(&$0) }
    #expect(run.end == .unseen && run.records.first?.kind == .stalledAndKilled)
    #expect(
      try sentence(run).hasPrefix(
        "The process ended without a trace, as by SIGKILL or _exit, while the loop 'main' had been held up for"
      ))
  }

  /// Was wrong: a process that wrote how it ended between the reading of its file and the look whether it lives "ended without a
  /// trace".
  @Test func whatIsWrittenWhileTheFileIsReadCounts() throws {
    for isRunning in [false, true] {
      var moments: [[UInt8]] = []
      _ = try run { bytes in
        if isRunning { moments.append(bytes) }
        kill(&bytes)
        moments.append(bytes)
        words([Int64(EndMark.Way.exit), 3], in: &bytes)
        moments.append(bytes)
      }
      let last = moments.count - 1
      var next = 0
      let read = try ReportReader.read(path: "x") {
        defer { next += 1 }
        return moments[min(next, last)]
      }
      #expect(read.ending == .ended && read.end == .exited(status: 3), "\(read.ending)")
    }
  }

  @Test func exitIsNoKill() throws {
    let run = try self.run {
      kill(&$0)
      words([Int64(EndMark.Way.exit), 3], in: &$0)
    }
    #expect(run.end == .exited(status: 3) && run.records.first?.kind == .mainThreadStall)
    #expect(
      try sentence(run).hasPrefix("The process exited with status 3 while the loop 'main' had been held up"))
  }

  @Test func aSignalIsNamedWithItsSender() throws {
    let run = try self.run {
      kill(&$0)
      words([Int64(EndMark.Way.signal), 15, 0, 0, 9, 4711], in: &$0)
    }
    #expect(run.end == .signal(15, sender: 4711) && run.records.first?.kind == .stalledAndKilled)
    #expect(
      try sentence(run).hasPrefix(
        "The process was ended by signal 15 (SIGTERM) from process 4711 while the loop"))
  }

  @Test func aCrashHasItsSignalAndItsAddress() throws {
    let run = try self.run {
      kill(&$0)
      words([Int64(EndMark.Way.crash), 11, 1, 0x10, 9], in: &$0)
    }
    #expect(run.end == .crash(signal: 11, address: 0x10, thread: 9))
    #expect(
      try sentence(run).hasPrefix(
        "The process crashed by signal 11 (SIGSEGV) at address 0x10 in thread 9 while the loop"))
    // `abort` is a signal that was sent: it has no address.
    let aborted = try self.run {
      kill(&$0)
      words([Int64(EndMark.Way.crash), 6, -6, 0, 4711], in: &$0)
    }
    #expect(
      try sentence(aborted).hasPrefix(
        "The process crashed by signal 6 (SIGABRT) in this thread while the loop"))
  }

  @Test func aRestartOfTheMachineIsReported() throws {
    let run = try self.run { kill(&$0, boot: 1) }
    #expect(run.end == .machineRestarted)
    #expect(
      try sentence(run).hasPrefix(
        "The process ended without a trace, and the machine was restarted since, while the loop 'main'"))
    // Not so of what was looked into before.
    let known = try self.run {
      kill(&$0, boot: 1)
      words([Int64(EndMark.Way.unseen), 0], in: &$0)
    }
    #expect(known.end == .unseen)
  }

  @Test func anotherProgramInTheSameProcessHasReplacedIt() throws {
    let run = try self.run { put(UInt64(77), at: ReportLayout.endOffset + 64, in: &$0) }
    #expect(run.end == .replaced && run.ending == .ended)
    #expect(
      try sentence(run).hasPrefix(
        "The process replaced itself by another program (exec) while the loop 'main'"))
    // An older file does not say which program it was.
    let old = try self.run { put(UInt64(0), at: ReportLayout.endOffset + 64, in: &$0) }
    #expect(old.end == nil && old.ending == .running)
  }

  @Test func onlyFilesOfControlGroupsAreReadForKills() {
    #expect(MemoryKills(path: "/sys/fs/cgroup/a/memory.events") != nil)
    for path in ["/etc/memory.events", "/sys/fs/cgroup/../../etc/memory.events", "/sys/fs/cgroup/a/cpu.stat"]
    {
      #expect(MemoryKills(path: path) == nil)
    }
  }
}
