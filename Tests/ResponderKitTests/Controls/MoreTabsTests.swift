import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Tab bar controllers with more controllers than their bar has room for.
@Suite(.hangLimit) struct MoreTabsTests {
  private func pages(_ count: Int) -> [UIViewController] {
    (0..<count).map { number in
      let page = UIViewController()
      page.title = "Page \(number)"
      return page
    }
  }

  private func onTabs(
    _ count: Int, _ body: @escaping @Sendable (Stage, UITabBarController, [UIViewController]) throws -> Void
  ) rethrows {
    try onStage { stage in
      let (tabs, pages) = (UITabBarController(), pages(count))
      tabs.viewControllers = pages
      stage.show(tabs)
      stage.wait(40)
      try body(stage, tabs, pages)
    }
  }

  /// Touches the row of the list.
  private func touchRow(_ row: Int, _ stage: Stage) {
    stage.tap(195, 66 + 44 * Double(row), after: 500)
    stage.wait(500)
  }

  @Test func theBarHasFourItemsAndMore() {
    onTabs(5) { stage, tabs, _ in
      #expect(tabs.tabBar.items?.count == 5 && tabs.tabBar.items?.last?.title == "Page 4")
    }
    onTabs(6) { stage, tabs, pages in
      #expect(tabs.tabBar.items?.map(\.title) == ["Page 0", "Page 1", "Page 2", "Page 3", "More"])
      stage.tap(360, 820)
      stage.wait(40)
      #expect(tabs.selectedViewController === tabs.moreNavigationController && tabs.selectedIndex == .max)
      #expect(tabs.tabBar.selectedItem?.title == "More" && pages[0].view.window == nil)
      let list = tabs.moreNavigationController.topViewController?.view as? UITableView
      #expect(list?.texts == ["Page 4", "Page 5"])
    }
  }

  @Test func aRowShowsItsControllerAndTheBarLeadsBack() {
    onTabs(7) { stage, tabs, pages in
      stage.tap(360, 820)
      stage.wait(40)
      touchRow(1, stage)
      #expect(tabs.selectedViewController === pages[5] && tabs.selectedIndex == 5)
      #expect(pages[5].view.window != nil && pages[5].view.safeAreaInsets.bottom == 49)
      #expect(pages[5].tabBarController === tabs && tabs.moreNavigationController.viewControllers.count == 2)
      // Elsewhere and back it is still there.
      stage.tap(40, 820, after: 500)
      stage.wait(40)
      #expect(tabs.selectedIndex == 0 && pages[5].view.window == nil)
      stage.tap(360, 820, after: 500)
      stage.wait(40)
      #expect(tabs.selectedIndex == 5 && pages[5].view.window != nil)
      stage.tap(20, 22, after: 500)
      stage.wait(500)
      #expect(tabs.selectedIndex == .max && pages[5].parent === tabs)
      touchRow(2, stage)
      #expect(tabs.selectedIndex == 6)
      // A touch of the item leads back to the list, too.
      stage.tap(360, 820, after: 500)
      stage.wait(500)
      #expect(tabs.selectedIndex == .max && pages[6].view.window == nil)
    }
  }

  @Test func aNavigationControllerHasItsOwnBar() {
    onTabs(4) { stage, tabs, pages in
      let root = UIViewController()
      root.title = "Root"
      let inner = UINavigationController(rootViewController: root)
      inner.title = "Inner"
      tabs.viewControllers = pages + [UIViewController(), inner]
      tabs.selectedIndex = 5
      stage.wait(40)
      #expect(tabs.selectedViewController === inner && root.view.safeAreaInsets.top == 44)
      #expect(inner.navigationBar.backItem?.title == "More")
      inner.pushViewController(UIViewController(), animated: false)
      stage.wait(20)
      stage.tap(20, 22, after: 500)
      stage.wait(500)
      #expect(inner.topViewController === root)
      stage.tap(20, 22, after: 500)
      stage.wait(500)
      #expect(tabs.selectedIndex == .max && inner.parent === tabs)
      #expect(!tabs.moreNavigationController.isNavigationBarHidden)
    }
  }

  @Test func aControllerThatCameBackFollowsItsEdges() {
    onTabs(7) { stage, tabs, pages in
      tabs.selectedIndex = 5
      stage.wait(40)
      stage.tap(20, 22, after: 500)
      stage.wait(500)
      #expect(pages[5].parent === tabs)
      tabs.viewControllers = [pages[5]]
      stage.wait(40)
      #expect(pages[5].view.frame.height == 844)
      pages[5].edgesForExtendedLayout = []
      #expect(pages[5].view.frame.height == 844 - 49)
    }
  }

  @Test func theProgramChangesWhatIsThere() {
    onTabs(7) { stage, tabs, pages in
      tabs.selectedViewController = pages[6]
      stage.wait(40)
      #expect(tabs.selectedIndex == 6 && pages[6].view.window != nil)
      tabs.selectedIndex = 4
      stage.wait(40)
      #expect(tabs.selectedViewController === pages[4] && pages[6].parent === tabs)
      tabs.selectedIndex = 2
      stage.wait(40)
      #expect(tabs.selectedViewController === pages[2] && pages[4].view.window == nil)
      tabs.selectedIndex = 5
      tabs.viewControllers = Array(pages[3...])
      stage.wait(40)
      #expect(tabs.tabBar.items?.count == 4 && tabs.selectedViewController === pages[5])
      #expect(pages[5].view.window != nil && pages[5].parent === tabs && pages[2].parent == nil)
    }
  }
}
