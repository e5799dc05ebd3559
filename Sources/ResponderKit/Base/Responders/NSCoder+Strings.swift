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
    numbers("{#,#}", in: string).map { Point($0[0], $0[1]) } ?? .zero
  }
  /// The vector of `{dx, dy}`.
  public class func cgVector(for string: String) -> CGVector {
    numbers("{#,#}", in: string).map { CGVector(dx: $0[0], dy: $0[1]) } ?? CGVector(dx: 0, dy: 0)
  }
  /// The size of `{width, height}`.
  public class func cgSize(for string: String) -> Size {
    numbers("{#,#}", in: string).map { Size($0[0], $0[1]) } ?? .zero
  }
  /// The rectangle of `{{x, y}, {width, height}}`.
  public class func cgRect(for string: String) -> Rect {
    numbers("{{#,#},{#,#}}", in: string).map { Rect($0[0], $0[1], $0[2], $0[3]) } ?? .zero
  }
  /// The transform of `[a, b, c, d, tx, ty]`.
  public class func cgAffineTransform(for string: String) -> AffineTransform {
    numbers("[#,#,#,#,#,#]", in: string).map {
      AffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
    } ?? .identity
  }
  /// The insets of `{top, left, bottom, right}`.
  public class func uiEdgeInsets(for string: String) -> EdgeInsets {
    numbers("{#,#,#,#}", in: string).map { EdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) }
      ?? .zero
  }
  /// The insets of `{top, leading, bottom, trailing}`.
  public class func nsDirectionalEdgeInsets(for string: String) -> NSDirectionalEdgeInsets {
    numbers("{#,#,#,#}", in: string).map {
      NSDirectionalEdgeInsets(top: $0[0], leading: $0[1], bottom: $0[2], trailing: $0[3])
    } ?? .zero
  }
  /// The offset of `{horizontal, vertical}`.
  public class func uiOffset(for string: String) -> UIOffset {
    numbers("{#,#}", in: string).map { UIOffset(horizontal: $0[0], vertical: $0[1]) } ?? .zero
  }

  private class func list(_ numbers: [Double], _ begin: String = "{", _ end: String = "}") -> String {
    let texts = numbers.map { number in
      let text = "\(number)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    return begin + texts.joined(separator: ", ") + end
  }

  /// The finite numbers of a text in a form, in which `#` is a number; white space may be around each. Nil for other texts.
  private class func numbers(_ form: String, in string: String) -> [Double]? {
    var rest = string[...]
    var numbers: [Double] = []
    for part in form {
      rest = rest.drop(while: \.isWhitespace)
      if part == "#" {
        let text = rest.prefix { "+-.0123456789eE".contains($0) }
        guard let number = Double(text), number.isFinite else { return nil }
        numbers.append(number)
        rest = rest[text.endIndex...]
      } else {
        guard rest.first == part else { return nil }
        rest.removeFirst()
      }
    }
    return rest.allSatisfy(\.isWhitespace) ? numbers : nil
  }
}
