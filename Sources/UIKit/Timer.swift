import RunLoopCore

@_exported import class RunLoopCore.RunLoop

/// Foundation's timer: calls a closure once or repeatedly on the loop that it was added to, which keeps it until it is invalid. For one
/// thread, as views are; `RunLoop.Timer` is for several.
///
///     Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in … }
public final class Timer: NSObject {
  /// Keeps the timer while a loop has it.
  private final class Keeper: @unchecked Sendable {
    weak var timer: Timer?
    /// The same, from its being added until it is invalid.
    var kept: Timer?
  }

  private let keeper = Keeper()
  private let body: (Timer) -> Void
  fileprivate let item: RunLoop.Timer
  /// Seconds between two calls; 0 for a timer that does not repeat.
  public let timeInterval: TimeInterval
  /// The object that the program has passed.
  public let userInfo: Any?

  private init(_ seconds: TimeInterval, _ repeats: Bool, _ userInfo: Any?, _ body: @escaping (Timer) -> Void)
  {
    // Foundation's least interval. What is no number, or too long, is never due.
    let seconds = max(seconds, 0.0001)
    let interval: Duration? = seconds < 1e9 ? .seconds(seconds) : nil
    self.body = body
    self.userInfo = userInfo
    timeInterval = repeats ? seconds : 0
    let keeper = keeper
    item = RunLoop.Timer(
      at: interval.map { RunLoop.Instant.now.advanced(by: $0) } ?? .distantFuture,
      repeating: repeats ? interval : nil
    ) { _ in keeper.timer?.call() }
    super.init()
    keeper.timer = self
  }

  /// A timer that is to be added to a loop by `RunLoop.add(_:forMode:)`.
  public convenience init(
    timeInterval seconds: TimeInterval, repeats: Bool, block: @escaping (Timer) -> Void
  ) { self.init(seconds, repeats, nil, block) }

  /// As `init(timeInterval:repeats:block:)`, with an action message for a target, which the timer keeps until it is invalid.
  public convenience init(
    timeInterval seconds: TimeInterval, target: AnyObject, selector: Selector, userInfo: Any?, repeats: Bool
  ) { self.init(seconds, repeats, userInfo) { selector.perform(on: target, from: $0, for: nil) } }

  /// A timer in the default mode of the calling thread's loop.
  @discardableResult
  public static func scheduledTimer(
    withTimeInterval seconds: TimeInterval, repeats: Bool, block: @escaping (Timer) -> Void
  ) -> Timer {
    let timer = Timer(timeInterval: seconds, repeats: repeats, block: block)
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }

  /// As `scheduledTimer(withTimeInterval:repeats:block:)`, with an action message for a target.
  @discardableResult
  public static func scheduledTimer(
    timeInterval seconds: TimeInterval, target: AnyObject, selector: Selector, userInfo: Any?, repeats: Bool
  ) -> Timer {
    let timer = Timer(
      timeInterval: seconds, target: target, selector: selector, userInfo: userInfo, repeats: repeats)
    RunLoop.current.add(timer, forMode: .default)
    return timer
  }

  /// Whether it may be called still.
  public var isValid: Bool { item.isValid }

  /// Without effect: `RunLoop.Timer` has a tolerance, which shares wake-ups.
  public var tolerance: TimeInterval = 0

  /// Ends it: it is no longer called.
  public func invalidate() {
    item.invalidate()
    keeper.kept = nil
  }

  /// Calls it now. A repeating one keeps its dates; one that fires once becomes invalid.
  public func fire() {
    guard isValid else { return }
    if timeInterval == 0 { item.invalidate() }
    call()
  }

  private func call() {
    body(self)
    if !isValid || timeInterval == 0 { keeper.kept = nil }
  }

  fileprivate func isKept() { if isValid { keeper.kept = self } }
}

extension RunLoop {
  /// Adds a timer to a mode, in which it is called from then on. The loop keeps it until it is invalid.
  public func add(_ timer: UIKit.Timer, forMode mode: RunLoop.Mode) {
    timer.isKept()
    add(timer.item, to: mode)
  }
}
