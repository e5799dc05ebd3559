import TestHarness
import Testing

@testable import ResponderKit

/// Rules of bars and of what they show.
@Suite(.hangLimit) struct BarRuleTests {
  @Test func theToolbarShowsTheButtonsOfTheShownPageOnly() {
    onStage { stage in
      let (first, second) = (UIViewController(), UIViewController())
      let navigation = UINavigationController(rootViewController: first)
      stage.show(navigation)
      navigation.pushViewController(second, animated: false)
      second.toolbarItems = [UIBarButtonItem(title: "Here", primaryAction: nil)]
      first.toolbarItems = [UIBarButtonItem(title: "Below", primaryAction: nil)]
      #expect(navigation.toolbar.items?.map(\.title) == ["Here"])
      navigation.popViewController(animated: false)
      #expect(navigation.toolbar.items?.map(\.title) == ["Below"])
    }
  }

  @Test func aScrollViewThatTheBarFollowsNoLongerHasNoRoomForALargeTitle() {
    onStage { stage in
      let (first, second) = (UITableViewController(style: .plain), UIViewController())
      let navigation = UINavigationController(rootViewController: first)
      navigation.navigationBar.prefersLargeTitles = true
      stage.show(navigation)
      stage.wait(20)
      #expect(first.tableView.collapsibleRoom == UINavigationBar.largeTitleHeight)
      navigation.pushViewController(second, animated: false)
      stage.wait(20)
      #expect(first.tableView.collapsibleRoom == 0)
    }
  }

  @Test func theDelegateHearsOnlyOfPagesThatAreShownInTheStack() {
    final class Listener: UINavigationControllerDelegate {
      var shown: [UIViewController] = []
      func navigationController(
        _ navigationController: UINavigationController, didShow page: UIViewController, animated: Bool
      ) { shown.append(page) }
    }
    onStage { stage in
      let (first, second, listener) = (UIViewController(), UIViewController(), Listener())
      let navigation = UINavigationController(rootViewController: first)
      navigation.delegate = listener
      stage.show(navigation)
      stage.wait(20)
      // It goes before it has appeared, and appears elsewhere.
      navigation.pushViewController(second, animated: false)
      navigation.popViewController(animated: false)
      first.present(second, animated: false)
      stage.wait(40)
      #expect(second.view.window != nil && !listener.shown.contains { $0 === second })
    }
  }

  @Test func aButtonsOwnColorIsItsSymbols() throws {
    try onStage { stage in
      let item = UIBarButtonItem(systemItem: .add)
      item.tintColor = .red
      let toolbar = stage.show(UIToolbar(frame: Rect(0, 0, 300, 44)))
      toolbar.items = [item]
      stage.wait(20)
      let button = try #require(toolbar.subviews.first)
      #expect(button.tintColor == .red)
      let picture = stage.window.snapshot()
      #expect((0..<44).contains { y in (0..<60).contains { picture.color(x: $0, y: y) == .red } })
    }
  }

  @Test func theShownTabStaysAmongNewOnes() {
    onStage { stage in
      let pages = (0..<4).map { _ in UIViewController() }
      let tabs = UITabBarController()
      tabs.viewControllers = [pages[0], pages[1], pages[2]]
      stage.show(tabs)
      tabs.selectedIndex = 1
      tabs.viewControllers = [pages[3], pages[2], pages[1], pages[0]]
      stage.wait(20)
      #expect(tabs.selectedIndex == 2 && tabs.tabBar.selectedItem === pages[1].tabBarItem)
      #expect(pages.map { $0.loadedView?.window != nil } == [false, true, false, false])
      // Another one at its place, or else the first.
      tabs.viewControllers = [pages[3], pages[2], pages[0]]
      stage.wait(20)
      #expect(tabs.selectedViewController === pages[0] && pages[1].parent == nil)
      tabs.viewControllers = [pages[3], pages[2]]
      stage.wait(20)
      #expect(tabs.selectedIndex == 0 && pages[3].view.window != nil)
    }
  }

  @Test func aTouchOfTheShownTabLeadsBackToItsFirstPage() {
    onStage { stage in
      let navigation = UINavigationController(rootViewController: UIViewController())
      let tabs = UITabBarController()
      tabs.viewControllers = [UIViewController(), navigation]
      stage.show(tabs)
      for _ in 0..<2 { navigation.pushViewController(UIViewController(), animated: false) }
      stage.wait(20)
      stage.tap(300, 820)
      #expect(tabs.selectedIndex == 1 && navigation.viewControllers.count == 3)
      stage.tap(300, 820, after: 500)
      #expect(tabs.selectedIndex == 1 && navigation.viewControllers.count == 1)
    }
  }
}
