/// Evaluates expressions of unwind tables, which describe linkage stubs and signal frames.
enum StackExpression {
  /// The value, or nil when the expression needs unknown data. `start`: the initial stack.
  static func value(
    _ instructions: ByteReader, start: UInt?, registers: MachineRegisters, memory: (UInt) -> UInt?
  ) -> UInt? {
    var reader = instructions
    var stack: [UInt] = []
    if let start { stack.append(start) }
    while !reader.isAtEnd {
      let code = reader.u8()
      switch code {
      case 0x08: stack.append(UInt(reader.u8()))
      case 0x09: stack.append(UInt(bitPattern: Int(Int8(bitPattern: reader.u8()))))
      case 0x0a: stack.append(UInt(reader.u16()))
      case 0x0b: stack.append(UInt(bitPattern: Int(Int16(bitPattern: reader.u16()))))
      case 0x0c: stack.append(UInt(reader.u32()))
      case 0x0d: stack.append(UInt(bitPattern: Int(Int32(bitPattern: reader.u32()))))
      case 0x10: stack.append(UInt(reader.unsignedLEB()))
      case 0x11: stack.append(UInt(bitPattern: Int(reader.signedLEB())))
      case 0x30...0x4f: stack.append(UInt(code - 0x30))
      case 0x70...0x8f:
        guard let register = registers[Int(code - 0x70)] else { return nil }
        stack.append(register &+ UInt(bitPattern: Int(reader.signedLEB())))
      case 0x06:
        guard let address = stack.popLast(), let word = memory(address) else { return nil }
        stack.append(word)
      case 0x23:
        guard let top = stack.popLast() else { return nil }
        stack.append(top &+ UInt(reader.unsignedLEB()))
      default:
        guard let right = stack.popLast(), let left = stack.popLast(), let result = combine(code, left, right)
        else { return nil }
        stack.append(result)
      }
      if reader.hasFailed || stack.count > 32 { return nil }
    }
    return stack.last
  }

  private static func combine(_ code: UInt8, _ left: UInt, _ right: UInt) -> UInt? {
    switch code {
    case 0x1a: left & right
    case 0x1c: left &- right
    case 0x21: left | right
    case 0x22: left &+ right
    case 0x24: right < 64 ? left << right : 0
    case 0x25: right < 64 ? left >> right : 0
    case 0x29: left == right ? 1 : 0
    case 0x2a: Int(bitPattern: left) >= Int(bitPattern: right) ? 1 : 0
    case 0x2b: Int(bitPattern: left) > Int(bitPattern: right) ? 1 : 0
    case 0x2c: Int(bitPattern: left) <= Int(bitPattern: right) ? 1 : 0
    case 0x2d: Int(bitPattern: left) < Int(bitPattern: right) ? 1 : 0
    case 0x2e: left != right ? 1 : 0
    default: nil
    }
  }
}
