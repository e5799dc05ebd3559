import HIDEvents

/// Decodes a device's records to input events: a frame, up to its `SYN_REPORT`, at a time.
///
/// It stores only the device's state, so an endless stream without frames does not make it grow.
struct EvdevDecoder {
  let description: DeviceDescription
  private var contacts: ContactTracker
  private var single: SingleContact
  private var mouse: MousePointer
  /// For a touchpad, which moves the pointer.
  private var pad: Touchpad?
  private var keyboard: Keyboard
  private var acceleration = (x: Int32(0), y: Int32(0), z: Int32(0))
  private var isAccelerated = false
  /// The last emitted state of the sensor at the screen's front.
  private var proximity = HIDEvent.Proximity.far
  /// Whether the device has multi-touch contacts, so that its records of a single contact are not used.
  private var isMultiTouch: Bool
  /// Whether records were lost, so that the rest of the frame is ignored.
  private var isDropping = false
  private var identities: ContactIdentities
  /// This frame's events of keys.
  private var waiting: [HIDEvent.Payload] = []
  /// The time of the last record.
  private var time: UInt64 = 0
  /// Reads the device's state; nil if it is no device.
  private let state: () -> DeviceState?

  static let mostWaiting = 256

  /// - Parameters:
  ///   - width, height: the screen's size, in points.
  ///   - device: a number that distinguishes the contacts of this device from others'.
  ///   - seat: shared with the user's other keyboards.
  init(
    _ description: DeviceDescription, width: Double, height: Double, device: UInt8 = 0,
    seat: EvdevReader.Seat = .init(), state: @escaping () -> DeviceState? = { nil }
  ) throws(EvdevError) {
    guard !description.isProtocolA else { throw .protocolA(device: description.name) }
    self.description = description
    self.state = state
    keyboard = Keyboard(seat)
    isMultiTouch = description.hasContacts
    let padHeight = width * description.shape(isContacts: isMultiTouch)
    let (surfaceHeight, isPad) = description.isTouchpad ? (padHeight, true) : (height, false)
    contacts = ContactTracker(
      Surface(description, width: width, height: surfaceHeight, isContacts: true), description)
    single = SingleContact(
      Surface(description, width: width, height: surfaceHeight, isContacts: false), description)
    mouse = MousePointer(width: width, height: height)
    pad = isPad ? Touchpad() : nil
    identities = ContactIdentities(device: device)
    let axis = { (code: UInt16) in description.axes[code]?.value ?? 0 }
    acceleration = (axis(InputCode.x), axis(InputCode.y), axis(InputCode.z))
  }

  /// Adds a record; `emit` gets completed events.
  mutating func add(_ record: InputRecord, _ emit: (HIDEvent) -> Void) throws(EvdevError) {
    time = record.time
    if record.kind == InputCode.synchronization { return try synchronize(record, emit) }
    guard !isDropping else { return }
    switch record.kind {
    case InputCode.key: press(record, emit)
    case InputCode.relative: mouse.step(record.code, record.value)
    case InputCode.switches where record.code == InputCode.frontProximity: approach(record.value != 0, emit)
    case InputCode.absolute:
      if InputCode.contactAxes.contains(record.code) {
        isMultiTouch = true
        contacts.set(record.code, record.value)
      } else if description.isAccelerometer {
        accelerate(record)
      } else {
        single.set(record.code, record.value)
      }
    default: break
    }
  }

  private mutating func synchronize(_ record: InputRecord, _ emit: (HIDEvent) -> Void) throws(EvdevError) {
    switch record.code {
    case InputCode.contactReport: throw .protocolA(device: description.name)
    case InputCode.dropped:
      guard !isDropping else { return }
      isDropping = true
      waiting = []
    case InputCode.report:
      if isDropping {
        synchronize(at: time, emit)
      } else {
        finishFrame(emit)
      }
    default: break
    }
  }

  private mutating func press(_ record: InputRecord, _ emit: (HIDEvent) -> Void) {
    if InputCode.buttons.contains(record.code) {
      pressButton(record.code, record.value != 0)
    } else if let payload = keyboard.set(record.code, record.value) {
      waiting.append(payload)
      if waiting.count >= Self.mostWaiting { flush(emit) }
    }
  }

  private mutating func pressButton(_ code: UInt16, _ isOn: Bool) {
    if InputCode.mouseButtons.contains(code) { mouse.press(code, isOn) } else { single.press(code, isOn) }
  }

  private mutating func approach(_ isNear: Bool, _ emit: (HIDEvent) -> Void) {
    let state: HIDEvent.Proximity = isNear ? .near : .far
    guard state != proximity else { return }
    proximity = state
    emit(HIDEvent(timestamp: time, .proximity(state)))
  }

  private mutating func accelerate(_ record: InputRecord) {
    switch record.code {
    case InputCode.x: acceleration.x = record.value
    case InputCode.y: acceleration.y = record.value
    case InputCode.z: acceleration.z = record.value
    default: return
    }
    isAccelerated = true
  }

  private mutating func finishFrame(_ emit: (HIDEvent) -> Void) {
    flush(emit)
    let touched =
      isMultiTouch ? contacts.finishFrame(&identities) : single.finishFrame(&identities).map { [$0] } ?? []
    // Fingers on a touchpad are not sent as contacts: they move the pointer.
    pad?.follow(touched, &mouse)
    for payload in mouse.finishFrame(&identities) { emit(HIDEvent(timestamp: time, payload)) }
    if pad == nil { send(touched, emit) }
    if isAccelerated {
      isAccelerated = false
      emit(
        HIDEvent(
          timestamp: time,
          .acceleration(.init(x: gravity(InputCode.x), y: gravity(InputCode.y), z: gravity(InputCode.z)))))
    }
  }

  private func gravity(_ axis: UInt16) -> Double {
    let value = axis == InputCode.x ? acceleration.x : axis == InputCode.y ? acceleration.y : acceleration.z
    return Double(value) / Double(max(1, description.axes[axis]?.resolution ?? 1))
  }

  private mutating func flush(_ emit: (HIDEvent) -> Void) {
    for payload in waiting { emit(HIDEvent(timestamp: time, payload)) }
    waiting.removeAll(keepingCapacity: true)
  }

  private func send(_ contacts: [HIDEvent.Contact], _ emit: (HIDEvent) -> Void) {
    if !contacts.isEmpty { emit(HIDEvent(timestamp: time, .digitizer(contacts))) }
  }

  // MARK: Losses

  /// Before the first record: begins fingers, keys and buttons that are already down, and reads the slots' positions. A
  /// stream has no state to read.
  mutating func begin(at now: UInt64, _ emit: (HIDEvent) -> Void) {
    guard let state = state() else { return }
    time = now
    flush(keyboard.begin(with: state.keys), emit)
    approach(state.switches.contains(InputCode.frontProximity), emit)
    for code in state.keys.sorted() where InputCode.buttons.contains(code) { pressButton(code, true) }
    let touched =
      isMultiTouch
      ? contacts.synchronize(with: state, &identities) : single.finishFrame(&identities).map { [$0] } ?? []
    pad?.follow(touched, &mouse)
    for payload in mouse.finishFrame(&identities) { emit(HIDEvent(timestamp: time, payload)) }
    if pad == nil { send(touched, emit) }
  }

  /// After lost records: reads a device's state; the state of a stream is lost.
  mutating func synchronize(at now: UInt64, _ emit: (HIDEvent) -> Void) {
    isDropping = false
    time = now
    guard let state = state() else { return cancelAll(emit) }
    flush(keyboard.synchronize(with: state.keys), emit)
    approach(state.switches.contains(InputCode.frontProximity), emit)
    sendLost([single.cancel()], emit)
    single.synchronize(with: state.keys)
    let touched = isMultiTouch ? contacts.synchronize(with: state, &identities) : []
    if pad == nil { send(touched, emit) }
    pad = pad.map { _ in Touchpad() }
  }

  /// Cancels all touches and keys when the device was removed or lost track.
  mutating func cancelAll(_ emit: (HIDEvent) -> Void) {
    waiting = []
    flush(keyboard.cancelAll(), emit)
    approach(false, emit)
    sendLost(contacts.cancelAll().map(Optional.some) + [single.cancel()], emit)
    pad = pad.map { _ in Touchpad() }
  }

  /// Emits cancellations, except for a pad, whose contacts were never emitted.
  private mutating func sendLost(_ contacts: [HIDEvent.Contact?], _ emit: (HIDEvent) -> Void) {
    send(((pad == nil ? contacts : []) + [mouse.cancel()]).compactMap { $0 }, emit)
  }

  private mutating func flush(_ payloads: [HIDEvent.Payload], _ emit: (HIDEvent) -> Void) {
    waiting = payloads
    flush(emit)
  }
}
