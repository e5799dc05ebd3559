/// A row of a table: which section, and which row in it.
public struct IndexPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  public var section: Int
  public var row: Int

  public init(row: Int, section: Int = 0) {
    self.section = section
    self.row = row
  }

  public static func < (left: IndexPath, right: IndexPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }

  public var description: String { "[\(section), \(row)]" }
}
