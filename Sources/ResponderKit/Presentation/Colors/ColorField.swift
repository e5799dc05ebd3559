/// A field of colors of which a finger takes one.
class ColorField: UIControl {
  /// What is taken; its alpha does not count.
  final var parts = ColorParts(red: 0, green: 0, blue: 0) { didSet { setNeedsDisplay() } }
  /// Whether the finger is still down.
  final private(set) var isDragged = false

  /// The color of a place.
  func color(at place: Point) -> ColorParts { parts }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    isDragged = true
    take(touch)
    return true
  }

  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    take(touch)
    return true
  }

  override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    isDragged = false
    sendActions(for: .valueChanged)
  }

  override func cancelTracking(with event: UIEvent?) {
    isDragged = false
    sendActions(for: .valueChanged)
  }

  private func take(_ touch: UITouch) {
    let place = touch.location(in: self)
    let inside = Point(place.x.clamped(to: 0...bounds.width), place.y.clamped(to: 0...bounds.height))
    let new = color(at: inside)
    guard new != parts else { return }
    parts = new
    sendActions(for: .valueChanged)
  }
}

/// Ten rows of twelve colors: grays, then from dark to bright.
final class ColorGrid: ColorField {
  static let columns = 12
  static let rows = 10

  static func parts(_ column: Int, _ row: Int) -> ColorParts {
    if row == 0 {
      let white = 1 - Double(column) / Double(columns - 1)
      return ColorParts(red: white, green: white, blue: white)
    }
    let hue = (Double(column) / Double(columns) + 0.53).truncatingRemainder(dividingBy: 1)
    return row <= 5
      ? ColorParts(hue: hue, saturation: 1, brightness: 0.2 + 0.16 * Double(row))
      : ColorParts(hue: hue, saturation: 1 - 0.19 * Double(row - 5), brightness: 1)
  }

  private var cell: Size { Size(bounds.width / Double(Self.columns), bounds.height / Double(Self.rows)) }

  override func color(at place: Point) -> ColorParts {
    let column = min(Int(place.x / max(cell.width, 1)), Self.columns - 1)
    let row = min(Int(place.y / max(cell.height, 1)), Self.rows - 1)
    return Self.parts(column, row)
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    var chosen: Rect?
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let box = Rect(Double(column) * cell.width, Double(row) * cell.height, cell.width, cell.height)
        let parts = Self.parts(column, row)
        drawing.fill(box, parts.color)
        if parts.isNear(self.parts) { chosen = chosen ?? box }
      }
    }
    guard let chosen else { return }
    drawing.stroke(chosen.insetBy(dx: 1, dy: 1), .white, width: 3, cornerRadius: 2)
  }
}

/// All colors: the hue to the right; downwards from white over the pure color to black.
final class ColorSpectrum: ColorField {
  private static let strips = 60

  override func color(at place: Point) -> ColorParts {
    let hue = min(place.x / max(bounds.width, 1), 0.999)
    let part = place.y / max(bounds.height, 1)
    return ColorParts(hue: hue, saturation: min(part * 2, 1), brightness: min(2 - part * 2, 1))
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let width = bounds.width / Double(Self.strips)
    for strip in 0..<Self.strips {
      let pure = ColorParts(hue: Double(strip) / Double(Self.strips), saturation: 1, brightness: 1)
      let gradient = Gradient(colors: [.white, pure.color, .black])
      // A little wider, so that there is no gap between two of them.
      drawing.fill(Rect(Double(strip) * width, 0, width + 0.5, bounds.height), gradient)
    }
  }
}
