import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// An input method of an X server (XIM) in the fields of an application's window.
@Suite(.hangLimit) struct X11InputMethodTests {
  @Test func aWordIsComposedAsMarkedTextAndReplacedByTheResult() throws {
    try InputMethodPlace.with { place in
      #expect(place.method.received.contains { $0.uint8(0) == 58 }, "the field is shown to it")
      place.method.uses = { _ in true }
      place.key(38, isDown: true)
      place.method.draw("ni")
      place.settle()
      #expect(place.field.text == "ni" && place.field.markedTextRange == 0..<2)
      place.method.draw("nih", replacing: 2)
      place.settle()
      #expect(place.field.text == "nih" && place.field.markedTextRange == 0..<3)
      place.method.draw("", replacing: 3)
      place.method.commit(FakeInputMethod.utf8("你"))
      place.settle()
      #expect(place.field.text == "你" && place.field.markedTextRange == nil)
    }
  }

  @Test func keysThatItDoesNotUseAreTheFieldsInTheirOrder() throws {
    try InputMethodPlace.with { place in
      place.type(38)
      place.type(39)
      #expect(place.field.text == ">?")
      // Keys that it uses are not.
      place.method.uses = { $0.uint8(13) == 40 }
      place.type(40)
      place.type(38)
      #expect(place.field.text == ">?>")
      // Several come at once, and its text comes between.
      place.method.uses = { [method = place.method] message in
        guard message.uint8(13) == 40 else { return false }
        method.commit(FakeInputMethod.utf8("一"))
        return true
      }
      for keycode in [39, 40, 39] as [UInt8] {
        place.server.send(place.server.input(place.place.x11, 2, keycode, time: 100))
        place.server.send(place.server.input(place.place.x11, 3, keycode, time: 101))
      }
      place.settle()
      #expect(place.field.text == ">?>?一?")
    }
  }

  @Test func aServerThatDoesNotAnswerHoldsUpAKeyForHalfASecondAndTheNextOnesNot() throws {
    try InputMethodPlace.with { place in
      place.method.isSilent = true
      place.key(38, isDown: true)
      place.key(39, isDown: true)
      #expect(place.field.text == "")
      place.application.run(for: .milliseconds(450))
      #expect(place.field.text == "")
      place.application.run(for: .milliseconds(100))
      place.settle()
      #expect(place.field.text == ">?")
      place.key(40, isDown: true)
      #expect(place.field.text == ">?@", "at once")
      // It wakes up: what it says about those keys is late, and then it is asked again.
      place.method.isSilent = false
      let asked = place.method.received
      for message in asked where message.uint8(0) == 60 { place.method.send(place.method.returned(message)) }
      place.method.draw("late")
      place.method.send(FakeInputMethod.context(65) { $0.add(UInt32(0)) })
      place.settle()
      #expect(place.field.text == ">?@")
      place.method.uses = { _ in true }
      place.type(41)
      place.method.commit(FakeInputMethod.utf8("好"))
      place.settle()
      #expect(place.field.text == ">?@好")
    }
  }

  @Test func theEndOfTheServerGivesItsKeysBackAndAnotherOneIsFound() throws {
    try InputMethodPlace.with { place in
      place.method.draw("ni")
      place.settle()
      place.method.isSilent = true
      place.key(38, isDown: true)
      place.endServer()
      #expect(place.field.text == "ni>" && place.field.markedTextRange == nil)
      place.type(39)
      #expect(place.field.text == "ni>?")
      place.method.isSilent = false
      place.nameServer()
      place.method.uses = { _ in true }
      place.type(38)
      place.method.commit(FakeInputMethod.utf8("好"))
      place.settle()
      #expect(place.field.text == "ni>?好")
    }
  }

  @Test func withoutAServerKeysAreTheFieldsUntilOneComes() throws {
    try InputMethodPlace.with(isThere: false) { place in
      place.type(38)
      #expect(place.field.text == ">" && place.method.received.isEmpty)
      place.nameServer()
      place.method.uses = { _ in true }
      place.type(38)
      #expect(place.field.text == ">" && place.method.received.contains { $0.uint8(0) == 60 })
    }
  }

  @Test func whatIsComposedStaysWhenTheUserGoesElsewhereAndLateAnswersForItAreDropped() throws {
    try InputMethodPlace.with { place in
      place.method.draw("ni")
      place.settle()
      place.method.isSilent = true
      _ = place.method.takeNumbers()
      place.field.unmarkText()
      place.field.selectedTextRange = 0..<0
      place.settle()
      #expect(place.method.takeNumbers().contains(64) && place.field.text == "ni")
      place.method.draw("late")
      place.method.commit(FakeInputMethod.utf8("late"))
      place.settle()
      #expect(place.field.text == "ni" && place.field.markedTextRange == nil)
      place.method.isSilent = false
      place.method.send(FakeInputMethod.context(65) { $0.add(UInt32(0)) })
      place.method.commit(FakeInputMethod.utf8("x"))
      place.settle()
      #expect(place.field.text == "xni")
      place.focus(false)
      #expect(place.method.takeNumbers().contains(59))
      place.type(38)
      #expect(place.field.text == "xni", "the window has no focus")
    }
  }

  @Test func aSecretIsTypedWithoutIt() throws {
    try InputMethodPlace.with { place in
      place.field.isSecureTextEntry = true
      place.settle()
      _ = place.method.takeNumbers()
      place.type(38)
      #expect(place.method.takeNumbers() == [] && place.field.text == ">")
      place.field.resignFirstResponder()
      place.settle()
      place.type(38)
      #expect(place.method.takeNumbers() == [], "no text is edited")
    }
  }

  @Test func itGetsThePlaceOfTheCaret() throws {
    try InputMethodPlace.with { place in
      _ = place.method.takeNumbers()
      place.method.draw("ni")
      place.settle()
      let told = try #require(place.method.received.last { $0.uint8(0) == 54 })
      // The place within the preedit's attributes: below the caret, which is in the field's line.
      let caret = place.field.caretRect(for: 2)
      let origin = place.field.convert(caret.origin, to: place.place.window)
      #expect(told.int16(20) == Int(origin.x.rounded()))
      #expect(told.int16(22) == Int((origin.y + caret.height).rounded()))
    }
  }

  @Test func thePartThatIsBeingConvertedIsSelected() throws {
    try InputMethodPlace.with { place in
      place.method.draw(FakeInputMethod.utf8("日本語か"), caret: 3, feedback: [2, 2, 1, 2])
      place.settle()
      #expect(place.field.selectedTextRange == 2..<3)
      // All of it is no choice: then it is the caret that counts.
      place.method.draw(
        FakeInputMethod.utf8("日本"), caret: 1, length: 4, feedback: [1, 1])
      place.settle()
      #expect(place.field.text == "日本" && place.field.selectedTextRange == 1..<1)
    }
  }
}
