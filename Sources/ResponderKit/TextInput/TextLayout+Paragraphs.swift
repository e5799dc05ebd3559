extension TextLayout.Paragraph {
  /// The lines of the paragraph, from zero.
  ///
  /// - Parameters:
  ///   - tail: known ends of the last characters, relative to the first of them. Returns no lines if the part in front has letters from
  ///     right to left.
  ///   - flow: a room of varying width, or with an end.
  ///   - unit: the first code unit of the paragraph in what is laid out there.
  ///   - isContinued: whether a part of the paragraph is in front of it.
  func cut(
    _ look: TextLayout.Look, _ width: Double, tail: [Double] = [], in flow: LineFlow? = nil,
    from unit: Int = 0, isContinued: Bool = false
  ) -> [TextLayout.Line] {
    let looks = letterStyles(look)
    var place = LinePlace(look: styles.first.flatMap { looks[$0]?.paragraph })
    // A field's line has no end from which it could be moved in.
    if width == .infinity { place.look?.removeIndents() }
    var isTurned = place.look?.direction.isRightToLeft
    if isTurned == nil, look.isMirrored, !text.hasDirection { isTurned = true }
    let head = head(before: tail.count)
    let directions = TextDirections(head.text, isRightToLeft: isTurned)
    if directions != nil, !tail.isEmpty { return [] }
    if directions != nil, styles.isEmpty, !text.isEmpty {
      // Its parts are drawn one by one, as those of a text with attributes are.
      let styles = [TextAttributes](repeating: TextAttributes(), count: text.count)
      return TextLayout.Paragraph(text: text, styles: styles)
        .cut(look, width, in: flow, from: unit, isContinued: isContinued)
    }
    place.isRightToLeft = directions?.isRightToLeft == true
    var carets = head.carets(look, looks, directions)
    if !tail.isEmpty {
      carets.removeLast()
      let head = carets[carets.count - 1]
      carets += tail.map { head + $0 }
    }
    var lines: [TextLayout.Line] = []
    let hasTabs = text.contains("\t")
    let hasBreaks = text.contains(where: \.mayEndLine)
    let hyphens = directions == nil && text.contains(where: \.isSoftHyphen)
    func line(from start: Int, _ part: LineFlow.Part, isWhole: Bool, cutsWords: Bool) -> TextLayout.Line? {
      var place = place
      var room = LineFlow.Part(left: place.left(in: width), width: place.width(in: width))
      if !isWhole {
        // Indents are at the edges of the whole room.
        room = room.intersection(part)
        guard room.width > 0 else { return nil }
        place.narrow(to: room, in: width, look.alignment)
      }
      let hyphen = hyphens ? { self.hyphen(at: $0, look, looks) } : nil
      let cut = lineEnd(
        from: start, carets, hasTabs: hasTabs, hasBreaks: hasBreaks, hyphen, place, room.width)
      if !isWhole, cut.isTooNarrow || cut.isInWord && !cutsWords { return nil }
      let range = start..<cut.end
      place.isLast = range.upperBound == text.count
      var own = carets[range.lowerBound...range.upperBound].map { $0 - carets[range.lowerBound] }
      if hasTabs { move(&own, of: range, carets, place) }
      // The hyphen is in the place of the sign for it.
      let isHyphenated = hyphens && !cut.isInWord && !place.isLast && text[range].last?.isSoftHyphen == true
      if isHyphenated { own[range.count] += self.hyphen(at: range.upperBound - 1, look, looks) }
      var line = TextLayout.Line(
        range: range, carets: own, width: own[own.count - 1], height: look.font.lineHeight, place: place)
      let spaces = text[range].reversed().prefix(while: \.isWhitespace).count
      let hanging = line.width - own[range.count - spaces]
      line.hasTabs = hasTabs && directions == nil && text[range].contains("\t")
      line.endsWithHyphen = isHyphenated
      if let directions { line.arrange(directions) }
      if !styles.isEmpty { dress(&line, looks, look, directions) }
      line.left = room.left + shift(of: line, hanging, in: room.width, look)
      if flow != nil { line.part = part }
      return line
    }
    var (next, unit) = (0, unit)
    repeat {
      place.isFirst = next == 0 && !isContinued
      let whole = LineFlow.Part(left: 0, width: width)
      let new =
        if let flow {
          flow.line(place, unit, height: height(at: next, place, look, looks)) {
            line(from: next, $0, isWhole: $1, cutsWords: $2)
          }
        } else {
          line(from: next, whole, isWhole: true, cutsWords: true)
        }
      guard let new else { break }
      lines.append(new)
      if flow?.needsUnits == true { unit += text[new.range].reduce(0) { $0 + $1.utf16.count } }
      next = new.range.upperBound
    } while next < text.count
    return lines
  }

  /// How wide the hyphen is that a line may end with in place of a character.
  private func hyphen(
    at index: Int, _ look: TextLayout.Look, _ looks: [TextAttributes: StyledText.LetterStyle]
  ) -> Double {
    let style = index < styles.count ? looks[styles[index]] : nil
    return (style?.font ?? look.font).width(of: String(Character.hyphen)) * (style?.stretch ?? 1)
      + (style?.kern ?? 0)
  }

  /// About how high a line is that begins with a character.
  private func height(
    at index: Int, _ place: LinePlace, _ look: TextLayout.Look,
    _ looks: [TextAttributes: StyledText.LetterStyle]
  ) -> Double {
    guard let style = styles.isEmpty ? nil : looks[styles[min(index, styles.count - 1)]] else {
      return look.font.lineHeight
    }
    return place.look?.height(of: style.font.lineHeight) ?? style.font.lineHeight
  }

  /// What must be measured in front of a number of characters at the end: with the first of these, which letters may approach.
  private func head(before count: Int) -> TextLayout.Paragraph {
    if count == 0 { return self }
    let end = text.count - count + 1
    return TextLayout.Paragraph(text: Array(text[..<end]), styles: Array(styles.prefix(end)))
  }

  private func letterStyles(_ look: TextLayout.Look) -> [TextAttributes: StyledText.LetterStyle] {
    var looks: [TextAttributes: StyledText.LetterStyle] = [:]
    var last: TextAttributes?
    for style in styles where style !== last {
      last = style
      guard looks[style] == nil else { continue }
      var values = style.values
      if values[.link] != nil, let link = look.link {
        values[.link] = nil
        values.merge(link.values) { $1 }
      }
      looks[style] = StyledText.LetterStyle(values, look.font, look.color)
    }
    return looks
  }

  /// Whether a picture is shown in place of a character.
  private func isObject(_ index: Int) -> Bool {
    index < styles.count && styles[index].attachment != nil && text[index] == .object
  }

  /// The parts of the paragraph with equal attributes, and in one direction; each picture is one.
  ///
  /// - Parameter isMeasured: whether only attributes count that letters' sizes depend on.
  private func runs(_ range: Range<Int>, _ directions: TextDirections?, isMeasured: Bool = false)
    -> [Range<Int>]
  {
    func isBorder(_ index: Int) -> Bool {
      let (before, behind) = (styles[index - 1], styles[index])
      return isMeasured ? !before.keepsWidths(as: behind) : before != behind
    }
    var runs: [Range<Int>] = []
    var start = range.lowerBound
    for index in range.dropFirst()
    where isBorder(index) || directions?.isBorder(index) == true
      || isObject(index) || isObject(index - 1)
      || !isMeasured && (text[index] == "\t" || text[index - 1] == "\t")
    {
      runs.append(start..<index)
      start = index
    }
    return range.isEmpty ? [] : runs + [start..<range.upperBound]
  }

  /// Where characters begin, and where the last one ends, in one line in reading order.
  private func carets(
    _ look: TextLayout.Look, _ looks: [TextAttributes: StyledText.LetterStyle], _ directions: TextDirections?
  ) -> [Double] {
    if styles.isEmpty { return look.font.carets(of: text[...]) }
    var (carets, x) = ([Double](), 0.0)
    for run in runs(0..<text.count, directions, isMeasured: true) {
      guard let style = looks[styles[run.lowerBound]] else { continue }
      let kern = directions?.isTurned(run.lowerBound) == true ? 0 : style.kern
      if isObject(run.lowerBound), let object = style.attachment {
        carets.append(x)
        x += object.box.width + kern
        continue
      }
      let own = style.carets(of: text[run], joins: directions == nil ? (false, false) : joins(run))
      guard kern != 0 else {
        carets += own.dropLast().map { x + $0 }
        x += own.last ?? 0
        continue
      }
      let shown = text[run].shownBefore
      carets += zip(own.dropLast(), shown).map { x + $0 + kern * Double($1) }
      x += (own.last ?? 0) + kern * Double(shown[run.count])
    }
    return carets + [x]
  }

  /// Whether letters in front of a part and behind it join its first and its last one.
  private func joins(_ run: Range<Int>) -> (before: Bool, after: Bool) {
    func joins(_ index: Int) -> Bool {
      index > 0 && index < text.count && ArabicJoining.joins(text[index - 1], text[index])
    }
    return (joins(run.lowerBound), joins(run.upperBound))
  }

  /// What rounding may add to a length: it cuts no line, wherever the measuring began.
  private static let slop = 1e-6

  /// Where a line ends, whether that is in a word, which is longer than the line, and whether not even the first letter has room.
  ///
  /// - Parameter hyphen: the width of one in place of a character; nil: there are none.
  private func lineEnd(
    from start: Int, _ carets: [Double], hasTabs: Bool, hasBreaks: Bool, _ hyphen: ((Int) -> Double)?,
    _ place: LinePlace, _ width: Double
  ) -> (end: Int, isInWord: Bool, isTooNarrow: Bool) {
    guard start < text.count else { return (start, false, false) }
    let isTooNarrow =
      !text[start].isWhitespace && carets[start + 1] - carets[start] > width + Self.slop
    /// Behind the last space of the line.
    var stop = start
    var index = start
    // By how much the tabs of the line are wider than spaces.
    var shift = 0.0
    while index < text.count {
      if hasTabs, text[index] == "\t" {
        shift += wideness(ofTab: index, at: carets[index] - carets[start] + shift, carets, place)
      }
      if hasBreaks, index > start, text[index - 1].allowsBreak(before: text[index]) { stop = index }
      if text[index].isWhitespace {
        // Spaces hang over the edge.
        stop = index + 1
      } else if carets[index + 1] - carets[start] + shift > width + Self.slop, index > start {
        return stop > start ? (stop, isTooNarrow, isTooNarrow) : (index, true, isTooNarrow)
      } else if let hyphen, index + 1 < text.count, text[index].allowsHyphen(before: text[index + 1]),
        carets[index + 1] - carets[start] + shift + hyphen(index) <= width + Self.slop
      {
        stop = index + 1
      }
      index += 1
    }
    return (text.count, isTooNarrow, isTooNarrow)
  }

  /// By how much a tab is wider than a space.
  private func wideness(ofTab index: Int, at x: Double, _ carets: [Double], _ place: LinePlace) -> Double {
    let next = text[(index + 1)...].firstIndex(of: "\t") ?? text.count
    guard let width = place.tabWidth(at: x, before: carets[next] - carets[index + 1]) else { return 0 }
    return width - (carets[index + 1] - carets[index])
  }

  /// Moves the places of characters in a line behind its tabs.
  ///
  /// - Parameter all: where all characters of the paragraph would be in one line, if tabs were spaces.
  private func move(_ own: inout [Double], of line: Range<Int>, _ all: [Double], _ place: LinePlace) {
    var shift = 0.0
    for index in line {
      own[index - line.lowerBound] += shift
      guard text[index] == "\t" else { continue }
      shift += wideness(ofTab: index, at: own[index - line.lowerBound], all, place)
    }
    own[line.count] += shift
  }

  /// The line of which this is the text, from left to right, with another look of the letters.
  func dressed(_ line: TextLayout.Line, _ look: TextLayout.Look) -> TextLayout.Line {
    var new = line
    new.range = 0..<line.range.count
    dress(&new, letterStyles(look), look, nil)
    new.range = line.range
    return new
  }

  /// Gives a line its height and how it is drawn.
  private func dress(
    _ line: inout TextLayout.Line, _ looks: [TextAttributes: StyledText.LetterStyle],
    _ look: TextLayout.Look, _ directions: TextDirections?
  ) {
    var styled = StyledText.StyledLine(runs: [], width: line.width, ascent: 0, descent: 0, height: 0)
    for run in parts(of: line.range, directions) {
      guard let style = looks[styles[run.range.lowerBound]], let place = line.places(of: run.range).first
      else { continue }
      let isHyphenated = line.endsWithHyphen && run.range.upperBound == line.range.upperBound
      let shown = isHyphenated ? text[run.range].dropLast() + [.hyphen] : text[run.range]
      styled.runs.append(
        .init(
          text: String(shown), style: style, x: place.lowerBound,
          width: place.upperBound - place.lowerBound, isRightToLeft: run.isRightToLeft,
          joins: directions == nil ? (false, false) : joins(run.range),
          isObject: isObject(run.range.lowerBound)))
    }
    // Without letters it is as high as those that are typed there.
    let used = styled.runs.isEmpty ? [looks[styles[0]]].compactMap { $0 } : styled.runs.map(\.style)
    styled.measure(used)
    if let look = line.place.look { styled.setHeight(look.height(of: styled.height)) }
    line.height = styled.height
    line.styled = styled
  }

  /// The parts of a line with equal attributes and in one direction, from left to right.
  private func parts(of line: Range<Int>, _ directions: TextDirections?) -> [VisualRun] {
    guard let directions else {
      return runs(line, nil).map { VisualRun(range: $0, isRightToLeft: false) }
    }
    return directions.runs(inLine: line).flatMap { run in
      let parts = runs(run.range, nil).map { VisualRun(range: $0, isRightToLeft: run.isRightToLeft) }
      return run.isRightToLeft ? parts.reversed() : parts
    }
  }

  /// How far a line that is narrower than the room is moved to the right.
  ///
  /// - Parameter hanging: the room of the spaces at its end, which may be beyond the edge.
  private func shift(
    of line: TextLayout.Line, _ hanging: Double, in room: Double, _ look: TextLayout.Look
  ) -> Double {
    guard room.isFinite else { return 0 }
    let rest = max(room - (line.width - hanging), 0)
    let isTurned = line.place.isRightToLeft
    let x =
      switch (line.place.look?.alignment ?? look.alignment).resolved(isTurned) {
      case .center: rest / 2
      case .right: rest
      default: 0.0
      }
    return isTurned ? x - hanging : x
  }
}
