/// A request as bytes, in this machine's byte order, which the setup request declares.
struct X11Request {
  private(set) var bytes: [UInt8]

  init(_ opcode: X11Opcode, _ data: UInt8 = 0) { self.init(opcode.rawValue, data) }

  /// - Parameter opcode: a number, as extensions get theirs from the server.
  init(_ opcode: UInt8, _ data: UInt8 = 0) { bytes = [opcode, data, 0, 0] }

  mutating func add(_ value: UInt8) { bytes.append(value) }
  mutating func add(_ value: UInt16) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
  mutating func add(_ value: UInt32) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
  mutating func add(_ value: Int16) { add(UInt16(bitPattern: value)) }
  mutating func add(_ values: [UInt8]) { bytes += values }
  mutating func pad() { while bytes.count % 4 != 0 { bytes.append(0) } }

  /// With its length filled in. Only for requests that are short by their kind.
  func finished() -> [UInt8] {
    var request = self
    request.pad()
    let units = UInt16(truncatingIfNeeded: request.bytes.count / 4)
    withUnsafeBytes(of: units) {
      request.bytes[2] = $0[0]
      request.bytes[3] = $0[1]
    }
    return request.bytes
  }
}

/// A packet from the server. Reads beyond its end return zero.
struct X11Packet {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func uint8(_ offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }
  func uint16(_ offset: Int) -> UInt16 { load(offset, UInt16.self) }
  func uint32(_ offset: Int) -> UInt32 { load(offset, UInt32.self) }
  func int16(_ offset: Int) -> Int { Int(Int16(bitPattern: uint16(offset))) }
  /// A number with 16 bits behind the point.
  func fixed(_ offset: Int) -> Double { Double(Int32(bitPattern: uint32(offset))) / 65536 }

  private func load<Value: FixedWidthInteger>(_ offset: Int, _: Value.Type) -> Value {
    guard offset >= 0, offset + MemoryLayout<Value>.size <= bytes.count else { return 0 }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Value.self) }
  }

  var kind: UInt8 { uint8(0) & 0x7F }
  /// Whether another program has sent the event.
  var isSent: Bool { uint8(0) & 0x80 != 0 }
}
