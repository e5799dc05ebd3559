import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Unwinding of stacks that the test makes up, by real tables.
@Suite(.hangLimit, .serialized) struct UnwinderTests {
  /// Functions that begin where another one ends, and whose frames there are different: the first ends in a call that does
  /// not come back.
  nonisolated(unsafe) private static let neighbours:
    (modules: ModuleMap, pairs: [(start: UInt, depth: UInt)], leaf: UInt) = {
      let modules = ModuleMap(memory: ProcessMemory())
      modules.refresh(time: 0)
      var pairs: [(start: UInt, depth: UInt)] = []
      var leaf: UInt = 0
      for module in modules.modules where module.mapping.path.contains("/libc.so") {
        for start in stride(from: module.mapping.start + 16, to: module.mapping.end, by: 16) {
          guard module.functionStart(start) == start else { continue }
          let own = module.row(start, isExact: true)
          guard own.isFromTable, own.baseRegister == 7, own.baseOffset == 8, own.baseExpression < 0 else {
            continue
          }
          if leaf == 0 { leaf = start }
          let before = module.row(start - 1, isExact: false)
          guard before.isFromTable, before.baseRegister == 7, before.baseOffset > 24,
            before.baseExpression < 0,
            before.rule(6) == .saved, before.offset(6) == -8, before.baseOffset < 400
          else { continue }
          pairs.append((start, UInt(before.baseOffset)))
        }
      }
      return (modules, pairs, leaf)
    }()

  @Test func aReturnAddressAtAFunctionsEndIsLookedUpInThatFunction() throws {
    let (modules, pairs, leaf) = Self.neighbours
    try #require(leaf != 0 && !pairs.isEmpty, "the C library has no function that ends in a call")
    let unwinder = Unwinder(modules: modules)
    let addresses = UnsafeMutablePointer<UInt>.allocate(capacity: 16)
    defer { addresses.deallocate() }
    let low: UInt = 0x7fff_0000_0000
    for pair in pairs.prefix(20) {
      // The leaf's return address, then the frame of the function that called it, whose caller is the thread's start: 0.
      var words = [UInt](repeating: 1, count: 128)
      words[0] = pair.start
      words[Int(pair.depth / 8)] = 0
      let copy: (count: Int, end: Unwinder.End) = words.withUnsafeBytes { bytes in
        unwinder.unwind(
          StackCopy(
            registers: MachineRegisters(programCounter: leaf, stackPointer: low), low: low, bytes: bytes),
          into: addresses, limit: 16)
      }
      #expect(copy.count == 2 && copy.end == .threadStart && addresses[1] == pair.start)
    }
  }

  @Test func aFrameThatDoesNotLieAboveTheLastOneIsTheEnd() {
    let (modules, _, leaf) = Self.neighbours
    let unwinder = Unwinder(modules: modules)
    let addresses = UnsafeMutablePointer<UInt>.allocate(capacity: 16)
    defer { addresses.deallocate() }
    // The same function all the time: as many frames as are asked for, or as the stack has.
    let low: UInt = 0x7fff_0000_0000
    let words = [UInt](repeating: leaf + 1, count: 8)
    words.withUnsafeBytes { bytes in
      let registers = MachineRegisters(programCounter: leaf, stackPointer: low)
      let whole = unwinder.unwind(
        StackCopy(registers: registers, low: low, bytes: bytes), into: addresses, limit: 16)
      #expect(whole.count == 9 && whole.end == .lost(leaf + 1))
      let cut = unwinder.unwind(
        StackCopy(registers: registers, low: low, bytes: bytes, isCut: true), into: addresses, limit: 16)
      #expect(cut.count == 9 && cut.end == .copyEnded)
      let few = unwinder.unwind(
        StackCopy(registers: registers, low: low, bytes: bytes), into: addresses, limit: 4)
      #expect(few.count == 4 && few.end == .limit)
    }
    let nowhere = unwinder.unwind(
      StackCopy(
        registers: MachineRegisters(programCounter: 5, stackPointer: low), low: low,
        bytes: UnsafeRawBufferPointer(start: nil, count: 0)), into: addresses, limit: 4)
    #expect(nowhere.count == 1 && nowhere.end == .unknownCode(5))
  }

  @Test func wordsAreReadInsideTheCopyOnly() {
    let words: [UInt] = [10, 11, 12]
    words.withUnsafeBytes { bytes in
      let copy = StackCopy(
        registers: MachineRegisters(programCounter: 0, stackPointer: 0), low: 0x1000, bytes: bytes)
      #expect(copy.word(0x1000) == 10 && copy.word(0x1010) == 12 && copy.word(0x1004) != nil)
      #expect(
        copy.word(0x1011) == nil && copy.word(0x1018) == nil && copy.word(0xFFF) == nil
          && copy.word(.max) == nil)
    }
  }
}

/// The little programs of unwind tables.
@Suite(.hangLimit) struct CallFrameTests {
  /// Runs instructions for a function at 0x1000, with factors of 4 and -8, up to an address.
  private func row(_ instructions: [UInt8], at address: UInt, initial: [UInt8] = [0x0c, 7, 8, 0x90, 1])
    -> UnwindRow?
  {
    // What functions share: size, no number of its own, version, no letters, factors, the return address' register.
    var shared: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 4, 0x78, 16] + initial
    shared[0] = UInt8(shared.count - 4)
    return shared.withUnsafeBytes { bytes -> UnwindRow? in
      guard let rules = CommonRules(bytes, address: 0, position: 0) else { return nil }
      var program = CallFrameProgram(rules)
      var row = UnwindRow()
      let first = ByteReader(bytes, position: rules.instructions, end: rules.end)
      guard program.run(first, &row, initial: nil, from: 0, to: .max) else { return nil }
      let start = row
      return instructions.withUnsafeBytes { code in
        program.run(ByteReader(code), &row, initial: start, from: 0x1000, to: address) ? row : nil
      }
    }
  }

  @Test func theFirstRowIsTheSharedOne() throws {
    let row = try #require(self.row([], at: 0x1000))
    #expect(row.baseRegister == 7 && row.baseOffset == 8 && row.rule(6) == .saved && row.offset(6) == -8)
  }

  @Test func aRowHoldsFromItsAddressOnAndAdvancesCountByTheFactor() throws {
    // 0x1000: 8; four units on: 16; one byte of units, two bytes of units, four bytes of units on: 24, 32, 40.
    let program: [UInt8] = [
      0x44, 0x0e, 16, 0x02, 8, 0x0e, 24, 0x03, 0, 1, 0x0e, 32, 0x04, 0, 0, 1, 0, 0x0e, 40,
    ]
    for (address, offset) in [
      (0x1000, 8), (0x100F, 8), (0x1010, 16), (0x102F, 16), (0x1030, 24), (0x142F, 24), (0x1430, 32),
      (0x4142F, 32),
      (0x41430, 40), (0x99999, 40),
    ] as [(UInt, Int32)] {
      #expect(
        try #require(self.row(program, at: address)).baseOffset == offset, "\(String(address, radix: 16))")
    }
  }

  @Test func registersAreSavedRestoredAndUndefined() throws {
    // rbx at -16, rbp at -24; then rbx as at the start, rbp undefined; then rbp unchanged.
    let program: [UInt8] = [
      0x83, 2, 0x86, 3, 0x41, 0xc3, 0x07, 6, 0x41, 0x08, 6, 0x41, 0x05, 6, 5, 0x11, 3, 0x7f,
    ]
    let first = try #require(self.row(program, at: 0x1000))
    #expect(
      first.rule(0) == .saved && first.offset(0) == -16 && first.rule(1) == .saved && first.offset(1) == -24)
    let second = try #require(self.row(program, at: 0x1004))
    #expect(second.rule(0) == .unchanged && second.rule(1) == .undefined)
    #expect(try #require(self.row(program, at: 0x1008)).rule(1) == .unchanged)
    let last = try #require(self.row(program, at: 0x100C))
    #expect(last.rule(1) == .saved && last.offset(1) == -40 && last.rule(0) == .saved && last.offset(0) == 8)
  }

  @Test func aRowIsRememberedAndTakenBack() throws {
    // An early return in the middle: 32; remembered; 8; taken back.
    let program: [UInt8] = [0x0e, 32, 0x83, 2, 0x0a, 0x41, 0x0e, 8, 0xc3, 0x41, 0x0b]
    #expect(try #require(self.row(program, at: 0x1000)).baseOffset == 32)
    let middle = try #require(self.row(program, at: 0x1004))
    #expect(middle.baseOffset == 8 && middle.rule(0) == .unchanged)
    let after = try #require(self.row(program, at: 0x1008))
    #expect(after.baseOffset == 32 && after.rule(0) == .saved && after.offset(0) == -16)
    // Nothing to take back, and more than anybody remembers.
    #expect(row([0x0b], at: 0x1000) == nil)
    #expect(
      row(Array(repeating: 0x0a, count: 64), at: 0x1000) != nil
        && row(Array(repeating: 0x0a, count: 65), at: 0x1000) == nil)
  }

  @Test func theBaseIsARegisterWithAnOffsetOrAnExpression() throws {
    let program: [UInt8] = [
      0x0d, 6, 0x41, 0x12, 7, 0x7e, 0x41, 0x13, 0x7d, 0x41, 0x0f, 2, 0x91, 0, 0x41, 0x0c, 6, 16,
    ]
    let rows = try (0..<5).map { try #require(self.row(program, at: 0x1000 + UInt($0) * 4)) }
    #expect(rows[0].baseRegister == 6 && rows[0].baseOffset == 8)
    #expect(rows[1].baseRegister == 7 && rows[1].baseOffset == 16 && rows[2].baseOffset == 24)
    #expect(rows[3].baseExpression >= 0 && rows[4].baseExpression < 0)
    #expect(rows[4].baseRegister == 6 && rows[4].baseOffset == 16)
    // A program that ends too early, or has an unknown instruction.
    #expect(row([0x0e], at: 0x1000) == nil && row([0x3f], at: 0x1000) == nil)
  }

  @Test func sharedRulesThatMakeNoSenseAreRefused() {
    var bytes: [UInt8] = [18, 0, 0, 0, 0, 0, 0, 0, 1, 0, 4, 0x78, 16, 0x0c, 7, 8, 0x90, 1, 0, 0, 0, 0]
    func isRead() -> Bool { bytes.withUnsafeBytes { CommonRules($0, address: 0, position: 0) != nil } }
    #expect(isRead())
    // Another return register; longer than there is; one of the entries of functions.
    for (place, value) in [(12, 15), (0, 19), (4, 1), (0, 4)] as [(Int, UInt8)] {
      let before = bytes[place]
      bytes[place] = value
      #expect(!isRead(), "byte \(place)")
      bytes[place] = before
    }
    #expect(isRead())
  }
}

/// The first instructions of functions without an entry in a table.
@Suite(.hangLimit) struct PrologueTests {
  @Test func aFramePointerIsSetUpByItsInstructionsUpToTheAddress() {
    let code: [UInt8] = [
      0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0x48, 0x89, 0xe5, 0x41, 0x57, 0x53, 0x48, 0x83, 0xec, 0x28, 0x90,
    ]
    for (limit, depth, hasFrame) in [
      (0, 8, false), (4, 8, false), (5, 16, false), (8, 16, true), (10, 24, true), (11, 32, true),
      (15, 72, true),
      (16, 72, true),
    ] {
      let reading = Architecture.x86.prologue(Array(code.prefix(limit)), limit: limit)
      #expect(reading.depth == depth && reading.hasFrame == hasFrame, "\(limit)")
      #expect(reading.savedBase == (limit >= 5 ? -16 : 0))
      #expect(reading.length == min(limit, 15))
      // What lies behind the address is not done yet.
      #expect(
        Architecture.x86.prologue(code, limit: limit).depth == depth
          || ![0, 4, 5, 8, 10, 11, 15].contains(limit))
    }
    #expect(
      Architecture.x86.prologue(code, limit: 8).hasFrame
        && !Architecture.x86.prologue(code, limit: 5).hasFrame)
    #expect(Architecture.x86.prologue(code, limit: 4).depth == 8)
  }

  @Test func largeFramesAndThoseOfAsynchronousFunctionsAreKnown() {
    let large = Architecture.x86.prologue([0x48, 0x81, 0xec, 0x78, 0x56, 0x34, 0x12], limit: 7)
    #expect(large.depth == 8 + 0x1234_5678 && large.length == 7 && !large.hasFrame)
    let asynchronous = Architecture.x86.prologue([0x55, 0x48, 0x8d, 0x6c, 0x24, 0x08], limit: 6)
    #expect(asynchronous.hasFrame && asynchronous.depth == 16 && asynchronous.length == 6)
    let none = Architecture.x86.prologue([0xc3], limit: 1)
    #expect(!none.hasFrame && none.depth == 8 && none.length == 0 && none.savedBase == 0)
  }
}

/// Numbers out of bytes that may be anything.
@Suite(.hangLimit) struct ByteReaderTests {
  private func read<Result>(_ bytes: [UInt8], _ body: (inout ByteReader) -> Result) -> (
    Result, hasFailed: Bool, left: Int
  ) {
    bytes.withUnsafeBytes { buffer in
      var reader = ByteReader(buffer, address: 0x1000)
      let result = body(&reader)
      return (result, reader.hasFailed, buffer.count - reader.position)
    }
  }

  @Test func numbersHaveTheirSizesAndPastTheEndThereAreZeros() {
    let (all, hasFailed, left) = read([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
      [UInt64($0.u8()), UInt64($0.u16()), UInt64($0.u32()), UInt64($0.u16())]
    }
    #expect(all == [1, 0x302, 0x706_0504, 0x908] && !hasFailed && left == 2)
    let short = read([1, 2, 3]) { $0.u32() }
    #expect(short == (0, true, 0))
    #expect(read([1, 2, 3]) { $0.skip(3) }.hasFailed == false && read([1, 2, 3]) { $0.skip(4) }.hasFailed)
    #expect(read([]) { $0.isAtEnd }.0)
  }

  @Test func numbersOfSevenBitsAByteHaveAnyLength() {
    for (bytes, value) in [
      ([0], 0), ([0x7f], 127), ([0x80, 1], 128), ([0xe5, 0x8e, 0x26], 624_485),
      ([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], .max), ([0x80, 0], 0),
    ] as [([UInt8], UInt64)] { #expect(read(bytes) { $0.unsignedLEB() } == (value, false, 0)) }
    for (bytes, value) in [
      ([0], 0), ([0x3f], 63), ([0x40], -64), ([0x7f], -1), ([0xff, 0], 127), ([0x80, 0x7f], -128),
      ([0xc0, 0xbb, 0x78], -123_456),
      ([0x80, 0x80, 0x80, 0x80, 0x80, 0x70], -549_755_813_888),
      ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40], -281_474_976_710_656),
      ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f], .min),
    ] as [([UInt8], Int64)] { #expect(read(bytes) { $0.signedLEB() } == (value, false, 0), "\(bytes)") }
    #expect(read([0x80, 0x80]) { $0.unsignedLEB() }.hasFailed && read([0xff]) { $0.signedLEB() }.hasFailed)
  }

  @Test func pointersCountFromTheirOwnPlaceOrFromABase() {
    #expect(
      read([0, 4, 0, 0, 0]) { reader in
        _ = reader.u8()
        return reader.pointer(0x1b, base: 0x9000)
      }.0 == 0x1005)
    #expect(read([0xfc, 0xff, 0xff, 0xff]) { $0.pointer(0x3b, base: 0x9000) }.0 == 0x8ffc)
    #expect(read([0xfe, 0xff]) { $0.pointer(0x0a, base: 0) }.0 == UInt(bitPattern: -2))
    #expect(read([0xfe, 0xff]) { $0.pointer(0x02, base: 0) }.0 == 0xfffe)
    #expect(read([1, 0, 0, 0, 0, 0, 0, 0]) { $0.pointer(0x00, base: 0) }.0 == 1)
    #expect(
      read([9]) { $0.pointer(0xff, base: 0) } == (0, false, 1)
        && read([9]) { $0.pointer(0x05, base: 0) }.hasFailed)
  }
}

/// Expressions of unwind tables.
@Suite(.hangLimit) struct StackExpressionTests {
  private func value(_ code: [UInt8], start: UInt? = nil, _ registers: [Int: UInt] = [:]) -> UInt? {
    var machine = MachineRegisters(programCounter: 0x5000, stackPointer: 0x7000)
    for (register, value) in registers { machine[register] = value }
    return code.withUnsafeBytes {
      StackExpression.value(ByteReader($0), start: start, registers: machine) { $0 == 0x7008 ? 0xabcd : nil }
    }
  }

  @Test func numbersRegistersAndMemoryAreTakenAndCombined() {
    #expect(
      value([0x77, 8]) == 0x7008 && value([0x77, 8, 0x06]) == 0xabcd && value([0x77, 0, 0x06]) == nil)
    #expect(
      value([0x80, 0x0b]) == 0x500b && value([0x76, 0]) == nil && value([0x76, 0x7f], nil, [6: 100]) == 99)
    #expect(value([0x23, 5], start: 10) == 15 && value([0x23, 5]) == nil)
    // As the linkage stubs have it: ((rip & 15) >= 11) << 3, on top of rsp + 8.
    let stub: [UInt8] = [0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22]
    #expect(value(stub) == 0x7008)
    #expect(
      value([0x3b, 0x3b, 0x2a]) == 1 && value([0x3a, 0x3b, 0x2a]) == 0 && value([0x3b, 0x3b, 0x2b]) == 0)
    #expect(
      value([0x3a, 0x3b, 0x2c]) == 1 && value([0x3b, 0x3b, 0x2d]) == 0
        && value([0x09, 0xff, 0x31, 0x2d]) == 1)
    #expect(
      value([0x35, 0x33, 0x1c]) == 2 && value([0x35, 0x33, 0x21]) == 7 && value([0x38, 0x31, 0x25]) == 4)
    #expect(
      value([0x35, 0x35, 0x29]) == 1 && value([0x35, 0x35, 0x2e]) == 0 && value([0x31, 0x08, 64, 0x24]) == 0)
    #expect(value([0x31, 0x22]) == nil && value([0x31, 0x32, 0xff]) == nil && value([]) == nil)
  }

  private func value(_ code: [UInt8], _ start: UInt?, _ registers: [Int: UInt]) -> UInt? {
    value(code, start: start, registers)
  }
}
