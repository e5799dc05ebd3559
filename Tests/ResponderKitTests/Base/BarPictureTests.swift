import ResponderKit
import TestHarness
import Testing

/// Pictures in place of bars' backgrounds and lines.
@Suite(.hangLimit) struct BarPictureTests {
  private func picture(_ color: UIColor, _ size: Size) -> UIImage {
    UIGraphicsImageRenderer(size: size).image { context in
      color.setFill()
      context.fill(Rect(origin: .zero, size: size))
    }
  }

  @Test func aPictureWithoutPixelsMakesTheBarClear() {
    onStage { stage in
      let page = UIViewController()
      page.view.backgroundColor = .green
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      stage.wait(50)
      #expect(stage.window.snapshot().color(x: 100, y: 20) != .green)
      let bar = navigation.navigationBar
      bar.shadowImage = UIImage()
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 100, y: 20) != .green)
      bar.setBackgroundImage(UIImage(), for: .default)
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 100, y: 20) == .green)
      #expect(stage.window.snapshot().color(x: 100, y: 43) == .green)
      bar.setBackgroundImage(self.picture(.red, Size(2, 2)), for: .default)
      stage.wait(20)
      #expect(
        stage.window.snapshot().color(x: 100, y: 20) == .red && bar.backgroundImage(for: .default) != nil)
      bar.shadowImage = self.picture(.blue, Size(1, 2))
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 100, y: 43) == .blue)
      bar.setBackgroundImage(nil, for: .default)
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 100, y: 20) != .red)
    }
  }

  @Test func aTabBarHasThem() {
    onStage { stage in
      let page = UIViewController()
      page.view.backgroundColor = .green
      let tabs = UITabBarController()
      tabs.viewControllers = [page]
      stage.show(tabs)
      tabs.tabBar.backgroundImage = UIImage()
      tabs.tabBar.shadowImage = UIImage()
      stage.wait(50)
      let y = Int(tabs.tabBar.frame.minY)
      #expect(stage.window.snapshot().color(x: 100, y: y) == .green)
      #expect(stage.window.snapshot().color(x: 100, y: y + 20) == .green)
      tabs.tabBar.backgroundImage = self.picture(.red, Size(2, 2))
      stage.wait(50)
      #expect(stage.window.snapshot().color(x: 100, y: y + 20) == .red)
    }
  }

  @Test func anItemsTitleIsMoved() {
    onStage { stage in
      let page = UIViewController()
      let tabs = UITabBarController()
      page.tabBarItem = UITabBarItem(title: "██", image: nil, tag: 0)
      tabs.viewControllers = [page]
      tabs.tabBar.tintColor = .red
      stage.show(tabs)
      stage.wait(50)
      let y = Int(tabs.tabBar.frame.minY) + 24
      #expect(stage.window.snapshot().color(x: 195, y: y) == .red)
      page.tabBarItem.titlePositionAdjustment = UIOffset(horizontal: 100, vertical: 0)
      stage.wait(50)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 195, y: y) != .red && shown.color(x: 295, y: y) == .red)
      page.tabBarItem.titlePositionAdjustment = UIOffset(horizontal: .nan, vertical: 0)
      stage.wait(50)
      #expect(stage.window.snapshot().color(x: 195, y: y) == .red)
    }
  }
}
