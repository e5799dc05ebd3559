/// The registers that unwinding needs, by DWARF's numbers. A register may be unknown: for a blocked thread /proc shows only the
/// program counter and the stack pointer.
struct MachineRegisters {
  let architecture: Architecture
  var programCounter: UInt
  var stackPointer: UInt
  /// In the order of `Architecture.slot`.
  private var saved = SIMD16<UInt>()
  private var known: UInt16 = 0

  init(programCounter: UInt, stackPointer: UInt, of architecture: Architecture = .own) {
    self.architecture = architecture
    self.programCounter = programCounter
    self.stackPointer = stackPointer
  }

  subscript(register: Int) -> UInt? {
    get {
      if register == architecture.stackPointer { return stackPointer }
      if register == architecture.programCounter { return programCounter }
      return architecture.slot(register).flatMap { self[slot: $0] }
    }
    set {
      if let slot = architecture.slot(register), register != architecture.programCounter {
        self[slot: slot] = newValue
      }
    }
  }

  var framePointer: UInt? { self[architecture.framePointer] }

  /// A register by its place in a row.
  subscript(slot slot: Int) -> UInt? {
    @inline(__always) get { known & (1 << slot) != 0 ? saved[slot] : nil }
    @inline(__always) set {
      if let newValue {
        saved[slot] = newValue
        known |= 1 << slot
      } else {
        known &= ~(1 << slot)
      }
    }
  }
}
