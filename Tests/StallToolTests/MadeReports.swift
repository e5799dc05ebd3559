@testable import StallMonitoring
@testable import runloop

/// Records and report files as a monitor would make them, with the values that a test wants.
enum MadeReports {
  /// A sleep in a timer's callout, that has ended.
  static func stall(
    _ id: UInt64, label: String = "refresh", milliseconds: UInt64 = 400, at started: UInt64 = 1_000_000_000,
    change: (inout StallRecord) -> Void = { _ in }
  ) -> StallRecord {
    var record = StallRecord()
    record.id = id
    record.loop = "main"
    record.thread = 4711
    record.callout = Callout(kind: .timer, label: label, site: "", code: 0, loop: "main", mode: "default")
    (record.started, record.found) = (started, started + 50_000_000)
    record.lastSeen = started + milliseconds * 1_000_000
    record.hasEnded = true
    record.startedWall = (1_790_000_000 + Int64(id), 0)
    record.threshold = 50_000_000
    record.diagnosis.cause = .sleep
    change(&record)
    return record
  }

  /// A run of these records that no file has.
  static func run(_ records: [StallRecord]) -> StallRun {
    StallRun(
      name: "20260921-000000-4711", path: "", process: 4711, executable: "/opt/feed/bin/feed",
      begun: 1_790_000_000, ending: .closed, records: records, dropped: 0, torn: 0, lastCallouts: [],
      remarks: [], identity: .current, modules: [], moduleCounts: [:], wasExamined: true)
  }

  /// The same as a closed file of this process.
  static func write(_ records: [StallRecord], in folder: String) throws {
    var settings = ReportSettings()
    settings.folder = folder
    let store = try ReportStore(settings)
    for record in records { store.stallEnded(record) }
    store.close()
  }

  static func text(of record: StallRecord) -> String {
    StallText.full(StallReport(record, of: run([record])))
  }
}
