import LinuxSystem
import StallMonitoring

/// Ends processes in the middle of a stall, in each possible way, and reads their reports.
struct EndTrial {
  private(set) var tried = 0
  private(set) var right = 0
  private(set) var faults: [String] = []

  private(set) var skipped: [String: String] = [:]

  /// - Parameter special: whether to include ways that need root.
  mutating func go(special: Bool, progress: (String) -> Void) throws {
    let folder = try TemporaryFolder.make("runloop-ended")
    defer { rmdir(folder) }
    for how in EndOfProcess.allCases { skipped["end by \(how.rawValue)"] = how.obstacle }
    let ends = EndOfProcess.allCases.filter { ($0 != .memory || special) && $0.obstacle == nil }
    // Some at once: each takes its time.
    for start in stride(from: 0, to: ends.count, by: 4) {
      try end(Array(ends[start..<min(start + 4, ends.count)]), in: folder, progress: progress)
    }
  }

  private mutating func end(
    _ ends: [EndOfProcess], in folder: String, progress: (String) -> Void
  ) throws {
    // None writes a crash report.
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    let children = ends.map { how in
      let child = HelperProcess.startTool([
        "inject", "sleep", "3000", "--kill", "500", "--by", how.rawValue, "--threshold", "50", "--folder",
        folder,
      ])
      return (how: how, child: child)
    }
    unsetenv("SWIFT_BACKTRACE")
    for (how, child) in children {
      progress("end by \(how.rawValue)")
      tried += 1
      let run = try result(of: child, in: folder, isReplaced: how == .exec)
      // A program in its place continues.
      if how == .exec { kill(child, SIGKILL) }
      HelperProcess.wait(for: child)
      let record = run?.records.first { $0.callout.label == "inject sleep #1" }
      if let run, let record, how.isTold(run.end), record.diagnosis.cause == .sleep {
        right += 1
      } else {
        let told =
          run.map { run in record.map { StallReport($0, of: run).sentence } ?? "no record" } ?? "no report"
        faults.append("end by \(how.rawValue): \(told)")
      }
      if how == .memory { HelperProcess.removeMemoryGroup(child) }
      if let run {
        unlink("/dev/shm/mainspring.\(getuid()).\(run.process)")
        unlink(run.path)
      }
    }
  }

  /// The child's run when it has ended, or has been replaced.
  private func result(of child: pid_t, in folder: String, isReplaced: Bool) throws -> StallRun? {
    for _ in 0..<1_000 {
      usleep(10_000)
      let run = try? ReportFolder(folder).contents().runs.first { $0.process == child }
      if let run, run.end != nil, isReplaced || run.ending == .ended { return run }
    }
    return nil
  }
}
