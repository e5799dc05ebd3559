import LinuxSystem
import TestHarness
import Testing

@testable import RunLoopCore

@Suite(.hangLimit) struct UnixAddressTests {
  private func length(_ path: String, isAbstract: Bool = false) -> Int? {
    UnixAddress.with(path, isAbstract: isAbstract) { Int($1) }
  }

  @Test func aPathEndsWithAZeroAndAnAbstractNameDoesNot() {
    #expect(length("/a") == 2 + 2 + 1)
    #expect(length("a", isAbstract: true) == 2 + 1 + 1)
    let bytes = UnixAddress.with("ab", isAbstract: true) { address, _ in
      UnsafeRawBufferPointer(start: address, count: 6).dropFirst(2).map(\.self)
    }
    #expect(bytes == [0, 97, 98, 0])
  }

  @Test func theLongestPathFitsAndALongerOneIsRefused() {
    let longest = String(repeating: "p", count: 107)
    #expect(length(longest) == 110)
    #expect(length(longest + "p") == nil)
    #expect(length(longest, isAbstract: true) == nil)
    #expect(length(String(longest.dropFirst()), isAbstract: true) == 2 + 107)
  }

  @Test func theOtherEndOfAPairIsThisProcess() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let peer = try #require(UnixAddress.peer(of: ends[0]))
    #expect(peer.process == getpid() && peer.user == geteuid())
    #expect(UnixAddress.peer(of: -1) == nil)
  }
}
