/// How a code point takes part in the order of a line: the classes of the Unicode bidirectional algorithm.
enum BidiClass: Sendable {
  /// Letters from left to right, from right to left, and Arabic ones.
  case l, r, al
  /// Digits, and what belongs to numbers: signs, terminators such as `%`, separators. Arabic digits.
  case en, es, et, cs, an
  /// Marks on letters, and signs without a shape.
  case nsm, bn
  /// Ends of paragraphs, tabs, spaces, other signs.
  case b, s, ws, on
  /// Embeddings, overrides and their end.
  case lre, lro, rle, rlo, pdf
  /// Isolates and their end.
  case lri, rli, fsi, pdi

  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value < 0x80 { self = Self.ascii(value) } else { self = Self.other(scalar) }
  }

  var isIsolate: Bool { self == .lri || self == .rli || self == .fsi }

  /// What rule X9 takes out.
  var isRemoved: Bool {
    switch self {
    case .lre, .lro, .rle, .rlo, .pdf, .bn: true
    default: false
    }
  }

  /// Neutral signs and isolates, which take the direction of what is around them.
  var isNeutral: Bool {
    switch self {
    case .b, .s, .ws, .on, .lri, .rli, .fsi, .pdi: true
    default: false
    }
  }

  /// What it is at the end of a line.
  var blank: LineBlank {
    switch self {
    case .s, .b: .separator
    case .ws, .lri, .rli, .fsi, .pdi: .space
    default: isRemoved ? .space : .none
    }
  }

  private static func ascii(_ value: UInt32) -> BidiClass {
    switch value {
    case 0x30...0x39: .en
    case 0x41...0x5A, 0x61...0x7A: .l
    case 0x20, 0x0C: .ws
    case 0x0A, 0x0D, 0x1C...0x1E: .b
    case 0x09, 0x0B, 0x1F: .s
    case 0x2B, 0x2D: .es
    case 0x23...0x25: .et
    case 0x2C, 0x2E, 0x2F, 0x3A: .cs
    case 0x00...0x1F, 0x7F: .bn
    default: .on
    }
  }

  private static func other(_ scalar: Unicode.Scalar) -> BidiClass {
    let value = scalar.value
    if let exception = exceptions.first(where: { $0.range.contains(value) }) { return exception.kind }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .nsm
    case .control, .format: return .bn
    case .spaceSeparator: return .ws
    case .currencySymbol: return .et
    default: break
    }
    if let strong = rightToLeft.first(where: { $0.range.contains(value) }) { return strong.kind }
    return signs.contains { $0.contains(value) } && !scalar.properties.isAlphabetic ? .on : .l
  }

  /// The blocks of scripts from right to left, with code points that have no sign yet.
  private static let rightToLeft: [(range: ClosedRange<UInt32>, kind: BidiClass)] = [
    (0x0590...0x05FF, .r), (0x0600...0x07BF, .al), (0x07C0...0x085F, .r), (0x0860...0x08FF, .al),
    (0xFB1D...0xFB4F, .r), (0xFB50...0xFDFF, .al), (0xFE70...0xFEFE, .al), (0x10800...0x10CFF, .r),
    (0x10D00...0x10D3F, .al), (0x10D40...0x10EBF, .r), (0x10EC0...0x10EFF, .al), (0x10F00...0x10F2F, .r),
    (0x10F30...0x10F6F, .al), (0x10F70...0x10FFF, .r), (0x1E800...0x1EC6F, .r), (0x1EC70...0x1ECBF, .al),
    (0x1ECC0...0x1ECFF, .r), (0x1ED00...0x1ED4F, .al), (0x1ED50...0x1EDFF, .r), (0x1EE00...0x1EEFF, .al),
    (0x1EF00...0x1EFFF, .r),
  ]

  /// Code points that are not as their category or their block says.
  private static let exceptions: [(range: ClosedRange<UInt32>, kind: BidiClass)] = [
    (0x202A...0x202A, .lre), (0x202B...0x202B, .rle), (0x202C...0x202C, .pdf), (0x202D...0x202D, .lro),
    (0x202E...0x202E, .rlo), (0x2066...0x2066, .lri), (0x2067...0x2067, .rli), (0x2068...0x2068, .fsi),
    (0x2069...0x2069, .pdi), (0x200E...0x200E, .l), (0x200F...0x200F, .r), (0x061C...0x061C, .al),
    (0x0085...0x0085, .b), (0x2029...0x2029, .b), (0x2028...0x2028, .ws),
    // Digits.
    (0x00B2...0x00B3, .en), (0x00B9...0x00B9, .en), (0x06F0...0x06F9, .en), (0x2070...0x2070, .en),
    (0x2074...0x2079, .en), (0x2080...0x2089, .en), (0x2488...0x249B, .en), (0xFF10...0xFF19, .en),
    (0x1D7CE...0x1D7FF, .en), (0x1F100...0x1F10A, .en), (0x1FBF0...0x1FBF9, .en), (0x0600...0x0605, .an),
    (0x0660...0x0669, .an), (0x066B...0x066C, .an), (0x06DD...0x06DD, .an), (0x0890...0x0891, .an),
    (0x08E2...0x08E2, .an), (0x10D30...0x10D39, .an), (0x10E60...0x10E7E, .an),
    // What belongs to numbers.
    (0x207A...0x207B, .es), (0x208A...0x208B, .es), (0x2212...0x2212, .es), (0xFB29...0xFB29, .es),
    (0xFE62...0xFE63, .es), (0xFF0B...0xFF0B, .es), (0xFF0D...0xFF0D, .es), (0x00B0...0x00B1, .et),
    (0x0609...0x060A, .et), (0x066A...0x066A, .et), (0x2030...0x2034, .et), (0x212E...0x212E, .et),
    (0x2213...0x2213, .et), (0xFE5F...0xFE5F, .et), (0xFE6A...0xFE6A, .et), (0xFF03...0xFF05, .et),
    (0x00A0...0x00A0, .cs), (0x060C...0x060C, .cs), (0x202F...0x202F, .cs), (0x2044...0x2044, .cs),
    (0xFE50...0xFE50, .cs), (0xFE52...0xFE52, .cs), (0xFE55...0xFE55, .cs), (0xFF0C...0xFF0C, .cs),
    (0xFF0E...0xFF0F, .cs), (0xFF1A...0xFF1A, .cs),
    // Signs among letters from right to left.
    (0x0606...0x0607, .on), (0x060E...0x060F, .on), (0x06DE...0x06DE, .on), (0x06E9...0x06E9, .on),
    (0x07F6...0x07F9, .on), (0xFD3E...0xFD4F, .on), (0xFDCF...0xFDCF, .on), (0xFDFD...0xFDFF, .on),
    (0x058F...0x058F, .et), (0x02B9...0x02BA, .on), (0x02C6...0x02CF, .on), (0x02EC...0x02EC, .on),
    (0x02EF...0x02FF, .on), (0x303D...0x303F, .on), (0x30FB...0x30FB, .on), (0x4DC0...0x4DFF, .on),
    (0x2336...0x237A, .l),
  ]

  /// Blocks whose signs, unlike those of other scripts, have no direction of their own.
  private static let signs: [ClosedRange<UInt32>] = [
    0x00A1...0x00BF, 0x00D7...0x00D7, 0x00F7...0x00F7, 0x02B9...0x02CF, 0x02D2...0x02ED, 0x2010...0x27FF,
    0x2900...0x2BFF, 0x2CE5...0x2CEF, 0x2E00...0x3004, 0x3008...0x3020, 0x3030...0x3030, 0x3036...0x3037,
    0xFE10...0xFE6F,
    0xFF01...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65, 0xFFE2...0xFFFD, 0x1F000...0x1FBEF,
  ]
}

/// Whether a sign may take the paragraph's direction: at the end of a line or in front of a tab, or anywhere, as the tab itself.
enum LineBlank {
  case none, space, separator
}

extension Unicode.Scalar {
  /// Whether a text with it may have parts from right to left.
  var mayTurnLine: Bool {
    guard value >= 0x590 else { return false }
    switch value {
    case 0x200F, 0x202B, 0x202E, 0x2067: return true
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
    default: return false
    }
  }
}

extension StringProtocol {
  /// Whether it may have parts from right to left.
  var mayTurnLine: Bool {
    // Their code points begin with bytes from 0xD6 on.
    utf8.contains { $0 >= 0xD6 } && unicodeScalars.contains(where: \.mayTurnLine)
  }
}
