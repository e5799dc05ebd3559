/// An animation that can be paused, moved by hand, reversed and stopped.
///
/// Views that it animates can be hit, where they will be.
public final class UIViewPropertyAnimator: NSObject {
  /// In seconds; of a spring by its constants, what these make it.
  public let duration: TimeInterval
  /// Its pace.
  public let timingParameters: (any UITimingCurveProvider)?
  /// Where it is between being made and having ended.
  public private(set) var state = UIViewAnimatingState.inactive
  /// Whether views can be hit while they are animated; before it is started.
  public var isUserInteractionEnabled = true

  /// Whether it rests at its end, active, in place of ending: it can be reversed then, and ends by `stopAnimation`. Completions are not called.
  public var pausesOnCompletion = false { didSet { animation?.pausesAtEnd = pausesOnCompletion } }
  /// Whether `fractionComplete` is the part of the way; false: the part of the time, of which its curve makes the way.
  public var scrubsLinearly = true

  private let curve: AnimationTiming.Curve
  private var pending: [(span: KeyframeSpan, body: () -> Void)] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  private var animation: Animation?
  private var isBackwards = false
  private var list: AnimationList { UIWindow.hostOfThread.animations }

  private init(
    _ duration: Double, _ curve: AnimationTiming.Curve, _ parameters: (any UITimingCurveProvider)?,
    _ animations: (() -> Void)?
  ) {
    self.duration = duration.isFinite ? min(max(duration, 0), 1e9) : 0
    self.curve = curve
    timingParameters = parameters
    super.init()
    if let animations { addAnimations(animations) }
  }

  /// An animator with a curve or a spring.
  public convenience init(duration: TimeInterval, timingParameters: any UITimingCurveProvider) {
    let known = timingParameters as? any TimingCurve
    self.init(
      known?.naturalDuration ?? duration, known?.curve ?? .easeInOut, timingParameters, nil)
  }

  /// An animator with one of the known curves.
  public convenience init(
    duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    let parameters = UICubicTimingParameters(animationCurve: curve)
    self.init(duration, parameters.curve, parameters, animations)
  }

  /// With a spring: 1 does not swing.
  public convenience init(
    duration: TimeInterval, dampingRatio: Double, animations: (() -> Void)? = nil
  ) {
    let parameters = UISpringTimingParameters(dampingRatio: dampingRatio)
    self.init(duration, parameters.curve, parameters, animations)
  }

  /// An animator with a cubic curve.
  public convenience init(
    duration: TimeInterval, controlPoint1: Point, controlPoint2: Point, animations: (() -> Void)? = nil
  ) {
    let parameters = UICubicTimingParameters(controlPoint1: controlPoint1, controlPoint2: controlPoint2)
    self.init(duration, parameters.curve, parameters, animations)
  }

  /// Makes one and starts it.
  @discardableResult
  public static func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> UIViewPropertyAnimator {
    let animator = UIViewPropertyAnimator(duration, options.curve, nil, animations)
    animator.isUserInteractionEnabled = options.contains(.allowUserInteraction)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation(afterDelay: delay)
    return animator
  }

  // MARK: What it animates

  /// Adds changes, called when it starts; at once when it has started: they move in the time that is left.
  public func addAnimations(_ animations: @escaping () -> Void) { addAnimations(animations, delayFactor: 0) }

  /// Adds changes that begin after a part of the time that is left.
  public func addAnimations(_ animations: @escaping () -> Void, delayFactor: Double) {
    let begin = animation.map { min(max($0.progress(at: list.now), 0), 1) } ?? 0
    let start = begin + (1 - begin) * delayFactor
    pending.append((KeyframeSpan(start: start, length: 1 - start), animations))
    guard let animation, state == .active else { return }
    record(animation)
    list.resume(animation)
  }

  /// Called at its end, with the place where it has ended.
  public func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }

  private func record(_ animation: Animation) {
    let new = pending
    pending = []
    list.record(animation) {
      for (span, body) in new {
        animation.span = span
        body()
        animation.layOutStacks()
      }
      animation.span = .whole
    }
  }

  private var active: Animation {
    if let animation { return animation }
    let timing = AnimationTiming(duration: Duration(time: duration), delay: .zero, curve: curve)
    let animation = Animation(timing, isUserInteractionEnabled ? .allowUserInteraction : [], nil)
    animation.play = AnimatorPlay()
    animation.pausesAtEnd = pausesOnCompletion
    self.animation = animation
    state = .active
    record(animation)
    animation.completion = { [self] isFinished in
      ended(!isFinished ? .current : isBackwards ? .start : .end)
    }
    list.begin(animation)
    return animation
  }

  // MARK: Playing

  /// Whether it is moving by itself.
  public var isRunning: Bool { animation?.play?.run != nil }

  /// Starts it, or lets it go on after a pause.
  public func startAnimation() { startAnimation(afterDelay: 0) }

  /// Starts it after a time.
  public func startAnimation(afterDelay delay: TimeInterval) {
    guard state != .stopped, !isRunning else { return }
    play(active, nil, 0, delay: delay)
  }

  /// Stops it where it is; it can be moved by hand then, and go on.
  public func pauseAnimation() {
    guard state != .stopped else { return }
    let animation = active
    animation.play = AnimatorPlay(place: animation.progress(at: list.now))
    list.resume(animation)
  }

  /// Lets it go on with another curve, in a part of its whole time; 0: in the time that is left.
  public func continueAnimation(
    withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: Double
  ) {
    guard state != .stopped, !isRunning else { return }
    play(active, (parameters as? any TimingCurve)?.curve, durationFactor, delay: 0)
  }

  private func play(
    _ animation: Animation, _ new: AnimationTiming.Curve?, _ factor: Double, delay: Double
  ) {
    let place = animation.progress(at: list.now)
    let goal = isBackwards ? 0.0 : 1.0
    var run = AnimatorPlay.Run(
      start: list.now, delay: Duration(time: delay).wholeNanoseconds, duration: 0, curve: new ?? curve)
    var left: Double
    if new == nil {
      // What is left of the curve itself.
      (run.first, run.last) = (curve.time(of: place), goal)
      left = abs(run.last - run.first)
    } else {
      (run.base, run.way) = (place, goal - place)
      left = min(abs(goal - place), 1)
    }
    if factor > 0 { left = factor }
    run.duration = Duration(time: duration * left).wholeNanoseconds
    animation.play = AnimatorPlay(place: place, run: run)
    list.resume(animation)
  }

  /// How far it is, from 0 to 1, by `scrubsLinearly`; set, it pauses there. Backwards it counts from the new values.
  public var fractionComplete: Double {
    get {
      guard let animation, state != .inactive else { return 0 }
      let place = min(max(animation.progress(at: list.now), 0), 1)
      let part = scrubsLinearly ? place : curve.time(of: place)
      return isBackwards ? 1 - part : part
    }
    set {
      guard state != .stopped else { return }
      let part = newValue.isNaN ? 0 : min(max(newValue, 0), 1)
      let animation = active
      let forwards = isBackwards ? 1 - part : part
      animation.play = AnimatorPlay(place: scrubsLinearly ? forwards : curve.progress(forwards))
      list.resume(animation)
    }
  }

  /// Whether it runs, or will run, to the old values.
  public var isReversed: Bool {
    get { isBackwards }
    set {
      guard newValue != isBackwards, state != .stopped else { return }
      isBackwards = newValue
      if let animation, isRunning { play(animation, nil, 0, delay: 0) }
    }
  }

  // MARK: Ending

  /// Ends it where it is: the views have the values that are shown. `withoutFinishing` calls no completion; otherwise `finishAnimation(at:)` is to follow.
  public func stopAnimation(_ withoutFinishing: Bool) {
    guard state == .active, let animation else { return }
    settle(animation, at: animation.progress(at: list.now))
    state = withoutFinishing ? .inactive : .stopped
    if withoutFinishing { forget() }
  }

  /// After `stopAnimation(false)`: leaves the views at the start, at the end or where they are, and calls the completions.
  public func finishAnimation(at position: UIViewAnimatingPosition) {
    guard state == .stopped, let animation else { return }
    switch position {
    case .start: settle(animation, at: 0)
    case .end: settle(animation, at: 1)
    case .current: break
    }
    ended(position)
  }

  /// Gives the views the values of a place on the way.
  private func settle(_ animation: Animation, at place: Double) {
    animation.completion = nil
    list.finish(animation, false)
    list.settle(animation, at: place)
  }

  private func ended(_ position: UIViewAnimatingPosition) {
    if let animation, position == .start { settle(animation, at: 0) }
    state = .inactive
    let callees = completions
    forget()
    for completion in callees { completion(position) }
  }

  private func forget() {
    animation = nil
    pending = []
    completions = []
    isBackwards = false
  }
}

/// Where an animator has ended.
public enum UIViewAnimatingPosition: Int, Hashable, Sendable {
  /// At the new values.
  case end
  /// At the old values.
  case start
  /// Between the two.
  case current
}

/// What an animator does.
public enum UIViewAnimatingState: Int, Hashable, Sendable {
  /// It has not begun, or has ended.
  case inactive
  /// It runs or is paused.
  case active
  /// It was stopped, and is to be finished.
  case stopped
}
