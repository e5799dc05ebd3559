import HIDEvents

/// Keys that are down, and the events of their records.
struct Keyboard {
  /// The keys that are down, by the kernel's numbers.
  private(set) var down: Set<UInt16> = []
  /// What all keyboards of the user hold.
  private let seat: EvdevReader.Seat

  init(_ seat: EvdevReader.Seat = .init()) { self.seat = seat }

  /// - Parameter value: 0 released, 1 pressed, 2 repeated.
  mutating func set(_ code: UInt16, _ value: Int32) -> HIDEvent.Payload? {
    guard (0...2).contains(value) else { return nil }
    if let command = KeyTable.remoteControl(of: code) {
      guard value != 2 else { return nil }
      return (value == 1 ? command.pressed : command.released).map { .remoteControl($0) }
    }
    guard let usage = KeyTable.usage(of: code) else { return nil }
    switch value {
    case 1:
      // A key that is down is not pressed again.
      guard down.insert(code).inserted, seat.held.press(usage) else { return nil }
      if usage == KeyTable.capsLock { seat.isCapsLocked.toggle() }
      return .key(key(usage, .down))
    case 2: return down.contains(code) ? .key(key(usage, .repeated)) : nil
    default:
      guard down.remove(code) != nil, seat.held.release(usage) else { return nil }
      return .key(key(usage, .up))
    }
  }

  /// Presses keys that were down before the first record, modifiers first. Media keys are ignored until they are
  /// pressed again.
  mutating func begin(with held: Set<UInt16>) -> [HIDEvent.Payload] {
    let keys = held.filter { KeyTable.usage(of: $0) != nil && KeyTable.remoteControl(of: $0) == nil }
    let modifies = { (code: UInt16) in KeyTable.usage(of: code).map { KeyTable.modifier(of: $0) } ?? [] != []
    }
    return (keys.filter(modifies).sorted() + keys.filter { !modifies($0) }.sorted()).compactMap { code in
      guard down.insert(code).inserted, let usage = KeyTable.usage(of: code), seat.held.press(usage) else {
        return nil
      }
      return .key(key(usage, .down))
    }
  }

  /// Cancels all keys, when it is not known which are down.
  mutating func cancelAll() -> [HIDEvent.Payload] {
    synchronize(with: [])
  }

  /// After lost records, cancels keys that are no longer down. A key that went down meanwhile is ignored until it is pressed
  /// again.
  mutating func synchronize(with now: Set<UInt16>) -> [HIDEvent.Payload] {
    let gone = down.subtracting(now).sorted()
    down.formIntersection(now)
    return gone.compactMap { code in
      guard let usage = KeyTable.usage(of: code), seat.held.release(usage) else { return nil }
      return .key(key(usage, .cancelled))
    }
  }

  private func key(_ usage: UInt16, _ phase: HIDEvent.Key.Phase) -> HIDEvent.Key {
    var modifiers = HIDEvent.Key.Modifiers()
    for usage in seat.held.keys { modifiers.formUnion(KeyTable.modifier(of: usage)) }
    if seat.isCapsLocked { modifiers.insert(.alphaShift) }
    if KeyTable.isKeypad(usage) { modifiers.insert(.numericPad) }
    guard let text = KeyTable.text(of: usage) else {
      return HIDEvent.Key(usage: usage, phase, modifiers: modifiers)
    }
    let isShifted = modifiers.contains(.shift) != (seat.isCapsLocked && text.plain.isLetter)
    return HIDEvent.Key(
      usage: usage, phase, modifiers: modifiers, characters: String(isShifted ? text.shifted : text.plain),
      charactersIgnoringModifiers: String(modifiers.contains(.shift) ? text.shifted : text.plain))
  }
}
