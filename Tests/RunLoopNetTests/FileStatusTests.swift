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

  @Test func aStatusNamesTheFileAndItsOwners() async throws {
    let path = freshPath()
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try #require(write(file, "abc", 3) == 3)
    close(file)
    defer { unlink(path) }
    try #require(link(path, path + "-too") == 0)
    defer { unlink(path + "-too") }
    // A user and a group that differ, where that is permitted.
    let isOthers = chown(path, 1, 2) == 0
    var known = stat()
    try #require(stat(path, &known) == 0)
    let status = try await Offload.shared.run(.status(of: path))
    #expect(status.kind == .regular && status.size == 3 && status.links == 2)
    #expect(status.owner == known.st_uid && status.group == known.st_gid)
    if isOthers { #expect(status.owner == 1 && status.group == 2) }
    #expect(status.device == UInt64(known.st_dev) && status.inode == UInt64(known.st_ino))
  }
}
