import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import DBus

/// A conversation with a bus that the test plays.
@Suite(.hangLimit) struct ConnectionTests {
  private static let question = DBusMessage.call("a.b", "/x", "c.d", "Ask")

  /// What a connection's handlers were called with.
  private final class Notes {
    var answers: [String] = []
    var isDone: Bool { !answers.isEmpty }

    func note(_ result: Result<DBusMessage, DBusError>) {
      switch result {
      case .success(let message): answers.append("\(message.body.map { $0.string ?? "" })")
      case .failure(let error): answers.append("\(error)")
      }
    }
  }

  @Test func whatIsSentEarlyComesAfterTheGreeting() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let (bus, connection) = try FakeBus.connect()
      let notes = Notes()
      connection.call(Self.question) { notes.note($0) }
      let hello = try #require(bus.next(loop))
      #expect(bus.lines.first?.hasPrefix("\0AUTH EXTERNAL ") == true && bus.lines.last == "BEGIN\r\n")
      #expect(hello.member == "Hello" && hello.serial == 1)
      bus.send(hello.reply([.string(":1.42")]))
      let asked = try #require(bus.next(loop))
      #expect(asked.member == "Ask" && asked.serial == 2)
      bus.send(asked.reply([.string("yes")]))
      loop.runUntil { notes.isDone }
      #expect(connection.name == ":1.42" && notes.answers == ["[\"yes\"]"])
    }
  }

  @Test func answersGoToTheirQuestions() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let (bus, connection) = try FakeBus.greeted()
      let (first, second) = (Notes(), Notes())
      connection.call(Self.question) { first.note($0) }
      connection.call(Self.question) { second.note($0) }
      let questions = try [#require(bus.next(loop)), #require(bus.next(loop))]
      // The second answer first, one that was not asked for, and one twice.
      bus.send(questions[1].reply([.string("2")]))
      var stray = questions[0]
      stray.serial = 999
      bus.send(stray.reply([.string("?")]))
      bus.send(questions[1].reply([.string("2")]))
      bus.send(questions[0].failure(.unknownMethod("none")))
      loop.runUntil { first.isDone }
      #expect(second.answers == ["[\"2\"]"])
      #expect(first.answers == ["org.freedesktop.DBus.Error.UnknownMethod: none"])
      #expect(connection.isOpen)
    }
  }

  @Test func bytesMayComeOneByOneAndInAnyOrder() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let (bus, connection) = try FakeBus.greeted()
      var heard: [DBusMessage] = []
      connection.onSignal = { heard.append($0) }
      var signal = DBusMessage.signal("/x", "c.d", "Changed", [.string("a"), .double(1)])
      signal.serial = 77
      for byte in try signal.encoded(isSwapped: true) {
        #expect(heard.isEmpty)
        bus.send([byte])
        loop.settle()
      }
      #expect(heard == [signal])
    }
  }

  @Test func callsOfOthersAreAnswered() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let (bus, connection) = try FakeBus.greeted()
      bus.send(DBusMessage.call(":1.7", "/x", "c.d", "Ask"))
      #expect(bus.next(loop)?.errorName == "org.freedesktop.DBus.Error.UnknownObject")
      connection.onCall = { $0.reply([.string($0.member ?? "")]) }
      var silent = DBusMessage.call(":1.7", "/x", "c.d", "Tell")
      silent.flags = .noReply
      bus.send(silent)
      bus.send(DBusMessage.call(":1.7", "/x", "c.d", "Ask"))
      #expect(bus.next(loop)?.body == [.string("Ask")])
      // What can not be sent is an error for who waits.
      connection.onCall = { $0.reply([.path("no path")]) }
      bus.send(DBusMessage.call(":1.7", "/x", "c.d", "Ask"))
      #expect(bus.next(loop)?.errorName == "org.freedesktop.DBus.Error.Failed")
    }
  }

  @Test func aSocketThatIsFullIsWrittenLater() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let (bus, connection) = try FakeBus.greeted()
      let text = String(repeating: "x", count: 3 << 20)
      connection.send(.signal("/x", "c.d", "Long", [.string(text)]))
      connection.send(.signal("/x", "c.d", "Short"))
      // Nothing is read, and the loop sleeps meanwhile.
      loop.settle()
      #expect(loop.turns(in: .milliseconds(20)) < 5)
      #expect(bus.next(loop)?.body == [.string(text)])
      #expect(bus.next(loop)?.member == "Short")
      #expect(connection.isOpen)
      #expect(loop.turns(in: .milliseconds(20)) < 5)
    }
  }

  /// The second message came with the first one.
  @Test func nothingIsHeardBehindTheClose() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let (bus, connection) = try FakeBus.greeted()
      var heard: [String] = []
      connection.onSignal = {
        heard.append($0.member ?? "")
        connection.close()
      }
      var bytes: [UInt8] = []
      for (serial, name) in [(90, "First"), (91, "Second")] as [(UInt32, String)] {
        var signal = DBusMessage.signal("/x", "c.d", name)
        signal.serial = serial
        bytes += try signal.encoded()
      }
      bus.send(bytes)
      loop.settle()
      #expect(heard == ["First"] && !connection.isOpen)
    }
  }

  @Test func aBusThatDoesNotGreetGetsNotEverything() throws {
    try onFreshThread {
      let (bus, connection) = try FakeBus.connect()
      defer { bus.hangUp() }
      let text = String(repeating: "x", count: 9 << 20)
      for _ in 0..<2 { connection.send(.signal("/x", "c.d", "Long", [.string(text)])) }
      let notes = Notes()
      connection.call(Self.question) { notes.note($0) }
      #expect(notes.answers == ["\(DBusError.notRead)"])
    }
  }

  @Test func aBusThatDoesNotReadIsLeft() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let (bus, connection) = try FakeBus.greeted()
      defer { bus.hangUp() }
      var ends: [DBusError] = []
      connection.onEnd = { ends.append($0) }
      let text = String(repeating: "x", count: 8 << 20)
      for _ in 0..<6 { connection.send(.signal("/x", "c.d", "Long", [.string(text)])) }
      loop.settle()
      #expect(ends == [.notRead] && !connection.isOpen)
    }
  }

  @Test func theEndIsReportedToAllWaiters() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let (bus, connection) = try FakeBus.greeted()
      let notes = Notes()
      var ends: [DBusError] = []
      connection.onEnd = { ends.append($0) }
      connection.call(Self.question) { notes.note($0) }
      bus.hangUp()
      loop.runUntil { notes.isDone }
      #expect(notes.answers == ["\(DBusError.lost)"] && ends == [.lost])
      // Afterwards, too, and at once.
      connection.call(Self.question) { notes.note($0) }
      #expect(notes.answers.count == 2)
      let (otherBus, other) = try FakeBus.greeted()
      defer { otherBus.hangUp() }
      other.call(Self.question) { notes.note($0) }
      other.close()
      #expect(notes.answers.last == "\(DBusError.closed)")
    }
  }

  @Test func damageEndsTheConnection() throws {
    try onFreshThread {
      let loop = RunLoop.current
      for bytes: [UInt8] in [
        [UInt8](repeating: 0, count: 16), [108, 4, 0, 1] + [UInt8](repeating: 255, count: 12),
        [108, 4, 0, 2] + [UInt8](repeating: 0, count: 12),
      ] {
        let (bus, connection) = try FakeBus.greeted()
        bus.send(bytes)
        loop.runUntil { !connection.isOpen }
      }
    }
  }

  /// Changed bytes after the greeting: no crash, no hang, and a connection that goes on or has ended.
  @Test func changedBytesAreMessagesOrTheEnd() throws {
    try onFreshThread {
      let loop = RunLoop.current
      var fuzzer = InputFuzzer(try Corpus("dbus"), seed: 33)
      var tally = FuzzTally("changed conversations of D-Bus")
      for _ in 0..<(200 * Fuzz.factor) {
        let (bus, connection) = try FakeBus.greeted()
        var heard = 0
        connection.onCall = { message in
          heard += 1
          return message.reply(message.body)
        }
        connection.onSignal = { _ in heard += 1 }
        let notes = Notes()
        connection.call(Self.question) { notes.note($0) }
        bus.send(fuzzer.input(keeping: 1) + fuzzer.input(keeping: 4))
        bus.hangUp()
        loop.runUntil { !connection.isOpen }
        #expect(notes.answers.count == 1, "each question is answered once, also at the end")
        tally.count(true)
      }
      tally.expectMostStepsDidSomething()
    }
  }

  @Test func aQuestionWithoutAnAnswerEnds() throws {
    let clock = SimulatedClock()
    try onFreshThread(clock) {
      let loop = RunLoop.current
      let (bus, connection) = try FakeBus.greeted()
      defer { bus.hangUp() }
      let notes = Notes()
      connection.call(Self.question) { notes.note($0) }
      loop.run(for: .seconds(24))
      #expect(!notes.isDone)
      loop.run(for: .seconds(3))
      #expect(notes.answers == ["\(DBusError.timedOut)"] && connection.isOpen)
    }
  }

  @Test func aBusThatIsNotThereIsAnErrorAtOnce() {
    let loop = RunLoop.current
    #expect(throws: DBusError.self) { try DBusConnection("unix:path=/nowhere/bus", on: loop) }
    #expect(throws: DBusError.self) { try DBusConnection("tcp:host=localhost,port=1", on: loop) }
  }
}
