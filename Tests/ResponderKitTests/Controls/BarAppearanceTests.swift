import ResponderKit
import TestHarness
import Testing

/// The appearances of navigation bars, toolbars and tab bars.
@Suite(.hangLimit) struct BarAppearanceTests {
  private func opaque(_ color: UIColor) -> UINavigationBarAppearance {
    let appearance = UINavigationBarAppearance()
    appearance.configureWithOpaqueBackground()
    appearance.backgroundColor = color
    return appearance
  }

  @Test func theAppearanceAtTheEdgeIsThatOfContentWhoseBeginningIsInSight() {
    onStage { stage in
      let page = UIViewController()
      let list = UIScrollView()
      list.backgroundColor = .yellow
      list.contentSize = CGSize(width: 390, height: 3000)
      page.view = list
      let navigation = UINavigationController(rootViewController: page)
      let bar = navigation.navigationBar
      stage.show(navigation)
      stage.wait(20)
      func seen() -> UIColor { stage.window.snapshot().color(x: 10, y: 20) }
      let appearance = opaque(.red)
      bar.standardAppearance = appearance
      stage.wait(20)
      #expect(seen() == .red && bar.standardAppearance.backgroundColor == .red)
      // The bar has a copy.
      appearance.backgroundColor = .green
      stage.wait(20)
      #expect(seen() == .red)
      let clear = UINavigationBarAppearance()
      clear.configureWithTransparentBackground()
      bar.scrollEdgeAppearance = clear
      stage.wait(20)
      #expect(seen() == .yellow)
      list.contentOffset.y += 1
      stage.wait(20)
      #expect(seen() == .red)
      // An item's own counts before the bar's.
      page.navigationItem.standardAppearance = opaque(.blue)
      stage.wait(20)
      #expect(seen() == .blue)
      list.contentOffset.y -= 1
      stage.wait(20)
      #expect(seen() == .yellow)
      page.navigationItem.scrollEdgeAppearance = opaque(.green)
      stage.wait(20)
      #expect(seen() == .green)
      navigation.pushViewController(UIViewController(), animated: false)
      stage.wait(20)
      #expect(bar.topItem?.standardAppearance == nil && seen() != .green)
    }
  }

  @Test func anAppearanceHasTheFontsAndColorsOfTitlesAndButtons() throws {
    try onStage { stage in
      let appearance = UINavigationBarAppearance()
      appearance.titleTextAttributes = [.foregroundColor: UIColor.red, .font: UIFont.systemFont(ofSize: 20)]
      appearance.largeTitleTextAttributes = [.foregroundColor: UIColor.blue]
      appearance.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.green]
      appearance.doneButtonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.purple]
      appearance.buttonAppearance.disabled.titleTextAttributes = [.foregroundColor: UIColor.gray]
      let page = UIViewController()
      page.title = "Page"
      page.navigationItem.rightBarButtonItems = [
        UIBarButtonItem(title: "Plain", primaryAction: nil),
        UIBarButtonItem(title: "Done", style: .done, target: nil, action: nil),
      ]
      let navigation = UINavigationController(rootViewController: page)
      navigation.navigationBar.standardAppearance = appearance
      navigation.navigationBar.prefersLargeTitles = true
      stage.show(navigation)
      stage.wait(20)
      func all<View: UIView>(_ view: UIView, _ kind: View.Type) -> [View] {
        (view as? View).map { [$0] } ?? view.subviews.flatMap { all($0, kind) }
      }
      let labels = all(navigation.navigationBar, UILabel.self).filter { $0.text == "Page" }
      let small = try #require(labels.first { $0.font.pointSize == 20 })
      let large = try #require(labels.first { $0.font.pointSize == 34 })
      #expect(small.textColor == .red && large.textColor == .blue)
      func colors() -> [UIColor] { all(navigation.navigationBar, UIButton.self).map(\.currentTitleColor) }
      #expect(colors() == [.green, .purple])
      page.navigationItem.rightBarButtonItem?.isEnabled = false
      stage.wait(20)
      #expect(colors().first == .gray)
      page.navigationItem.rightBarButtonItems?[1].tintColor = .orange
      stage.wait(20)
      #expect(colors().last == .orange)
    }
  }

  @Test func toolbarsAndTabBarsHaveOnesOfTheirOwn() {
    onStage { stage in
      let toolbar = UIToolbar(frame: CGRect(x: 0, y: 100, width: 390, height: 44))
      let look = UIToolbarAppearance()
      look.configureWithOpaqueBackground()
      look.backgroundColor = .red
      look.shadowColor = nil
      toolbar.standardAppearance = look
      stage.show(toolbar)
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 100, y: 100) == .red)
      toolbar.removeFromSuperview()

      let (tabs, page) = (UITabBarController(), UIViewController())
      page.title = "Page"
      tabs.viewControllers = [page]
      let tab = UITabBarAppearance()
      tab.configureWithTransparentBackground()
      tab.backgroundColor = .blue
      tab.stackedLayoutAppearance.selected.titleTextAttributes = [.foregroundColor: UIColor.yellow]
      tabs.tabBar.standardAppearance = tab
      tabs.tabBar.scrollEdgeAppearance = tab
      stage.show(tabs)
      stage.wait(20)
      let (picture, bar) = (stage.window.snapshot(), tabs.tabBar.frame)
      #expect(picture.color(x: 5, y: Int(bar.minY)) == .blue)
      let letters = (Int(bar.midX) - 30..<Int(bar.midX) + 30).flatMap { x in
        (Int(bar.minY) + 1..<Int(bar.maxY) - 1).map { picture.color(x: x, y: $0) }
      }
      #expect(letters.contains(.yellow) && !letters.contains(UIColor.systemBlue.bright))
    }
  }

  @Test func theColorOfATabsTitleIsNotThatOfItsPicture() {
    onStage { stage in
      let (tabs, page) = (UITabBarController(), UIViewController())
      page.title = "Page"
      page.tabBarItem.image = UIGraphicsImageRenderer(size: Size(20, 20)).image { context in
        context.fill(Rect(0, 0, 20, 20))
      }
      tabs.viewControllers = [page]
      tabs.tabBar.tintColor = .red
      let look = UITabBarAppearance()
      look.stackedLayoutAppearance.selected.titleTextAttributes = [.foregroundColor: UIColor.green]
      tabs.tabBar.standardAppearance = look
      stage.show(tabs)
      func seen() -> UIColor {
        stage.wait(20)
        return stage.window.snapshot().color(x: 195, y: Int(tabs.tabBar.frame.minY) + 18)
      }
      #expect(seen() == .red)
      look.stackedLayoutAppearance.selected.iconColor = .blue
      tabs.tabBar.standardAppearance = look
      #expect(seen() == .blue)
    }
  }
}
