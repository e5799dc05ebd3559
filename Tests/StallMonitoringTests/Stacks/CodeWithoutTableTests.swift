import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Modules, and the frames of functions that have no unwind entry.
@Suite(.hangLimit) struct CodeWithoutTableTests {
  @Test func anAddressBetweenTwoModulesIsInNone() {
    let memory = ProcessMemory()
    let modules = [0x1000, 0x3000].map { (start: UInt) in
      LoadedModule(
        MappedModule(path: "", start: start, end: start + 0x1000, base: start, device: 0, inode: 0),
        memory: memory)
    }
    let map = ModuleMap(modules, memory: memory)
    for (address, start) in [
      (0xFFF, nil), (0x1000, 0x1000), (0x1FFF, 0x1000), (0x2000, nil), (0x2FFF, nil), (0x3000, 0x3000),
      (0x4000, nil),
    ] as [(UInt, UInt?)] {
      #expect(map.module(at: address)?.mapping.start == start, "\(address)")
    }
  }

  #if arch(x86_64)
    @Test func atItsReturnAFunctionHasNoFrameAnyMoreAndACallThereHas() throws {
      // A function of 32 bytes at 0x1000 of its file: push rbp; mov rbp, rsp; nop…; pop rbp; ret.
      let code: [UInt8] = [0x55, 0x48, 0x89, 0xE5] + [UInt8](repeating: 0x90, count: 8) + [0x5D, 0xC3]
      let folder = try TemporaryFolder()
      let path = folder.path + "/program"
      try FileBytes.replace(path, with: TinyElf.bytes(note: []))
      let size = 0x2000
      let image = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4096)
      defer { image.deallocate() }
      image.initializeMemory(as: UInt8.self, repeating: 0)
      for (index, byte) in code.enumerated() { image[0x1000 + index] = byte }
      let base = UInt(bitPattern: image.baseAddress)
      let module = LoadedModule(
        MappedModule(path: path, start: base, end: base + UInt(size), base: base, device: 0, inode: 0),
        memory: ProcessMemory())
      let ret = base + 0x100D
      #expect(module.functionStart(ret) == base + 0x1000)
      let caller = module.row(ret, isExact: false)
      #expect(caller.baseRegister == 6 && caller.baseOffset == 16 && !caller.isFromTable)
      let leaf = module.row(ret, isExact: true)
      #expect(leaf.baseRegister == 7 && leaf.baseOffset == 8)
      // What is asked for again is the same.
      #expect(
        module.row(ret, isExact: false).baseRegister == 6 && module.row(ret, isExact: true).baseRegister == 7)
      #expect(module.row(ret - 2, isExact: true).baseRegister == 6)
    }
  #endif

  @Test func aRegisterThatIsRestoredIsSavedWhereItWas() throws {
    let slot = try #require(Architecture.x86.slot(3))
    var first = UnwindRow(of: .x86)
    first.set(3, .saved, -16)
    var row = first
    row.set(3, .saved, -40)
    #expect(row.offset(slot) == -40)
    row.restore(3, from: first)
    #expect(row.rule(slot) == .saved && row.offset(slot) == -16)
  }

  @Test func numbersOfExpressionsHaveTheirSigns() {
    func value(_ code: [UInt8]) -> Int? {
      let registers = MachineRegisters(programCounter: 0, stackPointer: 0)
      return code.withUnsafeBytes {
        StackExpression.value(ByteReader($0), start: nil, registers: registers) { _ in nil }
      }.map { Int(bitPattern: $0) }
    }
    #expect(value([0x08, 0xFE]) == 254 && value([0x09, 0xFE]) == -2)
    #expect(value([0x0A, 0xFE, 0xFF]) == 65_534 && value([0x0B, 0xFE, 0xFF]) == -2)
    #expect(
      value([0x0C, 0xFE, 0xFF, 0xFF, 0xFF]) == 4_294_967_294 && value([0x0D, 0xFE, 0xFF, 0xFF, 0xFF]) == -2)
    #expect(value([0x10, 0x7E]) == 126 && value([0x11, 0x7E]) == -2)
  }
}
