/// The registers that unwinding needs (x86-64), by DWARF's numbers. A register may be unknown: of a blocked thread
/// /proc tells the program counter and the stack pointer only.
struct MachineRegisters {
  var programCounter: UInt
  var stackPointer: UInt
  /// rbx, rbp, r12, r13, r14, r15: see `slot`.
  private var saved = SIMD8<UInt>()
  private var known: UInt8 = 0

  static let basePointer = 6
  static let stack = 7
  static let returnAddress = 16
  /// The registers that a function has to leave as they were.
  static let kept = [3, 6, 12, 13, 14, 15]

  init(programCounter: UInt, stackPointer: UInt) {
    self.programCounter = programCounter
    self.stackPointer = stackPointer
  }

  /// A place of 0..<6 for the kept registers, 6 for the return address; nil for others.
  @inline(__always)
  static func slot(_ register: Int) -> Int? {
    switch register {
    case 3: 0
    case 6: 1
    case 12: 2
    case 13: 3
    case 14: 4
    case 15: 5
    case 16: 6
    default: nil
    }
  }

  subscript(register: Int) -> UInt? {
    get {
      if register == Self.stack { return stackPointer }
      if register == Self.returnAddress { return programCounter }
      guard let slot = Self.slot(register), known & (1 << slot) != 0 else { return nil }
      return saved[slot]
    }
    set {
      guard let slot = Self.slot(register), slot < 6 else { return }
      if let newValue {
        saved[slot] = newValue
        known |= 1 << slot
      } else {
        known &= ~(1 << slot)
      }
    }
  }
}
