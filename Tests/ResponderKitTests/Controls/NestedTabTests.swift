import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Another tab selected by a page that is just coming or going.
@Suite(.hangLimit) struct NestedTabTests {
  private final class Page: NamedPage {
    var onAppearing: (Page) -> Void = { _ in }
    var onDisappearing: (Page) -> Void = { _ in }
    override func viewWillAppear(_ animated: Bool) {
      log("\(name) will appear")
      onAppearing(self)
    }
    override func viewDidAppear(_ animated: Bool) { log("\(name) did appear") }
    override func viewWillDisappear(_ animated: Bool) {
      log("\(name) will disappear")
      onDisappearing(self)
    }
    override func viewDidDisappear(_ animated: Bool) { log("\(name) did disappear") }
  }

  private func onTabs(
    _ body: @escaping @Sendable (Stage, UITabBarController, Page, Page, Page) -> Void
  ) {
    onStage { stage in
      let (a, b, c) = (Page("A", stage.log), Page("B", stage.log), Page("C", stage.log))
      let tabs = UITabBarController()
      tabs.viewControllers = [a, b, c]
      stage.show(tabs)
      stage.wait(40)
      _ = stage.log.take()
      body(stage, tabs, a, b, c)
    }
  }

  /// B's calls are those of a page that was there for a moment.
  private func through(_ last: String) -> [String] {
    [
      "A will disappear", "B will appear", "A did disappear", "B did appear", "B will disappear",
      "\(last) will appear", "B did disappear", "\(last) did appear",
    ]
  }

  @Test func aPageMaySendTheUserToAnotherTab() {
    onTabs { stage, tabs, a, b, c in
      b.onAppearing = { $0.tabBarController?.selectedIndex = 2 }
      tabs.selectedIndex = 1
      #expect(tabs.selectedIndex == 2 && tabs.tabBar.selectedItem === c.tabBarItem)
      stage.wait(40)
      #expect(stage.log.take() == through("C"))
      #expect(c.view.window != nil && a.view.window == nil && b.view.window == nil)
    }
  }

  @Test func aPageMaySendTheUserBack() {
    onTabs { stage, tabs, a, b, _ in
      b.onAppearing = { $0.tabBarController?.selectedIndex = 0 }
      tabs.selectedIndex = 1
      stage.wait(40)
      #expect(stage.log.take() == through("A"))
      #expect(tabs.selectedIndex == 0 && a.view.window != nil && b.view.window == nil)
      #expect(a.view.frame == stage.window.bounds)
    }
  }

  @Test func aPageThatLeavesMaySelectAnotherTab() {
    onTabs { stage, tabs, a, b, c in
      a.onDisappearing = { $0.tabBarController?.selectedIndex = 2 }
      tabs.selectedIndex = 1
      stage.wait(40)
      #expect(stage.log.take() == through("C"))
      #expect(tabs.selectedIndex == 2 && c.view.window != nil && b.view.window == nil)
    }
  }

  @Test func aPageMayTakeItselfAway() {
    onTabs { stage, tabs, a, b, c in
      b.onAppearing = { $0.tabBarController?.viewControllers = [a, c] }
      tabs.selectedIndex = 1
      stage.wait(40)
      #expect(tabs.selectedIndex == 1 && c.view.window != nil && b.view.window == nil && b.parent == nil)
      #expect(a.view.window == nil)
      tabs.selectedIndex = 0
      stage.wait(40)
      #expect(a.view.window != nil && c.view.window == nil)
    }
  }
}
