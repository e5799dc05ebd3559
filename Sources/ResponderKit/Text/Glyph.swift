import Synchronization

/// A letter: lines between neighbouring points of its grid, in units of the grid, and how wide it is. The line that text
/// stands on is at y = 6.
struct Glyph {
  var lines: [(from: Point, to: Point)] = []
  /// Points without a neighbour: the dot of an i.
  var dots: [Point] = []
  var width = 3.0

  /// Rows from the top, of dots and number signs, with spaces between them.
  init(_ rows: String) {
    let grid = rows.split(separator: " ").map { $0.map { $0 == "#" } }
    func isSet(_ x: Int, _ y: Int) -> Bool {
      grid.indices.contains(y) && grid[y].indices.contains(x) && grid[y][x]
    }
    width = Double((grid.map(\.count).max() ?? 4) - 1)
    for (y, row) in grid.enumerated() {
      for x in row.indices where row[x] {
        var isAlone = true
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] where isSet(x + dx, y + dy) {
          // A diagonal is drawn only where no corner joins the two points.
          if dx != 0, dy != 0, isSet(x + dx, y) || isSet(x, y + dy) { continue }
          lines.append((Point(Double(x), Double(y)), Point(Double(x + dx), Double(y + dy))))
          isAlone = false
        }
        for (dx, dy) in [(-1, 0), (0, -1), (-1, -1), (1, -1)] where isSet(x + dx, y + dy) { isAlone = false }
        if isAlone { dots.append(Point(Double(x), Double(y))) }
      }
    }
  }

  static let space = Glyph(".. ..")

  private static let table = Dictionary(
    GlyphTable.rows.map { ($0.0, Glyph($0.1)) }, uniquingKeysWith: { first, _ in first })
  private static let unknown = Glyph(GlyphTable.unknown)

  static func of(_ character: Character) -> Glyph {
    if character == " " || character == "\u{A0}" { return space }
    return table[character] ?? unknown
  }

  /// Adds the letter's strokes, each unit of the grid as long as `unit`.
  func add(to outline: inout Outline, at origin: Point, unit: Double, weight: Double, scale: Double) {
    func place(_ point: Point) -> Point { Point(origin.x + point.x * unit, origin.y + point.y * unit) }
    for line in lines {
      outline.addCapsule(from: place(line.from), to: place(line.to), width: weight * unit, scale: scale)
    }
    for dot in dots {
      let place = place(dot)
      outline.addCapsule(from: place, to: place, width: weight * unit * 1.15, scale: scale)
    }
  }
}
