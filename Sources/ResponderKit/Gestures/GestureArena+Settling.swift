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
    guard let index = work.firstIndex(where: { $0.isCall }),
      case .call(let recognizer, let state) = work.remove(at: index)
    else { return false }
    recognizer.progress.shown = state
    for action in recognizer.actions {
      action.call(recognizer)
    }
    recognizer.progress.shown = nil
    return true
  }

  private func cancelTouches() -> Bool {
    let touches = takeTouches { if case .cancel(let touch) = $0 { touch } else { nil } }
    guard !touches.isEmpty else { return false }
    host.cancelInViews(touches)
    return true
  }

  private func resetNext() -> Bool {
    guard let index = work.firstIndex(where: { $0.isReset }),
      case .reset(let recognizer) = work.remove(at: index)
    else { return false }
    for touch in recognizer.gestureTouches {
      touch.gestureRecognizers?.removeAll { $0 === recognizer }
      work.append(.release(touch))
    }
    recognizer.progress.end()
    recognizer.reset()
    return true
  }

  /// Touches that were held back go to their views, unless others hold them; those of an event that is being delivered
  /// go with it.
  private func releaseTouches() {
    let touches = takeTouches { if case .release(let touch) = $0 { touch } else { nil } }
    let held = touches.filter { touch in
      host.isHeld(touch) && !underWay.contains { $0 === touch }
    }
    if !held.isEmpty { host.reconsider(held) }
  }

  /// Takes the touches of one kind out of the work; each once, though several recognizers may have entered it.
  private func takeTouches(_ touch: (Work) -> UITouch?) -> [UITouch] {
    guard !work.isEmpty else { return [] }
    var touches: [UITouch] = []
    work.removeAll { entry in
      guard let touch = touch(entry) else { return false }
      if !touches.contains(where: { $0 === touch }) { touches.append(touch) }
      return true
    }
    return touches
  }
}

extension GestureArena.Work {
  var isCall: Bool { if case .call = self { true } else { false } }
  var isReset: Bool { if case .reset = self { true } else { false } }
  var isRelease: Bool { if case .release = self { true } else { false } }
}
