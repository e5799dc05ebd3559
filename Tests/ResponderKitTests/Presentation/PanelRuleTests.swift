import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Rules of popovers, sheets and alerts: sizes, colors, and their end.
@Suite(.hangLimit) struct PanelRuleTests {
  private static let wide = Size(800, 600)

  /// A popover beside a view.
  private func popover(
    _ stage: Stage, _ page: UIViewController, at source: Rect,
    _ setUp: (UIPopoverPresentationController) -> Void = { _ in }
  ) throws -> UIPopoverPresentationController {
    let (root, view) = (SheetPage("root", stage.log), UIView(frame: source))
    root.view.addSubview(view)
    page.modalPresentationStyle = .popover
    let popover: UIPopoverPresentationController = try #require(page.popoverPresentationController)
    popover.sourceView = view
    setUp(popover)
    stage.present(page, from: root)
    return popover
  }

  @Test func aPopoverOverItsSourceStaysInTheWindow() throws {
    try onStage(screen: Self.wide) { stage in
      let page = UIViewController()
      page.preferredContentSize = Size(200, 500)
      _ = try popover(stage, page, at: Rect(0, 300, 800, 280)) { $0.canOverlapSourceViewRect = true }
      #expect(stage.place(of: page) == Rect(300, 90, 200, 500))
    }
  }

  @Test func theArrowHasTheColorOfItsPopover() throws {
    try onStage(screen: Self.wide) { stage in
      let page = UIViewController()
      page.preferredContentSize = Size(200, 100)
      let popover = try popover(stage, page, at: Rect(300, 100, 100, 40)) { $0.backgroundColor = .red }
      #expect(stage.window.snapshot().color(x: 350, y: 149) == .red)
      popover.backgroundColor = .blue
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 350, y: 149) == .blue)
    }
  }

  @Test func aPopoverIsAsLargeAsThePageInItThatIsShown() throws {
    try onStage(screen: Self.wide) { stage in
      let (tabs, first, second) = (UITabBarController(), UIViewController(), UIViewController())
      first.preferredContentSize = Size(200, 100)
      second.preferredContentSize = Size(400, 300)
      tabs.viewControllers = [first, second]
      let popover = try popover(stage, tabs, at: Rect(300, 100, 100, 40))
      #expect(stage.place(of: tabs).size == Size(200, 100))
      for (index, size) in [Size(200, 100), Size(400, 300), Size(200, 100)].enumerated() {
        tabs.selectedIndex = index % 2
        popover.sourceRect = .null
        stage.wait(20)
        #expect(stage.place(of: tabs).size == size)
      }
    }
  }

  @Test func aViewOfAnotherWindowHasNoPlaceInThisOne() {
    onStage { stage in
      let view = stage.show(UIView(frame: Rect(10, 20, 30, 40)))
      #expect(view.frame(in: stage.window) == Rect(10, 20, 30, 40))
      #expect(view.frame(in: UIWindow()) == nil)
    }
  }

  @Test func thePopoversDelegateHearsOfTheSheetsDetents() throws {
    try onStage { stage in
      let (page, delegate) = (SheetPage("popover", stage.log), SheetDelegate(stage.log))
      _ = try popover(stage, page, at: Rect(100, 100, 100, 40)) { popover in
        popover.delegate = delegate
        popover.adaptiveSheetPresentationController.detents = [.medium(), .large()]
      }
      stage.drag(200, 450, 200)
      stage.wait(500)
      #expect(stage.place(of: page).minY == 54 && stage.log.take() == ["large"])
      withExtendedLifetime(delegate) {}
    }
  }

  @Test func noDetentIsHigherThanASheetMayBe() {
    onStage { stage in
      let page = SheetPage("sheet", stage.log)
      page.sheetPresentationController?.detents = [.custom { _ in 5000 }]
      stage.present(page, from: SheetPage("root", stage.log))
      #expect(stage.place(of: page) == Rect(0, 54, 390, 790))
    }
  }

  @Test func whatIsBehindASheetThatLeavesIsTouchedAtOnce() {
    onStage { stage in
      let (root, page) = (SheetPage("root", Log()), SheetPage("sheet", Log()))
      let button = UIButton(frame: Rect(100, 600, 100, 40))
      button.onEvent(.touchUpInside) { [log = stage.log] _ in log("pressed") }
      root.view.addSubview(button)
      stage.present(page, from: root)
      root.dismiss(animated: true)
      stage.tap(150, 620, after: 50)
      #expect(page.view.window != nil && stage.log.lines == ["pressed"])
    }
  }

  @Test func aDismissalEndsOnce() {
    onStage { stage in
      let (root, page) = (SheetPage("root", Log()), SheetPage("first", Log()))
      let next = SheetPage("second", Log())
      stage.present(page, from: root)
      let container = stage.window.subviews.last
      var ends = 0
      root.dismiss(animated: true) { ends += 1 }
      stage.wait(50)
      root.present(next, animated: false)
      stage.wait(600)
      #expect(ends == 1 && root.presentedViewController === next)
      withExtendedLifetime(container) {}
    }
  }

  @Test func anAlertsButtonThatCanNotBePressedLooksSo() {
    onStage { stage in
      let root = UIViewController()
      stage.show(root)
      let alert = UIAlertController(title: "Name", message: nil, preferredStyle: .alert)
      let save = UIAlertAction(title: "OK", style: .default)
      save.isEnabled = false
      alert.addAction(save)
      root.present(alert, animated: false)
      stage.wait(20)
      let buttons = alert.view.subviews[0].subviews.compactMap { $0 as? UIButton }
      #expect(buttons.map(\.isEnabled) == [false])
    }
  }

  @Test func detentsWithoutANameAreDistinguished() {
    let (low, high) = (
      UISheetPresentationController.Detent.custom { _ in 100 },
      UISheetPresentationController.Detent.custom { _ in 200 }
    )
    #expect(low.identifier != high.identifier)
  }

  @Test func aPageInAStackKeepsItsSheet() {
    onStage { stage in
      let page = SheetPage("page", stage.log)
      page.isModalInPresentation = true
      let navigation = UINavigationController(rootViewController: page)
      stage.present(navigation, from: SheetPage("root", stage.log))
      stage.tap(200, 20)
      stage.wait(500)
      #expect(navigation.presentingViewController != nil && page.view.window != nil)
      page.isModalInPresentation = false
      stage.tap(200, 20, after: 500)
      stage.wait(500)
      #expect(navigation.presentingViewController == nil)
    }
  }

  @Test func aDelegateStaysWithAnotherStyle() {
    onStage { stage in
      let (page, delegate) = (UIViewController(), SheetDelegate(stage.log))
      page.presentationController?.delegate = delegate
      for style in [UIModalPresentationStyle.popover, .fullScreen, .pageSheet] {
        page.modalPresentationStyle = style
        #expect(page.presentationController?.delegate === delegate)
      }
    }
  }

  @Test func theArrowStaysAtItsPanel() throws {
    try onStage(screen: Self.wide) { stage in
      let page = UIViewController()
      page.preferredContentSize = Size(200, 100)
      _ = try popover(stage, page, at: Rect(0, 100, 10, 40))
      let arrow: UIView = try #require(stage.window.subviews.last?.subviews.last)
      // Its panel is ten points from the window's edge, and round at its corners.
      #expect(arrow.frame.minX == 10 + 13)
    }
  }
}
