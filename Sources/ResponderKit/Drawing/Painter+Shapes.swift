import HIDEvents

extension Outline {
  init(_ shape: Drawing.Shape, scale: Double) {
    self.init()
    switch shape {
    case .rect(let rect, let radius): addRoundedRect(rect, rx: radius, ry: radius, scale: scale)
    case .ellipse(let rect):
      addRoundedRect(rect, rx: rect.width / 2, ry: rect.height / 2, scale: scale)
    case .polygon(let points): addPolygon(points)
    case .evenOdd(let points):
      addPolygon(points)
      isEvenOdd = true
    }
  }

  /// A line along the inside of a shape's edge.
  init(strokeOf shape: Drawing.Shape, width: Double, scale: Double) {
    self.init()
    switch shape {
    case .rect(let rect, let radius): addRing(rect, radius, radius, width, scale)
    case .ellipse(let rect): addRing(rect, rect.width / 2, rect.height / 2, width, scale)
    case .polygon(let points), .evenOdd(let points):
      if let first = points.first { self.init(line: points + [first], width: width, scale: scale) }
    }
  }

  private mutating func addRing(_ rect: Rect, _ rx: Double, _ ry: Double, _ width: Double, _ scale: Double) {
    addRoundedRect(rect, rx: rx, ry: ry, scale: scale)
    let inner = rect.insetBy(dx: width, dy: width)
    guard !inner.isEmpty else { return }
    addRoundedRect(inner, rx: max(rx - width, 0), ry: max(ry - width, 0), scale: scale, isReversed: true)
  }

  /// Lines from point to point, with round ends and corners.
  init(line points: [Point], width: Double, scale: Double) {
    self.init()
    if points.count == 1 { addCapsule(from: points[0], to: points[0], width: width, scale: scale) }
    for (start, end) in zip(points, points.dropFirst()) {
      addCapsule(from: start, to: end, width: width, scale: scale)
    }
  }
}

extension UIFont {
  /// The letters of a line whose upper left corner is at the point.
  func outline(_ text: String, at point: Point, scale: Double) -> Outline {
    var outline = Outline()
    var x = point.x + strokeWidth / 2
    for character in text {
      let glyph = Glyph.of(character)
      glyph.add(
        to: &outline, at: Point(x, point.y + strokeWidth / 2), unit: unit, weight: stroke, scale: scale)
      x += (glyph.width + gap) * unit
    }
    return outline
  }
}

extension UIFont {
  /// A piece of a line that begins at a point of the line that letters stand on.
  func outline(_ piece: TextLine.Piece, at start: Point, scale: Double) -> Outline {
    let place = Point(start.x + piece.x, start.y)
    switch piece.shape {
    case .glyph(let face, let glyph): return face.outline(glyph, at: place, size: pointSize, scale: scale)
    case .builtIn(let character):
      let top = place.y - 6 * unit - strokeWidth
      return outline(String(character), at: Point(place.x, top), scale: scale)
    }
  }
}

extension AffineTransform {
  /// How much larger it makes things, on the average.
  var scale: Double { abs(determinant).squareRoot() }

  /// The pixels that a rectangle becomes, if it has whole edges and is not turned.
  func wholePixels(_ rect: Rect) -> PixelRect? {
    guard b == 0, c == 0, a > 0, d > 0 else { return nil }
    let (x0, y0) = (rect.minX * a + tx, rect.minY * d + ty)
    let (x1, y1) = (rect.maxX * a + tx, rect.maxY * d + ty)
    for edge in [x0, y0, x1, y1] where !(abs(edge) < 1e6 && abs(edge - edge.rounded()) < 1e-6) { return nil }
    return PixelRect(
      minX: Int(x0.rounded()), minY: Int(y0.rounded()), maxX: Int(x1.rounded()), maxY: Int(y1.rounded()))
  }
}
