import HIDEvents

/// The fingers that are on the screen now: makes touches of contacts, and their event.
final class TouchRegistry {
  unowned let application: UIApplication
  /// In the order in which they began.
  private(set) var live: [UITouch] = []
  /// Ended touches with steps that a recognizer withholds from their views.
  private var lingering: [UITouch] = []
  /// The event of this sequence, from the first finger to the last.
  private(set) var event: UIEvent?
  /// Contacts that are on the surface and are not ours: refused, or cancelled before they went.
  private var refused: Set<ContactKey> = []
  private var taps = TapCounter()
  private var newest: UInt64 = 0
  /// More fingers than this at once are no fingers.
  static let mostTouches = 32
  private var depth = 0

  init(_ application: UIApplication) {
    self.application = application
  }

  var isEmpty: Bool { live.isEmpty && lingering.isEmpty }

  func isEarlier(_ first: UITouch, than second: UITouch) -> Bool {
    for touch in live {
      if touch === first { return true }
      if touch === second { return false }
    }
    return false
  }

  func event(of touch: UITouch) -> UIEvent? { touch.event }

  // MARK: Frames

  /// Applies one frame of contacts, as one event.
  ///
  /// - Parameters:
  ///   - host: the number of the hosted window that they are in; 0: on the screen.
  ///   - earlier: frames that only moved the same contacts and are summed up in this one, oldest first.
  func apply(
    _ contacts: [HIDEvent.Contact], at time: UInt64, in host: UInt32 = 0, earlier: ArraySlice<HIDEvent> = []
  ) {
    // Inside a hit test or a swallowed event: delivers pending changes before the next.
    if let event, live.contains(where: \.delivery.hasNews) { dispatch(event) }
    let time = monotonic(time)
    let restored = beginFrame()
    for old in earlier {
      if case .digitizer(let contacts) = old.payload { sample(contacts, at: old.timestamp, host) }
    }
    for index in contacts.indices {
      if contacts.count > 1, isRepeated(index, contacts) {
        application.losses.add(.duplicateContact)
      } else {
        apply(contacts[index], at: time, host)
      }
    }
    if let event, live.contains(where: \.delivery.hasNews) {
      event.nanoseconds = time
      event.modifierFlags = application.presses.modifierFlags
      dispatch(event)
    }
    endFrame(restored)
  }

  /// Whether the frame has the contact before. Frames are small. In one that is not, a contact that comes again far behind
  /// counts as any contact whose identity is taken.
  private func isRepeated(_ index: Int, _ contacts: [HIDEvent.Contact]) -> Bool {
    let identity = contacts[index].identity
    for earlier in contacts[max(0, index - 64)..<index] where earlier.identity == identity { return true }
    return false
  }

  private func apply(_ contact: HIDEvent.Contact, at time: UInt64, _ host: UInt32) {
    let place = Point(contact.x, contact.y)
    let key = ContactKey(identity: contact.identity, host: host)
    let known = live.last { $0.key == key && !$0.isOver }
    switch contact.phase {
    case .began:
      if let known {
        application.losses.add(.identityReused)
        change(known, .cancelled, at: time)
      }
      begin(contact, key, place, time)
    case .moved, .stationary:
      guard let known else { return stray(contact, key) }
      guard place.isFinite else { return application.losses.add(.notFinite) }
      move(known, contact, place, time)
    case .ended:
      guard let known else { return stray(contact, key) }
      if place.isFinite {
        known.location = known.inWindow(place)
      } else {
        application.losses.add(.notFinite)
      }
      if known.strayedTooFar { known.tapCount = 0 }
      taps.ended(count: known.tapCount, at: known.beganLocation, on: known.window, time: time)
      change(known, .ended, at: time)
    case .cancelled:
      guard let known else { return stray(contact, key) }
      change(known, .cancelled, at: time)
    }
  }

  /// A contact that is not known. One that was refused is dropped silently.
  private func stray(_ contact: HIDEvent.Contact, _ key: ContactKey) {
    let isOver = contact.phase == .ended || contact.phase == .cancelled
    if refused.contains(key) {
      if isOver { refused.remove(key) }
      return
    }
    // A frame may repeat what does not change.
    if contact.phase != .stationary { application.losses.add(.unknownContact) }
  }

  private func refuse(_ key: ContactKey, _ reason: EventLosses.Reason) {
    application.losses.add(reason)
    // A source of touches that never end must not exhaust memory.
    if refused.count < 4096 { refused.insert(key) }
  }

  private func begin(_ contact: HIDEvent.Contact, _ key: ContactKey, _ place: Point, _ time: UInt64) {
    refused.remove(key)
    guard place.isFinite else { return refuse(key, .notFinite) }
    guard application.applicationState == .active else { return refuse(key, .inactive) }
    guard application.ignoringDepth == 0 else { return refuse(key, .ignored) }
    guard live.count(where: { !$0.isOver }) < application.maximumTouches else {
      return refuse(key, .tooManyContacts)
    }
    // The event exists before its touches: callees may inspect it.
    let event = self.event ?? UIEvent(.touches, nanoseconds: time)
    self.event = event
    event.nanoseconds = time
    event.modifierFlags = application.presses.modifierFlags
    guard let (window, view) = application.target(at: place, for: event, in: key.host) else {
      if live.isEmpty { self.event = nil }
      return refuse(key, .nowhere)
    }
    let touch = UITouch(
      identity: contact.identity, type: .init(contact.kind), at: window.geometry.local(place),
      nanoseconds: time)
    touch.hostNumber = key.host
    touch.window = window
    touch.view = view
    touch.force = contact.force
    touch.hasForce = contact.force > 0
    touch.majorRadius = contact.radius
    touch.buttons = UIEvent.ButtonMask(contact)
    touch.tapCount = taps.began(at: touch.location, on: window, time: time)
    touch.delivery.hasNews = true
    touch.recent.add(touch.location, at: time)
    touch.event = event
    self.event = event
    event.add(touch)
    live.append(touch)
    application.gestures.began(touch, with: event)
  }

  private func move(_ touch: UITouch, _ contact: HIDEvent.Contact, _ place: Point, _ time: UInt64) {
    let location = touch.inWindow(place)
    let buttons = UIEvent.ButtonMask(contact)
    let isSame =
      location == touch.location && contact.force == touch.force && contact.radius == touch.majorRadius
      && buttons == touch.buttons
    guard !isSame || !touch.samples.isEmpty else { return }
    touch.location = location
    touch.force = contact.force
    if contact.force > 0 { touch.hasForce = true }
    touch.majorRadius = contact.radius
    touch.buttons = buttons
    touch.recent.add(location, at: time)
    change(touch, .moved, at: time)
  }

  private func change(_ touch: UITouch, _ phase: UITouch.Phase, at time: UInt64) {
    touch.phase = phase
    if phase == .ended || phase == .cancelled { touch.delivery.isOver = true }
    touch.nanoseconds = time
    touch.delivery.hasNews = true
    touch.delivery.serial &+= 1
  }

  /// A place between two events.
  private func sample(_ contacts: [HIDEvent.Contact], at time: UInt64, _ host: UInt32) {
    for contact in contacts {
      let place = Point(contact.x, contact.y)
      let key = ContactKey(identity: contact.identity, host: host)
      guard place.isFinite, let touch = live.last(where: { $0.key == key && !$0.isOver }) else { continue }
      touch.samples.append(
        UITouch.Sample(
          location: touch.inWindow(place), nanoseconds: time, force: contact.force, radius: contact.radius))
    }
  }

  /// Time does not go back.
  private func monotonic(_ time: UInt64) -> UInt64 {
    if time < newest { application.losses.add(.timeWentBack) }
    newest = max(newest, time)
    return newest
  }

  // MARK: Cancellation

  /// Cancels the touches for views and recognizers. Their fingers may still be
  /// down, and are ignored.
  func cancel(where isWanted: (UITouch) -> Bool) {
    // Ends that are held back, or that an event around this one has not delivered yet.
    let waiting = (lingering + live).filter { $0.isOver && application.delivery.isHeld($0) && isWanted($0) }
    if !waiting.isEmpty {
      lingering.removeAll { waiting.contains($0) }
      application.delivery.cancelInViews(waiting)
    }
    // Including undelivered ends, while the event is with another window.
    let cancelled = live.filter { (!$0.isOver || $0.delivery.hasNews) && isWanted($0) }
    guard !cancelled.isEmpty, let event else { return }
    let restored = beginFrame()
    for touch in cancelled {
      if refused.count < 4096 { refused.insert(touch.key) }
      change(touch, .cancelled, at: newest)
    }
    dispatch(event)
    endFrame(restored)
  }

  /// Whether one of these touches is in progress, or its end is withheld.
  func contains(where isWanted: (UITouch) -> Bool) -> Bool {
    live.contains {
      (!$0.isOver || $0.delivery.hasNews || application.delivery.isHeld($0)) && isWanted($0)
    }
      || lingering.contains(where: isWanted)
  }

  func cancelAll() { cancel { _ in true } }

  /// The device has lost its contacts.
  func contactsLost() {
    cancelAll()
    refused.removeAll()
  }

  /// The desktop has lost the contacts in a hosted window.
  func contactsLost(in host: UInt32) {
    application.cancelAllTouches { $0.hostNumber == host }
    refused = refused.filter { $0.host != host }
  }

  // MARK: Events inside events

  private typealias Saved = (touch: UITouch, serial: UInt32, step: TouchStep)

  /// Touches that do not change are stationary. Inside another event they are as they were in that one afterwards.
  private func beginFrame() -> [Saved] {
    var saved: [Saved] = []
    for touch in live where !touch.delivery.hasNews && !touch.isOver {
      if depth > 0 { saved.append((touch, touch.delivery.serial, TouchStep(touch))) }
      touch.phase = .stationary
      touch.previousLocation = touch.location
      if !touch.samples.isEmpty { touch.samples.removeAll(keepingCapacity: true) }
    }
    return saved
  }

  private func endFrame(_ saved: [Saved]) {
    for (touch, serial, step) in saved where touch.delivery.serial == serial && !touch.isOver {
      step.restore(touch)
    }
  }

  /// Handles an event that a subclass's `sendEvent` swallowed. A receiver of a beginning must get the end; an undelivered
  /// beginning has none.
  private func wasSwallowed(_ touch: UITouch) {
    touch.delivery.hasNews = false
    let knows = touch.delivery.stage == .begun
    guard touch.isOver || !knows else { return }
    if knows { application.losses.add(.swallowed) }
    application.delivery.cancelInViews(CollectionOfOne(touch))
  }

  /// Sends the event, and releases ended touches.
  private func dispatch(_ event: UIEvent) {
    depth += 1
    application.sendEvent(event)
    depth -= 1
    for touch in live where touch.delivery.hasNews { wasSwallowed(touch) }
    // Inside another event, which may still have to deliver an end to a view.
    let over = live.filter { $0.isOver && !(depth > 0 && application.delivery.isUnderWay($0)) }
    guard !over.isEmpty else { return tidy() }
    live.removeAll { over.contains($0) }
    for touch in over {
      touch.event?.remove(touch)
      application.gestures.finished(touch)
      if application.delivery.isHeld(touch) { lingering.append(touch) }
    }
    if live.isEmpty { self.event = nil }
    tidy()
  }

  /// Releases touches whose steps are all delivered.
  func tidy() {
    if !lingering.isEmpty { lingering.removeAll { !application.delivery.isHeld($0) } }
    if isEmpty { application.delivery.sequenceEnded() }
  }
}

/// Tells contacts apart: each desktop window numbers its own.
private struct ContactKey: Hashable {
  var identity: UInt32
  var host: UInt32
}

extension UITouch {
  /// Whether it will no longer change. The phase alone does not show it: views may be shown an earlier or another one.
  var isOver: Bool { delivery.isOver }

  /// Tells it apart from the other contacts that are down.
  fileprivate var key: ContactKey { ContactKey(identity: identity, host: hostNumber) }

  /// It presses, selects and drags: a finger, or the pointer with its first button.
  var isPrimary: Bool { buttons.isEmpty || buttons.contains(.primary) }

  /// A place of the screen, in the window's coordinates.
  func inWindow(_ place: Point) -> Point { window?.geometry.local(place) ?? place }
}

extension UIEvent.ButtonMask {
  /// A pointer's contact without buttons is one of the first.
  init(_ contact: HIDEvent.Contact) {
    guard contact.kind == .pointer else {
      self = []
      return
    }
    self = contact.buttons.isEmpty ? .primary : Self(rawValue: Int(contact.buttons.rawValue))
  }
}

extension UITouch.TouchType {
  init(_ kind: HIDEvent.Contact.Kind) {
    switch kind {
    case .finger: self = .direct
    case .indirect: self = .indirect
    case .pencil: self = .pencil
    case .pointer: self = .indirectPointer
    }
  }
}
