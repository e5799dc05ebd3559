/// Writes a packet's fields one after another.
struct PacketWriter {
  private var bytes: [UInt8]

  /// Begins with the header that all packets have; its length comes at the end.
  init(mark: (UInt8, UInt8), version: UInt8, kind: UInt8) {
    bytes = [mark.0, mark.1, version, kind, 0, 0, 0, 0]
  }

  init(kind: HIDEvent.PacketKind, timestamp: UInt64) {
    self.init(mark: HIDEvent.mark, version: HIDEvent.packetVersion, kind: kind.rawValue)
    add(timestamp)
  }

  mutating func add(_ more: [UInt8]) { bytes.append(contentsOf: more) }

  /// The packet, with its length written into its header.
  consuming func finish() -> [UInt8] {
    let length = UInt32(bytes.count)
    for byte in 0..<4 { bytes[4 + byte] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(byte))) }
    return bytes
  }

  mutating func add(_ contact: HIDEvent.Contact) {
    add(contact.identity)
    add(contact.phase.rawValue)
    add(contact.kind.rawValue)
    add(contact.buttons.rawValue)
    for value in [contact.x, contact.y, contact.force, contact.radius] { add(value) }
  }

  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ value: Double) { add(value.bitPattern) }

  /// Adds a text, cut at a character.
  mutating func add(_ text: String, longest: Int = HIDEvent.longestText) {
    var text = text[...]
    while text.utf8.count > longest { text.removeLast() }
    add(UInt16(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }
}
