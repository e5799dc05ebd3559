import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// Four functions of our own for aarch64, made by clang with `-O1 -fno-omit-frame-pointer -mbranch-protection=standard`: `leaf`
/// at 0, `frame` at 0xc, `keep` at 0x40, `tail` at 0x9c.
private enum Recorded {
  static let starts = [0, 0x0c, 0x40, 0x9c]
  static let frames = bytes(
    """
    1000000000000000017a5200017c1e011b0c1f001000000018000000000000000c00000000000000280000002c00000000000000
    3400000000442d440eb001480c1d109e029d04540c1fb001480e00dedd442d003000000058000000000000005c00000000442d44
    0e304c0c1d309302940495089e0a9d0c740c1f304c0e00d3d4d5dedd442d00002c0000008c000000000000003400000000442d44
    0e20480c1d109e029d04540c1f20480e00dedd442d00000000000000
    """)
  static let code = bytes(
    """
    5f2403d50004000bc0035fd63f2303d5ffc302d1fd7b0aa9fd830291e1030091e00300b900000094e80f40b90001000bfd7b4aa9
    ffc30291bf2303d5c0035fd63f2303d5fd7bbda9f50b00f9f44f02a9fd030091f303012aa0070329a1630091f403002a00000094
    f503002aa1630091e003132a00000094a81f40b90900150b0801130b2021141bf44f42a9f50b40f9fd7bc3a8bf2303d5c0035fd6
    3f2303d5ff8300d1fd7b01a9fd430091a11300d1a0c31fb800000094a8c35fb80005080bfd7b41a9ff830091bf2303d5c0035fd6
    """)
  /// `mov x8, #139; svc #0`.
  static let signalReturn: [UInt8] = [0x68, 0x11, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4]

  static func code(_ range: Range<Int>) -> [UInt8] { Array(code[range]) }

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = text.utf8.filter { $0 > 0x20 }.map { UInt8($0 < 0x40 ? $0 - 0x30 : $0 - 0x57) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

/// A program of these functions in this process's memory, as the kernel would map it.
private final class Image {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 4096)
  var base: UInt { UInt(bitPattern: memory) }
  var code: UInt { base + 0x200 }

  init(machine: UInt16 = 183, hasTable: Bool = true) {
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 4096)
    func put<Number: FixedWidthInteger>(_ offset: Int, _ value: Number) {
      memory.storeBytes(of: value, toByteOffset: offset, as: Number.self)
    }
    for (offset, byte) in [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1].enumerated() { put(offset, UInt8(byte)) }
    put(18, machine)
    put(32, UInt64(64))
    put(54, UInt16(56))
    put(56, UInt16(2))
    put(64, UInt32(1))
    put(64 + 40, UInt64(0x300))
    put(120, hasTable ? UInt32(0x6474_e550) : 0)
    put(120 + 16, UInt64(0x100))
    put(120 + 40, UInt64(44))
    for (offset, byte) in [1, 0x1b, 0x03, 0x3b].enumerated() { put(0x100 + offset, UInt8(byte)) }
    put(0x104, Int32(0x140 - 0x104))
    put(0x108, UInt32(4))
    for (offset, byte) in Recorded.frames.enumerated() { put(0x140 + offset, byte) }
    for (index, entry) in [0x14, 0x28, 0x54, 0x88].enumerated() {
      let start = 0x200 + Recorded.starts[index]
      put(0x10c + 8 * index, Int32(start - 0x100))
      put(0x110 + 8 * index, Int32(0x140 + entry - 0x100))
      put(0x140 + entry + 8, Int32(start - (0x140 + entry + 8)))
    }
    for (offset, byte) in (Recorded.code + Recorded.signalReturn).enumerated() { put(0x200 + offset, byte) }
  }

  deinit { memory.deallocate() }

  var module: LoadedModule {
    LoadedModule(
      MappedModule(path: "", start: base, end: base + 0x300, base: base, device: 0, inode: 0),
      memory: ProcessMemory())
  }

  static let low: UInt = 0x7f00_0000_0000

  /// The stack of `leaf` in `keep` in `tail` in `frame`, from a distance on; return addresses are signed.
  func stack(at distance: Int = 0) -> [UInt] {
    var words = [UInt](repeating: 0, count: 200)
    let sp = distance / 8
    let start = Self.low + UInt(distance)
    words[sp] = start + 64 | 1 << 60
    words[sp + 1] = signed(0xb8)
    words[sp + 8] = start + 240
    words[sp + 9] = signed(0x28)
    return words
  }

  func signed(_ offset: UInt) -> UInt { (code + offset) | 0x002b_0000_0000_0000 }

  func walk(_ words: [UInt], _ registers: MachineRegisters, hasTable: Bool = true) -> ([UInt], Unwinder.End) {
    let unwinder = Unwinder(modules: ModuleMap([module], memory: ProcessMemory()))
    var addresses = [UInt](repeating: 0, count: 16)
    let (count, end) = words.withUnsafeBytes {
      unwinder.unwind(StackCopy(registers: registers, low: Self.low, bytes: $0), into: &addresses, limit: 16)
    }
    return (addresses[..<count].map { $0 &- code }, end)
  }

  func leafRegisters() -> MachineRegisters {
    var registers = MachineRegisters(programCounter: code + 4, stackPointer: Self.low, of: .arm64)
    registers[29] = Self.low
    registers[30] = signed(0x68)
    return registers
  }
}

/// The rules for aarch64, on whatever processor this runs.
@Suite(.hangLimit) struct ARM64Tests {
  private let arm = Architecture.arm64

  @Test func rowsAreThoseOfTheCompilersTable() throws {
    let image = Image()
    let module = image.module
    #expect(module.architecture == .arm64)
    func row(_ offset: UInt) throws -> UnwindRow {
      let row = module.row(image.code + offset, isExact: true)
      try #require(row.isFromTable)
      return row
    }
    // In the leaf and before the frame is made the return address is in the link register.
    for offset in [0, 8, 0x0c, 0x10, 0x44] as [UInt] {
      let row = try row(offset)
      #expect(row.baseRegister == 31 && row.baseOffset == 0 && row.rule(arm.returnSlot) == .unchanged)
    }
    #expect(try row(0x14).baseOffset == 176 && row(0x48).baseOffset == 48)
    let inside = try row(0x64)
    #expect(inside.baseRegister == 29 && inside.baseOffset == 48)
    for (register, offset) in [(19, -8), (20, -16), (21, -32), (29, -48), (30, -40)] {
      let slot = try #require(arm.slot(register))
      #expect(inside.rule(slot) == .saved && inside.offset(slot) == offset, "x\(register)")
    }
    #expect(try row(0x94).baseOffset == 0 && row(0x98).rule(arm.returnSlot) == .unchanged)
    #expect(module.functionStart(image.code + 0x98) == image.code + 0x40)
  }

  @Test func anotherArchitecturesTableIsNotRead() {
    // The return address would be the link register's number, and the signature's instruction means another thing there.
    let image = Image(machine: 62)
    #expect(
      image.module.architecture == .x86 && !image.module.row(image.code + 4, isExact: true).isFromTable)
    #expect(!Architecture.x86.isOwnWithoutEffect(0x2d) && arm.isOwnWithoutEffect(0x2d))
  }

  @Test func aStackIsWalkedByTheTable() {
    let image = Image()
    let found = image.walk(image.stack(), image.leafRegisters())
    #expect(found.0 == [4, 0x68, 0xb8, 0x28] && found.1 == .threadStart)
    // A caller that finds the link register only: it is the leaf's alone.
    var caller = image.leafRegisters()
    caller.programCounter = image.code + 0x10
    #expect(image.walk(image.stack(), caller).0 == [0x10, 0x68, 0xb8, 0x28])
  }

  @Test func aBlockedThreadsFrameIsFoundByThePrologue() {
    let image = Image()
    let registers = MachineRegisters(programCounter: image.code + 0x64, stackPointer: Image.low, of: .arm64)
    let found = image.walk(image.stack(), registers)
    #expect(found.0 == [0x64, 0xb8, 0x28] && found.1 == .threadStart)
    // In a leaf the link register is needed, and not known.
    let leaf = MachineRegisters(programCounter: image.code + 4, stackPointer: Image.low, of: .arm64)
    #expect(image.walk(image.stack(), leaf).0 == [4])
  }

  @Test func withoutATableTheLinkRegisterAndTheFramePointerLead() {
    let image = Image(hasTable: false)
    let found = image.walk(image.stack(), image.leafRegisters())
    #expect(found.0 == [4, 0x68, 0xb8, 0x28])
    var registers = image.leafRegisters()
    // Not the address of a call's end: the function has made its frame.
    registers[30] = image.code + 0x70
    #expect(image.walk(image.stack(), registers).0 == [4, 0xb8, 0x28])
  }

  @Test func whatASignalInterruptedIsFoundAboveTheStackPointer() {
    let image = Image()
    let registers = MachineRegisters(programCounter: image.code + 0xd0, stackPointer: Image.low, of: .arm64)
    var words = image.stack(at: 800)
    words[(128 + 440) / 8] = image.code + 4
    words[(128 + 432) / 8] = Image.low + 800
    words[(128 + 184) / 8 + 29] = Image.low + 800
    words[(128 + 184) / 8 + 30] = image.signed(0x68)
    let found = image.walk(words, registers)
    #expect(found.0 == [0xd0, 4, 0x68, 0xb8, 0x28] && found.1 == .threadStart)
  }

  @Test func prologuesSaySizeAndPlaces() {
    let frame = arm.prologue(Recorded.code(0x0c..<0x40), limit: 0x34)
    #expect(frame.hasFrame && frame.depth == 176 && frame.savedBase == -16 && frame.savedReturn == -8)
    #expect(frame.length == 0x10)
    let keep = arm.prologue(Recorded.code(0x40..<0x9c), limit: 0x5c)
    #expect(keep.hasFrame && keep.depth == 48 && keep.savedBase == -48 && keep.savedReturn == -40)
    let begun = arm.prologue(Recorded.code(0x40..<0x9c), limit: 8)
    #expect(!begun.hasFrame && begun.depth == 48 && begun.length == 8)
    let leaf = arm.prologue(Recorded.code(0..<0x0c), limit: 0x0c)
    #expect(!leaf.hasFrame && leaf.depth == 0 && leaf.savedReturn == nil && leaf.length == 4)
    // sub sp, sp, #1, lsl #12; str x30, [sp, #-16]!; stp d8, d9, [sp, #-32]!
    let large = arm.prologue(
      [0xff, 0x07, 0x40, 0xd1, 0xfe, 0x0f, 0x1f, 0xf8, 0xe8, 0x27, 0xbe, 0x6d], limit: 12)
    #expect(large.depth == 4096 + 16 + 32 && large.savedReturn == -4112 && large.savedBase == 0)
  }

  @Test func callsAndJumpsAreKnown() {
    #expect(arm.endsInCall(Recorded.code(0x24..<0x28)) && !arm.endsInCall(Recorded.code(0x28..<0x2c)))
    // blr x8, blraaz x8, br x8, ret
    #expect(arm.endsInCall([0x00, 0x01, 0x3f, 0xd6]) && arm.endsInCall([0x1f, 0x09, 0x3f, 0xd6]))
    #expect(!arm.endsInCall([0x00, 0x01, 0x1f, 0xd6]) && !arm.endsInCall([0xc0, 0x03, 0x5f, 0xd6]))
    // nop; b -8: to four bytes before the start; bl +8 from the start.
    let back: [UInt8] = [0x1f, 0x20, 0x03, 0xd5, 0xfe, 0xff, 0xff, 0x17]
    #expect(arm.enters(0xffc, back, at: 0x1000) && !arm.enters(0x1004, back, at: 0x1000))
    #expect(
      arm.enters(0x1008, [2, 0, 0, 0x94], at: 0x1000) && !arm.enters(0x1008, [2, 0, 0, 0x54], at: 0x1000))
    // Behind the ldp with x29, x30, and at the return; not at the ldp itself.
    #expect(arm.isFrameGone(Recorded.code(0x90..<0x98)) && arm.isFrameGone(Recorded.code(0x94..<0x9c)))
    #expect(!arm.isFrameGone(Recorded.code(0x8c..<0x94)) && !arm.isFrameGone([]))
  }

  @Test func registersOfASampleAreInPerfsOrder() {
    #expect(arm.performanceMask.nonzeroBitCount == arm.performanceOrder.count)
    var words = [UInt64](repeating: 0, count: 2) + (19...32).map { UInt64($0) } + [16, 7, 8, 16]
    words[1] = 2
    words.withUnsafeBytes { bytes in
      let copy = PerformanceEvents.stack(bytes, of: .arm64)
      #expect(copy?.registers[19] == 19 && copy?.registers[30] == 30 && copy?.registers.stackPointer == 31)
      #expect(copy?.registers.programCounter == 32 && copy?.word(31) == 7)
    }
  }

  @Test func aSignalsContextIsCopied() {
    var context = (0..<60).map { UInt($0) }
    var slot = [UInt](repeating: 0, count: 64)
    let pointer = Architecture.ARM64.copyRegisters(&context, &slot)
    // x0 is the 24th word: regs[19], …, regs[30], then sp and pc.
    #expect(pointer == 54 && slot[4] == 55 && slot[5] == 54 && Array(slot[16..<28]) == Array(42...53))
  }
}
