import HIDEvents

/// A pointer that touches nothing: hover and scrolling.
extension UIApplication {
  final func handle(_ pointer: HIDEvent.Pointer, at time: UInt64, in host: UInt32) {
    let place = Point(pointer.x, pointer.y)
    guard place.isFinite, pointer.scrollX.isFinite, pointer.scrollY.isFinite else {
      return losses.add(.notFinite)
    }
    guard applicationState == .active else { return losses.add(.inactive) }
    if pointer.phase == .scrolled {
      let event = UIEvent(.scroll, nanoseconds: time)
      event.modifierFlags = presses.modifierFlags
      event.screenLocation = place
      event.scrollDelta = Point(pointer.scrollX, pointer.scrollY)
      event.hostNumber = host
      return sendEvent(event)
    }
    if pointer.phase == .left {
      // It may have come to another window before it is reported to have left this one.
      if hoverTouch?.hostNumber == host { leave(at: place, time) }
    } else {
      hover(at: place, time, in: host)
    }
  }

  /// Moves the pointer over a window. Between two windows it leaves the first before it enters the second.
  private func hover(at place: Point, _ time: UInt64, in host: UInt32) {
    let event = UIEvent(.hover, nanoseconds: time)
    event.modifierFlags = presses.modifierFlags
    event.screenLocation = place
    event.hostNumber = host
    let target = target(at: place, for: event, in: host)
    if let old = hoverTouch, old.window !== target?.window || old.hostNumber != host {
      leave(at: place, time)
    }
    guard let target else { return }
    let location = target.window.geometry.local(place)
    let touch: UITouch
    if let old = hoverTouch {
      touch = old
      touch.previousLocation = touch.location
      touch.location = location
      touch.phase = .regionMoved
    } else {
      touch = UITouch(identity: 0, type: .indirectPointer, at: location, nanoseconds: time)
      touch.phase = .regionEntered
      touch.tapCount = 0
      touch.window = target.window
      touch.hostNumber = host
      hoverTouch = touch
    }
    touch.view = target.view
    touch.nanoseconds = time
    event.add(touch)
    sendEvent(event)
  }

  /// The pointer's window has ended.
  final func endHover(in host: UInt32) {
    guard let touch = hoverTouch, touch.hostNumber == host else { return }
    leave(at: touch.window?.geometry.outer(touch.location) ?? .zero, touch.nanoseconds)
  }

  private func leave(at place: Point, _ time: UInt64) {
    guard let touch = hoverTouch else { return }
    hoverTouch = nil
    let event = UIEvent(.hover, nanoseconds: time)
    event.modifierFlags = presses.modifierFlags
    event.screenLocation = place
    touch.previousLocation = touch.location
    touch.location = touch.inWindow(place)
    touch.phase = .regionExited
    touch.nanoseconds = time
    event.add(touch)
    sendEvent(event)
  }
}
