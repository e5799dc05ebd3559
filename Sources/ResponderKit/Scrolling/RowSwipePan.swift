/// The recognizer that swipes rows aside. A touch beside a row that is open closes it, and does nothing else.
final class RowSwipePan: UIPanGestureRecognizer {
  weak var table: (any RowSwipeHost)?
  /// Where the finger came down, in the table.
  private(set) var origin = Point.zero
  /// Whether the row has something to reveal that way; nil: not asked yet.
  private var answer: Bool?
  /// A finger that is lifted without a swipe closes the row.
  private var closes = false

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    guard let table, let touch = touches.first else { return }
    if fingersDown == 1 { origin = touch.location(in: table) }
    switch table.placeBesideSwipe(origin) {
    case .none, .buttons: break
    case .row:
      cancelInViews(touches)
      closes = true
    case .elsewhere:
      cancelInViews(touches)
      table.closeSwipe(animated: true)
      state = .failed
    }
  }

  override func wantsToBegin(_ way: Point) -> Bool {
    guard abs(way.x) >= tuning.panSlop, abs(way.x) > abs(way.y) else { return false }
    if answer == nil { answer = table?.prepareSwipe(from: origin, leftwards: way.x < 0) ?? false }
    return answer == true
  }

  override func reset() {
    // It may have been kept from beginning after the buttons were made.
    if let table, !table.isSwiping, closes || table.swipe?.offset == 0 { table.closeSwipe(animated: true) }
    (answer, closes) = (nil, false)
    super.reset()
  }
}

/// Where a touch is while a row is open.
enum SwipePlace { case none, buttons, row, elsewhere }
