import LinuxSystem
import StallMonitoring
import TestHarness
import Testing

/// A collected file of empty lines took more than thirty times its size in memory: all lines were listed before the first was read.
@Suite("Empty lines take memory", .hangLimit)
struct EmptyLinesTakeMemoryTests {
  @Test("A file of a million lines is read in memory of some times its size")
  func linesAreReadOneByOne() async {
    // In a process of its own, whose memory no other test changes.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = folder.path + "/lines.jsonl"
      let file = open(path, O_WRONLY | O_CREAT, 0o600)
      let empty = [UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 20)
      try empty.withUnsafeBytes { try ByteTransfer.writeAll($0, to: file) }
      try ByteTransfer.writeAll("{}\n\n[]", to: file)
      close(file)
      let before = Self.mostMemory
      var collection = StallCollection()
      try collection.add(folder.path)
      #expect(Self.mostMemory - before < 16 << 20)
      let places = [(1 << 20) + 1, (1 << 20) + 3]
      #expect(collection.failures == places.map { "\(path), line \($0), is no run and no stall" })
    }
  }

  /// In bytes.
  private static var mostMemory: Int {
    var use = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
    return use.ru_maxrss << 10
  }
}
