import HIDEvents
import LinuxSystem

extension UIImage {
  /// The mean of its pixels; clear without any.
  var meanColor: CGColor {
    let bitmap = fullBitmap
    let count = bitmap.width * bitmap.height
    guard count > 0 else { return .clear }
    var sums = SIMD4<Double>()
    for index in 0..<count {
      let pixel = bitmap.pixels[index]
      sums += [
        Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255), Double(pixel >> 24),
      ]
    }
    guard sums.w > 0 else { return .clear }
    // The colors of the pixels are multiplied by their alphas.
    return CGColor(
      red: sums.x / sums.w, green: sums.y / sums.w, blue: sums.z / sums.w, alpha: sums.w / Double(count) / 255
    )
  }

  /// The same picture, less opaque.
  func faded(_ alpha: Double) -> UIImage {
    let (old, part) = (fullBitmap, UInt32((min(max(alpha.isNaN ? 0 : alpha, 0), 1) * 255).rounded()))
    let new = Bitmap(width: old.width, height: old.height)
    for index in 0..<(old.width * old.height) {
      new.pixels[index] = Blending.scaled(old.pixels[index], by: part)
    }
    return UIImage(sharing: new, scale: scale)
  }

  /// So many copies of the picture beside and below each other.
  fileprivate func repeated(_ columns: Int, _ rows: Int) -> UIImage {
    guard columns > 1 || rows > 1 else { return self }
    let old = fullBitmap
    let new = Bitmap(width: old.width * columns, height: old.height * rows)
    for y in 0..<new.height {
      let (row, source) = (new.pixels + y * new.width, old.pixels + y % old.height * old.width)
      for x in 0..<columns { (row + x * old.width).update(from: source, count: old.width) }
    }
    return UIImage(sharing: new, scale: scale)
  }
}

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
  private func lay(_ pattern: UIImage, over rect: Rect) -> Bool {
    let bitmap = pattern.fullBitmap
    guard bitmap.width > 0, bitmap.height > 0, rect.isFinite, !rect.isEmpty else { return true }
    func copies(_ length: Int, _ room: Double) -> Int {
      let wanted = max(Int(min((room * pattern.scale / Double(length)).rounded(.up) + 1, 1e4)), 1)
      return max(min(wanted, Self.tileSide / length), 1)
    }
    let tile = pattern.repeated(copies(bitmap.width, rect.width), copies(bitmap.height, rect.height))
    let (width, height) = (tile.size.width, tile.size.height)
    let (left, top) = ((rect.minX / width).rounded(.down), (rect.minY / height).rounded(.down))
    let (right, bottom) = ((rect.maxX / width).rounded(.up), (rect.maxY / height).rounded(.up))
    guard right - left <= Self.mostTiles, bottom - top <= Self.mostTiles, abs(left) < 1e9, abs(top) < 1e9
    else { return false }
    for row in stride(from: top, to: bottom, by: 1) {
      for column in stride(from: left, to: right, by: 1) {
        image(tile, in: Rect(column * width, row * height, width, height))
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
