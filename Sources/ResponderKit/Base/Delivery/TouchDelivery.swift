/// Delivers touches to views: after the recognizers, in order, each beginning with exactly one end.
///
/// Reentrant: a callee may run the loop and so deliver the next event inside; so undelivered steps are
/// kept with their touch, and taken out before the call.
final class TouchDelivery {
  unowned let application: UIApplication
  /// Moves that a view has not been given while its recognizers decide; beyond, the last one is kept only.
  static let mostHeldSteps = 256
  private var sets = SpareSets<UITouch>(most: 8)
  private var lists = SpareLists<UITouch>()
  private var moments = SpareLists<Moment>()

  /// A touch around a call that shows it as it was.
  private struct Moment {
    var step: TouchStep
    var present: TouchStep
    var serial: UInt32
  }

  init(_ application: UIApplication) {
    self.application = application
  }

  private var gestures: any GestureEnvironment { application.gestures }

  /// The window's part of an event. Giving the same event again does nothing.
  func deliver(_ event: UIEvent, in window: UIWindow) {
    var changed = lists.take()
    defer { lists.giveBack(&changed) }
    for touch in event.touches where touch.window === window && touch.delivery.hasNews {
      changed.append(touch)
    }
    guard !changed.isEmpty else { return }
    for touch in changed {
      touch.delivery.hasNews = false
      add(TouchStep(touch), to: touch)
    }
    gestures.consider(changed, with: event, in: window)
    for touch in changed where touch.delivery.stage == .waiting && touch.delivery.steps.first?.phase == .began
    {
      if !mayBegin(touch) { withhold(touch) }
    }
    drain(changed, event)
  }

  // MARK: For the gesture layer

  /// Cancels these touches in their views, if these got their beginning. The touches
  /// themselves continue for recognizers.
  func cancelInViews(_ touches: some Sequence<UITouch>) {
    var cancelled: [UITouch] = []
    for touch in touches {
      touch.delivery.steps.removeAll(keepingCapacity: true)
      if touch.delivery.stage == .begun {
        var step = TouchStep(touch)
        step.phase = .cancelled
        touch.delivery.steps.append(step)
        cancelled.append(touch)
      } else if touch.delivery.stage == .waiting {
        touch.delivery.stage = .over
      }
    }
    drain(cancelled, nil)
  }

  /// Delivers withheld steps of these touches to their views, unless recognizers still delay them.
  func reconsider(_ touches: some Sequence<UITouch>) {
    drain(Array(touches), nil)
    application.touches.tidy()
  }

  /// The touches with undelivered steps.
  func isHeld(_ touch: UITouch) -> Bool { !touch.delivery.steps.isEmpty && touch.delivery.stage != .over }

  /// Marks that the view may get more steps of the touch, which follow as soon as the present callees return.
  func isUnderWay(_ touch: UITouch) -> Bool { isFree(touch) }

  // MARK: Inside

  private func add(_ step: TouchStep, to touch: UITouch) {
    switch touch.delivery.stage {
    case .over, .withheld: return
    case .waiting where step.phase == .cancelled:
      // An undelivered beginning is dropped instead of being cancelled.
      touch.delivery.steps.removeAll(keepingCapacity: true)
      touch.delivery.stage = .over
      return
    case .waiting, .begun: break
    }
    let count = touch.delivery.steps.count
    if step.phase == .moved, count >= Self.mostHeldSteps, touch.delivery.steps[count - 1].phase == .moved {
      touch.delivery.steps[count - 1] = step
    } else {
      touch.delivery.steps.append(step)
    }
  }

  /// Whether the view takes the touch, beside the present touches of it and the window's other views.
  private func mayBegin(_ touch: UITouch) -> Bool {
    guard let view = touch.view, let window = touch.window else { return false }
    for other in application.touches.live where other !== touch && other.window === window {
      guard other.delivery.stage == .begun || isBefore(other, touch) else { continue }
      if other.view === view {
        if !view.isMultipleTouchEnabled { return false }
      } else if view.isExclusiveTouch || (other.view?.isExclusiveTouch ?? false) {
        return false
      }
    }
    return true
  }

  /// A touch whose beginning is held back, or comes before this one in the same event.
  private func isBefore(_ other: UITouch, _ touch: UITouch) -> Bool {
    other.delivery.stage == .waiting && other.view != nil
      && application.touches.isEarlier(other, than: touch)
  }

  private func withhold(_ touch: UITouch) {
    touch.delivery.stage = .withheld
    touch.delivery.steps.removeAll(keepingCapacity: true)
  }

  /// Whether the touch's first step may be given now.
  private func isFree(_ touch: UITouch) -> Bool {
    guard let step = touch.delivery.steps.first else { return false }
    switch touch.delivery.stage {
    case .waiting: return !gestures.delaysBegan(touch)
    case .begun: return step.phase != .ended || !gestures.delaysEnded(touch)
    case .withheld, .over: return false
    }
  }

  /// Delivers the released steps of these touches: for each view, began, moved, ended, cancelled in this order, each
  /// with the set of the view's touches in that phase.
  private func drain(_ touches: [UITouch], _ event: UIEvent?) {
    if touches.count == 1, let touch = touches.first {
      while isFree(touch), let view = touch.view, let step = touch.delivery.steps.first {
        give(view, step.phase, touch, event)
      }
      if touch.view != nil { return }
    }
    var free = lists.take()
    var group = lists.take()
    defer {
      lists.giveBack(&free)
      lists.giveBack(&group)
    }
    while true {
      free.removeAll(keepingCapacity: true)
      for touch in touches where isFree(touch) { free.append(touch) }
      guard !free.isEmpty else { return }
      for index in free.indices {
        guard let view = free[index].view else {
          // There is no receiver.
          free[index].delivery.steps.removeAll()
          free[index].delivery.stage = .over
          continue
        }
        // Each view once, in the order of the touches.
        if free[..<index].contains(where: { $0.view === view }) { continue }
        for phase in Self.order {
          group.removeAll(keepingCapacity: true)
          for touch in free[index...]
          where touch.view === view && touch.delivery.steps.first?.phase == phase && isFree(touch) {
            group.append(touch)
          }
          if !group.isEmpty { give(view, phase, group, event) }
        }
      }
    }
  }

  private static let order: [UITouch.Phase] = [.began, .moved, .ended, .cancelled]

  /// As the function below for one touch.
  private func give(_ view: UIView, _ phase: UITouch.Phase, _ touch: UITouch, _ event: UIEvent?) {
    let step = touch.delivery.steps.removeFirst()
    guard takeStep(phase, touch) else { return }
    let serial = touch.delivery.serial
    let present = TouchStep(touch)
    step.restore(touch)
    view.receive(phase, sets.set(of: touch), event ?? touch.event)
    if touch.delivery.serial == serial { present.restore(touch) }
  }

  /// Advances the touch by one step. False when its view does not get the step, since it did not get the beginning.
  private func takeStep(_ phase: UITouch.Phase, _ touch: UITouch) -> Bool {
    let knows = touch.delivery.stage == .begun
    switch phase {
    case .began:
      touch.delivery.stage = .begun
      return true
    case .ended, .cancelled:
      touch.delivery.stage = .over
      touch.delivery.steps.removeAll(keepingCapacity: true)
    default: break
    }
    return knows
  }

  /// Takes the first step of these touches and delivers it to the view. The touches are as they were at that step during the
  /// call, and after it as before, unless the call had them changed.
  private func give(_ view: UIView, _ phase: UITouch.Phase, _ touches: [UITouch], _ event: UIEvent?) {
    if touches.count == 1 { return give(view, phase, touches[0], event) }
    var delivered = lists.take()
    var moments = self.moments.take()
    defer {
      lists.giveBack(&delivered)
      self.moments.giveBack(&moments)
    }
    for touch in touches {
      let step = touch.delivery.steps.removeFirst()
      guard takeStep(phase, touch) else { continue }
      delivered.append(touch)
      moments.append(Moment(step: step, present: TouchStep(touch), serial: touch.delivery.serial))
    }
    guard let first = delivered.first else { return }
    for (touch, moment) in zip(delivered, moments) { moment.step.restore(touch) }
    view.receive(phase, sets.set(of: delivered), event ?? first.event)
    for (touch, moment) in zip(delivered, moments) where touch.delivery.serial == moment.serial {
      moment.present.restore(touch)
    }
  }

  /// No touch is left.
  func sequenceEnded() { sets.removeAll() }
}
