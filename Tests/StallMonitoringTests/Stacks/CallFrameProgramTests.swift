import TestHarness
import Testing

@testable import StallMonitoring

/// Single instructions of unwind tables.
@Suite(.hangLimit) struct CallFrameProgramTests {
  /// The rules that functions share: factors 1 and -8, x86's return address.
  private func rules(letters: String = "", _ augmentation: [UInt8] = []) throws -> CommonRules {
    var bytes: [UInt8] = [0, 0, 0, 0, 1] + Array(letters.utf8) + [0, 1, 0x78, 16]
    if !letters.isEmpty { bytes += [UInt8(augmentation.count)] + augmentation }
    bytes += [UInt8](repeating: 0, count: 4)
    let entry = TinyElf.little(UInt32(bytes.count)) + bytes
    return try entry.withUnsafeBytes { try #require(CommonRules($0, address: 0, position: 0, of: .x86)) }
  }

  /// The row at a distance from the function's start at 0x1000.
  private func row(_ code: [UInt8], at distance: UInt = 0) throws -> UnwindRow {
    var program = CallFrameProgram(try rules())
    var row = UnwindRow(of: .x86)
    let isValid = code.withUnsafeBytes {
      program.run(ByteReader($0), &row, initial: nil, from: 0x1000, to: 0x1000 + distance)
    }
    try #require(isValid)
    return row
  }

  @Test func distancesWithASignAreMultipliedByTheTablesFactor() throws {
    let base = try row([0x12, 6, 0x7e])
    #expect(base.baseRegister == 6 && base.baseOffset == 16)
    #expect(try row([0x12, 6, 0x7e, 0x13, 0x7d]).baseOffset == 24)
    #expect(try row([0x11, 3, 2]).offset(0) == -16 && row([0x0c, 7, 16]).baseOffset == 16)
  }

  @Test func aRegisterThatIsKeptInAnotherOneIsNotKnown() throws {
    let row = try row([0x09, 3, 12])
    #expect(row.rule(0) == .undefined && row.rule(2) == .unchanged)
  }

  @Test func anAddressInATableIsAbsolute() throws {
    let code = [0x0e, 32, 0x01] + TinyElf.little(UInt64(0x1010)) + [0x0e, 48, 0x02, 4, 0x0e, 64] as [UInt8]
    #expect(try row(code, at: 0xf).baseOffset == 32 && row(code, at: 0x10).baseOffset == 48)
    #expect(try row(code, at: 0x13).baseOffset == 48 && row(code, at: 0x14).baseOffset == 64)
  }

  @Test func whatAnnouncesAPersonalityFunctionAndItsDataIsSteppedOver() throws {
    // The function's encoding and place, the data's encoding, the encoding of pointers.
    let rules = try rules(letters: "zPLR", [0x9b, 0x03, 0x05, 0x06, 0x07, 0x1a, 0x1b])
    #expect(rules.pointerEncoding == 0x1b && !rules.isSignalFrame)
    #expect(try self.rules(letters: "zRS", [0x1b]).isSignalFrame)
  }

  @Test func aStacksCopyIsReadToItsLastWord() {
    let registers = MachineRegisters(programCounter: 0, stackPointer: 0x1000)
    ([7, 9] as [UInt64]).withUnsafeBytes { bytes in
      let copy = StackCopy(registers: registers, low: 0x1000, bytes: bytes)
      #expect(copy.word(0x1000) == 7 && copy.word(0x1008) == 9)
      #expect(copy.word(0x1009) == nil && copy.word(0x1010) == nil && copy.word(0xFFF) == nil)
    }
  }
}
