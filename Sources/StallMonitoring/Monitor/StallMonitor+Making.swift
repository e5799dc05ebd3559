extension StallMonitor {
  /// Makes a monitor that watches nothing yet.
  ///
  /// Throws when a setting is invalid, or when the given folder for reports can not be used. Other restrictions of the
  /// system are no errors: the monitor works without the feature and lists it in `degradations`.
  ///
  /// - Parameters:
  ///   - delegate: is notified of findings, and may add to reports or suppress them.
  ///   - metrics: counts findings.
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
      // The folder is the default, so its failure is a degradation, not an error.
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
    if !world.readsProcesses {
      degradations["processes"] =
        "/proc can not be read: of blocked threads it is not known what they wait for"
    }
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
