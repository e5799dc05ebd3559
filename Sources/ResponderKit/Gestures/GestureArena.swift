/// Where recognizers meet touches, and each other: one per application.
///
/// Each event's touches are shown to recognizers, in the order of the touches and, for each, from the view that was hit outwards.
/// GestureArena+Recognition.swift decides which of them may recognize. After that the arena settles (GestureArena+Settling.swift): it calls actions,
/// then cancels touches in views, then resets recognizers whose gestures have ended, then gives views the touches that were withheld for them. At
/// last the views get the event's own touches.
final class GestureArena: GestureEnvironment {
  unowned let host: any GestureHost
  var tuning = GestureTuning()

  /// What recognizers' changes have left to do: one queue per kind. Settling does it in the order of these queues, and of the entries of each.
  struct Work {
    /// Calls of the actions for a state. Empty, or the last one is still to be made.
    private(set) var calls: [(recognizer: UIGestureRecognizer, state: UIGestureRecognizer.State)] = []
    /// How many of these have been made.
    private var called = 0
    /// Touches to be cancelled in their views: a gesture with `cancelsTouchesInView` has them.
    var cancelled: [UITouch] = []
    /// Recognizers whose gestures have ended, to be reset.
    var ended: [UIGestureRecognizer] = []
    /// Touches to be given to their views, unless another recognizer withholds them.
    var released: [UITouch] = []

    mutating func addCall(_ recognizer: UIGestureRecognizer, _ state: UIGestureRecognizer.State) {
      calls.append((recognizer, state))
    }

    mutating func takeCall() -> (recognizer: UIGestureRecognizer, state: UIGestureRecognizer.State)? {
      guard called < calls.count else { return nil }
      let call = calls[called]
      called += 1
      if called == calls.count {
        calls.removeAll(keepingCapacity: true)
        called = 0
      }
      return call
    }
  }

  /// Shared by nested settling: a loop run inside an action finishes it.
  var work = Work()
  /// Recognizers that wait for others to fail.
  var blocked: [UIGestureRecognizer] = []
  /// Touches that their window's delivery gives to views itself when the recognizers have looked.
  var underWay: [UITouch] = []
  /// Calls of recognizers are going on, after which it is settled.
  private var depth = 0
  var isSettling = false
  /// Hover recognizers whose view has a pointer over it.
  var hovering: [UIGestureRecognizer] = []
  private var sets = SpareSets<UITouch>(most: 8)
  private var lists = SpareLists<UITouch>()
  /// The number of the last event of several fingers.
  private var pass: UInt64 = 0

  init(_ host: any GestureHost) {
    self.host = host
  }

  // MARK: Touches

  func began(_ touch: UITouch, with event: UIEvent) {
    // In a run of the loop inside of an action: what came of the event before is done first.
    if !work.calls.isEmpty || !work.cancelled.isEmpty || !work.ended.isEmpty { settle() }
    let candidates = recognizers(from: touch.view ?? touch.window)
    // Recognizers that waited for this touch too long fail first, and release others.
    for recognizer in candidates
    where recognizer.progress.isEngaged && recognizer.active.isEmpty
      && recognizer.isTooLate(touch.nanoseconds)
    {
      batch { fail(recognizer) }
    }
    var takers: [UIGestureRecognizer] = []
    for recognizer in candidates where receives(recognizer, touch) {
      recognizer.progress.isEngaged = true
      recognizer.arena = self
      recognizer.progress.active.append(touch)
      recognizer.progress.touches.append(touch)
      takers.append(recognizer)
    }
    touch.gestureRecognizers = takers
  }

  private func receives(_ recognizer: UIGestureRecognizer, _ touch: UITouch) -> Bool {
    guard recognizer.isEnabled, recognizer.takesTouches, !recognizer.current.isFinal,
      recognizer.progress.pending == .none || recognizer.progress.pending == .begin,
      recognizer.allowedTouchTypes?.contains(touch.type) ?? true,
      touch.buttons.isEmpty || touch.buttons.isSuperset(of: recognizer.wantedButtons),
      recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) ?? true
    else { return false }
    // The delegate may have done anything meanwhile.
    return recognizer.isEnabled && recognizer.view != nil && !recognizer.current.isFinal
  }

  /// Of the view, then of its superviews up to the window.
  func recognizers(from view: UIView?) -> [UIGestureRecognizer] {
    var list: [UIGestureRecognizer] = []
    var view = view
    while let current = view {
      if !current.recognizers.isEmpty { list += current.recognizers }
      view = current.parent
    }
    return list
  }

  func consider(_ touches: [UITouch], with event: UIEvent, in window: UIWindow) {
    guard touches.contains(where: { !($0.gestureRecognizers?.isEmpty ?? true) }) else { return }
    let outer = underWay.count
    underWay += touches
    batch {
      let seen = touches.count == 1 ? touches[0].gestureRecognizers ?? [] : recognizers(of: touches)
      for recognizer in seen { show(touches, to: recognizer, event) }
    }
    underWay.removeSubrange(outer..<min(outer + touches.count, underWay.count))
  }

  /// The recognizers of several touches, each once. Of fingers that all have the same ones no list is made.
  private func recognizers(of touches: [UITouch]) -> [UIGestureRecognizer] {
    pass += 1
    var seen = touches[0].gestureRecognizers ?? []
    for recognizer in seen { recognizer.pass = pass }
    for touch in touches.dropFirst() {
      for recognizer in touch.gestureRecognizers ?? [] where recognizer.pass != pass {
        recognizer.pass = pass
        seen.append(recognizer)
      }
    }
    return seen
  }

  private static let phases: [UITouch.Phase] = [.began, .moved, .ended, .cancelled]

  private func show(_ touches: [UITouch], to recognizer: UIGestureRecognizer, _ event: UIEvent) {
    if touches.count == 1 {
      guard recognizer.active.contains(where: { $0 === touches[0] }) else { return }
      show(touches, touches[0].phase, to: recognizer, event)
    } else {
      var mine = lists.take()
      for phase in Self.phases {
        mine.removeAll(keepingCapacity: true)
        for touch in touches where touch.phase == phase && recognizer.active.contains(where: { $0 === touch })
        {
          mine.append(touch)
        }
        if !mine.isEmpty { show(mine, phase, to: recognizer, event) }
      }
      lists.giveBack(&mine)
    }
    if recognizer.active.isEmpty { lastTouchEnded(recognizer) }
  }

  private func show(
    _ touches: [UITouch], _ phase: UITouch.Phase, to recognizer: UIGestureRecognizer, _ event: UIEvent
  ) {
    call(recognizer) { recognizer.receive(phase, sets.set(of: touches), event) }
    if phase == .began { joined(touches, recognizer) }
    if phase == .ended || phase == .cancelled { release(touches, recognizer) }
  }

  /// Fingers that join a gesture in progress are taken from their views, too.
  private func joined(_ touches: [UITouch], _ recognizer: UIGestureRecognizer) {
    guard recognizer.current.isActive, recognizer.cancelsTouchesInView else { return }
    for touch in touches where recognizer.active.contains(where: { $0 === touch }) {
      work.cancelled.append(touch)
    }
  }

  private func release(_ touches: [UITouch], _ recognizer: UIGestureRecognizer) {
    let rest = recognizer.active.filter { touch in !touches.contains { $0 === touch } }
    if rest.isEmpty, !recognizer.active.isEmpty { recognizer.progress.lastTouches = recognizer.active }
    recognizer.progress.active = rest
  }

  /// Ends a gesture without fingers, unless it expects more of them.
  private func lastTouchEnded(_ recognizer: UIGestureRecognizer) {
    guard recognizer.progress.isEngaged, !recognizer.current.isFinal else { return }
    if recognizer.expectsMoreTouches {
      if !recognizer.setsItsOwnAlarm { recognizer.setAlarm(after: tuning.longestWait) }
    } else if recognizer.current.isActive {
      overrule(recognizer)
    } else if recognizer.progress.pending == .none {
      fail(recognizer)
    } else if recognizer.progress.pending == .begin {
      recognizer.progress.pending = .beginAndEnd
    }
  }

  /// Ends a touch. Recognizers that did not get its end, since a subclass swallowed the event, get a cancellation.
  func finished(_ touch: UITouch) {
    if !host.hasTouches { sets.removeAll() }
    guard let takers = touch.gestureRecognizers, let event = touch.event,
      takers.contains(where: { $0.active.contains { $0 === touch } })
    else { return }
    batch {
      for recognizer in takers where recognizer.active.contains(where: { $0 === touch }) {
        call(recognizer) { recognizer.receive(.cancelled, [touch], event) }
        release([touch], recognizer)
        if recognizer.active.isEmpty { lastTouchEnded(recognizer) }
      }
    }
  }

  func ignore(_ touch: UITouch, _ recognizer: UIGestureRecognizer) {
    guard recognizer.gestureTouches.contains(where: { $0 === touch }) else { return }
    quietly {
      release([touch], recognizer)
      recognizer.progress.touches.removeAll { $0 === touch }
      touch.gestureRecognizers?.removeAll { $0 === recognizer }
      work.released.append(touch)
    }
  }

  // MARK: Withholding touches from views

  func delaysBegan(_ touch: UITouch) -> Bool {
    touch.gestureRecognizers?.contains { $0.current == .possible && $0.delaysTouchesBegan } ?? false
  }

  func delaysEnded(_ touch: UITouch) -> Bool {
    touch.gestureRecognizers?.contains { $0.current == .possible && $0.delaysTouchesEnded } ?? false
  }

  // MARK: Calls

  /// Calls recognizers, and settles what came of it. Inside of a callout of its own, such as a run of the loop in a
  /// touches method, an event is settled by itself.
  func batch(_ body: () -> Void) {
    let outer = depth
    depth += 1
    body()
    depth = outer
    settle()
  }

  /// As `batch`, but inside of a batch or while actions are called it is settled with the rest.
  func quietly(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
    changed()
  }

  /// A state was set: inside of a batch or while actions are called it is settled with the rest.
  func changed() { if depth == 0, !isSettling { settle() } }

  /// A recognizer's time came.
  func alarm(_ recognizer: UIGestureRecognizer) {
    guard recognizer.progress.isEngaged, !recognizer.current.isFinal else { return }
    batch { call(recognizer) { recognizer.alarmFired() } }
  }

  /// Calls a recognizer whose gesture has not ended. Its state counts until another recognizer ends its gesture.
  func call(_ recognizer: UIGestureRecognizer, _ body: () -> Void) {
    guard !recognizer.current.isFinal else { return }
    recognizer.progress.isOverruled = false
    recognizer.progress.calls += 1
    body()
    recognizer.progress.calls -= 1
  }
}
