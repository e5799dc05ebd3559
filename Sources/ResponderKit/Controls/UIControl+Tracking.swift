extension UIControl {
  final func begin(_ touches: Set<UITouch>, _ event: UIEvent?) {
    guard isEnabled, trackedTouch == nil, let touch = touches.min(by: { $0.identity < $1.identity }),
      touch.isPrimary
    else { return }
    trackedTouch = touch
    isTouchInside = true
    isTracking = beginTracking(touch, with: event)
    guard isTracking, trackedTouch === touch else {
      if trackedTouch === touch { forget() }
      return
    }
    isHighlighted = true
    sendActions(for: touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, with: event)
  }

  final func follow(_ touches: Set<UITouch>, _ event: UIEvent?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    let wasInside = isTouchInside
    isTouchInside = isInside(touch, event)
    isHighlighted = isTouchInside
    guard continueTracking(touch, with: event) else {
      guard trackedTouch === touch else { return }
      forget()
      endTracking(touch, with: event)
      return
    }
    if isTouchInside != wasInside {
      send(isTouchInside ? .touchDragEnter : .touchDragExit, touch, event)
    }
    send(isTouchInside ? .touchDragInside : .touchDragOutside, touch, event)
  }

  final func end(_ touches: Set<UITouch>, _ event: UIEvent?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    let isInside = isInside(touch, event)
    isTouchInside = isInside
    isHighlighted = false
    endTracking(touch, with: event)
    guard trackedTouch === touch else { return }
    forget()
    if isInside { willTrigger() }
    sendActions(for: isInside ? upInsideEvents : .touchUpOutside, with: event)
  }

  /// The touch is taken away, or the control disabled.
  final func stopTracking(event: UIEvent?) {
    guard trackedTouch != nil else { return }
    forget()
    cancelTracking(with: event)
    sendActions(for: .touchCancel, with: event)
  }

  private func forget() {
    trackedTouch = nil
    isTracking = false
    isTouchInside = false
    isHighlighted = false
  }

  /// An earlier callee may have ended the tracking.
  private func send(_ events: Event, _ touch: UITouch, _ event: UIEvent?) {
    if trackedTouch === touch { sendActions(for: events, with: event) }
  }

  /// A finger is less exact than a pointer: it is inside up to `controlSlop` around the control.
  private func isInside(_ touch: UITouch, _ event: UIEvent?) -> Bool {
    let place = touch.location(in: self)
    guard touch.type == .direct else { return point(inside: place, with: event) }
    let slop = tuning.controlSlop
    return bounds.insetBy(dx: -slop, dy: -slop).contains(place)
  }

  /// For a button and its like its being pressed is what it is there for.
  private var upInsideEvents: Event {
    triggersOnTouchUp ? [.touchUpInside, .primaryActionTriggered] : .touchUpInside
  }
}
