/// Where the characters of text are.
extension UIFont {
  /// Where each character of a line begins, and at last where the line ends: one more than there are characters.
  ///
  /// In reading order, also of letters from right to left.
  ///
  /// - Parameter joins: whether letters in front and behind join the first and the last one.
  func carets(of text: ArraySlice<Character>, joins: (before: Bool, after: Bool) = (false, false)) -> [Double]
  {
    var places: [Double] = []
    places.reserveCapacity(text.count + 1)
    guard let face else {
      var x = 0.0
      for character in text {
        places.append(x)
        if !character.isSoftHyphen { x += (Glyph.of(character).width + gap) * unit }
      }
      places.append(x)
      return places
    }
    let string = String(text)
    if string.mayTurnLine { return turnedCarets(of: text, string.joined(joins), joins.before, face) }
    let line = line(string, face)
    var (offset, piece) = (0, 0)
    for character in text {
      while piece < line.pieces.count, line.pieces[piece].offset < offset { piece += 1 }
      places.append(piece < line.pieces.count ? line.pieces[piece].x : line.width)
      offset += character.utf8.count
    }
    places.append(line.width)
    return places
  }

  private func turnedCarets(
    of text: ArraySlice<Character>, _ string: String, _ isJoined: Bool, _ face: FontFace
  ) -> [Double] {
    let line = line(string, face)
    // Signs without a shape have no room.
    var widths = text.map { $0.unicodeScalars.allSatisfy(\.isInvisible) ? Double?(0) : nil }
    var owners = [Int?](repeating: nil, count: string.utf8.count)
    var offset = isJoined ? "\u{200D}".utf8.count : 0
    for (index, character) in text.enumerated() {
      for place in offset..<min(offset + character.utf8.count, owners.count) { owners[place] = index }
      offset += character.utf8.count
    }
    for (index, piece) in line.pieces.enumerated() {
      guard let owner = owners[piece.offset] else { continue }
      let end = index + 1 < line.pieces.count ? line.pieces[index + 1].x : line.width
      widths[owner] = (widths[owner] ?? 0) + end - piece.x
    }
    // Letters that share one shape have equal parts of it.
    var start = 0
    for index in widths.indices {
      let isShared = index + 1 < widths.count && widths[index + 1] == nil
      guard !isShared else { continue }
      let share = (widths[start] ?? 0) / Double(index + 1 - start)
      for place in start...index { widths[place] = share }
      start = index + 1
    }
    return widths.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1 ?? 0)) }
  }
}

extension String {
  /// With signs at its ends that join letters beyond them.
  func joined(_ joins: (before: Bool, after: Bool)) -> String {
    (joins.before ? "\u{200D}" : "") + self + (joins.after ? "\u{200D}" : "")
  }
}
