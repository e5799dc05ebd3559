import LinuxSystem
import RunLoopCore

/// Detects stalls of loops: one thread watches any number of them, reports each callout that takes too long while it
/// lasts, with its cause and its stacks, and preserves the evidence if the process is killed.
///
/// ```swift
/// let monitor = try StallMonitor()
/// monitor.watch(.main)
/// monitor.start()
/// ```
///
/// Keep a reference: deallocating the monitor stops it. All methods may be called from any thread.
public final class StallMonitor: Sendable {
  /// The settings, which can not be changed.
  public let settings: Settings
  /// The reports of this process; nil when there are none, for the reason in `degradations`.
  public let reports: ReportStore?
  /// The features that are not available here, with the reasons: `stacks`, `reports`, `page`. Every report includes them.
  public let degradations: [String: String]
  /// Counts of this monitor's findings, suppressed or not.
  public let metrics = StallMetrics()
  /// Whether the watched loops make progress, for a probe of any kind.
  public let liveness: Liveness
  private let engine: MonitorEngine
  /// Held while the monitor starts or stops.
  private let changing = FutexLock()

  /// For tests, in a world of their own.
  init(
    _ settings: Settings, world: any MonitorWorld, delegate: (any StallMonitorDelegate)? = nil,
    page: HeartbeatPage? = nil, reports: ReportStore? = nil, countingSinks: [any StallSink] = [],
    manager: ServiceManager? = nil, degradations: [String: String] = [:]
  ) throws(StallMonitorError) {
    try settings.check()
    self.settings = settings
    self.reports = reports
    self.degradations = degradations
    let core = MonitorCore(world: world, settings: settings)
    core.delegate = delegate
    core.page = page
    core.degradations = degradations
    core.countingSinks = countingSinks + [metrics]
    if let reports {
      core.reportSinks.append(reports)
      let wall = world.wallTime.seconds
      let ages = reports.earlierReports.map { UInt64(max(wall - $0, 0)) * 1_000_000_000 }
      core.filter.count(reportsOf: ages, time: world.now &+ world.suspendedTime)
    }
    if let journal = Self.journal(settings, reports) {
      core.reportSinks.append(journal)
      core.acting.log = journal.log
    }
    if settings.notifiesWatchdog, let manager, let timeout = manager.watchdog {
      core.acting.watchdog = WatchdogPing(timeout: timeout.inNanoseconds) { manager.notify(.watchdog) }
    }
    liveness = core.acting.liveness
    engine = MonitorEngine(core)
  }

  deinit {
    engine.stop()
  }

  // MARK: Watching

  /// Starts to watch a loop. Its label is its name in reports.
  public func watch(_ loop: RunLoop) {
    let label = loop.label.isEmpty ? (loop.isMain ? "main" : "loop \(loop.threadNumber)") : loop.label
    let thread = loop.threadNumber
    let range = settings.sensitiveRange
    engine.request { [engine] core in
      guard !core.watches.contains(where: { $0.loop.isAbout(loop) }) else { return }
      core.add(
        WatchedLoop(.loop(loop), label: label, thread: thread, isMain: loop.isMain, page: core.page))
      if let range { core.observe(loop, label, range, engine) }
    }
    // The handler of the sampling signal is tried once on the thread itself, when the loop next runs.
    let world = engine.world
    if loop.isOwnThread { world.prepare(thread: thread) } else { loop.post { world.prepare(thread: thread) } }
  }

  /// Watches the work of a thread without a loop of this library.
  public func watch(_ heartbeat: Heartbeat) {
    engine.request { core in
      guard !core.watches.contains(where: { $0.loop.isAbout(heartbeat) }) else { return }
      core.add(
        WatchedLoop(.heartbeat(heartbeat), label: heartbeat.label, thread: heartbeat.thread, page: core.page))
    }
    if heartbeat.isOwnThread { engine.world.prepare(thread: heartbeat.thread) }
  }

  /// Watches the present and future threads of this process that report their work themselves, by `rl_heartbeat_open` of
  /// runloop.h or runloop_heartbeat.h. They do not wake the monitor, which therefore polls them even while everything is idle.
  public func watchHeartbeatsOfC() {
    engine.request { core in
      if core.told == nil { core.told = ToldLoops(process: getpid()) }
    }
  }

  /// Stops watching a loop, asynchronously on the monitor's thread.
  public func unwatch(_ loop: RunLoop) {
    engine.request { core in core.stopWatching(loop) }
  }

  /// Stops watching the work of a thread, asynchronously on the monitor's thread.
  public func unwatch(_ heartbeat: Heartbeat) {
    engine.request { core in core.stopWatching(heartbeat) }
  }

  // MARK: Running

  /// Starts the monitor's thread. False when no thread could be made, it already runs, another thread starts or stops it right now, or
  /// it ran when this process was forked: a child must make a monitor of its own.
  @discardableResult
  public func start() -> Bool {
    guard !engine.runsInTheParent, changing.tryLock() else { return false }
    defer { changing.unlock() }
    if !engine.isRunning { reports?.reopen() }
    if settings.noticesSignals, reports != nil { EndMark.noticeSignals() }
    return engine.start()
  }

  /// Ends the monitor's thread, and returns when it has ended: stalls in progress are reported with their current data, and
  /// watched loops are released. It can be started again, with nothing watched. Must not be called by the delegate.
  /// [R35]
  public func stop() {
    // The thread was interrupted by the fork at an arbitrary point, and may have held any lock.
    guard !engine.runsInTheParent else { return }
    changing.lock()
    defer { changing.unlock() }
    engine.stop()
    reports?.close()
  }

  /// Whether the monitor's thread runs.
  public var isRunning: Bool { engine.isRunning }

  /// Whether it ran when this process was forked: `start` does nothing then.
  package var ranInTheParent: Bool { engine.runsInTheParent }

  var passCount: Int { engine.passCount.load(ordering: .relaxed) }
  var watchedCount: Int { engine.watchedCount.load(ordering: .relaxed) }

  /// Sets the threshold of stalls from now on; a stall in progress keeps its own. [R31]
  public func setThreshold(_ threshold: Duration) throws(StallMonitorError) {
    try Settings.check("threshold", threshold, Settings.leastThreshold...Settings.greatestThreshold)
    let nanoseconds = threshold.inNanoseconds
    engine.request { core in core.setThreshold(nanoseconds) }
  }

  /// Restores the threshold of the settings. [R31]
  public func recoverThreshold() {
    let nanoseconds = settings.threshold.inNanoseconds
    engine.request { core in core.setThreshold(nanoseconds) }
  }
}
