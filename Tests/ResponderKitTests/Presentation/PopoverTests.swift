import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Popovers: where they are, what dismisses them, and what they are in narrow windows.
@Suite(.hangLimit) struct PopoverTests {
  private static let screen = Size(800, 600)

  /// A popover of 200 by 100 points beside a view of 100 by 40.
  private func popover(
    _ stage: Stage, at source: Rect, _ setUp: (UIPopoverPresentationController) -> Void = { _ in }
  ) throws -> (page: SheetPage, popover: UIPopoverPresentationController, source: UIView) {
    let root = SheetPage("root", stage.log)
    let view = UIButton(frame: source)
    view.onEvent(.touchUpInside) { [log = stage.log] _ in log("pressed") }
    root.view.addSubview(view)
    let page = SheetPage("popover", stage.log)
    page.modalPresentationStyle = .popover
    page.preferredContentSize = Size(200, 100)
    let popover: UIPopoverPresentationController = try #require(page.popoverPresentationController)
    popover.sourceView = view
    setUp(popover)
    stage.present(page, from: root)
    return (page, popover, view)
  }

  @Test func anArrowPointsToTheSource() throws {
    try onStage(screen: Self.screen) { stage in
      let (page, popover, source) = try popover(stage, at: Rect(300, 100, 100, 40))
      #expect(stage.place(of: page) == Rect(250, 153, 200, 100) && popover.arrowDirection == .up)
      source.frame = Rect(700, 530, 60, 40)
      popover.sourceRect = Rect(0, 0, 60, 40)
      stage.wait(20)
      // Within the margins of the window.
      #expect(stage.place(of: page) == Rect(590, 417, 200, 100) && popover.arrowDirection == .down)
      popover.permittedArrowDirections = [.left, .right]
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(487, 490, 200, 100) && popover.arrowDirection == .right)
      let arrow: UIView = try #require(stage.window.subviews.last?.subviews.last)
      #expect(arrow.frame.midY == 550 && arrow.frame.maxX == 700)
      // Where it fits nowhere it is as large as the place with the most room, or over its source.
      source.frame = Rect(0, 80, 800, 500)
      popover.permittedArrowDirections = [.up, .down]
      popover.sourceRect = .null
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(300, 10, 200, 57))
      popover.canOverlapSourceViewRect = true
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(300, 280, 200, 100) && popover.arrowDirection == .unknown)
    }
  }

  @Test func otherMarginsAndAnotherSourceMoveIt() throws {
    try onStage(screen: Self.screen) { stage in
      let (page, popover, source) = try popover(stage, at: Rect(300, 100, 100, 40))
      popover.popoverLayoutMargins = EdgeInsets(top: 10, left: 300, bottom: 10, right: 10)
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(300, 153, 200, 100))
      popover.popoverLayoutMargins = EdgeInsets(10)
      let other = UIView(frame: Rect(500, 100, 100, 40))
      source.superview?.addSubview(other)
      popover.sourceView = other
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(450, 153, 200, 100))
    }
  }

  @Test func anotherSizeOfTheWindowPlacesItAnew() throws {
    try onStage(screen: Self.screen) { stage in
      let (page, _, source) = try popover(stage, at: Rect(300, 500, 100, 40))
      #expect(stage.place(of: page).maxY == 487)
      source.frame.origin = Point(300, 200)
      stage.window.frame = Rect(0, 0, 700, 600)
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(250, 253, 200, 100))
      page.preferredContentSize = Size(300, 50)
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(200, 253, 300, 50))
    }
  }

  @Test func aTouchBesideItDismissesWithTheDelegatesWord() throws {
    try onStage(screen: Self.screen) { stage in
      let delegate = SheetDelegate(stage.log)
      delegate.allows = false
      let (page, _, _) = try popover(stage, at: Rect(300, 100, 100, 40)) { $0.delegate = delegate }
      // The source is beside it, too: it is not pressed.
      stage.tap(350, 120, after: 500)
      #expect(stage.log.take() == ["may?", "attempt"] && page.presentingViewController != nil)
      stage.tap(350, 200, after: 500)
      #expect(stage.log.take() == [])
      delegate.allows = true
      stage.tap(20, 20, after: 500)
      stage.wait(500)
      #expect(
        stage.log.take() == ["may?", "will", "popover will disappear", "popover did disappear", "did"])
      #expect(page.view.window == nil && stage.window.subviews.count == 1)
    }
  }

  @Test func passthroughViewsAreTouched() throws {
    try onStage(screen: Self.screen) { stage in
      let (page, popover, source) = try popover(stage, at: Rect(300, 100, 100, 40))
      popover.passthroughViews = [source]
      stage.tap(350, 120, after: 500)
      #expect(stage.log.take() == ["pressed"] && page.presentingViewController != nil)
    }
  }

  @Test func theArrowHasTheBackgroundsColorAndAThinLine() throws {
    try onStage(screen: Self.screen) { stage in
      let (page, popover, _) = try popover(stage, at: Rect(300, 100, 100, 40)) {
        $0.backgroundColor = .yellow
      }
      page.view.backgroundColor = .yellow
      stage.wait(20)
      #expect(popover.arrowDirection == .up)
      let arrow: UIView = try #require(stage.window.subviews.last?.subviews.last)
      let (place, picture) = (arrow.convert(arrow.bounds, to: nil), stage.window.snapshot(scale: 4))
      #expect(picture.color(x: Int(place.midX * 4), y: Int(place.midY * 4) + 12) == .yellow)
      // From the left edge to the middle of a row: what is behind, the line, the inside.
      let row = Int(place.midY * 4)
      let colors = (Int(place.minX * 4)..<Int(place.midX * 4)).map { picture.color(x: $0, y: row).cgColor }
      let behind = try #require(colors.first)
      let line = colors.drop { $0 == behind }.prefix { $0 != UIColor.yellow.cgColor }
      // Half a point across, which is two pixels; more along the slope.
      #expect((2...6).contains(line.count), "\(line.count)")
      // It is darker than both, and lets them shine through.
      let darkest = try #require(line.map(\.red).min())
      #expect(darkest < 0.95 && darkest > 0.5, "\(darkest)")
      // The line does not cross the panel's edge.
      let base = picture.color(x: Int(place.midX * 4), y: Int(place.maxY * 4) - 3)
      #expect(base == .yellow)
    }
  }

  @Test func inANarrowWindowItIsASheet() throws {
    try onStage { stage in
      let delegate = SheetDelegate(stage.log)
      let (page, popover, _) = try popover(stage, at: Rect(100, 100, 100, 40)) { popover in
        popover.delegate = delegate
        popover.adaptiveSheetPresentationController.detents = [.medium()]
      }
      #expect(stage.place(of: page) == Rect(0, 422, 390, 422))
      #expect(popover.adaptivePresentationStyle == .pageSheet && popover.presentationStyle == .popover)
      stage.drag(200, 450, 750)
      stage.wait(500)
      #expect(
        stage.log.take() == ["may?", "will", "popover will disappear", "popover did disappear", "did"])
    }
  }

  @Test func theDelegateMayKeepThePopoverOrFillTheWindow() throws {
    try onStage { stage in
      let delegate = SheetDelegate(stage.log)
      delegate.style = .none
      let (page, popover, _) = try popover(stage, at: Rect(100, 100, 100, 40)) { $0.delegate = delegate }
      #expect(stage.place(of: page) == Rect(50, 153, 200, 100) && popover.arrowDirection == .up)
      page.dismiss()
      delegate.style = .fullScreen
      stage.window.rootViewController?.present(page)
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(0, 0, 390, 844))
      page.dismiss()
      #expect(page.view.superview == nil)
    }
  }

  @Test func aWindowThatBecomesNarrowMakesItASheetAndBack() throws {
    try onStage(screen: Self.screen) { stage in
      let (page, _, _) = try popover(stage, at: Rect(100, 100, 100, 40))
      stage.window.frame = Rect(0, 0, 400, 600)
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(0, 54, 400, 546) && stage.log.take() == [])
      stage.window.frame = Rect(0, 0, 800, 600)
      stage.wait(20)
      #expect(stage.place(of: page) == Rect(50, 153, 200, 100) && stage.log.take() == [])
      #expect(stage.window.subviews.count == 2)
      page.dismiss()
      #expect(stage.window.subviews.count == 1)
    }
  }

  @Test func aBarsButtonIsASource() throws {
    try onStage(screen: Self.screen) { stage in
      let root = UIViewController()
      let item = UIBarButtonItem(
        title: "More",
        primaryAction: UIAction { [unowned root] action in
          let page = SheetPage("popover", Log())
          page.modalPresentationStyle = .popover
          page.preferredContentSize = Size(200, 100)
          page.popoverPresentationController?.barButtonItem = action.sender as? UIBarButtonItem
          root.present(page, animated: true)
        })
      root.navigationItem.rightBarButtonItem = item
      stage.show(UINavigationController(rootViewController: root))
      stage.wait(40)
      stage.tap(770, 22)
      stage.wait(500)
      let page: UIViewController = try #require(root.presentedViewController)
      #expect(page.popoverPresentationController?.sourceItem === item)
      let place: Rect = stage.place(of: page)
      #expect(place.maxX == 790 && place.minY == 57)
      let arrow: UIView = try #require(stage.window.subviews.last?.subviews.last)
      let button: Rect = try #require(item.frame(in: stage.window))
      #expect(abs(arrow.frame.midX - button.midX) < 0.01 && arrow.frame.minY == 44)
    }
  }

  @Test func anActionSheetWithASourceIsAPopover() {
    onStage(screen: Self.screen) { stage in
      let root = SheetPage("root", stage.log)
      let source = UIView(frame: Rect(300, 100, 100, 40))
      root.view.addSubview(source)
      let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
      for (title, style) in [("Cancel", UIAlertAction.Style.cancel), ("Copy", .default), ("Move", .default)] {
        sheet.addAction(UIAlertAction(title: title, style: style) { [log = stage.log] _ in log(title) })
      }
      sheet.popoverPresentationController?.sourceView = source
      stage.present(sheet, from: root)
      // Without its cancel action, which a touch beside it is.
      #expect(stage.place(of: sheet) == Rect(198, 153, 304, 88))
      stage.tap(350, 180, after: 500)
      stage.wait(500)
      #expect(stage.log.take() == ["Copy"] && root.presentedViewController == nil)
      stage.present(sheet, from: root)
      stage.tap(20, 20, after: 500)
      stage.wait(500)
      #expect(stage.log.take() == ["Cancel"] && root.presentedViewController == nil)
    }
  }
}
