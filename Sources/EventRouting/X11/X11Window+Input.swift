import HIDEvents

/// Buttons, touches and keys that are down in a window.
struct X11Input {
  /// The pointer's buttons that are down.
  var buttons: HIDEvent.Contact.Buttons = []
  var isInside = false
  var place = (x: 0.0, y: 0.0)
  /// Touches that have begun here.
  var touches: Set<UInt32> = []
  /// Contacts of one moment, not reported yet.
  var frame: [HIDEvent.Contact] = []
  var frameTime: UInt32 = 0
  var keys: Set<UInt8> = []
  var compose = X11Compose()
  /// A release that may be the first half of a repetition.
  var release: (keycode: UInt8, state: UInt16, time: UInt32)?
}

extension X11Window {
  /// The pointer's contact. A touch with this number is ignored.
  static let pointerIdentity: UInt32 = 0xFFFF_FFF0
  private static let mostUnsentAnswers = 1 << 16

  func send(_ payload: HIDEvent.Payload, _ time: UInt32) {
    handler?(.input(HIDEvent(timestamp: display.timestamp(time), payload)))
  }

  private func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (x / scale + origin.x, y / scale + origin.y)
  }

  /// An event of the core protocol.
  func take(_ packet: X11Packet) {
    let time = packet.uint32(4)
    // Reports touches before later events.
    if packet.kind < 9 { flushTouches() }
    if packet.kind < 6, time != 0 { display.lastInputTime = time }
    if packet.kind != 2 { flushRelease() }
    switch packet.kind {
    case 2, 3: if inputMethod?.takeKey(packet) != true { takeKey(packet) }
    case 4, 5: button(packet, isDown: packet.kind == 4, time)
    case 6: moved(packet, time)
    case 7, 8: crossed(packet, isInside: packet.kind == 7, time)
    case 9, 10: focusChanged(packet, hasFocus: packet.kind == 9)
    case 12:
      handler?(
        .exposed(
          x: Int(packet.uint16(8)), y: Int(packet.uint16(10)), width: Int(packet.uint16(12)),
          height: Int(packet.uint16(14))))
    case 17: if packet.uint32(8) == identifier { end(nil) }
    case 18, 19: if packet.uint32(8) == identifier { mapped(packet.kind == 19) }
    case 21: if packet.uint32(8) == identifier { reparented(to: packet.uint32(12)) }
    case 22: if packet.uint32(8) == identifier { configured(packet) }
    case 33: message(packet)
    default: break
    }
  }

  // MARK: Pointer

  private func button(_ packet: X11Packet, isDown: Bool, _ time: UInt32) {
    let place = place(Double(packet.int16(24)), Double(packet.int16(26)))
    input.place = place
    switch packet.uint8(1) {
    case 1: press(.primary, isDown, time)
    case 2: press(.middle, isDown, time)
    case 3: press(.secondary, isDown, time)
    case 8: press(.init(rawValue: 8), isDown, time)
    case 9: press(.init(rawValue: 16), isDown, time)
    case 4 where isDown: scroll(0, wheelStep, time)
    case 5 where isDown: scroll(0, -wheelStep, time)
    case 6 where isDown: scroll(wheelStep, 0, time)
    case 7 where isDown: scroll(-wheelStep, 0, time)
    default: break
    }
  }

  /// The contact lasts while any button is down.
  private func press(_ button: HIDEvent.Contact.Buttons, _ isDown: Bool, _ time: UInt32) {
    guard input.buttons.contains(button) != isDown else { return }
    let wasPressed = !input.buttons.isEmpty
    if isDown { input.buttons.insert(button) } else { input.buttons.remove(button) }
    sendPointerContact(input.buttons.isEmpty ? .ended : wasPressed ? .moved : .began, time)
  }

  private func sendPointerContact(_ phase: HIDEvent.Contact.Phase, _ time: UInt32) {
    let contact = HIDEvent.Contact(
      Self.pointerIdentity, phase, x: input.place.x, y: input.place.y, kind: .pointer,
      buttons: input.buttons)
    send(.digitizer([contact]), time)
  }

  private func scroll(_ x: Double, _ y: Double, _ time: UInt32) {
    send(
      .pointer(.init(.scrolled, x: input.place.x, y: input.place.y, scrollX: x, scrollY: y)), time)
  }

  private func moved(_ packet: X11Packet, _ time: UInt32) {
    input.place = place(Double(packet.int16(24)), Double(packet.int16(26)))
    if !input.buttons.isEmpty { return sendPointerContact(.moved, time) }
    let phase: HIDEvent.Pointer.Phase = input.isInside ? .moved : .entered
    input.isInside = true
    send(.pointer(.init(phase, x: input.place.x, y: input.place.y)), time)
  }

  private func crossed(_ packet: X11Packet, isInside: Bool, _ time: UInt32) {
    // Grabs cross nothing, and inner windows there are none.
    guard packet.uint8(30) == 0, packet.uint8(1) != 2 else { return }
    input.place = place(Double(packet.int16(24)), Double(packet.int16(26)))
    guard isInside != input.isInside else { return }
    input.isInside = isInside
    send(.pointer(.init(isInside ? .entered : .left, x: input.place.x, y: input.place.y)), time)
  }

  // MARK: Keys

  /// A key that no input method has used.
  func takeKey(_ packet: X11Packet) {
    let (keycode, state, time) = (packet.uint8(1), packet.uint16(28), packet.uint32(4))
    if packet.kind == 2 { return keyPressed(keycode, state, time) }
    flushRelease()
    keyReleased(keycode, state, time)
  }

  private func keyPressed(_ keycode: UInt8, _ state: UInt16, _ time: UInt32) {
    if let release = input.release {
      if release.keycode == keycode, release.time == time {
        input.release = nil
        return sendPressed(keycode, .repeated, state, time)
      }
      flushRelease()
    }
    sendPressed(keycode, input.keys.insert(keycode).inserted ? .down : .repeated, state, time)
  }

  /// The text of a key that was pressed is what it makes together with the dead keys before it.
  private func sendPressed(
    _ keycode: UInt8, _ phase: HIDEvent.Key.Phase, _ state: UInt16, _ time: UInt32
  ) {
    var key = display.keymap.key(keycode, phase, state: state)
    if key.modifiers.isDisjoint(with: [.control, .command]) {
      switch input.compose.take(display.keymap.keysym(keycode, state: state), key.characters) {
      case .plain: break
      case .pending: key.characters = ""
      case .text(let text): key.characters = text
      }
    }
    send(.key(key), time)
  }

  private func keyReleased(_ keycode: UInt8, _ state: UInt16, _ time: UInt32) {
    input.release = (keycode, state, time)
    if display.repeatsWithoutReleases { flushRelease() }
  }

  private func flushRelease() {
    guard let (keycode, state, time) = input.release else { return }
    input.release = nil
    guard input.keys.remove(keycode) != nil else { return }
    send(.key(display.keymap.key(keycode, .up, state: state)), time)
  }

  // MARK: Focus and messages

  private func focusChanged(_ packet: X11Packet, hasFocus: Bool) {
    let (detail, mode) = (packet.uint8(1), packet.uint8(8))
    // Another program has grabbed the keyboard: releases go to that one.
    if mode == 1, !hasFocus { cancelKeys() }
    // Of a grab, or of the pointer only.
    guard mode != 1, mode != 2, detail < 5, detail != 2 else { return }
    if hasFocus {
      send(.system(.didBecomeActive), 0)
      inputMethod?.focusChanged(true)
    } else {
      inputMethod?.focusChanged(false)
      // The receiver cancels everything that is down by itself.
      flushTouches()
      input.buttons = []
      input.touches = []
      input.keys = []
      input.compose.reset()
      send(.system(.willResignActive), 0)
    }
  }

  private func message(_ packet: X11Packet) {
    let atoms = display.atoms
    guard packet.uint8(1) == 32, packet.uint32(8) == atoms["WM_PROTOCOLS"] else { return }
    switch packet.uint32(12) {
    case atoms["WM_DELETE_WINDOW"]: handler?(.closeRequested)
    case atoms["_NET_WM_PING"]:
      // Answers stop while a server asks and does not read.
      guard display.connection.unsentBytes < Self.mostUnsentAnswers else { return }
      // Sent back to the root, as a sign of life.
      var answer = X11Request(.sendEvent, 0)
      answer.add(display.screen.root)
      answer.add(UInt32(0x180000))
      var bytes = packet.bytes
      bytes[0] = 33
      withUnsafeBytes(of: display.screen.root) { bytes.replaceSubrange(4..<8, with: $0) }
      answer.add(bytes)
      display.connection.send(answer, "SendEvent")
    default: break
    }
  }

  // MARK: The end of what is down

  /// Ends a batch of packets.
  func packetsEnded() {
    flushTouches()
    flushRelease()
  }

  /// Cancels everything that is down.
  func cancelInput() {
    inputMethod?.dropKeys()
    flushTouches()
    if !input.buttons.isEmpty || !input.touches.isEmpty { send(.system(.contactsLost), 0) }
    cancelKeys()
    if input.isInside { send(.pointer(.init(.left, x: input.place.x, y: input.place.y)), 0) }
    input = X11Input()
  }
}

extension X11Window {
  private func cancelKeys() {
    let keys = input.keys.sorted()
    input.keys = []
    input.release = nil
    for keycode in keys { send(.key(display.keymap.key(keycode, .cancelled, state: 0)), 0) }
  }
}

/// Touches of the input extension.
extension X11Window {
  func takeTouch(_ packet: X11Packet) {
    flushRelease()
    let phase: HIDEvent.Contact.Phase
    switch packet.uint16(8) {
    case 18: phase = .began
    case 19: phase = .moved
    case 20: phase = .ended
    default: return
    }
    let touch = packet.uint32(16)
    // Ignores a touch that began elsewhere, or before the focus was lost.
    if phase == .began {
      guard touch != Self.pointerIdentity, input.touches.count < 256, input.touches.insert(touch).inserted
      else { return }
    } else {
      guard input.touches.contains(touch) else { return }
      if phase == .ended { input.touches.remove(touch) }
    }
    let time = packet.uint32(12)
    if time != input.frameTime || input.frame.contains(where: { $0.identity == touch }) { flushTouches() }
    let place = place(packet.fixed(40), packet.fixed(44))
    input.frameTime = time
    input.frame.append(.init(touch, phase, x: place.x, y: place.y))
  }

  /// Reports the contacts of one moment as one frame.
  func flushTouches() {
    guard !input.frame.isEmpty else { return }
    let frame = input.frame
    input.frame.removeAll(keepingCapacity: true)
    send(.digitizer(frame), input.frameTime)
  }
}
