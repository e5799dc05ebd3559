/// Runs the small program that is a PostScript glyph's shape (Type 2), and adds what it draws to an outline.
///
/// Hints are passed over. Of the arithmetic that the language has, sums, products and the like are done; a glyph that asks for more, or is
/// damaged, ends there.
struct CompactOutline {
  private static let mostLevels = 10
  private static let mostNumbers = 192

  private let font: CompactFont
  /// Pixels per unit of the outline: curves become lines that are so fine.
  private let scale: Double
  private var pointsLeft = GlyphOutline.mostPoints
  /// Of the glyph with all its subroutines.
  private var stepsLeft = 1 << 16
  private(set) var outline = Outline()
  private var transform = AffineTransform.identity
  private var subroutines = CompactFont.Index()
  private var numbers: [Double] = []
  private var place = Point.zero
  private var hints = 0
  private var hasEnded = false

  init(_ font: CompactFont, scale: Double) {
    self.font = font
    self.scale = scale.isFinite ? min(max(scale, 0), 1e4) : 1
  }

  /// - Parameter transform: from the font's units, whose y axis points upward, to the outline.
  mutating func add(_ glyph: Int, _ transform: AffineTransform) {
    add(glyph, transform, offset: .zero, isPart: false)
  }

  private mutating func add(_ glyph: Int, _ outer: AffineTransform, offset: Point, isPart: Bool) {
    guard let code = font.glyphs.entry(glyph, font.data) else { return }
    let part = font.part(of: glyph)
    subroutines = part.subroutines
    transform = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: offset.x, ty: offset.y)
      .concatenating(part.transform).concatenating(outer)
    (numbers, place, hints, hasEnded) = ([], .zero, 0, false)
    run(code, level: 0)
    // An accented letter of an old font: a letter and an accent, by their codes.
    guard hasEnded, !isPart, numbers.count >= 4 else { return }
    let last = Array(numbers.suffix(4))
    for (code, offset) in [(last[2], Point.zero), (last[3], Point(last[0], last[1]))] {
      guard let code = Int(exactly: code), let part = font.glyph(ofStandard: code) else { continue }
      add(part, outer, offset: offset, isPart: true)
    }
  }

  // MARK: The program

  /// False when the glyph has ended.
  @discardableResult
  private mutating func run(_ code: Range<Int>, level: Int) -> Bool {
    let data = font.data
    var at = code.lowerBound
    while at < code.upperBound {
      stepsLeft -= 1
      guard stepsLeft > 0, numbers.count <= Self.mostNumbers else { return false }
      let byte = data.u8(at)
      at += 1
      switch byte {
      case 255:
        numbers.append(Double(Int32(truncatingIfNeeded: data.u32(at))) / 65536)
        at += 4
      case 10, 29:
        guard let number = numbers.popLast().flatMap({ Int(exactly: $0) }), level < Self.mostLevels else {
          return false
        }
        let list = byte == 10 ? subroutines : font.shared
        let bias = list.count < 1240 ? 107 : list.count < 33900 ? 1131 : 32768
        guard let entry = list.entry(number + bias, data), run(entry, level: level + 1) else { return false }
      case 11: return true
      case 14:
        hasEnded = true
        return false
      case 19, 20:
        hints += numbers.count / 2
        numbers = []
        at += (hints + 7) / 8
      case 12:
        guard calculate(data.u8(at)) else { return false }
        at += 1
      default:
        if let number = CompactFont.number(byte, data, &at) {
          numbers.append(number)
        } else if !draw(byte) {
          return false
        }
      }
    }
    return true
  }

  /// False for an unknown operator.
  private mutating func draw(_ operation: Int) -> Bool {
    let all = numbers
    numbers = []
    switch operation {
    case 1, 3, 18, 23: hints += all.count / 2
    case 21: if all.count >= 2 { move(all[all.count - 2], all[all.count - 1]) }
    case 22: move(all.last ?? 0, 0)
    case 4: move(0, all.last ?? 0)
    case 5: for index in stride(from: 0, to: all.count - 1, by: 2) { line(all[index], all[index + 1]) }
    case 6, 7:
      for (index, value) in all.enumerated() {
        if index % 2 == operation % 2 { line(value, 0) } else { line(0, value) }
      }
    case 8, 24: drawCurves(all, thenLine: operation == 24)
    case 25:
      let end = max(all.count - 6, 0)
      for index in stride(from: 0, to: end - 1, by: 2) { line(all[index], all[index + 1]) }
      drawCurves(Array(all[(end - end % 2)...]), thenLine: false)
    case 26, 27: drawAlong(all, isVertical: operation == 26)
    case 30, 31: drawInTurn(all, isVertical: operation == 30)
    default: return false
    }
    return true
  }

  private mutating func drawCurves(_ all: [Double], thenLine: Bool) {
    var index = 0
    while index + 6 <= all.count {
      curve(all[index], all[index + 1], all[index + 2], all[index + 3], all[index + 4], all[index + 5])
      index += 6
    }
    if thenLine, index + 2 <= all.count { line(all[index], all[index + 1]) }
  }

  /// Curves that begin and end along one axis.
  private mutating func drawAlong(_ all: [Double], isVertical: Bool) {
    var index = all.count % 4 == 1 ? 1 : 0
    var across = index == 1 ? all[0] : 0
    while index + 4 <= all.count {
      let (a, b, c, d) = (all[index], all[index + 1], all[index + 2], all[index + 3])
      if isVertical { curve(across, a, b, c, 0, d) } else { curve(a, across, b, c, d, 0) }
      across = 0
      index += 4
    }
  }

  /// Curves that begin along one axis and end along the other, in turn.
  private mutating func drawInTurn(_ all: [Double], isVertical: Bool) {
    var (index, isVertical) = (0, isVertical)
    while index + 4 <= all.count {
      let (a, b, c, d) = (all[index], all[index + 1], all[index + 2], all[index + 3])
      let last = all.count - index == 5 ? all[index + 4] : 0
      if isVertical { curve(0, a, b, c, d, last) } else { curve(a, 0, b, c, last, d) }
      isVertical.toggle()
      index += 4
    }
  }

  /// Operators of two bytes: curves that may be drawn flat, and arithmetic.
  private mutating func calculate(_ operation: Int) -> Bool {
    switch operation {
    case 34...37: return drawFlex(operation)
    case 9, 14, 26:
      guard let value = numbers.popLast() else { return false }
      numbers.append(operation == 9 ? abs(value) : operation == 14 ? -value : max(value, 0).squareRoot())
    case 10, 11, 12, 24:
      guard numbers.count >= 2 else { return false }
      let (right, left) = (numbers.removeLast(), numbers.removeLast())
      switch operation {
      case 10: numbers.append(left + right)
      case 11: numbers.append(left - right)
      case 12: numbers.append(right == 0 ? 0 : left / right)
      default: numbers.append(left * right)
      }
    case 18: if numbers.popLast() == nil { return false }
    case 27:
      guard let value = numbers.last else { return false }
      numbers.append(value)
    case 28:
      guard numbers.count >= 2 else { return false }
      numbers.swapAt(numbers.count - 1, numbers.count - 2)
    default: return false
    }
    return true
  }

  private mutating func drawFlex(_ operation: Int) -> Bool {
    let n = numbers
    numbers = []
    switch operation {
    case 34 where n.count >= 7:
      curve(n[0], 0, n[1], n[2], n[3], 0)
      curve(n[4], 0, n[5], -n[2], n[6], 0)
    case 35 where n.count >= 12:
      curve(n[0], n[1], n[2], n[3], n[4], n[5])
      curve(n[6], n[7], n[8], n[9], n[10], n[11])
    case 36 where n.count >= 9:
      curve(n[0], n[1], n[2], n[3], n[4], 0)
      curve(n[5], 0, n[6], n[7], n[8], -(n[1] + n[3] + n[7]))
    case 37 where n.count >= 11:
      let (x, y) = (n[0] + n[2] + n[4] + n[6] + n[8], n[1] + n[3] + n[5] + n[7] + n[9])
      curve(n[0], n[1], n[2], n[3], n[4], n[5])
      // It comes back along the axis along which it went less.
      if abs(x) > abs(y) {
        curve(n[6], n[7], n[8], n[9], n[10], -y)
      } else {
        curve(n[6], n[7], n[8], n[9], -x, n[10])
      }
    default: return false
    }
    return true
  }

  // MARK: Lines

  private mutating func move(_ x: Double, _ y: Double) {
    place = Point(place.x + x, place.y + y)
    outline.begin()
    add(place)
  }

  private mutating func line(_ x: Double, _ y: Double) {
    place = Point(place.x + x, place.y + y)
    add(place)
  }

  private mutating func add(_ point: Point) {
    // What is drawn before the first move, or has no end, is none of a legible glyph.
    guard !outline.starts.isEmpty, pointsLeft > 0, point.isFinite else { return }
    pointsLeft -= 1
    outline.add(point.applying(transform))
  }

  private mutating func curve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x3: Double, _ y3: Double
  ) {
    let start = place
    let one = Point(start.x + x1, start.y + y1)
    let two = Point(one.x + x2, one.y + y2)
    let end = Point(two.x + x3, two.y + y3)
    place = end
    let unit = max(abs(transform.a) + abs(transform.c), abs(transform.b) + abs(transform.d)) * scale
    let bend =
      max(
        abs(start.x - 2 * one.x + two.x), abs(start.y - 2 * one.y + two.y), abs(one.x - 2 * two.x + end.x),
        abs(one.y - 2 * two.y + end.y)) * unit
    let steps = bend.isFinite ? Int(min(max((bend * 6).squareRoot().rounded(.up), 1), 32)) : 1
    for step in 1...steps {
      let t = Double(step) / Double(steps)
      let s = 1 - t
      let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      add(
        Point(
          a * start.x + b * one.x + c * two.x + d * end.x, a * start.y + b * one.y + c * two.y + d * end.y))
    }
  }
}
