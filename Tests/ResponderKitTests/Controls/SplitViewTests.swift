import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Columns beside each other, and one after the other where there is no room.
@Suite(.hangLimit) struct SplitViewTests {
  private final class Rules: UISplitViewControllerDelegate {
    let log = Log()
    var top = UISplitViewController.Column.secondary
    var dropsSecond = false

    func splitViewController(
      _ svc: UISplitViewController, topColumnForCollapsingToProposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column { top }
    func splitViewController(
      _ splitViewController: UISplitViewController, collapseSecondary secondary: UIViewController,
      onto primary: UIViewController
    ) -> Bool { dropsSecond }
    func splitViewControllerDidCollapse(_ svc: UISplitViewController) { log("collapsed") }
    func splitViewControllerDidExpand(_ svc: UISplitViewController) { log("expanded") }
  }

  private func page(_ title: String) -> UIViewController {
    let page = UIViewController()
    page.title = title
    return page
  }

  private func split(_ style: UISplitViewController.Style = .doubleColumn) -> UISplitViewController {
    let split = UISplitViewController(style: style)
    split.setViewController(page("list"), for: .primary)
    if style == .tripleColumn { split.setViewController(page("middle"), for: .supplementary) }
    split.setViewController(page("empty"), for: .secondary)
    return split
  }

  private func titles(_ split: UISplitViewController) -> [[String?]] {
    split.viewControllers.map { ($0 as? UINavigationController)?.viewControllers.map(\.title) ?? [$0.title] }
  }

  private func frames(_ split: UISplitViewController) -> [Rect] {
    split.viewControllers.compactMap { $0.viewIfLoaded?.frame }
  }

  @Test func columnsAreBesideEachOther() {
    onStage(screen: Size(1000, 700)) { stage in
      let split = split()
      stage.show(split)
      stage.wait(20)
      #expect(!split.isCollapsed && titles(split) == [["list"], ["empty"]])
      #expect(frames(split) == [Rect(0, 0, 320, 700), Rect(320, 0, 680, 700)])
      #expect(split.displayMode == .oneBesideSecondary && split.primaryColumnWidth == 320)
      split.preferredPrimaryColumnWidthFraction = 0.25
      split.minimumPrimaryColumnWidth = 260
      stage.wait(20)
      #expect(frames(split)[0].width == 260 && frames(split)[1].minX == 260)
      split.maximumPrimaryColumnWidth = 200
      stage.wait(20)
      #expect(frames(split)[0].width == 200)
      split.hide(.primary)
      stage.wait(500)
      #expect(frames(split).last == Rect(0, 0, 1000, 700) && split.displayMode == .secondaryOnly)
      #expect(split.viewController(for: .primary)?.viewIfLoaded?.window == nil)
      split.show(.primary)
      stage.wait(500)
      #expect(frames(split)[1] == Rect(200, 0, 800, 700))
    }
  }

  @Test func aDetailTakesTheLastColumn() {
    onStage(screen: Size(1000, 700)) { stage in
      let split = split()
      stage.show(split)
      stage.wait(20)
      let list = split.viewController(for: .primary)
      #expect(list?.splitViewController === split)
      list?.showDetailViewController(page("detail"), sender: nil)
      stage.wait(20)
      #expect(titles(split) == [["list"], ["detail"]] && frames(split)[1].minX == 320)
      let own = UINavigationController(rootViewController: page("other"))
      list?.showDetailViewController(own, sender: nil)
      #expect(split.viewControllers.last === own)
    }
  }

  @Test(arguments: [UISplitViewController.Column.primary, .secondary])
  func whereThereIsNoRoomOneColumnIsShown(_ top: UISplitViewController.Column) {
    onStage(screen: Size(390, 700)) { stage in
      let (split, rules) = (split(), Rules())
      rules.top = top
      split.delegate = rules
      stage.show(split)
      stage.wait(20)
      let expected: [String?] = top == .primary ? ["list"] : ["list", "empty"]
      #expect(split.isCollapsed && titles(split) == [expected] && rules.log.lines == ["collapsed"])
      #expect(frames(split) == [Rect(0, 0, 390, 700)])
      split.viewController(for: .primary)?.showDetailViewController(page("detail"), sender: nil)
      stage.wait(500)
      #expect(titles(split) == [["list", "detail"]])
      stage.application.screenChanged(to: Size(1000, 700))
      stage.wait(20)
      #expect(titles(split) == [["list"], ["detail"]] && rules.log.lines == ["collapsed", "expanded"])
      #expect(frames(split)[1] == Rect(320, 0, 680, 700))
      stage.application.screenChanged(to: Size(390, 700))
      stage.wait(20)
      #expect(titles(split) == [top == .primary ? ["list"] : ["list", "detail"]])
    }
  }

  @Test func aPageThatTheUserHasLeftComesBackToItsColumn() {
    onStage(screen: Size(390, 700)) { stage in
      let split = split()
      stage.show(split)
      stage.wait(20)
      (split.viewControllers.first as? UINavigationController)?.popViewController(animated: false)
      stage.application.screenChanged(to: Size(1000, 700))
      stage.wait(20)
      #expect(titles(split) == [["list"], ["empty"]])
      split.preferredDisplayMode = .secondaryOnly
      #expect(titles(split) == [["list"], ["empty"]] && split.displayMode == .secondaryOnly)
    }
  }

  @Test func threeColumns() {
    onStage(screen: Size(1200, 700)) { stage in
      let split = split(.tripleColumn)
      stage.show(split)
      stage.wait(20)
      #expect(frames(split).map(\.minX) == [0, 320, 640] && split.displayMode == .twoBesideSecondary)
      split.preferredDisplayMode = .oneBesideSecondary
      stage.wait(20)
      #expect(split.displayMode == .oneBesideSecondary)
      #expect(split.viewControllers[1].view.frame == Rect(0, 0, 320, 700))
      stage.application.screenChanged(to: Size(390, 700))
      stage.wait(20)
      #expect(titles(split) == [["list", "middle", "empty"]])
      split.show(.supplementary)
      #expect(titles(split) == [["list", "middle"]])
    }
  }

  @Test func withoutAStyleControllersAreAsTheyAre() {
    onStage(screen: Size(1000, 700)) { stage in
      let split = UISplitViewController()
      let (list, detail) = (UINavigationController(rootViewController: page("list")), page("detail"))
      split.viewControllers = [list, detail]
      stage.show(split)
      stage.wait(20)
      #expect(split.viewControllers[1] === detail && detail.view.frame.minX == 320)
      stage.application.screenChanged(to: Size(390, 700))
      stage.wait(20)
      #expect(list.viewControllers.map(\.title) == ["list", "detail"])
    }
  }

  @Test func aCompactColumnTakesThePlaceOfTheOthers() {
    onStage(screen: Size(390, 700)) { stage in
      let split = split()
      split.setViewController(page("compact"), for: .compact)
      stage.show(split)
      stage.wait(20)
      #expect(titles(split) == [["compact"]])
      stage.application.screenChanged(to: Size(1000, 700))
      stage.wait(20)
      #expect(titles(split) == [["list"], ["empty"]] && frames(split).map(\.minX) == [0, 320])
    }
  }

  @Test func aWidthInPointsCountsMoreThanAPart() {
    onStage(screen: Size(1000, 700)) { stage in
      let split = split()
      stage.show(split)
      split.preferredPrimaryColumnWidthFraction = 0.5
      split.preferredPrimaryColumnWidth = 150
      stage.wait(20)
      #expect(split.primaryColumnWidth == 150 && frames(split)[1] == Rect(150, 0, 850, 700))
      split.preferredPrimaryColumnWidth = UISplitViewController.automaticDimension
      stage.wait(20)
      #expect(split.primaryColumnWidth == 500)
      // No column is wider than what there is.
      (split.minimumPrimaryColumnWidth, split.maximumPrimaryColumnWidth) = (5000, 6000)
      stage.wait(20)
      #expect(split.primaryColumnWidth == 1000 && frames(split)[1].width == 0)
    }
  }

  @Test func aButtonHidesAndShowsTheFirstColumn() {
    onStage(screen: Size(1000, 700)) { stage in
      let split = split()
      stage.show(split)
      stage.wait(20)
      let action = split.displayModeButtonItem.primaryAction
      for isShown in [false, true, false] {
        action?.perform(from: nil)
        stage.wait(500)
        #expect(split.displayMode == (isShown ? .oneBesideSecondary : .secondaryOnly))
        #expect(split.primaryColumnWidth == (isShown ? 320 : 0))
      }
      // The last column is always shown.
      split.show(.primary)
      split.hide(.secondary)
      #expect(split.displayMode == .oneBesideSecondary)
    }
  }

  @Test func aLineIsBetweenTwoColumns() {
    onStage(screen: Size(1000, 700)) { stage in
      let split = split()
      stage.show(split)
      stage.wait(20)
      func lines() -> [Rect] { split.view.subviews.map(\.frame).filter { $0.width == 0.5 } }
      #expect(lines() == [Rect(319.5, 0, 0.5, 700)])
      split.hide(.primary)
      stage.wait(500)
      #expect(lines() == [])
    }
  }

  @Test func theDelegateMayDropTheLastColumnWhereThereIsNoRoom() {
    onStage(screen: Size(390, 700)) { stage in
      for isDropped in [true, false] {
        let (split, rules) = (UISplitViewController(), Rules())
        rules.dropsSecond = isDropped
        split.delegate = rules
        let list = UINavigationController(rootViewController: page("list"))
        split.viewControllers = [list, page("detail")]
        stage.show(split)
        stage.wait(20)
        #expect(list.viewControllers.map(\.title) == (isDropped ? ["list"] : ["list", "detail"]))
      }
    }
  }

  @Test func aColumnThatGetsAnotherControllerGivesTheOldOneUp() {
    onStage(screen: Size(1000, 700)) { stage in
      let split = split()
      stage.show(split)
      stage.wait(20)
      let old = split.viewControllers[1]
      split.setViewController(page("other"), for: .secondary)
      #expect(old.parent == nil && old.view.superview == nil)
      #expect(split.children.count == 2 && titles(split) == [["list"], ["other"]])
    }
  }

  @Test func aColumnIsAskedForBeforeTheFirstLayout() {
    onStage(screen: Size(400, 700)) { stage in
      let split = split()
      split.show(.primary)
      stage.show(split)
      stage.wait(20)
      #expect(split.isCollapsed && titles(split) == [["list"]])
      // Later it has no effect.
      for width in [1000.0, 390] {
        stage.application.screenChanged(to: Size(width, 700))
        stage.wait(50)
      }
      #expect(titles(split) == [["list", "empty"]])
    }
    onStage(screen: Size(400, 700)) { stage in
      let (split, rules) = (split(), Rules())
      split.delegate = rules
      split.show(.primary)
      stage.show(split)
      stage.wait(20)
      #expect(titles(split) == [["list", "empty"]], "the delegate decides")
    }
  }
}
