/// A row that a finger moves to another place.
final class RowReorder {
  let from: IndexPath
  let height: Double
  /// The place of the finger in the row.
  let grip: Double
  /// Where the row would come now, and what was last proposed to the delegate.
  var to: IndexPath
  var proposed: IndexPath
  /// The row's upper edge in the content.
  var top = 0.0
  /// The finger's distance from the table's upper edge.
  var finger = 0.0
  /// Whether its cell has the table's background meanwhile.
  var hasLentBackground = false
  let scroll = EdgeScroll()

  init(_ row: IndexPath, height: Double, grip: Double) {
    (from, to, proposed) = (row, row, row)
    self.height = height
    self.grip = grip
  }

  /// How far another row makes room.
  func shift(_ row: IndexPath) -> Double {
    if row > from, row < to || row == to && to.section == from.section { return -height }
    return row < from && row >= to ? height : 0
  }
}
