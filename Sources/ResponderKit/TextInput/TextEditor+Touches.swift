/// A touch of a text view.
struct TextTouches {
  enum Drag {
    /// The finger scrolls, or nothing is known yet.
    case none
    /// The caret follows the finger.
    case caret
    /// The selection is extended to the finger, by characters or from a word.
    case selection(Range<Int>)
  }

  /// A finger on a handle of the selection.
  struct HandleDrag {
    /// The end that stays.
    var fixed: Int
    /// From the finger to the middle of the text at the end that moves.
    var offset: Point
  }

  weak var touch: UITouch?
  var began = Point.zero
  var drag = Drag.none
  var handle: HandleDrag?
  var hold: Alarm?
  /// Whether it is a pointer's on the selection, which it may drag away.
  var isOnSelection = false

  mutating func end() {
    hold?.cancel()
    touch = nil
    handle = nil
    drag = .none
    isOnSelection = false
  }
}

/// Fingers place the caret when they go up, and move it after a moment's rest; a pointer selects at once. A double tap selects
/// a word, a third tap the paragraph. A selection by touch has handles, and the edit menu is shown when the finger goes up; so
/// it is after a tap on the caret.
extension TextEditor {
  func touchBegan(_ touch: UITouch) {
    guard touchState.touch == nil, touch.isPrimary else { return }
    touchState.touch = touch
    touchState.began = touch.location(in: host)
    touchState.drag = .none
    touchState.handle = nil
    hideMenu()
    guard touch.type == .direct else { return pointerBegan(touch) }
    if touch.tapCount >= 2, host.isFirstResponder { return tapped(touch) }
    if let handle = handleDrag(at: touchState.began) {
      touchState.handle = handle
      return
    }
    // A finger that rests on the selection lifts it.
    if drags.canBegin(at: touchState.began) { return }
    let hold = touchState.hold ?? Alarm("caret under the finger") { [weak self] in self?.held() }
    touchState.hold = hold
    if let loop = host.home?.application?.loop { hold.set(after: host.tuning.longPressDuration, on: loop) }
  }

  private func pointerBegan(_ touch: UITouch) {
    showsHandles = false
    placeHandles()
    let wasFirst = host.isFirstResponder
    // Asked here: a drag is not lifted by the touch that makes the view first responder.
    let canDrag = drags.canBegin(at: touchState.began)
    guard wasFirst || host.becomeFirstResponder() else { return touchState.end() }
    guard touch.tapCount < 2 else { return tapped(touch) }
    guard let place = host.closestPosition(to: touch.location(in: host)) else { return }
    let isShifted = wasFirst && touch.event?.modifierFlags.contains(.shift) == true
    if !isShifted, canDrag {
      touchState.isOnSelection = true
      return
    }
    move(to: place, extending: isShifted, isFirst: !wasFirst)
    touchState.drag = .selection(model.anchor..<model.anchor)
  }

  /// A finger rested: the caret follows it from now on.
  private func held() {
    guard let touch = touchState.touch else { return }
    guard host.isFirstResponder || host.becomeFirstResponder() else { return touchState.end() }
    touchState.drag = .caret
    follow(touch)
  }

  func touchMoved(_ touch: UITouch) {
    guard touchState.touch === touch, !touchState.isOnSelection else { return }
    let place = touch.location(in: host)
    if case .none = touchState.drag {
      if let fixed = touchState.handle?.fixed {
        touchState.drag = .selection(fixed..<fixed)
        return follow(touch)
      }
      let way = max(abs(place.x - touchState.began.x), abs(place.y - touchState.began.y))
      guard way > host.tuning.longPressMovement else { return }
      touchState.hold?.cancel()
      // In one line nothing scrolls under the finger: the caret goes with it.
      guard !host.isMultiline, host.isFirstResponder else { return }
      touchState.drag = .caret
    }
    follow(touch)
  }

  private func follow(_ touch: UITouch) {
    let (finger, offset) = (touch.location(in: host), touchState.handle?.offset ?? .zero)
    guard let place = host.closestPosition(to: Point(finger.x + offset.x, finger.y + offset.y)) else {
      return
    }
    switch touchState.drag {
    case .none: break
    case .caret: if place != model.head || !model.selection.isEmpty { move(to: place, extending: false) }
    case .selection(let start):
      let unit = start.isEmpty ? place..<place : model.word(at: place)
      if unit.lowerBound < start.lowerBound {
        model.select(start)
        model.move(to: start.upperBound)
        move(to: unit.lowerBound, extending: true)
      } else {
        model.move(to: start.lowerBound)
        move(to: max(unit.upperBound, start.upperBound), extending: true)
      }
    }
  }

  func touchEnded(_ touch: UITouch) {
    guard touchState.touch === touch else { return }
    let wasDragged = if case .none = touchState.drag { false } else { true }
    let isDirect = touch.type == .direct
    let place = touch.location(in: host)
    let way = max(abs(place.x - touchState.began.x), abs(place.y - touchState.began.y))
    let wasOnSelection = touchState.isOnSelection
    let wasHeld = if case .caret = touchState.drag { true } else { false }
    touchState.end()
    let isNear = way <= host.tuning.longPressMovement
    if wasOnSelection, isNear, let place = host.closestPosition(to: place) {
      move(to: place, extending: false)
    }
    // A click selects nothing, and is no drag.
    let isTap = isNear && touch.tapCount < 2 && !wasHeld
    if isTap, isDirect || model.selection.isEmpty, host.followLink(at: place) { return }
    if wasDragged {
      publishSelection()
      if isDirect { showMenu() }
      return
    }
    guard isDirect, touch.tapCount < 2, way <= host.tuning.longPressMovement else { return }
    let wasFirst = host.isFirstResponder
    guard wasFirst || host.becomeFirstResponder() else { return }
    guard let place = host.closestPosition(to: place) else { return }
    let wasThere = wasFirst && model.selection.isEmpty && model.head == place
    move(to: place, extending: false, isFirst: !wasFirst)
    if wasThere { showMenu() }
  }

  func touchCancelled(_ touch: UITouch) {
    if touchState.touch === touch { touchState.end() }
  }

  /// A second or third tap.
  private func tapped(_ touch: UITouch) {
    guard let place = host.closestPosition(to: touch.location(in: host)) else { return }
    if touch.tapCount == 2, !host.isSecure {
      let word = model.word(at: place)
      select(word)
      touchState.drag = .selection(word)
    } else {
      let part = host.isMultiline ? model.paragraph(at: place) : 0..<model.count
      select(part)
      touchState.drag = .selection(part)
    }
    showsHandles = touch.type == .direct
    placeHandles()
  }

  /// The middle button pastes what is selected, here or elsewhere.
  func middleButton(at point: Point) {
    guard host.isFirstResponder || host.becomeFirstResponder() else { return }
    if let place = host.closestPosition(to: point) { move(to: place, extending: false) }
    paste(\.selectionPasteboard)
  }
}
