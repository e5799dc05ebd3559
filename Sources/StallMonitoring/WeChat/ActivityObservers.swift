import LinuxSystem
import RunLoopCore

/// WeChat's two observers (R1–R5), for those who want every burst timed on the loop's own clock (R30): the first and
/// the last to be called at every activity, in the common modes.
///
/// The monitor does not need them: the heartbeat tells what it must know, without a look at the clock. They are
/// there only with `Settings.sensitiveRange`.
final class ActivityObservers: Sendable {
  /// Nanoseconds on the loop's clock; all of it is the loop's thread's.
  struct Burst {
    var start: Int64 = 0
    var isRunning = false
    /// The activity that came last.
    var activity = RunLoop.Activity()
  }

  private let burst = Guarded(Burst())
  private let range: ClosedRange<Duration>
  private let tell: @Sendable (Duration) -> Void
  private let items = Guarded<[RunLoop.Observer]>([])

  init(range: ClosedRange<Duration>, tell: @escaping @Sendable (Duration) -> Void) {
    self.range = range
    self.tell = tell
  }

  /// R1, R2: in the common modes, and in others if need be.
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

  /// R35: takes the observers out wherever they are.
  func remove() {
    for item in items.withLock({ items in
      defer { items = [] }
      return items
    }) { item.invalidate() }
  }

  /// R3, R4. Entry starts the clock too: a run that begins is not as old as the one before it (F3).
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

  /// R5, R30. What ends at a wait is told after the fact, with what it took and no stack.
  ///
  /// A run inside a callout that ends leaves the callout to go on (F4).
  func end(_ activity: RunLoop.Activity, _ now: RunLoop.Instant, isInner: Bool) {
    let took = burst.withLock { burst -> Duration? in
      burst.activity = activity
      guard activity == .beforeWaiting || activity == .exit && !isInner, burst.isRunning else { return nil }
      burst.isRunning = false
      return .nanoseconds(now.nanoseconds - burst.start)
    }
    if let took, range.contains(took) { tell(took) }
  }

  /// What the observers saw last.
  var lastActivity: RunLoop.Activity { burst.withLock { $0.activity } }
  var isRunning: Bool { burst.withLock { $0.isRunning } }
}
