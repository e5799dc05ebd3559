import RunLoopNet
import TestHarness
import Testing

/// A numeric address was read up to a NUL only: `127.0.0.1` with a NUL and the name of another host behind it was connected to.
@Suite(.hangLimit) struct NULEndsTheHostTests {
  @Test(arguments: ["127.0.0.1\0.example.org", "::1\0", "\0"]) func aHostWithANULIsRefused(_ host: String)
    async
  {
    #expect(throws: NetError.badAddress("\(host):80")) { try Address.tcp(host, port: 80) }
    do throws(NetError) {
      let addresses = try await Resolver.addresses(of: host, port: 80)
      Issue.record("\(addresses)")
    } catch {
      #expect(error == .unknownName(host))
    }
  }

  @Test(arguments: ["+80", "-0", "", " 80", "8\0"]) func aPortIsDigits(_ port: String) {
    #expect(throws: NetError.badAddress("127.0.0.1:\(port)")) { try Address("127.0.0.1:\(port)") }
  }
}
