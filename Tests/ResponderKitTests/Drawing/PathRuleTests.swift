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

  @Test func whatLinesCoverIsAPath() {
    let path = UIBezierPath()
    path.move(to: Point(10, 10))
    path.addLine(to: Point(50, 10))
    path.addLine(to: Point(50, 50))
    func covers(_ x: Double, _ y: Double, _ cap: CGLineCap = .butt, _ join: CGLineJoin = .miter) -> Bool {
      path.copy(strokingWithWidth: 8, lineCap: cap, lineJoin: join, miterLimit: 10).contains(Point(x, y))
    }
    #expect(covers(30, 7) && covers(30, 13) && !covers(30, 5) && !covers(30, 15))
    #expect(covers(53.5, 6.5) && !covers(53.5, 6.5, .butt, .bevel) && !covers(53.5, 6.5, .butt, .round))
    #expect(!covers(7, 10) && covers(7, 10, .round) && covers(6.5, 6.5, .square) && !covers(6.5, 6.5, .round))
    let moved = path.copy(
      strokingWithWidth: 8, lineCap: .butt, lineJoin: .miter, miterLimit: 10,
      transform: AffineTransform(translationX: 100, y: 0))
    #expect(moved.contains(Point(130, 10)) && !moved.contains(Point(30, 10)))
    #expect(
      UIBezierPath().copy(strokingWithWidth: 8, lineCap: .butt, lineJoin: .miter, miterLimit: 10).isEmpty)
  }

  @Test func aCopyHasLinesOfTheSameWidth() {
    let path = UIBezierPath(rect: Rect(0, 0, 10, 10))
    path.lineWidth = 7
    let copy = UIBezierPath(cgPath: path.cgPath)
    #expect(copy.lineWidth == 7 && copy.bounds == path.bounds)
  }

  @Test func aPathWithoutAPointHasNothingToClose() {
    let path = UIBezierPath()
    path.close()
    #expect(path.isEmpty && path.bounds == .zero && path.currentPoint == .zero)
    // Closing twice adds nothing.
    path.addLine(to: Point(10, 20))
    for _ in 0..<2 { path.close() }
    #expect(path.parts.count == 1 && path.parts[0].isClosed && path.parts[0].points == [Point(10, 20)])
  }
}
