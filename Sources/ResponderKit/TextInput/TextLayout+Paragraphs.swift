extension TextLayout.Paragraph {
  /// The lines of the paragraph, from zero.
  ///
  /// - Parameter tail: known ends of the last characters, relative to the first of them. Returns no lines if the part in front has letters from
  ///   right to left.
  func cut(_ look: TextLayout.Look, _ width: Double, tail: [Double] = []) -> [TextLayout.Line] {
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
      return TextLayout.Paragraph(text: text, styles: styles).cut(look, width)
    }
    place.isRightToLeft = directions?.isRightToLeft == true
    var carets = head.carets(look, looks, directions)
    if !tail.isEmpty {
      carets.removeLast()
      let start = carets[carets.count - 1]
      carets += tail.map { start + $0 }
    }
    var lines: [TextLayout.Line] = []
    for range in ranges(
      carets,
      {
        place.isFirst = $0; return place.width(in: width)
      })
    {
      place.isFirst = lines.isEmpty
      place.isLast = range.upperBound == text.count
      let own = carets[range.lowerBound...range.upperBound].map { $0 - carets[range.lowerBound] }
      var line = TextLayout.Line(
        range: range, carets: own, width: own[own.count - 1], height: look.font.lineHeight, place: place)
      let spaces = text[range].reversed().prefix(while: \.isWhitespace).count
      let hanging = line.width - own[range.count - spaces]
      if let directions { line.arrange(directions) }
      if !styles.isEmpty { dress(&line, looks, look, directions) }
      line.left = place.left(in: width) + shift(of: line, hanging, in: place.width(in: width), look)
      lines.append(line)
    }
    return lines
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
  private func runs(_ range: Range<Int>, _ directions: TextDirections?) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = range.lowerBound
    for index in range.dropFirst()
    where styles[index] != styles[index - 1] || directions?.isBorder(index) == true
      || isObject(index) || isObject(index - 1)
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
    for run in runs(0..<text.count, directions) {
      guard let style = looks[styles[run.lowerBound]] else { continue }
      let kern = directions?.isTurned(run.lowerBound) == true ? 0 : style.kern
      if isObject(run.lowerBound), let object = style.attachment {
        carets.append(x)
        x += object.box.width + kern
        continue
      }
      let own = style.font.carets(of: text[run], joins: directions == nil ? (false, false) : joins(run))
      carets += own.dropLast().enumerated().map { x + $1 + kern * Double($0) }
      x += (own.last ?? 0) + kern * Double(run.count)
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

  /// Where lines begin and end.
  ///
  /// - Parameter width: of the first line, and of others.
  private func ranges(_ carets: [Double], _ width: (_ isFirst: Bool) -> Double) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    /// Behind the last space of the line.
    var stop = 0
    var index = 0
    var room = width(true)
    while index < text.count {
      // A line may end at both sides of a picture, but for signs that belong to it.
      if index > start, isObject(index) || isObject(index - 1),
        text[index - 1].allowsBreak(before: text[index])
      {
        stop = index
      }
      if text[index].isWhitespace {
        // Spaces hang over the edge.
        stop = index + 1
      } else if carets[index + 1] - carets[start] > room + Self.slop, index > start {
        let end = stop > start ? stop : index
        ranges.append(start..<end)
        // What was carried over may be longer than a line, too.
        (start, index, stop) = (end, end, end)
        room = width(false)
        continue
      }
      index += 1
    }
    return ranges + [start..<text.count]
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
      styled.runs.append(
        .init(
          text: String(text[run.range]), style: style, x: place.lowerBound,
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
