import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// The conversation of a window and a compositor's input method, without views.
@Suite(.hangLimit) struct WaylandTextInputTests {
  /// A window that has the input method, and what its handler got.
  private final class Place {
    let stage: WaylandWindowTests.Stage
    var compositor: FakeCompositor { stage.compositor }
    var window: WaylandWindow { stage.window }
    var events: [InputMethodEvent] = []
    var changes: [InputMethodChange] {
      events.compactMap { event in if case .changed(let change) = event { change } else { nil } }
    }

    init(_ compositor: FakeCompositor = FakeCompositor()) throws {
      stage = try WaylandWindowTests.Stage(compositor)
      stage.configure()
      window.inputMethodHandler = { [weak self] in self?.events.append($0) }
      _ = compositor.newRequests()
    }

    /// A window whose text is enabled.
    convenience init(showing text: InputMethodText) throws {
      try self.init()
      enter()
      window.show(text)
      _ = compositor.textRequests()
      events = []
    }

    func enter() {
      compositor.enterText(window.surface)
      stage.serve()
    }

    func change(_ serial: UInt32? = nil) {
      compositor.changeText(serial)
      stage.serve()
    }
  }

  private static func text(
    _ before: String = "ab", _ after: String = "c", session: Int = 1, isOthers: Bool = false
  ) -> InputMethodText {
    var text = InputMethodText(
      session: session, surrounding: .init(before: before, after: after, limit: 4000),
      caret: .init(x: 10.5, y: 20.5, width: 2, height: 16))
    text.isChangedByOthers = isOthers
    return text
  }

  private static func change(_ fill: (inout InputMethodChange) -> Void) -> InputMethodChange {
    var change = InputMethodChange()
    fill(&change)
    return change
  }

  @Test func aSeatWithAKeyboardHasOneAndItEndsWithTheKeyboard() throws {
    let place = try Place()
    let compositor = place.compositor
    #expect(compositor.object("zwp_text_input_v3") != 0)
    compositor.send("wl_seat", 0, [5])
    place.stage.serve()
    #expect(compositor.textRequests() == ["request 0"])
    compositor.send("wl_seat", 0, [7])
    place.stage.serve()
    #expect(compositor.requests.map(\.name).contains("zwp_text_input_manager_v3.1"))
    // Without a keyboard, and on a compositor that has none, there is none.
    let other = FakeCompositor()
    other.capabilities = 5
    _ = try Place(other)
    #expect(other.object("zwp_text_input_v3") == 0)
  }

  @Test func theWindowOnTheSurfaceIsReported() throws {
    let place = try Place()
    place.compositor.enterText(9999)
    place.stage.serve()
    #expect(place.events == [])
    place.enter()
    place.compositor.leaveText(9999)
    place.stage.serve()
    #expect(place.events == [.began])
    place.compositor.leaveText(place.window.surface)
    place.stage.serve()
    #expect(place.events == [.began, .ended])
    // A window that ends has been left.
    place.enter()
    place.window.close()
    #expect(place.events == [.began, .ended, .began, .ended])
  }

  @Test func aTextIsEnabledAndThenItsChangesAreSent() throws {
    let place = try Place()
    place.window.show(Self.text())
    #expect(place.compositor.textRequests() == [], "the input method is elsewhere")
    place.enter()
    place.window.scale = 2
    place.window.show(Self.text())
    #expect(
      place.compositor.textRequests() == [
        "enable", "text 'abc' 2 2", "type 0 0", "place 21 41 4 32", "commit",
      ])
    place.window.show(Self.text())
    #expect(place.compositor.textRequests() == [])
    place.window.show(Self.text("abé"))
    #expect(place.compositor.textRequests() == ["text 'abéc' 4 4", "commit"])
    place.window.show(Self.text("a", "béc", isOthers: true))
    #expect(place.compositor.textRequests() == ["text 'abéc' 1 1", "cause 1", "commit"])
    place.window.show(nil)
    place.window.show(nil)
    #expect(place.compositor.textRequests() == ["disable", "commit"])
  }

  @Test func anotherTextIsEnabledAfterTheOneBeforeWasDisabled() throws {
    let place = try Place(showing: Self.text())
    place.window.show(InputMethodText(session: 2, purpose: .password, hints: [.hidden, .sensitive]))
    #expect(place.compositor.textRequests() == ["disable", "commit", "enable", "type 192 8", "commit"])
    // A new focus has forgotten everything.
    place.compositor.leaveText(place.window.surface)
    place.enter()
    place.window.show(InputMethodText(session: 2, purpose: .email, hints: [.correction, .words]))
    #expect(place.compositor.textRequests() == ["enable", "type 35 6", "commit"])
  }

  @Test func theChangesUntilDoneAreMadeTogetherAndOnce() throws {
    let place = try Place(showing: Self.text())
    place.compositor.preedit("你好", 3, 6)
    place.compositor.insert("x")
    place.compositor.deleteText(2, 1)
    place.stage.serve()
    #expect(place.events == [])
    place.change()
    place.change()
    let first = Self.change {
      ($0.deletedBefore, $0.deletedAfter, $0.inserted, $0.marked, $0.markedSelection) = (
        2, 1, "x", "你好", 1..<2
      )
    }
    #expect(place.changes == [first, InputMethodChange()])
  }

  @Test func aCaretAtMinusOneIsHidden() throws {
    let place = try Place(showing: Self.text())
    place.compositor.preedit("ni", -1, -1)
    place.change()
    #expect(place.changes.first?.markedSelection == nil && place.changes.first?.marked == "ni")
  }

  @Test func aStateWaitsWhileTheCompositorDoesNotKnowTheLastOne() throws {
    let place = try Place(showing: Self.text())
    place.window.show(Self.text("abd"))
    #expect(place.compositor.textRequests().last == "commit")
    place.compositor.insert("e")
    place.change(1)
    #expect(place.changes.map(\.inserted) == ["e"], "it is made all the same")
    place.window.show(Self.text("abdef", isOthers: true))
    place.window.show(Self.text("abdefg"))
    #expect(place.compositor.textRequests() == [])
    place.change(2)
    place.window.show(Self.text("abdefg"))
    #expect(place.compositor.textRequests() == ["text 'abdefgc' 6 6", "cause 1", "commit"])
    // The end of the text does not wait.
    place.change(1)
    place.window.show(nil)
    #expect(place.compositor.textRequests() == ["disable", "commit"])
  }

  @Test func whatWasComposedForTheTextBeforeIsNotForThisOne() throws {
    let place = try Place(showing: Self.text())
    place.compositor.preedit("ni")
    place.change()
    place.window.show(Self.text("", "", session: 2))
    place.events = []
    place.compositor.insert("你")
    place.change(2)
    #expect(place.events == [])
    place.compositor.insert("好")
    place.change(3)
    #expect(place.changes.map(\.inserted) == ["好"])
  }

  @Test func whatWasTypedForTheTextBeforeIsInsertedWithoutDeleting() throws {
    let place = try Place(showing: Self.text())
    place.window.show(Self.text("", "", session: 2))
    place.compositor.insert("x")
    place.compositor.preedit("y")
    place.compositor.deleteText(9, 9)
    place.change(1)
    #expect(place.changes == [Self.change { $0.inserted = "x" }])
  }

  @Test func changesOfATextThatIsNotEnabledAreIgnored() throws {
    let place = try Place()
    place.compositor.insert("x")
    place.change()
    place.enter()
    place.compositor.insert("y")
    place.change()
    #expect(place.events == [.began] && place.stage.display.isOpen)
    // Nor are they kept.
    place.window.show(Self.text())
    place.change()
    #expect(place.changes == [InputMethodChange()])
  }

  @Test func aZeroDoesNotEndTheTextThatIsSent() throws {
    let place = try Place()
    place.enter()
    place.window.show(Self.text("a\0b", "\0c"))
    #expect(place.compositor.textRequests().contains("text 'a b c' 3 3"))
  }

  /// Places and texts of no sense, and the characters that are marked, and selected of them.
  @Test(
    arguments: [
      ([], 0, 0, "", 0..<0), ([0], 5, 9, "", 0..<0), (Array("ab".utf8) + [0], 9, 1, "ab", 1..<2),
      (Array("ab".utf8) + [0], -7, .max, "ab", 0..<2), (Array("你好".utf8) + [0], 4, 5, "你好", 1..<1),
      ([0xFF, 0x61, 0xE4, 0xBD, 0], 2, 3, "\u{FFFD}a\u{FFFD}", 2..<2),
      ([0x61, 0x80, 0x80, 0], .min, 2, "a\u{FFFD}\u{FFFD}", 0..<0),
    ] as [([UInt8], Int32, Int32, String, Range<Int>)])
  func nonsenseIsMadeTheBestOf(
    _ bytes: [UInt8], _ begin: Int32, _ end: Int32, _ text: String, _ range: Range<Int>
  )
    throws
  {
    let place = try Place(showing: Self.text())
    place.compositor.insert("of a state that was never sent")
    place.change(.max)
    place.compositor.preedit(bytes, begin, end)
    place.change()
    #expect(place.stage.display.isOpen)
    #expect(place.changes.last?.marked == text)
    #expect(place.changes.last?.markedSelection?.clamped(to: 0..<text.count) == range)
  }

  @Test func aTextWithoutItsEndEndsTheConnection() throws {
    let place = try Place(showing: Self.text())
    place.compositor.preedit([0x61], 0, 0)
    place.stage.serve()
    #expect(!place.stage.display.isOpen && place.events == [.ended])
  }
}
