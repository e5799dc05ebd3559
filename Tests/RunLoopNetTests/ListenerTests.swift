import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Taking connections, and making them.
@Suite(.hangLimit) struct ListenerTests {
  private static func echo(_ connection: Connection) {
    try? connection.start(.init(received: { $0.write($1) }))
  }

  /// Connects, says something, and gives back what comes until as much has come.
  private static func ask(_ address: Address, _ text: String) -> String {
    let notes = Notes()
    let loop = RunLoop.current
    Connection.connect(to: address) { result in
      switch result {
      case .success(let connection):
        _ = try? connection.start(
          .init(
            received: {
              notes.bytes += $1
              if notes.bytes.count == text.utf8.count { $0.close() }
            }, closed: { _, _ in loop.stop() }))
        connection.write(text)
      case .failure(let error):
        notes.bytes += Array("\(error)".utf8)
        loop.stop()
      }
    }
    loop.run(for: patience)
    return String(decoding: notes.bytes, as: UTF8.self)
  }

  /// In a process of its own: a child that another test starts keeps the closed socket until it becomes another program.
  @Test func echoOverTCP() async {
    await #expect(processExitsWith: .success) {
      for text in ["127.0.0.1:0", "localhost:0", "[::1]:0"] {
        try onFreshThread {
          let listener = try Listener(at: Address(text), accepted: Self.echo)
          #expect(listener.address.port != 0)
          #expect(Self.ask(listener.address, "hello") == "hello")
          listener.close()
          #expect(Self.ask(listener.address, "hello") == "\(NetError.refused)", "\(text)")
        }
      }
    }
  }

  @Test func echoOverAPathThatIsRemovedAfterwards() throws {
    try onFreshThread {
      var name = Array("/tmp/runloopnet-XXXXXX".utf8CString)
      try #require(mkdtemp(&name) != nil)
      let directory = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      defer { rmdir(directory) }
      let address = try Address.unix("\(directory)/socket")
      let listener = try Listener(at: address, accepted: Self.echo)
      #expect(Self.ask(address, "hello") == "hello")
      #expect(throws: NetError.addressInUse) { _ = try Listener(at: address, accepted: Self.echo) }
      listener.close()
      #expect(Self.ask(address, "hello") == "\(NetError.noSuchPath)")
    }
  }

  /// In a process of its own, whose descriptors are all known.
  @Test func aListenerThatCanNotHaveItsAddressKeepsNoDescriptor() async {
    await #expect(processExitsWith: .success) {
      @Sendable func descriptors() -> Int { (Int32(0)..<1024).count { fcntl($0, F_GETFD) >= 0 } }
      try onFreshThread {
        let listener = try Listener(at: Address("127.0.0.1:0"), accepted: Self.echo)
        let before = descriptors()
        for _ in 0..<20 {
          #expect(throws: NetError.addressInUse) {
            _ = try Listener(at: listener.address, accepted: Self.echo)
          }
          #expect(throws: NetError.noSuchPath) {
            _ = try Listener(at: .unix("/no/such/folder/x"), accepted: Self.echo)
          }
        }
        // Dispatch, on which the tests run, may open a few at any time.
        #expect(descriptors() - before < 4)
        listener.close()
      }
    }
  }

  @Test func addressesAreReadAndWritten() throws {
    for text in ["127.0.0.1:80", "[::1]:8080", "unix:/run/x", "[fe80::1:2]:1"] {
      #expect(try Address(text).description == text)
    }
    #expect(try Address("localhost:7") == .tcp("127.0.0.1", port: 7))
    let long = "unix:/" + String(repeating: "x", count: 107)
    for text in [
      "", "80", "example.org:80", "127.0.0.1", "127.0.0.1:70000", "1.2.3.4.5:1", "unix:", long,
      "127.0.0.1:+80", "127.0.0.1:-0", "127.0.0.1:", "[::12:80", "::1]:80",
    ] {
      #expect(throws: NetError.self, "\(text)") { _ = try Address(text) }
    }
  }

  @Test func connectionThatIsNotAnsweredTimesOut() throws {
    try onFreshThread {
      // Connections are not accepted, and the queue has room for one.
      let socket = try Socket.listening(.stream, at: .loopback(), backlog: 0)
      defer { socket.close() }
      let port = port(of: socket.number)
      let notes = Notes()
      let loop = RunLoop.current
      var kept: [Connection] = []
      for _ in 0..<4 {
        Connection.connect(to: try .tcp("127.0.0.1", port: port), timeout: .milliseconds(100)) { result in
          switch result {
          case .success(let connection): kept.append(connection)
          case .failure(let error): notes("\(error)")
          }
          notes.count += 1
          if notes.count == 4 { loop.stop() }
        }
      }
      #expect(notes.count == 0, "told later, not inside")
      let start = loop.now
      loop.run(for: patience)
      #expect(notes.count == 4 && start.duration(to: loop.now) < .seconds(5))
      #expect(
        !notes.lines.isEmpty && notes.lines.allSatisfy { $0 == "\(NetError.timedOut)" }, "\(notes.lines)")
      kept = []
    }
  }

  @Test func aLocalServerWhoseQueueIsFullRefuses() throws {
    try onFreshThread {
      let path = freshPath()
      let socket = try Socket.listening(.stream, at: .path(path), backlog: 0)
      defer {
        socket.close()
        unlink(path)
      }
      let notes = Notes()
      let loop = RunLoop.current
      var kept: [Connection] = []
      for _ in 0..<4 {
        Connection.connect(to: try .unix(path)) { result in
          switch result {
          case .success(let connection): kept.append(connection)
          case .failure(let error): notes("\(error)")
          }
          notes.count += 1
        }
      }
      #expect(loop.run(until: { notes.count == 4 }, timeout: patience))
      #expect(!notes.lines.isEmpty && Set(notes.lines) == ["\(NetError.refused)"])
      kept = []
    }
  }

  @Test func anAttemptThatIsCancelledWhenItHasConnectedGetsNoConnection() throws {
    try onFreshThread {
      let (loop, notes) = (RunLoop.current, Notes())
      let listener = try Listener(at: .unix(freshPath()), accepted: { _ in })
      // A local server answers at once.
      let attempt = Connection.connect(to: listener.address) { result in
        switch result {
        case .success: notes("connected")
        case .failure(let error): notes("\(error)")
        }
      }
      attempt.cancel()
      #expect(notes.lines.isEmpty, "told later, not inside")
      loop.run(for: .milliseconds(20))
      #expect(notes.lines == ["\(NetError.cancelled)"])
      attempt.cancel()
      listener.close()
    }
  }

  /// The kernel remembers the connections that it has ended: in a process of its own, without copies of the sockets in children.
  @Test func aServerThatIsStartedAgainHasItsPort() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        let loop = RunLoop.current
        let first = try Listener(at: .tcp("127.0.0.1", port: 0)) { connection in
          try? connection.start(.init(received: { connection, _ in connection.close() }))
        }
        let client = try PlainSocket.connected(toPort: first.address.port)
        client.send("x")
        loop.runUntil { client.hasInput }
        #expect(client.receive().isEmpty)
        client.close()
        first.close()
        let second = try Listener(at: first.address, accepted: Self.echo)
        #expect(Self.ask(second.address, "hello") == "hello")
        second.close()
      }
    }
  }

  @Test func withoutDescriptorsTheListenerRestsAndServesLater() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        let notes = Notes()
        let loop = RunLoop.current
        let listener = try Listener(
          at: .tcp("localhost", port: 0), failed: { notes("\($0)") }, accepted: Self.echo)
        // The loop has its own descriptors by now; so has this thread all clients.
        loop.run(for: .milliseconds(5))
        let clients = try (0..<3).map { _ in try PlainSocket.connected(toPort: listener.address.port) }
        var taken: [Int32] = []
        limitDescriptors(to: 64)
        while case let number = dup(0), number >= 0 { taken.append(number) }
        loop.runUntil { notes.lines.count >= 2 }
        let before = threadTime()
        let (rests, turns) = (notes.lines.count, loop.turns(in: .milliseconds(300)))
        #expect(threadTime() - before < 0.1, "no spin")
        // Each rest is a turn, and its end another one.
        #expect(turns < 30, "\(turns) turns in 300 ms")
        #expect(notes.lines.count - rests <= 10, "\(notes.lines.count - rests) rests in 300 ms")
        #expect(notes.lines.allSatisfy { $0 == "\(NetError.tooManyDescriptors)" })
        for number in taken { close(number) }
        for client in clients { client.send("hello") }
        loop.runUntil { clients.allSatisfy(\.hasInput) }
        for client in clients { #expect(client.receiveText(5) == "hello") }
        listener.close()
      }
    }
  }

  @Test func thousandsOfConnectionsLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        let listener = try Listener(at: .tcp("localhost", port: 0), accepted: Self.echo)
        func descriptors() -> Int {
          var count = 0
          for number in Int32(0)..<1024 where fcntl(number, F_GETFD) >= 0 { count += 1 }
          return count
        }
        #expect(Self.ask(listener.address, "first") == "first")
        RunLoop.current.run(for: .milliseconds(5))
        let before = descriptors()
        for number in 0..<1000 {
          let text = "number \(number)"
          #expect(Self.ask(listener.address, text) == text)
        }
        RunLoop.current.run(for: .milliseconds(5))
        // Dispatch, on which the tests run, may open a few at any time.
        #expect(descriptors() - before < 4)
        #expect(RunLoop.current.snapshot().modes[0].items.count == 1, "the listener alone")
        listener.close()
      }
    }
  }
}
