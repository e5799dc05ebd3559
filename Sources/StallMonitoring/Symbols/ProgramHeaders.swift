/// A mapped module's own headers, read from its memory.
struct ProgramHeaders {
  /// What to add to the file's addresses.
  private(set) var bias: UInt
  /// Nil for one that unwinding does not know.
  let architecture: Architecture?
  /// Where the table of unwind entries is, its size, and the end of the memory it lies in.
  private(set) var unwindHeader: (address: UInt, size: Int, limit: UInt)?

  /// Where notes are, as the linker's mark of the build.
  private(set) var notes: [(address: UInt, size: UInt)] = []

  /// Nil when there is no 64-bit ELF header at the base.
  init?(base: UInt, memory: ProcessMemory) {
    guard let header = memory.bytes(base, count: 64) else { return nil }
    let place: (offset: UInt, size: Int, count: Int)? = header.withUnsafeBytes { bytes in
      guard bytes.loadUnaligned(as: UInt32.self) == 0x464c_457f, bytes[4] == 2, bytes[5] == 1 else {
        return nil
      }
      return (
        UInt(bytes.loadUnaligned(fromByteOffset: 32, as: UInt64.self)),
        Int(bytes.loadUnaligned(fromByteOffset: 54, as: UInt16.self)),
        Int(bytes.loadUnaligned(fromByteOffset: 56, as: UInt16.self))
      )
    }
    architecture = header.withUnsafeBytes {
      Architecture(rawValue: $0.loadUnaligned(fromByteOffset: 18, as: UInt16.self))
    }
    guard let place, place.size >= 56, place.count > 0, place.offset < 1 << 20,
      let table = memory.bytes(base &+ place.offset, count: place.size * place.count)
    else { return nil }
    var loads: [(address: UInt, size: UInt)] = []
    var parts: [(address: UInt, size: UInt)] = []
    var unwind: (address: UInt, size: UInt)?
    table.withUnsafeBytes { bytes in
      for index in 0..<place.count {
        let at = index * place.size
        let address = UInt(bytes.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self))
        let size = UInt(bytes.loadUnaligned(fromByteOffset: at + 40, as: UInt64.self))
        switch bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self) {
        case 1: loads.append((address, size))
        case 0x6474_e550: unwind = (address, size)
        case 4: parts.append((address, size))
        default: break
        }
      }
    }
    guard let first = loads.first else { return nil }
    // The first segment starts on the page of the file's first byte.
    bias = base &- (first.address & ~4095)
    let bias = bias
    notes = parts.map { ($0.address &+ bias, $0.size) }
    if let unwind, let segment = loads.first(where: { unwind.address &- $0.address < $0.size }) {
      unwindHeader = (
        unwind.address &+ bias, Int(truncatingIfNeeded: unwind.size), segment.address &+ segment.size &+ bias
      )
    }
  }
}
