/// Reads the first instructions of functions that have no unwind entry (Swift's "nounwind" ones, which nearly all have
/// a frame pointer), x86-64.
enum Prologue {
  /// What the instructions from a function's start do to the stack.
  struct Reading {
    /// From the stack pointer to the frame's base.
    var depth = 8
    /// Where rbp was saved, from the base; 0 when it was not.
    var savedBase = 0
    /// `mov rsp, rbp` was among them, or the `lea` that asynchronous functions have.
    var hasFrame = false
    /// How many bytes were understood.
    var length = 0
  }

  static func row(
    at address: UInt, isExact: Bool, functionStart: UInt?, module: LoadedModule
  ) -> UnwindRow {
    var row = UnwindRow()
    row.baseOffset = 8
    row.set(MachineRegisters.returnAddress, .saved, -8)
    guard let functionStart else {
      row.isUncertain = true
      return row
    }
    if isExact, isFrameGone(address, module) { return row }
    let size = min(address &- functionStart, 64)
    let code = module.code(functionStart, count: Int(size))
    let reading = read(code, limit: Int(size))
    if reading.hasFrame {
      row.useFramePointer()
      return row
    }
    row.baseOffset = Int32(truncatingIfNeeded: reading.depth)
    if reading.savedBase != 0 { row.set(MachineRegisters.basePointer, .saved, reading.savedBase) }
    // A frame made later than at the start (shrink wrapping), or a leaf without one.
    row.isUncertain = functionStart &+ UInt(reading.length) < address
    return row
  }

  /// At a `ret`, or behind `pop rbp` at the jump of a tail call.
  private static func isFrameGone(_ address: UInt, _ module: LoadedModule) -> Bool {
    let code = module.code(address &- 1, count: 3)
    guard code.count == 3 else { return false }
    if code[1] == 0xc3 { return true }
    let isJump = code[1] == 0xe9 || code[1] == 0xeb || code[1] == 0xff && code[2] & 0x38 == 0x20
    return code[0] == 0x5d && isJump
  }

  /// The distance from the stack pointer to the frame's base behind the prologue of a function with a frame pointer:
  /// of a blocked thread the frame pointer itself is not known.
  static func frameDepth(at address: UInt, module: LoadedModule) -> UInt? {
    guard let start = module.functionStart(address) else { return nil }
    let size = Int(min(address &- start, 96))
    let reading = read(module.code(start, count: size), limit: size)
    return reading.hasFrame ? UInt(reading.depth) : nil
  }

  static func read(_ code: [UInt8], limit: Int) -> Reading {
    var reading = Reading()
    var at = 0
    func byte(_ index: Int) -> UInt8 { index < code.count ? code[index] : 0 }
    while at < min(limit, code.count) {
      switch (byte(at), byte(at + 1), byte(at + 2), byte(at + 3)) {
      case (0xf3, 0x0f, 0x1e, 0xfa): at += 4  // endbr64
      case (0x50...0x57, _, _, _):  // push
        reading.depth += 8
        if byte(at) == 0x55 { reading.savedBase = -reading.depth }
        at += 1
      case (0x41, 0x50...0x57, _, _):  // push r8…r15
        reading.depth += 8
        at += 2
      case (0x48, 0x89, 0xe5, _):  // mov rsp, rbp
        reading.hasFrame = true
        at += 3
      case (0x48, 0x8d, 0x6c, 0x24):  // lea n(rsp), rbp
        reading.hasFrame = true
        at += 5
      case (0x48, 0x83, 0xec, let amount):  // sub n, rsp
        reading.depth += Int(amount)
        at += 4
      case (0x48, 0x81, 0xec, let low):
        reading.depth += Int(low) | Int(byte(at + 4)) << 8 | Int(byte(at + 5)) << 16 | Int(byte(at + 6)) << 24
        at += 7
      default:
        reading.length = at
        return reading
      }
    }
    reading.length = at
    return reading
  }

  /// Whether the instruction before the address is a call.
  static func isAfterCall(_ address: UInt, module: LoadedModule) -> Bool {
    guard address > module.mapping.start &+ 8 else { return false }
    let code = module.code(address &- 7, count: 7)
    guard code.count == 7 else { return false }
    /// The byte that many before the address.
    func back(_ distance: Int) -> UInt8 { code[7 - distance] }
    if back(5) == 0xe8 { return true }
    // call *register, *(register), *n(register), *n(rip); with or without a prefix for r8…r15.
    if back(2) == 0xff, back(1) & 0xf8 == 0xd0 || back(1) & 0xf8 == 0x10 { return true }
    if back(3) == 0xff, back(2) & 0xf8 == 0x50 || back(2) & 0xf8 == 0x10 { return true }
    if back(4) == 0xff, back(3) == 0x54 { return true }
    if back(6) == 0xff, back(5) == 0x15 || back(5) & 0xf8 == 0x90 { return true }
    if back(7) == 0xff, back(6) == 0x94 { return true }
    return false
  }
}
