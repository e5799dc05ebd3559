import TestHarness
import Testing

@testable import EventRouting

/// A server that claims to send more than it can have to say is no X server: nothing is kept for it.
@Suite(.hangLimit) struct LengthOfAReplyIsNotCheckedTests {
  /// What the header of a packet does to a connection that waits for a reply of at most `longest` bytes.
  private static func end(longest: Int? = 4096, _ packet: (FakeServer) -> [UInt8]) throws -> X11Error? {
    let server = FakeServer()
    var end: X11Error?
    try FakeServerTests.withWindow(server) { display, _, _ in
      var isAnswered = false
      if let longest {
        display.connection.ask(X11Request(43), "GetInputFocus", longest: longest) { _ in isAnswered = true }
      }
      server.send(packet(server))
      display.serve()
      #expect(display.connection.heldBytes < 1 << 20)
      end = display.end
      if longest != nil {
        #expect(isAnswered || end == nil, "a question that has no answer any more is told so")
      }
    }
    return end
  }

  @Test func aHeaderThatClaimsAGigabyteEndsTheConnection() throws {
    #expect(
      try Self.end { $0.reply(to: 1, units: 1 << 28, bytes: 32) }
        == .malformed("a reply of \(32 + (1 << 30)) bytes"))
    #expect(
      try Self.end { $0.reply(to: 1, units: .max, bytes: 32) }
        == .malformed("a reply of \(32 + Int(UInt32.max) * 4) bytes"))
  }

  @Test func theHeaderAloneIsEnough() throws {
    #expect(try Self.end { Array($0.reply(to: 1, units: 1 << 28, bytes: 32).prefix(8)) } != nil)
    #expect(try Self.end { Array($0.reply(to: 1, units: 0, bytes: 32).prefix(8)) } == nil)
  }

  @Test func aReplyMayBeAsLongAsWasAskedAndNoLonger() throws {
    #expect(try Self.end(longest: 32 + 400) { $0.reply(to: 1, units: 100, bytes: 432) } == nil)
    #expect(
      try Self.end(longest: 32 + 400) { $0.reply(to: 1, units: 101, bytes: 436) }
        == .malformed("a reply of 436 bytes"))
    #expect(try Self.end(longest: 8) { $0.reply(to: 1) } == nil, "32 bytes each reply has")
  }

  @Test func aReplyThatNothingWaitsForHasNoLength() throws {
    #expect(
      try Self.end(longest: nil) { $0.reply(to: 0, units: 1, bytes: 36) } == .malformed("a reply of 36 bytes")
    )
  }

  @Test func anEventThatClaimsAGigabyteEndsTheConnection() throws {
    func event(_ server: FakeServer, _ units: UInt32) -> [UInt8] {
      var event = server.event([35, 1])
      withUnsafeBytes(of: units) { event.replaceSubrange(4..<8, with: $0) }
      return event
    }
    #expect(
      try Self.end(longest: nil) { event($0, 1 << 28) } == .malformed("an event of \(32 + (1 << 30)) bytes"))
    #expect(
      try Self.end(longest: nil) { event($0, 100) + [UInt8](repeating: 0, count: 400) } == nil)
  }
}
