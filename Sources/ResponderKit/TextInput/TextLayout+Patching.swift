extension TextLayout.Patch {
  init(kept: TextChanges.Kept, from old: Int, to new: Int) {
    start = min(kept.before, old, new)
    let behind = min(kept.behind, old - start, new - start)
    (oldEnd, newEnd) = (old - behind, new - behind)
  }
}

/// Lines after a change of the text: only the lines that may differ are made again.
extension TextLayout {
  /// A part of the text that was replaced.
  struct Patch {
    /// Where it begins.
    var start: Int
    /// Its ends in the old text and in the new one.
    var oldEnd: Int
    var newEnd: Int

    /// By how much what is behind has moved.
    var shift: Int { newEnd - oldEnd }
  }

  /// Lines in front of a change that are laid out again: a shorter word may move up, and the letter behind a word affects its width.
  private static let linesBefore = 3

  mutating func patch(_ model: TextModel, _ patch: Patch, _ look: Look, _ width: Double) {
    let (first, last) = (line(of: patch.start), line(of: patch.oldEnd))
    if patchLines(model, patch, first...last, look, width) { return }
    var (start, end) = (first, last)
    while start > 0, !lines[start].place.isFirst { start -= 1 }
    while end + 1 < lines.count, !lines[end].place.isLast { end += 1 }
    let range = lines[start].range.lowerBound..<(lines[end].range.upperBound + patch.shift)
    replace(start..<end + 1, by: cut(model, range, look, width), shift: patch.shift)
  }

  /// Makes lines again until one begins where an old one did. False: the change is of another kind than letters in a paragraph from left to
  /// right.
  private mutating func patchLines(
    _ model: TextModel, _ patch: Patch, _ touched: ClosedRange<Int>, _ look: Look, _ width: Double
  ) -> Bool {
    guard !look.isMirrored, isSimple(touched), !lines[touched].dropLast().contains(where: \.place.isLast),
      !model.characters[patch.start..<patch.newEnd].contains(where: { $0.isNewline || $0 == "\t" })
    else { return false }
    var start = touched.lowerBound
    for _ in 0..<Self.linesBefore where !lines[start].place.isFirst { start -= 1 }
    // Lines behind the change in this attempt.
    var more = 4
    while true {
      var end = touched.upperBound
      for _ in 0..<more where !lines[end].place.isLast && end + 1 < lines.count { end += 1 }
      let isWhole = lines[end].place.isLast || end + 1 == lines.count
      guard let new = again(model, start...end, touched.upperBound, patch.shift, look, width) else {
        return false
      }
      if isWhole {
        replace(start..<end + 1, by: new, shift: patch.shift)
        return true
      }
      // The last ones may end elsewhere with what is behind.
      for index in new.indices.dropLast(3) where new[index].range.lowerBound >= patch.newEnd {
        let place = new[index].range.lowerBound - patch.shift
        let old = line(of: place)
        guard lines[old].range.lowerBound == place, old > touched.upperBound else { continue }
        replace(start..<old, by: Array(new[..<index]), shift: patch.shift)
        return true
      }
      more *= 4
    }
  }

  /// Gives lines with a part of the text another look, without measuring it. False: there are lines of another kind than with letters from left to
  /// right and attributes.
  mutating func dress(_ part: Range<Int>, _ model: TextModel, _ look: Look) -> Bool {
    guard model.styles != nil, !lines.isEmpty else { return false }
    let first = line(of: part.lowerBound)
    let touched = first...max(line(of: part.upperBound), first)
    guard lines[touched].allSatisfy({ $0.styled != nil && $0.cells == nil && !$0.place.isRightToLeft }) else {
      return false
    }
    for index in touched {
      let range = lines[index].range
      let text = Paragraph(
        text: Array(model.characters[range]), styles: model.styles(range.lowerBound, range.upperBound))
      replace(index..<index + 1, by: [text.dressed(lines[index], look)], shift: 0)
    }
    return true
  }

  private func isSimple(_ range: ClosedRange<Int>) -> Bool {
    lines[range].allSatisfy { $0.cells == nil && $0.place.look == nil && !$0.place.isRightToLeft }
  }

  /// The lines of a part of a paragraph, made again. They are measured up to the first one behind the changed ones; of the others the places of characters
  /// are known. Nil if they are no longer simple.
  private mutating func again(
    _ model: TextModel, _ old: ClosedRange<Int>, _ changed: Int, _ shift: Int, _ look: Look, _ width: Double
  ) -> [Line]? {
    let (first, last) = (lines[old.lowerBound], lines[old.upperBound])
    // What is behind tabs may be elsewhere.
    guard !lines[old].contains(where: \.hasTabs) else { return nil }
    // And a hyphen is only there at the end of a line.
    guard !lines[old].contains(where: \.endsWithHyphen) else { return nil }
    let range = first.range.lowerBound..<(last.range.upperBound + shift)
    var tail: [Double] = []
    var x = 0.0
    for line in lines[old].dropFirst(changed + 2 - old.lowerBound) {
      tail += line.carets.dropFirst().map { x + $0 }
      x += line.width
    }
    measured += range.count - tail.count
    let text = Paragraph(
      text: Array(model.characters[range]), styles: model.styles(range.lowerBound, range.upperBound))
    var new = text.cut(look, width, tail: tail)
    guard !new.isEmpty, new.allSatisfy({ $0.cells == nil && $0.place.look == nil }) else { return nil }
    for index in new.indices {
      let own = new[index].range
      new[index].range = (own.lowerBound + range.lowerBound)..<(own.upperBound + range.lowerBound)
      new[index].place.isFirst = index == 0 && first.place.isFirst
      new[index].place.isLast = index == new.count - 1 && last.place.isLast
    }
    return new
  }
}
