/// A view's drawing: a list of elements in the view's coordinates, which is kept and drawn whenever the view is
/// shown again, at any size and angle.
///
/// In `draw(_:)`, `Drawing.current` is the view's.
public final class Drawing {
  var operations: [Operation] = []
  /// Not two recordings have the same.
  private(set) var version = 0
  /// The view's bounds when it was made.
  private(set) var bounds = Rect.zero
  var size: Size { bounds.size }
  /// Whether dynamic colors were bright or dark ones.
  private(set) var style = UIUserInterfaceStyle.light
  /// The level that they were resolved for.
  private(set) var level = UIUserInterfaceLevel.base
  /// How things are placed and colored now.
  var state = DrawingState()
  /// The states that `saveGState` has kept.
  var savedStates: [DrawingState] = []
  /// What `beginTransparencyLayer` has set aside, from the outermost on.
  var openLayers: [OpenLayer] = []
  /// The picture that it is drawn for; nil of a view's and a layer's.
  var canvas: Canvas?
  /// Whether something of it is combined with what it has drawn before.
  var isBlended = false
  /// Whether it depends on the tint color of its view, and what that was.
  var usesTint = false
  var tint: UIColor?
  /// What a `CGContext` fills or strokes next.
  let path = UIBezierPath()

  init() {}

  enum Operation {
    case fill(Shape, CGColor)
    case gradient(Shape, Gradient, in: Rect)
    case stroke(Shape, width: Double, CGColor)
    case line([Point], width: Double, CGColor)
    case strokes([PathPiece], StrokeStyle, CGColor)
    case text(String, at: Point, UIFont, CGColor)
    case image(Bitmap, Rect, alpha: Double)
    case picture(UIImage, Rect, alpha: Double)
    case symbol(SymbolLook, Rect, CGColor)
    case tiles(Shape, Tiling)
    indirect case placed([Operation], Placement)
    /// Colors over all that the clip leaves.
    indirect case shading(Shading)
    indirect case effect([Operation], Effect)
    case sprites([Sprite])
  }

  enum Shape {
    case rect(Rect, radius: Double)
    case ellipse(Rect)
    case polygon([Point])
    /// A polygon; what it goes around twice is outside.
    case evenOdd([Point])
  }

  // MARK: Things to draw

  /// A rectangle, filled.
  public func fill(_ rect: Rect, _ color: UIColor, cornerRadius: Double = 0) {
    add(.fill(.rect(rect, radius: cornerRadius), color.cgColor))
  }

  /// A rectangle, filled with the colors of a gradient.
  public func fill(_ rect: Rect, _ gradient: Gradient, cornerRadius: Double = 0) {
    add(.gradient(.rect(rect, radius: cornerRadius), gradient, in: rect))
  }

  /// The ellipse that touches the rectangle's edges, filled with the colors of a gradient.
  public func fillEllipse(in rect: Rect, _ gradient: Gradient) {
    add(.gradient(.ellipse(rect), gradient, in: rect))
  }

  /// A line of some width inside of the rectangle's edges.
  public func stroke(_ rect: Rect, _ color: UIColor, width: Double = 1, cornerRadius: Double = 0) {
    add(.stroke(.rect(rect, radius: cornerRadius), width: width, color.cgColor))
  }

  /// The ellipse that touches the rectangle's edges, filled.
  public func fillEllipse(in rect: Rect, _ color: UIColor) {
    add(.fill(.ellipse(rect), color.cgColor))
  }

  /// A line inside of the edge of the ellipse that touches the rectangle's edges.
  public func strokeEllipse(in rect: Rect, _ color: UIColor, width: Double = 1) {
    add(.stroke(.ellipse(rect), width: width, color.cgColor))
  }

  /// The inside of a polygon, whose last point is joined to the first.
  public func fillPolygon(_ points: [Point], _ color: UIColor) {
    add(.fill(.polygon(points), color.cgColor))
  }

  /// Lines from point to point, with round ends and corners; one point is a dot.
  public func line(_ points: [Point], _ color: UIColor, width: Double = 1) {
    add(.line(points, width: width, color.cgColor))
  }

  /// A line of text, whose capital letters begin at `point`: its upper left corner.
  public func text(
    _ text: String, at point: Point, font: UIFont = UIFont(), _ color: UIColor = .black
  ) {
    add(.text(text, at: point, font, color.cgColor))
  }

  /// A line of text in the middle of the rectangle's height, cut if it does not fit.
  public func text(
    _ text: String, in rect: Rect, font: UIFont = UIFont(), _ color: UIColor = .black,
    alignment: NSTextAlignment = .natural
  ) {
    let fitting = font.truncated(text, to: rect.width)
    let room = rect.width - font.width(of: fitting)
    let x =
      switch alignment.resolved(fitting.beginsAtRight) {
      case .center: rect.minX + room / 2
      case .right: rect.maxX - font.width(of: fitting)
      default: rect.minX
      }
    self.text(fitting, at: Point(x, rect.midY - font.capHeight / 2), font: font, color)
  }

  /// A picture, stretched to the rectangle. It is drawn as it is when it is drawn, not as it is now.
  public func image(_ bitmap: Bitmap, in rect: Rect, alpha: Double = 1) {
    add(.image(bitmap, rect, alpha: alpha))
  }

  /// A picture that does not change, stretched to the rectangle; drawn small, it is the mean of its pixels.
  public func image(_ image: UIImage, in rect: Rect, alpha: Double = 1) {
    for part in parts(of: image, rect, nil, alpha) { add(part) }
  }

  /// How far around its own place a pixel of the drawing's pictures is seen, in points: half as far as it is large.
  var pixelReach: Size { Self.pixelReach(of: operations) }

  /// Ends the recording.
  func close(_ version: Int, _ bounds: Rect, _ traits: UITraitCollection) {
    endLayers()
    self.version = version
    self.bounds = bounds
    // Its own things only: what is below the view does not count. Below a picture's there is only its color.
    if isBlended, canvas == nil { operations = [.effect(operations, .apart)] }
    style = traits.userInterfaceStyle
    level = traits.userInterfaceLevel
  }
}
