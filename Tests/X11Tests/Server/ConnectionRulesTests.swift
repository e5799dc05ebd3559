import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// Which answer is whose, and what the bytes in between are worth.
@Suite(.hangLimit) struct ConnectionRulesTests {
  /// Asks questions that a server answers by hand, and notes the answers.
  private final class Questions {
    let connection: X11Connection
    var lines: [String] = []
    init(_ display: X11Display) { connection = display.connection }

    func ask(_ name: String) {
      connection.ask(X11Request(43), name) { [self] in lines.append($0 == nil ? "\(name): none" : name) }
    }
  }

  private static func with(_ body: (FakeServer, X11Display, Questions) throws -> Void) throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, _, _ in try body(server, display, Questions(display)) }
  }

  @Test func anAnswerShowsThatEarlierRequestsHaveNone() throws {
    try Self.with { server, display, questions in
      for name in ["first", "second", "third"] { questions.ask(name) }
      server.send(server.reply(to: 2))
      display.serve()
      #expect(questions.lines == ["first: none", "second"])
      #expect(display.connection.unanswered == 1 && display.isOpen)
      server.send(server.reply(to: 3))
      display.serve()
      #expect(questions.lines.last == "third")
    }
  }

  @Test func anErrorAnswersItsQuestionAndIsNamedAfterIt() throws {
    try Self.with { server, display, questions in
      var told: [X11Problem] = []
      display.onProblem = { told.append($0) }
      questions.ask("first")
      display.connection.send(X11Request(127), "nothing")
      questions.ask("second")
      questions.ask("third")
      // For a request without an answer: those before it have none, those behind it wait.
      server.send(server.error(2, to: 2))
      display.serve()
      #expect(questions.lines == ["first: none"])
      server.send(server.error(8, to: 3) + server.reply(to: 4))
      display.serve()
      #expect(questions.lines == ["first: none", "second: none", "third"])
      #expect(told.map(\.label) == ["nothing", "second"] && told.map(\.code) == [2, 8])
      #expect(display.isOpen && display.connection.unanswered == 0)
    }
  }

  @Test func errorsOfTheProtocolHaveNamesAndOthersNumbers() throws {
    try Self.with { server, display, _ in
      for code in [1, 3, 17, 18, 255] as [UInt8] { server.send(server.error(code, to: 0)) }
      display.serve()
      let texts = display.problems.map { $0.description }
      let names = ["a bad request", "a bad window", "no implementation", "error 18", "error 255"]
      #expect(texts.count == 5)
      for (text, name) in zip(texts, names) { #expect(text.contains("reports \(name) for")) }
    }
  }

  @Test func theLast64ProblemsAreKept() throws {
    try Self.with { server, display, _ in
      for code in UInt8(1)...100 { server.send(server.error(code, to: 0)) }
      display.serve()
      #expect(display.problems.map(\.code) == Array(37...100))
      #expect(display.connection.problemCount == 100)
    }
  }

  @Test func anAnswerToWhatWasNotAskedEndsTheConnection() throws {
    for ahead: UInt16 in [2, 1000] {
      try Self.with { server, display, questions in
        questions.ask("only")
        server.send(server.reply(to: ahead))
        display.serve()
        #expect(display.end == .malformed("an answer to a request that was not sent"))
        #expect(questions.lines == ["only: none"])
        questions.ask("late")
        #expect(questions.lines == ["only: none", "late: none"])
      }
    }
    try Self.with { server, display, _ in
      display.connection.send(X11Request(127), "nothing")
      server.send(server.reply(to: 1))
      display.serve()
      #expect(display.end == .malformed("a reply without a request"))
    }
  }

  /// A keymap's event is the only one that has no number of a request.
  @Test func aKeymapIsNoAnswer() throws {
    try Self.with { server, display, questions in
      questions.ask("only")
      server.send([11] + [UInt8](repeating: 0xFF, count: 31))
      display.serve()
      #expect(display.isOpen && questions.lines.isEmpty)
      server.send(server.reply(to: 1))
      display.serve()
      #expect(questions.lines == ["only"])
    }
  }

  @Test func eventsAreReadWhereverALongStreamIsCut() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, told in
      let stream = (0..<6000).flatMap { server.input(window, 6, x: Int16($0)) }
      var rest = stream[...]
      // A piece of an event first, so that no read ends where an event does.
      for size in [31, 65_536, 65_536, 1000, .max] {
        server.send(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        display.serve()
      }
      let places = told.inputs.compactMap { event -> Double? in
        if case .pointer(let pointer) = event.payload { pointer.x } else { nil }
      }
      #expect(places.count == 6000 && places.elementsEqual((0..<6000).map(Double.init)))
      #expect(display.connection.heldBytes < 2 << 20)
    }
  }

  @Test func whatWaitedIsSentByTheLoopWhichSleepsThen() throws {
    try onFreshThread {
      let server = FakeServer()
      try FakeServerTests.withWindow(server) { display, window, _ in
        let loop = RunLoop.current
        try display.attach(to: loop)
        let pixels = [UInt32](repeating: 7, count: 300 * 200)
        for _ in 0..<8 {
          pixels.withUnsafeBufferPointer {
            window.put(
              $0.baseAddress!, stride: 300, parts: [PixelRect(x: 0, y: 0, width: 300, height: 200)])
          }
        }
        #expect(display.connection.unsentBytes > 0)
        loop.runUntil {
          server.answer()
          return window.picturesUnderWay == 0
        }
        #expect(window.picturesUnderWay == 0 && display.connection.unsentBytes == 0)
        let turns = loop.turns(in: .milliseconds(100))
        #expect(turns < 10, "no spin")
      }
    }
  }

  /// A sandbox may refuse it after the connection was made. What waits would never be sent.
  @Test func aConnectionThatMayNotWaitForRoomEnds() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let server = FakeServer()
      try FakeServerTests.withWindow(server) { display, window, _ in
        guard Sandbox.refuse([Int(SYS_epoll_ctl)], with: EPERM) else { return }
        let pixels = [UInt32](repeating: 7, count: 300 * 200)
        for _ in 0..<8 {
          pixels.withUnsafeBufferPointer {
            window.put(
              $0.baseAddress!, stride: 300, parts: [PixelRect(x: 0, y: 0, width: 300, height: 200)])
          }
        }
        precondition(
          display.end == .descriptor("the X connection can not be watched for room"),
          "\(String(describing: display.end))")
      }
    }
  }

  @Test func aPictureIsReadyWhenTheServerHasAllThatWerePut() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, _ in
      var ready = 0
      window.handler = { if case .ready = $0 { ready += 1 } }
      let pixel: [UInt32] = [1, 2, 3, 4]
      for _ in 0..<3 {
        pixel.withUnsafeBufferPointer {
          // The last two are none: beyond the picture, and empty.
          window.put(
            $0.baseAddress!, stride: 2,
            parts: [
              PixelRect(x: 0, y: 0, width: 2, height: 2), PixelRect(x: 1, y: 0, width: 2, height: 1),
              PixelRect(x: 0, y: 0, width: 0, height: 1),
            ])
        }
      }
      server.answer()
      #expect(!window.isReady && ready == 0)
      display.serve()
      #expect(window.isReady && ready == 1)
      #expect(server.requests.count { $0[0] == 72 } == 3)
    }
  }
}
