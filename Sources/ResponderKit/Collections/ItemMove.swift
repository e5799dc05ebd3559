/// A movement of an item by the user, or of the room for one from elsewhere. Until the data source has moved it, too, the collection and its
/// layout use the index paths after the move.
final class ItemMove {
  /// Its index path in the data source; that behind the section's last item for one from elsewhere.
  let from: IndexPath
  /// Whether there is only room for it.
  let isRoom: Bool
  /// Whether its cell is not seen, as a picture of it is dragged.
  var isHidden = false
  /// Its index path after the move, and the last one proposed to the delegate.
  var to: IndexPath
  var proposed: IndexPath
  /// The center of its cell, relative to the bounds' origin.
  var middle: Point
  /// The offset of that center from the finger.
  var grip = Point.zero
  let scroll = EdgeScroll()

  init(_ item: IndexPath, middle: Point, isRoom: Bool = false) {
    (from, to, proposed) = (item, item, item)
    self.isRoom = isRoom
    self.middle = middle
  }

  /// The data source's index path of the item at an index path after the move.
  func source(of place: IndexPath) -> IndexPath {
    let source = Self.place(of: place, when: to, movesTo: from)
    // Room is as large as its neighbor.
    return isRoom && source == from ? IndexPath(item: from.item - 1, section: from.section) : source
  }

  /// The index path of an item after the item at `other` has moved to `target`.
  static func place(of item: IndexPath, when other: IndexPath, movesTo target: IndexPath) -> IndexPath {
    if item == other { return target }
    var place = item
    if place.section == other.section, place.item > other.item { place.item -= 1 }
    if place.section == target.section, place.item >= target.item { place.item += 1 }
    return place
  }
}
