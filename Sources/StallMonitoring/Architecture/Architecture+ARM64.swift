extension Architecture {
  /// aarch64, little-endian. Written after the architecture's and the ABI's documents and held against recorded tables and code;
  /// never run on such a processor.
  enum ARM64 {
    static let name = "aarch64"
    static let framePointer = 29
    static let stackPointer = 31
    /// The link register, x30.
    static let returnAddress = 30
    static let programCounter = 32
    /// x19…x29. The link register is the callee's to change: it is known in the leaf only.
    static let keptSlots = 0...10
    static let returnSlot = 11
    static let copied = Array(19...30)
    /// x19…x28, x29, lr, sp, pc: perf numbers them as DWARF does.
    static let performanceMask: UInt64 = 0x3fff << 19
    static let performanceOrder = Array(19...32)

    @inline(__always)
    static func slot(_ register: Int) -> Int? { register >= 19 && register <= 30 ? register - 19 : nil }

    /// Without the code of pointer authentication, the processor's tag byte, and the mark of asynchronous frames in bit 60. A
    /// program's addresses have 48 bits, unless it asks the kernel for more.
    @inline(__always)
    static func plain(_ word: UInt) -> UInt { word & 0xffff_ffff_ffff }

    /// `DW_CFA_AARCH64_negate_ra_state`, and the form of it that says where: the return address is signed from here on, or no
    /// longer. `plain` takes the signature off in either state, since it also has to where there is no table.
    static func isOwnWithoutEffect(_ code: UInt8) -> Bool { code == 0x2d || code == 0x2c }

    /// Copies pc, sp and x19…x30 out of a signal's context: fault address, x0…x30, sp, pc from byte 176 of ucontext_t on. For the
    /// signal handler: nothing but loads and stores.
    @inline(__always)
    static func copyRegisters(_ words: UnsafeMutablePointer<UInt>, _ slot: UnsafeMutablePointer<UInt>) -> UInt
    {
      slot[4] = words[55]
      slot[5] = words[54]
      slot[16] = words[42]
      slot[17] = words[43]
      slot[18] = words[44]
      slot[19] = words[45]
      slot[20] = words[46]
      slot[21] = words[47]
      slot[22] = words[48]
      slot[23] = words[49]
      slot[24] = words[50]
      slot[25] = words[51]
      slot[26] = words[52]
      slot[27] = words[53]
      return words[54]
    }

    private static func word(_ code: [UInt8], _ place: Int) -> UInt32 {
      guard place >= 0, place + 4 <= code.count else { return 0 }
      return code.withUnsafeBytes {
        UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      }
    }

    /// A field of an instruction as a number with a sign.
    private static func signed(_ word: UInt32, from low: UInt32, bits: UInt32) -> Int {
      Int(Int32(bitPattern: word << (32 - low - bits)) >> Int32(32 - bits))
    }

    /// `bl`, `blr`, `blraa` and its like.
    static func endsInCall(_ code: [UInt8]) -> Bool {
      guard code.count == 4 else { return false }
      let last = word(code, 0)
      return last & 0xfc00_0000 == 0x9400_0000 || last & 0xfeff_f000 == 0xd63f_0000
    }

    /// By `b` or `bl`: 26 bits of distance in instructions, from the instruction itself.
    static func enters(_ entry: UInt64, _ code: [UInt8], at address: UInt64) -> Bool {
      for place in stride(from: 0, to: code.count - 3, by: 4) {
        let instruction = word(code, place)
        guard instruction & 0x7c00_0000 == 0x1400_0000 else { continue }
        let distance = Int64(signed(instruction, from: 0, bits: 26) * 4)
        if address &+ UInt64(place) &+ UInt64(bitPattern: distance) == entry { return true }
      }
      return false
    }

    static func prologue(_ code: [UInt8], limit: Int) -> PrologueEffect {
      // A call leaves nothing on the stack.
      var reading = PrologueEffect(depth: 0, savedReturn: nil)
      var at = 0
      while at + 4 <= min(limit, code.count) {
        guard step(word(code, at), &reading) else { break }
        at += 4
      }
      reading.length = at
      return reading
    }

    /// False for an instruction that no prologue has.
    private static func step(_ word: UInt32, _ reading: inout PrologueEffect) -> Bool {
      /// Notes the two registers that matter, when they are stored that far above the stack pointer.
      func store(_ first: UInt32, _ second: UInt32?, at offset: Int) {
        for (register, place) in [(first, offset), (second ?? 31, offset + 8)] {
          if register == 29 { reading.savedBase = place - reading.depth }
          if register == 30 { reading.savedReturn = place - reading.depth }
        }
      }
      let isOfStack = word >> 5 & 31 == 31
      let isVector = word & 0x0400_0000 != 0
      let (first, second) = (isVector ? 31 : word & 31, isVector ? 31 : word >> 10 & 31)
      switch word {
      // bti with its variants, pacibsp, paciasp, nop; orr x29, x29, #1 << 60, which marks asynchronous frames.
      case _ where word & 0xffff_ff3f == 0xd503_241f, 0xd503_237f, 0xd503_233f, 0xd503_201f, 0xb244_03bd:
        break
      // stp x, x, [sp, #n]! and stp d, d, [sp, #n]!
      case _ where word & 0xffc0_0000 == 0xa980_0000 && isOfStack,
        _ where word & 0xffc0_0000 == 0x6d80_0000 && isOfStack:
        reading.depth -= signed(word, from: 15, bits: 7) * 8
        store(first, second, at: 0)
      // stp x, x, [sp, #n] and stp d, d, [sp, #n]
      case _ where word & 0xffc0_0000 == 0xa900_0000 && isOfStack,
        _ where word & 0xffc0_0000 == 0x6d00_0000 && isOfStack:
        store(first, second, at: signed(word, from: 15, bits: 7) * 8)
      // str x, [sp, #n]! and str d, [sp, #n]!
      case _ where word & 0xfbe0_0c00 == 0xf800_0c00 && isOfStack:
        reading.depth -= signed(word, from: 12, bits: 9)
        store(first, nil, at: 0)
      // str x, [sp, #n] and str d, [sp, #n]
      case _ where word & 0xfbc0_0000 == 0xf900_0000 && isOfStack:
        store(first, nil, at: Int(word >> 10 & 0xfff) * 8)
      // sub sp, sp, #n, perhaps of 4096 bytes each
      case _ where word & 0xff80_03ff == 0xd100_03ff:
        reading.depth += Int(word >> 10 & 0xfff) << (word & 0x40_0000 != 0 ? 12 : 0)
      // mov x29, sp; add x29, sp, #n
      case _ where word & 0xffc0_03ff == 0x9100_03fd: reading.hasFrame = true
      default: return false
      }
      return true
    }

    /// At `ret`, `retaa` or `retab`, or behind `ldp x29, x30, [sp], #n`, at what follows of the end or of a tail call.
    static func isFrameGone(_ code: [UInt8]) -> Bool {
      guard code.count == 8 else { return false }
      let (before, here) = (word(code, 0), word(code, 4))
      return [0xd65f_03c0, 0xd65f_0bff, 0xd65f_0fff].contains(here) || before & 0xffc0_7fff == 0xa8c0_7bfd
    }

    /// `mov x8, #139; svc #0`, the kernel's return from a signal. Above the stack pointer are siginfo_t, 128 bytes, and
    /// ucontext_t.
    static func signalContext(_ code: [UInt8]) -> SignalContext? {
      guard word(code, 0) == 0xd280_1168, word(code, 4) == 0xd400_0001 else { return nil }
      let registers: UInt = 128 + 184
      return SignalContext(
        programCounter: registers + 32 * 8, stackPointer: registers + 31 * 8, registers: registers + 19 * 8)
    }
  }
}
