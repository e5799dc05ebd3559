import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Where sheets are in windows of all sizes, and how their content lies in them.
@Suite(.hangLimit) struct SheetPlaceTests {
  private func present(
    _ stage: Stage, _ setUp: (SheetPage, UISheetPresentationController) -> Void
  ) throws -> SheetPage {
    let page = SheetPage("sheet", stage.log)
    let sheet: UISheetPresentationController = try #require(page.sheetPresentationController)
    setUp(page, sheet)
    stage.present(page, from: SheetPage("root", stage.log))
    return page
  }

  @Test func anotherSizeKeepsTheDetent() throws {
    try onStage { stage in
      let page = try present(stage) { _, sheet in
        sheet.detents = [.medium(), .large()]
        sheet.selectedDetentIdentifier = .medium
      }
      #expect(stage.place(of: page).minY == 422)
      stage.window.frame = Rect(0, 0, 320, 600)
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(0, 300, 320, 300))
      #expect(page.sheetPresentationController?.selectedDetentIdentifier == .medium)
    }
  }

  @Test func marginsOfTheContentStayWhatTheyAre() throws {
    try onStage { stage in
      let box = UIView(frame: Rect(345, 100, 30, 30))
      box.autoresizingMask = [.flexibleLeftMargin]
      let page = try present(stage) { page, _ in
        page.view.frame = Rect(0, 0, 390, 844)
        page.view.addSubview(box)
      }
      #expect(box.frame == Rect(345, 100, 30, 30) && page.view.bounds.size == Size(390, 790))
    }
  }

  @Test func theSafeAreaIsBesideADetentsHeight() throws {
    try onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 60, bottom: 34))
      var most = 0.0
      let page = try present(stage) { _, sheet in
        sheet.detents = [
          .custom { context in
            most = context.maximumDetentValue
            return 200
          }
        ]
      }
      #expect(stage.place(of: page) == Rect(0, 610, 390, 234) && most == 740)
      #expect(page.view.safeAreaInsets == EdgeInsets(bottom: 34))
    }
  }

  @Test("A sheet without a detent is a large one", arguments: [0, 1, 2])
  func none(_ count: Int) throws {
    try onStage { stage in
      let page = try present(stage) { _, sheet in
        sheet.detents = (0..<count).map { index in .custom { _ in index == 0 ? nil : .nan } }
      }
      #expect(stage.place(of: page) == Rect(0, 54, 390, 790))
      page.sheetPresentationController?.detents = [.medium()]
      stage.wait(500)
      #expect(stage.place(of: page).minY == 422)
    }
  }

  @Test func whereThereIsMuchRoomItIsACard() throws {
    try onStage(screen: Size(1000, 800)) { stage in
      let page = try present(stage) { page, sheet in
        sheet.detents = [.medium()]
        page.modalPresentationStyle = .formSheet
      }
      #expect(stage.place(of: page) == Rect(230, 90, 540, 620))
      page.preferredContentSize = Size(400, 300)
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(300, 250, 400, 300))
      stage.drag(500, 300, 700)
      stage.wait(500)
      #expect(page.presentingViewController == nil)
    }
  }

  @Test func inLittleHeightItFillsTheWindowOrHasAWidth() throws {
    try onStage(screen: Size(844, 390)) { stage in
      let page = try present(stage) { page, sheet in
        sheet.detents = [.medium(), .large()]
        page.preferredContentSize = Size(500, 100)
      }
      #expect(stage.place(of: page) == Rect(0, 0, 844, 390))
      page.sheetPresentationController?.prefersEdgeAttachedInCompactHeight = true
      page.sheetPresentationController?.widthFollowsPreferredContentSizeWhenEdgeAttached = true
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(172, 10, 500, 380))
    }
  }

  @Test func theGrabberMovesItOn() throws {
    try onStage { stage in
      let page = try present(stage) { _, sheet in
        sheet.detents = [.large(), .medium()]
        sheet.prefersGrabberVisible = true
      }
      // It begins at the lowest, in whatever order they are given.
      #expect(stage.place(of: page).minY == 422)
      stage.tap(195, 430, after: 500)
      stage.wait(500)
      #expect(stage.place(of: page).minY == 54)
      stage.tap(195, 62, after: 500)
      stage.wait(500)
      #expect(stage.place(of: page).minY == 422)
    }
  }

  @Test func theKeyboardRaisesIt() throws {
    try onStage { stage in
      stage.application.showsScreenKeyboard = true
      let page = try present(stage) { _, sheet in sheet.detents = [.medium()] }
      let field = UITextField(frame: Rect(20, 20, 200, 40))
      page.view.addSubview(field)
      field.becomeFirstResponder()
      stage.wait(40)
      let keyboard: Double = stage.window.inputViewFrame.height
      #expect(keyboard > 0 && stage.place(of: page).minY == max(422 - keyboard, 54))
      field.resignFirstResponder()
      stage.wait(40)
      #expect(stage.place(of: page).minY == 422)
    }
  }

  @Test func aFingerTakesHoldOfItOnItsWay() throws {
    try onStage { stage in
      let page = try present(stage) { _, sheet in sheet.detents = [.medium(), .large()] }
      page.sheetPresentationController?.animateChanges {
        page.sheetPresentationController?.selectedDetentIdentifier = .large
      }
      stage.wait(60)
      let panel: UIView = try #require(page.view.superview?.superview)
      let seen: Double = panel.presentationFrame.minY
      #expect(seen > 54 && seen < 422)
      stage.down(200, 600)
      stage.move(200, 610)
      stage.move(200, 611)
      let held: Double = stage.place(of: page).minY
      #expect(held < seen + 2 && held > 54 && !panel.isAnimating)
      stage.up(200, 611, after: 200)
    }
  }

  @Test func whatIsInANavigationControllerIsTheSheets() {
    onStage { stage in
      let (root, page) = (SheetPage("root", stage.log), SheetPage("page", stage.log))
      let navigation = UINavigationController(rootViewController: page)
      page.sheetPresentationController?.detents = [.medium()]
      stage.present(navigation, from: root)
      #expect(stage.place(of: navigation).minY == 422 && page.presentingViewController === root)
      page.dismiss(animated: true)
      #expect(stage.log.take() == ["page will disappear"])
      stage.wait(500)
      #expect(stage.log.take() == ["page did disappear"] && root.presentedViewController == nil)
    }
  }

  @Test func aDismissalOnItsWayGivesWayToTheNext() {
    onStage { stage in
      let root = SheetPage("root", stage.log)
      let (first, second) = (SheetPage("first", stage.log), SheetPage("second", stage.log))
      stage.present(first, from: root)
      root.dismiss(animated: true)
      root.present(second, animated: true)
      stage.wait(500)
      #expect(root.presentedViewController === second && first.view.window == nil)
      #expect(second.view.window != nil && stage.window.subviews.count == 2)
    }
  }
}
