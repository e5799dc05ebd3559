extension UIGestureRecognizer {
  /// One gesture of a recognizer, from its first touch to `reset()`: what the arena keeps of it.
  struct Progress {
    var current = State.possible
    /// The value of `state` while actions are called: the state that they are called for.
    var shown: State?
    /// The transition that it would make if it did not wait for others to fail.
    var pending = Pending.none
    /// Whether another recognizer ended its gesture: its own state is ignored until its next gesture.
    var isOverruled = false
    /// The number of calls of it that have not returned.
    var calls = 0
    /// Whether it has touches for this gesture.
    var isEngaged = false
    /// The fingers that it gets and that are down, in the order in which they came.
    var active: [UITouch] = []
    /// All touches of this gesture.
    var touches: [UITouch] = []
    /// The last touches, when all are lifted.
    var lastTouches: [UITouch] = []
    /// Whether it waits for another one, as far as that was asked.
    var asked: [UIGestureRecognizer: Bool] = [:]

    /// Makes ready for the next gesture.
    mutating func end() {
      isEngaged = false
      current = .possible
      pending = .none
      shown = nil
      active.removeAll(keepingCapacity: true)
      touches.removeAll(keepingCapacity: true)
      lastTouches.removeAll(keepingCapacity: true)
      if calls == 0 { isOverruled = false }
      if !asked.isEmpty { asked.removeAll() }
    }
  }

  /// A transition that waits until other recognizers have failed.
  enum Pending {
    case none, begin, recognize, beginAndEnd
  }

  /// Its state, without regard to actions that are being called.
  final var current: State { progress.current }
  /// The fingers that it gets and that are down, in the order in which they came.
  final var active: [UITouch] { progress.active }
  /// All touches of this gesture.
  final var gestureTouches: [UITouch] { progress.touches }
  final var fingers: [UITouch] { active.isEmpty ? progress.lastTouches : active }
  /// Number of fingers that are down, without fingers that are lifted in this event.
  final var fingersDown: Int { active.count { !$0.isOver } }

  /// Cancels touches in their views, when the arena settles.
  final func cancelInViews(_ touches: Set<UITouch>) {
    arena?.work.cancelled += touches
  }
}
