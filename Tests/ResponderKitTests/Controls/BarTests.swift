import ResponderKit
import TestHarness
import Testing

/// Navigation bars, tab bars, and what controllers hear of each other.
@Suite(.hangLimit) struct BarTests {
  private final class Page: UIViewController {
    var log: [String] = []
    override func willMove(toParent parent: UIViewController?) {
      log.append(parent == nil ? "will leave" : "will come")
    }
    override func didMove(toParent parent: UIViewController?) {
      log.append(parent == nil ? "left" : "came")
    }
  }

  private func page(_ title: String) -> Page {
    let page = Page()
    page.title = title
    return page
  }

  @Test func theBarShowsTheTitleAndLeadsBack() {
    onStage { stage in
      let (first, second) = (page("First"), page("Second"))
      let navigation = UINavigationController(rootViewController: first)
      stage.show(navigation)
      stage.wait(20)
      let bar = navigation.navigationBar
      #expect(bar.frame == CGRect(x: 0, y: 0, width: 390, height: 44) && bar.topItem?.title == "First")
      #expect(bar.backItem == nil && first.view.safeAreaInsets.top == 44)
      navigation.pushViewController(second, animated: true)
      stage.wait(500)
      #expect(bar.topItem === second.navigationItem && bar.backItem === first.navigationItem)
      second.title = "Other"
      #expect(bar.topItem?.title == "Other")
      stage.tap(20, 22)
      stage.wait(500)
      #expect(navigation.topViewController === first && bar.topItem === first.navigationItem)
      #expect(second.log == ["will come", "came", "will leave", "left"] && second.parent == nil)
      #expect(second.view.safeAreaInsets == .zero)
      // Without a way back nothing happens there.
      stage.tap(20, 22, after: 500)
      #expect(navigation.viewControllers.count == 1)
    }
  }

  @Test func aBarIsBelowTheSafeAreaAndMayBeHidden() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: UIEdgeInsets(top: 40))
      let first = page("First")
      let navigation = UINavigationController(rootViewController: first)
      stage.show(navigation)
      stage.wait(20)
      #expect(navigation.navigationBar.frame.height == 84 && first.view.safeAreaInsets.top == 84)
      navigation.setNavigationBarHidden(true, animated: false)
      stage.wait(20)
      #expect(navigation.navigationBar.isHidden && first.view.safeAreaInsets.top == 40)
    }
  }

  @Test func itemsOfABarArePressed() {
    onStage { stage in
      let first = page("First")
      var pressed: [String] = []
      first.navigationItem.rightBarButtonItem = UIBarButtonItem(
        systemItem: .add, primaryAction: UIAction { _ in pressed.append("add") })
      first.navigationItem.leftBarButtonItem = UIBarButtonItem(
        title: "Edit", style: .plain, target: first,
        action: Selector("edit") { (page: Page) in pressed.append("edit \(page.title ?? "")") })
      stage.show(UINavigationController(rootViewController: first))
      stage.wait(20)
      stage.tap(370, 22)
      stage.tap(30, 22, after: 500)
      #expect(pressed == ["add", "edit First"])
      first.navigationItem.rightBarButtonItem?.isEnabled = false
      stage.wait(20)
      stage.tap(370, 22, after: 500)
      #expect(pressed.count == 2)
      first.navigationItem.rightBarButtonItem = nil
      first.navigationItem.titleView = UISwitch()
      stage.wait(20)
      #expect(first.navigationItem.titleView?.frame.midX == 195)
    }
  }

  @Test func anItemAtTheLeftTakesTheWayBacksPlace() throws {
    try onStage { stage in
      let (first, second) = (page("First"), page("A title that is long enough for half of the bar"))
      var pressed = 0
      second.navigationItem.leftBarButtonItem = UIBarButtonItem(
        title: "Cancel all of it", primaryAction: UIAction { _ in pressed += 1 })
      let navigation = UINavigationController(rootViewController: first)
      stage.show(navigation)
      navigation.pushViewController(second, animated: false)
      stage.wait(20)
      stage.tap(20, 22)
      stage.wait(20)
      #expect(pressed == 1 && navigation.topViewController === second)
      // The title is in the middle, beside the widest of the buttons.
      let bar = navigation.navigationBar
      let title = try #require(bar.subviews.first { ($0 as? UILabel)?.text == second.title })
      let button = try #require(bar.subviews.first { $0 is UIButton })
      #expect(title.frame.minX >= button.frame.maxX - 0.01 && abs(title.frame.midX - 195) < 0.01)
    }
  }

  @Test func aStackIsReplacedAndPopped() {
    onStage { stage in
      let pages = ["1", "2", "3"].map(page)
      let navigation = UINavigationController()
      stage.show(navigation)
      navigation.setViewControllers(pages, animated: false)
      stage.wait(20)
      #expect(navigation.topViewController === pages[2] && pages[2].view.window != nil)
      #expect(navigation.popToViewController(pages[1], animated: true)?.count == 1)
      #expect(navigation.popToRootViewController(animated: true)?.count == 1)
      #expect(navigation.viewControllers.count == 1 && pages[0].view.window != nil)
      pages[0].show(pages[2], sender: nil)
      #expect(navigation.topViewController === pages[2])
      navigation.setViewControllers([pages[2]], animated: false)
      stage.wait(20)
      #expect(pages[0].parent == nil && pages[2].view.window != nil && navigation.children.count == 1)
    }
  }

  @Test func aTabIsChosen() {
    final class Chooser: UITabBarControllerDelegate {
      var chosen: [String] = []
      func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
      ) -> Bool { viewController.title != "C" }
      func tabBarController(
        _ tabBarController: UITabBarController, didSelect viewController: UIViewController
      ) { chosen.append(viewController.title ?? "") }
    }
    onStage { stage in
      let (tabs, chooser) = (UITabBarController(), Chooser())
      let pages = ["A", "B", "C"].map(page)
      tabs.delegate = chooser
      tabs.viewControllers = pages
      pages[1].tabBarItem = UITabBarItem(title: "Second", image: nil, tag: 7)
      stage.show(tabs)
      stage.wait(20)
      #expect(tabs.tabBar.frame == CGRect(x: 0, y: 844 - 49, width: 390, height: 49))
      #expect(tabs.tabBar.items?.map(\.title) == ["A", "Second", "C"])
      #expect(pages[0].view.window != nil && pages[0].view.safeAreaInsets.bottom == 49)
      stage.tap(195, 820)
      stage.wait(20)
      #expect(tabs.selectedIndex == 1 && pages[0].view.window == nil && pages[1].view.window != nil)
      stage.tap(380, 820, after: 500)
      #expect(tabs.selectedViewController === pages[1] && chooser.chosen == ["B"])
      tabs.selectedViewController = pages[2]
      tabs.selectedIndex = 9
      #expect(tabs.selectedIndex == 2 && tabs.tabBar.selectedItem?.title == "C")
      #expect(pages[2].tabBarController === tabs)
      tabs.setViewControllers([pages[0]], animated: false)
      stage.wait(20)
      #expect(tabs.selectedIndex == 0 && pages[2].parent == nil && pages[0].view.window != nil)
    }
  }

  @Test func aSheetIsSmallerAndDarkensWhatIsBehind() {
    onStage { stage in
      let (root, sheet) = (page("root"), page("sheet"))
      root.view.backgroundColor = .white
      sheet.view.backgroundColor = .systemRed
      stage.show(root)
      stage.wait(20)
      sheet.modalPresentationStyle = .pageSheet
      root.present(sheet, animated: true)
      stage.wait(500)
      let place: CGRect = sheet.view.convert(sheet.view.bounds, to: nil)
      #expect(place == CGRect(x: 0, y: 54, width: 390, height: 790))
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 195, y: 20) != .white && shown.color(x: 195, y: 400) == UIColor.systemRed.bright)
      sheet.dismiss(animated: true)
      stage.wait(500)
      #expect(stage.window.snapshot().color(x: 195, y: 20) == .white)
    }
  }

  @Test func changesGoAlongWithAnotherSize() {
    final class Turning: UIViewController {
      let box = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      var log: [String] = []
      override func viewWillTransition(
        to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator
      ) {
        super.viewWillTransition(to: size, with: coordinator)
        log.append("will be \(size.width), is \(view.bounds.width)")
        coordinator.animate { [self] _ in
          log.append("is \(view.bounds.width)")
          box.alpha = 0
        } completion: { [self] _ in
          log.append("done")
        }
      }
    }
    onStage { stage in
      let turning = Turning()
      turning.view.addSubview(turning.box)
      stage.show(turning)
      stage.wait(20)
      stage.application.screenChanged(to: CGSize(width: 844, height: 390))
      stage.wait(150)
      #expect(turning.log == ["will be 844.0, is 390.0", "is 844.0"])
      #expect(turning.box.presentationAlpha > 0 && turning.box.presentationAlpha < 1)
      stage.wait(300)
      #expect(turning.log.last == "done")
    }
  }

  @Test func editingEndsInAView() {
    onStage { stage in
      let root = UIView(frame: stage.window.bounds)
      let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
      let beside = UIView()
      root.addSubview(field)
      root.addSubview(beside)
      stage.show(root)
      field.becomeFirstResponder()
      #expect(beside.endEditing(true) && field.isFirstResponder)
      #expect(root.endEditing(true) && !field.isFirstResponder && !field.isEditing)
    }
  }
}
