/// A set of Unicode's general categories.
struct ScalarCategories: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  static let letters = Self([
    .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
  ])
  static let marks = Self([.nonspacingMark, .spacingMark, .enclosingMark])
  static let numbers = Self([.decimalNumber, .letterNumber, .otherNumber])
  static let punctuation = Self([
    .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
    .finalPunctuation, .otherPunctuation,
  ])
  static let symbols = Self([.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol])
  static let all = Self(rawValue: 1 << 30 - 1)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ categories: [Unicode.GeneralCategory]) { self = Self(categories.map(Self.init)) }

  init(_ category: Unicode.GeneralCategory) { rawValue = 1 << Self.place(of: category) }

  var inverted: Self { Self(rawValue: ~rawValue & Self.all.rawValue) }

  private static func place(of category: Unicode.GeneralCategory) -> UInt32 {
    switch category {
    case .uppercaseLetter: 0
    case .lowercaseLetter: 1
    case .titlecaseLetter: 2
    case .modifierLetter: 3
    case .otherLetter: 4
    case .nonspacingMark: 5
    case .spacingMark: 6
    case .enclosingMark: 7
    case .decimalNumber: 8
    case .letterNumber: 9
    case .otherNumber: 10
    case .connectorPunctuation: 11
    case .dashPunctuation: 12
    case .openPunctuation: 13
    case .closePunctuation: 14
    case .initialPunctuation: 15
    case .finalPunctuation: 16
    case .otherPunctuation: 17
    case .mathSymbol: 18
    case .currencySymbol: 19
    case .modifierSymbol: 20
    case .otherSymbol: 21
    case .spaceSeparator: 22
    case .lineSeparator: 23
    case .paragraphSeparator: 24
    case .control: 25
    case .format: 26
    case .surrogate: 27
    case .privateUse: 28
    case .unassigned: 29
    @unknown default: 29
    }
  }
}
