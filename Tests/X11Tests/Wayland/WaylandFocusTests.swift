import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// The key window and the input method follow the focus of a compositor's windows, each of which has a connection of its own.
@Suite(.hangLimit) struct WaylandFocusTests {
  /// A window with a field, and the compositor that a test plays to it.
  private final class Place {
    let compositor: FakeCompositor
    let host: DesktopWindow
    let field = UITextField(frame: Rect(0, 100, 100, 30))
    let view = LoggingView(frame: Rect(0, 0, 100, 100))
    private let application: UIApplication
    var window: UIWindow { host.window }
    var surface: UInt32 { host.wayland?.surface ?? 0 }

    init(_ application: UIApplication, _ compositor: FakeCompositor = FakeCompositor()) throws {
      self.application = application
      self.compositor = compositor
      let display = try compositor.connect()
      try display.attach(to: application.loop)
      let window = UIWindow()
      for child in [field, view] { window.addSubview(child) }
      field.autocapitalizationType = .none
      host = try DesktopWindow(window, of: application, display, title: "fake", scale: 1)
      window.makeKeyAndVisible()
      field.becomeFirstResponder()
      host.onEnd = { _ in }
      host.show()
      compositor.answer()
      compositor.keymap(WaylandInputTests.keymap)
      activate(false)
    }

    func settle() {
      for _ in 0..<3 {
        compositor.answer()
        application.loop.settle()
      }
      compositor.answer()
    }

    /// The desktop shows it as the one that the user works with, or not.
    func activate(_ isOn: Bool = true) {
      compositor.configure(400, 300, states: isOn ? [4] : [])
      settle()
    }

    /// The keyboard and the input method come, or leave.
    func focus(_ isOn: Bool = true) {
      compositor.send("wl_keyboard", isOn ? 1 : 2, isOn ? [1, surface, 0] : [1, surface])
      if isOn { compositor.enterText(surface) } else { compositor.leaveText(surface) }
      settle()
    }

    /// The key of the letter A.
    func key(isDown: Bool) {
      compositor.send("wl_keyboard", 3, [7, 10, 0x1E, isDown ? 1 : 0])
      settle()
    }

    func compose(_ text: String) {
      compositor.preedit(text)
      compositor.changeText()
      settle()
    }
  }

  private static func with(
    _ make: @escaping @Sendable () -> FakeCompositor = { FakeCompositor() },
    _ body: @escaping @Sendable (UIApplication, Place, Place) throws -> Void
  ) throws {
    try onFreshThread {
      SimulatedClock().install()
      let application = UIApplication(screen: Size(400, 300), scale: 1)
      defer { application.terminate() }
      let (first, second) = (try Place(application, make()), try Place(application, make()))
      try body(application, first, second)
      first.host.close()
      second.host.close()
    }
  }

  @Test func keysAndComposedTextGoToTheWindowWithTheFocus() throws {
    try Self.with { application, first, second in
      first.compositor.send("wl_keyboard", 1, [1, first.surface, 0])
      first.settle()
      #expect(application.keyWindow === first.window, "before it is reported as active")
      first.focus()
      first.activate()
      first.key(isDown: true)
      first.key(isDown: false)
      first.compose("ni")
      #expect(first.field.text == "ani" && second.field.text == "")
      // The notifications of the second window come first.
      second.focus()
      second.activate()
      first.focus(false)
      first.activate(false)
      #expect(application.keyWindow === second.window && application.applicationState == .active)
      second.compose("hao")
      #expect(first.field.text == "ani" && second.field.text == "hao")
      #expect(first.field.markedTextRange == nil)
    }
  }

  @Test func theTextThatIsShownToTheInputMethodIsThatOfItsWindow() throws {
    try Self.with { _, first, second in
      (first.field.text, second.field.text) = ("one", "two")
      first.focus()
      first.activate()
      #expect(first.compositor.textRequests().contains("text 'one' 3 3"))
      second.focus()
      first.focus(false)
      #expect(second.compositor.textRequests().contains("text 'two' 3 3"))
      first.field.text = "three"
      first.settle()
      #expect(first.compositor.textRequests() == [], "it has left")
    }
  }

  @Test func theInputMethodComposesInAWindowThatIsKeyInFrontOfItsOwn() throws {
    try Self.with { application, first, _ in
      first.focus()
      first.activate()
      _ = first.compositor.textRequests()
      let overlay = UIWindow(frame: Rect(50, 60, 200, 100))
      let field = UITextField(frame: Rect(10, 20, 100, 30))
      field.font = UIFont(size: 20, design: .builtIn)
      overlay.addSubview(field)
      overlay.makeKeyAndVisible()
      field.becomeFirstResponder()
      first.settle()
      let words = first.compositor.textRequests()
      // At the field's place in the window that the desktop knows.
      #expect(words.contains("text '' 0 0") && words.contains { $0.hasPrefix("place 60 ") })
      first.compose("ni")
      #expect(field.text == "ni" && first.field.text == "" && application.keyWindow === overlay)
    }
  }

  @Test func theEndOfTheActivityKeepsWhatIsComposedAndStopsRepetitions() throws {
    try Self.with { application, first, second in
      second.host.close()
      first.focus()
      first.activate()
      first.compose("ni")
      #expect(first.field.markedTextRange == 0..<2)
      // Only the window's state says it: the keyboard leaves later.
      first.activate(false)
      #expect(first.field.markedTextRange == nil && first.field.text == "ni")
      #expect(application.applicationState == .inactive)
      first.activate()
      first.key(isDown: true)
      first.activate(false)
      application.run(for: .seconds(5))
      #expect(first.field.text == "nia", "a key that is held repeats no more")
    }
  }

  @Test func theKeyboardThatLeavesReleasesItsKeys() throws {
    try Self.with { application, first, second in
      first.view.becomeFirstResponder()
      first.focus()
      first.activate()
      first.key(isDown: true)
      second.focus()
      first.focus(false)
      #expect(first.view.take() == ["down", "released"])
      application.run(for: .seconds(5))
      #expect(first.view.take() == [])
    }
  }

  @Test func touchesInTwoWindowsAreTwoAlthoughEachConnectionCountsItsOwn() throws {
    try Self.with { _, first, second in
      first.activate()
      for place in [first, second] {
        place.compositor.send("wl_touch", 0, [1, 10, place.surface, 0, fixed(10), fixed(10)])
        place.compositor.send("wl_touch", 3)
        place.settle()
      }
      first.compositor.send("wl_touch", 2, [11, 0, fixed(20), fixed(10)])
      first.compositor.send("wl_touch", 3)
      first.settle()
      second.compositor.send("wl_touch", 1, [2, 12, 0])
      second.compositor.send("wl_touch", 3)
      second.settle()
      #expect(first.view.take() == ["began", "moved"])
      #expect(second.view.take() == ["began", "ended"])
    }
  }

  @Test func theCompositorIsAskedByATokenToMoveTheFocusToAWindowThatIsMadeKey() throws {
    try Self.with { application, first, second in
      first.focus()
      first.activate()
      first.key(isDown: true)
      for place in [first, second] { _ = place.compositor.newRequests() }
      second.window.makeKey()
      #expect(application.keyWindow === second.window)
      let asked = first.compositor.newRequests().filter { $0.interface.hasPrefix("xdg_activation") }
      try #require(asked.map(\.opcode) == [1, 0, 2, 3])
      // The last input of the seat, and the window that it was in.
      #expect(asked[1].words == [7, first.compositor.object("wl_seat")])
      #expect(asked[2].words == [first.surface])
      first.settle()
      let answer = try #require(
        second.compositor.newRequests().first { $0.interface == "xdg_activation_v1" })
      #expect(answer.opcode == 2 && answer.words.last == second.surface)
      let token = "token \(asked[1].object)"
      #expect(String(decoding: answer.body.dropFirst(4).prefix(token.utf8.count), as: UTF8.self) == token)
      #expect(first.compositor.newRequests().contains { $0.name == "xdg_activation_token_v1.4" })
    }
  }

  @Test func withoutTokensAProgramCanNotMoveTheFocus() throws {
    try Self.with {
      let compositor = FakeCompositor()
      compositor.globals.removeAll { $0.0 == "xdg_activation_v1" }
      return compositor
    } _: { application, first, second in
      first.focus()
      first.activate()
      second.window.makeKey()
      #expect(application.keyWindow === first.window)
    }
  }

  @Test func displayLinksFollowTheWindowWithTheFocus() throws {
    try Self.with { application, first, second in
      let newest = application.screen.beats
      first.activate()
      let beats = application.screen.beats
      #expect(beats != nil && beats !== newest)
      first.host.close()
      #expect(application.screen.beats === newest)
      second.host.close()
      #expect(application.screen.beats == nil)
    }
  }
}
