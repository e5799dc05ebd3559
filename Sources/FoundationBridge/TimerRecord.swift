internal import CFoundationHooks
internal import RunLoopCore

/// A timer of CF's.
final class TimerRecord: ItemRecord, @unchecked Sendable {
  private let callout: cf_timer_callout?
  private let context: cf_context
  private let repeats: Bool
  private let lock = FutexLock()
  /// The date in CF's form, and its moment. Guarded by the lock.
  @exclusivity(unchecked) private var date: Double
  @exclusivity(unchecked) private var instant: RunLoop.Instant
  @exclusivity(unchecked) private(set) var timer: RunLoop.Timer!
  /// The records of valid timers, by ours.
  private static let byTimer = SideTable<TimerRecord>()

  init(_ object: cf_object, date: Double, interval: Double, callout: cf_timer_callout?) {
    var context = cf_context()
    CoreFoundation.functions.CFRunLoopTimerGetContext(object, &context)
    self.context = context
    self.callout = callout
    repeats = interval > 0
    self.date = min(date, Seconds.latestDate)
    if date.isNaN { self.date = date }
    instant = Seconds.instant(self.date)
    super.init(object)
    timer = RunLoop.Timer(
      at: instant,
      repeating: repeats ? .nanoseconds(max(Seconds.nanoseconds(min(interval, Seconds.longest)), 1)) : nil
    ) { [self] _ in fire() }
    Self.byTimer.enter(self, for: Unmanaged.passUnretained(timer).toOpaque())
  }

  /// The record of a timer that a loop has; nil for one that is none of Foundation's.
  static func record(of timer: RunLoop.Timer) -> TimerRecord? {
    byTimer[Unmanaged.passUnretained(timer).toOpaque()]
  }

  private func fire() {
    guard let hold = beginCall() else { return }
    let info = context.retain.map { UnsafeMutableRawPointer(mutating: $0(context.info)) } ?? context.info
    callout?(object, info)
    if !repeats { Items.invalidateTimer(object) }
    if context.retain != nil { context.release?(info) }
    endCall(hold)
  }

  override func isKept(by loop: RunLoop) -> Bool { loop.keeps(timer) }

  override func invalidateItem() {
    timer.invalidate()
    withExtendedLifetime(Self.byTimer.remove(Unmanaged.passUnretained(timer).toOpaque())) {}
  }

  /// The next date; 0 of an invalid timer.
  var fireDate: Double {
    get {
      guard let next = timer.fireDate else { return 0 }
      return lock.withLock {
        // It has fired since: CF recomputes the date then, too.
        if next != instant {
          instant = next
          date = Seconds.date(next)
        }
        return date
      }
    }
    set {
      let date = newValue.isNaN ? newValue : min(newValue, Seconds.latestDate)
      let instant = Seconds.instant(date)
      lock.withLock {
        self.date = date
        self.instant = instant
      }
      timer.fireDate = instant
    }
  }
}
