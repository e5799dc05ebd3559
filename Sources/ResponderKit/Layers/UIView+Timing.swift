import RunLoopCore

extension UIView {
  /// The time of the view's layer.
  final func layerTime(at now: RunLoop.Instant) -> RunLoop.Instant {
    layerAnimations?.hasOwnTimes == true ? layer.time(at: now) : now
  }

  /// How fast that goes.
  final var layerPace: Double { layerAnimations?.hasOwnTimes == true ? layer.pace : 1 }
}
