internal import LinuxSystem
internal import RunLoopCore
internal import StallMonitoring

/// What the environment asks for besides the loop: reports of stalls of the main loop, their counts over HTTP, a recording.
///
/// - `MAINSPRING_STALLS=1`; `MAINSPRING_STALLS_THRESHOLD`, in milliseconds; `MAINSPRING_STALLS_FOLDER`.
/// - `MAINSPRING_METRICS=PORT`, of 127.0.0.1.
/// - `MAINSPRING_RECORD=FILE`.
enum Watching {
  // The main thread only; kept as long as the process.
  nonisolated(unsafe) private static var monitor: StallMonitor?
  nonisolated(unsafe) private static var server: MetricsServer?
  nonisolated(unsafe) private static var recorder: RunLoop.Recorder?

  /// On the main thread, when its loop is first used.
  static func begin(_ loop: RunLoop) {
    let port = Environment.value("MAINSPRING_METRICS")
    if let wish = Environment.value("MAINSPRING_STALLS"), wish != "0" {
      watch(loop, isReported: true)
    } else if port != nil {
      watch(loop, isReported: false)
    }
    if let port { serve(port) }
    if let path = Environment.value("MAINSPRING_RECORD") { record(loop, path) }
  }

  private static func watch(_ loop: RunLoop, isReported: Bool) {
    var settings = StallMonitor.Settings()
    if let text = Environment.value("MAINSPRING_STALLS_THRESHOLD") {
      guard let milliseconds = Int64(text), milliseconds > 0 else {
        return Message.once(
          "MAINSPRING_STALLS_THRESHOLD is '\(text)', and should be milliseconds: stalls are not watched")
      }
      settings.threshold = .milliseconds(milliseconds)
    }
    if let folder = Environment.value("MAINSPRING_STALLS_FOLDER") { settings.reports = .folder(folder) }
    if !isReported { settings.reports = nil }
    do {
      let monitor = try StallMonitor(settings)
      monitor.watch(loop)
      monitor.start()
      self.monitor = monitor
    } catch {
      Message.once("stalls are not watched: \(error)")
    }
  }

  private static func serve(_ text: String) {
    guard let monitor else { return }
    guard let port = UInt16(text) else {
      return Message.once("MAINSPRING_METRICS is '\(text)', and should be a port: there are no metrics")
    }
    do {
      let server = try MetricsServer(monitor.metrics, port: port)
      try server.start()
      self.server = server
    } catch {
      Message.once("there are no metrics: \(error)")
    }
  }

  private static func record(_ loop: RunLoop, _ path: String) {
    do {
      let recorder = try RunLoop.Recorder(path: path)
      recorder.record(loop)
      self.recorder = recorder
      atexit { Watching.recorder?.stop() }
    } catch {
      Message.once("the loop is not recorded: \(error)")
    }
  }
}
