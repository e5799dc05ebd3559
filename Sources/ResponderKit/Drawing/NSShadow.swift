/// The shadow of a text's letters: the value of the attribute `shadow`. The text keeps it as it is when it is drawn.
public final class NSShadow: NSObject {
  /// How far it is moved to the right and down.
  public var shadowOffset = Size.zero
  /// The radius of its blur; 0: its edges are as sharp as those of the letters.
  public var shadowBlurRadius = 0.0
  /// A `UIColor`; nil: no shadow. Black, to a third opaque, at first.
  public var shadowColor: Any? = UIColor(white: 0, alpha: 1.0 / 3)

  /// A shadow that is not moved.
  public override init() { super.init() }
}

/// What letters of a text rarely have: lines of other colors, outlines, a shadow.
struct LetterExtras {
  var underline: UIColor?
  var strikethrough: UIColor?
  var shadow: NSShadow?
  var stroke: UIColor?
  /// Of the outlines, in points; below 0 the letters are filled, too.
  var strokeWidth = 0.0

  /// - Parameter strokeWidth: in hundredths of the font's size.
  init?(_ attributes: [NSAttributedString.Key: Any], fontSize: Double, _ strokeWidth: Double) {
    underline = attributes.color(.underlineColor)
    strikethrough = attributes.color(.strikethroughColor)
    shadow = attributes[.shadow] as? NSShadow
    stroke = attributes.color(.strokeColor)
    self.strokeWidth = strokeWidth * fontSize / 100
    if underline == nil, strikethrough == nil, shadow == nil, self.strokeWidth == 0 { return nil }
  }

  /// Draws letters whose capitals begin at a point.
  func draw(_ text: String, at point: Point, _ font: UIFont, _ color: UIColor, in drawing: Drawing) {
    let outer = drawing.state
    if let shadow, let shade = shadow.shadowColor as? UIColor {
      let offset = shadow.shadowOffset
      if offset.width.isFinite, offset.height.isFinite, shadow.shadowBlurRadius.isFinite {
        CGContext(drawing: drawing).setShadow(
          offset: offset, blur: min(shadow.shadowBlurRadius, 100), color: shade.cgColor)
      }
    }
    let pieces = strokeWidth == 0 ? [] : font.outlines(of: text, at: point)
    if strokeWidth <= 0 || pieces.isEmpty { drawing.text(text, at: point, font: font, color) }
    if !pieces.isEmpty {
      let style = StrokeStyle(width: abs(strokeWidth), join: .round)
      drawing.add(.strokes(pieces, style, (stroke ?? color).cgColor))
    }
    drawing.state = outer
  }
}

extension UIFont {
  /// The edges of letters whose capitals begin at a point; none of a font without outlines.
  fileprivate func outlines(of text: String, at point: Point) -> [PathPiece] {
    guard let face else { return [] }
    let start = Point(point.x, point.y + capHeight)
    var pieces: [PathPiece] = []
    for piece in line(text, face).pieces {
      let outline = outline(piece, at: start, scale: 4)
      for (index, first) in outline.starts.enumerated() {
        let points = outline.points[first..<outline.end(ofPolygon: index)].filter(\.isFinite)
        if points.count > 1 { pieces.append(PathPiece(points: Array(points), isClosed: true)) }
      }
    }
    return pieces
  }
}
