/// A set of Unicode scalars, to search texts and to check what is typed. It has the name of Foundation's type; a file that imports Foundation, too,
/// says which one it means.
public struct CharacterSet: Sendable {
  /// What is in the set.
  private indirect enum Rule: Sendable {
    case listed(Set<Unicode.Scalar>)
    case range(ClosedRange<Unicode.Scalar>)
    case all(@Sendable (Unicode.Scalar) -> Bool)
    case inverted(Rule)
    case any([Rule])
    case every([Rule])

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .listed(let scalars): scalars.contains(scalar)
      case .range(let range): range.contains(scalar)
      case .all(let condition): condition(scalar)
      case .inverted(let rule): !rule.contains(scalar)
      case .any(let rules): rules.contains { $0.contains(scalar) }
      case .every(let rules): rules.allSatisfy { $0.contains(scalar) }
      }
    }

    /// Unions of unions are lists, so that no number of them makes them deep.
    func united(with other: Rule) -> Rule {
      if case .listed(let scalars) = self, case .listed(let others) = other {
        return .listed(scalars.union(others))
      }
      guard case .any(let rules) = self, let last = rules.last else { return .any([self, other]) }
      guard case .listed = last, case .listed = other else { return .any(rules + [other]) }
      return .any(rules.dropLast() + [last.united(with: other)])
    }

    func met(with other: Rule) -> Rule {
      guard case .every(let rules) = self else { return .every([self, other]) }
      return .every(rules + [other])
    }
  }

  private var rule: Rule

  private init(_ rule: Rule) { self.rule = rule }

  /// No scalars.
  public init() { rule = .listed([]) }

  /// The scalars of a text.
  public init(charactersIn string: String) { rule = .listed(Set(string.unicodeScalars)) }

  /// The scalars of a range.
  public init(charactersIn range: ClosedRange<Unicode.Scalar>) { rule = .range(range) }

  /// The scalars of a range, without its end.
  public init(charactersIn range: Range<Unicode.Scalar>) {
    rule = .all { range.contains($0) }
  }

  /// Those for which a condition holds.
  init(_ condition: @escaping @Sendable (Unicode.Scalar) -> Bool) { rule = .all(condition) }

  /// Whether a scalar is in the set.
  public func contains(_ member: Unicode.Scalar) -> Bool { rule.contains(member) }

  /// All scalars that are not in the set.
  public var inverted: CharacterSet {
    if case .inverted(let rule) = rule { return CharacterSet(rule) }
    return CharacterSet(.inverted(rule))
  }
  /// Replaces the set by all scalars that are not in it.
  public mutating func invert() { self = inverted }

  /// What is in either set.
  public func union(_ other: CharacterSet) -> CharacterSet { CharacterSet(rule.united(with: other.rule)) }
  /// What is in both sets.
  public func intersection(_ other: CharacterSet) -> CharacterSet {
    if case .listed(let scalars) = rule { return CharacterSet(.listed(scalars.filter(other.contains))) }
    return CharacterSet(rule.met(with: other.rule))
  }
  /// What is in this set, but not in the other one.
  public func subtracting(_ other: CharacterSet) -> CharacterSet { intersection(other.inverted) }

  /// Adds what is in another set.
  public mutating func formUnion(_ other: CharacterSet) { self = union(other) }
  /// Removes what is not in another set.
  public mutating func formIntersection(_ other: CharacterSet) { self = intersection(other) }
  /// Adds a scalar.
  public mutating func insert(_ character: Unicode.Scalar) { formUnion(CharacterSet(.listed([character]))) }
  /// Adds the scalars of a text.
  public mutating func insert(charactersIn string: String) { formUnion(CharacterSet(charactersIn: string)) }
  /// Removes a scalar.
  public mutating func remove(_ character: Unicode.Scalar) { self = subtracting(.init(.listed([character]))) }
  /// Removes the scalars of a text.
  public mutating func remove(charactersIn string: String) {
    self = subtracting(CharacterSet(charactersIn: string))
  }

  /// Whether all that is in another set is in this one. Where the other one is not made of a text, all of Unicode is looked at.
  public func isSuperset(of other: CharacterSet) -> Bool {
    if case .listed(let scalars) = other.rule { return scalars.allSatisfy(contains) }
    return !(UInt32(0)...0x10FFFF).contains { number in
      guard let scalar = Unicode.Scalar(number) else { return false }
      return other.contains(scalar) && !contains(scalar)
    }
  }
  /// Whether all that is in this set is in another one.
  public func isSubset(of other: CharacterSet) -> Bool { other.isSuperset(of: self) }
}

extension CharacterSet {
  /// Spaces and tabs.
  public static let whitespaces = CharacterSet {
    $0 == "\t" || $0.properties.generalCategory == .spaceSeparator
  }
  /// Ends of lines.
  public static let newlines = CharacterSet {
    ("\u{A}"..."\u{D}").contains($0) || $0 == "\u{85}" || $0 == "\u{2028}" || $0 == "\u{2029}"
  }
  /// Spaces, tabs and ends of lines.
  public static let whitespacesAndNewlines = whitespaces.union(newlines)
  /// Digits of all scripts.
  public static let decimalDigits = CharacterSet { $0.properties.generalCategory == .decimalNumber }
  /// Letters, and marks on letters.
  public static let letters = CharacterSet { isLetter($0.properties.generalCategory) }
  /// Letters, marks on letters, and numbers.
  public static let alphanumerics = CharacterSet {
    let category = $0.properties.generalCategory
    return isLetter(category) || [.decimalNumber, .letterNumber, .otherNumber].contains(category)
  }
  /// Small letters.
  public static let lowercaseLetters = CharacterSet { $0.properties.generalCategory == .lowercaseLetter }
  /// Large letters.
  public static let uppercaseLetters = CharacterSet {
    [.uppercaseLetter, .titlecaseLetter].contains($0.properties.generalCategory)
  }
  /// Commas, quotation marks, brackets, dashes, and the like.
  public static let punctuationCharacters = CharacterSet {
    switch $0.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }
  /// Signs of currencies and of mathematics, and other signs.
  public static let symbols = CharacterSet {
    [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol].contains($0.properties.generalCategory)
  }
  /// Control and format characters.
  public static let controlCharacters = CharacterSet {
    [.control, .format].contains($0.properties.generalCategory)
  }

  private static func isLetter(_ category: Unicode.GeneralCategory) -> Bool {
    switch category {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark:
      true
    default: false
    }
  }
}
