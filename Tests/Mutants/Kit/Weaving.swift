/// A mutant and the number that switches it on.
package struct NumberedMutant: Sendable {
  package var number: Int
  package var mutant: Mutant

  package init(number: Int, mutant: Mutant) {
    self.number = number
    self.mutant = mutant
  }
}

extension MutantList {
  /// Its mutants, numbered from 1.
  package var numbered: [NumberedMutant] {
    mutants.enumerated().map { NumberedMutant(number: $0 + 1, mutant: $1) }
  }
}

/// Puts mutants into a source file, each behind its number. With no number set the file does what it did before.
package enum Weaving {
  /// Stands beside the files of each mutated target. It imports the C library by itself: not every target has a module for it.
  /// Inlinable functions may call its function.
  package static let switchFile = """
    import Glibc

    private let activeMutant: Int32 = getenv("MAINSPRING_MUTANT").map { atoi($0) } ?? 0

    @inline(never) @usableFromInline
    func mutantIsOn(_ number: Int32) -> Bool { activeMutant == number }

    """

  /// - Parameter mutants: of this file.
  package static func weave(_ text: String, _ mutants: [NumberedMutant]) throws -> String {
    let bytes = Array(text.utf8)
    var spots = try mutants.map { Spot(range: try range(of: $0.mutant, in: bytes), mutant: $0) }
    // Outer before inner. Of two with one range the statement is the outer one.
    spots.sort { first, second in
      if first.range.lowerBound != second.range.lowerBound {
        return first.range.lowerBound < second.range.lowerBound
      }
      if first.range.upperBound != second.range.upperBound {
        return first.range.upperBound > second.range.upperBound
      }
      return first.mutant.mutant.kind == .statement && second.mutant.mutant.kind == .expression
    }
    var output: [UInt8] = []
    try emit(bytes, 0..<bytes.count, spots[...], into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Where a mutant's old text is in its file.
  package static func range(of mutant: Mutant, in bytes: [UInt8]) throws -> Range<Int> {
    var start = 0
    if let anchor = mutant.anchor {
      guard let found = match(lines: [Array(anchor.utf8)], in: bytes, from: 0) else {
        throw MutantError("mutant '\(mutant.name)': \(mutant.file) has no text '\(anchor)'")
      }
      start = found.upperBound
    }
    let lines = mutant.old.map { Array($0.utf8) }
    guard let found = match(lines: lines, in: bytes, from: start) else {
      throw MutantError(
        "mutant '\(mutant.name)': \(mutant.file) has no text '\(mutant.old.joined(separator: "⏎"))'")
    }
    // Behind an anchor the first one is meant.
    if mutant.anchor == nil, match(lines: lines, in: bytes, from: found.lowerBound + 1) != nil {
      throw MutantError(
        "mutant '\(mutant.name)': its text is in \(mutant.file) twice; add a line 'after TEXT'")
    }
    return found
  }

  private struct Spot {
    let range: Range<Int>
    let mutant: NumberedMutant
  }

  private static func emit(
    _ bytes: [UInt8], _ range: Range<Int>, _ spots: ArraySlice<Spot>, into output: inout [UInt8]
  ) throws {
    var position = range.lowerBound
    var rest = spots
    while let spot = rest.popFirst() {
      guard spot.range.upperBound <= range.upperBound else {
        throw MutantError("mutant '\(spot.mutant.mutant.name)' overlaps another one in part")
      }
      let inner = rest.prefix { $0.range.lowerBound < spot.range.upperBound }
      rest = rest.dropFirst(inner.count)
      output += bytes[position..<spot.range.lowerBound]
      var old: [UInt8] = []
      try emit(bytes, spot.range, inner, into: &old)
      output += wrap(old, spot.mutant).utf8
      position = spot.range.upperBound
    }
    output += bytes[position..<range.upperBound]
  }

  private static func wrap(_ old: [UInt8], _ numbered: NumberedMutant) -> String {
    let old = String(decoding: old, as: UTF8.self)
    let new = numbered.mutant.new.joined(separator: "\n")
    return switch numbered.mutant.kind {
    case .expression: "(mutantIsOn(\(numbered.number)) ? (\(new)) : (\(old)))"
    case .statement: "if mutantIsOn(\(numbered.number)) {\n\(new)\n} else {\n\(old)\n}"
    }
  }

  /// The first place from `start` on with these lines; white space around line ends does not matter.
  private static func match(lines: [[UInt8]], in bytes: [UInt8], from start: Int) -> Range<Int>? {
    guard let first = lines.first, let initial = first.first else { return nil }
    for place in start..<max(bytes.count, start) where bytes[place] == initial {
      if let end = end(ofLines: lines, in: bytes, at: place) { return place..<end }
    }
    return nil
  }

  private static func end(ofLines lines: [[UInt8]], in bytes: [UInt8], at place: Int) -> Int? {
    var position = place
    for (index, line) in lines.enumerated() {
      if index > 0 {
        let lineEnd = position
        while position < bytes.count, isSpace(bytes[position]) { position += 1 }
        guard bytes[lineEnd..<position].contains(UInt8(ascii: "\n")) else { return nil }
      }
      guard bytes[position...].starts(with: line) else { return nil }
      position += line.count
    }
    return position
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
  }
}
