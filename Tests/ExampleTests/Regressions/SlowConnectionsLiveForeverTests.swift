import LinuxSystem
import TestHarness
import Testing

/// Connections that sent a request byte by byte, sent nothing, or did not read stayed as long as they liked.
@Suite(.hangLimit) struct SlowConnectionsLiveForeverTests {
  private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test func aRequestThatDoesNotComeToItsEndIsAnsweredWithATimeOut() throws {
    let server = try ChildProgram(example: "HelloServer", ["localhost:0", "1"])
    let port = try server.port()
    let slow = try Client(port: port)
    let body = try Client(port: port)
    body.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n")
    // One that goes on sending has no more time than one that stops.
    slow.send("GET / HTTP/1.1\r\nX: ")
    var hasEnded = false
    for _ in 0..<300 where !hasEnded {
      slow.send("x")
      usleep(100_000)
      hasEnded = slow.hasInput
    }
    #expect(slow.receive().hasPrefix("HTTP/1.1 408 "))
    #expect(body.receive().hasPrefix("HTTP/1.1 408 "))
    server.end(SIGKILL)
  }

  @Test func aConnectionThatSaysNothingIsClosed() throws {
    let server = try ChildProgram(example: "HelloServer", ["localhost:0", "1"])
    let port = try server.port()
    let silent = try Client(port: port)
    let idle = try Client(port: port)
    idle.send(Self.request)
    #expect(silent.receive() == "")
    #expect(idle.receive().hasSuffix("Hello, world\n"))
    server.end(SIGKILL)
  }

  @Test func aConnectionThatDoesNotReadIsBrokenOff() throws {
    let server = try ChildProgram(example: "HelloServer", ["localhost:0", "1"])
    let client = try Client(port: server.port())
    // More answers than all buffers hold; sending fails when the server has broken the connection off.
    let many = String(repeating: Self.request, count: 2000)
    var isOpen = true
    for _ in 0..<600 where isOpen {
      isOpen = client.sendNow(many)
      usleep(50_000)
    }
    #expect(!isOpen)
    server.end(SIGKILL)
  }

  @Test func aConnectionThatAsksNowAndThenStays() throws {
    let server = try ChildProgram(example: "HelloServer", ["localhost:0", "3"])
    let client = try Client(port: server.port())
    for _ in 0..<8 {
      client.send(Self.request)
      #expect(client.receive(ServerExampleTests.answer.utf8.count) == ServerExampleTests.answer)
      usleep(500_000)
    }
    server.end(SIGKILL)
  }
}
