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
      UISwitch.appearance().onTintColor = .red
      UISwitch.appearance().tintColor = .green
      UISlider.appearance().thumbTintColor = .cyan
      #expect(early.onTintColor == nil, "in no window")
      let other = Switch(frame: .zero)
      for view in [own, other] { holder.addSubview(view) }
      stage.show(holder)
      #expect([early, own, other].map(\.onTintColor) == [.red, .blue, .red])
      #expect(early.tintColor == .green && holder.tintColor != .green)
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
      UITabBar.appearance().unselectedItemTintColor = .brown
      let navigation = UINavigationController(rootViewController: UIViewController())
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation]
      stage.show(tabs)
      stage.wait(20)
      #expect(navigation.navigationBar.standardAppearance.backgroundColor == .orange)
      #expect(navigation.navigationBar.titleTextAttributes?[.foregroundColor] as? UIColor == .white)
      #expect(tabs.tabBar.unselectedItemTintColor == .brown)
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
}
