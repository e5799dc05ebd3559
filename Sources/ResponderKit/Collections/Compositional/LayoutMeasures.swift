/// What views have said they need, by sections.
struct LayoutMeasures {
  var items: [Int: [Int: Size]] = [:]
  var bands: [Int: [Int: Size]] = [:]

  /// Items have other places: each keeps its measure.
  mutating func move(_ place: (IndexPath) -> IndexPath?) {
    var moved: [Int: [Int: Size]] = [:]
    for (section, sizes) in items {
      for (item, size) in sizes {
        guard let new = place(IndexPath(item: item, section: section)) else { continue }
        moved[new.section, default: [:]][new.item] = size
      }
    }
    // Headers are few: those in sight are measured again.
    (items, bands) = (moved, [:])
  }
}
