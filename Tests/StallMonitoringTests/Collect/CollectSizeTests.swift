import Foundation
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Ten thousand reports take less than five seconds and 200 MB.
@Suite("A large collection", .hangLimit)
struct CollectSizeTests {
  #if DEBUG
    private static let files = 4
  #else
    private static let files = 200
  #endif

  /// Forty stacks of thirty frames, with their names.
  private func record(_ id: UInt64, begun: Int64) -> StallRecord {
    var record = StallRecord()
    record.id = id
    record.hasEnded = true
    record.loop = "main"
    record.started = 1_000_000_000 * id
    record.lastSeen = record.started + 400_000_000
    record.startedWall = (begun + Int64(id), 7)
    record.callout = Callout(
      kind: .timer, label: "refresh \(id % 17)", site: "App/Feed.swift:\(id)", code: 0, loop: "main",
      mode: "default")
    let base: UInt = 0x5555_0000_0000
    for index in 0..<40 {
      var stack = StackSample()
      stack.time = record.started + UInt64(index) * 10_000_000
      stack.addresses = (0..<30).map { base + UInt($0 == 0 ? index % 8 : $0 + Int(id % 17)) * 0x1000 + 0x40 }
      record.samples.append(stack)
      record.repeatCounts.append(0)
    }
    record.names = RecordedNames(
      (0..<60).map { (base + $0 * 0x1000 + 0x60, base + $0 * 0x1000, "$s4feed11longName\($0 + 100)yyF", 1) },
      room: 5 << 10)
    return record
  }

  @Test("is read and compared soon, and in little memory")
  func size() throws {
    let folder = try TemporaryFolder()
    for file in 0..<Self.files {
      let begun = Int64(1_790_000_000 + file * 3_600)
      let writer = try ReportWriter(
        path: "\(folder.path)/\(file).stalls", slotSize: 16 << 10, slotCount: 50, wallSeconds: begun,
        monotonic: 1)
      for id in 1...50 as ClosedRange<UInt64> { try writer.write(record(id, begun: begun)) }
      writer.close(hasOpenRecords: false)
    }
    let start = MonotonicTime.read(CLOCK_PROCESS_CPUTIME_ID)
    var collection = StallCollection()
    try collection.add(folder.path)
    let rates = StallRates(collection)
    let lines = collection.lines
    #expect(collection.stalls.count == Self.files * 50 && collection.unreadable == 0)
    #expect(rates.rows.count == 17 && !RatesPage.html(of: rates, title: "x").isEmpty)
    // What is kept of a report, with the thirty names of its path.
    #expect(lines.utf8.count < Self.files * 50 * 2_000)
    #if !DEBUG
      #expect(MonotonicTime.read(CLOCK_PROCESS_CPUTIME_ID) - start < 5_000_000_000)
    #else
      _ = start
    #endif
  }
}
