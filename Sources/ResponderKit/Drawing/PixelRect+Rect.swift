import HIDEvents

extension PixelRect {
  /// All pixels that the rectangle touches. Distant coordinates and NaN are clamped to a bound that no bitmap reaches.
  init(around rect: Rect) {
    self.init(
      minX: Self.whole(rect.minX.rounded(.down)), minY: Self.whole(rect.minY.rounded(.down)),
      maxX: Self.whole(rect.maxX.rounded(.up)), maxY: Self.whole(rect.maxY.rounded(.up)))
  }

  /// The nearest whole edges.
  init(rounding rect: Rect) {
    self.init(
      minX: Self.whole(rect.minX.rounded()), minY: Self.whole(rect.minY.rounded()),
      maxX: Self.whole(rect.maxX.rounded()), maxY: Self.whole(rect.maxY.rounded()))
  }

  /// The number without what is behind its point, within what pictures can have.
  static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(max(-1e6, min(1e6, value)))
  }
}
