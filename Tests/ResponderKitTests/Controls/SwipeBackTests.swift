import ResponderKit
import TestHarness
import TestSupport
import Testing

/// The swipe from the left edge that leads back to the page below.
@Suite(.hangLimit) struct SwipeBackTests {
  /// Notes its calls.
  private final class Page: NamedPage {
    override func viewDidLoad() { view.backgroundColor = name == "A" ? .red : .blue }
    override func viewWillAppear(_ animated: Bool) { log("\(name) will appear \(animated)") }
    override func viewDidAppear(_ animated: Bool) { log("\(name) did appear \(animated)") }
    override func viewWillDisappear(_ animated: Bool) { log("\(name) will disappear \(animated)") }
    override func viewDidDisappear(_ animated: Bool) { log("\(name) did disappear \(animated)") }
    override func willMove(toParent parent: UIViewController?) {
      super.willMove(toParent: parent)
      if parent == nil { log("\(name) will leave") }
    }
    override func didMove(toParent parent: UIViewController?) {
      log("\(name) \(parent == nil ? "left" : "came")")
    }
  }

  private final class Delegate: UINavigationControllerDelegate {
    let log: Log
    init(_ log: Log) { self.log = log }
    func navigationController(
      _ navigation: UINavigationController, willShow page: UIViewController, animated: Bool
    ) { log("will show \((page as? Page)?.name ?? "") \(animated)") }
    func navigationController(
      _ navigation: UINavigationController, didShow page: UIViewController, animated: Bool
    ) { log("did show \((page as? Page)?.name ?? "") \(animated)") }
  }

  private typealias Controller = UIViewController

  /// A page B over a page A.
  private func onPages(
    _ body: @escaping @Sendable (Stage, UINavigationController, Controller, Controller) throws -> Void
  ) rethrows {
    try onStage { stage in
      let (a, b) = (Page("A", stage.log), Page("B", stage.log))
      (a.title, b.title) = ("First", "Second")
      let navigation = UINavigationController(rootViewController: a)
      navigation.pushViewController(b, animated: false)
      stage.show(navigation)
      stage.wait(40)
      _ = stage.log.take()
      try body(stage, navigation, a, b)
    }
  }

  @Test func bothPagesFollowTheFinger() {
    onPages { stage, navigation, a, b in
      stage.pull(to: 205)
      // The first ten points are the pan's.
      #expect(b.view.presentationFrame.minX == 190 && a.view.presentationFrame.width == 390)
      #expect(abs(a.view.presentationFrame.minX + 0.3 * 200) < 0.001)
      stage.move(105, 400)
      #expect(b.view.presentationFrame.minX == 90)
      #expect(abs(a.view.presentationFrame.minX + 0.3 * 300) < 0.001)
      // As in UIKit the page has left the stack.
      #expect(navigation.viewControllers == [a] && navigation.children == [a, b])
      stage.up(105, 400, after: 200)
      stage.wait(500)
      #expect(navigation.viewControllers == [a, b] && a.view.window == nil)
      #expect(b.view.frame == stage.window.bounds && !b.view.isAnimating)
    }
  }

  @Test func moreThanHalfOfTheWayLeadsBack() {
    onPages { stage, navigation, a, b in
      stage.pull(to: 230)
      stage.up(230, 400, after: 200)
      stage.wait(500)
      #expect(navigation.viewControllers == [a] && b.parent == nil && b.view.window == nil)
      #expect(a.view.frame == stage.window.bounds && !a.view.isAnimating)
      #expect(stage.window.hitTest(CGPoint(x: 195, y: 400), with: nil) === a.view)
    }
  }

  @Test func theVelocityDecides() {
    onPages { stage, navigation, a, b in
      stage.pull(to: 105, steps: 10)
      stage.up(105, 400)
      stage.wait(500)
      #expect(navigation.viewControllers == [a])
      navigation.pushViewController(b, animated: false)
      stage.wait(500)
      stage.pull(to: 305)
      for x in stride(from: 290.0, through: 215, by: -15) { stage.move(x, 400) }
      stage.up(215, 400)
      stage.wait(500)
      #expect(navigation.viewControllers == [a, b])
    }
  }

  @Test func callsAreInUIKitsOrder() {
    onPages { stage, navigation, a, b in
      let delegate = Delegate(stage.log)
      navigation.delegate = delegate
      stage.pull(to: 305)
      #expect(
        stage.log.take() == [
          "B will leave", "will show A true", "B will disappear true", "A will appear true",
        ])
      #expect(b.isMovingFromParent)
      stage.up(305, 400, after: 200)
      stage.wait(200)
      #expect(stage.log.take() == [])
      stage.wait(300)
      #expect(
        stage.log.take() == ["B did disappear true", "B left", "A did appear true", "did show A true"])
    }
  }

  @Test func aCancelledSwipeCallsBothPages() {
    onPages { stage, navigation, a, b in
      let delegate = Delegate(stage.log)
      navigation.delegate = delegate
      stage.pull(to: 105)
      stage.up(105, 400, after: 200)
      stage.wait(200)
      #expect(stage.log.take().count == 4)
      stage.wait(300)
      // As in UIKit the delegate is not notified.
      #expect(
        stage.log.take() == [
          "A will disappear true", "B will appear true", "A did disappear true", "B came",
          "B did appear true",
        ])
      #expect(!b.isMovingFromParent)
      // The system takes the finger away.
      stage.pull(to: 305)
      stage.cancel()
      stage.wait(500)
      #expect(navigation.viewControllers == [a, b])
    }
  }

  @Test func controllersInPagesAreCalledWithThem() {
    onPages { stage, navigation, a, b in
      for (name, page) in [("a", a), ("b", b)] {
        let inner = Page(name, stage.log)
        page.addChild(inner)
        page.view.addSubview(inner.view)
      }
      stage.wait(40)
      _ = stage.log.take()
      stage.pull(to: 305)
      stage.wait(100)
      #expect(
        stage.log.take() == [
          "B will leave", "B will disappear true", "b will disappear true", "A will appear true",
          "a will appear true",
        ])
      stage.up(305, 400, after: 200)
      stage.wait(500)
      #expect(
        stage.log.take() == [
          "B did disappear true", "b did disappear true", "B left", "A did appear true", "a did appear true",
        ])
    }
  }

  @Test func aCoordinatorGoesAlong() throws {
    try onPages { stage, navigation, a, b in
      #expect(navigation.transitionCoordinator == nil)
      stage.pull(to: 205)
      let coordinator = try #require(a.transitionCoordinator)
      #expect(coordinator.isInteractive && coordinator.initiallyInteractive && !coordinator.isCancelled)
      #expect(abs(coordinator.percentComplete - 190 / 390) < 0.001)
      var ends: [String] = []
      coordinator.animate { _ in
        a.view.alpha = 0.5
      } completion: {
        ends.append("end \($0.isCancelled)")
      }
      coordinator.notifyWhenInteractionChanges { ends.append("changed \($0.isCancelled)") }
      stage.move(105, 400)
      stage.up(105, 400, after: 200)
      #expect(ends == ["changed true"] && !coordinator.isInteractive)
      stage.wait(500)
      #expect(
        ends == ["changed true", "end true"] && a.view.alpha == 1 && navigation.transitionCoordinator == nil)
    }
  }

  @Test func theBarChangesAlong() {
    onPages { stage, navigation, a, b in
      let bar = navigation.navigationBar
      for (page, color) in [(a, UIColor.red), (b, .blue)] {
        let mark = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
        mark.backgroundColor = color
        page.navigationItem.titleView = mark
      }
      stage.wait(20)
      let color = { stage.window.snapshot().color(x: 195, y: 22) }
      #expect(color() == .blue)
      stage.pull(to: 205)
      #expect(bar.topItem === a.navigationItem && bar.backItem == nil)
      #expect(abs(color().red - 190 / 390) < 0.02 && abs(color().blue - 200 / 390) < 0.02)
      stage.up(20, 400, after: 200)
      stage.wait(500)
      #expect(bar.topItem === b.navigationItem && bar.backItem === a.navigationItem)
      #expect(color() == .blue && !bar.isAnimating)
    }
  }

  @Test func oneTouchesNeitherPagesNorBarsMeanwhile() {
    onPages { stage, navigation, a, b in
      var taps = 0
      navigation.viewControllers.insert(UIViewController(), at: 0)
      let button = UIButton(frame: CGRect(x: 200, y: 300, width: 150, height: 50))
      button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
      a.view.addSubview(button)
      stage.pull(to: 305)
      stage.up(305, 400, after: 200)
      stage.tap(250, 320)
      stage.tap(20, 22, after: 20)
      // Nor does another swipe begin.
      stage.pull(to: 100, steps: 2)
      stage.up(100, 400)
      stage.wait(500)
      #expect(taps == 0 && navigation.topViewController === a && navigation.viewControllers.count == 2)
      stage.tap(250, 320, after: 500)
      #expect(taps == 1)
    }
  }

  @Test func itNeedsAPageBelowAndAWayBackInTheBar() {
    onPages { stage, navigation, a, b in
      func goesBack() -> Bool {
        stage.pull(to: 305)
        stage.up(305, 400, after: 200)
        stage.wait(500)
        let isBack = navigation.viewControllers == [a]
        if isBack { navigation.pushViewController(b, animated: false) }
        stage.wait(500)
        return isBack
      }
      navigation.isNavigationBarHidden = true
      #expect(!goesBack())
      navigation.isNavigationBarHidden = false
      b.navigationItem.hidesBackButton = true
      #expect(!goesBack())
      b.navigationItem.hidesBackButton = false
      b.navigationItem.leftBarButtonItem = UIBarButtonItem(systemItem: .done)
      #expect(!goesBack())
      // The program says otherwise.
      navigation.interactivePopGestureRecognizer?.delegate = nil
      #expect(goesBack())
      navigation.popViewController(animated: false)
      stage.wait(500)
      stage.pull(to: 305)
      #expect(!a.view.isAnimating && navigation.viewControllers == [a])
    }
  }

  @Test func itBeginsAtTheLeftEdgeOnly() {
    onPages { stage, navigation, a, b in
      stage.down(40, 400)
      for x in stride(from: 60.0, through: 300, by: 20) { stage.move(x, 400) }
      #expect(navigation.viewControllers == [a, b] && !b.view.isAnimating)
      stage.up(300, 400)
      // Nor along the edge.
      stage.down(5, 400, after: 500)
      for y in stride(from: 420.0, through: 600, by: 20) { stage.move(10, y) }
      stage.move(300, 600)
      #expect(navigation.viewControllers == [a, b])
    }
  }

  @Test func whatScrollsSidewaysLeavesTheEdgeToIt() {
    onPages { stage, navigation, a, b in
      let scroll = UIScrollView(frame: b.view.bounds)
      scroll.contentSize = CGSize(width: 3000, height: 3000)
      scroll.contentOffset = CGPoint(x: 1000, y: 1000)
      b.view.addSubview(scroll)
      stage.wait(20)
      stage.pull(to: 205)
      #expect(scroll.contentOffset.x == 1000 && b.view.presentationFrame.minX == 190)
      stage.up(20, 400, after: 200)
      stage.wait(1000)
      // Elsewhere, and along the edge, it scrolls.
      stage.down(200, 400)
      stage.move(250, 400)
      #expect(scroll.contentOffset.x < 1000)
      stage.up(250, 400, after: 200)
      stage.down(5, 400, after: 1000)
      for y in stride(from: 410.0, through: 500, by: 10) { stage.move(5, y) }
      #expect(scroll.contentOffset.y < 950)
    }
  }

  @Test func aChangeOfTheStackEndsIt() {
    onPages { stage, navigation, a, b in
      let c = Page("C", Log())
      stage.pull(to: 205)
      navigation.pushViewController(c, animated: true)
      #expect(navigation.viewControllers == [a, c] && b.parent == nil && b.view.window == nil)
      stage.move(300, 400)
      stage.up(300, 400)
      stage.wait(500)
      #expect(navigation.viewControllers == [a, c] && c.view.frame == stage.window.bounds)
      // On its way back it has returned.
      stage.pull(to: 105)
      stage.up(105, 400, after: 200)
      stage.wait(50)
      navigation.pushViewController(b, animated: true)
      #expect(navigation.viewControllers == [a, c, b])
    }
  }

  @Test func safeAreasStayWhileItMoves() {
    onStage(screen: Size(844, 390)) { stage in
      stage.application.screenSafeAreaChanged(to: UIEdgeInsets(left: 44, right: 44))
      let (navigation, page) = (UINavigationController(), UIViewController())
      navigation.setViewControllers([UIViewController(), page], animated: false)
      stage.show(navigation)
      stage.wait(40)
      let insets = page.view.safeAreaInsets
      stage.pull(to: 405, y: 200)
      stage.wait(40)
      #expect(navigation.transitionCoordinator != nil && insets.left == 44 && insets.right == 44)
      #expect(page.view.safeAreaInsets == insets)
    }
  }

  @Test func aControllerThatLeavesItsWindowIsWhole() {
    onPages { stage, navigation, a, b in
      stage.pull(to: 205)
      stage.show(UIViewController())
      stage.wait(1000)
      #expect(navigation.viewControllers == [a, b] && navigation.transitionCoordinator == nil)
      stage.up(205, 400)
      stage.show(navigation)
      stage.wait(500)
      #expect(b.view.window != nil && b.view.frame == stage.window.bounds && a.view.window == nil)
    }
  }
}

extension Stage {
  /// A finger comes in from the left edge and stays down.
  func pull(to x: Double, y: Double = 400, steps: Int = 20) {
    down(5, y)
    for step in 1...steps { move(5 + (x - 5) * Double(step) / Double(steps), y) }
  }
}
