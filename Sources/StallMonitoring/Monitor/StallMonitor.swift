import LinuxSystem
import RunLoopCore

/// Finds what holds loops up: a thread beside any number of them that sees each callout which takes too long, says
/// what it was, why it took long and where, while it lasts, and keeps the evidence if the process is killed.
///
/// ```swift
/// let monitor = try StallMonitor()
/// monitor.watch(.main)
/// monitor.start()
/// ```
///
/// It must be kept: a monitor that goes stops watching. All methods may be called from any thread.
public final class StallMonitor: Sendable {
  /// The settings it was made with; they can not change.
  public let settings: Settings
  /// The reports of this process; nil when there are none, and `degradations` says why.
  public let reports: ReportStore?
  /// What can not be done here, and why, by what it is: `stacks`, `reports`, `page`. Every report says it too.
  public let degradations: [String: String]
  /// Counts of what this monitor sees, held back or not.
  public let metrics = StallMetrics()
  /// Whether the watched loops make progress, for a probe of any kind.
  public let liveness: Liveness
  private let engine: MonitorEngine

  /// For tests: in a world of their own.
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

  // MARK: What is watched

  /// Watches a loop from now on. Its label is what it is called in reports.
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
    // The handler of the sampling signal is tried once on the thread itself, when it comes by.
    let world = engine.world
    if loop.isOwnThread { world.prepare(thread: thread) } else { loop.post { world.prepare(thread: thread) } }
  }

  /// Watches the work of a thread that no loop of ours drives.
  public func watch(_ heartbeat: Heartbeat) {
    engine.request { core in
      guard !core.watches.contains(where: { $0.loop.isAbout(heartbeat) }) else { return }
      core.add(
        WatchedLoop(.heartbeat(heartbeat), label: heartbeat.label, thread: heartbeat.thread, page: core.page))
    }
    if heartbeat.isOwnThread { engine.world.prepare(thread: heartbeat.thread) }
  }

  /// Watches the threads of this process that say themselves what they do, by `rl_heartbeat_open` of runloop.h or
  /// runloop_heartbeat.h: those that do so now, and those to come. They do not wake the monitor, which so looks at them
  /// from time to time also while nothing happens.
  public func watchHeartbeatsOfC() {
    engine.request { core in
      if core.told == nil { core.told = ToldLoops(process: getpid()) }
    }
  }

  /// Stops watching a loop. Soon, not at once: the monitor's thread does it.
  public func unwatch(_ loop: RunLoop) {
    engine.request { core in core.stopWatching(loop) }
  }

  /// Stops watching the work of a thread. Soon, not at once: the monitor's thread does it.
  public func unwatch(_ heartbeat: Heartbeat) {
    engine.request { core in core.stopWatching(heartbeat) }
  }

  // MARK: Running

  /// Starts the monitor's thread. False when there could be none, there is one already, or it ran when this process was forked:
  /// a child then makes a monitor of its own.
  @discardableResult
  public func start() -> Bool {
    guard !engine.runsInTheParent else { return false }
    if !engine.isRunning { reports?.reopen() }
    if settings.noticesSignals, reports != nil { EndMark.noticeSignals() }
    return engine.start()
  }

  /// Ends the monitor's thread, and comes back when it has ended: stalls that go on are told as they stand, and what
  /// was watched is let go of. It can be started again, with nothing watched. Must not be called by the delegate.
  /// [R35]
  public func stop() {
    // Its thread was copied in the middle of something, and may have held any lock.
    guard !engine.runsInTheParent else { return }
    engine.stop()
    reports?.close()
  }

  /// Whether the monitor's thread is there.
  public var isRunning: Bool { engine.isRunning }

  /// Whether it ran when this process was forked: `start` does nothing then.
  package var ranInTheParent: Bool { engine.runsInTheParent }

  var passCount: Int { engine.passCount.load(ordering: .relaxed) }
  var watchedCount: Int { engine.watchedCount.load(ordering: .relaxed) }

  /// Sets what counts as a stall from now on; a stall that goes on keeps its own. [R31]
  public func setThreshold(_ threshold: Duration) throws(StallMonitorError) {
    try Settings.check("threshold", threshold, Settings.leastThreshold...Settings.greatestThreshold)
    let nanoseconds = threshold.inNanoseconds
    engine.request { core in core.setThreshold(nanoseconds) }
  }

  /// Goes back to the threshold of the settings. [R31]
  public func recoverThreshold() {
    let nanoseconds = settings.threshold.inNanoseconds
    engine.request { core in core.setThreshold(nanoseconds) }
  }
}
