/// Interprets the instructions of the unwind tables up to an address (DWARF 5, 6.4.2).
struct CallFrameProgram {
  private let rules: CommonRules
  private var remembered: [UnwindRow] = []

  init(_ rules: CommonRules) {
    self.rules = rules
  }

  /// Applies the instructions before `target` to the row; false for an invalid program.
  mutating func run(
    _ instructions: ByteReader, _ row: inout UnwindRow, initial: UnwindRow?, from start: UInt, to target: UInt
  ) -> Bool {
    var reader = instructions
    var location = start
    remembered.removeAll(keepingCapacity: true)
    while !reader.isAtEnd {
      let code = reader.u8()
      let low = Int(code & 0x3f)
      switch code & 0xc0 {
      case 0x40:
        location &+= UInt(low) &* rules.codeFactor
        if location > target { return true }
      case 0x80:
        row.set(low, .saved, scaled(reader.unsignedLEB()))
      case 0xc0:
        if let initial { row.restore(low, from: initial) }
      default:
        if let step = step(code, &reader) {
          location = step.isAbsolute ? step.distance : location &+ step.distance &* rules.codeFactor
          if location > target { return true }
        } else if !change(code, &reader, &row, initial) {
          return false
        }
      }
      if reader.hasFailed { return false }
    }
    return true
  }

  private func scaled(_ value: UInt64) -> Int { Int(truncatingIfNeeded: value) &* rules.dataFactor }

  private func step(_ code: UInt8, _ reader: inout ByteReader) -> (distance: UInt, isAbsolute: Bool)? {
    switch code {
    case 0x01: (reader.pointer(rules.pointerEncoding, base: 0), true)
    case 0x02: (UInt(reader.u8()), false)
    case 0x03: (UInt(reader.u16()), false)
    case 0x04: (UInt(reader.u32()), false)
    default: nil
    }
  }

  private mutating func change(
    _ code: UInt8, _ reader: inout ByteReader, _ row: inout UnwindRow, _ initial: UnwindRow?
  ) -> Bool {
    /// Rules for registers that unwinding does not need are read and ignored.
    func register() -> Int { Int(truncatingIfNeeded: min(reader.unsignedLEB(), 1000)) }
    switch code {
    case 0x00: break
    case 0x05:
      let number = register()
      row.set(number, .saved, scaled(reader.unsignedLEB()))
    case 0x06:
      let number = register()
      if let initial { row.restore(number, from: initial) }
    case 0x07: row.set(register(), .undefined)
    case 0x08: row.set(register(), .unchanged)
    case 0x09:
      // Kept in another register: not followed, so its value is not known.
      row.set(register(), .undefined)
      _ = reader.unsignedLEB()
    case 0x0a:
      guard remembered.count < 64 else { return false }
      remembered.append(row)
    case 0x0b:
      guard let earlier = remembered.popLast() else { return false }
      row = earlier
    case 0x0c: setBase(&row, register(), Int(truncatingIfNeeded: reader.unsignedLEB()))
    case 0x0d: setBase(&row, register(), Int(row.baseOffset))
    case 0x0e: row.baseOffset = Int32(truncatingIfNeeded: reader.unsignedLEB())
    case 0x0f:
      row.baseExpression = Int32(truncatingIfNeeded: reader.position)
      reader.skip(reader.unsignedLEB())
    case 0x10:
      let number = register()
      row.set(number, .expression, reader.position)
      reader.skip(reader.unsignedLEB())
    case 0x11:
      let number = register()
      row.set(number, .saved, Int(reader.signedLEB()) &* rules.dataFactor)
    case 0x12:
      let number = register()
      setBase(&row, number, Int(reader.signedLEB()) &* rules.dataFactor)
    case 0x13: row.baseOffset = Int32(truncatingIfNeeded: Int(reader.signedLEB()) &* rules.dataFactor)
    case 0x14, 0x15:
      row.set(register(), .undefined)
      _ = reader.unsignedLEB()
    case 0x16:
      row.set(register(), .undefined)
      reader.skip(reader.unsignedLEB())
    case 0x2e: _ = reader.unsignedLEB()
    default: return rules.architecture.isOwnWithoutEffect(code)
    }
    return true
  }

  private func setBase(_ row: inout UnwindRow, _ register: Int, _ offset: Int) {
    row.baseRegister = UInt8(truncatingIfNeeded: min(register, 255))
    row.baseOffset = Int32(truncatingIfNeeded: offset)
    row.baseExpression = -1
  }
}
