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

  /// Such a report of a wait, with its call and the functions above the program's own, leaf first.
  static func sample(
    waiting cause: Cause, _ call: String = "", _ functions: [String] = [],
    _ change: (inout StallRecord) -> Void = { _ in }
  ) -> StallReport {
    let library = LoadedImage(
      path: "/usr/lib/libc.so.6", start: 0x10_0000, end: 0x20_0000, bias: 0x10_0000, buildID: [])
    return sample(modules: sampleModules + [library]) { record in
      record.thread = 1
      record.names = RecordedNames(
        functions.enumerated().map {
          let start = 0x10_0000 + UInt($0.offset + 1) * 0x1000
          return (place: start + 0x100, start: start, name: $0.element, count: 1)
        }, room: 4_096)
      var stack = StackSample()
      stack.time = record.started + 100_000_000
      stack.addresses = functions.indices.map { 0x10_0000 + UInt($0 + 1) * 0x1000 + 0x10 }
      stack.addresses.append(functions.isEmpty ? 0x4000 : 0x4001)
      (stack.means, stack.found) = (.procfs, cause)
      record.samples = [stack]
      record.diagnosis.cause = cause
      record.diagnosis.shares.blocked = 1
      record.diagnosis.systemCall = call
      change(&record)
    }
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
