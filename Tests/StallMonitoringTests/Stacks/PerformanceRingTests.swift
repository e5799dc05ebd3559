import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Records of the kernel's performance events, in a file that stands for the kernel's memory.
@Suite(.hangLimit) struct PerformanceRingTests {
  private static let size = 4_096

  /// A ring that was written and read up to these places, with bytes at places of it.
  private func ring(
    read: UInt64, written: UInt64, _ content: [(place: Int, bytes: [UInt8])]
  ) throws -> PerformanceRing {
    let folder = try TemporaryFolder()
    let descriptor = open(folder.path + "/ring", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    try #require(ftruncate(descriptor, off_t(4_096 + Self.size)) == 0)
    func put(_ bytes: [UInt8], _ offset: Int) { pwrite(descriptor, bytes, bytes.count, off_t(offset)) }
    put(TinyElf.little(written) + TinyElf.little(read), 1_024)
    for (place, bytes) in content { put(bytes, 4_096 + place) }
    return try #require(PerformanceRing(descriptor, size: Self.size))
  }

  /// Kind, flags and size, and the rest of a record.
  private func record(_ kind: UInt32, _ rest: [UInt8]) -> [UInt8] {
    TinyElf.little(kind) + TinyElf.little(UInt16(0)) + TinyElf.little(UInt16(8 + rest.count)) + rest
  }

  @Test func aRecordThatBeginsAtTheRingsEndGoesOnAtItsStart() throws {
    let bytes = record(9, (1...24).map { UInt8($0) })
    let ring = try ring(
      read: 4_080, written: 4_112, [(4_080, Array(bytes.prefix(16))), (0, Array(bytes.dropFirst(16)))])
    var found: [[UInt8]] = []
    ring.read { kind, bytes in
      found.append(Array(bytes))
      return kind == 9
    }
    #expect(found == [bytes] && ring.isEmpty)
  }

  @Test func aRecordThatIsNotTakenComesAgain() throws {
    let bytes = record(9, [1, 2, 3, 4, 5, 6, 7, 8]) + record(2, [9, 9, 9, 9, 9, 9, 9, 9])
    let ring = try ring(read: 0, written: 32, [(0, bytes)])
    func kinds(_ takes: (UInt32) -> Bool) -> [UInt32] {
      var kinds: [UInt32] = []
      ring.read { kind, _ in
        kinds.append(kind)
        return takes(kind)
      }
      return kinds
    }
    #expect(kinds { _ in false } == [9] && !ring.isEmpty)
    #expect(kinds { $0 == 9 } == [9, 2] && kinds { _ in true } == [2])
    #expect(ring.isEmpty && kinds { _ in true }.isEmpty)
  }

  @Test func aStackThatFillsItsRoomGoesOnBeyondIt() {
    func copy(real: UInt64) -> StackCopy? {
      let words = [0, 2] + (19...32).map { UInt64($0) } + [16, 7, 8, real]
      // The bytes are gone behind the call: only what is said of them counts.
      return words.withUnsafeBytes { PerformanceEvents.stack($0, of: .arm64) }
    }
    #expect(copy(real: 16)?.isCut == true && copy(real: 16)?.bytes.count == 16)
    #expect(copy(real: 8)?.isCut == false && copy(real: 8)?.bytes.count == 8)
    #expect(copy(real: 99)?.isCut == true && copy(real: 99)?.bytes.count == 16)
  }
}
