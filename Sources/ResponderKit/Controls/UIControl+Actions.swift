/// Lets closures have the control's own type: `slider.onEvent(.valueChanged) { slider in slider.value }`.
public protocol ControlActing: AnyObject {}

extension UIControl: ControlActing {
  /// What is called for some events.
  struct Registration {
    enum Receiver {
      case closure(UIAction)
      /// A nil target means the first responder in the chain that takes it.
      case chain(Selector)
      case target(WeakTarget, Selector)
    }

    var receiver: Receiver
    var events: Event
  }

  final class WeakTarget {
    weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }

  /// Sends the message to the target at these events; the target is not kept alive. Nil: to the first in the responder
  /// chain, from the control on, that takes it. The same pair again adds its events to those that it has.
  public final func addTarget(_ target: AnyObject?, action: Selector, for events: Event) {
    dropDeadTargets()
    if let index = registrations.firstIndex(where: { $0.receiver.isPair(target, action) }) {
      registrations[index].events.formUnion(events)
      return
    }
    let receiver: Registration.Receiver =
      target.map { .target(WeakTarget($0), action) } ?? .chain(action)
    registrations.append(Registration(receiver: receiver, events: events))
  }

  /// Takes these events from the pair. Nil stands for any target, or any message of the target.
  public final func removeTarget(_ target: AnyObject?, action: Selector?, for events: Event) {
    remove(events) { receiver in
      switch receiver {
      case .closure: false
      case .chain(let selector): target == nil && (action == nil || selector == action)
      case .target(let weak, let selector):
        (target == nil || weak.object === target) && (action == nil || selector == action)
      }
    }
  }

  /// Calls the closure at these events.
  public final func addAction(_ action: UIAction, for events: Event) {
    let index = registrations.firstIndex {
      if case .closure(let other) = $0.receiver { action.isSame(other) } else { false }
    }
    guard let index else {
      registrations.append(Registration(receiver: .closure(action), events: events))
      return
    }
    let all = registrations[index].events.union(events)
    registrations[index] = Registration(receiver: .closure(action), events: all)
  }

  /// Removes these events from an action, or from the one with the same identifier. Without events left it is
  /// released.
  public final func removeAction(_ action: UIAction, for events: Event) {
    remove(events) { if case .closure(let other) = $0 { action.isSame(other) } else { false } }
  }

  /// All events that something is registered for.
  public final var allControlEvents: Event {
    registrations.reduce(into: []) { $0.formUnion($1.events) }
  }

  /// The names of the messages that a target gets at an event.
  public final func actions(forTarget target: AnyObject?, forControlEvent event: Event) -> [Selector] {
    registrations.compactMap { registration in
      guard !registration.events.isDisjoint(with: event) else { return nil }
      switch registration.receiver {
      case .closure: return nil
      case .chain(let selector): return target == nil ? selector : nil
      case .target(let weak, let selector): return weak.object === target && target != nil ? selector : nil
      }
    }
  }

  /// What is registered when it begins is called, in the order of registering.
  final func sendActions(for events: Event, with event: UIEvent?) {
    for registration in registrations where !registration.events.isDisjoint(with: events) {
      switch registration.receiver {
      case .closure(let action): sendAction(action)
      case .chain(let selector): sendAction(selector, to: nil, for: event)
      case .target(let weak, let selector):
        // A deallocated target gets nothing, and neither does another responder.
        if let target = weak.object { sendAction(selector, to: target, for: event) }
      }
    }
  }

  private func remove(_ events: Event, _ isMeant: (Registration.Receiver) -> Bool) {
    for index in registrations.indices.reversed() where isMeant(registrations[index].receiver) {
      registrations[index].events.subtract(events)
      if registrations[index].events.isEmpty { registrations.remove(at: index) }
    }
  }

  private func dropDeadTargets() {
    registrations.removeAll {
      if case .target(let weak, _) = $0.receiver { weak.object == nil } else { false }
    }
  }
}

extension UIControl.Registration.Receiver {
  fileprivate func isPair(_ target: AnyObject?, _ action: Selector) -> Bool {
    switch self {
    case .closure: false
    case .chain(let selector): target == nil && selector == action
    case .target(let weak, let selector): target != nil && weak.object === target && selector == action
    }
  }
}

extension ControlActing where Self: UIControl {
  /// Calls the closure at these events, with the control in its own type.
  @discardableResult
  public func onEvent(_ events: UIControl.Event, _ body: @escaping (Self) -> Void) -> UIAction {
    let action = UIAction { action in
      if let control = action.sender as? Self { body(control) }
    }
    addAction(action, for: events)
    return action
  }
}
