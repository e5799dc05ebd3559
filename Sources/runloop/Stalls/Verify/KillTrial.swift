import LinuxSystem
import StallMonitoring

/// Kills processes in the middle of a stall, and reads their reports.
struct KillTrial {
  private(set) var kills = 0
  /// With a record of that stall, of the kind "stalled and killed", and a stack.
  private(set) var found = 0
  private(set) var torn = 0
  /// With what the loop did last, by its heartbeat page or the record.
  private(set) var lastCallouts = 0

  mutating func go(_ count: Int, threshold: UInt64, progress: (String) -> Void) throws {
    let folder = try TemporaryFolder.make("runloop-killed")
    defer { rmdir(folder) }
    let least = Int(threshold / 1_000_000) * 3 / 2 + 30
    for number in 0..<count {
      progress("kill \(number + 1) of \(count)")
      let moment = Int.random(in: least...least + 300)
      HelperProcess.runTool([
        "inject", "sleep", "3000", "--kill", "\(moment)", "--threshold", "\(threshold / 1_000_000)",
        "--folder", folder,
      ])
      for run in try ReportFolder(folder).contents().runs {
        kills += 1
        torn += run.torn
        let label = "inject sleep #1"
        let record = run.records.first { $0.kind == .stalledAndKilled && $0.callout.label == label }
        if record?.samples.contains(where: { !$0.addresses.isEmpty }) ?? false { found += 1 }
        if run.lastCallouts.contains(where: { $0.callout.label == label && !$0.wasWaiting }) {
          lastCallouts += 1
        }
        // Removes its page, which nothing else would remove.
        unlink("/dev/shm/mainspring.\(getuid()).\(run.process)")
        unlink(run.path)
      }
    }
  }
}
