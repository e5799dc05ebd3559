import Glibc

/// The reports of all processes that wrote into one folder.
public struct ReportFolder: Sendable {
  public let path: String

  public init(_ path: String? = nil) { self.path = path ?? Self.standard }

  /// `mainspring/stalls` in `$XDG_STATE_HOME`, or in `~/.local/state`.
  public static var standard: String {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/mainspring/stalls" }
    if let home = environment("HOME"), home.hasPrefix("/") { return home + "/.local/state/mainspring/stalls" }
    return "/tmp/mainspring-\(getuid())/stalls"
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// What the folder holds: the runs, oldest first, and the files that can not be read.
  ///
  /// Files of any owner are read. Their stacks are decoded on access.
  public func contents() throws(StallMonitorError) -> (runs: [StallRun], failures: [StallMonitorError]) {
    try contents(owner: .anyone)
  }

  func contents(owner: ForeignFile.Owner) throws(StallMonitorError) -> (
    runs: [StallRun], failures: [StallMonitorError]
  ) {
    var runs: [StallRun] = []
    var failures: [StallMonitorError] = []
    for name in try FileBytes.names(in: path) where name.hasSuffix(ReportReader.suffix) {
      do throws(StallMonitorError) {
        var run = try ReportReader.read("\(path)/\(name)", owner: owner)
        if run.ending == .ended, !run.wasExamined { run.lastCallouts = LastWords.find(of: run.identity) }
        runs.append(run)
      } catch { failures.append(error) }
    }
    return (runs.sorted { ($0.begun, $0.name) < ($1.begun, $1.name) }, failures)
  }

  /// Looks into how processes ended that left an open file behind, and writes down what their heartbeat page still
  /// says. Gives the runs of which that was not known yet.
  func examine(_ runs: [StallRun]) -> [StallRun] {
    var found: [StallRun] = []
    for var run in runs where run.ending == .ended && !run.wasExamined {
      guard
        let file = try? ForeignFile(
          run.path, owner: .caller, for: .writing, largest: ReportLayout.largestFile),
        // Another process that holds the lock examines the run.
        flock(file.descriptor, LOCK_EX | LOCK_NB) == 0,
        let again = try? ReportHead(file), again.identity == run.identity, !again.wasExamined
      else { continue }
      let words = LastCallout.bytes(run.lastCallouts)
      let state = ReportLayout.State.examined.littleEndian
      guard FileBytes.write(words, to: file.descriptor, at: ReportLayout.lastWordsOffset),
        FileBytes.write(
          withUnsafeBytes(of: state) { Array($0) }, to: file.descriptor, at: ReportLayout.stateOffset)
      else { continue }
      LastWords.forget(run.identity)
      run.wasExamined = true
      found.append(run)
    }
    return found
  }

  /// When earlier starts of a program made the reports of the last day, seconds of the wall clock. Those that had to make
  /// room for newer ones are counted as made when the run began.
  static func reports(of executable: String, in runs: [StallRun], now: Int64) -> [Int64] {
    runs.filter { $0.executable == executable }.flatMap { run in
      run.records.map(\.startedWall.seconds) + Array(repeating: run.begun, count: min(run.dropped, 100_000))
    }.filter { $0 <= now && $0 > now - 86_400 }
  }

  /// Removes files that are too old, and the oldest until the limits hold. Those of living processes stay, as do those
  /// of other users.
  func prune(_ settings: ReportSettings, now: Int64) throws(StallMonitorError) {
    struct File {
      var path: String
      var changed: Int64
      var size: Int
    }
    var files: [File] = []
    for name in try FileBytes.names(in: path) where name.hasSuffix(ReportReader.suffix) {
      guard let file = try? ForeignFile("\(path)/\(name)", owner: .caller) else { continue }
      if let head = try? ReportHead(file), head.ending == .running || head.ending == .unknown { continue }
      files.append(File(path: file.path, changed: file.changed, size: file.size))
    }
    files.sort { $0.changed > $1.changed }
    var count = 0
    var bytes = 0
    for file in files {
      count += 1
      bytes = bytes.addingReportingOverflow(file.size).overflow ? .max : bytes + file.size
      if count > settings.maximumFiles || bytes > settings.maximumBytes
        || file.changed < now - settings.maximumAge.components.seconds
      {
        unlink(file.path)
      }
    }
  }
}
