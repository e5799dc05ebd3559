import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Changes between tabs that a program animates.
@Suite(.hangLimit) struct TabAnimatorTests {
  private final class Slide: NSObject, UIViewControllerAnimatedTransitioning {
    let isLeft: Bool
    init(isLeft: Bool) { self.isLeft = isLeft }
    func transitionDuration(using context: UIViewControllerContextTransitioning?) -> TimeInterval { 1 }
    func animateTransition(using context: UIViewControllerContextTransitioning) {
      guard let from = context.view(forKey: .from), let to = context.view(forKey: .to) else { return }
      let width = context.containerView.bounds.width * (isLeft ? 1 : -1)
      to.frame = context.finalFrame(for: context.viewController(forKey: .to)!)
      to.frame.origin.x = width
      context.containerView.addSubview(to)
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        to.frame.origin.x = 0
        from.frame.origin.x = -width
      } completion: { _ in
        context.completeTransition(!context.transitionWasCancelled)
      }
    }
  }

  private final class Delegate: NSObject, UITabBarControllerDelegate {
    var driver: UIPercentDrivenInteractiveTransition?
    func tabBarController(
      _ tabs: UITabBarController, animationControllerForTransitionFrom from: UIViewController,
      to: UIViewController
    ) -> UIViewControllerAnimatedTransitioning? {
      let pages = tabs.viewControllers ?? []
      guard let first = pages.firstIndex(of: from), let second = pages.firstIndex(of: to) else { return nil }
      return Slide(isLeft: second > first)
    }
    func tabBarController(
      _ tabs: UITabBarController, interactionControllerFor animator: UIViewControllerAnimatedTransitioning
    ) -> UIViewControllerInteractiveTransitioning? { driver }
  }

  private final class Page: NamedPage {
    override func viewWillAppear(_ animated: Bool) { log("\(name) will appear \(animated)") }
    override func viewDidAppear(_ animated: Bool) { log("\(name) did appear \(animated)") }
    override func viewWillDisappear(_ animated: Bool) { log("\(name) will disappear \(animated)") }
    override func viewDidDisappear(_ animated: Bool) { log("\(name) did disappear \(animated)") }
  }

  private func onTabs(
    _ body:
      @escaping @Sendable (Stage, UITabBarController, Delegate, UIViewController, UIViewController) -> Void
  ) {
    onStage { stage in
      let (a, b, tabs, delegate) = (
        Page("A", stage.log), Page("B", stage.log), UITabBarController(), Delegate()
      )
      tabs.viewControllers = [a, b, UIViewController()]
      tabs.delegate = delegate
      stage.show(tabs)
      stage.wait(40)
      _ = stage.log.take()
      body(stage, tabs, delegate, a, b)
    }
  }

  @Test func aTapMovesTheViewsAndNothingIsTouchedMeanwhile() {
    onTabs { stage, tabs, delegate, a, b in
      stage.tap(195, 820)
      #expect(tabs.selectedIndex == 1 && tabs.tabBar.selectedItem === b.tabBarItem)
      #expect(stage.log.take() == ["A will disappear true", "B will appear true"])
      #expect(b.transitionCoordinator?.viewController(forKey: .to) === b)
      stage.wait(500)
      #expect(abs(b.view.presentationFrame.minX - 195) < 8 && abs(a.view.presentationFrame.minX + 195) < 8)
      stage.tap(60, 820)
      #expect(tabs.selectedIndex == 1)
      stage.wait(600)
      #expect(stage.log.take() == ["A did disappear true", "B did appear true"])
      #expect(
        a.view.window == nil && b.view.frame == stage.window.bounds && tabs.transitionCoordinator == nil)
      // The bar can be touched again, and leads the other way.
      stage.tap(60, 820)
      stage.wait(500)
      #expect(tabs.selectedIndex == 0 && a.view.presentationFrame.minX < -100)
      stage.wait(600)
      #expect(a.view.frame == stage.window.bounds && b.view.window == nil)
    }
  }

  @Test func anotherChoiceEndsIt() {
    onTabs { stage, tabs, delegate, a, b in
      tabs.selectedIndex = 1
      stage.wait(300)
      tabs.selectedIndex = 2
      #expect(a.view.window == nil && b.view.window != nil)
      #expect(
        stage.log.take() == [
          "A will disappear true", "B will appear true", "A did disappear true", "B did appear true",
          "B will disappear true",
        ])
      stage.wait(1100)
      #expect(b.view.window == nil && tabs.selectedViewController?.view.window != nil)
      // So do other controllers.
      tabs.selectedIndex = 0
      stage.wait(300)
      tabs.viewControllers = [b]
      #expect(a.view.window == nil && b.view.window != nil && tabs.transitionCoordinator == nil)
    }
  }

  @Test(arguments: [true, false]) func aFingerMovesItOnOrBack(goes: Bool) {
    onTabs { stage, tabs, delegate, a, b in
      let driver = UIPercentDrivenInteractiveTransition()
      delegate.driver = driver
      tabs.selectedIndex = 1
      stage.wait(300)
      #expect(b.view.presentationFrame.minX == 390)
      driver.update(0.5)
      #expect(
        abs(b.view.presentationFrame.minX - 195) < 0.001 && tabs.transitionCoordinator?.isInteractive == true)
      if goes { driver.finish() } else { driver.cancel() }
      stage.wait(600)
      let (shown, other) = goes ? (b, a) : (a, b)
      #expect(tabs.selectedIndex == (goes ? 1 : 0) && tabs.tabBar.selectedItem === shown.tabBarItem)
      #expect(shown.view.window != nil && other.view.window == nil && shown.view.frame == stage.window.bounds)
      #expect(stage.log.lines.last == (goes ? "B did appear true" : "A did appear true"))
      // The next one works.
      delegate.driver = nil
      tabs.selectedIndex = 2
      stage.wait(1100)
      #expect(tabs.selectedIndex == 2 && shown.view.window == nil)
    }
  }

  @Test func withoutAnAnimatorOrUnseenTheChangeIsSeenAtOnce() {
    onTabs { stage, tabs, delegate, a, b in
      tabs.delegate = nil
      tabs.selectedIndex = 1
      #expect(a.view.window == nil && b.view.window != nil)
      tabs.delegate = delegate
      UIView.performWithoutAnimation { tabs.selectedIndex = 0 }
      #expect(b.view.window == nil && a.view.frame == stage.window.bounds)
      stage.window.isHidden = true
      tabs.selectedIndex = 1
      #expect(a.view.superview == nil && tabs.transitionCoordinator == nil)
    }
  }
}
