import RunLoopCore

extension UIView {
  /// The time of the view's layer.
  final func layerTime(at now: RunLoop.Instant) -> RunLoop.Instant {
    layerAnimations?.hasOwnTimes == true ? layer.time(at: now) : now
  }

  /// The speed of the layer's time.
  final var layerPace: Double { layerAnimations?.hasOwnTimes == true ? layer.pace : 1 }
}
