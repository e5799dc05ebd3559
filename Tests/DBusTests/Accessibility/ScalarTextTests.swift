import TestHarness
import Testing

@testable import AccessibilityBus

/// Places in texts, by scalars, as AT-SPI counts, and by characters.
@Suite(.hangLimit) struct ScalarTextTests {
  @Test func placesInsideOfACharacterAreThatCharacters() {
    let text = ScalarText("ae\u{301}🇩🇪b")
    #expect(text.count == 6)
    let places = (0...6).map { text.character(at: $0) }
    #expect(places == [0, 1, 1, 2, 2, 3, 4])
    #expect((0...4).map { text.offset(ofCharacter: $0) } == [0, 1, 3, 5, 6])
    #expect(text.characters(2..<4) == 1..<3)
    #expect(text.characters(3..<3) == 2..<2)
    #expect(text.place(-1) == 6 && text.place(99) == 6)
    #expect(ScalarText("").range(of: .word, at: 0) == 0..<0)
  }

  @Test func unitsHaveTheGapBehindThem() {
    let text = ScalarText("One two.  Three\nfour")
    #expect(text.range(of: .character, at: 1) == 1..<2)
    #expect(text.range(of: .word, at: 5) == 4..<10)
    #expect(text.range(of: .sentence, at: 5) == 0..<10)
    #expect(text.range(of: .sentence, at: 12) == 10..<16)
    #expect(text.range(of: .line, at: 3) == 0..<16)
    #expect(text.range(of: .paragraph, at: 16) == 16..<20)
    #expect(text.range(of: .word, at: 20) == 20..<20)
  }

  @Test func listenersNameEventsInSeveralWays() {
    var listeners = EventListeners()
    listeners.add(":1.1", "object:state-changed:focused")
    listeners.add(":1.2", "Window:")
    let focus = AccessibleEvent("Object", "StateChanged", "focused", of: 1)
    #expect(listeners.want(focus))
    #expect(!listeners.want(AccessibleEvent("Object", "StateChanged", "enabled", of: 1)))
    #expect(listeners.want(AccessibleEvent("Window", "Create", of: 1)))
    listeners.remove(":1.2", "object:state-changed:focused")
    #expect(listeners.want(focus))
    listeners.remove(":1.1", "Object:StateChanged:Focused")
    #expect(!listeners.want(focus))
  }
}
