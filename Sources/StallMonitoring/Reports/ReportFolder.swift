import LinuxSystem

/// The reports of all processes that wrote into one folder.
public struct ReportFolder: Sendable {
  /// The path as it was given.
  public let path: String

  /// The folder of a path, or `standard`. Neither made nor read here.
  public init(_ path: String? = nil) { self.path = path ?? Self.standard }

  /// `mainspring/stalls` in `$XDG_STATE_HOME`, or in `~/.local/state`.
  public static var standard: String {
    if let state = Environment.value("XDG_STATE_HOME"), state.hasPrefix("/") {
      return state + "/mainspring/stalls"
    }
    if let home = Environment.value("HOME"), home.hasPrefix("/") {
      return home + "/.local/state/mainspring/stalls"
    }
    return "/tmp/mainspring-\(getuid())/stalls"
  }

  /// The folder's contents: the runs, oldest first, and errors for unreadable files.
  ///
  /// Files of any owner are read. Their stacks are decoded on access.
  public func contents() throws(StallMonitorError) -> (runs: [StallRun], failures: [StallMonitorError]) {
    try contents(owner: .anyone)
  }

  /// - Parameter isWanted: by its head; nil for all.
  func contents(
    owner: ForeignFile.Owner, where isWanted: ((ReportHead) -> Bool)? = nil
  ) throws(StallMonitorError) -> (runs: [StallRun], failures: [StallMonitorError]) {
    var runs: [StallRun] = []
    var failures: [StallMonitorError] = []
    for name in try FileBytes.names(in: path) where name.hasSuffix(ReportReader.suffix) {
      do throws(StallMonitorError) {
        let file = try ForeignFile("\(path)/\(name)", owner: owner, largest: ReportLayout.largestFile)
        if let isWanted, let head = try? ReportHead(file), !isWanted(head) { continue }
        var run = try ReportReader.read(file)
        if run.ending == .ended, !run.wasExamined { run.lastCallouts = LastWords.find(of: run.identity) }
        runs.append(run)
      } catch { failures.append(error) }
    }
    return (runs.sorted { ($0.begun, $0.name) < ($1.begun, $1.name) }, failures)
  }

  /// Determines how processes ended that left an open file, and stores the information of their heartbeat pages.
  /// Returns the runs whose end was not known before.
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
      let state = ReportLayout.RunState.examined.littleEndian
      guard FileBytes.write(words, to: file.descriptor, at: ReportLayout.lastWordsOffset),
        FileBytes.write(
          withUnsafeBytes(of: state) { Array($0) }, to: file.descriptor, at: ReportLayout.stateOffset)
      else { continue }
      if EndArea.isIn(again), let end = run.end?.found {
        _ = pwrite(file.descriptor, end, end.count, off_t(ReportLayout.endOffset))
      }
      // The program that replaced this one may have a page of the same name.
      if run.end != .replaced { LastWords.forget(run.identity) }
      run.wasExamined = true
      found.append(run)
    }
    return found
  }

  /// When earlier starts of a program made the reports of the last day, seconds of the wall clock. Reports that were replaced by
  /// newer ones are counted as made when the run began.
  static func reports(of executable: String, in runs: [StallRun], now: Int64) -> [Int64] {
    runs.filter { $0.executable == executable }.flatMap { run in
      run.records.map(\.startedWall.seconds) + Array(repeating: run.begun, count: min(run.dropped, 100_000))
    }.filter { $0 <= now && $0 > now - 86_400 }
  }

  /// Removes files that are too old, and others until the limits hold: see `ReportPruning`. Files of living processes stay, as
  /// do files of other users.
  func prune(_ settings: ReportSettings, now: Int64) throws(StallMonitorError) {
    let pruning = ReportPruning(settings: settings, now: now)
    var files: [ReportPruning.File] = []
    for name in try FileBytes.names(in: path) where name.hasSuffix(ReportReader.suffix) {
      guard let file = try? ForeignFile("\(path)/\(name)", owner: .caller) else { continue }
      if let file = pruning.file(file) { files.append(file) }
    }
    for file in pruning.excess(of: files) { unlink(file.path) }
  }

  /// Marks the records of an ended run as read, so that a later start may remove them. Files of other users, and read-only
  /// files, are not changed.
  public static func markRead(_ run: StallRun) {
    guard run.ending == .ended || run.ending == .closed,
      let file = try? ForeignFile(
        run.path, owner: .caller, for: .writing, largest: ReportLayout.largestFile),
      let head = try? ReportHead(file), head.identity == run.identity, head.readTime == 0
    else { return }
    var now = Int64(time(nil)).littleEndian
    pwrite(file.descriptor, &now, 8, off_t(ReportLayout.readOffset))
    // Keeps the file's age: the time of the process's last write.
    let changed = timespec(tv_sec: time_t(file.changed), tv_nsec: 0)
    var times = (changed, changed)
    withUnsafePointer(to: &times) {
      _ = $0.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(file.descriptor, $0) }
    }
  }
}
