import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A child got its descriptors one after the other: one whose number was given to another before its turn was lost, so that two that
/// change places were the same file. A number that can not be one was ignored.
@Suite(.hangLimit) struct SwappedDescriptorsTests {
  typealias Child = RunLoop.ChildSource

  private static func pipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(linux_pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private static func text(of reader: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { read(reader, $0.baseAddress, 64) }
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  @Test func descriptorsMayChangePlaces() throws {
    let (first, second, third) = (try Self.pipe(), try Self.pipe(), try Self.pipe())
    let all = [first, second, third]
    defer { for pipe in all { for end in [pipe.reader, pipe.writer] { close(end) } } }
    let places = all.map(\.writer)
    let script = zip(places, "abc").map { "echo \($1) >/proc/self/fd/\($0)" }.joined(separator: ";")
    try onFreshThread {
      let loop = RunLoop.current
      let child = try Child(
        spawning: ["sh", "-c", script],
        descriptors: [places[0]: places[1], places[1]: places[2], places[2]: places[0]]
      ) { #expect($0.isSuccess) }
      try loop.add(child)
      #expect(loop.run(for: patience) == .finished)
    }
    #expect(all.map { Self.text(of: $0.reader) } == ["c\n", "a\n", "b\n"])
  }

  @Test func whatCanNotBeGivenIsRefused() {
    for descriptors in [[1: -1], [-1: 1], [.max: 1]] as [[Int32: Int32]] {
      #expect(throws: RunLoop.PortError.notStarted(program: "true", code: EBADF)) {
        _ = try Child(spawning: ["true"], descriptors: descriptors) { _ in }
      }
    }
  }

  @Test func textsWithANULAreRefused() throws {
    for (arguments, environment) in [
      (["true", "a\0b"], ["a=b"]), (["true\0"], ["a=b"]), (["true"], ["a=\0b"]),
    ] {
      #expect(throws: RunLoop.PortError.notStarted(program: arguments[0], code: EINVAL)) {
        _ = try Child(spawning: arguments, environment: environment) { _ in }
      }
    }
    let watch = try RunLoop.FileWatchSource { _ in .rearm }
    #expect(throws: RunLoop.PortError.noSuchFile(path: "/\0etc")) { try watch.watch("/\0etc") }
  }
}
