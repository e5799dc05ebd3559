import HIDEvents

/// A mouse: steps make a place on the screen, the left button a contact there, the wheel scrolls.
struct MousePointer {
  /// How far a step of the wheel scrolls, in points.
  static let wheelStep = 10.0

  private let width: Double
  private let height: Double
  private var x: Double
  private var y: Double
  private var hasMoved = false
  private var scroll = (x: 0.0, y: 0.0)
  private var isDown = false
  private var identity: UInt32?

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
    (x, y) = (width / 2, height / 2)
  }

  mutating func step(_ code: UInt16, _ value: Int32) {
    switch code {
    case InputCode.relativeX: x = min(max(0, x + Double(value)), width)
    case InputCode.relativeY: y = min(max(0, y + Double(value)), height)
    case InputCode.wheelX: scroll.x -= Double(value) * Self.wheelStep
    case InputCode.wheelY: scroll.y += Double(value) * Self.wheelStep
    default: return
    }
    if code == InputCode.relativeX || code == InputCode.relativeY { hasMoved = true }
  }

  /// The other buttons make no contact.
  mutating func press(_ code: UInt16, _ isOn: Bool) {
    if code == InputCode.mouseButtons.lowerBound { isDown = isOn }
  }

  mutating func finishFrame(_ identities: inout ContactIdentities) -> [HIDEvent.Payload] {
    var payloads: [HIDEvent.Payload] = []
    let wasDown = identity != nil
    if hasMoved, !wasDown { payloads.append(.pointer(.init(.moved, x: x, y: y))) }
    if scroll != (0, 0) {
      payloads.append(.pointer(.init(.scrolled, x: x, y: y, scrollX: scroll.x, scrollY: scroll.y)))
    }
    if isDown, identity == nil { identity = identities.next() }
    if let identity {
      let phase: HIDEvent.Contact.Phase = !isDown ? .ended : !wasDown ? .began : .moved
      if phase != .moved || hasMoved {
        payloads.append(.digitizer([.init(identity, phase, x: x, y: y, kind: .pointer)]))
      }
      if !isDown { self.identity = nil }
    }
    hasMoved = false
    scroll = (0, 0)
    return payloads
  }

  mutating func cancel() -> HIDEvent.Contact? {
    defer { identity = nil }
    isDown = false
    return identity.map { HIDEvent.Contact($0, .cancelled, x: x, y: y, kind: .pointer) }
  }
}
