import LinuxSystem
import TestHarness
import Testing

@testable import RunLoopNet

/// What the system's error numbers mean for who connects, listens or sends.
@Suite(.hangLimit) struct ErrorTests {
  @Test(arguments: [
    (ECONNREFUSED, NetError.refused), (ECONNRESET, .reset), (ECONNABORTED, .reset), (EPROTO, .reset),
    (EPIPE, .brokenPipe), (ETIMEDOUT, .timedOut), (EADDRINUSE, .addressInUse), (EADDRNOTAVAIL, .unreachable),
    (ENETUNREACH, .unreachable), (EHOSTUNREACH, .unreachable), (ENETDOWN, .unreachable),
    (ENOENT, .noSuchPath),
    (ENOTDIR, .noSuchPath), (EACCES, .accessDenied), (EPERM, .accessDenied), (EMFILE, .tooManyDescriptors),
    (ENFILE, .tooManyDescriptors), (EINVAL, .unexpected(call: "send", code: EINVAL)),
  ])
  func numbersHaveNames(_ code: Int32, _ error: NetError) {
    #expect(SocketCall.error("send", code) == error)
  }

  @Test func addressesComeBackFromTheKernelAsTheyWereGiven() throws {
    for text in ["127.0.0.1:80", "[::1]:8080", "[fe80::1:2]:1", "unix:/run/x", "1.2.3.4:65535"] {
      let address = try Address(text)
      let read = address.socketAddress.withPointer { given, length in
        Address(UnsafeRawBufferPointer(start: given, count: Int(length)))
      }
      #expect(read == address, "\(text)")
    }
    #expect(Address(UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
    // A socket without a name, as the peer of a pair has.
    let nameless = Address(.path(""))
    #expect(nameless.description == "unix:" && nameless.port == 0)
    #expect(Address(.abstract("na\0me")).description == "unix:@na\\0me")
    let local: [UInt8] = [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
    #expect(Address(.six(local, scope: 2, port: 80)).description == "[fe80::1%2]:80")
  }
}
