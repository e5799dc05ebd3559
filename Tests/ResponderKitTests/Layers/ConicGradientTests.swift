import ResponderKit
import TestHarness
import Testing

/// Gradients around a point.
@Suite(.hangLimit) struct ConicGradientTests {
  private func wheel(_ stage: Stage) -> CAGradientLayer {
    let wheel = CAGradientLayer()
    wheel.frame = Rect(100, 100, 100, 100)
    wheel.type = .conic
    wheel.startPoint = Point(0.5, 0.5)
    wheel.endPoint = Point(0.5, 0)
    wheel.colors = [UIColor.red, .red, .blue, .blue, .green, .green].map(\.cgColor)
    wheel.locations = [0, 0.25, 0.25, 0.5, 0.5, 1]
    let page = stage.show(UIView(frame: stage.window.bounds))
    page.layer.addSublayer(wheel)
    stage.wait(400)
    return wheel
  }

  @Test func colorsFollowEachOtherClockwise() {
    onStage { stage in
      let wheel = self.wheel(stage)
      #expect(wheel.type == .conic)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 180, y: 120) == .red && shown.color(x: 180, y: 180) == .blue)
      #expect(shown.color(x: 120, y: 180) == .green && shown.color(x: 120, y: 120) == .green)
      wheel.endPoint = Point(1, 0.5)
      stage.wait(400)
      #expect(stage.window.snapshot().color(x: 180, y: 180) == .red)
    }
  }

  @Test func pointsThatAreNoPlacesShowOneColor() {
    onStage { stage in
      let wheel = self.wheel(stage)
      wheel.startPoint = Point(.nan, .infinity)
      stage.wait(400)
      _ = stage.window.snapshot()
      #expect(!stage.window.pictureSVG().contains("fill=\"url(#c"))
      #expect(
        stage.window.pictureSVG().contains("fill=\"#008000\"")
          || stage.window.pictureSVG().contains("fill=\"#00ff00\""))
      wheel.startPoint = wheel.endPoint
      stage.wait(400)
      #expect(stage.window.snapshot().color(x: 150, y: 90) != .red)
      wheel.colors = nil
      stage.wait(400)
      _ = stage.window.pictureSVG()
    }
  }

  @Test func svgHasSlices() {
    onStage { stage in
      _ = self.wheel(stage)
      let text = stage.window.pictureSVG()
      #expect(text.contains("<pattern id=") && text.contains("patternTransform=\"matrix(100.0 0.0 0.0 100.0"))
      #expect(text.contains("fill=\"#ff0000\"/>") && text.contains("fill=\"#0000ff\"/>"))
    }
  }
}
