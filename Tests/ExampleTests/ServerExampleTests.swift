import LinuxSystem
import TestHarness
import Testing

/// The servers among the examples, as processes.
@Suite(.hangLimit) struct ServerExampleTests {
  @Test func echoServerSendsBackAllUntilTheEnd() throws {
    let server = try ChildProgram(example: "EchoServer", ["localhost:0"])
    let port = try server.port()
    let client = try Client(port: port)
    client.send("hello")
    #expect(client.receive(5) == "hello")
    let text = String(repeating: "much more ", count: 20_000)
    let other = try Client(port: port)
    // More than all buffers: who sends must read, too.
    var begin = text.startIndex
    var received = ""
    while begin < text.endIndex {
      let end = text.index(begin, offsetBy: 10_000, limitedBy: text.endIndex) ?? text.endIndex
      other.send(String(text[begin..<end]))
      received += other.receive(10_000)
      begin = end
    }
    other.send("last")
    other.finishWriting()
    received += other.receive()
    #expect(received == text + "last")
    server.end(SIGKILL)
  }

  static let answer =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world\n"

  @Test func helloServerKeepsConnectionsAndAnswersPipelinedRequests() throws {
    let server = try ChildProgram(example: "HelloServer", ["localhost:0"])
    let client = try Client(port: server.port())
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(client.receive(Self.answer.utf8.count) == Self.answer)
    // In pieces, with a body that is passed over, and three at once.
    for piece in [
      "POST /a HT", "TP/1.1\r\nHost: x\r\nContent-Le", "ngth: 5\r\n\r", "\nab",
      "cdeGET / HTTP/1.1\r\nHost: x\r\n\r\n",
    ] {
      client.send(piece)
      usleep(2000)
    }
    let host = "HTTP/1.1\r\nHost: x\r\n"
    client.send("GET /1 \(host)\r\nGET /2 \(host)\r\nGET /3 \(host)Connection: close\r\n\r\n")
    let all = client.receive()
    #expect(all.components(of: "Hello, world") == 5)
    #expect(all.hasSuffix("Connection: close\r\n\r\nHello, world\n"))
    server.end(SIGKILL)
  }

  @Test func helloServerAnswersHeadAloneAndOldClientsOnce() throws {
    let server = try ChildProgram(example: "HelloServer", ["localhost:0"])
    let port = try server.port()
    let client = try Client(port: port)
    client.send(
      "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: \r\n\r\nHEAD / HTTP/1.0\r\n\r\nGET / HTTP/1.1\r\n\r\n")
    let all = client.receive()
    #expect(all.components(of: "HTTP/1.1 200 OK") == 2)
    #expect(all.components(of: "Hello, world") == 0)
    #expect(all.hasSuffix("Content-Length: 13\r\nConnection: close\r\n\r\n"))
    let old = try Client(port: port)
    old.send("GET / HTTP/1.0\r\nconnection:\tKEEP-ALIVE \r\n\r\n")
    #expect(old.receive(Self.answer.utf8.count) == Self.answer)
    server.end(SIGKILL)
  }

  @Test(arguments: [
    ("rubbish\r\n\r\n", "400"), ("GET / HTTP/2.0\r\n\r\n", "400"),
    ("GET HTTP/1.1\r\n\r\n", "400"), ("GET  HTTP/1.1\r\n\r\n", "400"), ("\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nContent-Length: \r\n\r\n", "400"), ("GET / HTTP/1.1\r\n: x\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nno colon\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", "413"),
    ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "501"),
    ("GET / HTTP/1.1\r\nLong: " + String(repeating: "x", count: 20_000), "431"),
  ])
  func helloServerRefusesWhatIsNoRequest(_ text: String, _ status: String) throws {
    let server = try ChildProgram(example: "HelloServer", ["localhost:0"])
    let client = try Client(port: server.port())
    client.send(text)
    #expect(client.receive().hasPrefix("HTTP/1.1 \(status) "))
    server.end(SIGKILL)
  }

  @Test func chatRoomSendsToAllAndClosesInOrder() throws {
    let server = try ChildProgram(example: "ChatRoom", ["localhost:0"])
    let port = try server.port()
    let ann = try Client(port: port)
    #expect(ann.line() == "Your name?")
    ann.send("Ann\n")
    #expect(ann.line() == "* Ann comes")
    do {
      let bob = try Client(port: port)
      #expect(bob.line() == "Your name?")
      bob.send("Bob\n")
      #expect(bob.line() == "* Bob comes")
      #expect(ann.line() == "* Bob comes")
      bob.send("good ")
      bob.send("morning\nAnn\n")
      #expect(ann.line() == "Bob: good morning")
      #expect(ann.line() == "Bob: Ann")
      ann.send("hello\n")
      #expect(bob.line() == "Ann: hello")
    }
    #expect(ann.line() == "* Bob goes")
    server.signal(SIGTERM)
    #expect(ann.line() == "* the room closes")
    #expect(ann.line() == nil)
    #expect(server.lines().last == "closed")
    #expect(server.wait() == 0)
  }
}

extension String {
  /// How many times the text is in it.
  fileprivate func components(of text: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
