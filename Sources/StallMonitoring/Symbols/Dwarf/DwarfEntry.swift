/// What is read of an entry of the debug information: of units, functions and inlined calls.
struct DwarfEntry {
  static let function: UInt64 = 0x2e
  static let inlinedCall: UInt64 = 0x1d

  /// 0 for the mark behind the last child of an entry.
  var tag: UInt64 = 0
  var hasChildren = false
  var low = DwarfValue()
  var high = DwarfValue()
  var ranges = DwarfValue()
  var name = DwarfValue()
  var linkerName = DwarfValue()
  /// The entry that describes the function.
  var origin = DwarfValue()
  var callFile = DwarfValue()
  var callLine = DwarfValue()
  // Of units.
  var lines = DwarfValue()
  var folder = DwarfValue()
  var textBase: UInt64 = 0
  var addressBase: UInt64 = 0
  var rangeBase: UInt64 = 0

  static func isRead(_ tag: UInt64, _ name: UInt64) -> Bool {
    switch name {
    case 0x03, 0x11, 0x12, 0x31, 0x47, 0x55, 0x58, 0x59, 0x6e, 0x2007: isOfInterest(tag)
    case 0x10, 0x1b, 0x72, 0x73, 0x74, 0x2132, 0x2133: isUnit(tag)
    default: false
    }
  }

  static func isOfInterest(_ tag: UInt64) -> Bool {
    tag == function || tag == inlinedCall || isUnit(tag)
  }

  private static func isUnit(_ tag: UInt64) -> Bool { tag == 0x11 || tag == 0x3c || tag == 0x4a }

  mutating func set(_ name: UInt64, _ value: DwarfValue) {
    switch name {
    case 0x03: self.name = value
    case 0x10: lines = value
    case 0x11: low = value
    case 0x12: high = value
    case 0x1b: folder = value
    case 0x31, 0x47: origin = value
    case 0x55: ranges = value
    case 0x58: callFile = value
    case 0x59: callLine = value
    case 0x6e, 0x2007: linkerName = value
    case 0x72: textBase = value.number
    case 0x73, 0x2133: addressBase = value.number
    case 0x74, 0x2132: rangeBase = value.number
    default: break
    }
  }
}
