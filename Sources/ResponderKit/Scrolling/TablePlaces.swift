/// Where rows are after changes, by where they were before. It costs as much as there are changes, for any number of rows.
struct TablePlaces {
  /// The numbers of rows before.
  let counts: [Int]
  /// The places afterwards of the sections that stay.
  let sections: [Int: Int]
  /// The rows of sections that are deleted or moved, in order; by the places before.
  let leaving: [Int: [Int]]
  /// The rows of sections that are inserted or moved there, in order; by the places afterwards.
  let coming: [Int: [Int]]
  let moved: [IndexPath: IndexPath]

  /// The place of a row afterwards; nil for one that does not stay.
  subscript(row: IndexPath) -> IndexPath? {
    if let place = moved[row] { return place }
    guard counts.indices.contains(row.section), row.row >= 0, row.row < counts[row.section],
      let section = sections[row.section]
    else { return nil }
    var place = row.row
    for gone in leaving[row.section] ?? [] {
      if gone == row.row { return nil }
      if gone >= 0, gone < row.row { place -= 1 }
    }
    for new in coming[section] ?? [] where new >= 0 && new <= place { place += 1 }
    return IndexPath(row: place, section: section)
  }
}
