import LinuxSystem

/// Reads the drawings of symbols: pens, each a small letter, and after each the shapes that it draws.
///
/// Pens: `l` lines; `b` a body, of which the filled symbol has the area, too; `d` lines that the filled symbol lacks; `a` areas; `c` areas that the
/// filled symbol lacks; `o` lines of the symbol that is not filled; `i` areas, `x` holes of the filled one; `g` a gap around lines and areas of both. Open lines have no area.
///
/// Shapes: `M`, `L`, `H`, `V`, `Q`, `C`, `Z` as in SVG; `O x y r` a circle; `E x y rx ry` an ellipse; `R x y width height radius`; `U x y r from to`
/// a part of a circle, in degrees; `S x y R r n` a star; `G x y R r n` a wheel with teeth. Between pen and shapes: `@n` draws them n times around the
/// middle, `^n` turned by degrees. `%` before a pen: from here on in the second of two colors, or in the first one again.
struct SymbolReader {
  private let text: [UInt8]
  private var place = 0
  private let isFilled: Bool
  private(set) var layers: [SymbolLayer] = []
  private var layer: SymbolLayer?
  private var level = 0
  private var turns = 1
  private var angle = 0.0
  private var path = UIBezierPath()
  /// What is not part of the language: none, in our own drawings.
  private(set) var errors = 0
  /// Curves are cut into pieces when they are added: in a larger grid they are finer.
  private static let fineness = 4.0

  init(_ text: some StringProtocol, isFilled: Bool) {
    self.text = Array(text.utf8)
    self.isFilled = isFilled
  }

  static func layers(_ text: some StringProtocol, isFilled: Bool) -> [SymbolLayer] {
    var reader = SymbolReader(text, isFilled: isFilled)
    reader.read()
    return reader.layers
  }

  mutating func read() {
    while place < text.count {
      let sign = Character(UnicodeScalar(text[place]))
      place += 1
      switch sign {
      case " ": continue
      case "a"..."z": begin(sign)
      case "@": turns = Int(numbers(1)[0])
      case "^": angle = numbers(1)[0] * Double.pi / 180
      case "%": level = 1 - level
      default: shape(sign)
      }
    }
    endLayer()
  }

  // MARK: Pens

  private mutating func begin(_ pen: Character) {
    endLayer()
    (turns, angle) = (1, 0)
    var next = SymbolLayer()
    next.level = level
    switch pen {
    case "l": break
    case "b": next.isFilled = isFilled
    case "d": if isFilled { next.ink = .erases }
    case "a": next.isFilled = true
    case "c":
      next.isFilled = true
      if isFilled { next = next.cutOut }
    case "o": if isFilled { return }
    case "i":
      guard isFilled else { return }
      next.isFilled = true
    case "x":
      guard isFilled else { return }
      (next.isFilled, next.isStroked, next.ink) = (true, false, .erases)
    case "g": (next.isFilled, next.ink, next.margin) = (true, .erases, SymbolBook.gap)
    default: errors += 1
    }
    layer = next
  }

  private mutating func endLayer() {
    if var done = layer {
      let scale = AffineTransform(scaleX: 1 / Self.fineness, y: 1 / Self.fineness)
      let middle = AffineTransform(translationX: 12, y: 12)
      for turn in 0..<max(turns, 1) {
        let around = angle + Double(turn) / Double(max(turns, 1)) * 2 * Double.pi
        let turned = AffineTransform(rotationAngle: around).concatenating(middle)
        let whole = scale.concatenating(AffineTransform(translationX: -12, y: -12)).concatenating(turned)
        let pieces = path.parts.map { PathPiece(points: $0.points, isClosed: $0.isClosed) }
        var copy = done
        copy.pieces = pieces
        done.pieces += copy.applying(around == 0 ? scale : whole).pieces
      }
      if !done.pieces.isEmpty { layers.append(done) }
    }
    layer = nil
    path = UIBezierPath()
  }

  // MARK: Shapes

  private mutating func shape(_ sign: Character) {
    let here = path.currentPoint
    switch sign {
    case "M": path.move(to: point())
    case "L": path.addLine(to: point())
    case "H": path.addLine(to: Point(number() * Self.fineness, here.y))
    case "V": path.addLine(to: Point(here.x, number() * Self.fineness))
    case "Q":
      let control = point()
      path.addQuadCurve(to: point(), controlPoint: control)
    case "C":
      let (first, second) = (point(), point())
      path.addCurve(to: point(), controlPoint1: first, controlPoint2: second)
    case "Z": path.close()
    case "O", "E":
      let middle = point()
      let across = number() * Self.fineness
      let down = sign == "O" ? across : number() * Self.fineness
      path.append(
        UIBezierPath(ovalIn: Rect(middle.x - across, middle.y - down, 2 * across, 2 * down)))
    case "R":
      let (corner, size) = (point(), point())
      let rect = Rect(corner.x, corner.y, size.x, size.y)
      path.append(UIBezierPath(roundedRect: rect, cornerRadius: number() * Self.fineness))
    case "U":
      let middle = point()
      let values = numbers(3)
      let (from, to) = (values[1] * Double.pi / 180, values[2] * Double.pi / 180)
      path.append(
        UIBezierPath(
          arcCenter: middle, radius: values[0] * Self.fineness, startAngle: from, endAngle: to,
          clockwise: to > from))
    case "S": star(teeth: 2, places: [0, 0.5])
    case "G": star(teeth: 4, places: [-0.17, 0.17, 0.3, 0.7])
    default: errors += 1
    }
  }

  /// Points on two circles: of a star by turns, of a wheel two by two.
  private mutating func star(teeth points: Int, places: [Double]) {
    let middle = point()
    let values = numbers(3)
    let count = min(max(Int(values[2]), 1), 100)
    for number in 0..<(count * points) {
      let part = Double(number / points) + places[number % points]
      let at = (part / Double(count) - 0.25) * 2 * Double.pi
      let radius = Self.fineness * (number % points < points / 2 ? values[0] : values[1])
      let corner = Point(middle.x + radius * cos(at), middle.y + radius * sin(at))
      if number == 0 { path.move(to: corner) } else { path.addLine(to: corner) }
    }
    path.close()
  }

  // MARK: Numbers

  private mutating func point() -> Point {
    let x = number()
    return Point(x * Self.fineness, number() * Self.fineness)
  }

  private mutating func numbers(_ count: Int) -> [Double] { (0..<count).map { _ in number() } }

  private mutating func number() -> Double {
    while place < text.count, text[place] == 0x20 { place += 1 }
    let start = place
    while place < text.count, text[place] == 0x2D || text[place] == 0x2E || 0x30...0x39 ~= text[place] {
      place += 1
    }
    guard let value = Double(String(decoding: text[start..<place], as: UTF8.self)) else {
      errors += 1
      return 0
    }
    return value
  }
}
