import TestHarness
import Testing

@testable import ResponderKit

/// Pictures of views and layers in what a program draws.
@Suite(.hangLimit) struct ViewPictureTests {
  /// One pixel for each point.
  private var format: UIGraphicsImageRendererFormat {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    return format
  }

  /// A red view of 40 points with a blue one in its lower right corner.
  private func card() -> UIView {
    let view = UIView(frame: CGRect(x: 30, y: 50, width: 40, height: 40))
    view.backgroundColor = .red
    let corner = UIView(frame: CGRect(x: 20, y: 20, width: 20, height: 20))
    corner.backgroundColor = .blue
    view.addSubview(corner)
    return view
  }

  @Test(arguments: [true, false]) func aViewIsDrawnWithWhatIsInIt(isInWindow: Bool) {
    onStage { stage in
      let view = card()
      if isInWindow {
        stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
        stage.wait(20)
      }
      let renderer = UIGraphicsImageRenderer(size: CGSize(width: 80, height: 80), format: format)
      #expect(renderer.format.bounds == CGRect(x: 0, y: 0, width: 80, height: 80) && format.bounds == .zero)
      #expect(renderer.format.scale == format.scale && renderer.format.opaque == format.opaque)
      var isDrawn = false
      let stretched = renderer.image { _ in
        isDrawn = view.drawHierarchy(in: CGRect(x: 0, y: 0, width: 80, height: 80), afterScreenUpdates: true)
      }
      #expect(isDrawn && stretched.color(x: 10, y: 70) == .red && stretched.color(x: 60, y: 60) == .blue)
      let layers = renderer.image { view.layer.render(in: $0.cgContext) }
      #expect(layers.color(x: 10, y: 30) == .red && layers.color(x: 30, y: 30) == .blue)
      #expect(layers.color(x: 60, y: 60).cgColor.alpha == 0)
      // Outside of a picture there is nothing to draw into.
      #expect(!view.drawHierarchy(in: view.bounds, afterScreenUpdates: false))
    }
  }

  private final class Dot: UIView {
    override func draw(_ rect: CGRect) {
      UIColor.green.setFill()
      UIRectFill(bounds)
    }
  }

  /// Red and blue, with a picture of a dot, and another picture, in between.
  private final class Outer: UIView {
    let dot = Dot(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    override func draw(_ rect: CGRect) {
      UIColor.red.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 20, height: 40))
      if let context = UIGraphicsGetCurrentContext() { dot.layer.render(in: context) }
      UIGraphicsImageRenderer(size: CGSize(width: 5, height: 5)).image { _ in
        UIColor.yellow.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 5, height: 5))
      }.draw(at: CGPoint(x: 0, y: 35))
      UIColor.blue.setFill()
      UIRectFill(CGRect(x: 20, y: 0, width: 20, height: 40))
    }
  }

  @Test func aViewMayHaveAnotherOneDrawnWhileItDraws() {
    onStage { stage in
      let view = stage.show(Outer(frame: CGRect(x: 0, y: 0, width: 40, height: 40)))
      stage.wait(20)
      let picture = UIGraphicsImageRenderer(size: view.bounds.size, format: format).image {
        view.layer.render(in: $0.cgContext)
      }
      let colors = [(5, 5), (10, 20), (30, 20), (2, 37)].map { picture.color(x: $0.0, y: $0.1) }
      #expect(colors == [.green, .red, .blue, .yellow])
    }
  }

  @Test func aLabelInNoWindowIsDrawn() {
    onStage { stage in
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 60, height: 30))
      (label.text, label.font) = ("MM", UIFont(size: 24, design: .builtIn))
      let picture = UIGraphicsImageRenderer(bounds: label.bounds, format: format).image {
        label.layer.render(in: $0.cgContext)
      }
      let isDark = (0..<60).contains { picture.color(x: $0, y: 15).cgColor.alpha > 0.5 }
      #expect(isDark)
    }
  }

  @Test func aLayerOfItsOwnIsDrawn() {
    onStage { stage in
      let layer = CALayer()
      layer.frame = CGRect(x: 100, y: 100, width: 20, height: 20)
      layer.backgroundColor = UIColor.green.cgColor
      let picture = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40), format: format).image {
        $0.cgContext.translateBy(x: 10, y: 0)
        layer.render(in: $0.cgContext)
      }
      #expect(picture.color(x: 15, y: 10) == .green && picture.color(x: 5, y: 10).cgColor.alpha == 0)
    }
  }
}
