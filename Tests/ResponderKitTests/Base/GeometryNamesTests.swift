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
