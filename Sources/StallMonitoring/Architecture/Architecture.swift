/// What depends on the processor, as plain values: the choice of registers, unwinding, code and system calls. The raw value is
/// ELF's `e_machine`, so that files of another architecture are read by its rules.
///
/// Each architecture has a file of its own: `Architecture+X86_64.swift`, `Architecture+ARM64.swift`. This file only
/// dispatches. Registers have DWARF's numbers.
enum Architecture: UInt16, CaseIterable {
  case x86 = 62
  case arm64 = 183

  // The only place in this module that depends on the build's architecture.
  #if arch(arm64)
    static let own = Architecture.arm64
    typealias Own = ARM64
    static let isSupported = true
  #else
    static let own = Architecture.x86
    typealias Own = X86_64
    #if arch(x86_64)
      static let isSupported = true
    #else
      // x86-64's rules would be wrong here: stacks of running threads are refused.
      static let isSupported = false
    #endif
  #endif

  /// As the toolchain's `Backtrace` names it.
  var name: String { self == .arm64 ? ARM64.name : X86_64.name }

  @inline(__always) var stackPointer: Int { self == .arm64 ? ARM64.stackPointer : X86_64.stackPointer }
  @inline(__always) var framePointer: Int { self == .arm64 ? ARM64.framePointer : X86_64.framePointer }
  /// The register that unwind tables name for the return address: a column of the table, or the link register.
  @inline(__always) var returnAddress: Int { self == .arm64 ? ARM64.returnAddress : X86_64.returnAddress }
  @inline(__always) var programCounter: Int { self == .arm64 ? ARM64.programCounter : X86_64.programCounter }
  /// Whether a call puts the return address into a register, not on the stack.
  @inline(__always) var hasLinkRegister: Bool { self == .arm64 }

  /// The slots of the callee-saved registers.
  @inline(__always) var kept: ClosedRange<Int> { self == .arm64 ? ARM64.keptSlots : X86_64.keptSlots }
  /// The place of the return address in a row.
  @inline(__always) var returnSlot: Int { self == .arm64 ? ARM64.returnSlot : X86_64.returnSlot }

  /// A place below 16 for the registers that unwinding follows; nil for others.
  @inline(__always) func slot(_ register: Int) -> Int? {
    self == .arm64 ? ARM64.slot(register) : X86_64.slot(register)
  }

  /// The saved registers in the order of their slots: as a thread's stop and a signal's slot have them.
  var copied: [Int] { self == .arm64 ? ARM64.copied : X86_64.copied }
  /// The registers of the kernel's samples, by perf's numbers.
  var performanceMask: UInt64 { self == .arm64 ? ARM64.performanceMask : X86_64.performanceMask }
  /// By DWARF's numbers, in the order in which a record has them.
  var performanceOrder: [Int] { self == .arm64 ? ARM64.performanceOrder : X86_64.performanceOrder }

  /// An address without the bits that the processor or the compiler put into its upper part.
  @inline(__always) func plain(_ word: UInt) -> UInt { self == .arm64 ? ARM64.plain(word) : word }

  /// Whether an instruction of unwind tables is one of this architecture's own without operands that change no place.
  func isOwnWithoutEffect(_ code: UInt8) -> Bool { self == .arm64 && ARM64.isOwnWithoutEffect(code) }

  /// System calls that only this architecture has, by their numbers.
  var ownCalls: [(number: Int32, name: String)] { self == .arm64 ? [] : X86_64.ownCalls }

  // MARK: Code

  /// Number of bytes before an address that contain the instruction before it.
  var callSize: Int { self == .arm64 ? 4 : 7 }

  /// Whether the last instruction of the bytes, `callSize` many, is a call.
  func endsInCall(_ code: [UInt8]) -> Bool {
    self == .arm64 ? ARM64.endsInCall(code) : X86_64.endsInCall(code)
  }

  /// Whether a jump or a call to the entry is among the bytes.
  func enters(_ entry: UInt64, _ code: [UInt8], at address: UInt64) -> Bool {
    self == .arm64 ? ARM64.enters(entry, code, at: address) : X86_64.enters(entry, code, at: address)
  }

  /// The effect of the instructions from a function's start on the stack.
  func prologue(_ code: [UInt8], limit: Int) -> PrologueEffect {
    self == .arm64 ? ARM64.prologue(code, limit: limit) : X86_64.prologue(code, limit: limit)
  }

  /// The range of bytes around an address that shows whether the frame is taken down there.
  var frameEnd: (before: UInt, count: Int) { self == .arm64 ? (4, 8) : (1, 3) }

  /// Whether the function's frame is taken down: at the return, or at the jump of a tail call.
  func isFrameGone(_ code: [UInt8]) -> Bool {
    self == .arm64 ? ARM64.isFrameGone(code) : X86_64.isFrameGone(code)
  }

  /// Places of the registers above the stack pointer while a signal handler returns, for code without an unwind entry.
  func signalContext(_ code: [UInt8]) -> SignalContext? { self == .arm64 ? ARM64.signalContext(code) : nil }
}

/// The effect of the instructions from a function's start on the stack.
struct PrologueEffect {
  /// The distance from the stack pointer to the frame's base.
  var depth: Int
  /// Where the return address was saved, from the base; nil while it is in the link register.
  var savedReturn: Int?
  /// Where the frame pointer was saved, from the base; 0 when it was not.
  var savedBase = 0
  /// The frame pointer was set, at once or as asynchronous functions do.
  var hasFrame = false
  /// How many bytes were understood.
  var length = 0
}

/// Distances from the stack pointer to the registers of the code that a signal interrupted.
struct SignalContext {
  var programCounter: UInt
  var stackPointer: UInt
  /// The register of slot 0; the others follow.
  var registers: UInt
}
