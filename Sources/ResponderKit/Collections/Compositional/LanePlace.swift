/// A section's row that scrolls by itself, as the layout wants it.
struct LanePlace {
  var section: Int
  var frame: Rect
  var contentSize: Size
  var isHorizontal: Bool
  var turnsPages: Bool
  var isFree: Bool
}
