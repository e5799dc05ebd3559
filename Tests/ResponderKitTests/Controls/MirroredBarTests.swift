import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Bars and pages of interfaces that are read from right to left.
@Suite("Bars from right to left", .hangLimit) struct MirroredBarTests {
  /// A page over another one, in an application that is read from right to left.
  private func onPages(
    _ body: @escaping @Sendable (Stage, UINavigationController, UIViewController, UIViewController) -> Void
  ) {
    onStage { stage in
      stage.application.userInterfaceLayoutDirection = .rightToLeft
      let (first, second) = (UIViewController(), UIViewController())
      (first.title, second.title) = ("First", "Second")
      second.view.backgroundColor = .blue
      let navigation = UINavigationController(rootViewController: first)
      navigation.pushViewController(second, animated: false)
      stage.show(navigation)
      stage.wait(40)
      body(stage, navigation, first, second)
    }
  }

  @Test("The way back is at the right, and a page comes from the left and leaves to it")
  func pages() {
    onPages { stage, navigation, first, second in
      stage.tap(380, 22)
      stage.wait(200)
      #expect(navigation.viewControllers == [first] && second.view.presentationFrame.minX < -10)
      #expect(first.view.presentationFrame.minX > 0)
      stage.wait(1000)
      navigation.pushViewController(second, animated: true)
      stage.wait(100)
      #expect(second.view.presentationFrame.minX < -10)
      stage.wait(1000)
      #expect(second.view.frame == stage.window.bounds)
    }
  }

  @Test("A swipe from the right edge leads back; one from the left does not")
  func swipe() {
    onPages { stage, navigation, first, second in
      stage.pull(to: 300)
      stage.up(300, 400)
      stage.wait(600)
      #expect(navigation.viewControllers == [first, second])
      stage.down(386, 400, after: 600)
      for step in 1...20 { stage.move(386 - Double(step) * 14, 400) }
      #expect(second.view.presentationFrame.minX < -200 && first.view.presentationFrame.minX > 0)
      stage.up(106, 400, after: 200)
      stage.wait(600)
      #expect(navigation.viewControllers == [first])
    }
  }

  @Test("The items at the left are at the right, those of tab bars and toolbars in the other order")
  func items() {
    onStage { stage in
      let page = UIViewController()
      let (left, right) = (UIView(frame: Rect(0, 0, 30, 30)), UIView(frame: Rect(0, 0, 40, 30)))
      page.navigationItem.leftBarButtonItem = UIBarButtonItem(customView: left)
      page.navigationItem.rightBarButtonItem = UIBarButtonItem(customView: right)
      let navigation = UINavigationController(rootViewController: page)
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation, UIViewController()]
      stage.show(tabs)
      for view in [navigation.navigationBar, tabs.tabBar] as [UIView] {
        view.semanticContentAttribute = .forceRightToLeft
      }
      stage.wait(40)
      #expect(left.frame.maxX == 382 && right.frame.minX == 8)
      stage.tap(50, 820)
      stage.wait(40)
      #expect(tabs.selectedIndex == 1)
      let toolbar = UIToolbar(frame: Rect(0, 0, 300, 44))
      let views = [UIView(frame: Rect(0, 0, 30, 30)), UIView(frame: Rect(0, 0, 40, 30))]
      toolbar.items = views.map { UIBarButtonItem(customView: $0) }
      toolbar.semanticContentAttribute = .forceRightToLeft
      toolbar.layoutIfNeeded()
      #expect(views[0].frame.maxX == 292 && views[1].frame.maxX == views[0].frame.minX)
    }
  }

  @Test("A picture in place of the arrow that leads back is mirrored, if it is one that is")
  func wayBack() {
    onPages { stage, navigation, _, _ in
      let picture = UIGraphicsImageRenderer(size: Size(16, 16)).image { context in
        UIColor.red.setFill()
        context.fill(Rect(0, 0, 8, 16))
      }.withRenderingMode(.alwaysOriginal)
      navigation.navigationBar.backIndicatorImage = picture
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 368, y: 22) == .red)
      navigation.navigationBar.backIndicatorImage = picture.imageFlippedForRightToLeftLayoutDirection()
      stage.wait(20)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 368, y: 22) != .red && shown.color(x: 378, y: 22) == .red)
    }
  }
}
