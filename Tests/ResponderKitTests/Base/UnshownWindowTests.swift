import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Windows that no desktop shows, in front of one that a desktop shows.
@Suite(.hangLimit) struct UnshownWindowTests {
  private final class Surface: WindowSurface {
    var isReady = true
    var shown: [PixelRect] = []
    func show(_ bitmap: Bitmap, damage: [PixelRect]) { shown += damage }
  }

  /// A white window that a desktop shows, at 50, 0 of the screen.
  private func onDesktop(
    _ body: @escaping @Sendable (Stage, WindowRenderer, Surface) -> Void
  ) {
    onStage { stage in
      let hosted = stage.application.begin(hosting: stage.window)
      stage.window.frame.origin.x = 50
      let (renderer, surface) = (WindowRenderer(stage.window), Surface())
      renderer.surface = surface
      stage.show(UIViewController())
      stage.wait(20)
      body(stage, renderer, surface)
      stage.application.end(hosted)
    }
  }

  @Test func aWindowInFrontIsDrawnOverIt() {
    onDesktop { stage, renderer, surface in
      let front = UIWindow(frame: CGRect(x: 60, y: 20, width: 30, height: 30))
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      view.backgroundColor = .red
      front.addSubview(view)
      stage.wait(20)
      surface.shown = []
      front.isHidden = false
      stage.wait(20)
      #expect(renderer.bitmap.color(x: 12, y: 25) == .red && renderer.bitmap.color(x: 25, y: 25) == .white)
      #expect(surface.shown.allSatisfy { $0.width < 40 } && !surface.shown.isEmpty)
      // It changes by itself.
      view.backgroundColor = .blue
      front.backgroundColor = .green
      stage.wait(20)
      #expect(renderer.bitmap.color(x: 12, y: 25) == .blue && renderer.bitmap.color(x: 25, y: 25) == .green)
      front.frame.origin.y = 120
      stage.wait(20)
      #expect(renderer.bitmap.color(x: 12, y: 25) == .white && renderer.bitmap.color(x: 12, y: 125) == .blue)
      front.isHidden = true
      stage.wait(20)
      #expect(renderer.bitmap.color(x: 12, y: 125) == .white)
    }
  }

  @Test func whatIsDrawnInItIsDrawnAnew() {
    final class Dot: UIView {
      var color = UIColor.red
      override func draw(_ rect: CGRect) { Drawing.current?.fill(bounds, color) }
    }
    onDesktop { stage, renderer, _ in
      let front = UIWindow(frame: CGRect(x: 50, y: 0, width: 30, height: 30))
      let dot = Dot(frame: front.bounds)
      front.addSubview(dot)
      front.makeKeyAndVisible()
      stage.wait(20)
      #expect(renderer.bitmap.color(x: 5, y: 5) == .red)
      dot.color = .blue
      dot.setNeedsDisplay()
      stage.wait(20)
      #expect(renderer.bitmap.color(x: 5, y: 5) == .blue)
    }
  }

  @Test func oneBehindItOrOfTheDesktopIsNot() {
    onDesktop { stage, renderer, _ in
      let behind = UIWindow(frame: CGRect(x: 50, y: 0, width: 30, height: 30))
      behind.backgroundColor = .red
      behind.windowLevel = UIWindow.Level(rawValue: -1)
      behind.isHidden = false
      let other = UIWindow(frame: CGRect(x: 50, y: 40, width: 30, height: 30))
      other.backgroundColor = .red
      let hosted = stage.application.begin(hosting: other)
      other.isHidden = false
      stage.wait(20)
      #expect(renderer.bitmap.color(x: 5, y: 5) == .white && renderer.bitmap.color(x: 5, y: 45) == .white)
      behind.windowLevel = .alert
      stage.wait(20)
      #expect(renderer.bitmap.color(x: 5, y: 5) == .red)
      stage.application.end(hosted)
    }
  }
}
