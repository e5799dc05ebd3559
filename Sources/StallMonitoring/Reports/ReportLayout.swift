/// The layout of a report file. All numbers are little-endian.
///
/// A page of header; then the modules of the process, one after the other; then slots of equal size, a record each.
/// A slot is valid when its first word, the commit word, is not 0 and its checksum is right. It is set to 0 before
/// anything in the slot changes, and written last: at any moment, a killed process leaves the last state of a record, or
/// the one before it.
enum ReportLayout {
  static let magic: UInt64 = 0x4C4C_4154_534D_534D  // "MSMSTALL"
  static let version: UInt32 = 1

  // The header.
  static let magicOffset = 0
  static let versionOffset = 8
  static let slotSizeOffset = 12
  static let slotCountOffset = 16
  static let moduleAreaOffset = 20
  static let slotAreaOffset = 24
  static let pidOffset = 28
  static let startTicksOffset = 32
  static let pidNamespaceOffset = 40
  static let bootOffset = 48
  static let wallSecondsOffset = 64
  static let monotonicOffset = 72
  /// Checksum of everything before it, and of the names.
  static let headerChecksumOffset = 80
  // Fields that change while the process lives.
  static let stateOffset = 88
  static let moduleBytesOffset = 96
  static let droppedOffset = 104
  /// When the records were first read after the process had ended, seconds of the wall clock; 0 for not yet.
  static let readOffset = 120
  static let namesOffset = 128
  /// The loops' last callouts, stored by the process that finds this one dead: length, checksum, bytes.
  static let lastWordsOffset = 3072
  static let lastWordsHeaderSize = 16
  static let headerSize = 4096

  enum RunState {
    /// The file was not closed: the process runs, or ended without closing it.
    static let open: UInt64 = 0
    /// The store was closed: nothing is missing.
    static let closed: UInt64 = 1
    /// The process was found dead, and its end was examined.
    static let examined: UInt64 = 2
  }

  static let moduleAreaSize = 60 << 10
  /// Size of the part at the end of the module area about the process's end: `EndArea`.
  static let endAreaSize = 512
  static let endOffset = headerSize + moduleAreaSize - endAreaSize

  /// Limit of all slots together.
  static let mostSlotBytes = 64 << 20
  static let largestFile = headerSize + moduleAreaSize + mostSlotBytes

  // A slot.
  static let commitOffset = 0
  static let lengthOffset = 8
  static let checksumOffset = 16
  static let slotHeaderSize = 24
  static let slotSizes = 2048...(1 << 20)
  static let slotCounts = 4...65_536

  /// Detects damaged bytes, not forgery.
  static func checksum(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var hash = seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    var place = 0
    while place + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
      place += 8
    }
    while place < bytes.count {
      hash = (hash ^ UInt64(bytes[place])) &* 0xFF51_AFD7_ED55_8CCD
      hash ^= hash >> 32
      place += 1
    }
    return hash
  }
}
