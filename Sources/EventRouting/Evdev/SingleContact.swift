import HIDEvents

/// The contact of a surface with only one: an old touch screen, a pen.
///
/// Multi-touch devices report their first contact in this form, too, for old programs; there it is not used.
struct SingleContact {
  let surface: Surface
  private var x: Int32 = 0
  private var y: Int32 = 0
  private var pressure: Int32 = 0
  private var isPen = false
  private var isDown = false
  private var hasMoved = false
  private var identity: UInt32?
  private var kind = HIDEvent.Contact.Kind.finger

  init(_ surface: Surface, _ description: DeviceDescription) {
    self.surface = surface
    x = description.axes[InputCode.x]?.value ?? 0
    y = description.axes[InputCode.y]?.value ?? 0
    pressure = description.axes[InputCode.pressure]?.value ?? 0
  }

  /// Whether the record was about the contact.
  mutating func set(_ code: UInt16, _ value: Int32) {
    switch code {
    case InputCode.x: x = value
    case InputCode.y: y = value
    case InputCode.pressure: pressure = value
    default: return
    }
    hasMoved = true
  }

  mutating func press(_ code: UInt16, _ isOn: Bool) {
    switch code {
    case InputCode.touchButton: isDown = isOn
    case InputCode.penButton, InputCode.rubberButton: isPen = isOn
    default: break
    }
  }

  /// After lost records: a pen may have come near or left.
  mutating func synchronize(with keys: Set<UInt16>) {
    isPen = keys.contains(InputCode.penButton) || keys.contains(InputCode.rubberButton)
  }

  mutating func finishFrame(_ identities: inout ContactIdentities) -> HIDEvent.Contact? {
    defer { hasMoved = false }
    if let identity {
      if !isDown { self.identity = nil }
      guard !isDown || hasMoved else { return nil }
      return contact(identity, isDown ? .moved : .ended)
    }
    guard isDown else { return nil }
    let new = identities.next()
    identity = new
    kind = isPen ? .pencil : surface.kind
    return contact(new, .began)
  }

  mutating func cancel() -> HIDEvent.Contact? {
    defer { identity = nil }
    isDown = false
    return identity.map { contact($0, .cancelled) }
  }

  private func contact(_ identity: UInt32, _ phase: HIDEvent.Contact.Phase) -> HIDEvent.Contact {
    HIDEvent.Contact(
      identity, phase, x: surface.x(x), y: surface.y(y), kind: kind, force: surface.force(pressure))
  }
}
