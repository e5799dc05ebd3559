import RunLoopCore
import StallMonitoring

/// The main thread's loop under a monitor whose reports are read like any program's.
struct MonitoredLoop {
  let monitor: StallMonitor
  let path: String

  init(threshold: Int, folder: String?) throws {
    var settings = StallMonitor.Settings()
    settings.threshold = .milliseconds(threshold)
    settings.rarestRepeat = 1
    settings.dailyLimit = 1_000_000
    settings.reports = .folder(folder ?? ReportFolder.standard)
    monitor = try StallMonitor(settings)
    path = monitor.reports?.path ?? ""
    RunLoop.main.label = "main"
    monitor.watch(.main)
    monitor.start()
  }

  /// The reports so far.
  func run() throws -> StallRun { try StallRun(path: path) }

  func finish() throws -> StallRun {
    monitor.stop()
    return try run()
  }
}
