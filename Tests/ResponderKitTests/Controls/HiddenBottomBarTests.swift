import ResponderKit
import TestHarness
import Testing

/// `hidesBottomBarWhenPushed` and `keyboardDismissMode`.
@Suite(.hangLimit) struct HiddenBottomBarTests {
  private final class Detail: UIViewController {
    override var hidesBottomBarWhenPushed: Bool {
      get { true }
      set {}
    }
  }

  @Test("A controller that hides the bottom bar does so until it is popped, and has the bar's room")
  func bar() {
    onStage { stage in
      let first = UIViewController()
      let detail = Detail()
      let deeper = UIViewController()
      let navigation = UINavigationController(rootViewController: first)
      let other = UIViewController()
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation, other]
      stage.show(tabs)
      stage.wait(20)
      let room = first.view.safeAreaInsets.bottom
      #expect(!tabs.tabBar.isHidden && room > 0)
      navigation.pushViewController(detail, animated: false)
      stage.wait(20)
      #expect(tabs.tabBar.isHidden && detail.view.safeAreaInsets.bottom == 0)
      navigation.pushViewController(deeper, animated: false)
      stage.wait(20)
      #expect(tabs.tabBar.isHidden && deeper.view.safeAreaInsets.bottom == 0)
      // The others are chosen by the program.
      tabs.selectedIndex = 1
      stage.wait(20)
      #expect(!tabs.tabBar.isHidden && other.view.safeAreaInsets.bottom == room)
      tabs.selectedIndex = 0
      stage.wait(20)
      #expect(tabs.tabBar.isHidden)
      navigation.popToRootViewController(animated: false)
      stage.wait(20)
      #expect(!tabs.tabBar.isHidden && first.view.safeAreaInsets.bottom == room)
    }
  }

  @Test("A drag ends the editing of text, if the scroll view wants that", arguments: [true, false])
  func keyboard(dismisses: Bool) {
    onStage { stage in
      let list = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
      list.contentSize = CGSize(width: 300, height: 2000)
      if dismisses { list.keyboardDismissMode = .onDrag }
      let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
      list.addSubview(field)
      stage.show(list)
      stage.wait(20)
      #expect(field.becomeFirstResponder())
      stage.tap(150, 300)
      #expect(field.isFirstResponder, "a tap is no drag")
      stage.down(150, 300, after: 500)
      for y in stride(from: 290.0, through: 200, by: -10) { stage.move(150, y) }
      stage.up(150, 200)
      #expect(field.isFirstResponder == !dismisses)
    }
  }
}
