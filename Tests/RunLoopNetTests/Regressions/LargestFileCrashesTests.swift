import LinuxSystem
import RunLoopCore
import TestHarness
import Testing

/// A sparse file of the largest size that a file system allows overflowed the number of bytes to read next: a file of another user
/// ended the program, although the read had a limit.
@Suite(.hangLimit) struct LargestFileCrashesTests {
  @Test func aFileOfTheLargestSizeIsTooLong() async throws {
    // In memory, where a file may have any size.
    let file = linux_sealed_memory("largest", 0, Int32(LINUX_SEAL_SEALS))
    try #require(file >= 0)
    defer { close(file) }
    try #require(ftruncate(file, .max) == 0)
    let path = "/proc/self/fd/\(file)"
    await #expect(throws: OffloadError.tooLong(path: path, limit: 1000)) {
      try await Offload.shared.run(.read(path, limit: 1000))
    }
  }
}
