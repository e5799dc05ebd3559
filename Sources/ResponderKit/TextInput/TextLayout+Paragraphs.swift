extension TextLayout.Paragraph {
  /// The lines of the paragraph, from zero.
  func cut(_ look: TextLayout.Look, _ width: Double) -> [TextLayout.Line] {
    let looks = letterStyles(look)
    let carets = carets(look, looks)
    var place = LinePlace(look: styles.first.flatMap { looks[$0]?.paragraph })
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
      var line = TextLayout.Line(range: range, carets: own, height: look.font.lineHeight, place: place)
      if !styles.isEmpty { dress(&line, looks, look) }
      line.left = place.indent + shift(of: line, in: place.width(in: width), look)
      lines.append(line)
    }
    return lines
  }

  private func letterStyles(_ look: TextLayout.Look) -> [TextAttributes: StyledText.LetterStyle] {
    var looks: [TextAttributes: StyledText.LetterStyle] = [:]
    for style in styles where looks[style] == nil {
      looks[style] = StyledText.LetterStyle(style.values, look.font, look.color)
    }
    return looks
  }

  /// The parts of the paragraph with equal attributes.
  private func runs(_ range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = range.lowerBound
    for index in range.dropFirst() where styles[index] !== styles[index - 1] {
      runs.append(start..<index)
      start = index
    }
    return range.isEmpty ? [] : runs + [start..<range.upperBound]
  }

  /// Where characters begin, and where the last one ends, if all stood in one line.
  private func carets(
    _ look: TextLayout.Look, _ looks: [TextAttributes: StyledText.LetterStyle]
  ) -> [Double] {
    if styles.isEmpty { return look.font.carets(of: text[...]) }
    var (carets, x) = ([Double](), 0.0)
    for run in runs(0..<text.count) {
      guard let style = looks[styles[run.lowerBound]] else { continue }
      let own = style.font.carets(of: text[run])
      carets += own.dropLast().enumerated().map { x + $1 + style.kern * Double($0) }
      x += (own.last ?? 0) + style.kern * Double(run.count)
    }
    return carets + [x]
  }

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
      if text[index].isWhitespace {
        // Spaces hang over the edge.
        stop = index + 1
      } else if carets[index + 1] - carets[start] > room, index > start {
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
    _ look: TextLayout.Look
  ) {
    let first = line.range.lowerBound
    var styled = StyledText.StyledLine(
      runs: [], width: line.carets.last ?? 0, ascent: 0, descent: 0, height: 0)
    for run in runs(line.range) {
      guard let style = looks[styles[run.lowerBound]] else { continue }
      let (x, end) = (line.carets[run.lowerBound - first], line.carets[run.upperBound - first])
      styled.runs.append(.init(text: String(text[run]), style: style, x: x, width: end - x))
    }
    // Without letters it is as high as those that are typed there.
    let used = styled.runs.isEmpty ? [looks[styles[0]]].compactMap { $0 } : styled.runs.map(\.style)
    styled.measure(used)
    if let look = line.place.look { styled.setHeight(look.height(of: styled.height)) }
    line.height = styled.height
    line.styled = styled
  }

  /// How far a line that is narrower than the room is moved to the right.
  private func shift(of line: TextLayout.Line, in room: Double, _ look: TextLayout.Look) -> Double {
    guard room.isFinite else { return 0 }
    let spaces = text[line.range].reversed().prefix(while: \.isWhitespace).count
    let rest = max(room - line.carets[line.range.count - spaces], 0)
    return switch line.place.look?.alignment ?? look.alignment {
    case .left: 0
    case .center: rest / 2
    case .right: rest
    }
  }
}
