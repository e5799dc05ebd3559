import ResponderKit
import TestHarness
import Testing

/// Where controllers' views end at bars, and lines above titles.
@Suite(.hangLimit) struct ExtendedEdgeTests {
  private final class Page: UIViewController {
    var edges: UIRectEdge = .all
    override func viewDidLoad() {
      super.viewDidLoad()
      edgesForExtendedLayout = edges
    }
  }

  private func page(_ edges: UIRectEdge) -> Page {
    let page = Page()
    page.edges = edges
    return page
  }

  @Test func aViewEndsAtTheBars() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 50, bottom: 30))
      let page = page([])
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      stage.wait(20)
      // Without a bar below, the view extends to the screen's edge.
      #expect(page.view.frame == Rect(0, 94, 390, 750))
      #expect(page.view.safeAreaInsets == EdgeInsets(bottom: 30))
      navigation.isToolbarHidden = false
      stage.wait(20)
      #expect(page.view.frame == Rect(0, 94, 390, 676) && page.view.safeAreaInsets == .zero)
      navigation.isNavigationBarHidden = true
      stage.wait(20)
      #expect(page.view.frame == Rect(0, 0, 390, 770) && page.view.safeAreaInsets.top == 50)
      page.edgesForExtendedLayout = .top
      navigation.isNavigationBarHidden = false
      stage.wait(20)
      #expect(page.view.frame == Rect(0, 0, 390, 770) && page.view.safeAreaInsets.top == 94)
      page.edgesForExtendedLayout = .all
      stage.wait(20)
      #expect(page.view.frame == Rect(0, 0, 390, 844) && page.view.safeAreaInsets.bottom == 74)
    }
  }

  @Test func pagesComeToTheirPlaces() {
    onStage { stage in
      let (first, second) = (page([]), page(.all))
      let navigation = UINavigationController(rootViewController: first)
      stage.show(navigation)
      stage.wait(20)
      navigation.pushViewController(second, animated: true)
      stage.wait(1000)
      #expect(second.view.frame == Rect(0, 0, 390, 844) && second.view.safeAreaInsets.top == 44)
      navigation.popViewController(animated: true)
      stage.wait(100)
      #expect(first.view.frame.minY == 44 && first.view.safeAreaInsets.top == 0)
      stage.wait(1000)
      #expect(first.view.frame == Rect(0, 44, 390, 800))
      let third = page(.bottom)
      navigation.pushViewController(third, animated: true)
      stage.wait(1000)
      #expect(third.view.frame == Rect(0, 44, 390, 800) && third.view.safeAreaInsets.top == 0)
    }
  }

  @Test func aTabBarCounts() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(bottom: 30))
      let (alone, stacked) = (page([]), page([]))
      let tabs = UITabBarController()
      tabs.viewControllers = [alone, UINavigationController(rootViewController: stacked)]
      stage.show(tabs)
      stage.wait(20)
      let height = tabs.tabBar.frame.height
      #expect(alone.view.frame == Rect(0, 0, 390, 844 - height) && alone.view.safeAreaInsets == .zero)
      tabs.selectedIndex = 1
      stage.wait(20)
      #expect(stacked.view.frame == Rect(0, 44, 390, 800 - height))
      #expect(stacked.view.safeAreaInsets == .zero)
      tabs.selectedIndex = 0
      alone.edgesForExtendedLayout = .all
      stage.wait(20)
      #expect(alone.view.frame == Rect(0, 0, 390, 844))
      #expect(alone.view.safeAreaInsets.bottom == height)
    }
  }

  @Test func aPushThatHidesTheTabBarIsSeenStepByStep() {
    onStage { stage in
      let (first, second) = (page(.all), page(.all))
      second.hidesBottomBarWhenPushed = true
      let navigation = UINavigationController(rootViewController: first)
      navigation.edgesForExtendedLayout = .top
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation]
      stage.show(tabs)
      stage.wait(40)
      #expect(navigation.view.frame.height == 844 - 49)
      navigation.pushViewController(second, animated: true)
      stage.wait(100)
      let place = second.view.presentationFrame.minX
      #expect(place > 20 && place < 370 && second.transitionCoordinator != nil)
      stage.wait(1000)
      #expect(second.view.window != nil && navigation.view.frame.height == 844)
      navigation.popViewController(animated: true)
      stage.wait(100)
      #expect(second.view.presentationFrame.minX > 20 && second.transitionCoordinator != nil)
      stage.wait(1000)
      #expect(first.view.window != nil && navigation.view.frame.height == 844 - 49)
    }
  }

  @Test func aPageThatIsLoadedMovesTheBarAlong() {
    final class Small: UIViewController {
      override func viewDidLoad() {
        super.viewDidLoad()
        edgesForExtendedLayout = []
      }
    }
    onStage { stage in
      let small = Small()
      small.navigationItem.largeTitleDisplayMode = .never
      let navigation = UINavigationController(rootViewController: UIViewController())
      navigation.navigationBar.prefersLargeTitles = true
      stage.show(navigation)
      stage.wait(40)
      let bar = navigation.navigationBar
      navigation.pushViewController(small, animated: true)
      stage.wait(100)
      #expect(bar.presentationFrame.height > 46 && bar.presentationFrame.height < 94)
      stage.wait(1000)
      #expect(bar.presentationFrame.height == 44)
    }
  }

  @Test func edgesThatStayChangeNothing() {
    onStage { stage in
      let page = page([])
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      stage.wait(20)
      page.view.frame.size.height = 300
      page.edgesForExtendedLayout = []
      #expect(page.view.frame.height == 300)
      page.edgesForExtendedLayout = .bottom
      #expect(page.view.frame.height == 800)
    }
  }

  @Test func aPromptIsAboveTheTitle() throws {
    try onStage { stage in
      let page = UIViewController()
      page.title = "Title"
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      stage.wait(20)
      #expect(navigation.navigationBar.frame.height == 44)
      page.navigationItem.prompt = "Prompt"
      stage.wait(20)
      let bar = navigation.navigationBar
      #expect(bar.frame.height == 74 && page.view.safeAreaInsets.top == 74)
      let labels = bar.subviews.compactMap { $0 as? UILabel }
      let prompt = try #require(labels.first { $0.text == "Prompt" })
      let title = try #require(labels.first { $0.text == "Title" })
      #expect(prompt.frame == Rect(16, 0, 358, 30) && title.frame.midY == 52)
      page.navigationItem.prompt = nil
      stage.wait(20)
      #expect(bar.frame.height == 44 && prompt.superview == nil)
    }
  }

  @Test func itemsAtTheLeftMayStandBesideTheWayBack() {
    onStage { stage in
      let (first, second) = (UIViewController(), UIViewController())
      first.title = "First"
      let navigation = UINavigationController(rootViewController: first)
      stage.show(navigation)
      let custom = UIView(frame: Rect(0, 0, 40, 30))
      second.navigationItem.leftBarButtonItem = UIBarButtonItem(customView: custom)
      navigation.pushViewController(second, animated: false)
      stage.wait(20)
      let bar = navigation.navigationBar
      #expect(custom.frame.minX == 8)
      stage.tap(20, 22)
      #expect(navigation.viewControllers.count == 2)
      second.navigationItem.leftItemsSupplementBackButton = true
      stage.wait(20)
      #expect(bar.convert(custom.bounds, from: custom).minX > 40)
      stage.tap(20, 22)
      stage.wait(1000)
      #expect(navigation.viewControllers.count == 1)
    }
  }

  @Test func aBlackBarHasAWhiteTitle() throws {
    try onStage { stage in
      let page = UIViewController()
      page.title = "Title"
      page.view.backgroundColor = .white
      let navigation = UINavigationController(rootViewController: page)
      navigation.navigationBar.barStyle = .black
      stage.show(navigation)
      stage.wait(20)
      let label = try #require(
        navigation.navigationBar.subviews.compactMap { $0 as? UILabel }.first { $0.text == "Title" })
      #expect(label.textColor == .white && stage.window.snapshot().color(x: 10, y: 20) == .black)
      navigation.navigationBar.barStyle = .default
      stage.wait(20)
      #expect(label.textColor == .label && stage.window.snapshot().color(x: 10, y: 20) != .black)
      // An appearance counts more.
      navigation.navigationBar.barStyle = .black
      let appearance = UINavigationBarAppearance()
      appearance.backgroundColor = .yellow
      navigation.navigationBar.standardAppearance = appearance
      stage.wait(20)
      #expect(label.textColor == .label && stage.window.snapshot().color(x: 10, y: 20) == .yellow)
    }
  }

  @Test func otherBarsMayBeBlack() {
    onStage { stage in
      let tools = UIToolbar(frame: Rect(0, 0, 390, 44))
      let tabs = UITabBar(frame: Rect(0, 100, 390, 49))
      tools.barStyle = .black
      tabs.barStyle = .black
      stage.show(tools)
      stage.show(tabs)
      stage.wait(20)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 10, y: 20) == .black && picture.color(x: 10, y: 120) == .black)
    }
  }

  @Test func aControllerGivesAChildOtherTraits() {
    onStage { stage in
      let (parent, child, stranger) = (UIViewController(), UIViewController(), UIViewController())
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
      stage.show(parent)
      stage.wait(20)
      #expect(parent.overrideTraitCollection(forChild: child) == nil)
      let traits = UITraitCollection(horizontalSizeClass: .regular)
      parent.setOverrideTraitCollection(traits, forChild: child)
      parent.setOverrideTraitCollection(traits, forChild: stranger)
      #expect(child.traitCollection.horizontalSizeClass == .regular)
      #expect(child.traitCollection.verticalSizeClass == .regular)
      #expect(parent.traitCollection.horizontalSizeClass == .compact)
      #expect(parent.overrideTraitCollection(forChild: child) == traits)
      #expect(parent.overrideTraitCollection(forChild: stranger) == nil)
      parent.setOverrideTraitCollection(UITraitCollection(userInterfaceStyle: .dark), forChild: child)
      #expect(child.traitCollection.horizontalSizeClass == .compact)
      #expect(child.traitCollection.userInterfaceStyle == .dark)
      parent.setOverrideTraitCollection(nil, forChild: child)
      #expect(child.traitCollection.userInterfaceStyle == .light)
    }
  }

  @Test func whatAChildChoosesItselfStaysAndCountsMore() {
    onStage { stage in
      let (parent, child) = (UIViewController(), UIViewController())
      parent.addChild(child)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
      stage.show(parent)
      stage.wait(20)
      child.traitOverrides.verticalSizeClass = .compact
      var traits = UITraitCollection(userInterfaceStyle: .dark)
      (traits.verticalSizeClass, traits.horizontalSizeClass) = (.regular, .regular)
      parent.setOverrideTraitCollection(traits, forChild: child)
      #expect(child.traitCollection.verticalSizeClass == .compact)
      #expect(child.traitCollection.horizontalSizeClass == .regular)
      #expect(child.traitCollection.userInterfaceStyle == .dark)
      #expect(parent.overrideTraitCollection(forChild: child) == traits)
      #expect(child.traitOverrides.contains(UITraitVerticalSizeClass.self))
      #expect(!child.traitOverrides.contains(UITraitHorizontalSizeClass.self))
      child.traitOverrides.remove(UITraitVerticalSizeClass.self)
      #expect(child.traitCollection.verticalSizeClass == .regular)
      child.traitOverrides.userInterfaceLevel = .elevated
      parent.setOverrideTraitCollection(nil, forChild: child)
      #expect(child.traitCollection.userInterfaceLevel == .elevated)
      #expect(child.traitCollection.horizontalSizeClass == .compact)
      #expect(parent.overrideTraitCollection(forChild: child) == nil)
      // They end with the child's place.
      parent.setOverrideTraitCollection(traits, forChild: child)
      child.removeFromParent()
      parent.addChild(child)
      #expect(parent.overrideTraitCollection(forChild: child) == nil)
      #expect(child.traitCollection.userInterfaceStyle == .light)
      #expect(child.traitCollection.userInterfaceLevel == .elevated)
    }
  }

  @Test func whatAParentChoosesIsNotAmongTheChildsOwn() {
    onStage { stage in
      let (parent, child) = (UIViewController(), UIViewController())
      parent.addChild(child)
      let saved = child.traitOverrides
      let traits = UITraitCollection {
        ($0.userInterfaceStyle, $0.userInterfaceLevel) = (.dark, .elevated)
        $0.layoutDirection = .rightToLeft
      }
      parent.setOverrideTraitCollection(traits, forChild: child)
      #expect(child.traitCollection.userInterfaceStyle == .dark)
      #expect(child.traitCollection.layoutDirection == .rightToLeft)
      parent.view.addSubview(child.view)
      child.didMove(toParent: parent)
      stage.show(parent)
      stage.wait(20)
      // What was taken out before is put back.
      child.traitOverrides = saved
      #expect(child.traitCollection.userInterfaceStyle == .dark)
      #expect(child.traitCollection.userInterfaceLevel == .elevated)
      #expect(child.view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
      #expect(parent.overrideTraitCollection(forChild: child) == traits)
      #expect(child.traitOverrides.userInterfaceStyle == .unspecified)
      let other = UIViewController()
      other.traitOverrides = child.traitOverrides
      #expect(other.traitCollection == UIViewController().traitCollection)
      parent.setOverrideTraitCollection(nil, forChild: child)
      #expect(child.traitCollection == parent.traitCollection)
      #expect(child.view.effectiveUserInterfaceLayoutDirection == .leftToRight)
    }
  }
}
