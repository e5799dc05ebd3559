import ResponderKit
import TestHarness
import Testing

/// Places in views, windows and on the screen, by the protocol of all of them.
@Suite(.hangLimit) struct CoordinateSpaceTests {
  @Test func placesAreFoundByWayOfTheScreen() {
    onStage(screen: Size(400, 800)) { stage in
      let window = UIWindow(frame: Rect(100, 200, 200, 400))
      let view = UIView(frame: Rect(10, 20, 100, 100))
      let inner = UIView(frame: Rect(1, 2, 30, 40))
      window.addSubview(view)
      view.addSubview(inner)
      window.isHidden = false
      let screen: UICoordinateSpace = window.screen.coordinateSpace
      #expect(screen.bounds == Rect(0, 0, 400, 800))
      #expect(inner.convert(Point(5, 5), to: screen) == Point(116, 227))
      #expect(inner.convert(Point(116, 227), from: screen) == Point(5, 5))
      #expect(screen.convert(Rect(111, 222, 10, 10), to: inner as UICoordinateSpace) == Rect(0, 0, 10, 10))
      #expect(screen.convert(inner.bounds, from: inner as UICoordinateSpace) == Rect(111, 222, 30, 40))
      #expect((window as UICoordinateSpace).convert(Point(0, 0), to: screen) == Point(100, 200))
      // A view that is in no window has its own root.
      let alone = UIView(frame: Rect(3, 4, 5, 6))
      #expect(
        (alone as UICoordinateSpace).convert(Point(1, 1), to: screen) == alone.convert(Point(1, 1), to: nil))
      #expect(window.screen.nativeBounds.width == 400 * window.screen.nativeScale)
    }
  }

  @Test func aSceneKnowsHowItIsTurned() {
    onStage(screen: Size(400, 800)) { stage in
      stage.application.screenSafeAreaChanged(to: UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0))
      stage.application.supportedInterfaceOrientations = .all
      let controller = Page()
      stage.show(controller)
      let scene = stage.window.windowScene
      #expect(scene?.interfaceOrientation == .portrait && scene?.coordinateSpace === stage.window.screen)
      #expect(scene?.statusBarManager?.statusBarFrame == Rect(0, 0, 400, 47))
      controller.turns = false
      stage.post(.orientation(.landscapeLeft))
      #expect(stage.window.bounds.size == Size(400, 800) && scene?.interfaceOrientation == .portrait)
      controller.turns = true
      stage.post(.orientation(.landscapeRight))
      #expect(stage.window.bounds.size == Size(800, 400) && scene?.interfaceOrientation == .landscapeLeft)
      stage.post(.orientation(.landscapeLeft))
      #expect(scene?.interfaceOrientation == .landscapeRight)
      stage.post(.orientation(.faceUp))
      controller.turns = false
      stage.post(.orientation(.landscapeRight))
      #expect(scene?.interfaceOrientation == .landscapeRight, "the turn was refused")
    }
  }

  private final class Page: UIViewController {
    var turns = true
    override var shouldAutorotate: Bool { turns }
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }
  }

  @Test func areasOfViewsAreThoseOfTheirOwnMethods() {
    onStage { stage in
      let (outer, inner) = (UIView(frame: Rect(0, 0, 300, 300)), UIView(frame: Rect(50, 50, 100, 100)))
      stage.show(outer)
      outer.addSubview(inner)
      var map = CATransform3DIdentity
      map.m34 = -1 / 40
      inner.layer.transform = CATransform3DRotate(map, 1.2, 0, 1, 0)
      let plain = inner.convert(inner.bounds, to: outer)
      let (one, other): (UICoordinateSpace, UICoordinateSpace) = (inner, outer)
      #expect(one.convert(inner.bounds, to: other) == plain)
      #expect(other.convert(inner.bounds, from: one) == plain)
    }
  }
}
