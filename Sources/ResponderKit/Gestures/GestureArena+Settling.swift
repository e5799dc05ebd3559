/// After recognizers have looked.
extension GestureArena {
  /// Goes on until nothing is left to do. May be called again inside of an action that runs the loop: what is left then
  /// is done there.
  func settle() {
    let outer = isSettling
    isSettling = true
    while unblock() || callNext() || cancelDoomed() || resetNext() {}
    isSettling = outer
    free()
  }

  /// Continues a recognizer whose requirements have failed.
  private func unblock() -> Bool {
    blocked.removeAll { $0.pending == .none }
    guard let next = blocked.first(where: { !isBlocked($0) }) else { return false }
    let pending = next.pending
    next.pending = .none
    blocked.removeAll { $0 === next }
    // A view that went away has no gestures.
    guard next.view?.window != nil else {
      overrule(next)
      return true
    }
    admit(next, pending == .recognize ? .ended : .began)
    if pending == .beginAndEnd, next.current == .began { change(next, to: .ended) }
    return true
  }

  private func callNext() -> Bool {
    guard !due.isEmpty else { return false }
    let (recognizer, state) = due.removeFirst()
    recognizer.shown = state
    for action in recognizer.actions {
      action.call(recognizer)
    }
    recognizer.shown = nil
    return true
  }

  private func cancelDoomed() -> Bool {
    guard !doomed.isEmpty else { return false }
    let touches = doomed.once
    doomed.removeAll(keepingCapacity: true)
    host.cancelInViews(touches)
    return true
  }

  private func resetNext() -> Bool {
    guard !finishing.isEmpty else { return false }
    let recognizer = finishing.removeFirst()
    let touches = recognizer.gestureTouches
    for touch in touches { touch.gestureRecognizers?.removeAll { $0 === recognizer } }
    freed += touches
    recognizer.isEngaged = false
    recognizer.current = .possible
    recognizer.pending = .none
    recognizer.shown = nil
    recognizer.active.removeAll(keepingCapacity: true)
    recognizer.gestureTouches.removeAll(keepingCapacity: true)
    recognizer.lastTouches.removeAll(keepingCapacity: true)
    if recognizer.calls == 0 { recognizer.isOverruled = false }
    if !recognizer.asked.isEmpty { recognizer.asked.removeAll() }
    recognizer.reset()
    return true
  }

  /// Touches that were held back go to their views, unless others hold them; those of an event that is being delivered
  /// go with it.
  private func free() {
    guard !freed.isEmpty else { return }
    let touches = freed.once
    freed.removeAll(keepingCapacity: true)
    let held = touches.filter { touch in
      host.isHeld(touch) && !underWay.contains { $0 === touch }
    }
    if !held.isEmpty { host.reconsider(held) }
  }
}

extension [UITouch] {
  /// Each once: several recognizers may speak for a touch.
  fileprivate var once: [UITouch] {
    var list: [UITouch] = []
    for touch in self where !list.contains(where: { $0 === touch }) { list.append(touch) }
    return list
  }
}
