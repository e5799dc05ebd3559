import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Pushes and pops by a page that is just coming or going.
@Suite(.hangLimit) struct NestedPushTests {
  private final class Page: NamedPage {
    var onLoad: (Page) -> Void = { _ in }
    var onAppearing: (Page) -> Void = { _ in }
    override func viewDidLoad() { onLoad(self) }
    override func viewWillAppear(_ animated: Bool) {
      log("\(name) will appear")
      onAppearing(self)
    }
    override func viewIsAppearing(_ animated: Bool) { log("\(name) is appearing") }
    override func viewDidAppear(_ animated: Bool) { log("\(name) did appear") }
    override func viewWillDisappear(_ animated: Bool) { log("\(name) will disappear") }
    override func viewDidDisappear(_ animated: Bool) { log("\(name) did disappear") }
  }

  private func onPage(_ body: @escaping @Sendable (Stage, UINavigationController, Page, Page, Page) -> Void) {
    onStage { stage in
      let (a, b, c) = (Page("A", stage.log), Page("B", stage.log), Page("C", stage.log))
      let navigation = UINavigationController(rootViewController: a)
      stage.show(navigation)
      stage.wait(40)
      _ = stage.log.take()
      body(stage, navigation, a, b, c)
    }
  }

  /// A push of C by B: each page has all its calls, B those of a page that was there for a moment.
  private let calls = [
    "A will disappear", "B will appear", "B is appearing", "A did disappear", "B did appear",
    "B will disappear",
    "C will appear", "C is appearing", "B did disappear", "C did appear",
  ]

  @Test(arguments: [true, false]) func aPageMayPushAnotherBeforeItAppears(isAnimated: Bool) {
    onPage { stage, navigation, a, b, c in
      b.onAppearing = { $0.navigationController?.pushViewController(c, animated: isAnimated) }
      navigation.pushViewController(b, animated: isAnimated)
      #expect(navigation.viewControllers == [a, b, c])
      stage.wait(1000)
      #expect(stage.log.take() == calls)
      #expect(
        c.view.window != nil && c.view.frame == stage.window.bounds && navigation.children == [a, b, c])
      #expect(b.view.window == nil && a.view.window == nil && navigation.transitionCoordinator == nil)
      #expect(navigation.navigationBar.backItem === b.navigationItem)
      b.onAppearing = { _ in }
      navigation.popViewController(animated: false)
      stage.wait(40)
      #expect(b.view.window != nil)
    }
  }

  @Test(arguments: [true, false]) func aPageMayPushAnotherWhenItIsLoaded(isAnimated: Bool) {
    onPage { stage, navigation, a, b, c in
      b.onLoad = { $0.navigationController?.pushViewController(c, animated: isAnimated) }
      navigation.pushViewController(b, animated: isAnimated)
      stage.wait(1000)
      #expect(navigation.viewControllers == [a, b, c] && stage.log.take() == calls)
      #expect(c.view.window != nil && b.view.window == nil && a.view.window == nil)
    }
  }

  @Test func theFirstPageMayPushAnotherWhenItIsLoadedOrAppears() {
    onStage { stage in
      let (a, b, c) = (Page("A", stage.log), Page("B", stage.log), Page("C", stage.log))
      a.onLoad = { $0.navigationController?.pushViewController(b, animated: false) }
      stage.show(UINavigationController(rootViewController: a))
      stage.wait(40)
      #expect(stage.log.take() == ["B will appear", "B is appearing", "B did appear"])
      #expect(a.navigationController?.viewControllers == [a, b] && a.view.superview == nil)
      b.onAppearing = {
        $0.onAppearing = { _ in }
        $0.navigationController?.pushViewController(c, animated: false)
      }
      stage.show(UIViewController())
      stage.wait(40)
      _ = stage.log.take()
      stage.show(UINavigationController(rootViewController: b))
      stage.wait(40)
      #expect(
        stage.log.take() == [
          "B will appear", "B is appearing", "B did appear", "B will disappear", "C will appear",
          "C is appearing", "B did disappear", "C did appear",
        ])
    }
  }

  @Test func aPageMayPopItselfBeforeItAppears() {
    onPage { stage, navigation, a, b, _ in
      var popped: UIViewController?
      b.onAppearing = { popped = $0.navigationController?.popViewController(animated: true) }
      navigation.pushViewController(b, animated: true)
      #expect(navigation.viewControllers == [a] && popped === b)
      stage.wait(1000)
      #expect(
        stage.log.take() == [
          "A will disappear", "B will appear", "B is appearing", "A did disappear", "B did appear",
          "B will disappear", "A will appear", "A is appearing", "B did disappear", "A did appear",
        ])
      #expect(a.view.window != nil && b.view.window == nil && b.parent == nil)
    }
  }

  @Test func severalChangesAtOnceAreSeenInTheirOrder() {
    onPage { stage, navigation, a, b, c in
      let d = Page("D", stage.log)
      b.onAppearing = {
        $0.navigationController?.pushViewController(c, animated: true)
        $0.navigationController?.setViewControllers([a, d], animated: false)
      }
      navigation.pushViewController(b, animated: true)
      #expect(navigation.viewControllers == [a, d])
      stage.wait(1000)
      #expect(d.view.window != nil && navigation.children.count == 2 && b.parent == nil && c.parent == nil)
      // None has come more often than it has gone, but the last.
      let lines = stage.log.take()
      for name in ["B", "C"] {
        #expect(lines.count { $0 == "\(name) did appear" } == lines.count { $0 == "\(name) did disappear" })
      }
      #expect(lines.last == "D did appear")
    }
  }

  @Test func pagesThatAreReplacedAreCalledBeforeAndAfter() {
    final class Moving: UIViewController {
      var moves: [String] = []
      override func willMove(toParent parent: UIViewController?) {
        super.willMove(toParent: parent)
        moves.append("will \(parent == nil ? "leave" : "come")")
      }
      override func didMove(toParent parent: UIViewController?) {
        super.didMove(toParent: parent)
        moves.append("did \(parent == nil ? "leave" : "come")")
      }
    }
    onPage { stage, navigation, a, _, _ in
      let page = Moving()
      navigation.setViewControllers([a, page], animated: false)
      navigation.setViewControllers([a], animated: false)
      stage.wait(20)
      #expect(page.moves == ["will come", "did come", "will leave", "did leave"])
    }
  }
}
