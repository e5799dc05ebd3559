import RunLoopCore

/// The animations that have begun in a turn. They start together.
struct FreshAnimations {
  var list = ObjectList<Animation>()
  private var start: RunLoop.Instant?

  /// The start of the turn's animations: that of the first one. A run of another mode may make a turn long: what begins much later starts by itself.
  mutating func start(at now: RunLoop.Instant) -> RunLoop.Instant {
    if let start, start.duration(to: now) < .seconds(1) { return start }
    start = now
    return now
  }
}

extension AnimationList {
  /// The turn ends: the time of its animations begins now, however long its callouts took.
  func turnEnds() {
    guard !fresh.list.isEmpty else { return fresh = FreshAnimations() }
    let ended = fresh
    fresh = FreshAnimations()
    for animation in ended.list where animation.isRunning && animation.pace == nil {
      // Less is not seen.
      guard animation.start.duration(to: now) > .milliseconds(1) else { continue }
      animation.start = now
      if layers.hasOwnTimes { animation.noteLayerTimes(at: now) }
      for view in animation.views { refresh(view) }
    }
  }

  /// A beat in the turn in which animations have begun ends none of them unseen: if one is over, their time begins now.
  func beginFreshBeforeTheirEnd(at now: RunLoop.Instant) {
    let isLong = fresh.list.contains {
      $0.isRunning && $0.play == nil && $0.pace == nil && !$0.isSpent && $0.isOver(at: now)
    }
    if isLong { turnEnds() }
  }

  /// Gives the views of an ended animation the values of a place on its way.
  func settle(_ animation: Animation, at place: Double) {
    suspend {
      for view in animation.views {
        var shown = view.layerState
        animation.settle(&shown, of: view, at: place)
        view.take(shown)
      }
    }
    animation.settled = place
  }

  /// Ends it with the old values.
  func revert(_ animation: Animation) {
    let completion = animation.completion.take()
    finish(animation, false)
    settle(animation, at: 0)
    completion?(true)
  }
}

extension Animation {
  /// Moves a view's own values from the place where they are to another one on the way. Numbers keep what other animations have changed of them.
  fileprivate func settle(_ values: inout LayerState, of view: UIView, at place: Double) {
    let before = values
    var (old, new) = (before, before)
    for part in parts(of: view, at: settled) { part.replace(&old, settled, isDiscrete) }
    for part in parts(of: view, at: place) { part.replace(&new, place, isDiscrete) }
    var bits: UInt64 = 0
    for part in parts[ObjectIdentifier(view)] ?? [] {
      for field in part.moved where bits & field.bit == 0 {
        bits |= field.bit
        if field.addsUp, field.differs(before, old) {
          field.shift(&values, old, new, 1)
        } else {
          field.copy(&values, new)
        }
      }
      part.settle(&values, from: settled, to: place, isDiscrete)
    }
  }
}
