/// Reads a packet's fields one after another, and never beyond its end.
struct PacketReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  /// What kind of packet it is, by its number.
  private(set) var kindNumber: UInt8 = 0

  /// Reads the header that all packets have: mark, version, kind, length.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, mark: (UInt8, UInt8), version known: UInt8, headerSize: Int
  ) throws(PacketError) {
    self.bytes = bytes
    position = 0
    let found = (try uint8(), try uint8())
    guard found == mark else { throw .notAPacket }
    let version = try uint8()
    guard version == known else { throw .unknownVersion(version) }
    kindNumber = try uint8()
    let length = Int(try uint32())
    guard bytes.count >= max(length, headerSize) else {
      throw .cutShort(bytes: bytes.count, needed: max(length, headerSize))
    }
    guard length >= headerSize else { throw .badValue(field: "length", value: UInt64(length)) }
    guard bytes.count == length else { throw .trailingBytes(bytes.count - length) }
  }

  /// The unread bytes.
  func rest() -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[position...]) }

  /// Throws unless the whole payload was read.
  func finish() throws(PacketError) {
    guard position == bytes.count else { throw .trailingBytes(bytes.count - position) }
  }

  /// - Parameter list: its contents are discarded, its memory is reused.
  mutating func contacts(in list: consuming [HIDEvent.Contact]) throws(PacketError) -> [HIDEvent.Contact] {
    let count = Int(try uint16())
    let size = Int(try uint16())
    guard count <= HIDEvent.mostContacts else { throw .tooLarge(field: "contacts", count: count) }
    guard size >= HIDEvent.contactSize else { throw .badValue(field: "contact size", value: UInt64(size)) }
    try need(count * size)
    var contacts = list
    contacts.removeAll(keepingCapacity: true)
    contacts.reserveCapacity(count)
    for _ in 0..<count {
      let end = position + size
      contacts.append(try contact())
      position = end
    }
    return contacts
  }

  private mutating func contact() throws(PacketError) -> HIDEvent.Contact {
    let identity = try uint32()
    let phase: HIDEvent.Contact.Phase = try value("contact phase")
    let kind: HIDEvent.Contact.Kind = try value("contact kind")
    let buttons = HIDEvent.Contact.Buttons(rawValue: try uint16())
    return HIDEvent.Contact(
      identity, phase, x: try double(), y: try double(), kind: kind, force: try double(),
      radius: try double(), buttons: buttons)
  }

  /// A field that is one byte and has names for its values.
  mutating func value<Value: RawRepresentable<UInt8>>(_ field: String) throws(PacketError) -> Value {
    let number = try uint8()
    guard let value = Value(rawValue: number) else { throw .badValue(field: field, value: UInt64(number)) }
    return value
  }

  mutating func text(longest: Int = HIDEvent.longestText) throws(PacketError) -> String {
    let count = Int(try uint16())
    guard count <= longest else { throw .tooLarge(field: "text", count: count) }
    try need(count)
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  mutating func double() throws(PacketError) -> Double { Double(bitPattern: try uint64()) }
  mutating func uint8() throws(PacketError) -> UInt8 { try number() }
  mutating func uint16() throws(PacketError) -> UInt16 { try number() }
  mutating func uint32() throws(PacketError) -> UInt32 { try number() }
  mutating func uint64() throws(PacketError) -> UInt64 { try number() }

  private mutating func number<Number: FixedWidthInteger>() throws(PacketError) -> Number {
    let size = MemoryLayout<Number>.size
    try need(size)
    defer { position += size }
    return Number(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: Number.self))
  }

  private func need(_ count: Int) throws(PacketError) {
    guard bytes.count - position >= count else {
      throw .cutShort(bytes: bytes.count, needed: position + count)
    }
  }
}
