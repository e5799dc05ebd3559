extension NSValue {
  /// The point in it; zero if there is something else.
  public var cgPointValue: Point {
    if case .point(let point) = layerValue { point } else { .zero }
  }
  /// The size in it; zero if there is something else.
  public var cgSizeValue: Size {
    if case .size(let size) = layerValue { size } else { .zero }
  }
  /// The rectangle in it; zero if there is something else.
  public var cgRectValue: Rect {
    if case .rect(let rect) = layerValue { rect } else { .zero }
  }
}
