import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// An input method of a compositor that the test plays, in the fields of an application's window.
@Suite(.hangLimit) struct WaylandInputMethodTests {
  /// Used on the application's thread.
  private final class Place {
    let compositor = FakeCompositor()
    let application = UIApplication(screen: Size(240, 200), scale: 1)
    let host: DesktopWindow
    let field = UITextField(frame: Rect(20, 40, 200, 30))
    let lower = UITextField(frame: Rect(20, 100, 200, 30))
    var surface: UInt32 { host.wayland?.surface ?? 0 }

    init(scale: Double = 1) throws {
      let display = try compositor.connect()
      try display.attach(to: application.loop)
      let window = UIWindow()
      for field in [field, lower] {
        field.font = UIFont(size: 20, design: .builtIn)
        field.autocapitalizationType = .none
        window.addSubview(field)
      }
      host = try DesktopWindow(window, of: application, display, title: "fake", scale: scale)
      window.makeKeyAndVisible()
      host.show()
      compositor.answer()
      compositor.configure(Int32(240 * scale), Int32(200 * scale), states: [4])
      field.becomeFirstResponder()
    }

    /// Lets the loop run, and the compositor answer, until something holds.
    func run(until condition: @escaping () -> Bool) -> Bool {
      application.run { [compositor] in
        compositor.answer()
        return condition()
      }
    }

    /// The words of the next state that the compositor gets.
    func nextState() -> [String] { states { _ in true } }

    /// Those of all states up to one with which they are enough.
    func states(until areEnough: @escaping ([String]) -> Bool) -> [String] {
      var words: [String] = []
      _ = run { [compositor] in
        words += compositor.textRequests()
        return words.last == "commit" && areEnough(words)
      }
      return words
    }

    /// The input method comes to the window.
    func enter() -> [String] {
      compositor.send("wl_keyboard", 1, [1, surface, 0])
      compositor.enterText(surface)
      return nextState()
    }
  }

  private static func with(scale: Double = 1, _ body: @escaping @Sendable (Place) throws -> Void) throws {
    try onFreshThread {
      let place = try Place(scale: scale)
      defer { place.application.terminate() }
      try body(place)
      place.host.close()
    }
  }

  @Test func aWordIsComposedInTheFieldThatIsEdited() throws {
    try Self.with { place in
      place.compositor.keymap(WaylandInputTests.keymap)
      #expect(place.enter().prefix(3) == ["enable", "text '' 0 0", "type 0 0"])
      place.compositor.preedit("ni")
      place.compositor.changeText()
      #expect(place.run { place.field.text == "ni" })
      #expect(place.field.markedTextRange == 0..<2)
      // The caret has moved, and the text around it has not changed.
      let state = place.nextState()
      #expect(state.count == 2 && state[0].hasPrefix("place "))
      place.compositor.insert("你")
      place.compositor.changeText()
      #expect(place.run { place.field.text == "你" })
      #expect(place.field.markedTextRange == nil && place.nextState().first == "text '你' 3 3")
      // A key that it does not take is the program's, and not its doing.
      place.compositor.send("wl_keyboard", 3, [2, 10, 0x1E, 1])
      place.compositor.send("wl_keyboard", 3, [3, 11, 0x1E, 0])
      #expect(place.run { place.field.text == "你a" })
      #expect(place.nextState().prefix(2) == ["text '你a' 4 4", "cause 1"])
      #expect(place.lower.text == "")
    }
  }

  @Test func keysAndItsTextComeInTheirOrder() throws {
    try Self.with { place in
      place.field.text = "ab"
      _ = place.enter()
      // Back, its text, back, its text: as they arrive together.
      for text in ["x", "y"] {
        place.compositor.send("wl_keyboard", 3, [2, 10, 0x0E, 1])
        place.compositor.send("wl_keyboard", 3, [3, 11, 0x0E, 0])
        place.compositor.insert(text)
        place.compositor.changeText()
      }
      #expect(place.run { place.field.text?.hasSuffix("y") == true })
      #expect(place.field.text == "ay")
    }
  }

  @Test func theEndOfTheFocusLeavesWhatIsComposed() throws {
    try Self.with { place in
      _ = place.enter()
      place.compositor.preedit("ni")
      place.compositor.changeText()
      #expect(place.run { place.field.markedTextRange == 0..<2 })
      _ = place.nextState()
      place.compositor.leaveText(place.surface)
      #expect(place.run { place.field.markedTextRange == nil })
      #expect(place.field.text == "ni" && place.field.isFirstResponder)
      // Elsewhere it is shown nothing, and changes nothing.
      place.field.insertText("x")
      place.compositor.insert("y")
      place.compositor.changeText()
      place.application.loop.run(for: .milliseconds(30))
      #expect(place.compositor.textRequests() == [] && place.field.text == "nix")
      #expect(place.enter().prefix(2) == ["enable", "text 'nix' 3 3"])
    }
  }

  @Test func aSecureFieldsTextIsNeverSent() throws {
    try Self.with { place in
      place.field.isSecureTextEntry = true
      place.field.text = "topsecret"
      var words = place.enter()
      #expect(words.prefix(2) == ["enable", "type 192 8"])
      place.compositor.insert("x")
      place.compositor.changeText()
      #expect(place.run { place.field.text == "topsecretx" })
      place.lower.becomeFirstResponder()
      words += place.states { $0.contains("disable") && $0.contains("text '' 0 0") }
      #expect(words.filter { $0.hasPrefix("text ") } == ["text '' 0 0"], "the other field's")
      #expect(words.contains("disable"))
      place.lower.resignFirstResponder()
      #expect(place.nextState() == ["disable", "commit"])
    }
  }

  @Test func theCaretsPlaceIsInTheSurfacesUnitsAndFollowsTheWindow() throws {
    try Self.with(scale: 2) { place in
      place.field.autoresizingMask = [.flexibleTopMargin]
      let line = place.field.font.lineHeight
      let y = Int(((55 - line / 2) * 2).rounded(.down))
      #expect(place.enter().contains("place 40 \(y) 4 \(Int((line * 2).rounded(.up)))"))
      place.compositor.configure(480, 500, states: [4])
      #expect(place.nextState() == ["place 40 \(y + 100) 4 \(Int((line * 2).rounded(.up)))", "commit"])
    }
  }

  @Test func theEndOfTheWindowEndsTheComposition() throws {
    try Self.with { place in
      _ = place.enter()
      place.compositor.preedit("ni")
      place.compositor.changeText()
      #expect(place.run { place.field.markedTextRange == 0..<2 })
      place.host.close()
      #expect(place.field.markedTextRange == nil && place.field.text == "ni")
      place.field.insertText("x")
      place.application.loop.settle()
    }
  }
}
