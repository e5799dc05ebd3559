/// A thread's registers and the bytes of its stack at one moment, to be unwound at leisure.
struct StackCopy {
  var registers: MachineRegisters
  /// The address of the first byte.
  var low: UInt
  var bytes: UnsafeRawBufferPointer
  /// The stack goes on beyond the copy.
  var isCut = false

  /// Below the stack pointer there may be what a leaf function saved.
  static let redZone: UInt = 128

  @inline(__always)
  func word(_ address: UInt) -> UInt? {
    let offset = address &- low
    guard offset < UInt(bytes.count), UInt(bytes.count) - offset >= 8 else { return nil }
    return bytes.loadUnaligned(fromByteOffset: Int(offset), as: UInt.self)
  }
}
