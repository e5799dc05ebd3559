/// How to get from a frame to its caller's, at one address of the program.
struct UnwindRow {
  enum Rule: UInt8 {
    case unchanged = 0
    /// Saved at the frame's base plus an offset.
    case saved = 1
    case undefined = 2
    /// Saved where an expression says; the offset is the expression's place in the table.
    case expression = 3
  }

  /// The frame's base (the caller's stack pointer) is this register plus an offset, or an expression when not negative.
  var baseRegister: UInt8 = 7
  var baseOffset: Int32 = 0
  var baseExpression: Int32 = -1
  private var rules = SIMD8<UInt8>()
  private var offsets = SIMD8<Int32>()
  /// A signal's frame: the caller was interrupted and its address is not a return address.
  var isSignalFrame = false
  /// Guessed from the prologue, and the function may set its frame up later: the stack's contents decide.
  var isUncertain = false
  /// From the unwind tables, not guessed.
  var isFromTable = false

  func rule(_ slot: Int) -> Rule { Rule(rawValue: rules[slot]) ?? .undefined }
  func offset(_ slot: Int) -> Int { Int(offsets[slot]) }

  mutating func set(_ register: Int, _ rule: Rule, _ offset: Int = 0) {
    guard let slot = MachineRegisters.slot(register) else { return }
    rules[slot] = rule.rawValue
    offsets[slot] = Int32(truncatingIfNeeded: offset)
  }

  mutating func restore(_ register: Int, from row: UnwindRow) {
    guard let slot = MachineRegisters.slot(register) else { return }
    rules[slot] = row.rules[slot]
    offsets[slot] = row.offsets[slot]
  }

  /// The frame that `push rbp; mov rsp, rbp` makes.
  mutating func useFramePointer() {
    baseRegister = UInt8(MachineRegisters.basePointer)
    baseOffset = 16
    baseExpression = -1
    set(MachineRegisters.basePointer, .saved, -16)
    set(MachineRegisters.returnAddress, .saved, -8)
  }
}
