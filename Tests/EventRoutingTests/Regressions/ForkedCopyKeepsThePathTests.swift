import HIDEvents
import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// A router that had ended left its path locked while a process lived that was forked from it before: the next one was refused, since "a
/// router listens already".
@Suite(.hangLimit) struct ForkedCopyKeepsThePathTests {
  @Test func aNextRouterHasThePathWhileACopyOfTheLastOneLives() throws {
    let folder = try TemporaryFolder()
    let address = RouterAddress(path: folder.path + "/router")
    let first = try RouterSocket(at: address, isShared: false)
    // What a fork does to the lock's file: one more descriptor of the same opening.
    let copies = (3..<1_024).filter { Self.path(of: $0) == address.path + ".lock" }.map { dup($0) }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1)
    #expect(throws: RouterError.alreadyRunning(path: address.path)) {
      try RouterSocket(at: address, isShared: false)
    }
    first.close()
    let second = try RouterSocket(at: address, isShared: false)
    second.close()
  }

  private static func path(of descriptor: Int32) -> String? {
    var text = [UInt8](repeating: 0, count: 4_096)
    let count = text.withUnsafeMutableBytes {
      readlink("/proc/self/fd/\(descriptor)", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    return count > 0 ? String(decoding: text.prefix(count), as: UTF8.self) : nil
  }
}
