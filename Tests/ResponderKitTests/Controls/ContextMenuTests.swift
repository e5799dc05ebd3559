import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Menus that a long press or the second button shows.
@Suite(.hangLimit) struct ContextMenuTests {
  private final class Source: UIContextMenuInteractionDelegate {
    let log: Log
    var questions = 0
    init(_ log: Log) { self.log = log }

    func contextMenuInteraction(
      _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: Point
    ) -> UIContextMenuConfiguration? {
      questions += 1
      guard location.x < 50 else { return nil }
      return UIContextMenuConfiguration(identifier: "photo", previewProvider: nil) { [log] suggested in
        UIMenu(children: [UIAction(title: "Copy") { _ in log("copy of \(suggested.count)") }])
      }
    }

    func contextMenuInteraction(
      _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
      animator: (any UIContextMenuInteractionAnimating)?
    ) { log("shows \(configuration.identifier == AnyHashable("photo")) at \(interaction.location(in: nil))") }

    func contextMenuInteraction(
      _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
      animator: (any UIContextMenuInteractionAnimating)?
    ) { log("ends") }
  }

  private func interaction(_ stage: Stage, _ source: Source) -> UIContextMenuInteraction {
    let root = stage.show(UIView(frame: stage.window.bounds))
    let view = UIControl(frame: Rect(100, 100, 100, 100))
    root.addSubview(view)
    let interaction = UIContextMenuInteraction(delegate: source)
    view.addInteraction(interaction)
    stage.wait(20)
    return interaction
  }

  @Test func aLongPressShowsTheMenu() throws {
    try onStage { stage in
      let source = Source(stage.log)
      let interaction = interaction(stage, source)
      stage.down(110, 120)
      stage.wait(400)
      #expect(stage.menuPanel == nil)
      stage.wait(200)
      #expect(stage.menuTitles == ["Copy"])
      stage.up(110, 120)
      try stage.tapRow("Copy")
      #expect(stage.log.lines == ["shows true at \(Point(110, 120))", "ends", "copy of 0"])
      #expect(interaction.view?.interactions.count == 1)
    }
  }

  @Test func theSecondButtonShowsItAtOnceAndMayChoose() throws {
    try onStage { stage in
      let source = Source(Log())
      _ = interaction(stage, source)
      stage.frame(.init(1, .began, x: 110, y: 120, kind: .pointer, buttons: .secondary))
      stage.wait(20)
      let place: Point = try stage.place(of: "Copy")
      stage.frame(.init(1, .moved, x: place.x, y: place.y, kind: .pointer, buttons: .secondary), after: 10)
      stage.frame(.init(1, .ended, x: place.x, y: place.y, kind: .pointer, buttons: []), after: 10)
      #expect(source.log.lines.last == "copy of 0" && stage.menuPanel == nil)
    }
  }

  @Test func withoutAConfigurationThePressIsTheViews() {
    onStage { stage in
      let source = Source(stage.log)
      let view: UIView? = interaction(stage, source).view
      (view as? UIControl)?.onEvent(.touchUpInside) { [log = stage.log] _ in log("pressed") }
      stage.down(180, 120)
      stage.wait(700)
      stage.up(180, 120)
      #expect(stage.menuPanel == nil && stage.log.lines == ["pressed"])
      #expect(source.questions == 1, "a finger presses no second button")
    }
  }

  @Test func anInteractionThatIsTakenAwayClosesItsMenu() {
    onStage { stage in
      let source = Source(stage.log)
      let interaction = interaction(stage, source)
      stage.down(110, 120)
      stage.wait(600)
      stage.up(110, 120)
      interaction.updateVisibleMenu { menu in menu.replacingChildren([UIAction(title: "Paste") { _ in }]) }
      stage.wait(20)
      #expect(stage.menuTitles == ["Paste"])
      let view: UIView? = interaction.view
      view?.removeInteraction(interaction)
      #expect(stage.menuPanel == nil && stage.log.lines.last == "ends")
      #expect(interaction.view == nil && view?.interactions.isEmpty == true)
      #expect(view?.gestureRecognizers?.isEmpty != false)
    }
  }
}
