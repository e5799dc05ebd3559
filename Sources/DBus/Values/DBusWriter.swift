/// Values as bytes, in this machine's order or in the other one.
package struct DBusWriter {
  package private(set) var bytes: [UInt8] = []
  private let isSwapped: Bool

  package init(isSwapped: Bool = false) { self.isSwapped = isSwapped }

  /// Adds zeros up to the next multiple.
  package mutating func align(_ alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  private mutating func add(_ value: some FixedWidthInteger) {
    align(value.bitWidth / 8)
    withUnsafeBytes(of: isSwapped ? value.byteSwapped : value) { bytes.append(contentsOf: $0) }
  }

  /// Adds a text. A zero inside ends it.
  private mutating func add(text: String) {
    let text = text.utf8.prefix { $0 != 0 }
    add(UInt32(truncatingIfNeeded: text.count))
    bytes += text
    bytes.append(0)
  }

  private mutating func add(signature: String) {
    bytes.append(UInt8(truncatingIfNeeded: signature.utf8.count))
    bytes += signature.utf8
    bytes.append(0)
  }

  package mutating func write(_ value: DBusValue) throws(DBusError) { try write(value, as: value.type) }

  /// Writes a value that must be of the type.
  package mutating func write(_ value: DBusValue, as type: DBusType, depth: Int = 0) throws(DBusError) {
    guard depth <= DBusLimits.deepest else { throw .mismatched("values are too deep") }
    switch (value, type) {
    case (.byte(let value), .byte): bytes.append(value)
    case (.boolean(let value), .boolean): add(value ? 1 as UInt32 : 0)
    case (.int16(let value), .int16): add(value)
    case (.uint16(let value), .uint16): add(value)
    case (.int32(let value), .int32): add(value)
    case (.uint32(let value), .uint32), (.descriptor(let value), .descriptor): add(value)
    case (.int64(let value), .int64): add(value)
    case (.uint64(let value), .uint64): add(value)
    case (.double(let value), .double): add(value.bitPattern)
    case (.string(let text), .string): add(text: text)
    case (.path(let path), .path):
      guard DBusNames.isPath(path) else { throw .mismatched("'\(path.prefix(100))' is no path") }
      add(text: path)
    case (.signature(let text), .signature):
      _ = try DBusType.parse(text)
      add(signature: text)
    case (.bytes(let values), .array(.byte)):
      guard values.count <= DBusLimits.longestArray else { throw .tooLong(values.count) }
      add(UInt32(values.count))
      bytes += values
    case (.array(let given, let values), .array(let element)):
      guard given == element else { throw .mismatched("an array of '\(given.text)' for '\(element.text)'") }
      try write(values, of: element, depth: depth)
    case (.structure(let values), .structure(let members)):
      guard values.count == members.count, !values.isEmpty else {
        throw .mismatched("\(values.count) values for '\(type.text)'")
      }
      align(8)
      for (value, member) in zip(values, members) { try write(value, as: member, depth: depth + 1) }
    case (.entry(let key, let value), .entry(let keyType, let valueType)):
      align(8)
      try write(key, as: keyType, depth: depth + 1)
      try write(value, as: valueType, depth: depth + 1)
    case (.variant(let value), .variant):
      let type = value.type
      let text = type.text
      // Refuses what no signature can say.
      guard try DBusType.parse(text) == [type] else { throw .mismatched("a variant of '\(text)'") }
      add(signature: text)
      try write(value, as: type, depth: depth + 1)
    default: throw .mismatched("a value of '\(value.type.text)' for '\(type.text)'")
    }
  }

  private mutating func write(_ values: [DBusValue], of element: DBusType, depth: Int) throws(DBusError) {
    add(0 as UInt32)
    let place = bytes.count - 4
    // Not a part of the length, and there without elements, too.
    align(element.alignment)
    let start = bytes.count
    for value in values { try write(value, as: element, depth: depth + 1) }
    let count = bytes.count - start
    guard count <= DBusLimits.longestArray else { throw .tooLong(count) }
    let length = isSwapped ? UInt32(count).byteSwapped : UInt32(count)
    withUnsafeBytes(of: length) { bytes.replaceSubrange(place..<place + 4, with: $0) }
  }
}
