import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Pushes and pops that are seen step by step.
@Suite(.hangLimit) struct PushTests {
  /// Notes its calls.
  private final class Page: NamedPage {
    var onAppearing: () -> Void = {}
    override func viewWillAppear(_ animated: Bool) {
      log("\(name) will appear \(animated)")
      onAppearing()
    }
    override func viewDidAppear(_ animated: Bool) { log("\(name) did appear \(animated)") }
    override func viewWillDisappear(_ animated: Bool) { log("\(name) will disappear \(animated)") }
    override func viewDidDisappear(_ animated: Bool) { log("\(name) did disappear \(animated)") }
    override func didMove(toParent parent: UIViewController?) {
      log("\(name) \(parent == nil ? "left" : "came")")
    }
  }

  /// A page A, and a page B that is in no stack.
  private func onPage(
    _ body: @escaping @Sendable (Stage, UINavigationController, Page, Page) throws -> Void
  ) rethrows {
    try onStage { stage in
      let (a, b) = (Page("A", stage.log), Page("B", stage.log))
      (a.title, b.title) = ("First", "Second")
      let navigation = UINavigationController(rootViewController: a)
      stage.show(navigation)
      stage.wait(40)
      _ = stage.log.take()
      try body(stage, navigation, a, b)
    }
  }

  @Test func aPushedPageComesFromTheRightOverTheOther() {
    onPage { stage, navigation, a, b in
      navigation.pushViewController(b, animated: true)
      #expect(navigation.viewControllers == [a, b] && b.view.frame.minX == 0)
      stage.wait(100)
      let (over, below) = (b.view.presentationFrame, a.view.presentationFrame)
      #expect(over.minX > 20 && over.minX < 370 && over.width == 390)
      #expect(abs(below.minX + 0.3 * (390 - over.minX)) < 0.001)
      stage.wait(400)
      #expect(!b.view.isAnimating && a.view.window == nil && a.view.frame == stage.window.bounds)
    }
  }

  @Test func aPoppedPageUncoversTheOther() {
    onPage { stage, navigation, a, b in
      navigation.pushViewController(b, animated: false)
      stage.wait(40)
      #expect(navigation.popViewController(animated: true) === b && navigation.viewControllers == [a])
      stage.wait(100)
      let (over, below) = (b.view.presentationFrame, a.view.presentationFrame)
      #expect(over.minX > 20 && over.minX < 370)
      #expect(abs(below.minX + 0.3 * (390 - over.minX)) < 0.001 && b.parent === navigation)
      stage.wait(400)
      #expect(b.parent == nil && b.view.window == nil && a.view.frame == stage.window.bounds)
    }
  }

  @Test func bothPagesAreCalledAtTheBeginningAndAtTheEnd() {
    onPage { stage, navigation, a, b in
      navigation.pushViewController(b, animated: true)
      #expect(stage.log.take() == ["A will disappear true", "B will appear true"])
      #expect(b.isMovingToParent)
      stage.wait(500)
      #expect(stage.log.take() == ["A did disappear true", "B came", "B did appear true"])
      navigation.popViewController(animated: true)
      #expect(stage.log.take() == ["B will disappear true", "A will appear true"])
      stage.wait(500)
      #expect(stage.log.take() == ["B did disappear true", "B left", "A did appear true"])
    }
  }

  @Test func withoutAnimationsAllHappensAtOnce() {
    onPage { stage, navigation, a, b in
      UIView.setAnimationsEnabled(false)
      navigation.pushViewController(b, animated: true)
      #expect(a.view.window == nil && !b.view.isAnimating && navigation.transitionCoordinator == nil)
      UIView.setAnimationsEnabled(true)
      stage.wait(20)
      UIView.performWithoutAnimation { _ = navigation.popViewController(animated: true) }
      #expect(b.view.window == nil && b.parent == nil && !a.view.isAnimating)
      // Nor is anything seen in a window that is hidden.
      stage.wait(20)
      stage.window.isHidden = true
      navigation.pushViewController(b, animated: true)
      #expect(navigation.transitionCoordinator == nil && a.view.superview == nil)
    }
  }

  @Test func severalPagesAreLeftTogether() {
    onPage { stage, navigation, a, b in
      let c = Page("C", stage.log)
      navigation.setViewControllers([a, b, c], animated: true)
      #expect(navigation.transitionCoordinator?.viewController(forKey: .to) === c)
      stage.wait(100)
      #expect(c.view.presentationFrame.minX > 20)
      stage.wait(400)
      #expect(a.view.window == nil && b.parent === navigation && b.viewIfLoaded == nil)
      #expect(navigation.popToRootViewController(animated: true) == [b, c])
      stage.wait(100)
      #expect(c.view.presentationFrame.minX > 20 && b.viewIfLoaded == nil)
      stage.wait(400)
      #expect(navigation.children == [a] && b.parent == nil && c.view.window == nil)
      // A page that was below is uncovered, another one comes over the rest.
      navigation.setViewControllers([a, b], animated: true)
      stage.wait(500)
      navigation.setViewControllers([c, a], animated: true)
      stage.wait(100)
      #expect(b.view.presentationFrame.minX > 20 && a.view.presentationFrame.minX < 0)
      stage.wait(400)
      #expect(navigation.viewControllers == [c, a] && b.parent == nil && a.view.window != nil)
    }
  }

  @Test func aPushDuringAPushEndsItAtOnce() {
    onPage { stage, navigation, a, b in
      let c = Page("C", stage.log)
      navigation.pushViewController(b, animated: true)
      stage.wait(100)
      _ = stage.log.take()
      navigation.pushViewController(c, animated: true)
      #expect(
        stage.log.take() == [
          "A did disappear true", "B came", "B did appear true", "B will disappear true",
          "C will appear true",
        ])
      #expect(navigation.viewControllers == [a, b, c] && a.view.window == nil)
      stage.wait(500)
      #expect(stage.log.take() == ["B did disappear true", "C came", "C did appear true"])
      #expect(c.view.frame == stage.window.bounds && b.view.window == nil)
    }
  }

  @Test func aPageThatIsOnItsWayIsPopped() {
    onPage { stage, navigation, a, b in
      navigation.pushViewController(b, animated: true)
      stage.wait(100)
      #expect(navigation.popViewController(animated: true) === b)
      stage.wait(500)
      #expect(
        stage.log.take() == [
          "A will disappear true", "B will appear true", "A did disappear true", "B came",
          "B did appear true",
          "B will disappear true", "A will appear true", "B did disappear true", "B left",
          "A did appear true",
        ])
      #expect(navigation.viewControllers == [a] && b.view.window == nil)
      #expect(a.view.frame == stage.window.bounds && a.view.window != nil)
    }
  }

  @Test func aPageMayPushTheNextWhileItComes() {
    onPage { stage, navigation, a, b in
      let c = Page("C", stage.log)
      b.onAppearing = { navigation.pushViewController(c, animated: true) }
      navigation.pushViewController(b, animated: true)
      stage.wait(1000)
      #expect(navigation.viewControllers == [a, b, c] && navigation.transitionCoordinator == nil)
      #expect(c.view.window != nil && b.view.window == nil && a.view.window == nil)
      #expect(stage.log.lines.last == "C did appear true")
      #expect(stage.window.hitTest(CGPoint(x: 195, y: 400), with: nil) === c.view)
    }
  }

  @Test func aPageThatIsTakenOutMeanwhileStaysOut() {
    onPage { stage, navigation, a, b in
      navigation.pushViewController(b, animated: true)
      stage.wait(100)
      navigation.viewControllers = [a]
      #expect(b.view.window == nil && b.parent == nil && a.view.window != nil)
      stage.wait(500)
      #expect(a.view.frame == stage.window.bounds && navigation.children == [a])
    }
  }

  @Test func aWindowThatChangesEndsIt() {
    onPage { stage, navigation, a, b in
      navigation.pushViewController(b, animated: true)
      stage.wait(100)
      stage.application.screenChanged(to: CGSize(width: 844, height: 390))
      stage.wait(20)
      #expect(a.view.window == nil && !b.view.isAnimating && b.view.frame == stage.window.bounds)
      _ = stage.log.take()
      // It leaves, with both pages.
      navigation.popViewController(animated: true)
      stage.wait(100)
      stage.show(UIViewController())
      stage.wait(40)
      #expect(navigation.transitionCoordinator == nil && b.parent == nil && a.parent === navigation)
      #expect(stage.log.take().filter { $0.hasPrefix("B") }.last == "B left")
      stage.show(navigation)
      stage.wait(40)
      #expect(a.view.window != nil && a.view.frame == stage.window.bounds)
    }
  }

  @Test func itEndsInAWindowThatIsHidden() {
    onPage { stage, navigation, a, b in
      navigation.pushViewController(b, animated: true)
      stage.wait(100)
      stage.window.isHidden = true
      stage.wait(500)
      #expect(navigation.transitionCoordinator == nil && a.view.superview == nil && !b.view.isAnimating)
      stage.window.isHidden = false
      stage.wait(40)
      #expect(b.view.frame == stage.window.bounds && b.view.window != nil)
      #expect(
        stage.log.take() == [
          "A will disappear true", "B will appear true", "A did disappear true", "B came",
          "B did appear true",
        ])
    }
  }

  @Test func fingersTouchNothingMeanwhile() {
    onPage { stage, navigation, a, b in
      var taps = 0
      for page in [a, b] {
        let button = UIButton(frame: CGRect(x: 0, y: 300, width: 390, height: 50))
        button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
        page.view.addSubview(button)
      }
      stage.wait(20)
      navigation.pushViewController(b, animated: true)
      stage.tap(300, 320, after: 50)
      // Nor is the way back there that the bar shows.
      stage.tap(20, 22, after: 20)
      stage.wait(500)
      #expect(taps == 0 && navigation.viewControllers == [a, b])
      stage.tap(300, 320)
      #expect(taps == 1)
    }
  }

  @Test func theBarsButtonPopsStepByStep() {
    onPage { stage, navigation, a, b in
      navigation.pushViewController(b, animated: false)
      stage.wait(40)
      stage.tap(20, 22)
      stage.wait(100)
      #expect(navigation.viewControllers == [a] && b.view.window != nil && b.view.presentationFrame.minX > 20)
      #expect(navigation.navigationBar.topItem === a.navigationItem && navigation.navigationBar.isAnimating)
      stage.wait(400)
      #expect(b.view.window == nil && !navigation.navigationBar.isAnimating)
    }
  }

  @Test func aLargeTitlesBarBecomesSmallAlong() {
    onPage { stage, navigation, a, b in
      let bar = navigation.navigationBar
      bar.prefersLargeTitles = true
      b.navigationItem.largeTitleDisplayMode = .never
      stage.wait(20)
      #expect(bar.frame.height == 96)
      navigation.pushViewController(b, animated: true)
      stage.wait(100)
      #expect(
        bar.frame.height == 44 && bar.presentationFrame.height > 46 && bar.presentationFrame.height < 94)
      stage.wait(400)
      #expect(bar.presentationFrame.height == 44 && b.view.safeAreaInsets.top == 44)
    }
  }

  @Test func aTabBarGoesAndComesWithThePages() {
    onStage { stage in
      let navigation = UINavigationController(rootViewController: UIViewController())
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation, UIViewController()]
      stage.show(tabs)
      stage.wait(40)
      let detail = UIViewController()
      detail.hidesBottomBarWhenPushed = true
      navigation.pushViewController(detail, animated: true)
      stage.wait(100)
      let place = tabs.tabBar.presentationFrame.minX
      #expect(!tabs.tabBar.isHidden && place < -20 && place > -370)
      stage.wait(400)
      #expect(tabs.tabBar.isHidden && detail.view.safeAreaInsets.bottom == 0)
      navigation.popViewController(animated: true)
      stage.wait(100)
      #expect(!tabs.tabBar.isHidden && tabs.tabBar.presentationFrame.minX < -20)
      stage.wait(400)
      #expect(tabs.tabBar.frame == CGRect(x: 0, y: 844 - 49, width: 390, height: 49))
      #expect(!tabs.tabBar.isHidden && !tabs.tabBar.isAnimating)
    }
  }

  @Test func theKeyboardsFocusIsGivenUpAtOnce() {
    onPage { stage, navigation, a, b in
      let field = UITextField(frame: CGRect(x: 0, y: 100, width: 200, height: 40))
      a.view.addSubview(field)
      #expect(field.becomeFirstResponder())
      navigation.pushViewController(b, animated: true)
      #expect(!field.isFirstResponder && stage.window.firstResponder == nil)
      // A page that comes may take it.
      let other = UITextField(frame: CGRect(x: 0, y: 100, width: 200, height: 40))
      b.view.addSubview(other)
      other.becomeFirstResponder()
      stage.wait(500)
      #expect(other.isFirstResponder)
    }
  }

  @Test func aCoordinatorGoesAlong() throws {
    try onPage { stage, navigation, a, b in
      var ends: [String] = []
      let mark = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      a.view.addSubview(mark)
      b.onAppearing = {
        b.transitionCoordinator?.animate { _ in
          mark.alpha = 0
        } completion: {
          ends.append("end \($0.isCancelled)")
        }
      }
      navigation.pushViewController(b, animated: true)
      let coordinator = try #require(b.transitionCoordinator)
      #expect(coordinator.viewController(forKey: .from) === a && coordinator.view(forKey: .to) === b.view)
      #expect(
        !coordinator.isInteractive && coordinator.isAnimated && b.view.superview === coordinator.containerView
      )
      stage.wait(100)
      #expect(mark.presentationAlpha > 0 && mark.presentationAlpha < 1)
      #expect(coordinator.percentComplete > 0 && coordinator.percentComplete < 1 && ends.isEmpty)
      stage.wait(400)
      #expect(ends == ["end false"] && b.transitionCoordinator == nil)
    }
  }
}
