import ResponderKit
import TestHarness
import Testing

/// What layers show, and what they say of themselves.
@Suite(.hangLimit) struct LayerLookRuleTests {
  private func picture(_ color: UIColor) -> UIImage {
    let bitmap = Bitmap(width: 1, height: 1)
    bitmap.clear(bitmap.bounds, to: color)
    return UIImage(bitmap)
  }

  /// Changes are shown at once.
  private func atOnce(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }

  @Test func contentsAreReplacedAndAreShownByViewsToo() {
    onStage { stage in
      let layer = stage.redLayer()
      func seen() -> UIColor { stage.window.snapshot().color(x: 50, y: 50) }
      layer.contents = picture(.green)
      #expect(seen() == .green)
      layer.contents = picture(.blue)
      #expect(seen() == .blue)
      let view = UIView(frame: Rect(0, 0, 100, 100))
      view.layer.contents = picture(.yellow)
      stage.window.addSubview(view)
      #expect(seen() == .yellow)
      view.layer.contents = nil
      #expect(seen() == .blue)
    }
  }

  @Test func aSublayerThatBecomesAMaskIsNoSublayer() {
    onStage { stage in
      let layer = stage.redLayer()
      let inner = CALayer()
      atOnce {
        inner.frame = Rect(0, 0, 50, 100)
        inner.backgroundColor = UIColor.blue.cgColor
        layer.addSublayer(inner)
        layer.mask = inner
      }
      #expect(layer.sublayers == nil && layer.mask === inner)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 25, y: 50) == .red && shown.color(x: 75, y: 50) == .white)
    }
  }

  @Test func aLayerSaysWhatItIs() {
    onStage { stage in
      let layer = stage.redLayer()
      atOnce {
        layer.isHidden = true
        layer.setAffineTransform(AffineTransform(rotationAngle: 1))
        layer.frame = Rect(100, 100, 20, 20)
      }
      #expect(layer.presentation()?.isHidden == true)
      #expect(abs(layer.frame.minX - 100) < 1e-9)
      let gradient = CAGradientLayer()
      gradient.colors = [UIColor.red, UIColor.blue.cgColor]
      #expect(gradient.colors as? [CGColor] == [UIColor.red.cgColor, UIColor.blue.cgColor])
    }
  }

  @Test func aRotationIsPutBeforeATransform() {
    let shift = CATransform3DMakeTranslation(10, 0, 0)
    let flat = CATransform3DGetAffineTransform(CATransform3DRotate(shift, .pi / 2, 0, 0, 1))
    #expect(abs(flat.tx - 10) < 1e-9 && abs(flat.ty) < 1e-9 && abs(flat.b - 1) < 1e-9)
  }

  private func shape(_ stage: Stage, _ path: UIBezierPath) -> CAShapeLayer {
    let shape = CAShapeLayer()
    shape.path = path.cgPath
    (shape.fillColor, shape.strokeColor, shape.lineWidth) = (nil, UIColor.blue.cgColor, 6)
    stage.redLayer().superlayer?.addSublayer(shape)
    return shape
  }

  private func isDrawn(_ stage: Stage, _ x: Int, _ y: Int) -> Bool {
    stage.window.snapshot().color(x: x, y: y) == .blue
  }

  @Test func aPatternWithANegativePhaseBeginsWithTheLine() {
    onStage { stage in
      let path = UIBezierPath()
      path.move(to: Point(50, 150))
      path.addLine(to: Point(150, 150))
      let shape = shape(stage, path)
      shape.lineDashPattern = [10, 5]
      shape.lineDashPhase = -12
      // Until 57, and from 62 to 72.
      #expect(isDrawn(stage, 52, 150) && !isDrawn(stage, 59, 150) && isDrawn(stage, 66, 150))
    }
  }

  @Test func aPartOfALineIsMeasuredAlongAllPartsOfThePath() {
    onStage { stage in
      let path = UIBezierPath()
      for y in [150.0, 180] {
        path.move(to: Point(50, y))
        path.addLine(to: Point(150, y))
      }
      let shape = shape(stage, path)
      shape.strokeEnd = 0.75
      #expect(isDrawn(stage, 140, 150) && isDrawn(stage, 75, 180) && !isDrawn(stage, 125, 180))
    }
  }

  @Test func aDottedLineHasADotAtItsBeginningAndAtEachCorner() {
    onStage { stage in
      let shape = CAShapeLayer()
      let path = UIBezierPath()
      for (index, point) in [Point(10, 10), Point(40, 10), Point(40, 40)].enumerated() {
        if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      (shape.path, shape.fillColor, shape.strokeColor) = (path.cgPath, nil, .black)
      (shape.lineWidth, shape.lineCap, shape.lineDashPattern) = (6, .round, [0, 30])
      stage.show(UIView(frame: Rect(0, 0, 60, 60))).layer.addSublayer(shape)
      let picture = stage.window.snapshot()
      let dots = [(10, 10), (40, 10), (25, 10)].map { picture.color(x: $0.0, y: $0.1) == .black }
      #expect(dots == [true, true, false])
    }
  }
}
