import LinuxSystem
import TestHarness
import Testing

@Suite(.hangLimit) struct SocketTests {
  /// A name outside the file system that no other test has.
  private func freshName() -> SocketAddress {
    .abstract("mainspring-test-\(UInt64.random(in: 0...UInt64.max))")
  }

  private func descriptorFlags(_ socket: Socket) -> (closesAtExec: Bool, blocks: Bool) {
    (fcntl(socket.number, F_GETFD) & FD_CLOEXEC != 0, fcntl(socket.number, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test(arguments: [false, true])
  func everySocketClosesAtAnExecAndBlocksOnlyIfAsked(_ isBlocking: Bool) throws {
    let name = freshName()
    let listener = try Socket.listening(.stream, at: name, backlog: 4, isBlocking: isBlocking)
    let client = try Socket.connected(.stream, to: name, isBlocking: isBlocking)
    let accepted = try listener.accept(isBlocking: isBlocking)
    let pair = try Socket.pair(.packets, isBlocking: isBlocking)
    for socket in [listener, client, accepted, pair.0, pair.1] {
      #expect(descriptorFlags(socket) == (true, isBlocking))
      socket.close()
    }
  }

  @Test func aListenerOfThisMachineHasThePortThatTheKernelChose() throws {
    let listener = try Socket.listening(.stream, at: .loopback(), backlog: 4)
    defer { listener.close() }
    let address = try #require(listener.address)
    #expect(address.port != 0 && address == .loopback(port: address.port))
    let client = try Socket.connected(.stream, to: address, isBlocking: true)
    defer { client.close() }
    let accepted = try listener.accept()
    defer { accepted.close() }
    #expect(client.peerAddress == address && accepted.peerAddress == client.address)
    #expect(client.isTCP && client.isStream)
    #expect(client.set(.noDelay, to: 1) && client.value(of: .noDelay) != 0)
  }

  /// In a process of its own, whose sockets are counted.
  @Test func socketsThatFailAreClosedAndTellWhy() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let name = SocketAddress.abstract("mainspring-test-\(getpid())")
      let listener = try Socket.listening(.packets, at: name, backlog: 1)
      let before = openSockets()
      #expect(throws: Errno(EADDRINUSE)) { try Socket.listening(.packets, at: name, backlog: 1) }
      #expect(throws: Errno(ECONNREFUSED)) {
        try Socket.connected(.stream, to: .abstract("mainspring-none-\(getpid())"))
      }
      let long = SocketAddress.path(String(repeating: "p", count: 109))
      #expect(throws: Errno(ENAMETOOLONG)) { try Socket.listening(.stream, at: long, backlog: 1) }
      #expect(throws: Errno(ENAMETOOLONG)) { try Socket.connected(.stream, to: long) }
      #expect(throws: Errno(EAGAIN)) { try listener.accept() }
      #expect(openSockets() == before && before.contains(listener.number))
      listener.close()
    }
  }

  @Test func aFullQueueOfConnectionsIsAnError() throws {
    let name = freshName()
    let listener = try Socket.listening(.stream, at: name, backlog: 0)
    defer { listener.close() }
    let first = try Socket.connected(.stream, to: name)
    defer { first.close() }
    #expect(throws: Errno(EAGAIN)) { try Socket.connected(.stream, to: name) }
  }

  @Test func sendingToAClosedPeerIsAnErrorAndNoSignal() throws {
    let (near, far) = try Socket.pair(.stream)
    defer { near.close() }
    far.close()
    #expect(near.send([1]) == -1 && Errno.last == EPIPE)
  }

  @Test func aMessagesWholeLengthIsReadWithoutTakingIt() throws {
    let (near, far) = try Socket.pair(.packets)
    defer { for socket in [near, far] { socket.close() } }
    #expect(near.send([1, 2, 3]) == 3)
    var buffer: [UInt8] = [0]
    #expect(far.receive(into: &buffer, [.wholeLength, .peek]) == 3)
    #expect(far.receive(into: &buffer) == 1 && buffer == [1])
    #expect(far.receive(into: &buffer) == -1 && Errno.last.wouldBlock)
    near.hangUp()
    #expect(far.receive(into: &buffer) == 0)
  }

  @Test func descriptorsGoWithBytes() throws {
    let (near, far) = try Socket.pair(.packets)
    let (sent, other) = try Socket.pair(.stream)
    defer { for socket in [near, far, sent, other] { socket.close() } }
    let bytes: [UInt8] = [1, 2]
    #expect(bytes.withUnsafeBytes { near.send($0, with: [sent.number]) } == 2)
    var descriptors: [Int32] = [-7]
    var buffer = [UInt8](repeating: 0, count: 64)
    let received = buffer.withUnsafeMutableBytes { far.receive(into: $0, descriptors: &descriptors) }
    #expect(received == (2, false) && descriptors.count == 2 && descriptors[0] == -7)
    let copy = Socket(try #require(descriptors.last))
    defer { copy.close() }
    #expect(copy.send([9]) == 1 && other.receive(into: &buffer) == 1 && buffer[0] == 9)
  }

  @Test func theOtherEndOfAPairIsThisProcess() throws {
    let (near, far) = try Socket.pair(.stream)
    defer { for socket in [near, far] { socket.close() } }
    let peer = try #require(near.peer)
    #expect(peer.process == getpid() && peer.user == geteuid())
    #expect(Socket(-1).peer == nil && Socket(-1).address == nil)
  }
}

/// The descriptors of this process that are sockets.
private func openSockets() -> Set<Int32> {
  var info = stat()
  return Set((0..<1024).filter { fstat($0, &info) == 0 && info.st_mode & S_IFMT == S_IFSOCK })
}
