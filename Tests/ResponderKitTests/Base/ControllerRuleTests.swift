import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Controllers that come and go, first responders that refuse, and views that go back.
@Suite(.hangLimit) struct ControllerRuleTests {
  private class Controller: UIViewController {
    var lines: [String] = []
    override func viewWillAppear(_ animated: Bool) { lines.append("willAppear") }
    override func viewDidAppear(_ animated: Bool) { lines.append("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { lines.append("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { lines.append("didDisappear") }
    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  @Test func whatHasNotAppearedDoesNotDisappear() {
    onStage { stage in
      let controller = Controller()
      stage.show(controller)
      #expect(controller.take() == ["willAppear"])
      stage.window.isHidden = true
      #expect(controller.take() == ["willDisappear"])
      stage.wait(20)
      #expect(controller.take() == [])
      stage.window.isHidden = false
      stage.wait(20)
      #expect(controller.take() == ["willAppear", "didAppear"])
      controller.view.removeFromSuperview()
      #expect(controller.take() == ["willDisappear", "didDisappear"])
      stage.wait(20)
      #expect(controller.take() == [])
    }
  }

  @Test func aNewRootControllerTakesTheOldOnesPlace() {
    onStage { stage in
      let (first, second) = (Controller(), Controller())
      stage.show(first)
      stage.wait(20)
      stage.window.rootViewController = second
      stage.wait(20)
      #expect(first.view.superview == nil && second.view.superview === stage.window)
      #expect(first.take() == ["willAppear", "didAppear", "willDisappear", "didDisappear"])
      #expect(second.take() == ["willAppear", "didAppear"])
      stage.window.rootViewController = nil
      #expect(stage.window.subviews.isEmpty)
    }
  }

  @Test func aChildHasOneParent() {
    onStage { _ in
      let (first, second, child) = (UIViewController(), UIViewController(), UIViewController())
      first.addChild(child)
      second.addChild(child)
      #expect(first.children.isEmpty && second.children == [child] && child.parent === second)
      child.removeFromParent()
      #expect(second.children.isEmpty && child.parent == nil)
    }
  }

  @Test func oneControllerIsPresentedAtATime() {
    onStage { stage in
      let (root, first, second) = (UIViewController(), UIViewController(), UIViewController())
      for controller in [first, second] { controller.modalPresentationStyle = .fullScreen }
      stage.show(root)
      root.present(first)
      root.present(second)
      #expect(root.presentedViewController === first && second.presentingViewController == nil)
      #expect(first.view.superview === stage.window)
      // Without one of its own the presented controller takes away itself.
      first.dismiss()
      #expect(root.presentedViewController == nil && first.view.superview == nil)
      root.present(second)
      #expect(root.presentedViewController === second && second.view.superview === stage.window)
    }
  }

  @Test func aControllerThatIsPresentedIsPresentedByNoOther() {
    onStage { stage in
      let (root, other, page) = (UIViewController(), UIViewController(), UIViewController())
      page.modalPresentationStyle = .fullScreen
      stage.show(root)
      let window = UIWindow()
      window.rootViewController = other
      window.isHidden = false
      root.present(page)
      other.present(page)
      // It presents neither itself nor the controller that presented it.
      page.present(root)
      page.present(page)
      #expect(page.presentedViewController == nil && root.presentingViewController == nil)
      #expect(root.presentedViewController === page && other.presentedViewController == nil)
      #expect(page.presentingViewController === root && page.view.window === stage.window)
      page.dismiss()
      other.present(page)
      #expect(page.presentingViewController === other && page.view.window === window)
      window.isHidden = true
    }
  }

  @Test func aNavigationControllerShowsItsTopOne() {
    onStage { stage in
      let (root, next) = (Controller(), Controller())
      let navigation = UINavigationController(rootViewController: root)
      stage.show(navigation)
      stage.wait(20)
      navigation.pushViewController(next)
      navigation.pushViewController(next)
      stage.wait(20)
      #expect(navigation.viewControllers == [root, next] && navigation.children == [root, next])
      #expect(root.view.window == nil && next.view.window === stage.window)
      #expect(navigation.popViewController() === next)
      stage.wait(20)
      #expect(root.view.window === stage.window && next.view.window == nil && next.parent == nil)
      #expect(root.take().suffix(2) == ["willAppear", "didAppear"])
      #expect(navigation.popViewController() == nil && navigation.topViewController === root)
    }
  }

  @Test func aFirstResponderThatDoesNotResignKeepsItsRole() {
    final class Stubborn: ResponderTests.Field {
      var onResign: () -> Bool = { true }
      override func resignFirstResponder() -> Bool { onResign() && super.resignFirstResponder() }
    }
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let first = Stubborn(frame: Rect(0, 0, 10, 10))
      let second = ResponderTests.Field(frame: Rect(20, 0, 10, 10))
      root.addSubview(first)
      root.addSubview(second)
      first.becomeFirstResponder()
      first.onResign = { false }
      #expect(!second.becomeFirstResponder() && first.isFirstResponder)
      // One that leaves its window meanwhile is none.
      let window = stage.window
      first.onResign = {
        second.removeFromSuperview()
        return true
      }
      #expect(!second.becomeFirstResponder() && window.firstResponder == nil)
    }
  }

  @Test func insetsThatAreTakenBackAreNone() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 300)))
      let view = UIView(frame: Rect(100, 100, 50, 50))
      root.addSubview(view)
      view.hitTestEdgeInsets = EdgeInsets(-20)
      #expect(root.hitTest(Point(85, 120), with: nil) === view)
      view.hitTestEdgeInsets = .zero
      #expect(root.hitTest(Point(85, 120), with: nil) === root)
      #expect(root.hitTest(Point(100, 100), with: nil) === view)
    }
  }

  @Test func aRecognizerIsOnOneView() {
    onStage { stage in
      let root = stage.plain()
      let other = stage.plain("view two", Rect(100, 0, 50, 50))
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: root)
      other.addGestureRecognizer(tap)
      other.addGestureRecognizer(tap)
      #expect(tap.view === other && root.gestureRecognizers == nil && other.gestureRecognizers == [tap])
      stage.tap(10, 10)
      #expect(!stage.log.take().contains("tap ended"))
      stage.tap(110, 10, after: 1000)
      #expect(stage.log.take().filter { $0 == "tap ended" }.count == 1)
      other.gestureRecognizers = nil
      #expect(tap.view == nil)
    }
  }

  @Test func whatIsNoNumberIsNotHitAndHarmsNothing() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 300)))
      for odd in [Double.nan, .infinity, -.infinity] {
        for frame in [Rect(odd, 0, 10, 10), Rect(0, 0, odd, 10), Rect(0, odd, odd, odd)] {
          let view = UIView(frame: frame)
          let inner = UIView(frame: Rect(0, 0, 100, 100))
          view.addSubview(inner)
          root.addSubview(view)
          #expect(root.hitTest(Point(5, 5), with: nil) === root, "\(frame)")
          view.frame = Rect(0, 0, 50, 50)
          #expect(root.hitTest(Point(5, 5), with: nil) === inner)
          view.removeFromSuperview()
        }
      }
    }
  }

  @Test func aRectangleHoldsItself() {
    let rect = Rect(10, 10, 20, 20)
    #expect(rect.contains(rect) && rect.contains(Rect(10, 10, 0, 20)) && rect.contains(Rect(15, 15, 15, 15)))
    #expect(!rect.contains(Rect(10, 10, 20.1, 20)) && !rect.contains(Rect(9.9, 10, 5, 5)))
    #expect(!rect.intersects(Rect(30, 10, 5, 5)) && rect.intersects(Rect(29.9, 10, 5, 5)))
    #expect(rect.intersection(Rect(30, 10, 5, 5)).isNull)
    #expect(rect.intersection(Rect(0, 20, 100, 100)) == Rect(10, 20, 20, 10))
    #expect(rect.union(Rect(0, 40, 5, 5)) == Rect(0, 10, 30, 35))
    #expect(rect.inset(by: EdgeInsets(top: 1, left: 2, bottom: 3, right: 30)) == Rect(12, 11, 0, 16))
  }
}
