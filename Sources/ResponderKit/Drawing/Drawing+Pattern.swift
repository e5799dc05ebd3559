extension Drawing {
  /// Small pictures are put together until a side has so many pixels.
  private static var tileSide: Int { 256 }
  /// A shape that takes more of these along a side is filled with the pattern's mean color.
  private static var mostTiles: Double { 64 }

  /// Fills a shape with the state's color, or its pattern, of which a copy begins at the origin.
  func fill(_ shape: Shape) {
    guard let pattern = state.fillPattern else { return add(.fill(shape, state.fillColor)) }
    let outer = state
    clip(to: shape.path)
    if !lay(pattern, over: shape.path.bounds) { add(.fill(shape, outer.fillColor)) }
    state = outer
  }

  /// Lays copies of a picture beside each other over a rectangle; false where these would be too many.
  private func lay(_ pattern: ColorPattern, over rect: Rect) -> Bool {
    let bitmap = pattern.bitmap
    guard bitmap.width > 0, bitmap.height > 0, rect.isFinite, !rect.isEmpty else { return true }
    func copies(_ length: Int, _ room: Double) -> Int {
      let wanted = max(Int(min((room * pattern.scale / Double(length)).rounded(.up) + 1, 1e4)), 1)
      return max(min(wanted, Self.tileSide / length), 1)
    }
    let tile = pattern.repeated(copies(bitmap.width, rect.width), copies(bitmap.height, rect.height))
    let picture = UIImage(sharing: tile.bitmap, scale: tile.scale)
    let (width, height) = (picture.size.width, picture.size.height)
    let (left, top) = ((rect.minX / width).rounded(.down), (rect.minY / height).rounded(.down))
    let (right, bottom) = ((rect.maxX / width).rounded(.up), (rect.maxY / height).rounded(.up))
    guard right - left <= Self.mostTiles, bottom - top <= Self.mostTiles, abs(left) < 1e9, abs(top) < 1e9
    else { return false }
    for row in stride(from: top, to: bottom, by: 1) {
      for column in stride(from: left, to: right, by: 1) {
        image(picture, in: Rect(column * width, row * height, width, height))
      }
    }
    return true
  }

  /// Draws the pattern of a view's background; without effect for a color.
  func fillBackground(_ color: UIColor?, of bounds: Rect, cornerRadius: Double) {
    guard let color, let pattern = color.pattern else { return }
    let outer = state
    state = DrawingState()
    (state.fillPattern, state.fillColor) = (pattern, color.value)
    state.placement.transform = AffineTransform(translationX: bounds.minX, y: bounds.minY)
    fill(.rect(Rect(origin: .zero, size: bounds.size), radius: cornerRadius))
    state = outer
  }
}

extension Drawing.Shape {
  fileprivate var path: UIBezierPath {
    switch self {
    case .rect(let rect, let radius):
      return radius > 0 ? UIBezierPath(roundedRect: rect, cornerRadius: radius) : UIBezierPath(rect: rect)
    case .ellipse(let rect): return UIBezierPath(ovalIn: rect)
    case .polygon(let points), .evenOdd(let points):
      let path = UIBezierPath()
      for point in points { path.addLine(to: point) }
      if case .evenOdd = self { path.usesEvenOddFillRule = true }
      return path
    }
  }
}
