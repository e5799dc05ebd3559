/// A type of values on the wire.
package indirect enum DBusType: Hashable, Sendable {
  case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
  case string, path, signature, descriptor, variant
  case array(DBusType)
  case structure([DBusType])
  /// An entry of a dictionary, which is an array of entries.
  case entry(DBusType, DBusType)

  /// Values begin at multiples of this number of bytes.
  var alignment: Int {
    switch self {
    case .byte, .signature, .variant: 1
    case .int16, .uint16: 2
    case .boolean, .int32, .uint32, .string, .path, .array, .descriptor: 4
    case .int64, .uint64, .double, .structure, .entry: 8
    }
  }

  /// Whether it can be a dictionary's key.
  private var isBasic: Bool {
    switch self {
    case .variant, .array, .structure, .entry: false
    default: true
    }
  }

  // MARK: As text

  private static let letters: [(UInt8, DBusType)] = [
    (UInt8(ascii: "y"), .byte), (UInt8(ascii: "b"), .boolean), (UInt8(ascii: "n"), .int16),
    (UInt8(ascii: "q"), .uint16), (UInt8(ascii: "i"), .int32), (UInt8(ascii: "u"), .uint32),
    (UInt8(ascii: "x"), .int64), (UInt8(ascii: "t"), .uint64), (UInt8(ascii: "d"), .double),
    (UInt8(ascii: "s"), .string), (UInt8(ascii: "o"), .path), (UInt8(ascii: "g"), .signature),
    (UInt8(ascii: "h"), .descriptor), (UInt8(ascii: "v"), .variant),
  ]

  /// The type as a signature has it: `a{sv}`.
  package var text: String {
    switch self {
    case .array(let element): "a" + element.text
    case .structure(let members): "(" + members.map(\.text).joined() + ")"
    case .entry(let key, let value): "{" + key.text + value.text + "}"
    default:
      Self.letters.first { $0.1 == self }.map { String(UnicodeScalar($0.0)) } ?? ""
    }
  }

  /// The longest signature.
  static let longestSignature = 255
  /// The most arrays inside each other, and the most structures.
  private static let deepest = 32

  /// The types of a signature.
  package static func parse(_ signature: String) throws(DBusError) -> [DBusType] {
    let letters = Array(signature.utf8)
    guard letters.count <= longestSignature else { throw .malformed("a signature of \(letters.count) bytes") }
    var offset = 0
    var types: [DBusType] = []
    while offset < letters.count { types.append(try parse(letters, &offset, arrays: 0, structures: 0)) }
    return types
  }

  private static func parse(
    _ letters: [UInt8], _ offset: inout Int, arrays: Int, structures: Int
  ) throws(DBusError) -> DBusType {
    guard offset < letters.count else { throw .malformed("a signature that ends too early") }
    guard arrays <= deepest, structures <= deepest else { throw .malformed("a signature that is too deep") }
    let letter = letters[offset]
    offset += 1
    switch letter {
    case UInt8(ascii: "a"):
      if offset < letters.count, letters[offset] == UInt8(ascii: "{") {
        offset += 1
        let key = try parse(letters, &offset, arrays: arrays + 1, structures: structures + 1)
        guard key.isBasic else { throw .malformed("a dictionary whose keys are containers") }
        let value = try parse(letters, &offset, arrays: arrays + 1, structures: structures + 1)
        try end(UInt8(ascii: "}"), letters, &offset)
        return .array(.entry(key, value))
      }
      return .array(try parse(letters, &offset, arrays: arrays + 1, structures: structures))
    case UInt8(ascii: "("):
      var members: [DBusType] = []
      repeat {
        members.append(try parse(letters, &offset, arrays: arrays, structures: structures + 1))
      } while offset < letters.count && letters[offset] != UInt8(ascii: ")")
      try end(UInt8(ascii: ")"), letters, &offset)
      return .structure(members)
    default:
      guard let type = Self.letters.first(where: { $0.0 == letter })?.1 else {
        throw .malformed("a signature with the letter \(letter)")
      }
      return type
    }
  }

  private static func end(_ letter: UInt8, _ letters: [UInt8], _ offset: inout Int) throws(DBusError) {
    guard offset < letters.count, letters[offset] == letter else {
      throw .malformed("a signature whose brackets do not match")
    }
    offset += 1
  }
}
