/// How letters of Arabic, and of scripts that are written alike, join those beside them.
enum ArabicJoining {
  /// Which shape a letter has.
  enum JoinedForm: Sendable {
    /// Alone; at the beginning, in the middle, and at the end of letters that are joined.
    case isolated, initial, medial, final
  }

  private enum JoiningKind {
    /// Joins nothing; only what is in front of it; both neighbours; stands between without a part in it.
    case none, front, both, transparent
  }

  /// The shape of each code point; nil where nothing is joined.
  static func forms(_ scalars: [Unicode.Scalar]) -> [JoinedForm?] {
    var forms = [JoinedForm?](repeating: nil, count: scalars.count)
    /// The last letter that is no mark, and whether it joins the next one.
    var last: (index: Int, joins: Bool)?
    for (index, scalar) in scalars.enumerated() {
      switch kind(scalar) {
      case .transparent: continue
      case .none: last = nil
      case let kind:
        let isJoined = last?.joins == true
        if isJoined, let before = last?.index {
          forms[before] = forms[before] == .isolated ? .initial : forms[before] == .final ? .medial : nil
        }
        if scalar.value >= 0x600, scalar.value <= 0x8FF { forms[index] = isJoined ? .final : .isolated }
        last = (index, kind == .both)
      }
    }
    return forms
  }

  /// Whether the letter on one side of a cut joins that on the other side.
  static func joins(_ left: Character, _ right: Character) -> Bool {
    let forms = forms(Array(left.unicodeScalars) + Array(right.unicodeScalars))
    return forms.first == .initial
  }

  private static func kind(_ scalar: Unicode.Scalar) -> JoiningKind {
    let value = scalar.value
    if value == 0x200D || value == 0x640 || value == 0x7FA { return .both }
    guard value >= 0x600 else { return .none }
    switch value {
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2064: return .transparent
    default: break
    }
    guard value <= 0x8FF else { return .none }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .transparent
    case .otherLetter: break
    default: return .none
    }
    if none.contains(value) { return .none }
    guard letters.contains(where: { $0.contains(value) }) else { return .none }
    return front.contains { $0.contains(value) } ? .front : .both
  }

  /// Arabic, Syriac, their supplements and N'Ko.
  private static let letters: [ClosedRange<UInt32>] = [
    0x0620...0x06FF, 0x0710...0x07EA, 0x08A0...0x08C9,
  ]
  private static let none: Set<UInt32> = [0x621, 0x674, 0x8AD]
  private static let front: [ClosedRange<UInt32>] = [
    0x622...0x625, 0x627...0x627, 0x629...0x629, 0x62F...0x632, 0x648...0x648, 0x671...0x673, 0x675...0x677,
    0x688...0x699, 0x6C0...0x6C0, 0x6C3...0x6CB, 0x6CD...0x6CD, 0x6CF...0x6CF, 0x6D2...0x6D3, 0x6D5...0x6D5,
    0x6EE...0x6EF, 0x710...0x710, 0x715...0x719, 0x71E...0x71E, 0x728...0x728, 0x72A...0x72A, 0x72C...0x72C,
    0x72F...0x72F, 0x74D...0x74D, 0x759...0x75B, 0x76B...0x76C, 0x771...0x771, 0x773...0x774, 0x778...0x779,
    0x8AA...0x8AC, 0x8AE...0x8AE, 0x8B1...0x8B2, 0x8B9...0x8B9,
  ]
}
