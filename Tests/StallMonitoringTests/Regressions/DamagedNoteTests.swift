import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// A damaged ELF note ended the monitored program: sizes of it were added in 32 bits.
@Suite("A damaged note of a program's file", .hangLimit)
struct DamagedNoteTests {
  /// A note with sizes as they are given, and 40 bytes behind them.
  static func note(_ nameSize: UInt32, _ size: UInt32, type: UInt32 = 3) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in [nameSize, size, type] { bytes += withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    return bytes + Array("GNU\0".utf8) + Array(1...36)
  }

  static func buildID(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { ElfFile.buildID(in: $0) }
  }

  @Test("gives no build id, and does not end the process")
  func damaged() async {
    await #expect(processExitsWith: .success) {
      for size in [.max, .max - 1, .max - 2, .max - 3, 1 << 31, 1 << 16] as [UInt32] {
        precondition(DamagedNoteTests.buildID(DamagedNoteTests.note(size, 20)).isEmpty)
        precondition(DamagedNoteTests.buildID(DamagedNoteTests.note(4, size)).isEmpty)
        precondition(DamagedNoteTests.buildID(DamagedNoteTests.note(size, size)).isEmpty)
        // One that is stepped over, as it is no build id.
        precondition(DamagedNoteTests.buildID(DamagedNoteTests.note(4, size, type: 1)).isEmpty)
      }
    }
  }

  @Test("is distinguished from an intact one, whose sizes are rounded up to four")
  func whole() {
    #expect(Self.buildID(Self.note(4, 20)) == Array(1...20))
    #expect(Self.buildID(Self.note(4, 33)) == Array(1...33))
    // Behind another note, whose name and contents take five and three bytes.
    let other = Self.note(5, 3, type: 1).prefix(12) + Array(repeating: 9, count: 8 + 4)
    #expect(Self.buildID(other + Self.note(4, 16)) == Array(1...16))
  }

  @Test("and a part of a file without bytes are nothing that could be read")
  func noBytes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/tiny"
    let bytes = TinyElf.bytes(note: Self.note(4, 20))
    try FileBytes.replace(path, with: bytes)
    let file = try #require(ElfFile(path: path))
    #expect(file.bytes(at: 0, count: 4) == Array(bytes.prefix(4)))
    #expect(file.bytes(at: 0, count: 0) == nil && file.bytes(at: .max, count: 0) == nil)
    #expect(file.bytes(at: UInt64(bytes.count) - 1, count: 2) == nil)
  }

  @Test("in a file that is mapped does not stop the list of modules")
  func inAFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/damaged.so"
    try FileBytes.replace(path, with: TinyElf.bytes(note: Self.note(.max - 1, 20)))
    await #expect(processExitsWith: .success) { [path = path as String] in
      precondition(ElfFile(path: path)?.buildID == [])
      precondition(SymbolTable(path: path)?.function(at: 0x1010)?.name == "tiny")
    }
  }
}
