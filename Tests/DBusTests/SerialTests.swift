import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import DBus

/// The numbers of messages, which wrap after four thousand million.
@Suite(.hangLimit) struct SerialTests {
  /// A conversation whose last message had this serial.
  private final class Place {
    let bus: FakeBus
    let connection: DBusConnection
    var answers: [String] = []

    init(_ last: UInt32) throws {
      (bus, connection) = try FakeBus.greeted()
      connection.lastSerial = last
    }

    func call(_ name: String) {
      connection.call(.call("a.b", "/x", "c.d", name)) { [weak self] result in
        switch result {
        case .success(let message): self?.answers.append("\(name): \(message.body.first?.string ?? "")")
        case .failure(let error): self?.answers.append("\(name): \(error)")
        }
      }
    }

    func signal() { connection.send(.signal("/x", "c.d", "Changed")) }

    /// What the bus has got since the last call.
    func sent(_ count: Int) throws -> [DBusMessage] { try (0..<count).map { _ in try #require(bus.next()) } }

    func answer(_ message: DBusMessage, _ text: String) {
      bus.send(message.reply([.string(text)]))
      RunLoop.current.settle()
    }
  }

  @Test func serialsWrapToOne() throws {
    try onFreshThread {
      let place = try Place(.max - 2)
      for _ in 0..<4 { place.signal() }
      #expect(try place.sent(4).map(\.serial) == [.max - 1, .max, 1, 2])
    }
  }

  @Test func answersFindTheirCallsFromBeforeTheWrap() throws {
    try onFreshThread {
      let place = try Place(.max - 2)
      for name in ["A", "B", "C", "D"] { place.call(name) }
      let calls = try place.sent(4)
      #expect(calls.map(\.serial) == [.max - 1, .max, 1, 2])
      for index in [2, 0, 3, 1] { place.answer(calls[index], "\(index)") }
      #expect(place.answers == ["C: 2", "A: 0", "D: 3", "B: 1"])
      // A second answer to a call is dropped.
      place.answer(calls[0], "late")
      #expect(place.answers.count == 4 && place.connection.isOpen)
    }
  }

  @Test func aCallThatIsStillOpenKeepsItsSerial() throws {
    try onFreshThread {
      let place = try Place(.max)
      for name in ["A", "B"] { place.call(name) }
      let calls = try place.sent(2)
      #expect(calls.map(\.serial) == [1, 2])
      place.connection.lastSerial = .max - 1
      place.signal()
      place.call("C")
      place.signal()
      place.call("D")
      let others = try place.sent(4)
      #expect(others.map(\.serial) == [.max, 3, 4, 5])
      place.answer(calls[1], "b")
      place.answer(others[1], "c")
      #expect(place.answers == ["B: b", "C: c"])
      // What is free again is used again.
      place.connection.lastSerial = .max
      for _ in 0..<2 { place.signal() }
      #expect(try place.sent(2).map(\.serial) == [2, 3])
    }
  }

  @Test func theOldestCallEndsFirstAcrossTheWrap() throws {
    try onFreshThread {
      let place = try Place(.max - 2)
      for name in ["A", "B", "C", "D"] { place.call(name) }
      place.bus.hangUp()
      RunLoop.current.runUntil { !place.connection.isOpen }
      #expect(place.answers == ["A", "B", "C", "D"].map { "\($0): \(DBusError.lost)" })
    }
  }

  @Test func zeroIsNoSerial() throws {
    try onFreshThread {
      var signal = DBusMessage.signal("/x", "c.d", "Changed")
      signal.serial = 0
      var answer = DBusMessage(.reply)
      (answer.serial, answer.replySerial) = (7, 0)
      for message in [signal, answer] {
        let place = try Place(0)
        place.call("A")
        place.bus.send(exactly: message)
        RunLoop.current.runUntil { !place.connection.isOpen }
        guard case .malformed? = place.connection.end else {
          Issue.record("\(String(describing: place.connection.end))")
          continue
        }
        #expect(place.answers.count == 1)
      }
    }
  }
}
