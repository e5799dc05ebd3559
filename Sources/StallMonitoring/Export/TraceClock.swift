/// The clock of a trace. Monotonic times of machines, and of starts of one, can not be compared: each counts from its own beginning.
///
/// Reports of one start have its clock, which a recording has, too. With reports of several, times are those of the wall clock,
/// since 1970; beside a recording, they are placed in the newest run's clock by the wall clock.
struct TraceClock {
  /// Whether times of several starts were put in order by the wall clock.
  let isShared: Bool
  private let newest: String
  /// What the wall clock shows at the trace's 0, in nanoseconds.
  private var start: Int64 = 0

  init(of reports: [StallReport], besideRecording: Bool) {
    isShared = Set(reports.map { Self.machine($0.run) }).count > 1
    let last = reports.max { $0.run.begun < $1.run.begun }
    newest = besideRecording ? last.map { Self.machine($0.run) } ?? "" : ""
    if isShared, besideRecording, let last {
      let (wall, time) = Self.pair(of: last)
      start = wall - Int64(clamping: time)
    }
  }

  /// One start of a machine, as the kernel names it; a run where that is not known.
  private static func machine(_ run: StallRun) -> String {
    let boot = run.identity.boot
    return boot.contains { $0 != 0 } ? boot.hexadecimal : "\(run.path)\0\(run.name)"
  }

  /// One moment by both clocks.
  private static func pair(of report: StallReport) -> (wall: Int64, monotonic: UInt64) {
    let (record, origin) = (report.record, report.run.origin)
    if record.startedNanoseconds > 0 { return (record.startedNanoseconds, record.started) }
    if origin.begun > 0, origin.begunMonotonic > 0 { return (origin.begun, origin.begunMonotonic) }
    // Both are when the reports were begun, the first of them by the file's name.
    return (StallRecord.nanoseconds(report.run.begun, 0), record.started)
  }

  /// A time of a report's record in the trace, nanoseconds.
  func time(_ time: UInt64, of report: StallReport) -> Int64 {
    guard isShared, Self.machine(report.run) != newest else { return Int64(clamping: time) }
    let (wall, monotonic) = Self.pair(of: report)
    let passed = time >= monotonic ? Int64(clamping: time - monotonic) : -Int64(clamping: monotonic - time)
    let place = wall.addingReportingOverflow(passed)
    let moved = place.partialValue.subtractingReportingOverflow(start)
    return place.overflow || moved.overflow ? 0 : moved.partialValue
  }
}
