/// Aligned columns of text. What a terminal would obey in a cell is not in the text: see `plainLine`.
public struct TextTable {
  public enum Alignment: Sendable {
    case left, right
  }

  /// How a cell looks on a terminal with colours.
  public enum Style: String, Sendable {
    case faint = "2"
    case good = "32"
    case bad = "31"
    case bar = "36"
  }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []
  /// By row and column.
  private var styles: [[Int: Style]] = []

  public init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  /// - Parameter styles: by the place of a column; they show with `text(inColour: true)` only.
  public mutating func add(_ row: [String], styles: [Int: Style] = [:]) {
    rows.append(row.map(\.plainLine))
    self.styles.append(styles)
  }

  /// A line of titles and one per row. Columns without any text are left out.
  public var text: String { text(inColour: false) }

  /// The same, for a terminal that shows colours or for one that does not.
  public func text(inColour: Bool) -> String {
    let used = columns.indices.filter { column in rows.contains { column < $0.count && !$0[column].isEmpty } }
    let lines = ([columns.map(\.title)] + rows).map { row in used.map { $0 < row.count ? row[$0] : "" } }
    let widths = used.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let lookOfLines = [[:]] + styles
    return zip(lines, lookOfLines).map { line, look in
      var text = ""
      let last = line.lastIndex { !$0.isEmpty } ?? -1
      for (place, cell) in line.enumerated() where place <= last {
        let padding = String(repeating: " ", count: widths[place] - cell.count)
        text += place > 0 ? "  " : ""
        var shown = cell
        if inColour, !cell.isEmpty, let style = look[used[place]] {
          shown = "\u{1B}[\(style.rawValue)m\(cell)\u{1B}[0m"
        }
        let isLeft = columns[used[place]].alignment == .left
        text += isLeft ? (place == last ? shown : shown + padding) : padding + shown
      }
      return text + "\n"
    }.joined()
  }
}
