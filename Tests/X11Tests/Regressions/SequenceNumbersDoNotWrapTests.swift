import TestHarness
import Testing

@testable import EventRouting

/// Answers carry 16 bits of a request's number; which request they answer stays known all the same.
@Suite(.hangLimit) struct SequenceNumbersDoNotWrapTests {
  /// Sends requests that have no answer; the server reads them.
  private static func send(_ count: Int, _ server: FakeServer, _ connection: X11Connection, reads: Bool) {
    for number in 1...count {
      connection.send(X11Request(127), "NoOperation \(number)")
      if number % 4096 == 0 {
        connection.flush()
        server.answer()
        if reads { connection.read() }
      }
    }
    while connection.unsentBytes > 0 { connection.flush(); server.answer() }
    server.answer()
  }

  @Test(arguments: [true, false])
  func anAnswerBehind70000RequestsIsTheLastOnes(readsInBetween: Bool) throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, window, _ in
      let connection = display.connection
      for round in 1...2 {
        Self.send(70_000, server, connection, reads: readsInBetween)
        var answers = 0
        connection.ask(X11Request(43), "GetInputFocus") { if $0 != nil { answers += 1 } }
        connection.flush()
        server.answer()
        connection.read()
        #expect(answers == 1, "round \(round)")
        #expect(display.isOpen, "\(String(describing: display.end))")
        #expect(connection.unanswered == 0)
      }
      // An error is named after its request.
      Self.send(3, server, connection, reads: true)
      server.send(server.error(3, to: .max))
      connection.read()
      #expect(connection.problems.last?.label == "NoOperation 2")
    }
  }

  @Test func questionsBeyond65536AreAnsweredInOrder() throws {
    let server = FakeServer()
    try FakeServerTests.withWindow(server) { display, _, _ in
      var answers: [Int] = []
      for number in 0..<70_000 {
        display.connection.ask(X11Request(43), "GetInputFocus") { if $0 != nil { answers.append(number) } }
        // Few at a time: server and client share a thread, and their socket must have room.
        if number % 100 == 99 {
          display.connection.flush()
          server.answer()
          display.connection.read()
        }
      }
      #expect(answers.count == 70_000 && answers.last == 69_999)
      #expect(answers == answers.sorted())
      #expect(display.isOpen, "\(String(describing: display.end))")
    }
  }
}
