extension UIGestureRecognizer {
  /// The state of a gesture.
  ///
  /// A discrete gesture goes from `possible` to `recognized` or `failed`. A continuous one goes from `possible` to `began`
  /// or `failed`, from there through any number of `changed` to `ended` or `cancelled`. There is no other move; the way
  /// back to `possible` is the arena's.
  public enum State: Int, Hashable, Sendable {
    /// Nothing is decided: there are no touches yet, or not enough.
    case possible = 0
    /// `began`, `changed`: a continuous gesture is in progress. `ended`: the gesture was recognized or has
    /// ended. `cancelled`: a gesture that had begun was interrupted. `failed`: the touches are not this
    /// gesture.
    case began, changed, ended, cancelled, failed

    /// A discrete gesture's `ended`.
    public static let recognized = State.ended

    /// Whether a subclass may set the other one after this one.
    public func canBecome(_ next: State) -> Bool {
      switch (self, next) {
      case (.possible, .began), (.possible, .ended), (.possible, .failed): true
      case (.began, .changed), (.began, .ended), (.began, .cancelled): true
      case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
      default: false
      }
    }

    /// Whether the gesture has ended.
    public var isFinal: Bool { self == .ended || self == .cancelled || self == .failed }
    /// Whether it was recognized, and is in progress or has just ended.
    var isRecognized: Bool { self == .began || self == .changed || self == .ended }
    var isActive: Bool { self == .began || self == .changed }
  }

  /// The state of its gesture; set by subclasses. A transition that `State` does not allow is ignored, with a warning on the standard error
  /// stream. Three are translated: `failed` after the beginning means `cancelled`, `cancelled` before it means `failed`, and after a failure
  /// changes are ignored. An override of `reset` may set `possible`.
  ///
  /// Leaving `possible` may be refused by a delegate, by the view that was hit or by another recognizer's gesture: the
  /// state is `failed` then; or it may have to wait for others to fail: it is `possible` till then.
  public final var state: State {
    get { progress.shown ?? current }
    set { become(newValue) }
  }

  /// It would have recognized, and waits for others to fail.
  public final var isBlocked: Bool { progress.pending != .none }

  /// It began, though it may have to wait until that is seen.
  final var hasBegun: Bool { current.isActive || progress.pending == .begin }

  private final func become(_ new: State) {
    if progress.isOverruled { return }
    progress.shown = nil
    if progress.pending != .none { return wait(new) }
    if current == .failed || new == .possible && !current.isActive { return }
    // A loop over touches may fail more than once.
    if current == .cancelled, new == .failed { return }
    var new = new
    if new == .failed, current.isActive { new = .cancelled }
    if new == .cancelled, current == .possible { new = .failed }
    guard current.canBecome(new) else {
      return ProgramWarning.print(
        "gesture recognizer '\(self)' can not go from \(current) to \(new): \(Self.moves(from: current))")
    }
    guard let arena = arena ?? view?.window?.host?.arena else {
      // There is nothing to call or to compare with.
      return
    }
    self.arena = arena
    arena.change(self, to: new)
  }

  /// Its public state is still `possible`.
  private final func wait(_ new: State) {
    switch new {
    case .possible, .began, .changed: break
    case .ended: if progress.pending == .begin { progress.pending = .beginAndEnd }
    case .cancelled, .failed: arena?.fail(self)
    }
  }

  private static func moves(from state: State) -> String {
    switch state {
    case .possible: "it may begin (continuous gestures), be recognized (discrete ones) or fail"
    case .began, .changed: "it may change, end or be cancelled"
    case .ended, .cancelled, .failed: "the gesture has ended, and the next one begins after 'reset()'"
    }
  }

  /// Calls the method of the phase.
  final func receive(_ phase: UITouch.Phase, _ touches: Set<UITouch>, _ event: UIEvent) {
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    default: break
    }
  }

  final func endOrFail() { state = hasBegun ? .ended : .failed }
  final func cancelOrFail() {
    if hasBegun { state = .cancelled } else if state == .possible { state = .failed }
  }
}
