/// Reads a TrueType glyph's shape, with the shapes of its components, into an outline.
struct GlyphOutline {
  /// More points than any legible glyph has; a damaged one ends there.
  static let mostPoints = 32_768
  static let mostParts = 128
  static let mostLevels = 6

  private struct Contour {
    var point: Point
    var isOnCurve: Bool
  }

  private let face: FontFace
  /// Pixels per unit of the outline: curves become lines that are so fine.
  private let scale: Double
  private var pointsLeft = Self.mostPoints
  private var partsLeft = Self.mostParts
  private(set) var outline = Outline()

  init(_ face: FontFace, scale: Double) {
    self.face = face
    self.scale = scale.isFinite ? min(max(scale, 0), 1e4) : 1
  }

  /// - Parameter transform: from the font's units, whose y axis points upward, to the outline.
  mutating func add(_ glyph: Int, _ transform: AffineTransform) { add(glyph, transform, level: 0) }

  private mutating func add(_ glyph: Int, _ transform: AffineTransform, level: Int) {
    guard let range = face.shape(of: glyph), partsLeft > 0, level < Self.mostLevels else { return }
    partsLeft -= 1
    let contours = face.data.i16(range.lowerBound)
    if contours < 0 {
      addParts(range, transform, level: level)
    } else if contours > 0 {
      addContours(contours, range, transform)
    }
  }

  private mutating func addParts(_ range: Range<Int>, _ transform: AffineTransform, level: Int) {
    let data = face.data
    var at = range.lowerBound + 10
    var isMore = true
    while isMore, at + 4 <= range.upperBound, partsLeft > 0 {
      let (flags, glyph) = (data.u16(at), data.u16(at + 2))
      at += 4
      func byte(_ at: Int) -> Double { Double(Int8(truncatingIfNeeded: data.u8(at))) }
      func part(_ at: Int) -> Double { Double(data.i16(at)) / 16384 }
      var own = AffineTransform.identity
      let isWide = flags & 1 != 0
      // Places by matching points are rare: such a part stays where it is.
      if flags & 2 != 0 {
        own.tx = isWide ? Double(data.i16(at)) : byte(at)
        own.ty = isWide ? Double(data.i16(at + 2)) : byte(at + 1)
      }
      at += isWide ? 4 : 2
      if flags & 0x08 != 0 {
        (own.a, own.d) = (part(at), part(at))
        at += 2
      } else if flags & 0x40 != 0 {
        (own.a, own.d) = (part(at), part(at + 2))
        at += 4
      } else if flags & 0x80 != 0 {
        (own.a, own.b, own.c, own.d) = (part(at), part(at + 2), part(at + 4), part(at + 6))
        at += 8
      }
      add(glyph, own.concatenating(transform), level: level + 1)
      isMore = flags & 0x20 != 0
    }
  }

  private mutating func addContours(_ count: Int, _ range: Range<Int>, _ transform: AffineTransform) {
    let data = face.data
    var at = range.lowerBound + 10 + 2 * count
    let total = data.u16(at - 2) + 1
    guard at + 2 <= range.upperBound, total <= pointsLeft else { return }
    pointsLeft -= total
    at += 2 + data.u16(at)
    var flags: [Int] = []
    flags.reserveCapacity(total)
    while flags.count < total, at < range.upperBound {
      let flag = data.u8(at)
      at += 1
      flags.append(flag)
      guard flag & 8 != 0 else { continue }
      for _ in 0..<min(data.u8(at), total - flags.count) { flags.append(flag) }
      at += 1
    }
    guard flags.count == total else { return }
    let xs = coordinates(flags, &at, short: 0x02, same: 0x10)
    let ys = coordinates(flags, &at, short: 0x04, same: 0x20)
    var first = 0
    for contour in 0..<count {
      let last = data.u16(range.lowerBound + 10 + 2 * contour)
      guard last >= first, last < total else { return }
      addContour(
        (first...last).map {
          Contour(
            point: Point(Double(xs[$0]), Double(ys[$0])).applying(transform), isOnCurve: flags[$0] & 1 != 0)
        })
      first = last + 1
    }
  }

  private func coordinates(_ flags: [Int], _ at: inout Int, short: Int, same: Int) -> [Int] {
    var value = 0
    return flags.map { flag in
      if flag & short != 0 {
        value += flag & same != 0 ? face.data.u8(at) : -face.data.u8(at)
        at += 1
      } else if flag & same == 0 {
        value += face.data.i16(at)
        at += 2
      }
      return value
    }
  }

  /// Between two points beside the curve lies one on it.
  private mutating func addContour(_ points: [Contour]) {
    guard points.count > 1 else { return }
    let start: Point
    if let index = points.firstIndex(where: \.isOnCurve) {
      start = points[index].point
      outline.begin()
      addCurves(points[(index + 1)...] + points[...index], from: start)
    } else {
      start = points[points.count - 1].point.middle(points[0].point)
      outline.begin()
      addCurves(points[...] + [Contour(point: start, isOnCurve: true)], from: start)
    }
  }

  private mutating func addCurves(_ points: ArraySlice<Contour>, from start: Point) {
    var (last, control) = (start, Point?.none)
    for next in points {
      switch (control, next.isOnCurve) {
      case (nil, true):
        outline.add(next.point)
        last = next.point
      case (nil, false): control = next.point
      case (let middle?, true):
        addCurve(last, middle, next.point)
        (last, control) = (next.point, nil)
      case (let middle?, false):
        let end = middle.middle(next.point)
        addCurve(last, middle, end)
        (last, control) = (end, next.point)
      }
    }
  }

  private mutating func addCurve(_ start: Point, _ control: Point, _ end: Point) {
    let bend = max(abs(start.x - 2 * control.x + end.x), abs(start.y - 2 * control.y + end.y)) * scale
    let steps = bend.isFinite ? Int(min(max((bend * 4).squareRoot().rounded(.up), 1), 24)) : 1
    for step in 1...steps {
      let t = Double(step) / Double(steps)
      let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
      outline.add(
        Point(a * start.x + b * control.x + c * end.x, a * start.y + b * control.y + c * end.y))
    }
  }
}

extension Point {
  fileprivate func middle(_ other: Point) -> Point { Point((x + other.x) / 2, (y + other.y) / 2) }
}
