import HIDEvents
import LinuxSystem
import RunLoopCore

/// The router: takes events from devices and forwards each to its application, in the role of SpringBoard.
///
/// Applications connect over a Unix socket. Devices' readers post events from port sources of the router's loop; a source
/// (version 0) decides about them in the next turn, and forwards them or keeps them for the router. A client that does not
/// read delays no other. Belongs to the thread of its loop.
public final class Router: @unchecked Sendable {
  /// The settings it was made with.
  public let settings: Settings
  /// Counts of its work so far.
  public private(set) var counts = Counts()
  /// The volume, from 0 to 16; changed by the volume keys.
  public private(set) var volume = 8
  /// Whether the sound is off.
  public private(set) var isMuted = false
  /// Whether the screen is locked.
  public var isLocked: Bool { table.isLocked }

  let loop: RunLoop
  private let socket: RouterSocket
  private(set) var table = RoutingTable()
  private var clients: [UInt32: RouterClient] = [:]
  /// Shows applications' pictures, if the router has a screen.
  var compositor: Compositor? { didSet { if oldValue !== compositor { oldValue?.stop() } } }
  private var lastNumber: UInt32 = 0
  private let user = geteuid()
  /// The shares of users that may connect.
  private var shares: [UInt32: UserShare] = [:]
  private var names: NameOwners
  /// Devices' events that are not routed yet.
  private var queue: [HIDEvent] = []
  private var source: RunLoop.Source?
  private var acceptor: RunLoop.Acceptor?
  private var sweep: RunLoop.Timer?
  private let own: (Own) -> Void

  /// Makes the socket, at which clients can connect; they are answered after `start()`.
  ///
  /// - Parameter own: called for each event that is the router's own, from its source 0.
  public init(_ settings: Settings, own: @escaping (Own) -> Void = { _ in }) throws(RouterError) {
    self.settings = settings
    self.own = own
    loop = RunLoop.current
    names = NameOwners(routersUser: user)
    socket = try RouterSocket(at: settings.address, isShared: !settings.allowedUsers.isEmpty)
  }

  /// Begins to serve, on the loop of the thread that made it, in its common modes.
  public func start() throws(RouterError) {
    let source = RunLoop.Source(label: "router events") { [unowned self] in route() }
    loop.add(source, to: .common)
    do {
      // Few in a turn: a burst of connections must not delay events.
      acceptor = try RunLoop.Acceptor(
        socket.descriptor, on: loop, mode: .common, label: "router", mostPerTurn: 8,
        lost: { [unowned self] _ in socket.forgetDescriptor() }
      ) { [unowned self] in accept($0) }
    } catch {
      source.invalidate()
      throw .notListening(path: settings.address.path, reason: "\(error)")
    }
    self.source = source
    let sweep = RunLoop.Timer(
      after: .seconds(1), repeating: .seconds(1), tolerance: .milliseconds(500), label: "router strangers"
    ) { [unowned self] _ in closeStrangers() }
    loop.add(sweep, to: .common)
    self.sweep = sweep
  }

  /// Notifies all clients, closes their channels, and removes the socket.
  public func stop() {
    for client in clients.values { client.answer(.refused(.ended)) }
    for client in clients.values { client.close() }
    clients = [:]
    table = RoutingTable()
    source?.invalidate()
    acceptor?.invalidate()
    sweep?.invalidate()
    compositor = nil
    socket.close()
  }

  deinit { stop() }

  // MARK: Events

  /// Enqueues a device's event, which is routed in the next turn.
  public func post(_ event: HIDEvent) {
    queue.append(event)
    source?.signal()
  }

  private func route() {
    let events = queue
    queue.removeAll(keepingCapacity: true)
    for event in events {
      counts.events += 1
      if let compositor, compositor.consumes(event) { continue }
      let decision = table.route(event)
      send(decision.deliveries)
      if let event = decision.own {
        counts.own += 1
        if let action = decision.action { perform(action, event.timestamp) } else { own(.event(event)) }
      }
    }
  }

  private func perform(_ action: RoutingTable.Decision.Action, _ time: UInt64) {
    switch action {
    case .lock:
      lock(!table.isLocked, at: time)
      own(.locked(table.isLocked))
    case .volumeUp, .volumeDown:
      volume = min(max(0, volume + (action == .volumeUp ? 1 : -1)), 16)
      own(.volume(volume))
    case .mute:
      isMuted.toggle()
      own(.muted(isMuted))
    case .switchFocus:
      apply(table.switchFocus(at: time))
      own(.focusSwitched)
    }
  }

  private func send(_ deliveries: [RoutingTable.Delivery]) {
    for delivery in deliveries {
      guard let client = clients[delivery.client] else { continue }
      counts.forwarded += 1
      if !client.send(delivery.event) { overrun(client) }
    }
  }

  /// Drops the touches and keys of a client that has not read for long. When it reads again, it is sent the number of dropped
  /// events and the present state.
  private func overrun(_ client: RouterClient) {
    counts.overruns += 1
    table.forget(client.number)
    let isInFront = table.client(client.number)?.isInForeground ?? false
    let states: [HIDEvent.System] =
      isInFront ? [.willEnterForeground, .didBecomeActive] : [.willResignActive, .didEnterBackground]
    for state in states { _ = client.send(HIDEvent(timestamp: now, .system(state))) }
  }

  private var now: UInt64 { UInt64(max(0, loop.now.nanoseconds)) }

  // MARK: Clients

  /// The applications that have said hello, the front one first.
  public var list: [RoutingMessage.Client] {
    let focus = table.focused?.id
    return table.stack.compactMap { entry in
      guard let client = clients[entry.id] else { return nil }
      return RoutingMessage.Client(
        number: entry.id, process: client.peer.process, name: entry.description.name,
        state: entry.id == focus ? .focused : entry.isInForeground ? .foreground : .background,
        touches: UInt32(table.touchCount(of: entry.id)), delivered: client.delivered)
    }
  }

  /// The number of events in a client's outbox; nil when there is no such client.
  public func waiting(for number: UInt32) -> Int? { clients[number]?.waiting }
  /// How many moves were coalesced with later ones because the client was slow; nil when there is no such client.
  public func summedUp(for number: UInt32) -> UInt64? { clients[number]?.summedUp }

  /// Brings the first application of the name to the front. False: there is none.
  @discardableResult
  public func bringToFront(_ name: String) -> Bool {
    guard let entry = table.stack.first(where: { $0.description.name == name }) else { return false }
    apply(table.bringToFront(entry.id, at: now))
    return true
  }

  /// Locks or unlocks the screen.
  public func lock(_ isOn: Bool) { lock(isOn, at: now) }

  private func lock(_ isOn: Bool, at time: UInt64) { apply(table.lock(isOn, at: time)) }

  /// Notes whether the screen is shown; while another program has it, no application is in the foreground.
  func screenIsShown(_ isShown: Bool) { apply(table.showScreen(isShown, at: now)) }

  /// Sends the deliveries, and gives the compositor the applications in the foreground.
  private func apply(_ deliveries: [RoutingTable.Delivery]) {
    send(deliveries)
    compositor?.setStack(table.stack.filter(\.isInForeground).map(\.id))
  }

  /// Sends an application a message other than an event.
  func notify(_ client: UInt32, _ message: RoutingMessage) { clients[client]?.notify(message) }

  private func accept(_ connection: Int32) -> Bool {
    if let peer = Socket(connection).peer { return admit(connection, peer) }
    LinuxSystem.close(connection)
    return true
  }

  /// False when the connection cannot be watched; it is closed then.
  private func admit(_ socket: Int32, _ peer: linux_peer) -> Bool {
    guard mayConnect(peer.user) else {
      counts.accepted += 1
      counts.refused[.notAllowed, default: 0] += 1
      RouterClient.turnAway(socket, .notAllowed)
      return true
    }
    lastNumber &+= 1
    let now = RunLoop.Instant.now
    let client = RouterClient(
      lastNumber, socket, peer,
      allowance: Allowance(burst: settings.burst, perSecond: settings.messagesPerSecond, now: now),
      received: { [unowned self] client, message, descriptor in receive(message, descriptor, from: client) },
      ended: { [unowned self] client, refusal in end(client, refusal) })
    guard let client else { return false }
    counts.accepted += 1
    clients[client.number] = client
    var share = shares[peer.user] ?? newShare(of: peer.user, at: now)
    let isInTime = share.connections.take(at: now)
    shares[peer.user] = share
    let strangers = clients.values.filter { !$0.isKnown && $0.peer.user == peer.user }
    if !isInTime {
      end(client, .tooOften)
    } else if strangers.count > settings.mostStrangers,
      let oldest = strangers.min(by: { $0.number < $1.number })
    {
      end(oldest, .noHello)
    }
    return true
  }

  private func mayConnect(_ user: UInt32) -> Bool {
    user == self.user || settings.allowedUsers.contains(user)
  }

  private func newShare(of user: UInt32, at now: RunLoop.Instant) -> UserShare {
    let part = user == self.user ? 1 : 8
    return UserShare(
      messages: Allowance(
        burst: settings.userBurst / part, perSecond: settings.userMessagesPerSecond / part, now: now),
      connections: Allowance(
        burst: settings.connectionBurst, perSecond: settings.connectionsPerSecond, now: now))
  }

  private func closeStrangers() {
    let now = RunLoop.Instant.now
    for client in Array(clients.values)
    where !client.isKnown && client.begun.duration(to: now) > settings.patience {
      end(client, .noHello)
    }
  }

  private func end(_ client: RouterClient, _ refusal: RoutingMessage.Refusal?) {
    guard clients[client.number] === client else { return }
    if let refusal {
      counts.refused[refusal, default: 0] += 1
      client.answer(.refused(refusal))
    }
    clients[client.number] = nil
    client.close()
    compositor?.remove(client.number)
    apply(table.remove(client.number, at: now))
  }

  private func receive(_ message: RoutingMessage, _ descriptor: Int32?, from client: RouterClient) {
    guard shares[client.peer.user]?.messages.take(at: RunLoop.Instant.now) ?? false else {
      return end(client, .tooOften)
    }
    switch message {
    case .hello(let description): greet(client, description)
    case .control:
      guard !client.isKnown else { return end(client, .badMessage) }
      guard client.peer.user == user else { return end(client, .notOwner) }
      guard hasSlot(for: client) else { return end(client, .tooManyClients) }
      client.role = .controller
      client.answer(.welcome(client: client.number, width: settings.width, height: settings.height))
    case .changed(let description):
      guard client.role == .application else { return end(client, .badMessage) }
      guard give(description.name, to: client) else { return end(client, .nameTaken) }
      apply(table.change(client.number, description, at: now))
    case .bringToFront, .lock, .list: obey(message, from: client)
    case .share, .unshare, .arrange, .show, .awaitBeat:
      guard client.role == .application, let compositor else { return end(client, .badMessage) }
      if let refusal = compositor.take(message, descriptor, from: client.number) { end(client, refusal) }
    case .welcome, .event, .overrun, .refused, .clients, .screen, .free, .beat: end(client, .badMessage)
    }
  }

  private func greet(_ client: RouterClient, _ description: ClientDescription) {
    guard !client.isKnown else { return end(client, .badMessage) }
    guard hasSlot(for: client) else { return end(client, .tooManyClients) }
    guard give(description.name, to: client) else { return end(client, .nameTaken) }
    client.role = .application
    client.answer(.welcome(client: client.number, width: settings.width, height: settings.height))
    if let compositor { client.notify(compositor.description) }
    apply(table.add(client.number, description, at: now))
  }

  /// Executes a control message. Controls are for the router's own user, after its first message.
  private func obey(_ message: RoutingMessage, from client: RouterClient) {
    guard client.isKnown else { return end(client, .badMessage) }
    guard client.peer.user == user else { return end(client, .notOwner) }
    switch message {
    case .bringToFront(let name): bringToFront(name)
    case .lock(let isOn): lock(isOn)
    default: client.answer(.clients(list))
    }
  }

  private func hasSlot(for client: RouterClient) -> Bool {
    let peer = client.peer.user
    let most = peer == user ? settings.mostClients : settings.mostClientsOfOthers
    return clients.values.count { $0.isKnown && $0.peer.user == peer } < most
  }

  /// Reserves a name for the client's user. An application of another user that has it must leave when the router's own user
  /// claims it.
  private func give(_ name: String, to client: RouterClient) -> Bool {
    let holder = names.user(of: name)
    let isGiven = names.claim(name, for: client.peer.user) { name in
      table.stack.contains { $0.description.name == name }
    }
    guard isGiven, let holder, holder != client.peer.user else { return isGiven }
    let impostors = table.stack.filter { $0.description.name == name }.compactMap { clients[$0.id] }
    for impostor in impostors where impostor.peer.user != client.peer.user { end(impostor, .nameTaken) }
    return true
  }
}
