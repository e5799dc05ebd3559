/// The time of a layer, where a program has set it.
final class LayerTiming {
  var beginTime = 0.0
  var speed = 1.0
  var timeOffset = 0.0
  // Without effect.
  var duration = Double.infinity
  var repeatCount: Float = 0
  var repeatDuration = 0.0
  var autoreverses = false
  var fillMode = CAMediaTimingFillMode.removed

  /// The layer's time at a time of its superlayer.
  func inner(_ outer: Double) -> Double {
    let time = (outer - beginTime) * speed + timeOffset
    // The difference of two infinities, or one times zero.
    return time.isNaN ? timeOffset : time
  }

  /// To the superlayer's time. A time that stands still has no other one: its beginning.
  func outer(_ inner: Double) -> Double {
    speed == 0 ? beginTime : (inner - timeOffset) / speed + beginTime
  }
}
