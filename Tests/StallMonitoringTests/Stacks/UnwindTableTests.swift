import TestHarness
import Testing

@testable import StallMonitoring

/// A module's table, from its bytes.
@Suite(.hangLimit) struct UnwindTableTests {
  /// A table of one function of 16 bytes, 0x100 behind its header. `letters`: of the rules that functions share; `own`: the last
  /// bytes of the function's.
  private func row(letters: String, offset: UInt, own rules: [UInt8] = [0, 0, 0, 0]) throws -> UnwindRow? {
    // Header: version; encodings of the entries' place, the count and the pairs; then these, relative to the header.
    var bytes: [UInt8] = [1, 0x1b, 0x03, 0x3b]
    func add(_ value: Int32) { withUnsafeBytes(of: value) { bytes += $0 } }
    let entries = 20
    add(Int32(entries - 4))
    add(1)
    add(0x100)
    // Shared: size, no number, version, letters, factors, register; what the letters announce; the base.
    var shared: [UInt8] =
      [0, 0, 0, 0, 1] + Array(letters.utf8) + [0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1]
    while shared.count % 4 != 0 { shared.append(0) }
    add(Int32(entries + 4 + shared.count))
    add(Int32(shared.count))
    bytes += shared
    // The function's: size, distance of the shared rules, where it begins, its size, and its own rules.
    let own = bytes.count
    add(16)
    add(Int32(own + 4 - entries))
    add(Int32(0x100 - (own + 8)))
    add(16)
    bytes += rules
    return try bytes.withUnsafeBytes { buffer -> UnwindRow? in
      let header = UInt(bitPattern: buffer.baseAddress)
      let table = try #require(
        UnwindTable(
          headerAddress: header, headerSize: entries, limit: header + UInt(buffer.count),
          memory: ProcessMemory(), of: .x86))
      return table.row(header + offset)
    }
  }

  @Test("A function reaches to its last byte, and no further")
  func reach() throws {
    #expect(try row(letters: "zR", offset: 0xff) == nil)
    #expect(try row(letters: "zR", offset: 0x100)?.baseOffset == 8)
    #expect(try row(letters: "zR", offset: 0x10f)?.isFromTable == true)
    #expect(try row(letters: "zR", offset: 0x110) == nil)
  }

  @Test("The last function's rules are read to their last byte, which is the table's")
  func lastRules() throws {
    // Nothing more for it; from its start on the base is 0x10 and 0x7f bytes away.
    #expect(try row(letters: "zR", offset: 0x100, own: [0, 0x0e, 0x10, 0])?.baseOffset == 0x10)
    #expect(try row(letters: "zR", offset: 0x100, own: [0, 0, 0x0e, 0x7f])?.baseOffset == 0x7f)
  }

  @Test(
    "The frame of a signal is distinguished from others: what it interrupted is at its address, not behind a call"
  )
  func signalFrames() throws {
    #expect(try row(letters: "zR", offset: 0x104)?.isSignalFrame == false)
    #expect(try row(letters: "zRS", offset: 0x104)?.isSignalFrame == true)
  }
}
