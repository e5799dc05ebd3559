import ResponderKit
import TestHarness
import Testing

/// Toolbars, of navigation controllers and by themselves.
@Suite(.hangLimit) struct ToolbarTests {
  @Test func aNavigationControllerShowsTheItemsOfItsPage() {
    onStage { stage in
      var pressed: [String] = []
      let page = UIViewController()
      page.toolbarItems = [
        UIBarButtonItem(title: "Left", primaryAction: UIAction { _ in pressed.append("left") }),
        .flexibleSpace(),
        UIBarButtonItem(title: "Right", primaryAction: UIAction { _ in pressed.append("right") }),
      ]
      let navigation = UINavigationController(rootViewController: page)
      stage.show(navigation)
      stage.wait(20)
      #expect(navigation.toolbar.isHidden && page.view.safeAreaInsets.bottom == 0)
      let bottom = stage.window.bounds.maxY
      navigation.setToolbarHidden(false, animated: false)
      stage.wait(20)
      #expect(navigation.toolbar.frame == CGRect(x: 0, y: bottom - 44, width: 390, height: 44))
      #expect(page.view.safeAreaInsets.bottom == 44)
      stage.tap(30, bottom - 20)
      stage.tap(360, bottom - 20, after: 500)
      #expect(pressed == ["left", "right"])
      // Another page has its own.
      navigation.pushViewController(UIViewController(), animated: false)
      stage.wait(20)
      #expect(navigation.toolbar.items == nil)
      navigation.popViewController(animated: false)
      page.setToolbarItems([], animated: false)
      #expect(navigation.toolbar.items?.isEmpty == true)
      navigation.isToolbarHidden = true
      stage.wait(20)
      #expect(page.view.safeAreaInsets.bottom == 0)
    }
  }

  @Test func flexibleRoomsShareWhatIsLeft() {
    onStage { stage in
      let toolbar = UIToolbar(frame: CGRect(x: 0, y: 100, width: 316, height: 44))
      let views = (0..<3).map { _ in UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 30)) }
      let items = views.map { UIBarButtonItem(customView: $0) }
      toolbar.setItems(
        [items[0], .flexibleSpace(), items[1], .fixedSpace(20), .flexibleSpace(), items[2]], animated: false)
      stage.show(toolbar)
      stage.wait(20)
      #expect(views.map(\.frame.minX) == [8, 128, 268] && views.allSatisfy { $0.frame.minY == 7 })
      // Without flexible room they stand at the left.
      toolbar.items = items
      stage.wait(20)
      #expect(views.map(\.frame.minX) == [8, 48, 88])
    }
  }
}
