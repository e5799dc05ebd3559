import PlainText

/// Aligned columns of text. Control characters are removed from cells: see `plainLine`.
public struct TextTable {
  /// The side that a column's cells and title stand at.
  public enum Alignment: Sendable {
    /// Aligned left, for words.
    case left
    /// For figures, so that their last digits stand below each other.
    case right
  }

  /// How a cell looks on a terminal with colours.
  public enum Style: String, Sendable {
    /// Less bright, for what matters less.
    case faint = "2"
    /// Green.
    case good = "32"
    /// Red.
    case bad = "31"
    /// Cyan, for bars that are drawn with characters.
    case bar = "36"
  }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []
  /// The styles, by row and column.
  private var styles: [[Int: Style]] = []
  /// By row: text in the place of the columns that the row does not have. It makes none of them wider.
  private var notes: [String] = []

  /// A table without rows. A column that is empty in all rows is not shown.
  public init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  /// - Parameters:
  ///   - note: stands behind the cells, as long as it is.
  ///   - styles: by the place of a column; they show with `text(inColour: true)` only.
  public mutating func add(_ row: [String], note: String = "", styles: [Int: Style] = [:]) {
    rows.append(row.map(\.plainLine))
    notes.append(note.plainLine)
    self.styles.append(styles)
  }

  /// A line of titles and one per row. Columns without any text are left out.
  public var text: String { text(inColour: false) }

  /// The same, for a terminal that shows colours or for one that does not.
  public func text(inColour: Bool) -> String {
    let used = columns.indices.filter { column in rows.contains { column < $0.count && !$0[column].isEmpty } }
    let lines = ([columns.map(\.title)] + rows).map { row in used.map { $0 < row.count ? row[$0] : "" } }
    let widths = used.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let looks = [[:]] + styles, notes = [""] + notes
    return zip(lines, zip(looks, notes)).map { line, more in
      let (look, note) = more
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
        text += isLeft ? (place == last && note.isEmpty ? shown : shown + padding) : padding + shown
      }
      if !note.isEmpty { text += (last < 0 ? "" : "  ") + note }
      return text + "\n"
    }.joined()
  }
}
