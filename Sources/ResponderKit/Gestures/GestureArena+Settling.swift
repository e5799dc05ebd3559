/// Does the work that recognizers' changes have left.
extension GestureArena {
  /// Goes on until nothing is left to do. May be called again inside of an action that runs the loop: what is left then
  /// is done there.
  func settle() {
    let outer = isSettling
    isSettling = true
    while unblock() || callNext() || cancelTouches() || resetNext() {}
    isSettling = outer
    releaseTouches()
  }

  /// Continues a recognizer whose requirements have failed.
  private func unblock() -> Bool {
    blocked.removeAll { $0.progress.pending == .none }
    guard let next = blocked.first(where: { !isBlocked($0) }) else { return false }
    let pending = next.progress.pending
    next.progress.pending = .none
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
    guard let (recognizer, state) = work.takeCall() else { return false }
    recognizer.progress.shown = state
    for action in recognizer.actions {
      action.call(recognizer)
    }
    recognizer.progress.shown = nil
    return true
  }

  private func cancelTouches() -> Bool {
    let touches = take(&work.cancelled)
    guard !touches.isEmpty else { return false }
    host.cancelInViews(touches)
    return true
  }

  private func resetNext() -> Bool {
    guard !work.ended.isEmpty else { return false }
    let recognizer = work.ended.removeFirst()
    for touch in recognizer.gestureTouches {
      if let index = touch.gestureRecognizers?.firstIndex(where: { $0 === recognizer }) {
        touch.gestureRecognizers?.remove(at: index)
      }
      work.released.append(touch)
    }
    recognizer.progress.end()
    recognizer.reset()
    return true
  }

  /// Touches that were held back go to their views, unless others hold them; those of an event that is being delivered
  /// go with it.
  private func releaseTouches() {
    let touches = take(&work.released)
    let held = touches.filter { touch in
      host.isHeld(touch) && !underWay.contains { $0 === touch }
    }
    if !held.isEmpty { host.reconsider(held) }
  }

  /// Takes the touches of a list; each once, though several recognizers may have entered it.
  private func take(_ list: inout [UITouch]) -> [UITouch] {
    guard !list.isEmpty else { return [] }
    var touches: [UITouch] = []
    for touch in list where !touches.contains(where: { $0 === touch }) { touches.append(touch) }
    list.removeAll(keepingCapacity: true)
    return touches
  }
}
