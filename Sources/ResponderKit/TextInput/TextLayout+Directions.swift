// Places in lines with parts from right to left.

extension TextLayout.Line {
  /// Puts the characters in the order in which they are seen. The carets are those of the order of reading until then.
  mutating func arrange(_ directions: TextDirections) {
    let levels = directions.levels(inLine: range)
    var cells = [ClosedRange<Double>](repeating: 0...0, count: range.count)
    var x = 0.0
    for run in TextDirections.runs(of: levels) {
      let (first, last) = (carets[run.range.lowerBound], carets[run.range.upperBound])
      for index in run.range {
        let (from, to) = (carets[index] - first, carets[index + 1] - first)
        let (left, right) = run.isRightToLeft ? (last - first - to, last - first - from) : (from, to)
        cells[index] = x + min(left, right)...x + max(left, right)
      }
      x += last - first
    }
    self.cells = cells
    let base: UInt8 = directions.isRightToLeft ? 1 : 0
    carets = (0...range.count).map { index in
      let before = index > 0 ? levels[index - 1] : base
      let behind = index < range.count ? levels[index] : base
      // Between two directions the caret is beside the character that is less deep: so no two positions have one place.
      if behind <= before {
        guard index < range.count else { return base == 1 ? 0 : width }
        return behind & 1 == 1 ? cells[index].upperBound : cells[index].lowerBound
      }
      guard index > 0 else { return base == 1 ? width : 0 }
      return before & 1 == 1 ? cells[index - 1].lowerBound : cells[index - 1].upperBound
    }
  }

  /// Where a part of the line is, from left to right: in several places where directions change.
  func places(of part: Range<Int>) -> [ClosedRange<Double>] {
    let own = (part.lowerBound - range.lowerBound)..<(part.upperBound - range.lowerBound)
    guard let cells else {
      return [carets[own.lowerBound]...max(carets[own.upperBound], carets[own.lowerBound])]
    }
    var places: [ClosedRange<Double>] = []
    for cell in cells[own].sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if let last = places.last, cell.lowerBound <= last.upperBound + 0.001 {
        places[places.count - 1] = last.lowerBound...max(last.upperBound, cell.upperBound)
      } else {
        places.append(cell)
      }
    }
    return places
  }

  /// The room behind the line, at the edge where it ends.
  var placeOfEnd: ClosedRange<Double> { place.isRightToLeft ? -4...0 : width...width + 4 }

  /// The character at a distance from the line's left end; nil beside the line.
  func character(at x: Double) -> Int? {
    range.first { place in places(of: place..<place + 1).contains { $0.contains(x) } }
  }
}

extension TextLayout {
  /// The last position of a line, before a cut.
  func end(of index: Int) -> Int {
    let line = lines[index]
    let isCut = index + 1 < lines.count && lines[index + 1].range.lowerBound == line.range.upperBound
    return isCut && !line.range.isEmpty ? line.range.upperBound - 1 : line.range.upperBound
  }

  /// The position to the left (-1) or to the right (1) of another one.
  func neighbour(of position: Int, step: Int) -> Int {
    guard !lines.isEmpty else { return position + step }
    let index = line(of: position)
    let line = lines[index]
    guard line.cells != nil else { return position + step }
    let positions = (line.range.lowerBound...end(of: index)).sorted {
      (line.carets[$0 - line.range.lowerBound], $0) < (line.carets[$1 - line.range.lowerBound], $1)
    }
    guard let place = positions.firstIndex(of: position) else { return position + step }
    if positions.indices.contains(place + step) { return positions[place + step] }
    // Beyond the edge is the line before or the next one.
    let isForward = (step > 0) != line.place.isRightToLeft
    return isForward ? end(of: index) + 1 : line.range.lowerBound - 1
  }

  /// Whether the paragraph of a position begins at the right.
  func isRightToLeft(at position: Int) -> Bool {
    !lines.isEmpty && lines[line(of: position)].place.isRightToLeft
  }

  /// Where a character is, from the text's left and upper edge.
  func box(of character: Int) -> Rect {
    let line = lines[line(of: character)]
    guard line.range.contains(character), let place = line.places(of: character..<character + 1).first else {
      return Rect(x(of: character), line.top, 0, line.height)
    }
    return Rect(line.left + place.lowerBound, line.top, place.upperBound - place.lowerBound, line.height)
  }

  /// The character at a point; nil beside the lines.
  func character(at point: Point) -> Int? {
    guard !lines.isEmpty else { return nil }
    let line = lines[self.line(at: point)]
    guard line.top <= point.y, point.y < line.top + line.height else { return nil }
    return line.character(at: point.x - line.left)
  }
}
