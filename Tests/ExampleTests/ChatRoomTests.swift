import LinuxSystem
import TestHarness
import Testing

/// What guests of the chat room get, and what not.
@Suite(.hangLimit) struct ChatRoomTests {
  private func guest(_ name: String, _ port: UInt16) throws -> Client {
    let guest = try Client(port: port)
    #expect(guest.line() == "Your name?")
    guest.send(name + "\n")
    return guest
  }

  @Test func guestsGetWhatOthersSayWithoutEmptyLinesAndControlCharacters() throws {
    let server = try ChildProgram(example: "ChatRoom", ["localhost:0"])
    let port = try server.port()
    let silent = try Client(port: port)
    #expect(silent.line() == "Your name?")
    let ann = try guest("Ann", port)
    #expect(ann.line() == "* Ann comes")
    let bob = try guest("\u{1B}[2JBob, whose name is longer", port)
    #expect(ann.line() == "* [2JBob, whose name i comes" && bob.line() == "* [2JBob, whose name i comes")
    // Control characters of two bytes, too.
    ann.send("\n\r\n\u{7}\u{1B}]0;ti\u{9B}2Jtle\u{7F} ü\r\nlast\n")
    #expect(bob.line() == "Ann: ]0;ti2Jtle ü" && bob.line() == "Ann: last")
    // Who has no name yet hears nothing.
    silent.send("\n")
    #expect(silent.line() == "* somebody comes")
    server.signal(SIGTERM)
    #expect(silent.line() == "* the room closes")
    #expect(server.lines().last == "closed")
  }

  /// Was wrong: a line that came whole could be as long as it liked.
  @Test func aLineOfMoreThanAThousandBytesIsNotPassedOnWholeOrInPieces() throws {
    let server = try ChildProgram(example: "ChatRoom", ["localhost:0"])
    let port = try server.port()
    let ann = try guest("Ann", port)
    #expect(ann.line() == "* Ann comes")
    for (name, end) in [("Bob", "\n"), ("Eve", "")] {
      let other = try guest(name, port)
      #expect(other.line() == "* \(name) comes" && ann.line() == "* \(name) comes")
      let longest = String(repeating: "x", count: 1000)
      other.send("\(longest)\nlast\n")
      #expect(ann.line() == "\(name): \(longest)" && ann.line() == "\(name): last")
      other.send("x\(longest)\(end)")
      #expect(other.line() == "* a line has at most 1000 bytes" && other.line() == nil)
      #expect(ann.line() == "* \(name) goes")
    }
    server.end(SIGKILL)
  }
}
