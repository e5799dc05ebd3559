/// A row of a table, or an item of a collection: which section, and which row in it.
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

  /// An item's place in a collection.
  public init(item: Int, section: Int) { self.init(row: item, section: section) }

  /// The row, by its name in collections.
  public var item: Int {
    get { row }
    set { row = newValue }
  }

  public static func < (left: IndexPath, right: IndexPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }

  public var description: String { "[\(section), \(row)]" }
}

/// Some whole numbers, as of sections, without their order.
public typealias IndexSet = Set<Int>

extension Set<Int> {
  /// One number.
  public init(integer: Int) { self = [integer] }
  /// The numbers of a range.
  public init(integersIn range: Range<Int>) { self = Set(range) }
}

extension IndexPath: ExpressibleByArrayLiteral {
  /// The section and the row of a literal: `[1, 0]`. One that is missing is 0.
  public init(arrayLiteral elements: Int...) {
    self.init(
      row: elements.count > 1 ? elements[1] : 0, section: elements.first ?? 0)
  }
}

extension IndexPath: NSCopying {}
