import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Edit menus that a program shows for its own views.
@Suite(.hangLimit) struct EditMenuInteractionTests {
  private final class Card: UIView {
    var copies = 0
    override func copy(_ sender: Any?) { copies += 1 }
  }

  private final class Source: UIEditMenuInteractionDelegate {
    let log: Log
    var makes: (([UIMenuElement]) -> UIMenu?)?
    var target = Rect.null
    var onPresent: () -> Void = {}
    init(_ log: Log) { self.log = log }

    func editMenuInteraction(
      _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
      suggestedActions: [UIMenuElement]
    ) -> UIMenu? {
      interaction.presentEditMenu(with: configuration)
      return makes?(suggestedActions)
    }
    func editMenuInteraction(
      _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
    ) -> Rect { target }
    func editMenuInteraction(
      _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
      animator: any UIEditMenuInteractionAnimating
    ) {
      log("presents \(configuration.identifier == AnyHashable("card"))")
      animator.addAnimations { [log] in log("along") }
      animator.addCompletion { [log] in log("presented") }
      onPresent()
    }
    func editMenuInteraction(
      _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
      animator: any UIEditMenuInteractionAnimating
    ) { log("dismisses") }
  }

  private func onCard(
    _ body: @escaping @Sendable (Stage, Card, Source, UIEditMenuInteraction) throws -> Void
  ) rethrows {
    try onStage { stage in
      let (card, source) = (Card(), Source(stage.log))
      try body(stage, card, source, stage.showCard(card, withMenuOf: source))
    }
  }

  private func present(_ interaction: UIEditMenuInteraction, at point: Point = Point(50, 40)) {
    interaction.presentEditMenu(with: UIEditMenuConfiguration(identifier: "card", sourcePoint: point))
  }

  @Test func theSuggestedMenuHasWhatTheViewTakes() throws {
    try onCard { stage, card, _, interaction in
      present(interaction)
      #expect(stage.editTitles == ["Copy"])
      #expect(stage.log.lines == ["presents true", "along", "presented"])
      #expect(interaction.location(in: nil) == Point(150, 340))
      let menu = try #require(stage.editMenu)
      #expect(menu.frame.maxY == 332 && menu.frame.midX == 150)
      try stage.chooseEdit("Copy")
      #expect(card.copies == 1 && stage.editMenu == nil && stage.log.lines.last == "dismisses")
    }
  }

  @Test func theDelegatesMenuIsShownAboveItsRectangle() throws {
    try onCard { stage, card, source, interaction in
      source.target = card.bounds
      source.makes = { [log = stage.log] suggested in
        let more = UIMenu(title: "More", children: [UIAction(title: "Deep") { _ in log("deep") }])
        let stays = UIAction(title: "Stays", attributes: .keepsMenuPresented) { _ in log("stays") }
        let off = UIAction(title: "Off", attributes: .disabled) { _ in log("off") }
        return UIMenu(children: suggested + [stays, off, more])
      }
      present(interaction)
      #expect(stage.editTitles == ["Copy", "Stays", "Off", "More"])
      let menu = try #require(stage.editMenu)
      #expect(menu.frame.maxY == 292)
      try stage.chooseEdit("Off")
      try stage.chooseEdit("Stays")
      #expect(stage.log.take().last == "stays" && stage.editTitles.count == 4)
      try stage.chooseEdit("More")
      #expect(stage.editMenu == nil && stage.menuTitles == ["More", "Deep"])
      #expect(stage.log.take() == [])
      try stage.tapRow("Deep")
      #expect(stage.log.lines == ["dismisses", "deep"] && stage.menuPanel == nil)
    }
  }

  @Test func anEmptyMenuIsNotShown() {
    onCard { stage, _, source, interaction in
      source.makes = { _ in UIMenu(children: []) }
      present(interaction)
      #expect(stage.editMenu == nil && stage.log.lines == [])
      interaction.dismissMenu()
      interaction.reloadVisibleMenu()
      #expect(stage.log.lines == [])
    }
  }

  @Test func aTouchBesideItClosesItAndIsTheViews() {
    onCard { stage, card, _, interaction in
      let button = UIButton(frame: Rect(0, 0, 60, 40))
      button.onEvent(.touchUpInside) { [log = stage.log] _ in log("pressed") }
      card.superview?.addSubview(button)
      present(interaction)
      _ = stage.log.take()
      stage.tap(20, 20, after: 1000)
      #expect(stage.editMenu == nil && stage.log.lines == ["dismisses", "pressed"])
      #expect(stage.window.gestureRecognizers?.isEmpty != false)
    }
  }

  @Test(arguments: 0..<3) func itClosesOnceWhenItsViewLeavesItsWindow(_ way: Int) {
    onCard { stage, card, _, interaction in
      present(interaction)
      _ = stage.log.take()
      switch way {
      case 0: card.superview?.removeFromSuperview()
      case 1: card.removeInteraction(interaction)
      default: interaction.dismissMenu()
      }
      #expect(stage.editMenu == nil && stage.log.lines == ["dismisses"])
      interaction.dismissMenu()
      #expect(stage.log.lines == ["dismisses"])
    }
  }

  @Test func aDelegateMayEndWhatItIsNotifiedOf() {
    onCard { stage, card, source, interaction in
      source.onPresent = { [weak interaction] in interaction?.dismissMenu() }
      // Entries that take time are not asked for.
      source.makes = { [log = stage.log] suggested in
        UIMenu(children: suggested + [UIDeferredMenuElement { _ in log("asked") }])
      }
      present(interaction)
      #expect(stage.editMenu == nil)
      #expect(stage.log.take() == ["presents true", "along", "dismisses", "presented"])
      source.onPresent = { [weak card] in card?.removeFromSuperview() }
      present(interaction)
      #expect(stage.editMenu == nil && stage.log.lines.contains("dismisses"))
    }
  }

  @Test func reloadingAsksForTheMenuAgain() throws {
    try onCard { stage, card, source, interaction in
      var names = ["One"]
      source.makes = { _ in UIMenu(children: names.map { UIAction(title: $0) { _ in } }) }
      present(interaction)
      names = ["Two", "Three"]
      interaction.reloadVisibleMenu()
      #expect(stage.editTitles == ["Two", "Three"])
      let before = try #require(stage.editMenu).frame
      card.frame.origin.y += 100
      interaction.updateVisibleMenuPosition(animated: true)
      let after = try #require(stage.editMenu).frame
      #expect(after.minY == before.minY + 100)
      names = []
      interaction.reloadVisibleMenu()
      #expect(stage.editMenu == nil && stage.log.lines.last == "dismisses")
    }
  }

  @Test func aMenuThatIsTooWideHasPages() throws {
    try onCard { stage, card, source, interaction in
      let names = (1...9).map { "Entry number \($0)" }
      source.makes = { [log = stage.log] _ in
        UIMenu(children: names.map { name in UIAction(title: name) { _ in log(name) } })
      }
      present(interaction)
      var seen: [String] = []
      for page in 0..<9 {
        let menu = try #require(stage.editMenu)
        #expect(stage.window.bounds.insetBy(dx: 8, dy: 0).contains(menu.frame))
        let titles = stage.editTitles
        seen += titles
        guard seen.count < names.count else { break }
        #expect(menu.subviews.count == titles.count + (page == 0 ? 1 : 2))
        stage.wait(20)
        let arrow = try #require(menu.subviews.last)
        let place = arrow.convert(arrow.bounds.center, to: nil)
        stage.tap(place.x, place.y, after: 1000)
        stage.wait(20)
      }
      #expect(seen == names)
      try stage.chooseEdit(names[8])
      #expect(stage.log.lines.last == names[8])
    }
  }

  @Test(arguments: [
    (UIEditMenuArrowDirection.automatic, Point(0, -1)), (.down, Point(0, -1)), (.up, Point(0, 1)),
    (.left, Point(1, 0)), (.right, Point(-1, 0)),
  ])
  func theDirectionIsThatOfTheArrow(_ direction: UIEditMenuArrowDirection, _ way: Point) throws {
    try onCard { stage, card, source, interaction in
      source.target = card.bounds
      let configuration = UIEditMenuConfiguration(sourcePoint: .zero)
      configuration.preferredArrowDirection = direction
      interaction.presentEditMenu(with: configuration)
      let (menu, place) = (try #require(stage.editMenu).frame, card.frame)
      let distance = Point(
        menu.minX >= place.maxX ? 1 : menu.maxX <= place.minX ? -1 : 0,
        menu.minY >= place.maxY ? 1 : menu.maxY <= place.minY ? -1 : 0)
      #expect(distance == way)
    }
  }

  @Test(arguments: [
    Rect(.nan, 0, 1, 1), Rect(0, 0, .infinity, .infinity), Rect(-1e300, 1e300, 1, 1), .infinite, .zero,
  ])
  func numbersThatAreNoPlaceLeaveItInTheWindow(_ target: Rect) throws {
    try onCard { stage, card, source, interaction in
      source.target = target
      interaction.presentEditMenu(with: UIEditMenuConfiguration(sourcePoint: Point(.nan, .infinity)))
      stage.wait(20)
      let menu = try #require(stage.editMenu)
      #expect(stage.window.bounds.contains(menu.frame))
    }
  }

  @Test func thePointersSecondButtonShowsAList() throws {
    try onCard { stage, card, _, interaction in
      stage.frame(.init(1, .began, x: 110, y: 320, kind: .pointer, buttons: .secondary))
      stage.frame(.init(1, .ended, x: 110, y: 320, kind: .pointer, buttons: []), after: 10)
      stage.wait(20)
      #expect(stage.menuTitles == ["Copy"] && stage.editMenu == nil)
      #expect(stage.log.take() == ["presents false", "along", "presented"])
      try stage.tapRow("Copy")
      #expect(card.copies == 1 && stage.log.lines == ["dismisses"])
    }
  }
}

extension Stage {
  var editMenu: EditMenu? { window.subviews.compactMap { $0 as? EditMenu }.last }
  var editTitles: [String] {
    editMenu?.subviews.compactMap { ($0 as? UIButton)?.currentTitle }.filter { !$0.isEmpty } ?? []
  }

  func chooseEdit(_ title: String) throws {
    wait(20)
    let button = try #require(editMenu?.subviews.first { ($0 as? UIButton)?.currentTitle == title })
    let place = button.convert(button.bounds.center, to: nil)
    tap(place.x, place.y, after: 1000)
    wait(20)
  }
}
