/// What the delivery knows of a touch.
struct TouchDeliveryState {
  enum Stage {
    /// The view has heard nothing yet.
    case waiting
    /// The view knows that it began, and must hear that it ended or was cancelled.
    case begun
    /// The view does not get this touch, for it takes one at a time, or another view takes all.
    case withheld
    /// The view hears nothing more.
    case over
  }

  var stage = Stage.waiting
  /// It changed, and the recognizers have not been told.
  var hasNews = false
  /// It ended or was cancelled.
  var isOver = false
  /// Counts changes.
  var serial: UInt32 = 0
  /// What the view has still to hear, in order.
  var steps: [TouchStep] = []
}

/// A touch as it was when something happened to it.
struct TouchStep {
  var phase: UITouch.Phase
  var location: Point
  var previousLocation: Point
  var nanoseconds: UInt64
  var tapCount: Int
  var force: Double

  init(_ touch: UITouch) {
    phase = touch.phase
    location = touch.location
    previousLocation = touch.previousLocation
    nanoseconds = touch.nanoseconds
    tapCount = touch.tapCount
    force = touch.force
  }

  func restore(_ touch: UITouch) {
    touch.phase = phase
    touch.location = location
    touch.previousLocation = previousLocation
    touch.nanoseconds = nanoseconds
    touch.tapCount = tapCount
    touch.force = force
  }
}

/// Gives touches to views: after the recognizers, in order, each beginning with exactly one end.
///
/// Whoever is called may run the loop and so have the next event delivered inside; so what a view has still to hear is
/// kept with its touch, and taken out before the call.
final class TouchDelivery {
  unowned let application: UIApplication
  /// Moves that a view has not been given while its recognizers decide; beyond, the last one is kept only.
  static let mostHeldSteps = 256
  /// Sets that were given to views, to be given again while they fit: a moving touch makes none.
  private var sets: [Set<UITouch>] = []

  init(_ application: UIApplication) {
    self.application = application
  }

  private var gestures: any GestureEnvironment { application.gestures }

  /// The window's part of an event. Giving the same event again does nothing.
  func deliver(_ event: UIEvent, in window: UIWindow) {
    let isNews = { (touch: UITouch) in touch.window === window && touch.delivery.hasNews }
    // Most often all of them: then no list is made.
    let changed = event.touches.allSatisfy(isNews) ? event.touches : event.touches.filter(isNews)
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

  /// The views of these touches get `touchesCancelled` if they got their beginning, and nothing more. The touches
  /// themselves go on for recognizers.
  func cancelInViews(_ touches: some Sequence<UITouch>) {
    var told: [UITouch] = []
    for touch in touches {
      touch.delivery.steps.removeAll(keepingCapacity: true)
      if touch.delivery.stage == .begun {
        var step = TouchStep(touch)
        step.phase = .cancelled
        touch.delivery.steps.append(step)
        told.append(touch)
      } else if touch.delivery.stage == .waiting {
        touch.delivery.stage = .over
      }
    }
    drain(told, nil)
  }

  /// What was held back of these touches is given to their views, unless recognizers still want to wait.
  func reconsider(_ touches: some Sequence<UITouch>) {
    drain(Array(touches), nil)
    application.touches.tidy()
  }

  /// The touches whose views have not heard all yet.
  func isHeld(_ touch: UITouch) -> Bool { !touch.delivery.steps.isEmpty && touch.delivery.stage != .over }

  /// The view may hear more of the touch now, and will as soon as those who are called return.
  func isUnderWay(_ touch: UITouch) -> Bool { isFree(touch) }

  // MARK: Inside

  private func add(_ step: TouchStep, to touch: UITouch) {
    switch touch.delivery.stage {
    case .over, .withheld: return
    case .waiting where step.phase == .cancelled:
      // What the view has not heard of need not begin, only to be cancelled.
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

  /// Whether the view takes the touch, beside those that it and the window's other views have.
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

  /// Gives the views what they may hear of these touches: for each view, began, moved, ended, cancelled in this order,
  /// each with the set of the view's touches that it is true of.
  private func drain(_ touches: [UITouch], _ event: UIEvent?) {
    if touches.count == 1, let touch = touches.first {
      while isFree(touch), let view = touch.view, let step = touch.delivery.steps.first {
        give(view, step.phase, touch, event)
      }
      if touch.view != nil { return }
    }
    while true {
      let free = touches.filter(isFree)
      guard !free.isEmpty else { return }
      for (view, group) in Self.byView(free) {
        for phase in Self.order {
          let ready = group.filter { $0.delivery.steps.first?.phase == phase && isFree($0) }
          if !ready.isEmpty { give(view, phase, ready, event) }
        }
      }
    }
  }

  private static let order: [UITouch.Phase] = [.began, .moved, .ended, .cancelled]

  /// In the order of the touches. Touches without a view have nobody to hear of them.
  private static func byView(_ touches: [UITouch]) -> [(UIView, [UITouch])] {
    var groups: [(UIView, [UITouch])] = []
    for touch in touches {
      guard let view = touch.view else {
        touch.delivery.steps.removeAll()
        touch.delivery.stage = .over
        continue
      }
      if let index = groups.firstIndex(where: { $0.0 === view }) {
        groups[index].1.append(touch)
      } else {
        groups.append((view, [touch]))
      }
    }
    return groups
  }

  /// As the function below for one touch, which costs no memory.
  private func give(_ view: UIView, _ phase: UITouch.Phase, _ touch: UITouch, _ event: UIEvent?) {
    let step = touch.delivery.steps.removeFirst()
    guard takeStep(phase, touch) else { return }
    let serial = touch.delivery.serial
    let present = TouchStep(touch)
    step.restore(touch)
    view.receive(phase, set(of: touch), event ?? touch.event)
    if touch.delivery.serial == serial { present.restore(touch) }
  }

  /// The touch is one step further. False when its view does not hear of it, for it does not know of the beginning.
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

  /// Takes the first step of these touches and tells the view.
  private func give(_ view: UIView, _ phase: UITouch.Phase, _ touches: [UITouch], _ event: UIEvent?) {
    var told: [UITouch] = []
    var steps: [TouchStep] = []
    for touch in touches {
      let step = touch.delivery.steps.removeFirst()
      guard takeStep(phase, touch) else { continue }
      told.append(touch)
      steps.append(step)
    }
    if !told.isEmpty { call(view, phase, told, steps, event) }
  }

  /// The touches are as they were at that step during the call, and after it as before, unless the call had them
  /// changed.
  private func call(
    _ view: UIView, _ phase: UITouch.Phase, _ touches: [UITouch], _ steps: [TouchStep], _ event: UIEvent?
  ) {
    let present = touches.map { ($0.delivery.serial, TouchStep($0)) }
    for (touch, step) in zip(touches, steps) { step.restore(touch) }
    let event = event ?? application.touches.event(of: touches[0])
    view.receive(phase, set(of: touches), event)
    for (touch, (serial, step)) in zip(touches, present) where touch.delivery.serial == serial {
      step.restore(touch)
    }
  }

  private func set(of touch: UITouch) -> Set<UITouch> {
    for set in sets where set.count == 1 && set.contains(touch) { return set }
    return set(of: [touch])
  }

  private func set(of touches: [UITouch]) -> Set<UITouch> {
    for set in sets where set.count == touches.count && touches.allSatisfy(set.contains) { return set }
    if sets.count >= 8 { sets.removeFirst() }
    let set = Set(touches)
    sets.append(set)
    return set
  }

  /// No touch is left.
  func sequenceEnded() { sets.removeAll(keepingCapacity: true) }
}
