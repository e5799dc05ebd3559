import LinuxSystem
import TestHarness
import Testing

/// A peer that sends and does not read: it is slowed down, and gets all of it in the end.
@Suite(.hangLimit) struct SlowEchoTests {
  @Test func aPeerThatDoesNotReadIsSlowedDownAndGetsTheRestWhenItDoes() throws {
    let server = try ChildProgram(example: "EchoServer", ["localhost:0"])
    let client = try Client(port: try server.port())
    // Much more than the buffers of both sockets hold.
    let most = 64 << 20
    let sent = client.sendAll(upTo: most)
    #expect(sent > 100_000 && sent < most, "\(sent) bytes were taken")
    var received = 0
    while received < sent {
      let count = client.receive(min(1 << 16, sent - received)).utf8.count
      if count == 0 { break }
      received += count
    }
    #expect(received == sent)
    client.send("and on")
    #expect(client.receive(6) == "and on")
    server.end(SIGKILL)
  }
}
