/// A row that is swiped aside, and the buttons that this reveals.
final class RowSwipe {
  var row: IndexPath
  /// Whether the buttons are at the right.
  let isAtRight: Bool
  let buttons: SwipeButtons
  private let performsFirst: Bool
  /// How much of the buttons is seen, in points.
  private(set) var offset = 0.0
  /// The same when the finger began.
  private var began = 0.0

  init(_ row: IndexPath, isAtRight: Bool, _ configuration: UISwipeActionsConfiguration) {
    self.row = row
    self.isAtRight = isAtRight
    performsFirst = configuration.performsFirstActionWithFullSwipe
    buttons = SwipeButtons(configuration.actions, isAtRight: isAtRight)
  }

  /// How far the row's cell is moved.
  var shift: Double { isAtRight ? -offset : offset }
  /// Whether the finger has moved so far that the first action would be performed.
  private(set) var isFull = false

  func begin() { began = offset }

  /// The finger has moved; whether the first action would now be performed, and would not before, or the reverse.
  func follow(_ way: Double, width: Double) -> Bool {
    let wanted = max(began + (isAtRight ? -way : way), 0)
    let natural = buttons.naturalWidth
    offset = performsFirst || wanted < natural ? min(wanted, width) : natural + (wanted - natural) / 4
    let wasFull = isFull
    isFull = performsFirst && offset >= max(width * 0.6, min(natural + 40, width))
    return isFull != wasFull
  }

  /// Whether it stays open for a finger that is lifted with a velocity in points a second.
  func staysOpen(_ velocity: Double) -> Bool {
    offset + (isAtRight ? -velocity : velocity) * 0.1 > buttons.naturalWidth / 2
  }

  func open() { (offset, isFull) = (buttons.naturalWidth, false) }
  func close() { (offset, isFull) = (0, false) }
  /// Goes all the way, for a full swipe.
  func fill(width: Double) { (offset, isFull) = (width, true) }

  /// Places the buttons beside a row that is moved aside.
  func place(in row: Rect) {
    buttons.frame = Rect(isAtRight ? row.maxX - offset : row.minX, row.minY, offset, row.height)
    buttons.spread(fills: isFull)
  }
}
