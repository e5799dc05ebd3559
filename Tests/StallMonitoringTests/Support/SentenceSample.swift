import TestHarness
import TestSupport

@testable import StallMonitoring

extension StallReport {
  /// A report of one stall of a second, of a program of which no file is there: functions are named by their places in it,
  /// `feed+0x4000`.
  static func sample(
    modules: [LoadedImage] = sampleModules, _ change: (inout StallRecord) -> Void
  ) -> StallReport {
    var dice = SplitMix(1)
    var record = StallRecord.sample(id: 3, using: &dice)
    record.kind = .stall
    record.lastSeen = record.started + 1_000_000_000
    record.frozenTime = 0
    record.hasEnded = true
    record.diagnosis = Diagnosis()
    record.pointSample = nil
    record.samples = []
    change(&record)
    return of(record, modules: modules)
  }

  static let sampleModules = [
    LoadedImage(path: "/opt/app/feed", start: 0x1000, end: 0x9000, bias: 0, buildID: [])
  ]

  /// Of a record whose program's file is not there.
  static func of(_ record: StallRecord, modules: [LoadedImage] = sampleModules) -> StallReport {
    let run = StallRun(
      name: "x", path: "x", process: 77, executable: "/opt/app/feed", begun: 0, ending: .running, records: [],
      dropped: 0, torn: 0, lastCallouts: [], remarks: [], identity: .current,
      modules: modules, moduleCounts: [:], wasExamined: false)
    return StallReport(record, of: run)
  }
}
