extension DBusMessage {
  /// Numbers of header fields.
  private enum Field {
    static let path: UInt8 = 1
    static let interface: UInt8 = 2
    static let member: UInt8 = 3
    static let errorName: UInt8 = 4
    static let replySerial: UInt8 = 5
    static let destination: UInt8 = 6
    static let sender: UInt8 = 7
    static let signature: UInt8 = 8
    static let descriptors: UInt8 = 9
  }

  private static let field = DBusType.structure([.byte, .variant])
  private static let version: UInt8 = 1
  private static let little = UInt8(ascii: "l")
  private static let big = UInt8(ascii: "B")
  /// Up to the length of the fields.
  static let fixedLength = 16

  // MARK: Sending

  /// The message's bytes, in this machine's order, or in the other one.
  package func encoded(isSwapped: Bool = false) throws(DBusError) -> [UInt8] {
    if let fault { throw .mismatched(fault) }
    var content = DBusWriter(isSwapped: isSwapped)
    for value in body { try content.write(value) }
    guard content.bytes.count <= DBusLimits.longestMessage else { throw .tooLong(content.bytes.count) }
    let signature = signature
    guard signature.utf8.count <= DBusType.longestSignature else {
      throw .mismatched("a body of \(body.count) values")
    }
    var header = DBusWriter(isSwapped: isSwapped)
    let isLittle = (1.littleEndian == 1) != isSwapped
    for byte in [isLittle ? Self.little : Self.big, kind.rawValue, flags.rawValue, Self.version] {
      try header.write(.byte(byte))
    }
    try header.write(.uint32(UInt32(content.bytes.count)))
    try header.write(.uint32(serial))
    let values: [(UInt8, DBusValue?)] = [
      (Field.path, path.map { .path($0) }), (Field.interface, interface.map { .string($0) }),
      (Field.member, member.map { .string($0) }), (Field.errorName, errorName.map { .string($0) }),
      (Field.replySerial, replySerial.map { .uint32($0) }),
      (Field.destination, destination.map { .string($0) }), (Field.sender, sender.map { .string($0) }),
      (Field.signature, signature.isEmpty ? nil : .signature(signature)),
    ]
    let present = values.compactMap { number, value in
      value.map { DBusValue.structure([.byte(number), .variant($0)]) }
    }
    try header.write(.array(Self.field, present))
    header.align(8)
    let count = header.bytes.count + content.bytes.count
    guard count <= DBusLimits.longestMessage else { throw .tooLong(count) }
    return header.bytes + content.bytes
  }

  // MARK: Receiving

  /// How long the message is that begins with the bytes; nil when too few of them are there.
  static func length(of bytes: ArraySlice<UInt8>) throws(DBusError) -> Int? {
    guard bytes.count >= fixedLength else { return nil }
    let isSwapped = try isSwapped(bytes)
    var reader = DBusReader(bytes.prefix(fixedLength), isSwapped: isSwapped)
    let numbers = try reader.read([.byte, .byte, .byte, .byte, .uint32, .uint32, .uint32])
    guard numbers[3] == .byte(version) else { throw .malformed("a message of another version") }
    guard case .uint32(let body) = numbers[4], case .uint32(let fields) = numbers[6] else { return nil }
    guard fields <= DBusLimits.longestArray else { throw .tooLong(Int(fields)) }
    let count = fixedLength + (Int(fields) + 7) & ~7 + Int(body)
    guard count <= DBusLimits.longestMessage else { throw .tooLong(count) }
    return count
  }

  private static func isSwapped(_ bytes: ArraySlice<UInt8>) throws(DBusError) -> Bool {
    switch bytes.first {
    case little: 1.littleEndian != 1
    case big: 1.littleEndian == 1
    default: throw .malformed("a message of no known byte order")
    }
  }

  /// Reads a whole message; nil when it is of a kind that this side does not know.
  package init?(_ bytes: ArraySlice<UInt8>) throws(DBusError) {
    guard try Self.length(of: bytes) == bytes.count else { throw .malformed("a message of another length") }
    let isSwapped = try Self.isSwapped(bytes)
    var reader = DBusReader(bytes, isSwapped: isSwapped)
    let fixed = try reader.read([.byte, .byte, .byte, .byte, .uint32, .uint32])
    guard case .byte(let number) = fixed[1], case .byte(let flags) = fixed[2],
      case .uint32(let serial) = fixed[5], number != 0, serial != 0
    else { throw .malformed("a message of kind 0 or serial 0") }
    // Later versions may have more kinds.
    guard let kind = Kind(rawValue: number) else { return nil }
    self.init(kind)
    self.flags = Flags(rawValue: flags)
    self.serial = serial
    var signature: [DBusType] = []
    for field in try reader.read(.array(Self.field)).elements ?? [] {
      guard case .structure(let parts) = field, case .byte(let number) = parts[0] else { continue }
      if let types = try take(number, parts[1].content) { signature = types }
    }
    try reader.align(8)
    var content = DBusReader(bytes.dropFirst(reader.count), isSwapped: isSwapped)
    body = try content.read(signature)
    guard content.isAtEnd else { throw .malformed("a body that is longer than its signature says") }
    if let fault { throw .malformed(fault) }
  }

  /// Takes a field of the header, and returns the body's types if it says them.
  private mutating func take(_ number: UInt8, _ value: DBusValue) throws(DBusError) -> [DBusType]? {
    switch (number, value) {
    case (Field.path, .path(let text)): path = text
    case (Field.interface, .string(let text)): interface = text
    case (Field.member, .string(let text)): member = text
    case (Field.errorName, .string(let text)): errorName = text
    case (Field.replySerial, .uint32(let serial)) where serial != 0: replySerial = serial
    case (Field.destination, .string(let text)): destination = text
    case (Field.sender, .string(let text)): sender = text
    case (Field.signature, .signature(let text)): return try DBusType.parse(text)
    case (Field.descriptors, .uint32(0)): break
    case (0...Field.descriptors, _): throw .malformed("a header field \(number) of '\(value.type.text)'")
    default: break  // Later versions may have more fields.
    }
    return nil
  }
}
