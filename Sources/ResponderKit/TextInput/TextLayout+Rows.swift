// Lines in rows, which may have several.

/// How much of a text is shown.
struct TextLimits: Equatable {
  /// The most rows.
  var rows = Int.max
  var height = Double.infinity
}

extension TextLayout {
  /// Whether rows may have several lines.
  private var hasParts: Bool { lines.first?.part != nil }

  /// The number of lines that are shown: at least one. The greatest number without limits.
  func shownLines(_ limits: TextLimits) -> Int {
    guard limits != TextLimits() else { return .max }
    let hasParts = hasParts
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      let line = lines[middle]
      let isShown =
        (hasParts ? line.row : middle) < limits.rows && line.top + line.height <= limits.height + 1e-6
      if isShown { low = middle + 1 } else { high = middle }
    }
    return max(low, 1)
  }

  /// The size of the lines that are shown, with the room beside them.
  func size(_ limits: TextLimits) -> Size {
    let most = shownLines(limits)
    let hasParts = hasParts
    let widths = lines.prefix(most).map { line in
      hasParts ? line.left + line.width : line.place.indent + line.width + line.place.roomBehind
    }
    return Size(widths.max() ?? 0, height(most: most))
  }

  /// The end of the row of the last one of the first lines.
  func height(most: Int) -> Double {
    let shown = lines.prefix(most)
    guard let last = shown.last else { return 0 }
    return shown.reversed().prefix { $0.top == last.top }.map { $0.top + $0.height }.max() ?? 0
  }

  /// The first line of the row at a distance from the upper edge; of the nearest one above it.
  func firstLine(at y: Double) -> Int {
    var index = line(at: y)
    while index > 0, index < lines.count, lines[index - 1].top == lines[index].top { index -= 1 }
    return index
  }

  /// The line at a point; of the nearest row above it, the nearest.
  func line(at point: Point) -> Int {
    // `line(at:)` finds the row's last line.
    let last = line(at: point.y)
    guard lines.indices.contains(last), lines[last].part != nil else { return last }
    var (best, least, index) = (last, Double.infinity, last)
    while index >= 0, lines[index].top == lines[last].top, let part = lines[index].part {
      let distance = max(part.left - point.x, point.x - part.right, 0)
      if distance < least { (best, least) = (index, distance) }
      index -= 1
    }
    return best
  }

  /// The line some rows above another one or below it, at a distance from the left; -1 above the first one, and their number below the last one.
  func line(beside index: Int, rows: Int, x: Double) -> Int {
    guard hasParts else { return index + rows }
    var index = min(max(index, 0), lines.count - 1)
    for _ in 0..<min(abs(rows), lines.count) {
      let top = lines[index].top
      while lines.indices.contains(index), lines[index].top == top { index += rows < 0 ? -1 : 1 }
      guard lines.indices.contains(index) else { return index }
    }
    return line(at: Point(x, lines[index].top))
  }
}
