import ResponderKit
import TestHarness
import Testing

/// `CharacterSet` behaves as `Set<Unicode.Scalar>`.
@Suite(.hangLimit) struct CharacterSetModelTests {
  private typealias Characters = UIKitCharacterSet
  private typealias Model = Set<Unicode.Scalar>

  /// The scalars that are compared: of several kinds, and those around the gap of the surrogates and at both ends.
  private static let sample: [Unicode.Scalar] =
    (0x20..<0x80).compactMap(Unicode.Scalar.init)
    + ["\0", "é", "É", "ǅ", "٣", "½", "\u{301}", "\u{200B}", "\u{D7FF}", "\u{E000}", "\u{10FFFF}"]

  private static let kinds: [Characters] = [
    Characters(), .letters, .decimalDigits, .lowercaseLetters, .whitespacesAndNewlines, Characters().inverted,
    .punctuationCharacters,
  ]

  private func members(_ set: Characters) -> Model { Model(Self.sample.filter(set.contains)) }

  private func range(_ dice: inout SplitMix) -> ClosedRange<Unicode.Scalar> {
    let ends = [Self.sample.randomElement(using: &dice)!, Self.sample.randomElement(using: &dice)!]
    let range = ends.min()!...ends.max()!
    // A long range is rare, since it is looked at scalar by scalar.
    let isLong = range.upperBound.value > 0x7F
    let isRare = range.upperBound > "\u{E000}" || Int.random(in: 0..<20, using: &dice) > 0
    return isLong && isRare ? ends[0]...ends[0] : range
  }

  private func step(_ set: inout Characters, _ model: inout Model, _ dice: inout SplitMix) {
    var other = Self.kinds.randomElement(using: &dice)!
    for _ in 0..<Int.random(in: 0..<12, using: &dice) { other.insert(charactersIn: range(&dice)) }
    let (others, scalar) = (members(other), Self.sample.randomElement(using: &dice)!)
    let text = String(
      String.UnicodeScalarView(Self.sample.filter { _ in Int.random(in: 0..<9, using: &dice) == 0 }))
    switch Int.random(in: 0..<12, using: &dice) {
    case 0:
      set.formUnion(other)
      model.formUnion(others)
    case 1:
      set.formIntersection(other)
      model.formIntersection(others)
    case 2:
      set.subtract(other)
      model.subtract(others)
    case 3:
      set.formSymmetricDifference(other)
      model.formSymmetricDifference(others)
    case 4:
      set.invert()
      model = Model(Self.sample).subtracting(model)
    case 5:
      #expect(set.insert(scalar).inserted == model.insert(scalar).inserted)
    case 6:
      #expect(set.remove(scalar) == model.remove(scalar))
    case 7:
      set.insert(charactersIn: text)
      model.formUnion(text.unicodeScalars)
    case 8:
      set.remove(charactersIn: text)
      model.subtract(text.unicodeScalars)
    case 9:
      let range = range(&dice)
      set.insert(charactersIn: range.lowerBound..<range.upperBound)
      model.formUnion(Self.sample.filter { range.contains($0) && $0 != range.upperBound })
    case 10:
      let range = range(&dice)
      set.remove(charactersIn: range)
      model.subtract(Self.sample.filter(range.contains))
    default:
      let range = range(&dice)
      set.remove(charactersIn: range.lowerBound..<range.upperBound)
      model.subtract(Self.sample.filter { range.contains($0) && $0 != range.upperBound })
    }
  }

  @Test(arguments: 1...20) func randomOperations(seed: UInt64) {
    var dice = SplitMix(seed)
    var set = Self.kinds.randomElement(using: &dice)!
    var model = members(set)
    for number in 0..<60 {
      step(&set, &model, &dice)
      #expect(members(set) == model, "step \(number)")
    }
    let other = Self.kinds.randomElement(using: &dice)!
    let rest = set.subtracting(other)
    #expect(rest.isSubset(of: set) && rest.isDisjoint(with: other) && set.isSuperset(of: rest))
    #expect(rest.union(set.intersection(other)) == set)
    #expect(set.symmetricDifference(set).isEmpty && set.symmetricDifference(Characters()) == set)
  }

  @Test func theSameScalarsAreTheSameSet() {
    let digits = Characters(charactersIn: "0"..."9")
    let asciiDigits = Characters.decimalDigits.intersection(Characters(charactersIn: "\0"..."\u{7F}"))
    #expect(digits == asciiDigits && Set([digits, asciiDigits]).count == 1)
    let marked = Characters.letters.subtracting(.nonBaseCharacters)
    var listed = Characters.letters.inverted.inverted
    listed.subtract(.nonBaseCharacters)
    #expect(marked == listed && marked != .letters && marked.hashValue == listed.hashValue)
    // All scalars of a category, one by one.
    var titlecase = Characters()
    for number in UInt32(0)...0xFFFF {
      if let scalar = Unicode.Scalar(number), Characters.capitalizedLetters.contains(scalar) {
        titlecase.insert(scalar)
      }
    }
    #expect(
      titlecase == .capitalizedLetters && titlecase.hashValue == Characters.capitalizedLetters.hashValue)
    #expect(!titlecase.isStrictSubset(of: .capitalizedLetters) && titlecase.isStrictSubset(of: .letters))
    #expect(Characters.capitalizedLetters.subtracting(titlecase).isEmpty)
    #expect(Characters.uppercaseLetters.isStrictSuperset(of: titlecase))
  }

  @Test func differentSetsOfOtherScriptsHashDifferently() {
    let sets = ["é", "α", "ж", "あ", "中"].map { Characters(charactersIn: $0) }
    #expect(Set(sets.map(\.hashValue)).count == sets.count)
  }

  @Test func aRangeOfLettersAndOthersIsPutIntoLetters() {
    let range: ClosedRange<Unicode.Scalar> = "\u{D000}"..."\u{E010}"
    let all = (UInt32(0xCFF0)...0xE020).compactMap(Unicode.Scalar.init)
    var more = Characters.letters
    more.insert(charactersIn: range)
    #expect(all.allSatisfy { more.contains($0) == (range.contains($0) || Characters.letters.contains($0)) })
    #expect(more == Characters.letters.union(Characters(charactersIn: range)))
    more.remove(charactersIn: range)
    #expect(all.allSatisfy { more.contains($0) == (!range.contains($0) && Characters.letters.contains($0)) })
    #expect(more == Characters.letters.subtracting(Characters(charactersIn: range)))
    let letters = all.filter { range.contains($0) && Characters.letters.contains($0) }
    #expect(letters.count > 1900)
    for letter in letters { more.insert(letter) }
    #expect(more == .letters && more.hashValue == Characters.letters.hashValue)
  }

  @Test func emptySets() {
    var every = Characters().inverted
    every.remove(charactersIn: "\0"..."\u{10FFFE}")
    #expect(!every.isEmpty)
    every.remove("\u{10FFFF}")
    #expect(every.isEmpty && every == Characters())
    #expect(Characters().isEmpty && Characters(charactersIn: "").isEmpty && !Characters().inverted.isEmpty)
    #expect(Characters(charactersIn: "a"..<"a").isEmpty && Characters.letters.intersection(.symbols).isEmpty)
    #expect(Characters(charactersIn: "\0"..."\u{10FFFF}") == Characters().inverted)
    let listed: Characters = ["a", "b"]
    var updated = Characters()
    #expect(updated.update(with: "b") == nil && updated.update(with: "b") == "b")
    #expect(listed == Characters(charactersIn: "ba") && updated.isStrictSubset(of: listed))
    #expect(Characters.letters.isDisjoint(with: .decimalDigits) && !Characters.letters.isEmpty)
  }

  @Test func rangesCrossTheSurrogates() {
    var set = Characters(charactersIn: "\u{D7FF}"..."\u{E000}")
    #expect(set == Characters(charactersIn: "\u{D7FF}\u{E000}"))
    set.remove("\u{D7FF}")
    #expect(set == Characters(charactersIn: "\u{E000}") && set.contains("\u{E000}"))
  }

  @Test func scalarsInAnyOrder() {
    var dice = SplitMix(4)
    let numbers = (0..<4000).map { _ in UInt32.random(in: 0x100..<0x3000, using: &dice) }
    let scalars = numbers.compactMap(Unicode.Scalar.init)
    var one = Characters()
    for scalar in scalars { one.insert(scalar) }
    let other = Characters(charactersIn: String(String.UnicodeScalarView(scalars)))
    #expect(one == other && scalars.allSatisfy(one.contains) && !one.contains("\u{3001}"))
    for scalar in scalars.shuffled(using: &dice) { one.remove(scalar) }
    #expect(one.isEmpty)
  }
}
