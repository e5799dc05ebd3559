/// A text by Unicode's scalars, which AT-SPI counts, where elements count characters.
struct ScalarText {
  let scalars: [Unicode.Scalar]
  /// Where each character begins, and the end.
  private let starts: [Int]

  init(_ text: String) {
    var scalars: [Unicode.Scalar] = []
    var starts: [Int] = []
    for character in text {
      starts.append(scalars.count)
      scalars += character.unicodeScalars
    }
    starts.append(scalars.count)
    (self.scalars, self.starts) = (scalars, starts)
  }

  var count: Int { scalars.count }

  /// A place of AT-SPI's, of which -1 is the end.
  func place(_ offset: Int32) -> Int { offset < 0 ? count : min(Int(offset), count) }

  func offset(ofCharacter place: Int) -> Int { starts[min(max(place, 0), starts.count - 1)] }

  /// The character that a place is in.
  func character(at offset: Int) -> Int {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The characters that a range of scalars touches.
  func characters(_ range: Range<Int>) -> Range<Int> {
    let first = character(at: range.lowerBound)
    let last = character(at: range.upperBound)
    let end = starts[last] < range.upperBound ? last + 1 : last
    return first..<max(first, end)
  }

  func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range.clamped(to: 0..<count)])
    return String(text)
  }

  // MARK: Units

  enum Unit {
    case character, word, sentence, line, paragraph

    /// Of `GetStringAtOffset`.
    init?(granularity: UInt32) {
      let units: [Unit] = [.character, .word, .sentence, .line, .paragraph]
      guard granularity < 5 else { return nil }
      self = units[Int(granularity)]
    }

    /// Of the older methods; beginnings and ends of a unit are not told apart.
    init?(boundary: UInt32) {
      let units: [Unit] = [.character, .word, .word, .sentence, .sentence, .line, .line]
      guard boundary < 7 else { return nil }
      self = units[Int(boundary)]
    }
  }

  /// The unit that a place is in, with what separates it from the next one.
  func range(of unit: Unit, at offset: Int) -> Range<Int> {
    guard offset < count else { return count..<count }
    if unit == .character {
      let place = character(at: offset)
      return starts[place]..<starts[place + 1]
    }
    var start = offset
    while start > 0, !begins(unit, at: start) { start -= 1 }
    var end = offset + 1
    while end < count, !begins(unit, at: end) { end += 1 }
    return start..<end
  }

  /// Lines are not known here as they are shown: a line is a paragraph.
  private func begins(_ unit: Unit, at place: Int) -> Bool {
    let (before, here) = (scalars[place - 1], scalars[place])
    switch unit {
    case .character: return true
    case .word: return !isGap(here) && isGap(before)
    case .line, .paragraph: return before == "\n"
    case .sentence:
      if before == "\n" { return true }
      guard isGap(before), !isGap(here) else { return false }
      let end = scalars[..<place].last { !isGap($0) }
      return end.map { ".!?…。！？".unicodeScalars.contains($0) } ?? false
    }
  }

  private func isGap(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
}
