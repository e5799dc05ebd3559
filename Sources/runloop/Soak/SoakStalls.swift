import LinuxSystem
import RunLoopCore
import StallMonitoring
import Synchronization

/// Stalls of a soak, the monitor that finds them, and its reports.
final class SoakStalls: StallMonitorDelegate, @unchecked Sendable {
  static let label = "soak stall"
  private let folder: String
  private var monitor: StallMonitor?
  private let made = Atomic<Int>(0)
  private let counts = Mutex(Counts())

  private struct Counts {
    /// The id of the last counted record: a record is reported several times.
    var lastFound: UInt64 = 0
    var lastReported: UInt64 = 0
    /// Stalls that were made here and found.
    var found = 0
    /// All reports, those of other stalls included: a busy machine makes some.
    var reported = 0
  }

  init(in folder: String) { self.folder = folder + "/reports" }

  func start(_ loop: RunLoop) throws {
    var settings = StallMonitor.Settings()
    settings.threshold = .milliseconds(20)
    settings.rarestRepeat = 1
    settings.dailyLimit = 1_000_000
    settings.fewestFrames = 0
    settings.reports = .folder(folder)
    let monitor = try StallMonitor(settings, delegate: self)
    monitor.watch(loop)
    guard monitor.start() else { throw Descriptors.Failure("starting the monitor's thread") }
    self.monitor = monitor
  }

  /// Ends the monitor, and removes the reports.
  func end() {
    monitor?.stop()
    monitor = nil
    for run in (try? ReportFolder(folder).contents().runs) ?? [] { unlink(run.path) }
    rmdir(folder)
  }

  /// Holds the loop up once.
  func stall(_ loop: RunLoop, milliseconds: Int) {
    made.wrappingAdd(1, ordering: .relaxed)
    loop.add(
      RunLoop.Timer(after: .zero, label: Self.label) { _ in usleep(useconds_t(milliseconds * 1000)) },
      to: .common)
  }

  func stallBegan(_ record: StallRecord) {
    note(record)
    counts.withLock { counts in
      guard record.id > counts.lastReported else { return }
      counts.lastReported = record.id
      counts.reported += 1
    }
  }

  func stallWasFiltered(_ record: StallRecord) { note(record) }

  private func note(_ record: StallRecord) {
    counts.withLock { counts in
      guard record.id > counts.lastFound else { return }
      counts.lastFound = record.id
      if record.callout.label == Self.label { counts.found += 1 }
    }
  }

  var summary: String {
    let counts = counts.withLock { ($0.found, $0.reported) }
    return "\(made.load(ordering: .relaxed)) stalls (\(counts.0) found, \(counts.1) reports)"
  }

  /// The imbalances. To be called when no stall is in progress.
  var problems: [String] {
    let made = made.load(ordering: .relaxed)
    let (found, reported) = counts.withLock { ($0.found, $0.reported) }
    var problems: [String] = []
    // Where other programs take the processors away, the monitor comes too late for some.
    if found > made || made >= 10 && found * 2 < made {
      problems.append("\(made) stalls made, and \(found) found")
    }
    do throws(StallMonitorError) {
      let (runs, failures) = try ReportFolder(folder).contents()
      problems += failures.map(\.description)
      let kept = runs.reduce(0) { $0 + $1.records.count + $1.dropped }
      if kept != reported { problems.append("\(reported) stalls reported, and \(kept) on record") }
    } catch {
      problems.append(error.description)
    }
    if let failure = monitor?.reports?.failure { problems.append(failure.description) }
    return problems
  }
}
