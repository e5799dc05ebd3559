/// An item that is moved to another place. Until the data source moves it, too, the collection and its layout know all items by the
/// places that they would have then.
final class ItemMove {
  /// Its place in the data source.
  let from: IndexPath
  /// Where it would come, and what was last proposed to the delegate.
  var to: IndexPath
  var proposed: IndexPath
  /// The middle of its cell, from the corner of the bounds.
  var middle: Point
  /// The way from a gesture that moves it to the middle.
  var grip = Point.zero
  let scroll = EdgeScroll()

  init(_ item: IndexPath, middle: Point) {
    (from, to, proposed) = (item, item, item)
    self.middle = middle
  }

  /// The place in the data source of the item that would be at a place.
  func source(of place: IndexPath) -> IndexPath { Self.place(of: place, when: to, movesTo: from) }

  /// The place of an item after another one has moved.
  static func place(of item: IndexPath, when other: IndexPath, movesTo target: IndexPath) -> IndexPath {
    if item == other { return target }
    var place = item
    if place.section == other.section, place.item > other.item { place.item -= 1 }
    if place.section == target.section, place.item >= target.item { place.item += 1 }
    return place
  }
}
