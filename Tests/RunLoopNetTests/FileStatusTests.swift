import LinuxSystem
import RunLoopCore
import TestHarness
import Testing

/// A file's status, bit by bit.
@Suite(.hangLimit) struct FileStatusTests {
  @Test func aStatusHasAllBitsOfTheModeAndTheTimeToTheNanosecond() async throws {
    let path = freshPath()
    try #require(mkdir(path, 0o700) == 0)
    defer { rmdir(path) }
    try #require(chmod(path, 0o1750) == 0)
    let time = timespec(tv_sec: 1_500_000_000, tv_nsec: 250_000_100)
    try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    let status = try await Offload.shared.run(.status(of: path))
    #expect(status.kind == .directory && status.permissions == 0o1750)
    #expect(status.modified == .seconds(1_500_000_000) + .nanoseconds(250_000_100))
  }
}
