/// A message of the X Input Method protocol, in this machine's byte order, which the first one declares.
struct XIMMessage {
  /// The protocol's numbers of messages.
  enum Opcode {
    static let connect: UInt8 = 1
    static let connectReply: UInt8 = 2
    static let disconnect: UInt8 = 3
    static let needsAuthority: UInt8 = 10
    static let error: UInt8 = 20
    static let open: UInt8 = 30
    static let openReply: UInt8 = 31
    static let setEventMask: UInt8 = 37
    static let encodings: UInt8 = 38
    static let encodingReply: UInt8 = 39
    static let getValues: UInt8 = 44
    static let getValuesReply: UInt8 = 45
    static let createContext: UInt8 = 50
    static let createContextReply: UInt8 = 51
    static let setContextValues: UInt8 = 54
    static let setFocus: UInt8 = 58
    static let unsetFocus: UInt8 = 59
    static let forwardEvent: UInt8 = 60
    static let sync: UInt8 = 61
    static let syncReply: UInt8 = 62
    static let commit: UInt8 = 63
    static let resetContext: UInt8 = 64
    static let resetContextReply: UInt8 = 65
    static let preeditStart: UInt8 = 73
    static let preeditStartReply: UInt8 = 74
    static let preeditDraw: UInt8 = 75
    static let preeditCaret: UInt8 = 76
    static let preeditCaretReply: UInt8 = 77
    static let preeditDone: UInt8 = 78
  }

  private(set) var bytes: [UInt8]

  init(_ opcode: UInt8) { bytes = [opcode, 0, 0, 0] }

  mutating func add(_ value: UInt8) { bytes.append(value) }
  mutating func add(_ value: UInt16) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
  mutating func add(_ value: UInt32) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
  mutating func add(_ values: [UInt8]) { bytes += values }
  mutating func pad() { while bytes.count % 4 != 0 { bytes.append(0) } }

  /// An attribute: its number, the length of its value, the value.
  static func attribute(_ number: UInt16, _ value: [UInt8]) -> [UInt8] {
    let head = Self.bytes(number) + Self.bytes(UInt16(clamping: value.count)) + value
    return head + [UInt8](repeating: 0, count: -head.count & 3)
  }

  static func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  /// The message with its length filled in.
  func finished() -> [UInt8] {
    var message = self
    message.pad()
    let units = UInt16(clamping: message.bytes.count / 4 - 1)
    withUnsafeBytes(of: units) { message.bytes.replaceSubrange(2..<4, with: $0) }
    return message.bytes
  }

  /// The whole messages at the beginning of what was received; what is left is cut off.
  static func split(_ bytes: [UInt8]) -> [X11Packet] {
    var messages: [X11Packet] = []
    var start = 0
    while start + 4 <= bytes.count {
      let units = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start + 2, as: UInt16.self) }
      let end = start + 4 + Int(units) * 4
      guard end <= bytes.count else { break }
      messages.append(X11Packet(Array(bytes[start..<end])))
      start = end
    }
    return messages
  }
}

extension X11Packet {
  /// Bytes from an offset on, as many as exist.
  func part(_ offset: Int, _ count: Int) -> [UInt8] {
    guard offset >= 0, offset < bytes.count, count > 0 else { return [] }
    return Array(bytes[offset..<(offset + min(count, bytes.count - offset))])
  }

  /// The names of attributes in a list of `length` bytes, with their numbers.
  func attributes(at offset: Int, length: Int) -> [String: UInt16] {
    var names: [String: UInt16] = [:]
    var start = offset
    let end = min(offset + length, bytes.count)
    while start + 6 <= end {
      let count = Int(uint16(start + 4))
      names[String(decoding: part(start + 6, min(count, end - start - 6)), as: UTF8.self)] = uint16(start)
      // The name and its length are padded together.
      start += 4 + (2 + count + 3) / 4 * 4
    }
    return names
  }
}
