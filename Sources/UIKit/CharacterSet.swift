/// A set of Unicode scalars. In a file that also imports Foundation the name is ambiguous: write `UIKit.CharacterSet`.
public struct CharacterSet: SetAlgebra, Hashable, Sendable {
  /// The categories whose scalars are in the set, unless they are exceptions; exceptions of other categories are in it.
  private var categories: ScalarCategories
  private var exceptions: ScalarRanges

  private init(of categories: ScalarCategories, _ exceptions: ScalarRanges = .init()) {
    (self.categories, self.exceptions) = (categories, exceptions)
  }

  /// No scalars.
  public init() { self.init(of: []) }

  /// The scalars of a text.
  public init(charactersIn string: String) { self.init(of: [], ScalarRanges(string.unicodeScalars)) }

  /// The scalars of a range.
  public init(charactersIn range: ClosedRange<Unicode.Scalar>) {
    self.init(of: [])
    insert(charactersIn: range)
  }

  /// The scalars of a range, without its end.
  public init(charactersIn range: Range<Unicode.Scalar>) {
    self.init(of: [])
    insert(charactersIn: range)
  }

  /// Whether a scalar is in the set.
  public func contains(_ member: Unicode.Scalar) -> Bool { contains(ScalarRanges.number(of: member)) }

  private func contains(_ number: UInt32) -> Bool {
    let isException = !exceptions.isEmpty && exceptions.contains(number)
    guard !categories.isEmpty else { return isException }
    return categories.contains(ScalarRanges.category(of: number)) != isException
  }

  /// Whether no scalar is in the set.
  public var isEmpty: Bool {
    if categories.isEmpty { return exceptions.isEmpty }
    if categories == .all { return exceptions.isWhole }
    return !(0..<ScalarRanges.end).contains { contains($0) }
  }

  /// All scalars that are not in the set.
  public var inverted: CharacterSet { CharacterSet(of: categories.inverted, exceptions) }
  /// Replaces the set by all scalars that are not in it.
  public mutating func invert() { self = inverted }

  // MARK: Two sets

  /// Scalars in either set.
  public func union(_ other: CharacterSet) -> CharacterSet {
    var set = self
    set.formUnion(other)
    return set
  }
  /// Scalars in both sets.
  public func intersection(_ other: CharacterSet) -> CharacterSet {
    var set = self
    set.formIntersection(other)
    return set
  }
  /// Scalars in this set, but not in the other one.
  public func subtracting(_ other: CharacterSet) -> CharacterSet { intersection(other.inverted) }
  /// Scalars in exactly one of the sets.
  public func symmetricDifference(_ other: CharacterSet) -> CharacterSet {
    combined(other) { $0.symmetricDifference($1) }
  }

  /// Adds the scalars of another set.
  public mutating func formUnion(_ other: CharacterSet) {
    guard other.categories.isEmpty, other.isShort else { return self = combined(other) { $0.union($1) } }
    for range in other.exceptions.ranges { put(range, true) }
  }
  /// Removes the scalars that are not in another set.
  public mutating func formIntersection(_ other: CharacterSet) {
    guard other.categories == .all, other.isShort else {
      return self = combined(other) { $0.intersection($1) }
    }
    for range in other.exceptions.ranges { put(range, false) }
  }
  /// Removes the scalars of another set.
  public mutating func subtract(_ other: CharacterSet) { formIntersection(other.inverted) }
  /// Adds the scalars that are only in another set, and removes those in both.
  public mutating func formSymmetricDifference(_ other: CharacterSet) { self = symmetricDifference(other) }

  /// Whether every scalar of another set is in this one.
  public func isSuperset(of other: CharacterSet) -> Bool { other.isSubset(of: self) }
  /// Whether every scalar of this set is in another one.
  public func isSubset(of other: CharacterSet) -> Bool { subtracting(other).isEmpty }
  /// Whether the sets have no scalar in common.
  public func isDisjoint(with other: CharacterSet) -> Bool { intersection(other).isEmpty }

  /// Whether both sets have the same scalars.
  public static func == (left: CharacterSet, right: CharacterSet) -> Bool {
    left.categories == right.categories && left.exceptions == right.exceptions
      || left.symmetricDifference(right).isEmpty
  }

  /// Hashes the members in ASCII and a few of other blocks: equal sets may have different categories and exceptions.
  public func hash(into hasher: inout Hasher) {
    for number in UInt32(0)..<128 { hasher.combine(contains(number)) }
    for scalar in "\u{A0}éßœǅ\u{301}αжאا٣क가あ中\u{200B}–€−\u{E000}😀".unicodeScalars {
      hasher.combine(contains(scalar))
    }
  }

  /// Whether the exceptions are few enough to be put into another set one by one.
  private var isShort: Bool { exceptions.bounds.count <= 16 }

  /// The result of an operation that treats all scalars alike.
  private func combined(
    _ other: CharacterSet, _ operation: (ScalarCategories, ScalarCategories) -> ScalarCategories
  ) -> CharacterSet {
    let common = operation(categories, other.categories)
    var found = ScalarRanges()
    exceptions.sweep(other.exceptions) { range, isOurs, isTheirs in
      let right = operation(
        isOurs ? categories.inverted : categories, isTheirs ? other.categories.inverted : other.categories)
      Self.parts(of: range, in: right.symmetricDifference(common)) { found.append($0) }
    }
    return CharacterSet(of: common, found)
  }

  /// Calls the closure with the parts of a range whose scalars are in the categories, once for neighbours.
  private static func parts(
    of range: Range<UInt32>, in categories: ScalarCategories, _ body: (Range<UInt32>) -> Void
  ) {
    if categories.isEmpty { return }
    if categories == .all { return body(range) }
    var start = range.lowerBound
    for number in range where !categories.contains(ScalarRanges.category(of: number)) {
      if start < number { body(start..<number) }
      start = number + 1
    }
    if start < range.upperBound { body(start..<range.upperBound) }
  }

  // MARK: Scalars

  /// Adds a scalar. Whether it was not there.
  @discardableResult
  public mutating func insert(_ character: Unicode.Scalar) -> (
    inserted: Bool, memberAfterInsert: Unicode.Scalar
  ) {
    let isNew = !contains(character)
    if isNew { insert(charactersIn: character...character) }
    return (isNew, character)
  }
  /// Adds a scalar. The scalar, if it was there.
  @discardableResult
  public mutating func update(with character: Unicode.Scalar) -> Unicode.Scalar? {
    insert(character).inserted ? nil : character
  }
  /// Adds the scalars of a text.
  public mutating func insert(charactersIn string: String) { formUnion(CharacterSet(charactersIn: string)) }
  /// Adds the scalars of a range.
  public mutating func insert(charactersIn range: ClosedRange<Unicode.Scalar>) {
    put(Self.numbers(range), true)
  }
  /// Adds the scalars of a range, without its end.
  public mutating func insert(charactersIn range: Range<Unicode.Scalar>) { put(Self.numbers(range), true) }
  /// Removes a scalar. The scalar, if it was there.
  @discardableResult
  public mutating func remove(_ character: Unicode.Scalar) -> Unicode.Scalar? {
    guard contains(character) else { return nil }
    remove(charactersIn: character...character)
    return character
  }
  /// Removes the scalars of a text.
  public mutating func remove(charactersIn string: String) { subtract(CharacterSet(charactersIn: string)) }
  /// Removes the scalars of a range.
  public mutating func remove(charactersIn range: ClosedRange<Unicode.Scalar>) {
    put(Self.numbers(range), false)
  }
  /// Removes the scalars of a range, without its end.
  public mutating func remove(charactersIn range: Range<Unicode.Scalar>) { put(Self.numbers(range), false) }

  private static func numbers(_ range: ClosedRange<Unicode.Scalar>) -> Range<UInt32> {
    ScalarRanges.number(of: range.lowerBound)..<ScalarRanges.number(of: range.upperBound) + 1
  }

  private static func numbers(_ range: Range<Unicode.Scalar>) -> Range<UInt32> {
    ScalarRanges.number(of: range.lowerBound)..<ScalarRanges.number(of: range.upperBound)
  }

  private mutating func put(_ range: Range<UInt32>, _ isIn: Bool) {
    let wrong = isIn ? categories.inverted : categories
    exceptions.set(range, wrong == .all)
    guard wrong != .all else { return }
    Self.parts(of: range, in: wrong) { exceptions.set($0, true) }
  }
}

extension CharacterSet {
  /// Spaces, tabs and the zero-width space (U+200B).
  public static let whitespaces = CharacterSet(of: .init(.spaceSeparator)).union(
    .init(charactersIn: "\t\u{200B}"))
  /// Ends of lines.
  public static let newlines = CharacterSet(charactersIn: "\u{A}\u{B}\u{C}\u{D}\u{85}\u{2028}\u{2029}")
  /// Spaces, tabs and ends of lines.
  public static let whitespacesAndNewlines = whitespaces.union(newlines)
  /// Digits of all scripts.
  public static let decimalDigits = CharacterSet(of: .init(.decimalNumber))
  /// Letters, and marks on letters.
  public static let letters = CharacterSet(of: .letters.union(.marks))
  /// Letters, marks on letters, and numbers.
  public static let alphanumerics = CharacterSet(of: .letters.union(.marks).union(.numbers))
  /// Lowercase letters.
  public static let lowercaseLetters = CharacterSet(of: .init(.lowercaseLetter))
  /// Uppercase and titlecase letters.
  public static let uppercaseLetters = CharacterSet(of: .init([.uppercaseLetter, .titlecaseLetter]))
  /// Titlecase letters, such as ǅ.
  public static let capitalizedLetters = CharacterSet(of: .init(.titlecaseLetter))
  /// Marks on letters.
  public static let nonBaseCharacters = CharacterSet(of: .marks)
  /// Commas, quotation marks, brackets, dashes, and the like.
  public static let punctuationCharacters = CharacterSet(of: .punctuation)
  /// Signs of currencies and of mathematics, and other signs.
  public static let symbols = CharacterSet(of: .symbols)
  /// Control and format characters.
  public static let controlCharacters = CharacterSet(of: .init([.control, .format]))
}
