import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// More of CoreGraphics' names: grays, round corners by tangents, boxes of the path, what is cleared; paths the other way around and in a blend mode.
@Suite(.hangLimit) struct ContextPathTests {
  @Test func graysAreColors() {
    let shown = Canvas.picture { context in
      context.setFillColor(gray: 0, alpha: 1)
      context.setStrokeColor(gray: 0.5, alpha: 1)
      context.fill(CGRect(x: 20, y: 20, width: 60, height: 60))
      context.stroke(CGRect(x: 20, y: 20, width: 60, height: 60), width: 10)
    }
    #expect(shown.color(x: 50, y: 50) == .black && abs(shown.color(x: 20, y: 50).red - 0.5) < 0.01)
  }

  @Test func tangentsRoundACorner() {
    let shown = Canvas.picture { context in
      context.move(to: CGPoint(x: 10, y: 10))
      context.addArc(tangent1End: CGPoint(x: 90, y: 10), tangent2End: CGPoint(x: 90, y: 90), radius: 30)
      #expect(context.currentPointOfPath.distance(to: Point(90, 40)) < 0.01)
      context.addArc(tangent1End: CGPoint(x: 90, y: 90), tangent2End: CGPoint(x: 10, y: 90), radius: 0)
      #expect(context.currentPointOfPath == Point(90, 90))
      // In one line with what follows: no corner.
      context.addArc(tangent1End: CGPoint(x: 50, y: 90), tangent2End: CGPoint(x: 10, y: 90), radius: 5)
      #expect(context.currentPointOfPath == Point(50, 90))
      context.addLine(to: CGPoint(x: 10, y: 90))
      #expect(context.boundingBoxOfPath == Rect(10, 10, 80, 80) && context.path?.bounds.width == 80)
      context.setFillColor(UIColor.red.cgColor)
      context.fillPath()
      #expect(context.path == nil && context.boundingBoxOfPath.isNull && context.currentPointOfPath == .zero)
      context.addArc(tangent1End: CGPoint(x: 3, y: 4), tangent2End: .zero, radius: 2)
      #expect(context.currentPointOfPath == Point(3, 4))
      context.addArc(tangent1End: CGPoint(x: Double.nan, y: 4), tangent2End: .zero, radius: .infinity)
      context.beginPath()
    }
    // The round corner is cut off, at the side where the corner is; its arc lies beyond the straight way.
    #expect(shown.color(x: 87, y: 13) == .white && shown.color(x: 78, y: 22) == .red)
    #expect(shown.color(x: 87, y: 87) == .red && shown.color(x: 12, y: 12) == .red)
  }

  @Test func tangentsRoundACornerToTheOtherSide() {
    let shown = Canvas.picture { context in
      context.translateBy(x: 0, y: 10)
      context.move(to: CGPoint(x: 90, y: 0))
      context.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 80), radius: 30)
      context.addLine(to: CGPoint(x: 10, y: 80))
      context.addLine(to: CGPoint(x: 90, y: 80))
      context.fillPath()
    }
    #expect(shown.color(x: 13, y: 13) == .white && shown.color(x: 22, y: 22) == .black)
    let back = Canvas.picture { context in
      context.move(to: CGPoint(x: 10, y: 90))
      context.addArc(tangent1End: CGPoint(x: 10, y: 10), tangent2End: CGPoint(x: 90, y: 10), radius: 30)
      context.addLine(to: CGPoint(x: 90, y: 10))
      context.addLine(to: CGPoint(x: 90, y: 90))
      context.fillPath()
    }
    #expect(back.color(x: 13, y: 13) == .white && back.color(x: 22, y: 22) == .black)
    #expect(back.color(x: 60, y: 60) == .black)
  }

  @Test func rectanglesAreAddedClippedToAndCleared() {
    let shown = Canvas.picture { context in
      let left = CGRect(x: 0, y: 0, width: 20, height: 100)
      let right = CGRect(x: 80, y: 0, width: 20, height: 100)
      context.saveGState()
      context.clip(to: [left, right])
      context.setFillColor(UIColor.red.cgColor)
      context.fill(CGRect(x: 0, y: 0, width: 100, height: 50))
      context.restoreGState()
      context.setFillColor(UIColor.blue.cgColor)
      context.addRects([left, right].map { $0.insetBy(dx: 5, dy: 60) })
      context.addRects([
        CGRect(x: 5, y: 60, width: 10, height: 30), CGRect(x: 85, y: 60, width: 10, height: 30),
      ])
      context.fillPath()
      context.clear(CGRect(x: 0, y: 0, width: 100, height: 10))
      UIColor.green.setFill()
      UIRectFillUsingBlendMode(CGRect(x: 40, y: 80, width: 10, height: 10), .normal)
      UIRectClip(CGRect(x: 40, y: 0, width: 10, height: 10))
      UIRectFill(CGRect(x: 0, y: 0, width: 100, height: 100))
    }
    #expect(shown.color(x: 10, y: 30) == .red && shown.color(x: 90, y: 30) == .red)
    #expect(shown.color(x: 50, y: 30) == .white && shown.color(x: 10, y: 5) == .white)
    #expect(shown.color(x: 10, y: 75) == .blue && shown.color(x: 90, y: 75) == .blue)
    #expect(shown.color(x: 45, y: 85) == .green && shown.color(x: 45, y: 5) == .green)
  }

  @Test func aFrameIsALineOfOnePointInsideOfTheEdges() {
    let shown = Canvas.picture { _ in
      UIColor.blue.setStroke()
      UIColor.red.setFill()
      UIRectFrame(CGRect(x: 20, y: 20, width: 40, height: 30))
      // Boxes that are none.
      UIRectFrame(CGRect(x: 80, y: 80, width: 0, height: 0))
      UIRectFrame(CGRect(x: CGFloat.nan, y: 0, width: .infinity, height: 9))
    }
    for (x, y) in [(20, 20), (59, 49), (40, 20), (20, 35), (59, 35), (40, 49)] {
      #expect(shown.color(x: x, y: y) == .red, "\(x), \(y)")
    }
    let inside = [(21, 21), (58, 48), (40, 35)]
    let beside = [(19, 35), (60, 35), (40, 19), (40, 50), (80, 80), (79, 79), (0, 0), (5, 8)]
    for (x, y) in inside + beside {
      #expect(shown.color(x: x, y: y) == .white, "\(x), \(y)")
    }
  }

  @Test func aPictureOfTheContextHasItsLowerEdgeUp() {
    let shown = Canvas.picture { context in
      let bitmap = Bitmap(width: 1, height: 2)
      bitmap.clear(PixelRect(x: 0, y: 0, width: 1, height: 1), to: .red)
      bitmap.clear(PixelRect(x: 0, y: 1, width: 1, height: 1), to: .blue)
      context.draw(UIImage(bitmap), in: CGRect(x: 0, y: 20, width: 40, height: 40))
      context.translateBy(x: 0, y: 100)
      context.scaleBy(x: 1, y: -1)
      context.draw(UIImage(bitmap), in: CGRect(x: 60, y: 40, width: 40, height: 40))
    }
    #expect(shown.color(x: 20, y: 25) == .blue && shown.color(x: 20, y: 55) == .red)
    #expect(shown.color(x: 80, y: 25) == .red && shown.color(x: 80, y: 55) == .blue)
  }

  @Test func aPathTheOtherWayAroundIsAHole() {
    let path = UIBezierPath(rect: Rect(0, 0, 100, 100))
    let inner = UIBezierPath(rect: Rect(20, 20, 60, 60))
    path.append(inner)
    #expect(path.contains(Point(50, 50)))
    let other = UIBezierPath(rect: Rect(0, 0, 100, 100))
    other.append(inner.reversing())
    #expect(!other.contains(Point(50, 50)) && other.contains(Point(10, 10)))
    let line = UIBezierPath()
    line.lineWidth = 7
    line.move(to: Point(1, 2))
    line.addLine(to: Point(3, 4))
    let back = line.reversing()
    #expect(back.currentPoint == Point(1, 2) && back.lineWidth == 7 && line.currentPoint == Point(3, 4))
    #expect(UIBezierPath().reversing().isEmpty)
  }

  @Test func aPathIsDrawnInABlendModeAndPaler() {
    let shown = Canvas.picture { _ in
      UIColor.red.setFill()
      UIRectFill(Rect(0, 0, 100, 100))
      UIColor.blue.set()
      UIBezierPath(rect: Rect(0, 0, 50, 50)).fill(with: .multiply, alpha: 1)
      UIBezierPath(rect: Rect(50, 0, 50, 50)).fill(with: .normal, alpha: 0.5)
      let line = UIBezierPath(rect: Rect(20, 80, 60, 0))
      line.lineWidth = 10
      line.stroke(with: .multiply, alpha: 2)
      UIRectFill(Rect(0, 90, 10, 10))
    }
    #expect(shown.color(x: 25, y: 25) == .black && shown.color(x: 50, y: 80) == .black)
    #expect(abs(shown.color(x: 75, y: 25).blue - 0.5) < 0.01 && shown.color(x: 5, y: 95) == .blue)
  }
}
