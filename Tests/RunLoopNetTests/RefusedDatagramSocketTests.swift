import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

/// Datagram sockets that can not be made.
@Suite(.hangLimit) struct RefusedDatagramSocketTests {
  /// In a process of its own, whose sockets are counted.
  @Test func aSocketWhoseAddressIsTakenIsClosed() async {
    await #expect(processExitsWith: .success) {
      @Sendable func openSockets() -> [Int32] {
        var info = stat()
        return (0..<256).filter { fstat($0, &info) == 0 && info.st_mode & S_IFMT == S_IFSOCK }
      }
      try onFreshThread {
        let first = try DatagramSocket(at: .tcp("127.0.0.1", port: 0))
        let address = try #require(first.address)
        let before = openSockets()
        for _ in 0..<3 {
          #expect(throws: NetError.addressInUse) { try DatagramSocket(at: address) }
        }
        #expect(openSockets() == before && !before.isEmpty)
        first.close()
      }
    }
  }
}
