import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Entries of menus that come later.
@Suite(.hangLimit) struct DeferredMenuTests {
  private final class Provider {
    var requests = 0
    var answer: (([UIMenuElement]) -> Void)?
    func ask(_ answer: @escaping ([UIMenuElement]) -> Void) {
      requests += 1
      self.answer = answer
    }
  }

  private func open(_ stage: Stage, _ element: UIMenuElement) {
    let button = UIButton(frame: Rect(20, 100, 100, 40))
    button.menu = UIMenu(children: [UIAction(title: "First") { _ in }, element])
    button.showsMenuAsPrimaryAction = true
    stage.show(UIView(frame: stage.window.bounds)).addSubview(button)
    stage.wait(20)
    reopen(stage)
  }

  private func reopen(_ stage: Stage) {
    (stage.window.keyTaker as? MenuPanel)?.close()
    stage.tap(60, 120, after: 500)
    stage.wait(20)
  }

  @Test func aLineIsShownUntilTheEntriesCome() throws {
    try onStage { stage in
      let provider = Provider()
      open(stage, UIDeferredMenuElement { provider.ask($0) })
      #expect(provider.requests == 1 && stage.menuTitles == ["First", "Loading…"])
      try stage.tapRow("Loading…")
      #expect(stage.menuPanel != nil)
      let late = UIAction(title: "Late") { [log = stage.log] _ in log("late") }
      provider.answer?([late, UIMenu(title: "More", children: [UIAction(title: "Deep") { _ in }])])
      stage.wait(20)
      #expect(stage.menuTitles == ["First", "Late", "More"])
      // A second answer has no effect, and the first one is kept.
      provider.answer?([])
      reopen(stage)
      #expect(provider.requests == 1 && stage.menuTitles == ["First", "Late", "More"])
      try stage.tapRow("Late")
      #expect(stage.log.lines == ["late"])
    }
  }

  @Test func anUncachedOneAsksEachTime() {
    onStage { stage in
      let provider = Provider()
      let element = UIDeferredMenuElement.uncached { answer in
        provider.ask(answer)
        answer([UIAction(title: "Number \(provider.requests)") { _ in }])
      }
      open(stage, element)
      #expect(stage.menuTitles == ["First", "Number 1"])
      reopen(stage)
      #expect(provider.requests == 2 && stage.menuTitles == ["First", "Number 2"])
    }
  }

  @Test func anAnswerForAMenuThatIsGoneIsKept() {
    onStage { stage in
      let provider = Provider()
      open(stage, UIDeferredMenuElement { provider.ask($0) })
      (stage.window.keyTaker as? MenuPanel)?.close()
      provider.answer?([UIAction(title: "Late") { _ in }])
      stage.wait(20)
      #expect(stage.menuPanel == nil)
      reopen(stage)
      #expect(provider.requests == 1 && stage.menuTitles == ["First", "Late"])
    }
  }

  @Test func whatCameTakesPartInASingleSelection() throws {
    try onStage { stage in
      let (one, two) = (UIAction(title: "One", state: .on) { _ in }, UIAction(title: "Two") { _ in })
      let menu = UIMenu(
        options: [.displayInline, .singleSelection], children: [UIDeferredMenuElement { $0([one, two]) }])
      open(stage, menu)
      try stage.tapRow("Two")
      #expect(one.state == .off && two.state == .on && menu.selectedElements == [two])
    }
  }
}
