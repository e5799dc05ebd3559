import HIDEvents

/// The router's decisions about the receivers of events, without its sockets.
///
/// A stack of clients, the front one first. One that wants to be seen and is not all covered by a single window in front of
/// it is in the foreground; the first of those is focused. A touch belongs to the client whose window it began in, until it
/// ends; it is cancelled when that client leaves the foreground.
struct RoutingTable {
  typealias ClientID = UInt32

  struct Client {
    let id: ClientID
    var description: ClientDescription
    var isInForeground = false
    /// The focus state of which the client was last notified.
    var isFocused = false
  }

  /// A message to send.
  struct Delivery: Hashable {
    var client: ClientID
    var event: HIDEvent
  }

  /// The front one first.
  private(set) var stack: [Client] = []
  private(set) var isLocked = false
  /// False while another program has the screen.
  private(set) var isScreenShown = true
  /// Contacts that are down and have an owner, by identity.
  private(set) var touches: [UInt32: Touch] = [:]
  /// Keys that are down and have an owner, by usage.
  private var keys: [UInt16: ClientID] = [:]
  /// Keys that the router consumed, until they go up.
  private var ownKeys: Set<UInt16> = []
  /// The client whose window is under the pointer.
  private var hovered: ClientID?
  private var lastPointer = HIDEvent.Pointer(.moved, x: 0, y: 0)
  /// The last reports of sensors, sent to a client that gets the focus.
  private var proximity: HIDEvent.Payload?
  private var orientation: HIDEvent.Payload?

  struct Touch {
    var client: ClientID
    var x: Double
    var y: Double
    var kind: HIDEvent.Contact.Kind
  }

  /// The most contacts with an owner; further ones are not routed.
  static let mostTouches = 1024

  // MARK: Clients

  func client(_ id: ClientID) -> Client? { stack.first { $0.id == id } }
  var focused: Client? { isDark ? nil : stack.first { $0.isInForeground } }

  /// A new client is in front of the others when it wants to be seen, else behind them.
  mutating func add(_ id: ClientID, _ description: ClientDescription, at time: UInt64) -> [Delivery] {
    let client = Client(id: id, description: description)
    if description.wantsForeground { stack.insert(client, at: 0) } else { stack.append(client) }
    return update(at: time, newcomer: id)
  }

  mutating func change(_ id: ClientID, _ description: ClientDescription, at time: UInt64) -> [Delivery] {
    guard let index = stack.firstIndex(where: { $0.id == id }) else { return [] }
    let wantedBefore = stack[index].description.wantsForeground
    stack[index].description = description
    // A client that now wants to be seen comes to the front; one that no longer does leaves the place to others.
    if description.wantsForeground, !wantedBefore { return bringToFront(id, at: time) }
    return update(at: time)
  }

  mutating func bringToFront(_ id: ClientID, at time: UInt64) -> [Delivery] {
    guard let index = stack.firstIndex(where: { $0.id == id }) else { return [] }
    stack[index].description.wantsForeground = true
    stack.insert(stack.remove(at: index), at: 0)
    return update(at: time)
  }

  /// Removes a client that has ended: its touches and keys are dropped without notifying anyone.
  mutating func remove(_ id: ClientID, at time: UInt64) -> [Delivery] {
    stack.removeAll { $0.id == id }
    forget(id)
    return update(at: time)
  }

  mutating func lock(_ isOn: Bool, at time: UInt64) -> [Delivery] {
    isLocked = isOn
    return update(at: time)
  }

  mutating func showScreen(_ isShown: Bool, at time: UInt64) -> [Delivery] {
    isScreenShown = isShown
    return update(at: time)
  }

  /// Whether no application can be in the foreground.
  private var isDark: Bool { isLocked || !isScreenShown }

  /// Brings the second client to the front, and sends the front one to the back.
  mutating func switchFocus(at time: UInt64) -> [Delivery] {
    let wanting = stack.indices.filter { stack[$0].description.wantsForeground }
    guard wanting.count > 1 else { return [] }
    let next = stack.remove(at: wanting[1])
    let front = stack.remove(at: wanting[0])
    stack.insert(next, at: 0)
    stack.append(front)
    return update(at: time)
  }

  /// Drops a stalled client's touches and keys; the caller notifies it.
  mutating func forget(_ id: ClientID) {
    touches = touches.filter { $0.value.client != id }
    keys = keys.filter { $0.value != id }
    if hovered == id { hovered = nil }
  }

  func touchCount(of id: ClientID) -> Int { touches.values.count { $0.client == id } }

  // MARK: The foreground

  /// Determines the clients in the foreground, and notifies those whose state has changed.
  private mutating func update(at time: UInt64, newcomer: ClientID? = nil) -> [Delivery] {
    var deliveries: [Delivery] = []
    var windowsInFront: [ClientDescription.Window] = []
    var focus: ClientID?
    for index in stack.indices {
      let description = stack[index].description
      let isSeen =
        !isDark && description.wantsForeground && !Self.isCovered(description.windows, windowsInFront)
      if isSeen {
        windowsInFront += description.windows
        if focus == nil { focus = stack[index].id }
      }
      if stack[index].isInForeground != isSeen || stack[index].id == newcomer && !isSeen {
        stack[index].isInForeground = isSeen
        deliveries += isSeen ? enter(stack[index].id, time) : leave(stack[index].id, time)
      }
    }
    for index in stack.indices {
      let id = stack[index].id
      // Keys follow the focus; fingers stay where they are.
      if stack[index].isFocused, id != focus { deliveries += cancelKeys(of: id, time) }
      if !stack[index].isFocused, id == focus {
        deliveries += [orientation, proximity].compactMap(\.self).map {
          Delivery(client: id, event: HIDEvent(timestamp: time, $0))
        }
      }
      stack[index].isFocused = id == focus
    }
    // Leaving clients are notified before entering ones.
    return deliveries.filter { $0.isFarewell } + deliveries.filter { !$0.isFarewell }
  }

  private static func isCovered(
    _ windows: [ClientDescription.Window], _ front: [ClientDescription.Window]
  ) -> Bool {
    !windows.isEmpty && windows.allSatisfy { window in front.contains { $0.covers(window) } }
  }

  private func enter(_ id: ClientID, _ time: UInt64) -> [Delivery] {
    [HIDEvent.System.willEnterForeground, .didBecomeActive].map {
      Delivery(client: id, event: HIDEvent(timestamp: time, .system($0)))
    }
  }

  private mutating func leave(_ id: ClientID, _ time: UInt64) -> [Delivery] {
    var events: [HIDEvent] = []
    let contacts = touches.filter { $0.value.client == id }.sorted { $0.key < $1.key }.map {
      HIDEvent.Contact($0.key, .cancelled, x: $0.value.x, y: $0.value.y, kind: $0.value.kind)
    }
    if !contacts.isEmpty { events.append(HIDEvent(timestamp: time, .digitizer(contacts))) }
    if hovered == id {
      var pointer = lastPointer
      pointer.phase = .left
      events.append(HIDEvent(timestamp: time, .pointer(pointer)))
    }
    let keys = cancelKeys(of: id, time)
    forget(id)
    events.append(HIDEvent(timestamp: time, .system(.willResignActive)))
    events.append(HIDEvent(timestamp: time, .system(.didEnterBackground)))
    return keys + events.map { Delivery(client: id, event: $0) }
  }

  private mutating func cancelKeys(of id: ClientID, _ time: UInt64) -> [Delivery] {
    let usages = keys.filter { $0.value == id }.keys.sorted()
    for usage in usages { keys[usage] = nil }
    return usages.map {
      Delivery(client: id, event: HIDEvent(timestamp: time, .key(.init(usage: $0, .cancelled))))
    }
  }

  private func clientAt(_ x: Double, _ y: Double) -> ClientID? {
    guard !isDark else { return nil }
    return stack.first { client in
      client.isInForeground && client.description.windows.contains { $0.contains(x, y) }
    }?.id
  }

  // MARK: Events

  /// The routing of one event: its deliveries, and the part that the router keeps.
  struct Decision {
    var deliveries: [Delivery] = []
    /// The event, or the part of it, without a receiver.
    var own: HIDEvent?
    /// The router's action on it.
    var action: Action?

    enum Action: Hashable {
      case lock, volumeUp, volumeDown, mute, switchFocus
    }
  }

  mutating func route(_ event: HIDEvent) -> Decision {
    switch event.payload {
    case .digitizer(let contacts): return route(contacts, event.timestamp)
    case .pointer(let pointer): return route(pointer, event.timestamp)
    case .key(let key): return route(key, event)
    case .acceleration: return Self.give(event, to: focused?.id)
    case .proximity:
      proximity = event.payload
      return Self.give(event, to: focused?.id)
    case .orientation:
      orientation = event.payload
      return Self.give(event, to: focused?.id)
    case .remoteControl:
      let wanting = stack.first { $0.description.wantsRemoteControl }
      return Self.give(event, to: wanting?.id ?? focused?.id)
    case .system: return lose(event)
    }
  }

  private static func give(_ event: HIDEvent, to client: ClientID?) -> Decision {
    guard let client else { return Decision(own: event) }
    return Decision(deliveries: [Delivery(client: client, event: event)])
  }

  /// Routes a frame's contacts to their owners, those of one client together.
  private mutating func route(_ contacts: [HIDEvent.Contact], _ time: UInt64) -> Decision {
    var parts: [(client: ClientID, contacts: [HIDEvent.Contact])] = []
    var own: [HIDEvent.Contact] = []
    for contact in contacts {
      if contact.phase == .began {
        if let client = clientAt(contact.x, contact.y), touches.count < Self.mostTouches {
          touches[contact.identity] = Touch(client: client, x: contact.x, y: contact.y, kind: contact.kind)
        } else {
          touches[contact.identity] = nil
          own.append(contact)
          continue
        }
      }
      // A contact without an owner began on the desktop, or with a client that has left: no other client gets it.
      guard let touch = touches[contact.identity] else { continue }
      touches[contact.identity]?.x = contact.x
      touches[contact.identity]?.y = contact.y
      if contact.phase == .ended || contact.phase == .cancelled { touches[contact.identity] = nil }
      if let index = parts.firstIndex(where: { $0.client == touch.client }) {
        parts[index].contacts.append(contact)
      } else {
        parts.append((touch.client, [contact]))
      }
    }
    var decision = Decision()
    // A client without a changed contact gets nothing.
    for part in parts where part.contacts.contains(where: { $0.phase != .stationary }) {
      decision.deliveries.append(
        Delivery(client: part.client, event: HIDEvent(timestamp: time, .digitizer(part.contacts))))
    }
    if !own.isEmpty { decision.own = HIDEvent(timestamp: time, .digitizer(own)) }
    return decision
  }

  private mutating func route(_ pointer: HIDEvent.Pointer, _ time: UInt64) -> Decision {
    let client = pointer.phase == .left ? nil : clientAt(pointer.x, pointer.y)
    var deliveries: [Delivery] = []
    func add(_ phase: HIDEvent.Pointer.Phase, _ client: ClientID) {
      var pointer = pointer
      pointer.phase = phase
      deliveries.append(Delivery(client: client, event: HIDEvent(timestamp: time, .pointer(pointer))))
    }
    if let hovered, hovered != client { add(.left, hovered) }
    if let client, hovered != client, pointer.phase != .entered { add(.entered, client) }
    if let client { add(pointer.phase, client) }
    hovered = client
    lastPointer = pointer
    let isOwn = client == nil && deliveries.isEmpty
    return Decision(deliveries: deliveries, own: isOwn ? HIDEvent(timestamp: time, .pointer(pointer)) : nil)
  }

  private mutating func route(_ key: HIDEvent.Key, _ event: HIDEvent) -> Decision {
    switch key.phase {
    case .down:
      if let action = Self.action(of: key) {
        ownKeys.insert(key.usage)
        return Decision(own: event, action: action)
      }
      guard let client = focused?.id else {
        ownKeys.insert(key.usage)
        return Decision(own: event)
      }
      keys[key.usage] = client
      return Self.give(event, to: client)
    case .repeated:
      if ownKeys.contains(key.usage) {
        let action = Self.action(of: key)
        return Decision(own: event, action: action == .volumeUp || action == .volumeDown ? action : nil)
      }
      return keys[key.usage].map { Self.give(event, to: $0) } ?? Decision()
    case .up, .cancelled:
      if ownKeys.remove(key.usage) != nil { return Decision(own: event) }
      return keys.removeValue(forKey: key.usage).map { Self.give(event, to: $0) } ?? Decision()
    }
  }

  /// System keys, which no application gets.
  private static func action(of key: HIDEvent.Key) -> Decision.Action? {
    switch key.usage {
    case 0x66: .lock
    case 0x7f: .mute
    case 0x80: .volumeUp
    case 0x81: .volumeDown
    // Tab, with the Alt key.
    case 0x2b where key.modifiers.contains(.alternate): .switchFocus
    default: nil
    }
  }

  /// Forwards a device's loss of its contacts to their owners.
  private mutating func lose(_ event: HIDEvent) -> Decision {
    guard case .system(.contactsLost) = event.payload else { return Decision(own: event) }
    let clients = Set(touches.values.map(\.client)).sorted()
    touches = [:]
    return Decision(deliveries: clients.map { Delivery(client: $0, event: event) })
  }
}

extension RoutingTable.Delivery {
  /// Whether the event ends something, for a client that leaves the foreground.
  fileprivate var isFarewell: Bool {
    switch event.payload {
    case .system(.willEnterForeground), .system(.didBecomeActive), .orientation, .proximity: false
    default: true
    }
  }
}
