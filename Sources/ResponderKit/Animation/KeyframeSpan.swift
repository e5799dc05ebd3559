/// When a key frame moves, in parts of its animation.
struct KeyframeSpan: Equatable {
  let start: Double
  let length: Double

  init(start: Double, length: Double) {
    self.start = start.isNaN ? 0 : min(max(start, 0), 1)
    self.length = length.isNaN ? 0 : min(max(length, 0), 1 - self.start)
  }

  static let whole = KeyframeSpan(start: 0, length: 1)

  /// Its progress at a part of the animation's time. One that spans the whole animation goes beyond its ends with it, as springs do.
  func progress(_ part: Double, isDiscrete: Bool) -> Double {
    if self == .whole { return part }
    if isDiscrete { return part >= start + length ? 1 : 0 }
    guard length > 0 else { return part >= start ? 1 : 0 }
    return min(max((part - start) / length, 0), 1)
  }
}
