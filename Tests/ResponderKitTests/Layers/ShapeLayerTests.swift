import ResponderKit
import TestHarness
import Testing

/// Layers that draw paths.
@Suite(.hangLimit) struct ShapeLayerTests {
  private func shape(_ stage: Stage, _ path: UIBezierPath) -> CAShapeLayer {
    let view = stage.show(UIView(frame: UIScreen.main.bounds))
    stage.window.backgroundColor = .white
    // What is set is to be seen at once.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let shape = CAShapeLayer()
    shape.path = path.cgPath
    view.layer.addSublayer(shape)
    return shape
  }

  private func line(_ length: Double = 100) -> UIBezierPath {
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 50, y: 50))
    path.addLine(to: CGPoint(x: 50 + length, y: 50))
    return path
  }

  private func isDrawn(_ stage: Stage, _ x: Int, _ y: Int = 50) -> Bool {
    stage.window.snapshot().color(x: x, y: y) == .red
  }

  @Test func aPathIsFilledAndStrokedBeyondTheBoundsToo() {
    onStage { stage in
      let shape = shape(stage, UIBezierPath(rect: Rect(50, 50, 100, 100)))
      shape.fillColor = UIColor.blue.cgColor
      shape.strokeColor = UIColor.red.cgColor
      shape.lineWidth = 10
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 100, y: 100) == .blue && picture.color(x: 47, y: 100) == .red)
      #expect(picture.color(x: 53, y: 100) == .red && picture.color(x: 40, y: 100) == .white)
      shape.fillColor = nil
      #expect(stage.window.snapshot().color(x: 100, y: 100) == .white)
    }
  }

  @Test func aLineEndsAsItsCapSays() {
    onStage { stage in
      let shape = shape(stage, line())
      shape.strokeColor = UIColor.red.cgColor
      shape.lineWidth = 20
      #expect(isDrawn(stage, 145) && !isDrawn(stage, 153) && isDrawn(stage, 145, 58))
      shape.lineCap = .round
      #expect(isDrawn(stage, 153) && !isDrawn(stage, 157, 58))
      shape.lineCap = .square
      #expect(isDrawn(stage, 157, 58) && !isDrawn(stage, 163))
    }
  }

  @Test func aLineGoesAroundCornersAsItsJoinSays() {
    onStage { stage in
      let path = line()
      path.addLine(to: CGPoint(x: 150, y: 150))
      let shape = shape(stage, path)
      shape.fillColor = nil
      shape.strokeColor = UIColor.red.cgColor
      shape.lineWidth = 20
      // The outer corner is at 160, 40.
      #expect(isDrawn(stage, 158, 41) && isDrawn(stage, 151, 44))
      shape.lineJoin = .round
      #expect(!isDrawn(stage, 158, 41) && isDrawn(stage, 156, 44))
      shape.lineJoin = .bevel
      #expect(!isDrawn(stage, 156, 43) && isDrawn(stage, 152, 47))
      shape.lineJoin = .miter
      // A right angle's point is a little more than 1.4 widths long.
      shape.miterLimit = 1.4
      #expect(!isDrawn(stage, 156, 43))
      shape.miterLimit = 1.5
      #expect(isDrawn(stage, 158, 41))
    }
  }

  @Test func bothSidesOfAClosedPathHaveTheirCorners() {
    onStage { stage in
      // One way around and the other: the outer side is the left and the right of the way.
      for isReversed in [false, true] {
        let path = UIBezierPath()
        let corners = [Point(50, 50), Point(150, 50), Point(150, 150), Point(50, 150)]
        for (index, point) in (isReversed ? corners.reversed() : corners).enumerated() {
          if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        path.close()
        let shape = shape(stage, path)
        shape.fillColor = nil
        shape.strokeColor = UIColor.red.cgColor
        shape.lineWidth = 20
        for (x, y) in [(41, 41), (158, 41), (158, 158), (41, 158)] { #expect(isDrawn(stage, x, y)) }
        #expect(!isDrawn(stage, 100, 100) && !isDrawn(stage, 62, 62))
        shape.removeFromSuperlayer()
      }
    }
  }

  @Test func aPartOfALineIsDrawn() {
    onStage { stage in
      let path = line(60)
      path.addLine(to: CGPoint(x: 110, y: 90))
      let shape = shape(stage, path)
      shape.fillColor = nil
      shape.strokeColor = UIColor.red.cgColor
      shape.lineWidth = 4
      shape.strokeEnd = 0.8
      #expect(isDrawn(stage, 109, 60) && !isDrawn(stage, 109, 75))
      shape.strokeStart = 0.3
      #expect(!isDrawn(stage, 60) && isDrawn(stage, 90))
      shape.strokeEnd = 0.3
      #expect(!isDrawn(stage, 90))
    }
  }

  @Test func aPatternLeavesGaps() {
    onStage { stage in
      let shape = shape(stage, line())
      shape.strokeColor = UIColor.red.cgColor
      shape.lineWidth = 4
      shape.lineDashPattern = [10, 5]
      #expect(isDrawn(stage, 55) && !isDrawn(stage, 62) && isDrawn(stage, 70))
      shape.lineDashPhase = 10
      #expect(!isDrawn(stage, 52) && isDrawn(stage, 60))
      shape.lineDashPattern = [0, 0]
      #expect(isDrawn(stage, 52))
      shape.lineDashPattern = [.nan, 1]
      #expect(isDrawn(stage, 52))
    }
  }

  @Test func aPathThatChangesLaterIsDrawnAsItWas() {
    onStage { stage in
      let path = line()
      let shape = shape(stage, path)
      shape.strokeColor = UIColor.red.cgColor
      shape.lineWidth = 4
      path.apply(AffineTransform(translationX: 0, y: 100))
      #expect(isDrawn(stage, 100) && !isDrawn(stage, 100, 150))
      shape.path = path.cgPath
      #expect(!isDrawn(stage, 100) && isDrawn(stage, 100, 150))
      shape.path = nil
      #expect(!isDrawn(stage, 100, 150) && shape.path == nil)
    }
  }

  @Test func theImageIsThatOfTheSVG() {
    onStage { stage in
      let shape = shape(stage, line())
      shape.strokeColor = UIColor.red.cgColor
      #expect(stage.window.pictureSVG().contains("stroke-linecap=\"butt\""))
      shape.lineCap = .round
      #expect(!stage.window.pictureSVG().contains("stroke-linecap=\"butt\""))
    }
  }

  @Test func theFillRuleSaysWhatIsInside() {
    onStage { stage in
      let path = UIBezierPath(rect: Rect(50, 50, 100, 100))
      path.append(UIBezierPath(rect: Rect(80, 80, 40, 40)))
      let shape = shape(stage, path)
      shape.fillColor = UIColor.red.cgColor
      #expect(shape.fillRule == .nonZero && isDrawn(stage, 100, 100))
      shape.fillRule = .evenOdd
      #expect(!isDrawn(stage, 100, 100) && isDrawn(stage, 60, 100) && isDrawn(stage, 100, 60))
      #expect(stage.window.pictureSVG().contains("fill-rule=\"evenodd\""))
    }
  }

  @Test("The presentation of a shape or a gradient is one, with the values that are shown")
  func presentations() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let shape = CAShapeLayer()
      shape.path = UIBezierPath(rect: Rect(0, 0, 100, 100)).cgPath
      root.layer.addSublayer(shape)
      stage.wait(20)
      let animation = CABasicAnimation(keyPath: "strokeEnd")
      (animation.fromValue, animation.toValue, animation.duration) = (0.0, 1.0, 1)
      shape.add(animation, forKey: nil)
      stage.wait(500)
      let shown = shape.presentation()
      #expect(abs((shown?.strokeEnd ?? 0) - 0.5) < 0.05 && shape.strokeEnd == 1)
      #expect(shown?.path?.bounds == Rect(0, 0, 100, 100))
      let gradient = CAGradientLayer()
      gradient.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
      #expect(gradient.presentation()?.colors?.count == 2)
      #expect(CAReplicatorLayer().presentation()?.instanceCount == 1)
    }
  }
}
