import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Sheets: their places, how fingers move them, and their notifications.
@Suite(.hangLimit) struct SheetTests {
  /// A sheet at half of the window's height, which can be large.
  private func sheet(
    _ stage: Stage, _ delegate: SheetDelegate? = nil,
    setUp: (SheetPage) -> Void = { _ in }
  ) throws -> (page: SheetPage, sheet: UISheetPresentationController) {
    let page = SheetPage("sheet", stage.log)
    let sheet: UISheetPresentationController = try #require(page.sheetPresentationController)
    sheet.detents = [.medium(), .large()]
    sheet.delegate = delegate
    setUp(page)
    stage.present(page, from: SheetPage("root", stage.log))
    return (page, sheet)
  }

  @Test func aControllerIsASheetByDefault() throws {
    try onStage { stage in
      let page = SheetPage("sheet", stage.log)
      #expect(page.sheetPresentationController === page.presentationController)
      page.modalPresentationStyle = .fullScreen
      #expect(page.sheetPresentationController == nil && page.presentationController != nil)
      page.modalPresentationStyle = .automatic
      let root = SheetPage("root", stage.log)
      stage.present(page, from: root)
      #expect(stage.place(of: page) == Rect(0, 54, 390, 790))
      let controller = try #require(page.presentationController)
      #expect(controller.presentingViewController === root && controller.presentedView === page.view)
    }
  }

  @Test func aFingerMovesItBetweenItsDetents() throws {
    try onStage { stage in
      let delegate = SheetDelegate(stage.log)
      let (page, sheet) = try sheet(stage, delegate)
      #expect(stage.place(of: page) == Rect(0, 422, 390, 422) && sheet.selectedDetentIdentifier == nil)
      stage.down(200, 450)
      for y in stride(from: 440.0, through: 340, by: -10) { stage.move(200, y) }
      // It follows the finger, and so does its size; the first ten points are the pan's.
      #expect(stage.place(of: page) == Rect(0, 322, 390, 522))
      stage.up(200, 340, after: 200)
      stage.wait(500)
      #expect(stage.place(of: page).minY == 422 && stage.log.take() == [])
      stage.drag(200, 450, 200)
      stage.wait(500)
      #expect(stage.place(of: page).minY == 54 && sheet.selectedDetentIdentifier == .large)
      #expect(stage.log.take() == ["large"])
    }
  }

  @Test func theVelocityDecides() throws {
    try onStage { stage in
      let delegate = SheetDelegate(stage.log)
      let (page, sheet) = try sheet(stage, delegate)
      // A hundred points, quickly.
      stage.drag(200, 450, 350, steps: 8, stops: false)
      stage.wait(500)
      #expect(sheet.selectedDetentIdentifier == .large && stage.log.take() == ["large"])
      stage.drag(200, 100, 200, steps: 8, stops: false)
      stage.wait(500)
      #expect(sheet.selectedDetentIdentifier == .medium && stage.log.take() == ["other"])
      stage.drag(200, 450, 550, steps: 8, stops: false)
      stage.wait(500)
      #expect(page.presentingViewController == nil && page.view.window == nil)
    }
  }

  @Test func aSheetThatIsThrownOutGoesOnAsFastAsTheFinger() throws {
    try onStage { stage in
      let (page, _) = try sheet(stage)
      let container: PresentationContainer = try #require(
        stage.window.subviews.last as? PresentationContainer)
      // 12.5 points in 11 milliseconds.
      stage.drag(200, 450, 550, steps: 8, stops: false)
      var places = [container.panel.presentationFrame.minY]
      for _ in 0..<20 {
        stage.wait(17)
        places.append(container.panel.presentationFrame.minY)
      }
      #expect(page.isBeingDismissed && places[0] >= 512)
      #expect((5.0...80).contains(places[1] - places[0]))
      // It does not swing beyond the edge.
      #expect(places == places.sorted() && places.allSatisfy { $0 <= 844 })
    }
  }

  @Test func aDragDownDismissesInUIKitsOrder() throws {
    try onStage { stage in
      let delegate = SheetDelegate(stage.log)
      let (page, _) = try sheet(stage, delegate)
      stage.drag(200, 450, 750)
      stage.wait(500)
      #expect(
        stage.log.take() == ["may?", "will", "sheet will disappear", "sheet did disappear", "did"])
      #expect(page.presentingViewController == nil && stage.window.subviews.count == 1)
    }
  }

  @Test func aDragThatChangesItsMindCallsEachOnce() throws {
    try onStage { stage in
      let delegate = SheetDelegate(stage.log)
      let (page, _) = try sheet(stage, delegate)
      stage.down(200, 450)
      for y in [500.0, 600, 430, 440, 600, 480] { stage.move(200, y) }
      #expect(page.isBeingDismissed && stage.log.lines == ["may?", "will", "sheet will disappear"])
      stage.up(200, 480, after: 200)
      stage.wait(500)
      #expect(stage.log.take().dropFirst(3) == ["sheet will appear", "sheet did appear"])
      #expect(stage.place(of: page).minY == 422 && !page.isBeingDismissed)
      // A gesture that the system takes away.
      stage.down(200, 450, after: 500)
      stage.move(200, 500)
      stage.move(200, 600)
      stage.cancel()
      stage.wait(500)
      #expect(stage.log.take().suffix(2) == ["sheet will appear", "sheet did appear"])
      #expect(stage.place(of: page).minY == 422)
    }
  }

  @Test func whatIsModalStaysAndNotifiesItsDelegate() throws {
    try onStage { stage in
      let delegate = SheetDelegate(stage.log)
      let (page, _) = try sheet(stage, delegate) { $0.isModalInPresentation = true }
      stage.down(200, 450)
      stage.move(200, 500)
      stage.move(200, 760)
      // It gives a little.
      #expect((423.0...530.0).contains(stage.place(of: page).minY))
      stage.up(200, 760, after: 200)
      stage.wait(500)
      stage.tap(200, 100, after: 500)
      #expect(stage.log.take() == ["attempt", "attempt"] && stage.place(of: page).minY == 422)
      page.isModalInPresentation = false
      delegate.allows = false
      stage.tap(200, 100, after: 500)
      #expect(stage.log.take() == ["may?", "attempt"])
    }
  }

  @Test func aTouchBesideItDismisses() throws {
    try onStage { stage in
      let delegate = SheetDelegate(stage.log)
      let (page, _) = try sheet(stage, delegate)
      stage.tap(200, 100, after: 500)
      #expect(page.view.window != nil && page.presentingViewController != nil)
      stage.wait(500)
      #expect(
        stage.log.take() == ["may?", "will", "sheet will disappear", "sheet did disappear", "did"])
    }
  }

  @Test func escapeIsATouchBesideIt() throws {
    try onStage { stage in
      let delegate = SheetDelegate(stage.log)
      let (page, _) = try sheet(stage, delegate)
      delegate.allows = false
      stage.press(0x29)
      #expect(stage.log.take() == ["may?", "attempt"] && page.view.window != nil)
      delegate.allows = true
      // The uppermost one goes, from whichever controller it is.
      let inner = SheetPage("inner", stage.log)
      page.present(inner, animated: true)
      stage.wait(500)
      _ = stage.log.take()
      stage.press(0x29)
      stage.wait(500)
      #expect(stage.log.take() == ["inner will disappear", "inner did disappear"])
      // It is not asked again on its way out.
      stage.press(0x29)
      stage.press(0x29)
      stage.wait(500)
      #expect(
        stage.log.take() == ["may?", "will", "sheet will disappear", "sheet did disappear", "did"])
      stage.press(0x29)
      #expect(stage.log.take() == [])
    }
  }

  @Test func escapeDismissesWhatAControllerInAnotherPresents() {
    onStage { stage in
      let (root, page) = (SheetPage("root", stage.log), SheetPage("page", stage.log))
      let navigation = UINavigationController(rootViewController: root)
      stage.window.rootViewController = navigation
      stage.show(navigation)
      stage.wait(40)
      stage.present(page, from: root)
      stage.post(.key(.init(usage: 0x29, .down, modifiers: .command)))
      stage.post(.key(.init(usage: 0x29, .up, modifiers: .command)))
      stage.wait(500)
      #expect(stage.log.take() == [], "with a modifier it is another key")
      stage.press(0x29)
      stage.wait(500)
      #expect(stage.log.take() == ["page will disappear", "page did disappear"])
    }
  }

  /// What has the keys is asked first.
  @Test func aResponderMayTakeEscape() throws {
    final class Taker: UIView {
      override var canBecomeFirstResponder: Bool { true }
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
    }
    try onStage { stage in
      let (page, _) = try sheet(stage, SheetDelegate(stage.log))
      let taker = Taker(frame: Rect(0, 0, 10, 10))
      page.view.addSubview(taker)
      #expect(taker.becomeFirstResponder())
      stage.press(0x29)
      #expect(stage.log.take() == [] && page.presentingViewController != nil)
    }
  }

  @Test func theProgramDismissesWithoutTheDelegate() throws {
    try onStage { stage in
      let delegate = SheetDelegate(stage.log)
      let (page, _) = try sheet(stage, delegate)
      let inner = SheetPage("inner", stage.log)
      page.present(inner, animated: false)
      stage.wait(40)
      _ = stage.log.take()
      page.presentingViewController?.dismiss(animated: true) { [log = stage.log] in log("done") }
      #expect(stage.log.take() == ["inner will disappear", "inner did disappear", "sheet will disappear"])
      stage.wait(500)
      #expect(stage.log.take() == ["sheet did disappear", "done"])
    }
  }

  @Test func whatIsOverASheetGoesWithIt() throws {
    try onStage { stage in
      let (page, _) = try sheet(stage)
      let upper = SheetPage("upper", stage.log)
      upper.sheetPresentationController?.detents = [.custom(identifier: .init("low")) { _ in 100 }]
      upper.sheetPresentationController?.largestUndimmedDetentIdentifier = .init("low")
      stage.present(upper, from: page)
      stage.tap(200, 100, after: 500)
      stage.wait(500)
      #expect(page.presentingViewController == nil && upper.presentingViewController == nil)
      #expect(stage.window.subviews.count == 1)
    }
  }

  @Test func whatIsBehindIsDarkAndFollowsTheFinger() throws {
    try onStage { stage in
      let (page, _) = try sheet(stage)
      let container: PresentationContainer = try #require(
        stage.window.subviews.last as? PresentationContainer)
      #expect(abs(container.dimming.alpha - 0.3) < 0.001)
      stage.down(200, 450)
      stage.move(200, 460)
      stage.move(200, 671)
      #expect(abs(container.dimming.alpha - 0.15) < 0.001 && stage.place(of: page).minY == 633)
      stage.up(200, 450, after: 200)
    }
  }

  @Test func whatIsBehindIsDarkerInADarkWindow() throws {
    try onStage { stage in
      stage.window.overrideUserInterfaceStyle = .dark
      _ = try sheet(stage)
      let container: PresentationContainer = try #require(
        stage.window.subviews.last as? PresentationContainer)
      #expect(abs(container.dimming.alpha - 0.5) < 0.001)
    }
  }

  @Test func theUndimmedPlaceIsTouchedThrough() throws {
    try onStage { stage in
      let root = SheetPage("root", stage.log)
      let button = UIButton(frame: Rect(0, 0, 390, 300))
      button.onEvent(.touchUpInside) { [log = stage.log] _ in log("map") }
      root.view.addSubview(button)
      let page = SheetPage("sheet", stage.log)
      let sheet: UISheetPresentationController = try #require(page.sheetPresentationController)
      sheet.detents = [.custom(identifier: .init("low")) { $0.maximumDetentValue / 10 }, .medium(), .large()]
      sheet.largestUndimmedDetentIdentifier = .medium
      stage.present(page, from: root)
      #expect(stage.place(of: page) == Rect(0, 765, 390, 79))
      stage.tap(200, 200, after: 500)
      #expect(stage.log.take() == ["map"] && page.presentingViewController === root)
      sheet.animateChanges { sheet.selectedDetentIdentifier = .large }
      stage.wait(500)
      let container: PresentationContainer = try #require(
        stage.window.subviews.last as? PresentationContainer)
      #expect(abs(container.dimming.alpha - 0.3) < 0.001)
      stage.tap(200, 20, after: 500)
      #expect(stage.log.take() == ["sheet will disappear"])
    }
  }
}
