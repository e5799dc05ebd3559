import ResponderKit
import TestHarness
import Testing

/// `UINavigationBar.appearance()` and those of other classes.
@Suite("Looks of all views of a class", .hangLimit) struct AppearanceProxyTests {
  private final class Switch: UISwitch {}

  @Test(
    "Views that come into a window, of subclasses, too, get what is set in the proxy where they have nothing")
  func views() {
    onStage { stage in
      let early = UISwitch(frame: .zero)
      let own = UISwitch(frame: .zero)
      own.onTintColor = .blue
      let holder = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
      holder.addSubview(early)
      // What is for a class counts more than what is for all views.
      UIView.appearance().tintColor = .brown
      UISwitch.appearance().onTintColor = .red
      UISwitch.appearance().tintColor = .green
      UISlider.appearance().thumbTintColor = .cyan
      #expect(early.onTintColor == nil, "in no window")
      let other = Switch(frame: .zero)
      for view in [own, other] { holder.addSubview(view) }
      stage.show(holder)
      #expect([early, own, other].map(\.onTintColor) == [.red, .blue, .red])
      #expect(early.tintColor == .green && holder.tintColor == .brown)
      #expect(early.thumbTintColor == nil)
      // The views that are there stay as they are.
      UISwitch.appearance().onTintColor = .black
      #expect(early.onTintColor == .red)
      let late = UISwitch(frame: .zero)
      holder.addSubview(late)
      #expect(late.onTintColor == .black)
    }
  }

  @Test("Bars have the appearance of their proxy")
  func bars() {
    onStage { stage in
      let appearance = UINavigationBarAppearance()
      appearance.backgroundColor = .orange
      UINavigationBar.appearance().standardAppearance = appearance
      UINavigationBar.appearance().titleTextAttributes = [.foregroundColor: UIColor.white]
      UINavigationBar.appearance().backIndicatorImage = UIImage()
      UITabBar.appearance().unselectedItemTintColor = .brown
      let navigation = UINavigationController(rootViewController: UIViewController())
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation]
      stage.show(tabs)
      stage.wait(20)
      #expect(navigation.navigationBar.standardAppearance.backgroundColor == .orange)
      #expect(navigation.navigationBar.titleTextAttributes?[.foregroundColor] as? UIColor == .white)
      #expect(navigation.navigationBar.backIndicatorImage != nil)
      #expect(tabs.tabBar.unselectedItemTintColor == .brown)
    }
  }

  @Test("Bars have the pictures of their proxy")
  func pictures() {
    onStage { stage in
      UINavigationBar.appearance().setBackgroundImage(UIImage(), for: .default)
      UINavigationBar.appearance().shadowImage = UIImage()
      UITabBar.appearance().backgroundImage = UIImage()
      UITabBar.appearance().shadowImage = UIImage()
      let page = UIViewController()
      page.view.backgroundColor = .green
      let navigation = UINavigationController(rootViewController: page)
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation]
      stage.show(tabs)
      stage.wait(50)
      #expect(navigation.navigationBar.backgroundImage(for: .default) != nil)
      #expect(navigation.navigationBar.shadowImage != nil && tabs.tabBar.shadowImage != nil)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 100, y: 20) == .green)
      #expect(shown.color(x: 5, y: Int(tabs.tabBar.frame.minY) + 5) == .green)
    }
  }

  @Test("The looks are those of one application")
  func otherApplication() {
    onStage { _ in UISwitch.appearance().onTintColor = .red }
    onStage { stage in
      let view = UISwitch(frame: .zero)
      stage.show(view)
      #expect(view.onTintColor == nil && UISwitch.appearance() === UISwitch.appearance())
    }
  }

  private final class Panel: UIView {}
  private final class Page: UIViewController {}

  @Test("A proxy for views in other views or controllers holds there only, before the one for all")
  func contained() {
    onStage { stage in
      UISwitch.appearance().onTintColor = .red
      UISwitch.appearance(whenContainedInInstancesOf: [Panel.self]).onTintColor = .blue
      UISwitch.appearance(whenContainedInInstancesOf: [Page.self]).thumbTintColor = .green
      let (page, panel) = (Page(), Panel(frame: CGRect(x: 0, y: 0, width: 200, height: 200)))
      let switches = (0..<2).map { _ in UISwitch(frame: .zero) }
      page.view.addSubview(panel)
      page.view.addSubview(switches[0])
      let between = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      panel.addSubview(between)
      between.addSubview(switches[1])
      stage.show(page)
      stage.wait(20)
      #expect(
        switches.map(\.onTintColor) == [.red, .blue] && switches.map(\.thumbTintColor) == [.green, .green])
      let outside = UISwitch(frame: .zero)
      stage.window.addSubview(outside)
      #expect(outside.onTintColor == .red && outside.thumbTintColor == nil)
      let proxy = UISwitch.appearance(whenContainedInInstancesOf: [Panel.self])
      #expect(proxy === UISwitch.appearance(whenContainedInInstancesOf: [Panel.self]))
      #expect(proxy !== UISwitch.appearance(whenContainedInInstancesOf: [Page.self]))
      #expect(UISwitch.appearance(whenContainedInInstancesOf: []) === UISwitch.appearance())
    }
  }

  @Test("Of several the one counts that is in the outermost instance, or else in more of them")
  func order() {
    onStage { stage in
      UISwitch.appearance(whenContainedInInstancesOf: [Panel.self]).onTintColor = .blue
      UISwitch.appearance(whenContainedInInstancesOf: [Panel.self]).thumbTintColor = .blue
      UISwitch.appearance(whenContainedInInstancesOf: [Page.self]).onTintColor = .red
      UISwitch.appearance(whenContainedInInstancesOf: [Panel.self, Page.self]).thumbTintColor = .green
      // The other way around there are none.
      UISwitch.appearance(whenContainedInInstancesOf: [Page.self, Panel.self]).onTintColor = .black
      let (page, panel, view) = (
        Page(), Panel(frame: CGRect(x: 0, y: 0, width: 200, height: 200)), UISwitch(frame: .zero)
      )
      page.view.addSubview(panel)
      panel.addSubview(view)
      stage.show(page)
      stage.wait(20)
      #expect(view.onTintColor == .red && view.thumbTintColor == .green)
    }
  }
}
