/// Rows and sections that are added, removed and moved together.
struct TableChanges {
  /// Rows by their places before.
  var deletedRows: Set<IndexPath> = []
  var deletedSections: Set<Int> = []
  var reloadedRows: Set<IndexPath> = []
  var reloadedSections: Set<Int> = []
  /// Rows by their places afterwards.
  var insertedRows: Set<IndexPath> = []
  var insertedSections: Set<Int> = []
  /// From places before to places afterwards.
  var movedRows: [IndexPath: IndexPath] = [:]
  var movedSections: [Int: Int] = [:]
  var isAnimated = false
  /// How many updates are open.
  var depth = 0
  /// Called when the changes have been shown.
  var completions: [(Bool) -> Void] = []

  var isEmpty: Bool {
    deletedRows.isEmpty && deletedSections.isEmpty && reloadedRows.isEmpty && reloadedSections.isEmpty
      && insertedRows.isEmpty && insertedSections.isEmpty && movedRows.isEmpty && movedSections.isEmpty
  }

  /// Takes other changes in place of these, which are empty. Within open updates, which are counted by other numbers, it takes only their
  /// completions: then everything has to be counted anew.
  mutating func begin(_ new: TableChanges) -> Bool {
    guard depth == 0 else {
      completions += new.completions
      return false
    }
    self = new
    return true
  }

  /// Where each row that stays is afterwards.
  ///
  /// - Parameter counts: the numbers of rows of the sections before.
  func places(of counts: [Int]) -> TablePlaces {
    var leaving: [Int: [Int]] = [:]
    var coming: [Int: [Int]] = [:]
    for row in deletedRows.union(movedRows.keys) { leaving[row.section, default: []].append(row.row) }
    for row in insertedRows.union(movedRows.values) { coming[row.section, default: []].append(row.row) }
    let sections = sectionPlaces(counts.count).filter { !reloadedSections.contains($0.key) }
    return TablePlaces(
      counts: counts, sections: sections, leaving: leaving.mapValues { $0.sorted() },
      coming: coming.mapValues { $0.sorted() }, moved: movedRows)
  }

  /// The places afterwards of the sections that stay, by their places before.
  func sectionPlaces(_ count: Int) -> [Int: Int] {
    let leaving = deletedSections.union(movedSections.keys)
    let coming = insertedSections.union(movedSections.values)
    var places: [Int: Int] = [:]
    var next = 0
    for old in 0..<max(count, 0) where !leaving.contains(old) {
      while coming.contains(next) { next += 1 }
      places[old] = next
      next += 1
    }
    for (old, new) in movedSections where old >= 0 && old < count { places[old] = new }
    return places
  }

  /// The numbers of rows afterwards; nil in place of those of sections that are counted anew.
  func counts(after counts: [Int]) -> [Int?] {
    let places = places(of: counts)
    var result = [Int?](
      repeating: nil, count: max(counts.count - deletedSections.count, 0) + insertedSections.count)
    for (old, new) in places.sections where result.indices.contains(new) {
      result[new] = counts[old] - (places.leaving[old]?.count ?? 0) + (places.coming[new]?.count ?? 0)
    }
    return result
  }
}
