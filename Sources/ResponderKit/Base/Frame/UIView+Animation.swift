import RunLoopCore
import Synchronization

/// Animation of frame, bounds, center, transform and alpha.
extension UIView {
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The views can be hit while they are animated, where they will be.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    public static let curveEaseInOut: AnimationOptions = []
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

    /// How far the animation is when a part of its time is over.
    func progress(_ part: Double) -> Double {
      switch rawValue & 3 << 16 {
      case 1 << 16: part * part
      case 2 << 16: 1 - (1 - part) * (1 - part)
      case 3 << 16: part
      default: part * part * (3 - 2 * part)
      }
    }
  }

  /// Lets what `animations` changes of views in windows be seen to change over a time. The views have their new values at
  /// once; only what is shown changes step by step, on the beats of the display.
  ///
  /// - Parameter completion: called when the time is over, with true, or when the animation was removed, with false.
  public static func animate(
    withDuration duration: Duration, delay: Duration = .zero, options: AnimationOptions = [],
    animations: () -> Void, completion: ((_ isFinished: Bool) -> Void)? = nil
  ) {
    let list = UIApplication.shared.frame.animations
    list.open(Animation(duration: duration, delay: delay, options: options, completion), animations)
  }

  /// What `changes` changes is not animated, also inside of `animate`.
  public static func performWithoutAnimation(_ changes: () -> Void) {
    UIApplication.shared.frame.animations.suspend(changes)
  }

  /// Ends the view's animations; its values are shown as they are.
  public final func removeAllAnimations() { (home?.application)?.frame.animations.remove(self) }

  /// Changes a value, and animates the change if it happens inside of `animate`.
  @inline(__always)
  final func animatingChange(_ change: () -> Void) {
    if AnimationList.openCount.load(ordering: .relaxed) == 0 { return change() }
    animateChange(change)
  }

  @inline(never)
  private func animateChange(_ change: () -> Void) {
    guard let animation = home?.application?.frame.animations.current else { return change() }
    let shown = presentation
    let before = ViewPresentation(self)
    change()
    animation.add(self, shown: shown, before: before)
  }
}

/// One call of `animate`.
final class Animation {
  let duration: Int64
  let delay: Int64
  let options: UIView.AnimationOptions
  var completion: ((Bool) -> Void)?
  var start = RunLoop.Instant.distantPast
  private(set) var parts: [Part] = []

  struct Part {
    let view: UIView
    /// What was shown when the change was made.
    let from: ViewPresentation
    var to: ViewPresentation
  }

  init(
    duration: Duration, delay: Duration, options: UIView.AnimationOptions, _ completion: ((Bool) -> Void)?
  ) {
    self.duration = max(duration.wholeNanoseconds, 0)
    self.delay = max(delay.wholeNanoseconds, 0)
    self.options = options
    self.completion = completion
  }

  /// A value of the view was changed. What the change left as it was does not move.
  func add(_ view: UIView, shown: ViewPresentation, before: ViewPresentation) {
    let after = ViewPresentation(view)
    guard after != before else { return }
    if let index = parts.firstIndex(where: { $0.view === view }) {
      parts[index].to = after
    } else {
      parts.append(Part(view: view, from: shown, to: after))
    }
  }

  func remove(_ view: UIView) { parts.removeAll { $0.view === view } }

  /// The part of its time that is over.
  func part(at now: RunLoop.Instant) -> Double {
    let elapsed = start.duration(to: now).wholeNanoseconds - delay
    guard duration > 0 else { return elapsed >= 0 ? 1 : 0 }
    return min(max(Double(elapsed) / Double(duration), 0), 1)
  }

  func isOver(at now: RunLoop.Instant) -> Bool {
    start.duration(to: now).wholeNanoseconds >= duration.addingReportingOverflow(delay).partialValue
  }
}

/// The animations of an application, moved by its display link.
final class AnimationList {
  unowned let application: UIApplication
  /// How many `animate` blocks run now, on all threads: programs pay for one load.
  static let openCount = Atomic<Int>(0)

  private var open: [Animation] = []
  private var isSuspended = false
  private var running: [Animation] = []
  private var link: DisplayLink?

  init(_ application: UIApplication) {
    self.application = application
  }

  var current: Animation? { isSuspended ? nil : open.last }

  func open(_ animation: Animation, _ body: () -> Void) {
    open.append(animation)
    Self.openCount.add(1, ordering: .relaxed)
    let suspended = isSuspended
    isSuspended = false
    body()
    isSuspended = suspended
    Self.openCount.subtract(1, ordering: .relaxed)
    open.removeLast()
    begin(animation)
  }

  func suspend(_ body: () -> Void) {
    let suspended = isSuspended
    isSuspended = true
    body()
    isSuspended = suspended
  }

  private func begin(_ animation: Animation) {
    animation.start = application.loop.now
    // Nothing to see: it is over at once, as in UIKit.
    guard !animation.parts.isEmpty, animation.duration > 0 || animation.delay > 0 else {
      animation.completion?(true)
      return
    }
    running.append(animation)
    for part in animation.parts { refresh(part.view) }
    if link == nil {
      let link = DisplayLink { [unowned self] _ in step() }
      do {
        try link.add(to: application.loop, mode: .common)
        self.link = link
      } catch {
        // Without a descriptor nothing can be shown step by step; what is wanted is there already.
        application.losses.add(.init("animation: \(error)"))
        finish(animation, false)
      }
    }
    link?.isPaused = false
  }

  /// A beat: everything moves on, and what is over ends.
  private func step() {
    let now = application.loop.now
    let over = running.filter { $0.isOver(at: now) }
    for animation in running where !over.contains(where: { $0 === animation }) {
      for part in animation.parts { refresh(part.view) }
    }
    for animation in over { finish(animation, true) }
    if running.isEmpty { link?.isPaused = true }
  }

  private func finish(_ animation: Animation, _ isFinished: Bool) {
    guard let index = running.firstIndex(where: { $0 === animation }) else { return }
    running.remove(at: index)
    for part in animation.parts { refresh(part.view) }
    animation.completion.take()?(isFinished)
  }

  /// What is shown of the view: all its animations one over the other. Whether it is hit meanwhile.
  private func refresh(_ view: UIView) {
    let now = application.loop.now
    var shown = ViewPresentation(view)
    var isAnimated = false
    var blocks = false
    for animation in running {
      for part in animation.parts where part.view === view {
        let progress = animation.options.progress(animation.part(at: now))
        shown = shown.moved(from: part.from, to: part.to, progress)
        isAnimated = true
        if !animation.options.contains(.allowUserInteraction) { blocks = true }
      }
    }
    view.presentationStorage = isAnimated ? shown : nil
    view.looksChanged()
    if blocks { view.geometry.flags.insert(.animated) } else { view.geometry.flags.remove(.animated) }
  }

  /// Takes the view out of its animations; one that has no other view left ends.
  func remove(_ view: UIView) {
    for animation in running where animation.parts.contains(where: { $0.view === view }) {
      animation.remove(view)
      if animation.parts.isEmpty { finish(animation, false) }
    }
    refresh(view)
  }

  func close() {
    link?.invalidate()
    link = nil
    for animation in running { finish(animation, false) }
  }
}
