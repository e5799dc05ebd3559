import HIDEvents

/// A mouse: its steps move a position on the screen, its buttons make a contact there, its wheel scrolls.
struct MousePointer {
  /// How far a notch of the wheel scrolls, in points: as far as in a window of an X server.
  static let wheelStep = 40.0

  private let width: Double
  private let height: Double
  private var x: Double
  private var y: Double
  private var hasMoved = false
  private var scroll = (x: 0.0, y: 0.0)
  private var buttons: HIDEvent.Contact.Buttons = []
  private var shownButtons: HIDEvent.Contact.Buttons = []
  private var identity: UInt32?

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
    (x, y) = (width / 2, height / 2)
  }

  mutating func step(_ code: UInt16, _ value: Int32) {
    switch code {
    case InputCode.relativeX: move(x: Double(value), y: 0)
    case InputCode.relativeY: move(x: 0, y: Double(value))
    case InputCode.wheelX: turn(x: -Double(value) * Self.wheelStep, y: 0)
    case InputCode.wheelY: turn(x: 0, y: Double(value) * Self.wheelStep)
    default: break
    }
  }

  mutating func move(x stepX: Double, y stepY: Double) {
    x = min(max(0, x + stepX), width)
    y = min(max(0, y + stepY), height)
    hasMoved = true
  }

  mutating func turn(x stepX: Double, y stepY: Double) {
    scroll.x += stepX
    scroll.y += stepY
  }

  /// The contact lasts while any button is down.
  mutating func press(_ code: UInt16, _ isOn: Bool) {
    let button = HIDEvent.Contact.Buttons(rawValue: 1 << (code - InputCode.mouseButtons.lowerBound))
    if isOn { buttons.insert(button) } else { buttons.remove(button) }
  }

  mutating func finishFrame(_ identities: inout ContactIdentities) -> [HIDEvent.Payload] {
    var payloads: [HIDEvent.Payload] = []
    let wasDown = identity != nil
    if hasMoved, !wasDown { payloads.append(.pointer(.init(.moved, x: x, y: y))) }
    if scroll != (0, 0) {
      payloads.append(.pointer(.init(.scrolled, x: x, y: y, scrollX: scroll.x, scrollY: scroll.y)))
    }
    if !buttons.isEmpty, identity == nil { identity = identities.next() }
    if let identity {
      let phase: HIDEvent.Contact.Phase = buttons.isEmpty ? .ended : !wasDown ? .began : .moved
      if phase != .moved || hasMoved || buttons != shownButtons {
        payloads.append(.digitizer([.init(identity, phase, x: x, y: y, kind: .pointer, buttons: buttons)]))
      }
      if buttons.isEmpty { self.identity = nil }
    }
    shownButtons = buttons
    hasMoved = false
    scroll = (0, 0)
    return payloads
  }

  mutating func cancel() -> HIDEvent.Contact? {
    defer { identity = nil }
    buttons = []
    return identity.map { HIDEvent.Contact($0, .cancelled, x: x, y: y, kind: .pointer) }
  }
}
