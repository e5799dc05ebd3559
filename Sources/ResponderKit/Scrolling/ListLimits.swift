/// Limits of lists: an absurd answer of a data source, rows without a height or a table of a million points would otherwise take hours. Each is
/// mentioned once in a line about a list.
struct ListLimits {
  /// More sections are not asked for.
  static let mostSections = 1 << 20
  /// More rows have no cells at a time, and are not announced.
  static let mostShownRows = 10_000
  /// The most cells made to measure rows before a scroll.
  static let mostRowsAhead = 300
  /// More rows are not listed for the program.
  static let mostListedRows = 1 << 20
  /// In a section of more rows each has the height of the first one.
  static let mostHeights = 1 << 22
  /// More wheels are not made.
  static let mostWheels = 100

  enum Kind { case sections, shownRows, heights, wheels }
  /// The limits that a line has mentioned.
  private(set) var mentioned: Set<Kind> = []

  mutating func mention(_ kind: Kind, _ line: @autoclosure () -> String) {
    if mentioned.insert(kind).inserted { ProgramWarning.print(line()) }
  }

  /// A number of sections within the limit.
  mutating func sections(_ count: Int) -> Int {
    if count > Self.mostSections {
      mention(.sections, "\(count) sections: only the first \(Self.mostSections) are shown")
    }
    return min(max(count, 0), Self.mostSections)
  }

  /// A number of wheels within the limit.
  mutating func wheels(_ count: Int) -> Int {
    if count > Self.mostWheels {
      mention(.wheels, "\(count) components: only the first \(Self.mostWheels) are shown")
    }
    return min(max(count, 0), Self.mostWheels)
  }
}
