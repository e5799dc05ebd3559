// Lines of a room.

extension StyledText {
  /// The lines that fit: broken between words, truncated with an ellipsis where they are too long, or cut in another way.
  ///
  /// - Parameters:
  ///   - most: the most lines; 0: as many as fit.
  ///   - mode: how they are cut where the text has no paragraph style.
  func lines(in room: Size, most: Int, _ mode: NSLineBreakMode = .byTruncatingTail) -> [StyledLine] {
    var (lines, rest, _) = cutLines(in: room, most: most)
    if let rest { lines[lines.count - 1] = rest }
    return stacked(
      lines.map { cut in
        let width = cut.place.width(in: room.width)
        let letters = shortened(cut.letters, cut.place, to: width, cut.place.look?.lineBreakMode ?? mode)
        return CutLine(letters: letters, place: cut.place)
      })
  }

  private func shortened(
    _ letters: [StyledLetter], _ place: LinePlace, to width: Double, _ mode: NSLineBreakMode
  ) -> [StyledLetter] {
    switch mode {
    case .byTruncatingTail:
      return longest(letters, place, in: width) {
        letters[..<$0] + [letters[max($0 - 1, 0)].replaced(by: "…")]
      }
    case .byClipping: return letters
    case .byWordWrapping, .byCharWrapping:
      var cutter = LineCutter(letters[...])
      return cutter.next(self, place, width)?.letters ?? []
    case .byTruncatingHead, .byTruncatingMiddle: break
    }
    return longest(letters, place, in: width) { kept in
      let head = mode == .byTruncatingHead ? 0 : (kept + 1) / 2
      let dots = letters[max(head - 1, 0)].replaced(by: "…")
      return letters[..<head] + [dots] + letters[(letters.count - kept + head)...]
    }
  }

  /// The size of the lines without truncation. The last of several is at most as wide as the room where there is more text than lines.
  func size(in room: Size, most: Int) -> Size {
    let (lines, rest, known) = cutLines(in: room, most: most)
    var placed = known ?? stacked(lines)
    if let rest, let last = placed.last {
      let width = width(of: rest.letters, rest.place, atMost: rest.place.width(in: room.width)).width
      placed[placed.count - 1].width = max(last.width, width)
    }
    return placed.size
  }

  /// The lines that fit, and in place of the last one all text from its beginning on, if that is more than the lines have. What is below the room is not laid
  /// out. Where only the room limits them, the lines are placed, too.
  private func cutLines(in room: Size, most: Int) -> (
    lines: [CutLine], rest: CutLine?, placed: [StyledLine]?
  ) {
    let paragraphs = paragraphs
    if most == 1 { return ([joined(paragraphs[...], from: 0)], nil, nil) }
    var lines: [CutLine] = []
    var stack: [StyledLine]? = most > 0 ? nil : []
    // Where the last line begins.
    var start = (paragraph: 0, letter: 0)
    for (index, paragraph) in paragraphs.enumerated() {
      var cutter = LineCutter(paragraph.letters[...])
      var place = paragraph.place
      place.isFirst = true
      while let next = cutter.next(self, place, place.width(in: room.width)) {
        place.isLast = cutter.isAtEnd
        let line = CutLine(letters: next.letters, place: place)
        let new = stack.map { placed(line, below: $0.last) }
        let isTooMuch =
          if let new {
            !lines.isEmpty && new.y + new.height > room.height + 1e-6
          } else {
            lines.count == most
          }
        if isTooMuch {
          // Lines that are cut between words show nothing of the next.
          if lines[lines.count - 1].place.look?.wraps == true { return (lines, nil, stack) }
          var rest = joined(paragraphs[start.paragraph...], from: start.letter)
          rest.place = lines[lines.count - 1].place
          return (lines, rest, stack)
        }
        lines.append(line)
        if let new { stack?.append(new) }
        start = (index, next.start)
        place.isFirst = false
      }
    }
    return (lines, nil, stack)
  }

  /// The text between line ends, each with the look of its first character.
  private var paragraphs: [CutLine] {
    var paragraphs: [CutLine] = []
    var start = 0
    func append(upTo end: Int) {
      let first = start < letters.count ? letters[start] : letters.last
      let place = LinePlace(
        look: first.flatMap { styles[$0.style].paragraph }, isRightToLeft: first?.base == 1)
      paragraphs.append(CutLine(letters: Array(letters[start..<end]), place: place))
      start = end + 1
    }
    for (index, letter) in letters.enumerated() where letter.character.isNewline { append(upTo: index) }
    append(upTo: letters.count)
    return paragraphs
  }

  /// One line of all that is left, which is cut or ends with dots.
  private func joined(_ paragraphs: ArraySlice<CutLine>, from start: Int) -> CutLine {
    var all = paragraphs[paragraphs.startIndex]
    all.letters.removeFirst(start)
    // Lines that are cut between words show nothing of the next.
    if all.place.look?.wraps == true { return all }
    for line in paragraphs.dropFirst() {
      let letter = all.letters.last ?? line.letters.first ?? StyledLetter(character: " ", style: 0)
      all.letters.append(letter.replaced(by: " "))
      all.letters += line.letters
    }
    return all
  }

  private func stacked(_ lines: [CutLine]) -> [StyledLine] {
    var result: [StyledLine] = []
    for line in lines { result.append(placed(line, below: result.last)) }
    return result
  }

  private func placed(_ cut: CutLine, below last: StyledLine?) -> StyledLine {
    var line = line(cut.letters, cut.place)
    line.place = cut.place
    if let look = cut.place.look { line.setHeight(look.height(of: line.height)) }
    if let last { line.y = last.y + last.height + last.place.gap(before: cut.place) }
    return line
  }

  // MARK: Widths

  /// The letters, or as many of them as there is room for.
  ///
  /// - Parameter cut: the letters cut to a count, with dots for the rest.
  private func longest(
    _ letters: [StyledLetter], _ place: LinePlace, in width: Double,
    _ cut: (_ count: Int) -> [StyledLetter]
  ) -> [StyledLetter] {
    let (known, count) = self.width(of: letters, place, atMost: width.nextUp)
    if known <= width { return letters }
    // Binary search for the number of letters that fit; the rest of a long text is not measured again and again.
    var (low, high) = (-1, count)
    while high < letters.count, line(cut(high), place).width <= width { (low, high) = (high, high * 2) }
    high = min(high, letters.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if line(cut(middle), place).width <= width { low = middle } else { high = middle - 1 }
    }
    return low < 0 ? [] : cut(low)
  }

  /// Up to this number of letters, a text is measured as a whole.
  private static let few = 64

  /// The width of letters in one line, or that of the room if that is less: letters far beyond it are not measured. Also the count of letters near which the room ends.
  private func width(of letters: [StyledLetter], _ place: LinePlace, atMost room: Double) -> (
    width: Double, count: Int
  ) {
    var (limit, isNear) = (room, false)
    if letters.count > Self.few {
      var (last, largest) = (-1, 0.0)
      for letter in letters where letter.style != last {
        last = letter.style
        largest = max(largest, styles[last].font.pointSize * max(styles[last].stretch, 1))
        isNear = isNear || styles[last].kern < 0
      }
      // Behind that a letter that comes near its neighbour makes no line narrower.
      limit += largest
    }
    var count = isNear ? letters.count : Self.few
    while count < letters.count {
      if line(Array(letters[..<count]), place).width > limit { return (room, count) }
      count *= 2
    }
    return (min(line(letters, place).width, room), isNear ? Self.few : letters.count)
  }
}

/// Takes the lines of a paragraph one after the other.
private struct LineCutter {
  private let paragraph: ArraySlice<StyledText.StyledLetter>
  /// Parts between which a line may end, without the spaces and tabs around them.
  private let pieces: [Range<Int>]
  private var taken = 0
  private var isBegun = false

  init(_ paragraph: ArraySlice<StyledText.StyledLetter>) {
    self.paragraph = paragraph
    pieces = paragraph.split { $0.character == " " || $0.character == "\t" }.flatMap {
      Self.pieces(of: $0).map(\.indices)
    }
  }

  var isAtEnd: Bool { taken >= pieces.count }

  /// The next line of a width, and where it begins in the paragraph; nil behind the last one. Nothing has one line without letters.
  mutating func next(_ text: StyledText, _ place: LinePlace, _ room: Double) -> (
    letters: [StyledText.StyledLetter], start: Int
  )? {
    guard !isAtEnd else {
      if isBegun { return nil }
      isBegun = true
      return ([], 0)
    }
    let first = isBegun ? pieces[taken].lowerBound : paragraph.startIndex
    isBegun = true
    let end = Self.most(in: taken + 1...pieces.count) {
      text.line(letters(first, pieces[$0 - 1].upperBound), place).width <= room
    }
    taken = end
    return (letters(first, pieces[end - 1].upperBound), first - paragraph.startIndex)
  }

  /// The letters of a line, with a hyphen where it ends in a word.
  private func letters(_ start: Int, _ end: Int) -> [StyledText.StyledLetter] {
    var letters = Array(paragraph[start..<end])
    if end < paragraph.endIndex, let last = letters.last, last.allowsHyphen(before: paragraph[end]) {
      letters[letters.count - 1].character = .hyphen
    }
    return letters
  }

  /// The greatest number that fits, or else the least one. Near the beginning, few are tried, so that no long rest is measured for each line.
  private static func most(in range: ClosedRange<Int>, fits: (Int) -> Bool) -> Int {
    var (low, step) = (range.lowerBound, 1)
    while low + step < range.upperBound, fits(low + step) { (low, step) = (low + step, step * 2) }
    var high = min(low + step, range.upperBound)
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The parts of a word between which a line may end.
  private static func pieces(of word: ArraySlice<StyledText.StyledLetter>)
    -> [ArraySlice<StyledText.StyledLetter>]
  {
    var pieces: [ArraySlice<StyledText.StyledLetter>] = []
    var start = word.startIndex
    for index in word.indices.dropFirst()
    where word[index - 1].character.allowsBreak(before: word[index].character)
      || word[index - 1].allowsHyphen(before: word[index])
    {
      pieces.append(word[start..<index])
      start = index
    }
    return pieces + [word[start...]]
  }
}

extension StyledText.StyledLetter {
  /// Whether a line may end behind it with a hyphen: not in paragraphs with letters from right to left.
  fileprivate func allowsHyphen(before next: StyledText.StyledLetter) -> Bool {
    guard character.isSoftHyphen else { return false }
    return !hasDirections && !next.character.isWhitespace && character.allowsHyphen(before: next.character)
  }
}
