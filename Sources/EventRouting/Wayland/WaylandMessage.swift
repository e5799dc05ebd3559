import LinuxSystem

/// A request as bytes, in this machine's byte order, and the descriptors that go with it.
struct WaylandRequest {
  /// The longest that every compositor takes.
  static let longest = 4096

  private(set) var bytes: [UInt8] = []
  private(set) var descriptors: [Int32] = []
  private let opcode: UInt16

  init(_ object: UInt32, _ opcode: UInt16) {
    self.opcode = opcode
    add(object)
    add(0 as UInt32)
  }

  mutating func add(_ value: UInt32) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
  mutating func add(_ value: Int32) { add(UInt32(bitPattern: value)) }

  /// Adds a text with a zero at its end; a zero inside ends it.
  mutating func add(_ text: String) { add(Array(text.utf8.prefix { $0 != 0 }) + [0]) }

  /// Adds bytes, and zeros up to the next multiple of four.
  mutating func add(_ array: [UInt8]) {
    add(UInt32(truncatingIfNeeded: array.count))
    bytes += array
    while bytes.count % 4 != 0 { bytes.append(0) }
  }

  /// Adds a descriptor, which the request owns from now on: it is closed when it has been sent.
  mutating func add(descriptor: Int32) { descriptors.append(descriptor) }

  /// Closes the descriptors of a request that is not sent.
  func closeDescriptors() { for descriptor in descriptors { close(descriptor) } }

  /// The bytes with their length filled in.
  func finished() throws(WaylandError) -> [UInt8] {
    guard bytes.count <= Self.longest else { throw .requestTooLong(bytes.count) }
    var result = bytes
    let word = UInt32(bytes.count) << 16 | UInt32(opcode)
    withUnsafeBytes(of: word) { result.replaceSubrange(4..<8, with: $0) }
    return result
  }
}

/// An event of the compositor: what it is for, and its arguments as they were sent.
struct WaylandEvent: Hashable, Sendable {
  let object: UInt32
  let opcode: UInt16
  let body: [UInt8]
}

/// The arguments of an event, read one after the other.
struct WaylandArguments {
  private let body: [UInt8]
  private var offset = 0
  /// The event's descriptor, while it is handled; -1 for none. The connection closes it afterwards, unless it was taken.
  var descriptor: Int32 = -1

  /// The event's descriptor, which the caller owns from now on.
  mutating func takeDescriptor() -> Int32 {
    defer { descriptor = -1 }
    return descriptor
  }

  init(_ event: WaylandEvent) { body = event.body }

  mutating func uint() throws(WaylandError) -> UInt32 {
    guard body.count - offset >= 4 else { throw .malformed("an event ends within its arguments") }
    defer { offset += 4 }
    return body.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }

  mutating func int() throws(WaylandError) -> Int32 { Int32(bitPattern: try uint()) }

  /// A number with eight bits behind the point.
  mutating func fixed() throws(WaylandError) -> Double { Double(try int()) / 256 }

  /// Bytes with their count before them.
  mutating func array() throws(WaylandError) -> [UInt8] {
    let count = Int(try uint())
    let padded = (count + 3) & ~3
    guard padded <= body.count - offset else { throw .malformed("an array is longer than its event") }
    defer { offset += padded }
    return Array(body[offset..<offset + count])
  }

  /// A text; nil when there is none.
  mutating func string() throws(WaylandError) -> String? {
    let bytes = try array()
    return bytes.isEmpty ? nil : String(decoding: try Self.text(bytes), as: UTF8.self)
  }

  /// The bytes of a text, which may be no UTF-8; empty when there is none.
  mutating func text() throws(WaylandError) -> [UInt8] { try Self.text(try array()) }

  private static func text(_ bytes: [UInt8]) throws(WaylandError) -> [UInt8] {
    guard bytes.last ?? 0 == 0 else { throw .malformed("a text without its end") }
    return Array(bytes.dropLast())
  }
}
