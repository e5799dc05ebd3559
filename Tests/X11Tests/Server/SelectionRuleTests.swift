import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// Text between programs, with a server that the test plays: what other programs may ask and answer.
@Suite(.hangLimit) struct SelectionRuleTests {
  private final class Place {
    let server = FakeServer()
    let display: X11Display
    let selection: X11Selection
    let window: UInt32

    /// - Parameter part: bytes of a text that go in one property.
    init(part: Int = 1_024) throws {
      server.hasExtensions = false
      server.longestRequest = UInt16(part / 2)
      display = try server.connect()
      let window = try X11Window(display, title: "text", width: 50, height: 50)
      selection = X11Selection(.clipboard, of: window)
      self.window = window.identifier
      serve()
    }

    /// Sends what is pending, answers it, and takes the answers, some rounds of each.
    func serve() {
      for _ in 0..<4 {
        display.connection.flush()
        server.answer()
        display.serve()
      }
    }

    func atom(_ name: String) -> UInt32 { display.atoms[name] ?? 0 }
    var property: UInt32 { atom("_MAINSPRING_TEXT_CLIPBOARD") }

    private func send(_ kind: UInt8, _ values: [UInt32]) {
      var event = X11Request(kind)
      for value in values { event.add(value) }
      server.send(server.event(event.bytes))
      serve()
    }

    /// Another program asks for the text.
    func ask(_ requestor: UInt32, _ target: UInt32, _ property: UInt32) {
      send(30, [5, window, requestor, atom("CLIPBOARD"), target, property])
    }

    /// The program that has the text has answered: with property 0 it refuses.
    func answer(_ target: UInt32, _ property: UInt32) {
      send(31, [5, window, atom("CLIPBOARD"), target, property])
    }

    /// A window's property has changed.
    func change(_ window: UInt32, _ property: UInt32, isDeleted: Bool) {
      send(28, [window, property, 5, isDeleted ? 1 : 0])
    }

    /// Another program has the selection.
    func clear() { send(29, [5, window, atom("CLIPBOARD")]) }

    /// The requests of a kind since `forget()`.
    func requests(_ code: UInt8) -> [X11Packet] {
      server.requests.dropFirst(known).filter { $0[0] == code }.map { X11Packet($0) }
    }
    func forget() { known = server.requests.count }
    private var known = 0
  }

  private func withPlace(
    part: Int = 1_024, isTimed: Bool = false, _ body: @escaping @Sendable (Place) throws -> Void
  ) throws {
    try onFreshThread {
      if isTimed { SimulatedClock().install() }
      let place = try Place(part: part)
      place.forget()
      try body(place)
      place.display.close()
    }
  }

  // MARK: Giving

  @Test("An old program that names no property gets the text in one of its target's name")
  func oldPrograms() throws {
    try withPlace { place in
      place.selection.own("text")
      let target = place.atom("UTF8_STRING")
      place.ask(0x77, target, 0)
      let change = try #require(place.requests(18).last)
      #expect(change.uint32(4) == 0x77 && change.uint32(8) == target)
      let notice = try #require(place.requests(25).last)
      // The event stands behind twelve bytes.
      #expect(notice.uint32(12 + 16) == target && notice.uint32(12 + 20) == target)
    }
  }

  @Test("Of long texts that are not fetched the oldest is dropped")
  func transfers() throws {
    try withPlace { place in
      place.selection.own(String(repeating: "x", count: 3_000))
      let target = place.atom("UTF8_STRING")
      for requestor in 1...17 as ClosedRange<UInt32> { place.ask(requestor, target, 0x90) }
      func isSent(to requestor: UInt32) -> Bool {
        place.forget()
        place.change(requestor, 0x90, isDeleted: true)
        return place.requests(18).contains { $0.uint32(4) == requestor }
      }
      #expect(!isSent(to: 1) && isSent(to: 2) && isSent(to: 17))
    }
  }

  @Test("A selection that the program does not have can not be lost")
  func lost() throws {
    try withPlace { place in
      var lost = 0
      place.selection.onLost = { lost += 1 }
      place.clear()
      #expect(lost == 0)
      place.selection.own("text")
      place.clear()
      place.clear()
      #expect(lost == 1 && !place.selection.isOwned)
    }
  }

  // MARK: Taking

  @Test("A program's own text needs no question")
  func ownText() throws {
    try withPlace { place in
      place.selection.own("own")
      var texts: [String?] = []
      place.selection.read { texts.append($0) }
      place.serve()
      #expect(texts == ["own"] && place.requests(24).isEmpty)
    }
  }

  @Test("Several readers wait for one answer")
  func severalReaders() throws {
    try withPlace { place in
      var texts: [String?] = []
      for _ in 0..<3 { place.selection.read { texts.append($0) } }
      place.serve()
      #expect(place.requests(24).count == 1 && texts.isEmpty)
      place.server.property = { _, _ in (place.atom("UTF8_STRING"), 0, Array("text".utf8)) }
      place.answer(place.atom("UTF8_STRING"), place.property)
      #expect(texts == ["text", "text", "text"])
    }
  }

  @Test("A program that does not know UTF-8 is asked for Latin-1")
  func latin() throws {
    try withPlace { place in
      var texts: [String?] = []
      place.selection.read { texts.append($0) }
      place.serve()
      place.answer(place.atom("UTF8_STRING"), 0)
      #expect(place.requests(24).map { $0.uint32(12) } == [place.atom("UTF8_STRING"), 31])
      place.server.property = { _, _ in (31, 0, [0x47, 0x72, 0xf6, 0xdf, 0x65]) }
      place.answer(31, place.property)
      #expect(texts == ["Größe"])
      // It has none in that form either.
      place.selection.read { texts.append($0) }
      place.serve()
      place.answer(place.atom("UTF8_STRING"), 0)
      place.answer(31, 0)
      #expect(texts == ["Größe", nil])
    }
  }

  @Test("A property that is longer than an answer is read piece by piece")
  func pieces() throws {
    try withPlace { place in
      let bytes = Array("abcdefghij".utf8)
      var offsets: [UInt32] = []
      place.server.property = { _, offset in
        offsets.append(offset)
        let piece = bytes.dropFirst(Int(offset) * 4).prefix(4)
        return (place.atom("UTF8_STRING"), UInt32(bytes.count - Int(offset) * 4 - piece.count), Array(piece))
      }
      var texts: [String?] = []
      place.selection.read { texts.append($0) }
      place.serve()
      place.answer(place.atom("UTF8_STRING"), place.property)
      place.serve()
      #expect(texts == ["abcdefghij"] && offsets == [0, 1, 2])
    }
  }

  @Test("A text without an end is given up")
  func endless() throws {
    try withPlace { place in
      place.selection.longest = 100
      place.server.property = { _, _ in
        (place.atom("UTF8_STRING"), 1_000, [UInt8](repeating: 0x61, count: 16))
      }
      var texts: [String?] = []
      place.selection.read { texts.append($0) }
      place.serve()
      place.answer(place.atom("UTF8_STRING"), place.property)
      for _ in 0..<4 { place.serve() }
      #expect(texts == [nil])
    }
  }

  @Test("An owner that continues to answer is awaited, and a silent one is not")
  func silence() throws {
    try withPlace(isTimed: true) { place in
      let loop = RunLoop.current
      try place.display.attach(to: loop)
      place.selection.timeout = .seconds(3)
      var texts: [String?] = []
      place.selection.read { texts.append($0) }
      place.serve()
      loop.run(for: .seconds(2))
      place.server.property = { _, _ in (place.atom("INCR"), 0, [9, 0, 0, 0]) }
      place.answer(place.atom("UTF8_STRING"), place.property)
      for part in ["one ", "two ", "end"] {
        loop.run(for: .seconds(2))
        place.server.property = { _, _ in (place.atom("UTF8_STRING"), 0, Array(part.utf8)) }
        place.change(place.window, place.property, isDeleted: false)
      }
      #expect(texts.isEmpty)
      place.server.property = { _, _ in (place.atom("UTF8_STRING"), 0, []) }
      place.change(place.window, place.property, isDeleted: false)
      #expect(texts == ["one two end"])
      place.selection.read { texts.append($0) }
      place.serve()
      loop.run(for: .milliseconds(2_900))
      #expect(texts.count == 1)
      loop.run(for: .milliseconds(200))
      #expect(texts == ["one two end", nil])
    }
  }

  @Test("Who waits when the server goes gets nothing, once")
  func ended() throws {
    try withPlace { place in
      var texts: [String?] = []
      var lost = 0
      place.selection.onLost = { lost += 1 }
      place.selection.read { texts.append($0) }
      place.serve()
      place.server.hangUp()
      place.display.serve()
      #expect(texts == [nil] && !place.display.isOpen && lost == 0)
      place.selection.read { texts.append($0) }
      #expect(texts == [nil, nil])
    }
  }
}
