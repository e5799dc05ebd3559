import HIDEvents
import ResponderKit
import TestHarness
import Testing

@testable import EventRouting

/// Keys and texts of an input method whose server answers what was not asked, late, or not at all.
@Suite(.hangLimit) struct XIMKeyTests {
  @Test func aResetThatWasNotAskedForDropsNothing() throws {
    try InputMethodPlace.with { place in
      place.method.send(FakeInputMethod.context(65) { $0.add(UInt32(0)) })
      place.method.commit(FakeInputMethod.utf8("好"))
      place.settle()
      #expect(place.field.text == "好")
    }
  }

  @Test func onlyTheKeyThatWasAskedAboutIsAnswered() throws {
    try InputMethodPlace.with { place in
      place.method.isSilent = true
      place.key(38, isDown: true)
      let asked = try #require(place.method.received.last { $0.uint8(0) == 60 })
      let event = asked.part(12, 32)
      // A button; the same key's release; a key that the method has made.
      place.method.send(place.method.forward([4] + event.dropFirst()))
      place.method.send(place.method.forward([3] + event.dropFirst()))
      place.settle()
      #expect(place.field.text == "")
      place.method.send(place.method.forward([2, 39] + event.dropFirst(2)))
      place.settle()
      #expect(place.field.text == "?")
      place.method.send(place.method.returned(asked))
      place.settle()
      #expect(place.field.text == "?>")
      place.method.isSilent = false
      place.key(40, isDown: true)
      #expect(place.field.text == "?>@")
      // A button of the same number is not its release.
      place.method.send(place.method.forward([5, 40] + event.dropFirst(2)))
      place.settle()
      #expect(place.place.x11.input.keys.contains(40))
    }
  }

  @Test func keysThatWaitHaveALimit() throws {
    try InputMethodPlace.with { place in
      place.method.isSilent = true
      let events = (0..<280).flatMap {
        place.server.input(place.place.x11, $0 % 2 == 0 ? 2 : 3, 38, time: 100 + UInt32($0))
      }
      place.server.send(events)
      place.settle()
      #expect(place.field.text?.isEmpty == false, "they are the field's before the time has passed")
      place.application.run(for: .seconds(1))
      place.settle()
      #expect(place.field.text == String(repeating: ">", count: 140))
    }
  }

  @Test func whatIsComposedEndsWithItsText() throws {
    try InputMethodPlace.with { place in
      let method = try #require(place.place.x11.inputMethod)
      method.show(InputMethodText(session: 1))
      place.settle()
      _ = place.method.takeNumbers()
      method.show(InputMethodText(session: 1))
      place.settle()
      #expect(place.method.takeNumbers() == [])
      method.show(InputMethodText(session: 2))
      place.settle()
      #expect(place.method.takeNumbers() == [64])
    }
  }

  @Test func aPlaceIsSentWhenItHasChangedAndWhateverItIs() throws {
    try InputMethodPlace.with { place in
      let method = try #require(place.place.x11.inputMethod)
      func places(_ x: Double, _ y: Double) -> [[Int]] {
        _ = place.method.takeNumbers()
        method.show(InputMethodText(session: 1, caret: .init(x: x, y: y, width: 1, height: 0)))
        place.settle()
        return place.method.received.filter { $0.uint8(0) == 54 }.map { [$0.int16(20), $0.int16(22)] }
      }
      _ = places(0, 0)
      #expect(places(3, 4) == [[3, 4]])
      #expect(places(3, 4) == [])
      #expect(places(.nan, 4) == [[0, 4]])
      #expect(places(.infinity, -1e300) == [[0, -32000]])
      #expect(places(40_000, -40_000) == [[32000, -32000]])
    }
  }

  @Test func aNewServerOwesNothingForASlowOne() throws {
    try InputMethodPlace.with { place in
      place.method.isSilent = true
      place.key(38, isDown: true)
      place.application.run(for: .seconds(1))
      place.settle()
      #expect(place.field.text == ">")
      place.endServer()
      place.method.isSilent = false
      place.nameServer()
      _ = place.method.takeNumbers()
      place.method.uses = { _ in true }
      place.type(39)
      #expect(place.method.takeNumbers().contains(60), "it is asked")
      place.method.commit(FakeInputMethod.utf8("好"))
      place.settle()
      #expect(place.field.text == ">好")
    }
  }

  @Test func aServerThatSaysGoodbyeIsGivenUpAndMayComeBack() throws {
    try InputMethodPlace.with { place in
      place.method.uses = { _ in true }
      place.method.send(FakeInputMethod.message(3) { $0.add([7, 0, 0, 0]) })
      place.settle()
      place.type(38)
      #expect(place.field.text == ">")
      place.nameServer()
      place.type(39)
      #expect(place.field.text == ">")
      place.method.commit(FakeInputMethod.utf8("好"))
      place.settle()
      #expect(place.field.text == ">好")
    }
  }
}
