import HIDEvents

/// Keys that are down.
struct PressRegistry {
  /// By usage.
  var live: [UInt16: UIPress] = [:]

  /// The modifier keys among them.
  var modifierFlags: HIDEvent.Key.Modifiers {
    live.keys.reduce(into: []) { $0.formUnion(Self.modifiers[$1] ?? []) }
  }

  private static let modifiers: [UInt16: HIDEvent.Key.Modifiers] = [
    0xE0: .control, 0xE1: .shift, 0xE2: .alternate, 0xE3: .command, 0xE4: .control, 0xE5: .shift,
    0xE6: .alternate, 0xE7: .command,
  ]
}

extension UIApplication {
  final func handle(_ key: HIDEvent.Key, at time: UInt64, in host: UInt32) {
    guard applicationState == .active else { return losses.add(.inactive) }
    switch key.phase {
    case .down:
      // A second press of a key that is down, without its going up, is a repetition.
      guard presses.live[key.usage] == nil else { return send(key, .changed, at: time) }
      let window = keyWindow ?? windows.last
      let press = UIPress(
        key: UIKey(key), window: window, responder: window?.pressTaker, nanoseconds: time)
      press.hostNumber = host
      if perform(commandFor: press) { return }
      presses.live[key.usage] = press
      send(press, .began, at: time)
    case .repeated: send(key, .changed, at: time)
    case .up: send(key, .ended, at: time)
    case .cancelled: send(key, .cancelled, at: time)
    }
  }

  /// A repetition makes no second beginning: it changes the press. A key that a command has used is repeated without effect.
  private func send(_ key: HIDEvent.Key, _ phase: UIPress.Phase, at time: UInt64) {
    guard let press = presses.live[key.usage] else {
      if commands.remove(key.usage, if: phase != .changed) { return }
      return losses.add(.unknownPress)
    }
    press.held = UIKey(key)
    send(press, phase, at: time)
    if phase != .changed { presses.live[key.usage] = nil }
  }

  private func send(_ press: UIPress, _ phase: UIPress.Phase, at time: UInt64) {
    press.phase = phase
    press.nanoseconds = time
    let event = UIPressesEvent(nanoseconds: time)
    event.modifierFlags = press.held.modifierFlags
    event.presses = presses.live.values.sorted { $0.held.usage < $1.held.usage }
    event.changed = [press]
    sendEvent(event)
  }

  /// To whom had the beginning: the window's first responder of then, or the window.
  final func deliverPresses(_ event: UIPressesEvent, in window: UIWindow) {
    for press in event.changed {
      let responder = press.responder ?? window
      let set: Set<UIPress> = [press]
      switch press.phase {
      case .began: responder.pressesBegan(set, with: event)
      case .changed: responder.pressesChanged(set, with: event)
      case .ended: responder.pressesEnded(set, with: event)
      case .cancelled: responder.pressesCancelled(set, with: event)
      case .stationary: break
      }
    }
  }

  /// Handles key commands before presses: the first in the chain for this key with a responder for its action.
  private func perform(commandFor press: UIPress) -> Bool {
    guard let start = press.responder else { return false }
    for responder in start.chain {
      for command in responder.keyCommands ?? [] where command.matches(press.held) {
        guard let taker = responder.target(forAction: command.action, withSender: command) else { continue }
        commands.used.insert(press.held.usage)
        sendAction(command.action, to: taker, from: command, for: nil)
        return true
      }
    }
    return false
  }

  final func cancelPresses() {
    cancelPresses { _ in true }
    presses.live = [:]
  }

  final func cancelPresses(where isWanted: (UIPress) -> Bool) {
    commands.used = []
    for press in presses.live.values.sorted(by: { $0.held.usage < $1.held.usage }) where isWanted(press) {
      send(press, .cancelled, at: press.nanoseconds)
      if presses.live[press.held.usage] === press { presses.live[press.held.usage] = nil }
    }
  }
}

extension UIWindow {
  /// The responder that gets presses that begin now.
  final var pressTaker: UIResponder { keyTaker ?? firstResponder ?? self }
}

/// Keys that are down and were used by a key command: their release is not delivered.
struct CommandKeys {
  var used: Set<UInt16> = []

  /// Whether the key was used.
  mutating func remove(_ usage: UInt16, if isOver: Bool) -> Bool {
    isOver ? used.remove(usage) != nil : used.contains(usage)
  }
}
