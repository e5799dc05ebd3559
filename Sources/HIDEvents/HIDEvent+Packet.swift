// The wire form. All numbers are little-endian.
//
//   0  2  mark 'H' 'E'
//   2  1  version
//   3  1  kind
//   4  4  length of the whole packet
//   8  8  timestamp
//  16  …  payload
//
// A digitizer's payload is the number of contacts (2 bytes), the size of each (2 bytes), and the contacts. A later
// writer may make contacts longer by adding fields at their end: a reader skips what it does not know. What changes the
// meaning of fields gets another version.

extension HIDEvent {
  /// The version that is written, and the only one that is read.
  public static let packetVersion: UInt8 = 1
  /// How many contacts a packet may have.
  public static let mostContacts = 4096
  /// How many bytes a text in a packet may have.
  public static let longestText = 1024

  static let mark: (UInt8, UInt8) = (0x48, 0x45)
  static let headerSize = 16
  static let contactSize = 40

  enum PacketKind: UInt8 {
    case digitizer = 1
    case pointer, key, acceleration, remoteControl, system, proximity, orientation
  }

  /// The event as bytes. What does not fit a packet is left out: contacts beyond `mostContacts`, text beyond
  /// `longestText`.
  public func packet() -> [UInt8] {
    var writer = PacketWriter(kind: kind, timestamp: timestamp)
    switch payload {
    case .digitizer(let contacts):
      let contacts = contacts.prefix(Self.mostContacts)
      writer.add(UInt16(contacts.count))
      writer.add(UInt16(Self.contactSize))
      for contact in contacts { writer.add(contact) }
    case .pointer(let pointer):
      writer.add(pointer.phase.rawValue)
      for value in [pointer.x, pointer.y, pointer.scrollX, pointer.scrollY] { writer.add(value) }
    case .key(let key):
      writer.add(key.usage)
      writer.add(key.phase.rawValue)
      writer.add(key.modifiers.rawValue)
      writer.add(key.characters)
      writer.add(key.charactersIgnoringModifiers)
    case .acceleration(let acceleration):
      for value in [acceleration.x, acceleration.y, acceleration.z] { writer.add(value) }
    case .remoteControl(let command): writer.add(command.rawValue)
    case .system(let change): writer.add(change.rawValue)
    case .proximity(let state): writer.add(state.rawValue)
    case .orientation(let orientation): writer.add(orientation.rawValue)
    }
    return writer.finish()
  }

  private var kind: PacketKind {
    switch payload {
    case .digitizer: .digitizer
    case .pointer: .pointer
    case .key: .key
    case .acceleration: .acceleration
    case .remoteControl: .remoteControl
    case .system: .system
    case .proximity: .proximity
    case .orientation: .orientation
    }
  }

  /// Reads a packet, which must be whole and have nothing after it.
  ///
  /// Numbers are not checked, and may be no position on a screen: the receiver must check them.
  public init(packet: some Collection<UInt8>) throws(PacketError) {
    if let event = packet.withContiguousStorageIfAvailable({ Result(bytes: $0) }) {
      self = try event.get()
    } else {
      self = try Array(packet).withUnsafeBufferPointer { Result(bytes: $0) }.get()
    }
  }

  /// Like `init(packet:)`. A list that is no longer needed may be passed for reuse: then contacts allocate no memory.
  package init(
    bytes: UnsafeBufferPointer<UInt8>, reusing list: consuming [Contact] = []
  ) throws(PacketError) {
    var reader = try PacketReader(
      bytes, mark: Self.mark, version: Self.packetVersion, headerSize: Self.headerSize)
    guard let kind = PacketKind(rawValue: reader.kindNumber) else { throw .unknownKind(reader.kindNumber) }
    timestamp = try reader.uint64()
    switch kind {
    case .digitizer: payload = .digitizer(try reader.contacts(in: list))
    case .pointer:
      let phase: Pointer.Phase = try reader.value("pointer phase")
      payload = .pointer(
        Pointer(
          phase, x: try reader.double(), y: try reader.double(), scrollX: try reader.double(),
          scrollY: try reader.double()))
    case .key:
      let usage = try reader.uint16()
      let phase: Key.Phase = try reader.value("key phase")
      let modifiers = Key.Modifiers(rawValue: try reader.uint32())
      let characters = try reader.text()
      payload = .key(
        Key(
          usage: usage, phase, modifiers: modifiers, characters: characters,
          charactersIgnoringModifiers: try reader.text()))
    case .acceleration:
      payload = .acceleration(
        Acceleration(x: try reader.double(), y: try reader.double(), z: try reader.double()))
    case .remoteControl: payload = .remoteControl(try reader.value("remote control"))
    case .system: payload = .system(try reader.value("system"))
    case .proximity: payload = .proximity(try reader.value("proximity"))
    case .orientation: payload = .orientation(try reader.value("orientation"))
    }
    try reader.finish()
  }
}

extension Result where Success == HIDEvent, Failure == PacketError {
  fileprivate init(bytes: UnsafeBufferPointer<UInt8>) {
    do throws(PacketError) {
      self = .success(try HIDEvent(bytes: bytes))
    } catch {
      self = .failure(error)
    }
  }
}
