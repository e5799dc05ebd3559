/// Whether a recognizer may recognize: by delegates and views, then recognizers that must fail first, then ones that share a touch.
extension GestureArena {
  typealias Recognizer = UIGestureRecognizer

  /// A legal move of a recognizer.
  func change(_ recognizer: Recognizer, to new: Recognizer.State) {
    switch (recognizer.current, new) {
    case (.possible, .began), (.possible, .ended): leavePossible(recognizer, new)
    case (_, .failed): fail(recognizer)
    default:
      recognizer.progress.current = new
      announce(recognizer)
      if new.isFinal { finish(recognizer) }
    }
    changed()
  }

  // MARK: Leaving `possible`

  private func leavePossible(_ recognizer: Recognizer, _ new: Recognizer.State) {
    guard mayBegin(recognizer) else { return overrule(recognizer) }
    // The callee may have ended the gesture.
    guard recognizer.current == .possible, recognizer.isEnabled, !recognizer.progress.isOverruled else {
      return
    }
    if isBlocked(recognizer, noting: true) {
      recognizer.progress.pending = new == .began ? .begin : .recognize
      if !blocked.contains(where: { $0 === recognizer }) { blocked.append(recognizer) }
    } else {
      admit(recognizer, new)
    }
  }

  /// The delegate, then the view that was hit, then the recognizer's own.
  private func mayBegin(_ recognizer: Recognizer) -> Bool {
    guard recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true else { return false }
    let hit = recognizer.gestureTouches.first?.view
    if let hit, !hit.gestureRecognizerShouldBegin(recognizer) { return false }
    guard let own = recognizer.view, own !== hit else { return true }
    return own.gestureRecognizerShouldBegin(recognizer)
  }

  /// Nothing stands against it but what others have begun before.
  func admit(_ recognizer: Recognizer, _ new: Recognizer.State) {
    let rivals = rivals(of: recognizer)
    for rival in rivals where rival.current.isRecognized {
      if prevents(rival, recognizer) { return overrule(recognizer) }
    }
    recognizer.progress.current = new
    recognizer.willRecognize()
    announce(recognizer)
    for rival in rivals where rival.current == .possible {
      if prevents(recognizer, rival) { overrule(rival) }
    }
    for waiting in blocked where waiting.progress.pending != .none && requires(waiting, recognizer) {
      overrule(waiting)
    }
    if recognizer.cancelsTouchesInView {
      work.cancelled += recognizer.gestureTouches
    } else {
      work.released += recognizer.gestureTouches
    }
    if new.isFinal { finish(recognizer) }
  }

  // MARK: Ends

  /// It fails; one that had begun is cancelled.
  func fail(_ recognizer: Recognizer) {
    guard !recognizer.current.isFinal else { return }
    if recognizer.current.isActive {
      recognizer.progress.current = .cancelled
      announce(recognizer)
    } else {
      recognizer.progress.current = .failed
    }
    recognizer.progress.pending = .none
    finish(recognizer)
    changed()
  }

  /// Ends its gesture by another's decision.
  func overrule(_ recognizer: Recognizer) {
    guard !recognizer.current.isFinal else { return }
    recognizer.progress.isOverruled = true
    fail(recognizer)
  }

  /// The recognizer was disabled or leaves its view.
  func takeOut(_ recognizer: Recognizer) {
    hovering.removeAll { $0 === recognizer }
    guard recognizer.progress.isEngaged || recognizer.current != .possible else { return }
    quietly { overrule(recognizer) }
  }

  private func finish(_ recognizer: Recognizer) {
    recognizer.cancelAlarm()
    work.ended.append(recognizer)
  }

  private func announce(_ recognizer: Recognizer) {
    // Two changes in a row are one call.
    if recognizer.current == .changed, let last = work.calls.last, last.state == .changed,
      last.recognizer === recognizer
    {
      return
    }
    work.addCall(recognizer, recognizer.current)
  }

  // MARK: Relations

  /// The recognizers that share a touch with it.
  private func rivals(of recognizer: Recognizer) -> [Recognizer] {
    let touches = recognizer.gestureTouches
    guard touches.count > 1 else {
      return touches.first?.gestureRecognizers?.filter { $0 !== recognizer } ?? []
    }
    var rivals: [Recognizer] = []
    var known: Set<ObjectIdentifier> = []
    for other in touches.lazy.flatMap({ $0.gestureRecognizers ?? [] }) where other !== recognizer {
      // A few are compared sooner than hashed.
      if rivals.count < 16 {
        if rivals.contains(where: { $0 === other }) { continue }
      } else {
        if known.isEmpty { known = Set(rivals.map(ObjectIdentifier.init)) }
        guard known.insert(ObjectIdentifier(other)).inserted else { continue }
      }
      rivals.append(other)
    }
    return rivals
  }

  private func prevents(_ winner: Recognizer, _ loser: Recognizer) -> Bool {
    guard winner.canPrevent(loser), loser.canBePrevented(by: winner) else { return false }
    if winner.delegate?.gestureRecognizer(winner, shouldRecognizeSimultaneouslyWith: loser) ?? false {
      return false
    }
    return !(loser.delegate?.gestureRecognizer(loser, shouldRecognizeSimultaneouslyWith: winner) ?? false)
  }

  /// Whether a recognizer that must fail first may still recognize.
  func isBlocked(_ recognizer: Recognizer, noting: Bool = false) -> Bool {
    for required in required(by: recognizer) where required.isUndecided {
      if !leads(from: required, to: recognizer) { return true }
      if noting { host.note(.requirementCycle) }
    }
    return false
  }

  private func required(by recognizer: Recognizer) -> [Recognizer] {
    var list = recognizer.requirements.compactMap(\.recognizer)
    for rival in rivals(of: recognizer)
    where !list.contains(where: { $0 === rival }) && asks(recognizer, rival) { list.append(rival) }
    return list
  }

  private func requires(_ recognizer: Recognizer, _ other: Recognizer) -> Bool {
    recognizer.requirements.contains { $0.recognizer === other } || recognizer.progress.asked[other] ?? false
  }

  /// The answers of delegates and subclasses, asked once for each pair and gesture.
  private func asks(_ recognizer: Recognizer, _ other: Recognizer) -> Bool {
    if let answer = recognizer.progress.asked[other] { return answer }
    let answer =
      recognizer.shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: recognizer)
      || recognizer.delegate?.gestureRecognizer(recognizer, shouldRequireFailureOf: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: recognizer) ?? false
    recognizer.progress.asked[other] = answer
    return answer
  }

  /// Whether the first one waits, perhaps through others, for the second.
  private func leads(from first: Recognizer, to last: Recognizer) -> Bool {
    var seen: [Recognizer] = [first]
    var index = 0
    while index < seen.count {
      for next in required(by: seen[index]) {
        if next === last { return true }
        if !seen.contains(where: { $0 === next }) { seen.append(next) }
      }
      index += 1
    }
    return false
  }
}

extension UIGestureRecognizer {
  /// It may still recognize what it sees.
  fileprivate var isUndecided: Bool { progress.isEngaged && current == .possible && isEnabled }
}

extension EventLosses.Reason {
  /// Recognizers that require each other to fail: the requirement of the one that came first was left out.
  public static let requirementCycle = Self("cycle of failure requirements")
}
