import LinuxSystem
import RunLoopCore

/// WeChat's two observers (R1–R5), which time every burst on the loop's own clock (R30): the first and
/// the last to be called at every activity, in the common modes.
///
/// The monitor does not need them: it reads the heartbeat, which costs the loop no reading of the clock. They are
/// added only with `Settings.sensitiveRange`.
final class ActivityObservers: Sendable {
  /// Nanoseconds on the loop's clock. The loop's thread only.
  struct Burst {
    var start: Int64 = 0
    var isRunning = false
    /// The activity that came last.
    var activity = RunLoop.Activity()
  }

  private let burst = Guarded(Burst())
  private let range: ClosedRange<Duration>
  private let report: @Sendable (Duration) -> Void
  private let items = Guarded<[RunLoop.Observer]>([])

  init(range: ClosedRange<Duration>, report: @escaping @Sendable (Duration) -> Void) {
    self.range = range
    self.report = report
  }

  /// R1, R2: adds them to the common modes, and to others if requested.
  func add(to loop: RunLoop, modes: [RunLoop.Mode] = [.common]) {
    let first = RunLoop.Observer(activities: .all, order: .min, label: "stall monitor, first") {
      [weak self] in
      self?.begin($0, RunLoop.current.now)
    }
    let last = RunLoop.Observer(activities: .all, order: .max, label: "stall monitor, last") { [weak self] in
      let loop = RunLoop.current
      self?.end($0, loop.now, isInner: LineReading(loop.heartbeat).depth > 1)
    }
    items.withLock { $0 += [first, last] }
    for mode in modes {
      loop.add(first, to: mode)
      loop.add(last, to: mode)
    }
  }

  /// R35: removes the observers from all modes.
  func remove() {
    for item in items.withLock({ items in
      defer { items = [] }
      return items
    }) { item.invalidate() }
  }

  /// R3, R4. Entry starts the clock, too: a new run does not continue the time of the one before it (F3).
  func begin(_ activity: RunLoop.Activity, _ now: RunLoop.Instant) {
    burst.withLock { burst in
      burst.activity = activity
      switch activity {
      case .entry, .beforeTimers, .beforeSources, .afterWaiting:
        if !burst.isRunning {
          burst.start = now.nanoseconds
          burst.isRunning = true
        }
      default: break
      }
    }
  }

  /// R5, R30. A burst that ends at a wait is reported afterwards, with its duration and without a stack.
  ///
  /// The end of a run inside a callout does not end the callout's burst (F4).
  func end(_ activity: RunLoop.Activity, _ now: RunLoop.Instant, isInner: Bool) {
    let took = burst.withLock { burst -> Duration? in
      burst.activity = activity
      guard activity == .beforeWaiting || activity == .exit && !isInner, burst.isRunning else { return nil }
      burst.isRunning = false
      return .nanoseconds(now.nanoseconds - burst.start)
    }
    if let took, range.contains(took) { report(took) }
  }

  /// The last observed activity.
  var lastActivity: RunLoop.Activity { burst.withLock { $0.activity } }
  var isRunning: Bool { burst.withLock { $0.isRunning } }
}
