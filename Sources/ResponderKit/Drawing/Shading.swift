import HIDEvents

/// The colors of a gradient between two points, or two circles, over all that a clip leaves.
struct Shading {
  enum Ends {
    case axial(Point, Point)
    case radial(Point, Double, Point, Double)
  }

  /// Its points are not used.
  var colors: Gradient
  let ends: Ends
  let before: Bool
  let after: Bool

  init(_ colors: Gradient, _ ends: Ends, _ options: CGGradientDrawingOptions) {
    self.colors = colors
    self.ends = ends
    before = options.contains(.drawsBeforeStartLocation)
    after = options.contains(.drawsAfterEndLocation)
  }

  /// How far a place is on the way, from 0 to 1; nil: nothing is drawn there.
  func progress(_ point: Point) -> Double? {
    switch ends {
    case .axial(let start, let end):
      let way = end - start
      let length = way.x * way.x + way.y * way.y
      guard length > 0 else { return nil }
      let from = point - start
      return seen((from.x * way.x + from.y * way.y) / length)
    case .radial(let start, let first, let end, let last):
      return seen(point - start, end - start, first, last - first)
    }
  }

  private func seen(_ part: Double) -> Double? {
    if part < 0 { return before ? 0 : nil }
    if part > 1 { return after ? 1 : nil }
    return part
  }

  /// The last of the circles between two, and beyond them, on whose edge a place is.
  private func seen(_ from: Point, _ way: Point, _ radius: Double, _ growth: Double) -> Double? {
    let a = way.x * way.x + way.y * way.y - growth * growth
    let b = from.x * way.x + from.y * way.y + radius * growth
    let c = from.x * from.x + from.y * from.y - radius * radius
    let parts: [Double]
    if abs(a) < 1e-9 {
      guard b != 0 else { return nil }
      parts = [c / (2 * b)]
    } else {
      let square = b * b - a * c
      guard square >= 0 else { return nil }
      let root = square.squareRoot()
      parts = [(b + root) / a, (b - root) / a].sorted(by: >)
    }
    for part in parts where radius + part * growth >= 0 {
      if let seen = seen(part) { return seen }
    }
    return nil
  }
}

extension Painter {
  func fill(_ shading: Shading, _ transform: AffineTransform, _ clip: PixelRect) {
    let table = shading.colors.table
    guard let inverse = transform.inverse, !table.isEmpty, !clip.isEmpty else { return }
    for y in clip.minY..<clip.maxY {
      let row = pixel(clip.minX, y)
      for x in clip.minX..<clip.maxX {
        let place = Point(Double(x) + 0.5, Double(y) + 0.5).applying(inverse)
        guard let part = shading.progress(place) else { continue }
        row[x - clip.minX] = Blending.over(
          table[Int(part * Double(Gradient.steps - 1) + 0.5)], row[x - clip.minX])
      }
    }
  }
}
