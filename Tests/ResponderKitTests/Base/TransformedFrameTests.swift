import TestHarness
import Testing

@testable import ResponderKit

/// Frames of views and layers that are turned, enlarged or turned upside down.
@Suite("Frames under a transform", .hangLimit) struct TransformedFrameTests {
  @Test("A frame is as large as it was set, whether the transform came before it or after it")
  func sizes() {
    onStage { _ in
      let frame = Rect(10, 20, 300, 40)
      for transform in [
        AffineTransform(scaleX: 1, y: -1), AffineTransform(rotationAngle: -.pi / 2),
        AffineTransform(scaleX: 0.5, y: 2), AffineTransform(translationX: 5, y: 6),
      ] {
        let view = UIView()
        view.transform = transform
        view.frame = frame
        #expect(near(view.frame, frame), "\(transform)")
        let layer = CALayer()
        layer.setAffineTransform(transform)
        layer.frame = frame
        #expect(near(layer.frame, frame), "\(transform)")
      }
      let slider = UIView()
      slider.transform = AffineTransform(rotationAngle: -.pi / 2)
      slider.frame = Rect(0, 0, 40, 300)
      #expect(abs(slider.bounds.width - 300) < 1e-9 && abs(slider.bounds.height - 40) < 1e-9)
      // A line has no size to go back to.
      slider.transform = AffineTransform(scaleX: 0, y: 1)
      slider.frame = Rect(0, 0, 10, 10)
      #expect(abs(slider.bounds.width - 300) < 1e-9 && slider.center == Point(5, 5))
    }
  }

  @Test("A table that is turned upside down fills what it is in, also when that changes")
  func resizing() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 200, 400)))
      let view = UIView(frame: root.bounds)
      view.transform = AffineTransform(scaleX: 1, y: -1)
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      root.addSubview(view)
      root.frame.size = Size(390, 300)
      #expect(view.frame == Rect(0, 0, 390, 300) && view.bounds.size == Size(390, 300))
      let controller = UIViewController()
      controller.view = UIView()
      controller.view.transform = AffineTransform(scaleX: 1, y: -1)
      stage.show(controller)
      stage.wait(20)
      #expect(controller.view.frame == stage.window.bounds)
    }
  }

  private func near(_ one: Rect, _ other: Rect) -> Bool {
    abs(one.minX - other.minX) < 1e-9 && abs(one.minY - other.minY) < 1e-9
      && abs(one.width - other.width) < 1e-9 && abs(one.height - other.height) < 1e-9
  }
}
