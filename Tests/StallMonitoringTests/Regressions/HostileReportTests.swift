import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Forged report files: 1.6 MiB took 1.5 GiB, and some numbers ended the reader.
@Suite("A forged report file", .hangLimit)
struct HostileReportTests {
  @Test("costs memory of a few times its size at most, until its stacks are shown")
  func memory() async throws {
    let folder = try TemporaryFolder()
    var report = CraftedReport()
    for id in 1...800 {
      report.records.append(
        CraftedReport.swollen(id: UInt64(id), limit: report.slotSize - ReportLayout.slotHeaderSize))
    }
    try FileBytes.replace(folder.path + "/forged.stalls", with: report.bytes)
    #expect(report.bytes.count < 2 << 20)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      // 800 records of some 80,000 frames would be half a gigabyte: the process may have 192 MiB more than now.
      let pages =
        (KernelFile.line("/proc/self/statm") ?? "").split(separator: " ").first.flatMap { Int($0) } ?? 0
      var limit = rlimit()
      limit.rlim_cur = rlim_t(pages * 4_096 + 192 << 20)
      limit.rlim_max = limit.rlim_cur
      guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { exit(2) }
      let (runs, failures) = try ReportFolder(path).contents()
      guard failures.isEmpty, runs.count == 1, let run = runs.first else { exit(3) }
      guard run.torn == 0, run.remarks.count <= 1, run.records.count == 800 else { exit(4) }
      // One after the other their stacks are no problem.
      for record in run.records.prefix(20) {
        guard record.stacks.isCoded, record.samples.count > 100 else { exit(5) }
      }
    }
  }

  private func run(_ record: StallRecord) throws -> StallRun {
    var report = CraftedReport()
    report.add(record)
    return try ReportReader.run(in: report.bytes, path: "x")
  }

  @Test("with more stacks than all records together may have keeps those of the first ones, and says so")
  func tooManyStacks() throws {
    var report = CraftedReport()
    report.slotSize = 16 << 10
    for id in 1...150 {
      report.records.append(
        CraftedReport.swollen(id: UInt64(id), limit: report.slotSize - ReportLayout.slotHeaderSize))
    }
    let run = try ReportReader.run(in: report.bytes, path: "x")
    let frames = StackCoding.mostFrames / 400 * 400
    let kept = 60 * StackCoding.mostFrames / frames
    #expect(run.records.count == 150 && run.records.prefix(kept).allSatisfy { $0.stacks.isCoded })
    #expect(run.records.dropFirst(kept).allSatisfy { !$0.stacks.isCoded && $0.samples.isEmpty })
    #expect(run.remarks == ["it has too many stacks: from record \(kept + 1) on they are left out"])
  }

  @Test("whose records begin inside its head, or before its list of modules, is refused")
  func areasOutOfOrder() throws {
    var report = CraftedReport()
    report.add(StallRecord())
    report.add(LoadedImage(path: "/opt/app/feed", start: 1, end: 2, bias: 0, buildID: []))
    func bytes(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
      var bytes = report.bytes
      change(&bytes)
      return CraftedReport.sealed(bytes)
    }
    func put(_ value: UInt32, _ offset: Int, _ bytes: inout [UInt8]) {
      withUnsafeBytes(of: value.littleEndian) {
        bytes.replaceSubrange(offset..<offset + $0.count, with: $0)
      }
    }
    #expect(throws: Never.self) { _ = try ReportReader.run(in: bytes { _ in }, path: "x") }
    let head = UInt32(ReportLayout.headerSize)
    for (modules, slots) in [(head, head - 1), (head + 64, head + 63), (head - 1, head + 64), (.max, 0)] {
      let odd = bytes {
        put(modules, ReportLayout.moduleAreaOffset, &$0)
        put(slots, ReportLayout.slotAreaOffset, &$0)
      }
      #expect(throws: StallMonitorError.self, "\(modules) \(slots)") {
        _ = try ReportReader.run(in: odd, path: "x")
      }
    }
  }

  @Test("that is larger than one may be is refused before it is read")
  func size() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/large.stalls"
    try FileBytes.replace(path, with: CraftedReport().bytes)
    #expect(truncate(path, off_t(ReportLayout.largestFile)) == 0)
    _ = try ReportReader.read(path)
    #expect(truncate(path, off_t(ReportLayout.largestFile) + 1) == 0)
    #expect(
      throws: StallMonitorError.unreadable(
        path: path,
        reason: "it has \(ReportLayout.largestFile + 1) bytes, and \(ReportLayout.largestFile) are allowed")
    ) { try ReportReader.read(path) }
    // Nor can settings ask for one.
    var settings = ReportSettings()
    settings.folder = folder.path
    settings.recordSize = 1 << 20
    settings.recordCount = 65
    #expect(
      throws: StallMonitorError.badSetting(
        name: "recordSize × recordCount", value: "1048576 × 65", allowed: "at most 67108864 bytes")
    ) { try ReportStore(settings) }
  }

  @Test("with times that no stall can have has them refused; sums of the largest do not run over")
  func times() throws {
    var record = StallRecord()
    record.started = 1_000
    record.found = 1_000
    record.lastSeen = 1_000 + 1 << 57
    record.threshold = 1 << 57
    record.suppressed = .max
    record.droppedSamples = .max
    let read = try run(record)
    #expect(read.torn == 0 && read.records.map(\.duration) == [1 << 57])
    #expect(read.records[0].suppressed == Int(Int32.max))
    #expect(read.records[0].droppedSamples == Int(Int32.max))
    let many = Array(repeating: (record: read.records[0], run: read), count: 300)
    #expect(StallReport.flamePage(of: many, title: "x").contains("300 stalls of"))
    for change in [
      { $0.lastSeen += 1 }, { $0.threshold += 1 }, { $0.frozenTime = 1 << 57 + 1 }, { $0.found = .max },
      { ($0.started, $0.found, $0.lastSeen) = (.max, .max, .max) },
    ] as [(inout StallRecord) -> Void] {
      var wrong = record
      change(&wrong)
      #expect(try run(wrong).remarks == ["slot 0 can not be read: its times make no sense"])
    }
  }

  @Test("says no time that can not be written as text")
  func timeText() {
    for (time, text) in [
      (0, "0.0 ms"), (49_999, "0.0 ms"), (50_000, "0.1 ms"), (9_499_999, "9.5 ms"), (9_500_000, "10 ms"),
      (999_499_999, "999 ms"), (999_500_000, "1.00 s"), (.max, "18446744073.71 s"),
    ] as [(UInt64, String)] { #expect(StallReport.time(time) == text) }
    var record = StallRecord()
    record.lastSeen = .max
    record.frozenTime = 1
    record.samples = [StackSample(), StackSample()]
    #expect(CallTree.weights(of: record).reduce(0, +) <= record.duration)
  }

  @Test("of any date does not end the next start of its program")
  func dates() {
    for begun in [.min, .max, 0] as [Int64] {
      var report = CraftedReport()
      report.begun = begun
      var record = StallRecord()
      record.startedWall = (begun, begun)
      report.add(record)
      guard var run = try? ReportReader.run(in: report.bytes, path: "x") else { continue }
      run.dropped = 1
      #expect(ReportFolder.reports(of: report.executable, in: [run], now: 1_790_000_000).isEmpty)
      #expect(!WallTime.plain(begun).isEmpty && !StallReport(run.records[0], of: run).begun.isEmpty)
    }
  }

  @Test("has at most as many callouts, notes and modules as this library writes")
  func counts() throws {
    var report = CraftedReport()
    report.slotSize = 16 << 10
    var record = StallRecord()
    let callout = Callout(kind: .timer, label: "x", site: "", code: 0, loop: "", mode: "")
    record.outerCallouts = Array(repeating: callout, count: 16)
    record.otherLoops = Array(repeating: callout, count: 32)
    for number in 0..<16 { record.notes["\(number)"] = "x" }
    report.add(record)
    // Twice the fields: those of another record, with other notes, behind the first one's.
    for number in 0..<16 { record.notes["\(number)"] = nil }
    for number in 16..<32 { record.notes["\(number)"] = "x" }
    report.records[0] +=
      RecordCoding.encode(record, moduleCount: 0, limit: 1 << 14) ?? []
    for number in 0..<1_100 {
      report.add(LoadedImage(path: "/x", start: UInt(number), end: UInt(number), bias: 0, buildID: []))
    }
    let run = try ReportReader.run(in: report.bytes, path: "x")
    #expect(run.records[0].outerCallouts.count == 16 && run.records[0].otherLoops.count == 32)
    #expect(run.records[0].notes.count == 16 && run.modules.count == 1_024)
    #expect(run.remarks == ["the list of modules was damaged: it is too long"])
  }

  @Test("with many torn slots makes few remarks")
  func remarks() throws {
    var report = CraftedReport()
    report.records = Array(repeating: [0xFF, 0xFF], count: 100)
    let run = try ReportReader.run(in: report.bytes, path: "x")
    #expect(run.torn == 100 && run.remarks.count == 16)
  }

  @Test("of stacks that all differ makes no tree without bound, and no time is lost in it")
  func tree() {
    var record = StallRecord()
    let count = CallTree.mostNodes + 1_000
    record.lastSeen = UInt64(count)
    record.samples = (0..<count).map { number in
      var stack = StackSample()
      stack.time = UInt64(number)
      // Of no module: named by their addresses.
      stack.addresses = [UInt(number) + 1]
      return stack
    }
    let tree = CallTree(record, named: SymbolNames(images: []))
    #expect(tree.root.children.count == CallTree.mostNodes - 1)
    #expect(tree.root.weight == UInt64(count))
    #expect(tree.root.children.reduce(0) { $0 + $1.weight } + tree.root.ownWeight == UInt64(count))
  }

  @Test("has deep stacks thinned out by its writer, so that every reader takes them")
  func writer() throws {
    var record = StallRecord()
    record.samples = (0..<300).map { _ in
      var stack = StackSample()
      stack.addresses = Array(1...1_000)
      return stack
    }
    record.repeatCounts = Array(repeating: 0, count: 300)
    let bytes = try #require(RecordCoding.encode(record, moduleCount: 0, limit: 1 << 20))
    let decoded = try RecordCoding.decode(bytes[...])
    #expect(decoded.frameCount <= StackCoding.mostFrames && decoded.frameCount >= 100_000)
    #expect(decoded.record.samples.count == decoded.frameCount / 1_000)
    #expect(decoded.record.droppedSamples == 300 - decoded.record.samples.count)
  }
}
