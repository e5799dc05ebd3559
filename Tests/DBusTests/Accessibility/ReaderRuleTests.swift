import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import AccessibilityBus
@testable import DBus

/// Hit tests and texts for screen readers, and how often they are notified of changes.
@Suite(.hangLimit) struct ReaderRuleTests {
  @Test func theElementInFrontIsFoundWhereTwoAreAtAPlace() throws {
    try onBus { reader, stage in
      let cover = UILabel(frame: Rect(60, 30, 100, 40))
      cover.text = "Cover"
      stage.window.rootViewController?.view.addSubview(cover)
      let window = try reader.path("Panel")
      func found(_ x: Int32, _ y: Int32) -> String? {
        let place: [DBusValue] = [.int32(x), .int32(y), .uint32(0)]
        let answer = reader.value(window, "Component", "GetAccessibleAtPoint", place[0], place[1], place[2])
        return answer?.elements?.last?.string
      }
      #expect(try found(70, 35) == reader.path("Cover"))
      #expect(try found(50, 35) == reader.path("Press"))
      // A place where nothing else is belongs to the window; outside of it nothing is found.
      #expect(found(300, 400) == window && found(300, 500) == "/org/a11y/atspi/null")
    }
  }

  @Test func aHeadingIsReadLetterByLetterAsALabelIs() throws {
    try onBus { reader, stage in
      stage.label.accessibilityTraits = .header
      let heading = try reader.path("Größe")
      #expect(reader.value(heading, "Accessible", "GetRole") == .uint32(83))
      #expect(reader.value(heading, "Text", "GetText", .int32(2), .int32(4)) == .string("öß"))
    }
  }

  @Test func aReaderGoesFromUnitToUnitInBothDirections() throws {
    try onBus { reader, stage in
      stage.field.text = "One two. Three"
      let field = try reader.path("Name")
      func unit(_ method: String, _ offset: Int32, _ type: UInt32) -> [DBusValue] {
        reader.ask(field, "org.a11y.atspi.Text", method, .int32(offset), .uint32(type)).body
      }
      func part(_ text: String, _ start: Int32, _ end: Int32) -> [DBusValue] {
        [.string(text), .int32(start), .int32(end)]
      }
      // By words, then by sentences.
      #expect(unit("GetTextAtOffset", 5, 1) == part("two. ", 4, 9))
      #expect(unit("GetTextBeforeOffset", 5, 1) == part("One ", 0, 4))
      #expect(unit("GetTextAfterOffset", 5, 1) == part("Three", 9, 14))
      #expect(unit("GetTextBeforeOffset", 10, 3) == part("One two. ", 0, 9))
      #expect(unit("GetTextAfterOffset", 5, 3) == part("Three", 9, 14))
      #expect(unit("GetTextAfterOffset", 13, 0) == part("", 14, 14))
      #expect(unit("GetTextBeforeOffset", 2, 1) == part("", 0, 0))
      #expect(unit("GetTextBeforeOffset", 2, 7).first?.string?.isEmpty == false, "an error's words")
      #expect(reader.value(field, "Text", "GetCharacterAtOffset", .int32(4)) == .int32(116))
      #expect(reader.value(field, "Text", "GetCharacterAtOffset", .int32(14)) == .int32(0))
    }
  }

  @Test func aPlaceIsThatInTheParentToo() throws {
    try onBus { reader, stage in
      stage.window.frame = Rect(5, 7, 300, 400)
      let list = UIView(frame: Rect(30, 200, 100, 100))
      list.accessibilityLabel = "List"
      let row = UILabel("Row", frame: Rect(4, 6, 50, 20))
      list.addSubview(row)
      stage.window.rootViewController?.view.addSubview(list)
      let path = try reader.path("Row")
      let numbers = [[39, 213], [34, 206], [4, 6]].map { $0.map { DBusValue.int32($0) } }
      for (kind, place) in numbers.enumerated() {
        let kind = DBusValue.uint32(UInt32(kind))
        #expect(reader.ask(path, "org.a11y.atspi.Component", "GetPosition", kind).body == place)
      }
      #expect(
        reader.ask(path, "org.a11y.atspi.Component", "GetSize").body == [.int32(50), .int32(20)])
    }
  }

  /// Units of one place: the one behind the first, and the first itself before the second.
  @Test func aReaderGoesFromLetterToLetter() throws {
    try onBus { reader, stage in
      stage.field.text = "One"
      let field = try reader.path("Name")
      func letter(_ method: String, _ offset: Int32) -> [DBusValue] {
        reader.ask(field, "org.a11y.atspi.Text", method, .int32(offset), .uint32(0)).body
      }
      #expect(letter("GetTextAfterOffset", 0) == [.string("n"), .int32(1), .int32(2)])
      #expect(letter("GetTextBeforeOffset", 1) == [.string("O"), .int32(0), .int32(1)])
      #expect(letter("GetTextBeforeOffset", 0) == [.string(""), .int32(0), .int32(0)])
    }
  }

  @Test func aSecondSelectionIsNotAdded() throws {
    try onBus { reader, stage in
      let field = try reader.path("Name")
      #expect(reader.value(field, "Text", "AddSelection", .int32(1), .int32(3)) == .boolean(true))
      #expect(stage.field.selectedTextRange == 1..<3)
      #expect(reader.value(field, "Text", "AddSelection", .int32(0), .int32(1)) == .boolean(false))
      #expect(stage.field.selectedTextRange == 1..<3)
      #expect(reader.value(field, "Text", "GetNSelections") == .int32(1))
      #expect(reader.value(field, "Text", "RemoveSelection", .int32(0)) == .boolean(true))
      #expect(stage.field.selectedTextRange == 3..<3)
    }
  }

  @Test func oneOfTwoEqualLettersIsReportedAsDeletedOrInserted() throws {
    try onBus(listeners: ["object:text-changed"]) { reader, stage in
      let steps = [("aab", ""), ("ab", "delete 1 1 a"), ("aab", "insert 1 1 a"), ("", "delete 0 3 aab")]
      for (text, event) in steps {
        stage.field.text = text
        let events = reader.events()
        if !event.isEmpty { #expect(events == ["Object:TextChanged:\(event)"]) }
      }
    }
  }

  /// Not the timer that ends its interval, and no look after it.
  @Test(arguments: [true, false])
  func anEndedWatchLeavesNothingInItsLoop(isEmptied: Bool) {
    let (looks, result, rest) = onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      var looks = 0
      let watch = ChangeWatch(loop) { looks += 1 }
      // A turn each millisecond.
      let timer = RunLoop.Timer(after: .milliseconds(1), repeating: .milliseconds(1)) { _ in }
      loop.add(timer, to: .common)
      loop.run(for: .milliseconds(20))
      watch.end()
      if isEmptied { timer.invalidate() }
      let ended = loop.now
      let result = loop.run(for: .milliseconds(100))
      withExtendedLifetime(watch) {}
      return (looks, result, ended.duration(to: loop.now))
    }
    #expect(looks == 1 && result == (isEmptied ? .finished : .timedOut))
    #expect(rest == (isEmptied ? .zero : .milliseconds(100)))
  }

  @Test func changesAreLookedForAtMostOncePerInterval() {
    let looks = onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      let begin = loop.now
      var looks: [Double] = []
      let watch = ChangeWatch(loop) {
        looks.append((begin.duration(to: loop.now) / .milliseconds(1)).rounded())
      }
      // A turn each millisecond.
      let timer = RunLoop.Timer(after: .milliseconds(1), repeating: .milliseconds(1)) { _ in }
      loop.add(timer, to: .common)
      loop.run(for: .milliseconds(120))
      watch.end()
      timer.invalidate()
      return looks
    }
    #expect(looks == [0, 50, 100])
  }

  @Test func numbersOfRemovedElementsAreGivenUp() {
    let numbers = ElementNumbers()
    let kept = Element()
    var dead = (0..<600).map { _ in Element() }
    let others = (0..<600).map { _ in Element() }
    let first = numbers.number(of: kept)
    var given = Set(dead.map { numbers.number(of: $0) })
    dead = []
    for element in others { given.insert(numbers.number(of: element)) }
    #expect(given.count == 1200 && !given.contains(first))
    #expect(numbers.count < 900)
    #expect(numbers.number(of: kept) == first && numbers.element(first) === kept)
    #expect(others.allSatisfy { numbers.element(numbers.number(of: $0)) === $0 })
  }

  private final class Element: AccessibleElement {
    var accessibleParent: (any AccessibleElement)? { nil }
    var accessibleChildren: [any AccessibleElement] { [] }
    var accessibleDescription: AccessibleDescription { AccessibleDescription(.panel, []) }
    var accessibleBox: AccessibleBox { AccessibleBox(x: 0, y: 0, width: 1, height: 1) }
    var accessibleActions: [String] { [] }
    func performAccessible(_ action: String) -> Bool { false }
    func takeAccessibleFocus() -> Bool { false }
  }
}
