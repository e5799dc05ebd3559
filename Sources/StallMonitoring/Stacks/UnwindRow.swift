/// The rules for restoring a caller's frame, at one address of the program.
struct UnwindRow {
  enum Rule: UInt8 {
    case unchanged = 0
    /// Saved at the frame's base plus an offset.
    case saved = 1
    case undefined = 2
    /// Saved at an expression's value; the offset is the expression's place in the table.
    case expression = 3
  }

  let architecture: Architecture
  /// The frame's base (the caller's stack pointer) is this register plus an offset, or an expression when not negative.
  var baseRegister: UInt8
  var baseOffset: Int32 = 0
  var baseExpression: Int32 = -1
  private var rules = SIMD16<UInt8>()
  private var offsets = SIMD16<Int32>()
  /// A signal's frame: the caller was interrupted and its address is not a return address.
  var isSignalFrame = false
  /// Guessed from the prologue, though the function may set up its frame later: the stack's contents decide.
  var isUncertain = false
  /// From the unwind tables, not guessed.
  var isFromTable = false

  init(of architecture: Architecture = .own) {
    self.architecture = architecture
    baseRegister = UInt8(architecture.stackPointer)
  }

  func rule(_ slot: Int) -> Rule { Rule(rawValue: rules[slot]) ?? .undefined }
  func offset(_ slot: Int) -> Int { Int(offsets[slot]) }

  mutating func set(_ register: Int, _ rule: Rule, _ offset: Int = 0) {
    guard let slot = architecture.slot(register) else { return }
    rules[slot] = rule.rawValue
    offsets[slot] = Int32(truncatingIfNeeded: offset)
  }

  mutating func restore(_ register: Int, from row: UnwindRow) {
    guard let slot = architecture.slot(register) else { return }
    rules[slot] = row.rules[slot]
    offsets[slot] = row.offsets[slot]
  }

  /// The frame that a frame pointer makes: it points at the caller's, and above that is the return address.
  mutating func useFramePointer() {
    baseRegister = UInt8(architecture.framePointer)
    baseOffset = 16
    baseExpression = -1
    set(architecture.framePointer, .saved, -16)
    set(architecture.returnAddress, .saved, -8)
  }
}
