import ResponderKit
import TestHarness
import Testing

/// Shadows of what layers and views draw, where they have no box that is seen.
@Suite(.hangLimit) struct ContentShadowTests {
  private func add(_ layer: CALayer, _ stage: Stage) {
    let page = stage.show(UIView(frame: stage.window.bounds))
    page.layer.addSublayer(layer)
    throwShadow(layer, stage)
    stage.wait(400)
  }

  /// A blue shadow with sharp edges, 100 points below the layer.
  private func throwShadow(_ layer: CALayer, _ stage: Stage) {
    stage.window.backgroundColor = .white
    layer.shadowOpacity = 1
    layer.shadowColor = UIColor.blue.cgColor
    layer.shadowRadius = 0
    layer.shadowOffset = Size(0, 100)
  }

  private func label(_ stage: Stage) -> UILabel {
    let label = stage.show(UILabel(frame: Rect(50, 50, 200, 40)))
    label.text = "██"
    throwShadow(label.layer, stage)
    return label
  }

  private func circle() -> CAShapeLayer {
    let circle = CAShapeLayer()
    circle.frame = Rect(50, 50, 80, 80)
    circle.path = UIBezierPath(ovalIn: Rect(0, 0, 80, 80)).cgPath
    circle.fillColor = UIColor.red.cgColor
    return circle
  }

  @Test func aShapeThrowsItsOwn() {
    onStage { stage in
      self.add(self.circle(), stage)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 90, y: 90) == .red && shown.color(x: 90, y: 190) == .blue)
      #expect(shown.color(x: 53, y: 153) == .white && shown.color(x: 127, y: 227) == .white)
    }
  }

  @Test func aShapeBeyondItsBoundsDoes() {
    onStage { stage in
      let circle = self.circle()
      circle.frame = Rect(50, 50, 0, 0)
      self.add(circle, stage)
      #expect(stage.window.snapshot().color(x: 90, y: 190) == .blue)
    }
  }

  @Test func aBackgroundIsTheBox() {
    onStage { stage in
      let circle = self.circle()
      circle.backgroundColor = UIColor.green.cgColor
      self.add(circle, stage)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 53, y: 153) == .blue && shown.color(x: 90, y: 190) == .blue)
    }
  }

  @Test func aPathOfTheProgramsIsTheBox() {
    onStage { stage in
      let circle = self.circle()
      self.add(circle, stage)
      let renderer = WindowRenderer(stage.window)
      func corner() -> UIColor {
        renderer.update()
        return renderer.bitmap.color(x: 53, y: 153)
      }
      #expect(corner() == .white)
      circle.shadowPath = UIBezierPath(rect: circle.bounds).cgPath
      #expect(corner() == .blue)
      circle.shadowPath = nil
      #expect(corner() == .white)
    }
  }

  @Test func lettersThrowTheirs() {
    onStage { stage in
      _ = self.label(stage)
      stage.wait(20)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 60, y: 170) == .blue && shown.color(x: 240, y: 170) == .white)
    }
  }

  @Test func theShadowIsBlurred() {
    onStage { stage in
      let circle = self.circle()
      self.add(circle, stage)
      circle.shadowRadius = 6
      stage.wait(400)
      let edge = stage.window.snapshot().color(x: 90, y: 232)
      #expect(edge != .white && edge != .blue)
    }
  }

  @Test func svgHasIt() {
    onStage { stage in
      self.add(self.circle(), stage)
      #expect(stage.window.pictureSVG().contains("drop-shadow(0px 100px"))
    }
  }

  @Test func aBoxWithSubviewsThrowsItsOwn() {
    onStage { stage in
      let label = self.label(stage)
      let part = UIView(frame: Rect(60, 0, 20, 20))
      part.backgroundColor = .green
      label.addSubview(part)
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 240, y: 170) == .blue)
      part.isHidden = true
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 240, y: 170) == .white)
      let layer = CALayer()
      label.layer.addSublayer(layer)
      stage.wait(400)
      #expect(stage.window.snapshot().color(x: 240, y: 170) == .blue)
    }
  }
}
