import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A handler that ran the loop while it looked at datagrams lost them: those that arrived in the inner run were received into the same
/// memory, and the handler saw them in place of its own.
@Suite(.hangLimit) struct NestedRunLosesDatagramsTests {
  @Test func theDatagramsOfACallStayWhenItRunsTheLoop() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let address = try Address.tcp("127.0.0.1", port: 0)
      let (server, client) = (try DatagramSocket(at: address), try DatagramSocket(at: address))
      let there = try #require(server.address)
      let notes = Notes()
      try server.start(
        .init(received: { _, datagrams in
          for datagram in datagrams {
            let number = datagram.bytes[0]
            notes.bytes.append(number)
            // In the middle of the first batch, and once more in that of an inner run.
            guard number == 1 || number == 11 else { continue }
            for more in number + 9..<number + 13 { _ = try? client.send([more], to: there) }
            let seen = notes.bytes.count
            #expect(loop.run(mode: .default, until: { notes.bytes.count >= seen + 4 }, timeout: patience))
          }
        }))
      try client.start(.init(received: { _, _ in }))
      for number in 0..<4 { try client.send([UInt8(number)], to: there) }
      #expect(loop.run(mode: .default, until: { notes.bytes.count >= 12 }, timeout: patience))
      #expect(notes.bytes == [0, 1, 10, 11, 20, 21, 22, 23, 12, 13, 2, 3])
      for socket in [server, client] { socket.close() }
    }
  }
}
