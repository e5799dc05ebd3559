/// The two words of a line about a callout, decoded.
///
/// Blocks have no number in `CalloutNames`: each is made for one call, and finding its number would cost more than the call.
/// The words hold a block's place itself.
package struct CalloutWords {
  /// Of blocks: bits 8–55 are an address.
  static let placeMark: UInt64 = 1 << 56
  static let lineShift: UInt64 = 48
  private static let addressMask: UInt64 = 1 << 48 - 1

  package var kind: UInt8
  /// In `CalloutNames`; 0 for none.
  package var number: Int
  /// The address of the code of what is called.
  package var code: UInt
  /// The address, in the loop's process, of the zero-terminated name of the file in which a block was queued,
  /// `Module/File.swift`; 0 when not known.
  package var file: UInt = 0
  package var line: Int = 0

  package init(callout: UInt64, code: UInt64) {
    kind = UInt8(truncatingIfNeeded: callout)
    let isBlock = kind == RunLoop.CalloutKind.block.rawValue || kind == RunLoop.CalloutKind.mainQueue.rawValue
    guard isBlock, callout & Self.placeMark != 0 else {
      number = Int(callout >> 8 & 0xFFFF_FFFF)
      self.code = UInt(code)
      return
    }
    number = 0
    self.code = UInt(code & Self.addressMask)
    file = UInt(callout >> 8 & Self.addressMask)
    line = Int(code >> Self.lineShift & 0x7FFF)
  }
}
