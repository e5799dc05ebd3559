import ResponderKit
import TestHarness
import Testing

/// Paths in Core Graphics' words.
@Suite(.hangLimit) struct MutablePathTests {
  @Test func aPathIsPutTogether() {
    let path = CGMutablePath()
    path.addLines(between: [Point(0, 0), Point(10, 0), Point(10, 10)])
    path.closeSubpath()
    #expect(path.contains(Point(8, 4)) && !path.contains(Point(2, 8)))
    path.addRect(Rect(20, 0, 10, 10), transform: AffineTransform(translationX: 0, y: 5))
    #expect(path.contains(Point(25, 12)) && !path.contains(Point(25, 3)))
    path.addPath(CGPath(ellipseIn: Rect(40, 0, 10, 10), transform: nil))
    #expect(path.contains(Point(45, 5)) && !path.contains(Point(40.5, 0.5)))
    #expect(path.boundingBox == Rect(0, 0, 50, 15))
    let copy = path.mutableCopy()
    copy?.addEllipse(in: Rect(100, 100, 5, 5))
    #expect(path.boundingBoxOfPath.maxX == 50 && copy?.boundingBox.maxX == 105)
  }

  @Test func anArcTurnsTheOtherWayThanOnTheScreen() {
    let (up, down) = (CGMutablePath(), CGMutablePath())
    up.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi, clockwise: true)
    down.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi, clockwise: false)
    #expect(abs(up.boundingBox.minY + 10) < 0.1 && up.boundingBox.maxY < 0.1)
    #expect(abs(down.boundingBox.maxY - 10) < 0.1 && down.boundingBox.minY > -0.1)
  }

  @Test func curvesGoThroughTheSamePoints() {
    let (one, two) = (CGMutablePath(), UIBezierPath())
    for path in [one, two] { path.move(to: .zero) }
    one.addCurve(to: Point(10, 0), control1: Point(0, 10), control2: Point(10, 10))
    two.addCurve(to: Point(10, 0), controlPoint1: Point(0, 10), controlPoint2: Point(10, 10))
    one.addQuadCurve(to: Point(20, 0), control: Point(15, 9))
    two.addQuadCurve(to: Point(20, 0), controlPoint: Point(15, 9))
    #expect(one.bounds == two.bounds && one.currentPoint == Point(20, 0))
    let round = CGPath(
      roundedRect: Rect(0, 0, 20, 20), cornerWidth: 8, cornerHeight: 5,
      transform: AffineTransform(scaleX: 2, y: 2))
    #expect(round.bounds == Rect(0, 0, 40, 40) && !round.contains(Point(1, 1)))
    #expect(round.contains(Point(5, 5)))
    one.addRoundedRect(in: Rect(30, 0, 10, 10), cornerWidth: 5, cornerHeight: 5)
    #expect(!one.contains(Point(30.5, 0.5)) && one.contains(Point(35, 5)))
  }
}
