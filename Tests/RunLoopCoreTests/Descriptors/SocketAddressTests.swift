import LinuxSystem
import TestHarness
import Testing

@Suite(.hangLimit) struct SocketAddressTests {
  private func bytes(_ address: SocketAddress) -> [UInt8] {
    address.withPointer { Array(UnsafeRawBufferPointer(start: $0, count: Int($1))) }
  }

  private func read(_ bytes: [UInt8]) -> SocketAddress? { bytes.withUnsafeBytes { SocketAddress($0) } }

  @Test func aPathEndsWithAZeroAndAnAbstractNameDoesNot() {
    #expect(bytes(.path("/a")).dropFirst(2) == [47, 97, 0])
    #expect(bytes(.abstract("ab")).dropFirst(2) == [0, 97, 98])
  }

  @Test func theLongestPathFitsAndALongerOneDoesNot() {
    let longest = String(repeating: "p", count: SocketAddress.longestPath)
    #expect(longest.count == 107 && SocketAddress.path(longest).fits && bytes(.path(longest)).last == 0)
    // It fills the field, without a zero at its end.
    for address in [SocketAddress.path(longest + "p"), .abstract(longest)] {
      #expect(address.fits && bytes(address).count == 110 && bytes(address).last == UInt8(ascii: "p"))
      #expect(read(bytes(address)) == address)
    }
    #expect(!SocketAddress.path(longest + "pp").fits && !SocketAddress.abstract(longest + "p").fits)
  }

  /// The memory for it has 128 bytes, and the kernel refuses more than 110.
  @Test func aPathThatDoesNotFitStaysInItsMemory() {
    #expect(bytes(.path(String(repeating: "p", count: 1000))).count == 128)
  }

  @Test func addressesAreReadAsTheyWereWritten() {
    let addresses: [SocketAddress] = [
      .loopback(port: 80), .six(Array(1...16), scope: 7, port: 65_535), .path("/run/x"), .path(""),
      .abstract("name"), .local([47, 0xFF, 0xFE]),
    ]
    for address in addresses { #expect(read(bytes(address)) == address) }
    #expect(SocketAddress.loopback(port: 80) == .four(UInt32(0x7F00_0001).bigEndian, port: 80))
  }

  @Test func anAddressIsTextAsAUserWritesIt() {
    #expect(SocketAddress.loopback(port: 80).text == "127.0.0.1:80")
    let six: [UInt8] = [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
    #expect(SocketAddress.six(six, scope: 0, port: 443).text == "[fe80::1]:443")
    #expect(SocketAddress.six(six, scope: 2, port: 443).text == "[fe80::1%2]:443")
    #expect(SocketAddress.six([1], scope: 0, port: 443).text == "[?]:443")
    #expect(SocketAddress.path("/run/x").text == "/run/x" && SocketAddress.path("").text == "")
    // The name is whole: each zero in it is one of its bytes.
    #expect(SocketAddress.abstract("name").text == "@name" && SocketAddress.abstract("").text == "@")
    #expect(SocketAddress.abstract("\0a\0\0b\0").text == "@\\0a\\0\\0b\\0")
  }

  @Test func partsOfAddressesAndOtherFamiliesAreNotRead() {
    for address in [SocketAddress.loopback(port: 80), .six(Array(1...16), scope: 0, port: 1)] {
      #expect(read(bytes(address).dropLast()) == nil)
    }
    #expect(read([]) == nil && read([1]) == nil && read([UInt8](repeating: 16, count: 32)) == nil)
    // A local socket without a name.
    #expect(read([UInt8(AF_UNIX), 0]) == .path(""))
  }
}
