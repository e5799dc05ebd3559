/// A row of a table: which section, and which row in it.
public struct IndexPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Counted from 0.
  public var section: Int
  /// In its section, counted from 0.
  public var row: Int

  /// A row's place; a table without sections has section 0 only.
  public init(row: Int, section: Int = 0) {
    self.section = section
    self.row = row
  }

  public static func < (left: IndexPath, right: IndexPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }

  public var description: String { "[\(section), \(row)]" }
}
