/// Values read from bytes, one after the other. What is wrong with the bytes is an error: nothing is made that they only
/// claim to have.
package struct DBusReader {
  private let bytes: ArraySlice<UInt8>
  private let isSwapped: Bool
  private var offset = 0
  private var valuesLeft = DBusLimits.mostValues

  /// - Parameter bytes: begin at a multiple of eight of their message.
  package init(_ bytes: ArraySlice<UInt8>, isSwapped: Bool = false) {
    self.bytes = bytes
    self.isSwapped = isSwapped
  }

  package init(_ bytes: [UInt8], isSwapped: Bool = false) { self.init(bytes[...], isSwapped: isSwapped) }

  package var isAtEnd: Bool { offset == bytes.count }

  /// How many bytes were read.
  package var count: Int { offset }

  private func byte(at offset: Int) -> UInt8 { bytes[bytes.startIndex + offset] }

  /// Skips zeros up to the next multiple.
  package mutating func align(_ alignment: Int) throws(DBusError) {
    while offset % alignment != 0 {
      guard offset < bytes.count else { throw .malformed("values end too early") }
      guard byte(at: offset) == 0 else { throw .malformed("something between values") }
      offset += 1
    }
  }

  private mutating func take(_ count: Int) throws(DBusError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - offset else { throw .malformed("values end too early") }
    let start = bytes.startIndex + offset
    offset += count
    return bytes[start..<start + count]
  }

  private mutating func integer<Value: FixedWidthInteger>(_: Value.Type) throws(DBusError) -> Value {
    let size = Value.bitWidth / 8
    try align(size)
    let value = try take(size).withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
    return isSwapped ? value.byteSwapped : value
  }

  /// A text and the zero behind it.
  private mutating func text(_ count: Int) throws(DBusError) -> String {
    let part = try take(count)
    guard try take(1).first == 0 else { throw .malformed("a text without its end") }
    guard !part.contains(0), let text = String(validating: part, as: UTF8.self) else {
      throw .malformed("a text that is not UTF-8")
    }
    return text
  }

  /// Reads the values of a signature.
  package mutating func read(_ types: [DBusType]) throws(DBusError) -> [DBusValue] {
    var values: [DBusValue] = []
    for type in types { values.append(try read(type)) }
    return values
  }

  package mutating func read(_ type: DBusType, depth: Int = 0) throws(DBusError) -> DBusValue {
    guard depth <= DBusLimits.deepest else { throw .malformed("values that are too deep") }
    guard valuesLeft > 0 else { throw .malformed("more than \(DBusLimits.mostValues) values") }
    valuesLeft -= 1
    switch type {
    case .byte: return .byte(try integer(UInt8.self))
    case .boolean:
      let value = try integer(UInt32.self)
      guard value <= 1 else { throw .malformed("the truth value \(value)") }
      return .boolean(value == 1)
    case .int16: return .int16(try integer(Int16.self))
    case .uint16: return .uint16(try integer(UInt16.self))
    case .int32: return .int32(try integer(Int32.self))
    case .uint32: return .uint32(try integer(UInt32.self))
    case .int64: return .int64(try integer(Int64.self))
    case .uint64: return .uint64(try integer(UInt64.self))
    case .double: return .double(Double(bitPattern: try integer(UInt64.self)))
    case .descriptor: return .descriptor(try integer(UInt32.self))
    case .string: return .string(try text(Int(try integer(UInt32.self))))
    case .path:
      let path = try text(Int(try integer(UInt32.self)))
      guard DBusNames.isPath(path) else { throw .malformed("a path that is none") }
      return .path(path)
    case .signature:
      let signature = try text(Int(try integer(UInt8.self)))
      _ = try DBusType.parse(signature)
      return .signature(signature)
    case .variant:
      let types = try DBusType.parse(try text(Int(try integer(UInt8.self))))
      guard types.count == 1 else { throw .malformed("a variant of \(types.count) values") }
      return .variant(try read(types[0], depth: depth + 1))
    case .array(let element): return try array(of: element, depth: depth)
    case .structure(let members):
      try align(8)
      var values: [DBusValue] = []
      for member in members { values.append(try read(member, depth: depth + 1)) }
      return .structure(values)
    case .entry(let key, let value):
      try align(8)
      let key = try read(key, depth: depth + 1)
      return .entry(key, try read(value, depth: depth + 1))
    }
  }

  private mutating func array(of element: DBusType, depth: Int) throws(DBusError) -> DBusValue {
    let count = Int(try integer(UInt32.self))
    guard count <= DBusLimits.longestArray else { throw .tooLong(count) }
    try align(element.alignment)
    guard count <= bytes.count - offset else { throw .malformed("an array is longer than its message") }
    if element == .byte { return .bytes(Array(try take(count))) }
    let end = offset + count
    var values: [DBusValue] = []
    while offset < end { values.append(try read(element, depth: depth + 1)) }
    guard offset == end else { throw .malformed("an array that ends within an element") }
    return .array(element, values)
  }
}
