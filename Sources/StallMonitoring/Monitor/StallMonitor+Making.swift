extension StallMonitor {
  /// A monitor that watches nothing yet.
  ///
  /// Throws when a setting makes no sense, or when the folder that was given for reports can not be used. What the
  /// system does not allow otherwise is no error: the monitor does without it and says so in `degradations`.
  ///
  /// - Parameters:
  ///   - delegate: is told of what is found, and may add to reports or hold them back.
  ///   - metrics: counts what is found.
  public convenience init(
    _ settings: Settings = Settings(), delegate: (any StallMonitorDelegate)? = nil,
    metrics: StallMetrics? = nil
  ) throws(StallMonitorError) {
    try settings.check()
    var degradations: [String: String] = [:]
    var reports: ReportStore?
    var reportSettings = ReportSettings()
    switch settings.reports {
    case nil: break
    case .standard:
      reportSettings.programVersion = settings.programVersion
      // Nobody asked for this folder in particular.
      do throws(StallMonitorError) { reports = try ReportStore(reportSettings) } catch {
        degradations["reports"] = error.description
      }
    case .folder(let path):
      reportSettings.folder = path
      reportSettings.programVersion = settings.programVersion
      reports = try ReportStore(reportSettings)
    case .limited(var limited):
      if !settings.programVersion.isEmpty { limited.programVersion = settings.programVersion }
      reports = try ReportStore(limited)
    }
    let world = LinuxWorld(signal: settings.signal)
    if !world.signalRefusal.isEmpty { degradations["stacks"] = world.signalRefusal }
    var page: HeartbeatPage?
    switch HeartbeatPage.shared {
    case .success(let shared): page = shared
    case .failure(let error): degradations["page"] = error.description
    }
    try self.init(
      settings, world: world, delegate: delegate, page: page, reports: reports,
      countingSinks: metrics.map { [$0] } ?? [], manager: .current, degradations: degradations)
  }

  static func journal(_ settings: Settings, _ reports: ReportStore?) -> Journal? {
    let path: @Sendable () -> String = { reports?.path ?? "" }
    return switch settings.journal {
    case nil: nil
    case .standard: Journal(Journal.standard, reports: path)
    case .socket(let place): Journal(place, reports: path)
    }
  }
}
