/// The sizes that a unit of debug information is written with.
struct DwarfFormat: Equatable {
  var version = 4
  /// Of offsets into sections: 4 or 8 bytes.
  var offsetSize = 4
  var addressSize = 8

  /// The length of a unit, and by its escape the size of offsets. The length is from behind itself.
  static func readLength(_ reader: inout ByteReader) -> (length: UInt64, offsetSize: Int) {
    let length = reader.number(4)
    return length == 0xffff_ffff ? (reader.number(8), 8) : (length, 4)
  }
}

/// The value of an attribute, as far as it can be known without other sections.
struct DwarfValue: Equatable {
  enum Kind {
    case none
    case constant
    case address
    /// A row of the unit's addresses, texts or range lists.
    case addressRow, textRow, rangeRow
    /// A place in a section that depends on the attribute.
    case offset
    /// A text: in the unit itself, in the section of texts, or in that of the line tables.
    case ownText, text, lineText
    /// An entry: of the same unit, or of any.
    case ownEntry, entry
    /// An entry and a text of the supplement.
    case sharedEntry, sharedText
  }

  var kind = Kind.none
  var number: UInt64 = 0
}

/// How an attribute is written (`DW_FORM`).
enum DwarfForm {
  static let indirect: UInt64 = 0x16
  static let implicitConstant: UInt64 = 0x21

  /// The bytes of a form whose size does not depend on the value; nil for others, and for unknown ones.
  static func size(_ form: UInt64, _ format: DwarfFormat) -> Int? {
    switch form {
    case 0x19, implicitConstant: 0
    case 0x0b, 0x0c, 0x11, 0x25, 0x29: 1
    case 0x05, 0x12, 0x26, 0x2a: 2
    case 0x27, 0x2b: 3
    case 0x06, 0x13, 0x1c, 0x28, 0x2c: 4
    case 0x07, 0x14, 0x20, 0x24: 8
    case 0x1e: 16
    case 0x01: format.addressSize
    case 0x0e, 0x17, 0x1d, 0x1f, 0x1f20, 0x1f21: format.offsetSize
    // References to any unit had an address's size in version 2.
    case 0x10: format.version <= 2 ? format.addressSize : format.offsetSize
    default: nil
    }
  }

  /// Skips a value of a form whose size depends on it.
  static func skip(_ form: UInt64, _ reader: inout ByteReader, _ format: DwarfFormat) {
    switch form {
    case 0x0d, 0x0f, 0x15, 0x1a, 0x1b, 0x22, 0x23, 0x1f01, 0x1f02: _ = reader.unsignedLEB()
    case 0x08: reader.skipText()
    case 0x0a: reader.skip(reader.number(1))
    case 0x03: reader.skip(reader.number(2))
    case 0x04: reader.skip(reader.number(4))
    case 0x09, 0x18: reader.skip(reader.unsignedLEB())
    default: _ = value(form, &reader, format)
    }
  }

  /// - Parameter constant: that of the abbreviation, for the form that has its value there.
  static func value(
    _ form: UInt64, _ reader: inout ByteReader, _ format: DwarfFormat, constant: Int64 = 0
  ) -> DwarfValue {
    if form == indirect {
      // The form itself is in front of the value. It may not be another indirect one.
      let inner = reader.unsignedLEB()
      guard inner != indirect, inner != implicitConstant else {
        reader.fail()
        return DwarfValue()
      }
      return value(inner, &reader, format)
    }
    if let size = size(form, format) {
      switch form {
      case implicitConstant: return DwarfValue(kind: .constant, number: UInt64(bitPattern: constant))
      case 0x19: return DwarfValue(kind: .constant, number: 1)
      // Checksums, and types by their signature.
      case 0x1e, 0x20:
        reader.skip(UInt64(size))
        return DwarfValue()
      default: return DwarfValue(kind: kind(form), number: reader.number(size))
      }
    }
    switch form {
    case 0x0d: return DwarfValue(kind: .constant, number: UInt64(bitPattern: reader.signedLEB()))
    case 0x0f, 0x15, 0x1a, 0x1b, 0x23, 0x1f01, 0x1f02:
      return DwarfValue(kind: kind(form), number: reader.unsignedLEB())
    case 0x08:
      let start = reader.position
      reader.skipText()
      return DwarfValue(kind: .ownText, number: UInt64(start))
    case 0x0a, 0x03, 0x04, 0x09, 0x18, 0x22: skip(form, &reader, format)
    // Of an unknown form not even the size is known.
    default: reader.fail()
    }
    return DwarfValue()
  }

  private static func kind(_ form: UInt64) -> DwarfValue.Kind {
    switch form {
    case 0x01: .address
    case 0x1b, 0x29, 0x2a, 0x2b, 0x2c, 0x1f01: .addressRow
    case 0x1a, 0x25, 0x26, 0x27, 0x28, 0x1f02: .textRow
    case 0x23: .rangeRow
    case 0x17: .offset
    case 0x0e: .text
    case 0x1f: .lineText
    case 0x11, 0x12, 0x13, 0x14, 0x15: .ownEntry
    case 0x10: .entry
    case 0x1c, 0x24, 0x1f20: .sharedEntry
    case 0x1d, 0x1f21: .sharedText
    default: .constant
    }
  }
}
