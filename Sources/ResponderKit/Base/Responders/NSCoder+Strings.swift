/// Geometry as text, in UIKit's forms. A text that does not have the form gives zero, or the identity.
extension NSCoder {
  /// `{x, y}`.
  public class func string(for point: Point) -> String { list([point.x, point.y]) }
  /// `{dx, dy}`.
  public class func string(for vector: CGVector) -> String { list([vector.dx, vector.dy]) }
  /// `{width, height}`.
  public class func string(for size: Size) -> String { list([size.width, size.height]) }
  /// `{{x, y}, {width, height}}`.
  public class func string(for rect: Rect) -> String {
    "{\(string(for: rect.origin)), \(string(for: rect.size))}"
  }
  /// `[a, b, c, d, tx, ty]`.
  public class func string(for transform: AffineTransform) -> String {
    let t = transform
    return list([t.a, t.b, t.c, t.d, t.tx, t.ty], "[", "]")
  }
  /// `{top, left, bottom, right}`.
  public class func string(for insets: EdgeInsets) -> String {
    list([insets.top, insets.left, insets.bottom, insets.right])
  }
  /// `{top, leading, bottom, trailing}`.
  public class func string(for insets: NSDirectionalEdgeInsets) -> String {
    list([insets.top, insets.leading, insets.bottom, insets.trailing])
  }
  /// `{horizontal, vertical}`.
  public class func string(for offset: UIOffset) -> String { list([offset.horizontal, offset.vertical]) }

  /// The point of `{x, y}`.
  public class func cgPoint(for string: String) -> Point {
    numbers(2, in: string).map { Point($0[0], $0[1]) } ?? .zero
  }
  /// The vector of `{dx, dy}`.
  public class func cgVector(for string: String) -> CGVector {
    numbers(2, in: string).map { CGVector(dx: $0[0], dy: $0[1]) } ?? CGVector(dx: 0, dy: 0)
  }
  /// The size of `{width, height}`.
  public class func cgSize(for string: String) -> Size {
    numbers(2, in: string).map { Size($0[0], $0[1]) } ?? .zero
  }
  /// The rectangle of `{{x, y}, {width, height}}`.
  public class func cgRect(for string: String) -> Rect {
    numbers(4, in: string).map { Rect($0[0], $0[1], $0[2], $0[3]) } ?? .zero
  }
  /// The transform of `[a, b, c, d, tx, ty]`.
  public class func cgAffineTransform(for string: String) -> AffineTransform {
    numbers(6, in: string).map {
      AffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
    } ?? .identity
  }
  /// The insets of `{top, left, bottom, right}`.
  public class func uiEdgeInsets(for string: String) -> EdgeInsets {
    numbers(4, in: string).map { EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) } ?? .zero
  }
  /// The insets of `{top, leading, bottom, trailing}`.
  public class func nsDirectionalEdgeInsets(for string: String) -> NSDirectionalEdgeInsets {
    numbers(4, in: string).map {
      NSDirectionalEdgeInsets(top: $0[0], leading: $0[1], bottom: $0[2], trailing: $0[3])
    } ?? .zero
  }
  /// The offset of `{horizontal, vertical}`.
  public class func uiOffset(for string: String) -> UIOffset {
    numbers(2, in: string).map { UIOffset(horizontal: $0[0], vertical: $0[1]) } ?? .zero
  }

  private class func list(_ numbers: [Double], _ begin: String = "{", _ end: String = "}") -> String {
    let texts = numbers.map { number in
      let text = "\(number)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    return begin + texts.joined(separator: ", ") + end
  }

  /// So many finite numbers between brackets and commas; nil if there are not so many, or something else.
  private class func numbers(_ count: Int, in string: String) -> [Double]? {
    let parts = string.filter { !"{}[] ".contains($0) }.split(
      separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(String($0)) }.filter(\.isFinite)
    return parts.count == count && numbers.count == count ? numbers : nil
  }
}
