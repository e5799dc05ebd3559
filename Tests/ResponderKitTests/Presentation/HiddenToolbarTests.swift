import ResponderKit
import TestHarness
import Testing

/// Toolbars of pages that have `hidesBottomBarWhenPushed`.
@Suite(.hangLimit) struct HiddenToolbarTests {
  private func pages(_ stage: Stage) -> (navigation: UINavigationController, detail: UIViewController) {
    let root = UIViewController()
    root.toolbarItems = [UIBarButtonItem(title: "Undo")]
    let navigation = UINavigationController(rootViewController: root)
    navigation.setToolbarHidden(false, animated: false)
    stage.show(navigation)
    stage.wait(50)
    let detail = UIViewController()
    detail.hidesBottomBarWhenPushed = true
    return (navigation, detail)
  }

  @Test(arguments: [false, true]) func thePageHasTheRoomOfTheToolbar(isAnimated: Bool) {
    onStage { stage in
      let (navigation, detail) = self.pages(stage)
      #expect(!navigation.toolbar.isHidden)
      navigation.pushViewController(detail, animated: isAnimated)
      stage.wait(600)
      #expect(navigation.toolbar.isHidden && navigation.isToolbarHidden)
      #expect(detail.view.safeAreaInsets.bottom == 0)
      let next = UIViewController()
      navigation.pushViewController(next, animated: isAnimated)
      stage.wait(600)
      #expect(navigation.isToolbarHidden)
      navigation.popToRootViewController(animated: isAnimated)
      stage.wait(600)
      #expect(!navigation.toolbar.isHidden && !navigation.isToolbarHidden)
      #expect(navigation.toolbar.frame.maxY == stage.window.bounds.maxY)
    }
  }

  @Test func aSwipeThatIsTakenBackLeavesItHidden() {
    onStage { stage in
      let (navigation, detail) = self.pages(stage)
      navigation.pushViewController(detail, animated: true)
      stage.wait(600)
      stage.down(2, 400)
      for x in stride(from: 10.0, through: 80, by: 10) { stage.move(x, 400) }
      for x in stride(from: 70.0, through: 10, by: -10) { stage.move(x, 400) }
      stage.up(4, 400)
      stage.wait(600)
      #expect(navigation.topViewController === detail && navigation.isToolbarHidden)
      #expect(navigation.toolbar.isHidden)
      navigation.popViewController(animated: true)
      stage.wait(600)
      #expect(!navigation.isToolbarHidden)
    }
  }

  @Test func aToolbarThatTheProgramHasHiddenStaysHidden() {
    onStage { stage in
      let (navigation, detail) = self.pages(stage)
      navigation.setToolbarHidden(true, animated: false)
      navigation.pushViewController(detail, animated: false)
      navigation.popViewController(animated: false)
      stage.wait(50)
      #expect(navigation.isToolbarHidden)
      // What it says while the page is there counts afterwards.
      navigation.setToolbarHidden(false, animated: false)
      navigation.pushViewController(detail, animated: false)
      navigation.setToolbarHidden(true, animated: false)
      navigation.popViewController(animated: false)
      stage.wait(50)
      #expect(navigation.isToolbarHidden)
    }
  }
}
