/// A thread's registers and the bytes of its stack at one moment, for later unwinding.
struct StackCopy {
  var registers: MachineRegisters
  /// The address of the first byte.
  var low: UInt
  var bytes: UnsafeRawBufferPointer
  /// Whether the stack continues beyond the copy.
  var isCut = false

  /// Bytes below the stack pointer in which a leaf function may have saved data.
  static let redZone: UInt = 128

  @inline(__always)
  func word(_ address: UInt) -> UInt? {
    let offset = address &- low
    guard offset < UInt(bytes.count), UInt(bytes.count) - offset >= 8 else { return nil }
    return bytes.loadUnaligned(fromByteOffset: Int(offset), as: UInt.self)
  }
}
