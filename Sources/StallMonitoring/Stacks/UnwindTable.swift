/// A module's unwind tables (`.eh_frame_hdr` and `.eh_frame`), copied once, so that the module may be unloaded.
struct UnwindTable {
  let architecture: Architecture
  private let header: [UInt8]
  private let headerAddress: UInt
  private let frames: [UInt8]
  private let framesAddress: UInt
  /// The sorted pairs (function, its entry), each two 32-bit offsets from the header.
  private let pairs: Int
  private let count: Int

  /// Nil when there is no table of the usual form. `limit`: where the module's memory ends.
  init?(
    headerAddress: UInt, headerSize: Int, limit: UInt, memory: ProcessMemory,
    of architecture: Architecture = .own
  ) {
    guard headerSize >= 12, headerSize < 1 << 28, let header = memory.bytes(headerAddress, count: headerSize)
    else { return nil }
    self.architecture = architecture
    self.header = header
    self.headerAddress = headerAddress
    var framesAddress: UInt = 0
    var count = 0
    var pairs = 0
    var isUsual = false
    header.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes, address: headerAddress)
      let version = reader.u8()
      let framesEncoding = reader.u8()
      let countEncoding = reader.u8()
      let pairsEncoding = reader.u8()
      framesAddress = reader.pointer(framesEncoding, base: headerAddress)
      count = Int(truncatingIfNeeded: reader.pointer(countEncoding, base: headerAddress))
      pairs = reader.position
      isUsual = version == 1 && pairsEncoding == 0x3b && !reader.hasFailed
    }
    guard isUsual, count > 0, count <= (header.count - pairs) / 8, framesAddress < limit else { return nil }
    self.pairs = pairs
    self.count = count
    self.framesAddress = framesAddress
    // The table does not store its size: it ends with the entry of the highest address.
    var highest = framesAddress
    header.withUnsafeBytes { bytes in
      for index in 0..<count {
        let offset = bytes.loadUnaligned(fromByteOffset: pairs + index * 8 + 4, as: Int32.self)
        let entry = headerAddress &+ UInt(bitPattern: Int(offset))
        if entry > highest, entry < limit { highest = entry }
      }
    }
    let lastLength = memory.word(highest, as: UInt32.self).map { UInt($0) &+ 4 } ?? 4
    let end = min(highest &+ min(lastLength, 1 << 20), limit)
    let size = end &- framesAddress
    guard size < 1 << 28, let frames = memory.bytes(framesAddress, count: Int(size)) else { return nil }
    self.frames = frames
  }

  /// The row for an address, or nil when no function with an entry is there.
  func row(_ address: UInt) -> UnwindRow? {
    withEntry(address) { bytes, start, rules, entry in
      let entryEnd = entry.end
      if rules.hasAugmentation { entry.skip(entry.unsignedLEB()) }
      var row = UnwindRow(of: architecture)
      row.isFromTable = true
      row.isSignalFrame = rules.isSignalFrame
      var program = CallFrameProgram(rules)
      let first = ByteReader(
        bytes, address: framesAddress, position: rules.instructions, end: rules.end)
      guard program.run(first, &row, initial: nil, from: 0, to: .max) else { return nil }
      let initial = row
      let second = ByteReader(bytes, address: framesAddress, position: entry.position, end: entryEnd)
      guard program.run(second, &row, initial: initial, from: start, to: address) else { return nil }
      return row
    }
  }

  /// The start of the function around the address, or nil when no function with an entry is there.
  func functionStart(_ address: UInt) -> UInt? { withEntry(address) { _, start, _, _ in start } }

  /// Calls the body with the function's start, the entry's common rules, and a reader after its size.
  private func withEntry<Result>(
    _ address: UInt, _ body: (UnsafeRawBufferPointer, UInt, CommonRules, inout ByteReader) -> Result?
  ) -> Result? {
    guard let place = entry(address) else { return nil }
    return frames.withUnsafeBytes { bytes -> Result? in
      var head = ByteReader(bytes, address: framesAddress, position: place)
      let length = head.u32()
      guard length != 0xffff_ffff, length > 4 else { return nil }
      var entry = ByteReader(
        bytes, address: framesAddress, position: head.position, end: head.position + Int(length))
      let common = entry.position - Int(entry.u32())
      guard let rules = CommonRules(bytes, address: framesAddress, position: common, of: architecture) else {
        return nil
      }
      let start = entry.pointer(rules.pointerEncoding, base: 0)
      let size = entry.pointer(rules.pointerEncoding & 0x0f, base: 0)
      guard !entry.hasFailed, address >= start, address &- start < size else { return nil }
      return body(bytes, start, rules, &entry)
    }
  }

  /// The bytes of an expression whose length stands first.
  func withExpression<Result>(_ place: Int, _ body: (ByteReader) -> Result) -> Result {
    frames.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes, address: framesAddress, position: place)
      let length = reader.unsignedLEB()
      let end = reader.position + Int(min(length, UInt64(bytes.count)))
      return body(ByteReader(bytes, address: framesAddress, position: reader.position, end: end))
    }
  }

  /// The place in `frames` of the last entry whose function starts at or before the address.
  private func entry(_ address: UInt) -> Int? {
    header.withUnsafeBytes { bytes in
      func function(_ index: Int) -> UInt {
        headerAddress
          &+ UInt(bitPattern: Int(bytes.loadUnaligned(fromByteOffset: pairs + index * 8, as: Int32.self)))
      }
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if function(middle) <= address { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return nil }
      let offset = bytes.loadUnaligned(fromByteOffset: pairs + (low - 1) * 8 + 4, as: Int32.self)
      let place = headerAddress &+ UInt(bitPattern: Int(offset)) &- framesAddress
      return place < UInt(frames.count) ? Int(place) : nil
    }
  }
}

/// The common rules of several functions' entries (a CIE).
struct CommonRules {
  let architecture: Architecture
  let codeFactor: UInt
  let dataFactor: Int
  private(set) var pointerEncoding: UInt8 = 0
  private(set) var isSignalFrame = false
  let hasAugmentation: Bool
  let instructions: Int
  let end: Int

  init?(
    _ bytes: UnsafeRawBufferPointer, address: UInt, position: Int, of architecture: Architecture = .own
  ) {
    self.architecture = architecture
    var reader = ByteReader(bytes, address: address, position: position)
    let length = reader.u32()
    guard length != 0xffff_ffff, length > 8 else { return nil }
    end = reader.position + Int(length)
    guard reader.u32() == 0 else { return nil }
    let version = reader.u8()
    let letters = reader.position
    while reader.u8() != 0 { if reader.hasFailed { return nil } }
    let lettersEnd = reader.position - 1
    codeFactor = UInt(reader.unsignedLEB())
    dataFactor = Int(reader.signedLEB())
    let returnRegister = version == 1 ? UInt64(reader.u8()) : reader.unsignedLEB()
    guard returnRegister == UInt64(architecture.returnAddress) else { return nil }
    hasAugmentation = lettersEnd > letters && bytes[letters] == UInt8(ascii: "z")
    if hasAugmentation {
      let size = reader.unsignedLEB()
      let after = reader.position + Int(min(size, UInt64(bytes.count)))
      for index in letters + 1..<lettersEnd where !reader.hasFailed {
        switch bytes[index] {
        case UInt8(ascii: "R"): pointerEncoding = reader.u8()
        case UInt8(ascii: "P"):
          let encoding = reader.u8()
          _ = reader.pointer(encoding, base: 0)
        case UInt8(ascii: "L"): _ = reader.u8()
        case UInt8(ascii: "S"): isSignalFrame = true
        default: break
        }
      }
      instructions = after
    } else {
      instructions = reader.position
    }
    if reader.hasFailed || instructions > end || end > bytes.count { return nil }
  }
}
