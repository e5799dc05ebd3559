/// Finds the server of an input method on an X server, and carries bytes to it and back: in events of its window and of this side's, long messages
/// in properties.
///
/// A server names itself in the property `XIM_SERVERS` of the root window, as the owner of a selection. While there is none, and after its end, that
/// property is watched.
final class XIMTransport {
  static let atomNames =
    ["XIM_SERVERS", "TRANSPORT", "_XIM_XCONNECT", "_XIM_PROTOCOL"]
    + (0..<mostProperties).map { "_MAINSPRING_XIM_\($0)" }

  /// Properties that long messages use in turn: a server may read one after the next was sent.
  private static let mostProperties = 8
  private static let mostServers = 32
  /// Longer messages end the connection.
  private static let longest = 1 << 16
  private static let shortest = 20
  /// A server that sends more before anything of it can be read, or reads nothing, is given up.
  private static let mostParts = 64
  /// More than a large picture that is on its way.
  private static let mostUnsentBytes = 1 << 26

  private unowned let display: X11Display
  private let name: String?
  /// Called when bytes can be sent.
  var onConnect: (() -> Void)?
  var onMessage: ((X11Packet) -> Void)?
  /// Called when the server has ended, or was given up.
  var onEnd: (() -> Void)?

  /// This side's window; 0 before a server was found.
  private(set) var window: UInt32 = 0
  /// The selection of the server that is being asked.
  private var candidate: UInt32 = 0
  private var owner: UInt32 = 0
  private var candidates: [(selection: UInt32, owner: UInt32)] = []
  /// The server's window for this side; 0 before it has answered.
  private var peer: UInt32 = 0
  /// Counts searches: answers to an earlier one are dropped.
  private var search = 0
  private var nextProperty = 0
  /// Received parts in their order; one that is still being fetched is nil.
  private var parts: [[UInt8]?] = []
  private var firstPart = 0

  /// - Parameter name: the input method's; nil for any.
  init(_ display: X11Display, name: String?) {
    self.display = display
    self.name = name
    // Changes of the root window's properties.
    select(display.screen.root, 0x40_0000)
    find()
  }

  private func atom(_ name: String) -> UInt32 { display.atoms[name] ?? 0 }
  private var connection: X11Connection { display.connection }

  /// This connection wants these events of another's window.
  private func select(_ window: UInt32, _ events: UInt32) {
    var request = X11Request(.changeWindowAttributes)
    for value in [window, 0x800, events] { request.add(value) }
    connection.send(request, "ChangeWindowAttributes")
  }

  // MARK: Finding a server

  private func find() {
    search += 1
    let search = search
    (candidate, owner, peer) = (0, 0, 0)
    (candidates, parts) = ([], [])
    var request = X11Request(.getProperty)
    for value in [display.screen.root, atom("XIM_SERVERS"), 4, 0, UInt32(Self.mostServers)] {
      request.add(value)
    }
    connection.ask(request, "GetProperty XIM_SERVERS") { [weak self] reply in
      guard let self, search == self.search, let reply, reply.uint8(1) == 32 else { return }
      let servers = (0..<min(Int(reply.uint32(16)), Self.mostServers)).map { reply.uint32(32 + 4 * $0) }
      for server in servers { self.askForName(server, isLast: server == servers.last) }
      connection.flush()
    }
    connection.flush()
  }

  private func askForName(_ server: UInt32, isLast: Bool) {
    let search = search
    var isWanted = false
    var nameRequest = X11Request(.getAtomName)
    nameRequest.add(server)
    connection.ask(nameRequest, "GetAtomName") { [weak self] reply in
      guard let self, let reply else { return }
      let text = String(decoding: reply.part(32, Int(reply.uint16(8))), as: UTF8.self)
      isWanted = text.hasPrefix("@server=") && (self.name == nil || text.dropFirst(8) == self.name!)
    }
    var ownerRequest = X11Request(.getSelectionOwner)
    ownerRequest.add(server)
    connection.ask(ownerRequest, "GetSelectionOwner") { [weak self] reply in
      guard let self, search == self.search else { return }
      if let owner = reply?.uint32(8), owner != 0, isWanted { candidates.append((server, owner)) }
      if isLast { askNext() }
    }
  }

  /// Asks the next server how it is reached. Text is Unicode here: whichever locales it is for.
  private func askNext() {
    guard !candidates.isEmpty else { return }
    (candidate, owner) = candidates.removeFirst()
    if window == 0 { makeWindow() }
    select(owner, 0x2_0000)
    var request = X11Request(.convertSelection)
    for value in [window, candidate, atom("TRANSPORT"), atom("TRANSPORT"), 0] { request.add(value) }
    connection.send(request, "ConvertSelection TRANSPORT")
    connection.flush()
  }

  /// It is never shown: servers send to it.
  private func makeWindow() {
    window = display.makeIdentifier()
    var request = X11Request(.createWindow, 0)
    for value in [window, display.screen.root] { request.add(value) }
    // One pixel, for input only.
    for value in [0, 0, 1, 1, 0, 2] as [UInt16] { request.add(value) }
    for value in [UInt32(0), 0] { request.add(value) }
    connection.send(request, "CreateWindow")
  }

  private func transportNamed(_ property: UInt32) {
    guard property != 0 else { return askNext() }
    let search = search
    read(property) { [weak self] bytes in
      guard let self, search == self.search, peer == 0 else { return }
      let text = String(decoding: bytes ?? [], as: UTF8.self)
      // By the X server, which all can do; names of hosts may follow.
      guard text.hasPrefix("@transport="),
        text.dropFirst(11).split(separator: ",").contains(where: { $0.hasPrefix("X/") })
      else { return askNext() }
      var words = [UInt32](repeating: 0, count: 5)
      words[0] = window
      sendEvent(to: owner, atom("_XIM_XCONNECT"), format: 32, words.flatMap(XIMMessage.bytes))
      connection.flush()
    }
  }

  // MARK: Bytes

  private func sendEvent(to window: UInt32, _ type: UInt32, format: UInt8, _ data: [UInt8]) {
    var request = X11Request(.sendEvent, 0)
    request.add(window)
    request.add(UInt32(0))
    request.add([33, format, 0, 0])
    for value in [window, type] { request.add(value) }
    request.add(data + [UInt8](repeating: 0, count: max(20 - data.count, 0)))
    connection.send(request, "SendEvent")
  }

  /// Sends a message to the server.
  func send(_ message: [UInt8]) {
    guard peer != 0 else { return }
    guard connection.unsentBytes < Self.mostUnsentBytes else { return end() }
    if message.count <= Self.shortest {
      sendEvent(to: peer, atom("_XIM_PROTOCOL"), format: 8, message)
    } else {
      let property = atom("_MAINSPRING_XIM_\(nextProperty)")
      nextProperty = (nextProperty + 1) % Self.mostProperties
      // Behind what the server has not read yet; as a STRING.
      var request = X11Request(.changeProperty, 2)
      for value in [peer, property, 31] { request.add(value) }
      request.add([8, 0, 0, 0])
      request.add(UInt32(message.count))
      request.add(message)
      connection.send(request, "ChangeProperty")
      sendEvent(
        to: peer, atom("_XIM_PROTOCOL"), format: 32,
        XIMMessage.bytes(UInt32(message.count)) + XIMMessage.bytes(property))
    }
    connection.flush()
  }

  /// Fetches a property of this side's window, and deletes it; nil for one that is too long.
  private func read(_ property: UInt32, _ take: @escaping ([UInt8]?) -> Void) {
    var request = X11Request(.getProperty, 1)
    for value in [window, property, 0, 0, UInt32(Self.longest / 4)] { request.add(value) }
    connection.ask(request, "GetProperty", longest: 32 + Self.longest) { reply in
      guard let reply, reply.uint32(12) == 0 else { return take(nil) }
      take(reply.part(32, Int(reply.uint32(16)) * Int(reply.uint8(1)) / 8))
    }
    connection.flush()
  }

  // MARK: Events

  /// Takes an event that may be about the input method.
  func take(_ packet: X11Packet) {
    switch packet.kind {
    case 17 where owner != 0 && (packet.uint32(8) == owner || packet.uint32(8) == peer): serverEnded()
    case 28 where packet.uint32(4) == display.screen.root && packet.uint32(8) == atom("XIM_SERVERS"):
      if peer == 0 { find() }
    case 31 where window != 0 && packet.uint32(8) == window && packet.uint32(12) == candidate:
      transportNamed(packet.uint32(20))
    case 33 where window != 0 && packet.uint32(4) == window: takeMessage(packet)
    default: break
    }
  }

  private func takeMessage(_ packet: X11Packet) {
    switch packet.uint32(8) {
    case atom("_XIM_XCONNECT"):
      guard peer == 0, owner != 0, packet.uint8(1) == 32, packet.uint32(12) != 0 else { return }
      peer = packet.uint32(12)
      select(peer, 0x2_0000)
      onConnect?()
    case atom("_XIM_PROTOCOL"):
      guard peer != 0 else { return }
      guard parts.count < Self.mostParts else { return end() }
      if packet.uint8(1) == 8 {
        parts.append(packet.part(12, 20))
        giveOut()
      } else if packet.uint8(1) == 32 {
        fetch(packet.uint32(16))
      }
    default: break
    }
  }

  private func fetch(_ property: UInt32) {
    let (search, index) = (search, firstPart + parts.count)
    parts.append(nil)
    read(property) { [weak self] bytes in
      guard let self, search == self.search, index >= firstPart, index - firstPart < parts.count else {
        return
      }
      guard let bytes else { return end() }
      parts[index - firstPart] = bytes
      giveOut()
    }
  }

  private func giveOut() {
    while let first = parts.first, let bytes = first {
      parts.removeFirst()
      firstPart += 1
      let search = search
      // An event's bytes end with zeros, which are no message.
      for message in XIMMessage.split(bytes) where message.uint8(0) != 0 && search == self.search {
        onMessage?(message)
      }
    }
  }

  private func serverEnded() {
    let wasConnected = peer != 0
    // Another one may be there.
    find()
    if wasConnected { onEnd?() }
  }

  /// Gives the server up.
  func end() {
    guard peer != 0 else { return }
    search += 1
    (candidate, owner, peer, parts) = (0, 0, 0, [])
    onEnd?()
  }
}
