/// Where an item is in an outline.
struct OutlinePlace: Equatable {
  /// How many others are around it.
  var level = 0
  /// Whether what belongs to it is shown.
  var isExpanded = false
}

/// A data source whose items may belong to others.
protocol OutlineSource: AnyObject {
  /// Nil for an item of a section that is no outline.
  func outline(at place: IndexPath) -> OutlinePlace?
  /// Shows or hides what belongs to an item.
  func toggleOutline(at place: IndexPath)
}
