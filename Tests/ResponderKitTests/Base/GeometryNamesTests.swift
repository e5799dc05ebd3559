import ResponderKit
import TestHarness
import Testing

/// What UIKit's programs ask of rectangles and colors.
@Suite(.hangLimit) struct GeometryNamesTests {
  @Test func rectanglesGetWholeEdges() {
    let rect = CGRect(x: 0.5, y: -0.5, width: 10, height: 1)
    #expect(rect.integral == CGRect(x: 0, y: -1, width: 11, height: 2))
    #expect(CGRect.null.integral.isNull && CGRect.null.standardized.isNull)
    #expect(
      CGRect(x: 10, y: 10, width: -4, height: -6).standardized == CGRect(x: 6, y: 4, width: 4, height: 6))
    #expect(CGRect.infinite.contains(CGPoint(x: 1e300, y: -1e300)))
    #expect(CGRect() == .zero && CGPoint() == .zero && CGSize() == .zero && CGVector() == .zero)
  }

  @Test func vectorsGoTwoWays() {
    let way = CGVector(dx: 3, dy: -4)
    #expect(way.dx == 3 && way.dy == -4 && way != CGVector(dx: 3, dy: 3))
  }

  @Test func numbersAreRounded() {
    #expect(sqrt(9) == 3 && round(-2.5) == -3 && floor(-0.5) == -1 && ceil(1.25) == 2)
  }

  @Test func numbersHaveTheirFunctions() {
    #expect(abs(sin(.pi / 6) - 0.5) < 1e-12 && cos(0) == 1 && abs(tan(.pi / 4) - 1) < 1e-12)
    #expect(abs(asin(1) - .pi / 2) < 1e-12 && acos(1) == 0 && abs(atan(1) - .pi / 4) < 1e-12)
    #expect(abs(atan2(-1, 0) + .pi / 2) < 1e-12 && hypot(3, 4) == 5 && pow(2, 10) == 1024)
    #expect(exp(0) == 1 && ResponderKit.log(1) == 0 && log10(1000) == 3 && log2(8) == 3 && fmod(-7, 4) == -3)
  }

  @Test func numbersOfSinglePrecisionHaveThem() {
    #expect(fmin(1, .nan) == 1 && fmin(2, -1) == -1 && fmax(2, -1) == 2 && fabs(-2.5) == 2.5)
    #expect(fminf(1, .nan) == 1 && fminf(2, -1) == -1 && fmaxf(2, -1) == 2 && fabsf(-2.5) == 2.5)
    #expect(sqrtf(9) == 3 && roundf(-2.5) == -3 && floorf(-0.5) == -1 && ceilf(1.25) == 2)
    #expect(abs(sinf(.pi / 6) - 0.5) < 1e-6 && cosf(0) == 1 && abs(tanf(.pi / 4) - 1) < 1e-6)
    #expect(abs(atan2f(-1, 0) + .pi / 2) < 1e-6 && powf(2, 10) == 1024 && fmodf(-7, 4) == -3)
  }

  @Test func geometryIsText() {
    let rect = Rect(1.5, -2, 1e30, 0.1)
    #expect(NSCoder.string(for: rect) == "{{1.5, -2}, {1e+30, 0.1}}")
    #expect(NSCoder.cgRect(for: NSCoder.string(for: rect)) == rect)
    #expect(NSCoder.string(for: Point(1, 2)) == "{1, 2}" && NSCoder.cgPoint(for: "{1,2.5}") == Point(1, 2.5))
    #expect(NSCoder.string(for: Size(1, 2)) == "{1, 2}" && NSCoder.cgSize(for: " { 3 , 4 } ") == Size(3, 4))
    #expect(NSCoder.cgRect(for: "{ {1,-2}\n,{ 3 , +4e0 } }") == Rect(1, -2, 3, 4))
    let vector = CGVector(dx: 1, dy: -1)
    #expect(NSCoder.string(for: vector) == "{1, -1}" && NSCoder.cgVector(for: "{1, -1}") == vector)
    let transform = AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(NSCoder.string(for: transform) == "[1, 2, 3, 4, 5, 6]")
    #expect(NSCoder.cgAffineTransform(for: "[1, 2, 3, 4, 5, 6]") == transform)
    let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(
      NSCoder.string(for: insets) == "{1, 2, 3, 4}" && NSCoder.uiEdgeInsets(for: "{1, 2, 3, 4}") == insets)
    let directed = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(NSCoder.string(for: directed) == "{1, 2, 3, 4}")
    #expect(NSCoder.nsDirectionalEdgeInsets(for: "{1, 2, 3, 4}") == directed)
    let offset = UIOffset(horizontal: 1, vertical: 2)
    #expect(NSCoder.string(for: offset) == "{1, 2}" && NSCoder.uiOffset(for: "{1, 2}") == offset)
  }

  @Test(arguments: [
    "", "{1}", "{1, 2, 3, 4, 5}", "{a, b, c, d}", "{1, 2, 3, }", "{nan, 1, 2, inf}", ",,,", "1, 2", "1}2,3",
    "[1,2", "{1 0, 2}", "{1, 2", "{1, 2} 3", "[1, 2]", "{0x1, 2}", "{1, 1e999}", "{1, 2, 3, 4} {",
    "{{1, 2}, {3, 4}",
    "{{1, 2, 3, 4}}", "[1, 2, 3, 4, 5, 6", "{1, 2, 3, 4, 5, 6}", "[[1, 2, 3, 4, 5, 6]]", "{1, e}", "{-, 1}",
    "{+-1, 1}",
  ])
  func otherTextsGiveZero(_ text: String) {
    #expect(NSCoder.cgRect(for: text) == .zero && NSCoder.cgPoint(for: text) == .zero)
    #expect(NSCoder.cgAffineTransform(for: text) == .identity && NSCoder.uiEdgeInsets(for: text) == .zero)
  }

  @Test func rectanglesAreDivided() {
    let rect = CGRect(x: 0, y: 0, width: 100, height: 50)
    let left = rect.divided(atDistance: 30, from: .minXEdge)
    #expect(left.slice == CGRect(x: 0, y: 0, width: 30, height: 50))
    #expect(left.remainder == CGRect(x: 30, y: 0, width: 70, height: 50))
    let bottom = rect.divided(atDistance: 20, from: .maxYEdge)
    #expect(bottom.slice == CGRect(x: 0, y: 30, width: 100, height: 20))
    #expect(bottom.remainder == CGRect(x: 0, y: 0, width: 100, height: 30))
    let all = rect.divided(atDistance: 500, from: .maxXEdge)
    #expect(all.slice == rect && all.remainder.width == 0)
  }

  @Test func sizesAreTransformedWithoutTheShift() {
    let transform = CGAffineTransform(translationX: 9, y: 9).scaledBy(x: 2, y: 3)
    #expect(CGSize(width: 1, height: 2).applying(transform) == CGSize(width: 2, height: 6))
  }

  @Test func colorsGiveTheirPartsBack() {
    var (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
    #expect(UIColor.orange.getRed(&a, green: &b, blue: &c, alpha: &d))
    #expect((a, b, c, d) == (1, 0.5, 0, 1))
    for hue in stride(from: 0.0, to: 1, by: 0.07) {
      UIColor(hue: hue, saturation: 0.6, brightness: 0.8, alpha: 0.5)
        .getHue(&a, saturation: &b, brightness: &c, alpha: &d)
      #expect(abs(a - hue) < 1e-9 && abs(b - 0.6) < 1e-9 && abs(c - 0.8) < 1e-9 && d == 0.5)
    }
    #expect(UIColor(white: 0.25, alpha: 0.5).getWhite(&a, alpha: nil) && a == 0.25)
    #expect(!UIColor.red.getWhite(&a, alpha: nil) && a == 0.25)
    #expect(UIColor.red.cgColor.components == [1, 0, 0, 1])
  }
}
