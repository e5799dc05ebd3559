import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Attributes and pictures of bars and their items.
@Suite(.hangLimit) struct BarItemTextTests {
  private final class Tabs: UITabBarController {
    let log = Log()
    override func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
      log("\(item.title ?? "") after \(selectedIndex)")
    }
  }

  private final class Strict: UITabBarControllerDelegate {
    func tabBarController(_ tabs: UITabBarController, shouldSelect controller: UIViewController) -> Bool {
      controller.title != "B"
    }
  }

  private func tabs(_ stage: Stage) -> Tabs {
    let tabs = Tabs()
    tabs.viewControllers = ["A", "B", "C"].map {
      let controller = UIViewController()
      controller.title = $0
      return controller
    }
    stage.window.backgroundColor = .white
    stage.show(tabs)
    stage.wait(50)
    return tabs
  }

  private func count(_ stage: Stage, _ part: Rect, _ color: UIColor) -> Int {
    let picture = stage.window.snapshot()
    var count = 0
    for y in Int(part.minY)..<Int(part.maxY) {
      for x in Int(part.minX)..<Int(part.maxX) where picture.color(x: x, y: y) == color { count += 1 }
    }
    return count
  }

  @Test func aTabBarControllerHearsOfTouchesFirst() {
    onStage { stage in
      let tabs = tabs(stage)
      let strict = Strict()
      tabs.delegate = strict
      let (bar, y) = (tabs.tabBar.frame, tabs.tabBar.frame.midY)
      stage.tap(bar.width * 5 / 6, y)
      stage.tap(bar.width / 2, y, after: 500)
      stage.tap(bar.width / 6, y, after: 500)
      #expect(tabs.log.lines == ["C after 0", "A after 2"])
    }
  }

  @Test func marksHaveTheirColors() throws {
    try onStage { stage in
      let tabs = tabs(stage)
      let item = try #require(tabs.tabBar.items?.first)
      item.badgeValue = "888"
      let part = Rect(0, tabs.tabBar.frame.minY, tabs.tabBar.frame.width / 3, 24)
      let red = UIColor.systemRed.bright
      #expect(count(stage, part, red) > 50 && count(stage, part, .blue) == 0)
      item.setBadgeTextAttributes([.foregroundColor: UIColor.blue, .font: UIFont(size: 14)], for: .normal)
      #expect(count(stage, part, .blue) > 3 && item.badgeTextAttributes(for: .normal)?.count == 2)
      let appearance = UITabBarAppearance()
      appearance.stackedLayoutAppearance.selected.badgeBackgroundColor = .green
      appearance.stackedLayoutAppearance.normal.badgeBackgroundColor = .green
      tabs.tabBar.standardAppearance = appearance
      #expect(count(stage, part, red) == 0 && count(stage, part, .green) > 50)
      item.badgeColor = .black
      #expect(count(stage, part, .green) == 0)
    }
  }

  @Test func titlesAndPicturesOfTabsAreMoved() throws {
    try onStage { stage in
      let tabs = tabs(stage)
      let item = try #require(tabs.tabBar.items?[1])
      item.setTitleTextAttributes([.foregroundColor: UIColor.green, .font: UIFont(size: 30)], for: .normal)
      let part = Rect(130, tabs.tabBar.frame.minY, 130, 49)
      #expect(count(stage, part, .green) > 10 && item.titleTextAttributes(for: .selected) == nil)
      item.image = UIGraphicsImageRenderer(size: Size(20, 20)).image { context in
        UIColor.red.setFill()
        context.fill(Rect(0, 0, 20, 20))
      }.withRenderingMode(.alwaysOriginal)
      let middle = Int(tabs.tabBar.frame.width / 2)
      let y = Int(tabs.tabBar.frame.minY) + 18
      #expect(stage.window.snapshot().color(x: middle, y: y) == .red)
      item.imageInsets = UIEdgeInsets(top: 0, left: 30, bottom: 0, right: -30)
      #expect(stage.window.snapshot().color(x: middle, y: y) != .red)
      #expect(stage.window.snapshot().color(x: middle + 30, y: y) == .red)
      item.imageInsets.left = .nan
      #expect(stage.window.snapshot().color(x: middle, y: y) == .red)
    }
  }

  @Test func anAppearanceHasPictures() {
    onStage { stage in
      let tabs = tabs(stage)
      let line = UIGraphicsImageRenderer(size: Size(1, 3)).image { context in
        UIColor.red.setFill()
        context.fill(Rect(0, 0, 1, 3))
      }
      let y = Int(tabs.tabBar.frame.minY)
      let appearance = UITabBarAppearance()
      appearance.configureWithTransparentBackground()
      appearance.shadowColor = .blue
      appearance.shadowImage = line
      tabs.tabBar.standardAppearance = appearance
      #expect(stage.window.snapshot().color(x: 5, y: y + 1) == .red)
      appearance.shadowImage = UIImage()
      appearance.backgroundImage = UIGraphicsImageRenderer(size: Size(2, 2)).image { context in
        UIColor.green.setFill()
        context.fill(Rect(0, 0, 2, 2))
      }
      tabs.tabBar.standardAppearance = appearance
      #expect(stage.window.snapshot().color(x: 5, y: y) == .green)
      #expect(stage.window.snapshot().color(x: 5, y: y + 20) == .green)
    }
  }

  @Test func buttonsHaveAttributesOfTheirOwnOrOfAll() {
    onStage { stage in
      UIBarButtonItem.appearance().setTitleTextAttributes(
        [.foregroundColor: UIColor.red, .font: UIFont(size: 25)], for: .normal)
      UIBarButtonItem.appearance().tintColor = .green
      let page = UIViewController()
      let (one, two, three) = (
        UIBarButtonItem(title: "One", primaryAction: nil), UIBarButtonItem(title: "Two", primaryAction: nil),
        UIBarButtonItem(systemItem: .add)
      )
      two.setTitleTextAttributes([.foregroundColor: UIColor.blue], for: .normal)
      two.setTitleTextAttributes([.foregroundColor: UIColor.brown], for: .disabled)
      page.navigationItem.rightBarButtonItems = [one, two, three]
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(50)
      func buttons() -> [UIButton] {
        page.navigationController?.navigationBar.subviews.compactMap { $0 as? UIButton } ?? []
      }
      func button(_ title: String) -> UIButton? { buttons().first { $0.currentTitle == title } }
      #expect(button("One")?.currentTitleColor == .red && button("One")?.font == UIFont(size: 25))
      #expect(button("Two")?.currentTitleColor == .blue)
      #expect(buttons().contains { $0.currentTitle == nil && $0.tintColor == .green })
      two.isEnabled = false
      stage.wait(20)
      #expect(button("Two")?.currentTitleColor == .brown)
      #expect(two.titleTextAttributes(for: .disabled)?.count == 1)
      // What the bar says counts more.
      let appearance = UINavigationBarAppearance()
      appearance.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.black]
      page.navigationItem.standardAppearance = appearance
      stage.wait(20)
      #expect(button("One")?.currentTitleColor == .black)
    }
  }

  @Test func labelsHaveALookOfAll() {
    onStage { stage in
      UILabel.appearance().textColor = .red
      UILabel.appearance().font = UIFont(size: 30)
      let (plain, own) = (UILabel(), UILabel())
      own.textColor = .blue
      own.font = UIFont(size: 10)
      let view = UIView()
      view.addSubview(plain)
      view.addSubview(own)
      stage.show(view)
      #expect(plain.textColor == .red && plain.font == UIFont(size: 30))
      #expect(own.textColor == .blue && own.font == UIFont(size: 10))
    }
  }

  @Test func colorsOfStatesAreDrawn() {
    onStage { stage in
      let page = UIViewController()
      let item = UIBarButtonItem(title: "MMMM", primaryAction: nil)
      item.setTitleTextAttributes([.foregroundColor: UIColor.blue, .font: UIFont(size: 40)], for: .normal)
      item.setTitleTextAttributes([.foregroundColor: UIColor.red], for: .disabled)
      item.setTitleTextAttributes([.foregroundColor: UIColor.green], for: .highlighted)
      page.navigationItem.rightBarButtonItem = item
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      stage.wait(50)
      let part = Rect(stage.window.bounds.width - 160, 0, 160, 44)
      #expect(count(stage, part, .blue) > 20)
      let button = navigation.navigationBar.subviews.lazy.compactMap { $0 as? UIButton }.first
      button?.isHighlighted = true
      stage.wait(20)
      #expect(count(stage, part, .green) > 20 && count(stage, part, .blue) == 0)
      item.isEnabled = false
      stage.wait(20)
      #expect(count(stage, part, .red) > 20 && count(stage, part, .blue) == 0)
      let other = navigation.navigationBar.subviews.lazy.compactMap { $0 as? UIButton }.first
      #expect(other?.font == UIFont(size: 40), "as in the normal state")
      item.setTitleTextAttributes(nil, for: .disabled)
      let appearance = UINavigationBarAppearance()
      appearance.buttonAppearance.disabled.titleTextAttributes = [.foregroundColor: UIColor.brown]
      navigation.navigationBar.standardAppearance = appearance
      stage.wait(20)
      #expect(count(stage, part, .brown) > 20)
    }
  }

  @Test func theButtonThatLeadsBackHasTheLookOfAll() {
    onStage { stage in
      UIBarButtonItem.appearance().setTitleTextAttributes([.foregroundColor: UIColor.red], for: .normal)
      UIBarButtonItem.appearance().tintColor = .green
      let navigation = UINavigationController(rootViewController: UIViewController())
      navigation.viewControllers[0].title = "MMM"
      navigation.pushViewController(UIViewController(), animated: false)
      stage.show(navigation)
      stage.wait(50)
      #expect(count(stage, Rect(0, 0, 26, 44), .green) > 3 && count(stage, Rect(26, 0, 100, 44), .red) > 3)
    }
  }

  @Test func aCopyOfATabBarsAppearanceIsWhole() {
    onStage { _ in
      let appearance = UITabBarAppearance()
      appearance.inlineLayoutAppearance.normal.iconColor = .red
      appearance.compactInlineLayoutAppearance.selected.iconColor = .blue
      #expect(appearance.stackedLayoutAppearance.normal.badgeTextAttributes.isEmpty)
      let bar = UITabBar(frame: .zero)
      bar.standardAppearance = appearance
      #expect(bar.standardAppearance.inlineLayoutAppearance.normal.iconColor == .red)
      #expect(bar.standardAppearance.compactInlineLayoutAppearance.selected.iconColor == .blue)
    }
  }

  @Test func aCalleeMaySetOtherTabs() {
    final class Replacing: UITabBarController {
      override func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
        viewControllers = [UIViewController(), UIViewController()]
      }
    }
    final class Notified: UITabBarControllerDelegate {
      var count = 0
      func tabBarController(_ tabs: UITabBarController, didSelect controller: UIViewController) { count += 1 }
    }
    onStage { stage in
      let tabs = Replacing()
      tabs.viewControllers = [UIViewController(), UIViewController()]
      let notified = Notified()
      tabs.delegate = notified
      stage.show(tabs)
      stage.wait(50)
      stage.tap(tabs.tabBar.frame.width * 3 / 4, tabs.tabBar.frame.midY)
      #expect(tabs.selectedIndex == 0 && notified.count == 0)
    }
  }
}
