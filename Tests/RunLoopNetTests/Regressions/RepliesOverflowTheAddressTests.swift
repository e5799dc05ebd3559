import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopNet

/// The address of a sender was kept as a text. A path that is no UTF-8 was longer in it than the structure that a reply needs, so
/// that a stranger's datagram crashed the program or overwrote its stack; abstract names and the longest paths got no reply.
@Suite(.hangLimit) struct RepliesOverflowTheAddressTests {
  @Test(arguments: SenderName.allCases) func eachSenderGetsItsReply(_ name: SenderName) throws {
    try onFreshThread {
      let path = freshPath()
      let server = try DatagramSocket(at: .unix(path))
      var senders: [String?] = []
      try server.start(
        .init(received: { socket, datagrams in
          for datagram in datagrams {
            senders.append(datagram.sender?.description)
            _ = try? socket.send(datagram.bytes, to: datagram.sender)
          }
        }))
      let bytes = name.bytes
      let client = try Socket(AF_UNIX, .datagrams, isBlocking: true)
      try client.bind(to: .local(bytes))
      defer {
        client.close()
        _ = SocketAddress.local(bytes).withPath { unlink($0) }
      }
      #expect(client.send(Array("hello".utf8), to: .path(path)) == 5)
      RunLoop.current.runUntil { Self.hasInput(client.number) }
      #expect(Self.hasInput(client.number))
      #expect(senders.count == 1)
      if name == .abstract { #expect(senders[0]?.hasPrefix("unix:@mainspring") == true) }
      server.close()
    }
  }

  /// How a peer may be named.
  enum SenderName: CaseIterable {
    case abstract, noText, longest

    var bytes: [UInt8] {
      let path = Array(freshPath().utf8)
      return switch self {
      case .abstract: [0] + Array("mainspring-\(UInt64.random(in: 0...UInt64.max))".utf8)
      case .noText: path + [UInt8](repeating: 0xFF, count: 107 - path.count)
      case .longest: path + [UInt8](repeating: 0x61, count: 108 - path.count)
      }
    }
  }

  private static func hasInput(_ number: Int32) -> Bool {
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }
}
