// Texts that a program draws itself, in `draw(_:)` or into a picture. Letters without a font have 12 points, as in UIKit.

/// Options of `boundingRect`: rectangles of texts here are always those of their lines.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The origin is the upper left corner of the first line, as it always is here.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
  /// Lines are as high as the font says, as they always are here.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
  /// Without effect, as the next one: boxes are those of lines, and a last line has no dots.
  public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 8)
  /// Without effect.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}

extension NSAttributedString {
  private var styled: StyledText { StyledText(self, font: UIFont(size: 12), color: .black) }

  /// The size of the text, whose lines end only where it says.
  public func size() -> Size { styled.size(in: Size(.infinity, .infinity), most: 0) }

  /// The box of the text, when its lines are broken at a width.
  public func boundingRect(with size: Size, options: NSStringDrawingOptions = [], context: AnyObject? = nil)
    -> Rect
  { Rect(origin: .zero, size: styled.size(in: size, most: 0)) }

  /// Draws the text with its upper left corner at a point; lines end only where it says.
  public func draw(at point: Point) { draw(in: Rect(origin: point, size: Size(.infinity, .infinity))) }

  /// Draws the text into a rectangle, from its upper left corner on, in lines as long as fit. Lines below it are not drawn.
  public func draw(in rect: Rect) {
    guard let drawing = Drawing.current else { return }
    styled.lines(in: rect.size, most: 0).draw(at: rect.origin, width: rect.width, in: drawing)
  }

  /// As `draw(in:)`.
  public func draw(with rect: Rect, options: NSStringDrawingOptions = [], context: AnyObject? = nil) {
    draw(in: rect)
  }
}

extension String {
  /// The size of the text with attributes, whose lines end only where it says.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> Size {
    NSAttributedString(string: self, attributes: attributes).size()
  }

  /// Draws the text with its upper left corner at a point.
  public func draw(at point: Point, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self, attributes: attributes).draw(at: point)
  }

  /// Draws the text into a rectangle, in lines as long as fit.
  public func draw(in rect: Rect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self, attributes: attributes).draw(in: rect)
  }

  /// The box of the text, when its lines are broken at a width.
  public func boundingRect(
    with size: Size, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: AnyObject? = nil
  ) -> Rect {
    NSAttributedString(string: self, attributes: attributes).boundingRect(with: size, options: options)
  }
}
