import TestHarness
import Testing

@testable import ResponderKit

/// The parts of paths.
@Suite(.hangLimit) struct PathRuleTests {
  @Test func aLineBehindAClosedPartBeginsAnother() {
    let path = UIBezierPath()
    path.move(to: .zero)
    path.addLine(to: Point(10, 0))
    path.addLine(to: Point(10, 10))
    path.close()
    path.addLine(to: Point(0, 50))
    #expect(path.parts.map(\.points.count) == [3, 2] && path.parts.map(\.isClosed) == [true, false])
    #expect(path.parts[1].points == [.zero, Point(0, 50)])
  }

  @Test func anArcOfMoreThanACircleIsOne() {
    let path = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: 5 * .pi, clockwise: true)
    #expect(path.currentPoint.distance(to: Point(10, 0)) < 1e-9)
    let back = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: -5 * .pi, clockwise: false)
    #expect(back.currentPoint.distance(to: Point(10, 0)) < 1e-9)
  }

  @Test func aCopyHasLinesOfTheSameWidth() {
    let path = UIBezierPath(rect: Rect(0, 0, 10, 10))
    path.lineWidth = 7
    let copy = UIBezierPath(cgPath: path.cgPath)
    #expect(copy.lineWidth == 7 && copy.bounds == path.bounds)
  }
}
