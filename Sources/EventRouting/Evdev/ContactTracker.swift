import HIDEvents

/// The slots of a surface: decodes multi-touch protocol B from the records of a frame to contacts.
///
/// A record changes the slot that was named last. A slot with a new tracking number has a new contact; -1 means
/// that it was lifted. Only changes are reported, so positions stay with the slot from one contact to the next.
struct ContactTracker {
  struct Slot {
    /// The device's number of the contact; -1: there is none.
    var tracking: Int32 = -1
    var identity: UInt32 = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var pressure: Int32 = 0
    var major: Int32 = 0
    var tool: Int32 = 0
    /// The finger's hover distance.
    var distance: Int32 = 0
    /// Whether the contact's begin was emitted, and not its end.
    var isDown = false
    /// Whether it is a palm's contact, which was cancelled and is ignored until it is lifted.
    var isPalm = false
    /// Its state at the end of the last frame.
    var shown: (x: Int32, y: Int32, major: Int32) = (0, 0, 0)

    // The frame's records so far.
    var newTracking: Int32?
    var wasLifted = false
    var hasMoved = false

    var isDirty: Bool { newTracking != nil || hasMoved || wasLifted }
  }

  /// The number of slots; higher numbers are invalid.
  static let mostSlots = 256

  let surface: Surface
  private(set) var slots: [Slot] = []
  /// The current slot; nil for an invalid one, whose records are ignored.
  private var current: Int? = 0
  private let capacity: Int
  /// A finger that is farther away hovers.
  private let touchDistance: Int32
  /// Whether the stream names slots: after a loss it must do so again.
  private var hasNamedSlot = false

  init(_ surface: Surface, _ description: DeviceDescription) {
    self.surface = surface
    let axis = description.axes[InputCode.slot]
    capacity = min(Self.mostSlots, max(1, axis.map { Int($0.maximum) + 1 } ?? Self.mostSlots))
    touchDistance = description.axes[InputCode.contactDistance]?.minimum ?? 0
    select(axis?.value ?? 0)
  }

  /// Whether a contact is down.
  var isTouched: Bool { slots.contains { $0.tracking >= 0 } }

  /// A record about the current slot, or another slot's number.
  mutating func set(_ code: UInt16, _ value: Int32) {
    if code == InputCode.slot {
      hasNamedSlot = true
      return select(value)
    }
    guard let current else { return }
    switch code {
    case InputCode.trackingID:
      if value < 0 { slots[current].wasLifted = true }
      slots[current].newTracking = max(value, -1)
    case InputCode.contactX:
      slots[current].x = value
      slots[current].hasMoved = true
    case InputCode.contactY:
      slots[current].y = value
      slots[current].hasMoved = true
    case InputCode.contactPressure:
      slots[current].pressure = value
      slots[current].hasMoved = true
    case InputCode.contactDistance:
      slots[current].distance = value
      slots[current].hasMoved = true
    // A changed area is reported with the next move: fingers change theirs all the time.
    case InputCode.touchMajor: slots[current].major = value
    case InputCode.toolType:
      slots[current].tool = value
      slots[current].hasMoved = true
    default: break
    }
  }

  private mutating func select(_ slot: Int32) {
    guard (0..<Int32(capacity)).contains(slot) else {
      current = nil
      return
    }
    while slots.count <= slot { slots.append(Slot()) }
    current = Int(slot)
  }

  /// Ends a frame, and returns its contacts if any has changed.
  mutating func finishFrame(_ identities: inout ContactIdentities) -> [HIDEvent.Contact] {
    guard slots.contains(where: \.isDirty) else { return [] }
    var contacts: [HIDEvent.Contact] = []
    var hasChange = false
    for index in slots.indices {
      let before = contacts.count
      finish(&slots[index], &contacts, &identities)
      if contacts[before...].contains(where: { $0.phase != .stationary }) { hasChange = true }
    }
    return hasChange ? contacts : []
  }

  private func finish(
    _ slot: inout Slot, _ contacts: inout [HIDEvent.Contact], _ identities: inout ContactIdentities
  ) {
    let wanted = slot.newTracking ?? slot.tracking
    let isNew = wanted >= 0 && (wanted != slot.tracking || slot.wasLifted)
    defer {
      slot.newTracking = nil
      slot.wasLifted = false
      slot.hasMoved = false
    }
    if wanted < 0 || isNew {
      // The next contact's place is not this one's.
      if slot.isDown { contacts.append(contact(slot, .ended, at: isNew ? slot.shown : nil)) }
      slot.isDown = false
      slot.isPalm = false
    }
    slot.tracking = wanted
    guard wanted >= 0, !slot.isPalm else { return }
    let isPalm = slot.tool == InputCode.palmTool
    if slot.isDown, isPalm {
      contacts.append(contact(slot, .cancelled))
      slot.isDown = false
      slot.isPalm = true
    } else if slot.isDown, slot.distance > touchDistance {
      contacts.append(contact(slot, .ended, at: slot.shown))
      slot.isDown = false
    } else if slot.isDown {
      if slot.hasMoved { slot.shown = (slot.x, slot.y, slot.major) }
      contacts.append(contact(slot, slot.hasMoved ? .moved : .stationary))
    } else if isPalm {
      slot.isPalm = true
    } else if slot.distance <= touchDistance {
      slot.identity = identities.next()
      slot.isDown = true
      slot.shown = (slot.x, slot.y, slot.major)
      contacts.append(contact(slot, .began))
    }
  }

  private func contact(
    _ slot: Slot, _ phase: HIDEvent.Contact.Phase, at place: (x: Int32, y: Int32, major: Int32)? = nil
  ) -> HIDEvent.Contact {
    let place = place ?? (slot.x, slot.y, slot.shown.major)
    return HIDEvent.Contact(
      slot.identity, phase, x: surface.x(place.x), y: surface.y(place.y),
      kind: slot.tool == InputCode.penTool ? .pencil : surface.kind, force: surface.force(slot.pressure),
      radius: surface.radius(place.major))
  }

  // MARK: Losses

  /// Cancels all contacts when the device has lost track of them. Fingers that are still down are ignored, as are records until
  /// a slot is named: the current slot may have been named in a lost record.
  mutating func cancelAll() -> [HIDEvent.Contact] {
    if hasNamedSlot { current = nil }
    var contacts: [HIDEvent.Contact] = []
    for index in slots.indices {
      if slots[index].isDown {
        contacts.append(contact(slots[index], .cancelled, at: slots[index].shown))
      }
      slots[index].tracking = -1
      slots[index].isDown = false
      slots[index].isPalm = false
      slots[index].newTracking = nil
      slots[index].wasLifted = false
      slots[index].hasMoved = false
    }
    return contacts
  }

  /// Updates the slots from the device's state, at the start or after lost records. A contact whose end was not seen is cancelled.
  mutating func synchronize(with state: DeviceState, _ identities: inout ContactIdentities) -> [HIDEvent
    .Contact]
  {
    var contacts: [HIDEvent.Contact] = []
    for (index, now) in state.slots.prefix(capacity).enumerated() {
      while slots.count <= index { slots.append(Slot()) }
      let old = slots[index]
      if old.tracking >= 0, old.tracking != now.tracking {
        if old.isDown { contacts.append(contact(old, .cancelled, at: old.shown)) }
        slots[index].tracking = -1
        slots[index].isDown = false
        slots[index].isPalm = false
      }
      slots[index].take(now)
      slots[index].newTracking = now.tracking >= 0 ? now.tracking : nil
      slots[index].wasLifted = false
    }
    select(state.currentSlot)
    return contacts + finishFrame(&identities)
  }
}

extension ContactTracker.Slot {
  /// Takes the device's state of the slot. A change of only the area is no move.
  fileprivate mutating func take(_ now: DeviceState.Slot) {
    let old = self
    (x, y) = (now.x, now.y)
    pressure = now.pressure ?? pressure
    major = now.major ?? major
    tool = now.tool ?? tool
    distance = now.distance ?? distance
    hasMoved =
      (x, y, pressure) != (old.x, old.y, old.pressure) || (tool, distance) != (old.tool, old.distance)
  }
}
