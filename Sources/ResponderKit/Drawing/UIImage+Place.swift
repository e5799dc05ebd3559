extension UIImage {
  /// A place around a point whose longer side has a length, in the shape of the picture.
  ///
  /// - Parameter grows: whether a smaller picture is enlarged.
  func place(around middle: Point, longest: Double, grows: Bool = true) -> Rect {
    let side = max(size.width, size.height)
    guard side > 0 else { return Rect(origin: middle, size: .zero) }
    let scale = grows ? longest / side : min(longest / side, 1)
    let shown = Size(size.width * scale, size.height * scale)
    return Rect(middle.x - shown.width / 2, middle.y - shown.height / 2, shown.width, shown.height)
  }
}
