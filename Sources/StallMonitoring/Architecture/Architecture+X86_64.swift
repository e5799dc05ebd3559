extension Architecture {
  /// x86-64.
  enum X86_64 {
    static let name = "x86_64"
    static let framePointer = 6
    static let stackPointer = 7
    /// A column of the tables, no register: the word above the frame.
    static let returnAddress = 16
    static let programCounter = 16
    static let keptSlots = 0...5
    static let returnSlot = 6
    /// rbx, rbp, r12, r13, r14, r15.
    static let copied = [3, 6, 12, 13, 14, 15]
    /// rbx, rbp, rsp, rip, r12, r13, r14, r15.
    static let performanceMask: UInt64 = 1 << 1 | 1 << 6 | 1 << 7 | 1 << 8 | 0xf << 20
    static let performanceOrder = [3, 6, 7, 16, 12, 13, 14, 15]

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

    static let ownCalls: [(number: Int32, name: String)] = [
      (34, "pause"), (7, "poll"), (23, "select"), (232, "epoll_wait"), (58, "vfork"), (57, "fork"),
      (2, "open"), (4, "stat"), (6, "lstat"), (21, "access"), (82, "rename"), (83, "mkdir"), (84, "rmdir"),
      (85, "creat"), (86, "link"), (87, "unlink"), (88, "symlink"), (89, "readlink"),
    ]

    /// Copies rip, rsp and the saved registers out of a signal's context: 23 words from the sixth of ucontext_t on, r8…r15, rdi,
    /// rsi, rbp, rbx, …, rsp, rip. For the signal handler: nothing but loads and stores.
    @inline(__always)
    static func copyRegisters(_ words: UnsafeMutablePointer<UInt>, _ slot: UnsafeMutablePointer<UInt>) -> UInt
    {
      slot[4] = words[21]
      slot[5] = words[20]
      slot[16] = words[16]
      slot[17] = words[15]
      slot[18] = words[9]
      slot[19] = words[10]
      slot[20] = words[11]
      slot[21] = words[12]
      return words[20]
    }

    static func endsInCall(_ code: [UInt8]) -> Bool {
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

    /// 0xE9 or 0xE8 and the distance from behind it, or, as the last instruction, 0xEB and a distance of one byte.
    static func enters(_ entry: UInt64, _ code: [UInt8], at address: UInt64) -> Bool {
      guard code.count >= 5 else { return false }
      let last = code.count - 2
      if code[last] == 0xEB {
        let distance = Int64(Int8(bitPattern: code[last + 1]))
        if address &+ UInt64(code.count) &+ UInt64(bitPattern: distance) == entry { return true }
      }
      for place in 0...(code.count - 5) where code[place] == 0xE9 || code[place] == 0xE8 {
        let distance = code.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place + 1, as: Int32.self) }
        if address &+ UInt64(place) &+ 5 &+ UInt64(bitPattern: Int64(distance)) == entry { return true }
      }
      return false
    }

    static func prologue(_ code: [UInt8], limit: Int) -> PrologueEffect {
      var reading = PrologueEffect(depth: 8, savedReturn: -8)
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
          reading.depth +=
            Int(low) | Int(byte(at + 4)) << 8 | Int(byte(at + 5)) << 16 | Int(byte(at + 6)) << 24
          at += 7
        default:
          reading.length = at
          return reading
        }
      }
      reading.length = at
      return reading
    }

    /// At a `ret`, or behind `pop rbp` at the jump of a tail call.
    static func isFrameGone(_ code: [UInt8]) -> Bool {
      guard code.count == 3 else { return false }
      if code[1] == 0xc3 { return true }
      let isJump = code[1] == 0xe9 || code[1] == 0xeb || code[1] == 0xff && code[2] & 0x38 == 0x20
      return code[0] == 0x5d && isJump
    }
  }
}
