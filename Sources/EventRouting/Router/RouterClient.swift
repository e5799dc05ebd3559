import HIDEvents
import LinuxSystem
import RunLoopCore

/// The router's side of a client's channel: reads are bounded, and events wait in a bounded outbox.
/// The thread of the router's loop only.
final class RouterClient: @unchecked Sendable {
  let number: UInt32
  let peer: linux_peer
  let begun = RunLoop.Instant.now
  /// Its role, set by its first message.
  var role = Role.stranger
  private(set) var isClosed = false
  private(set) var delivered: UInt64 = 0
  private(set) var overruns: UInt64 = 0

  private let socket: Socket
  /// Ready when the socket is readable, or writable while messages are queued.
  private let readiness: Int32
  private var source: RunLoop.PortSource?
  private var outbox = Outbox()
  /// Dropped events of which the client was not notified yet.
  private var unreported: UInt32?
  private var waitsForRoom = false
  private var allowance: Allowance
  /// Queued messages other than events.
  private var notices: [RoutingMessage] = []
  /// Called with each message and its descriptor, which is closed afterwards.
  private let received: (RouterClient, RoutingMessage, Int32?) -> Void
  /// Called when the channel has ended, or must be closed.
  private let ended: (RouterClient, RoutingMessage.Refusal?) -> Void

  enum Role {
    /// It has sent no message yet.
    case stranger
    case application
    /// It sends controls, and is no application.
    case controller
  }

  var isKnown: Bool { role != .stranger }

  /// The most messages per turn from one client, so that others are not starved.
  static let mostPerTurn = 16

  /// Takes over the socket. Nil, with the socket closed, when it can not be watched.
  init?(
    _ number: UInt32, _ socket: Int32, _ peer: linux_peer, allowance: Allowance,
    received: @escaping (RouterClient, RoutingMessage, Int32?) -> Void,
    ended: @escaping (RouterClient, RoutingMessage.Refusal?) -> Void
  ) {
    self.number = number
    self.peer = peer
    self.socket = Socket(socket)
    self.allowance = allowance
    self.received = received
    self.ended = ended
    readiness = epoll_create1(CInt(EPOLL_CLOEXEC))
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    guard readiness >= 0, epoll_ctl(readiness, CInt(EPOLL_CTL_ADD), socket, &event) == 0,
      let port = try? RunLoop.Port(borrowing: readiness, label: "client"), watch(port)
    else {
      isClosed = true
      if readiness >= 0 { LinuxSystem.close(readiness) }
      LinuxSystem.close(socket)
      return nil
    }
  }

  deinit { close() }

  private func watch(_ port: RunLoop.Port) -> Bool {
    let source = RunLoop.PortSource(port, label: "router client") { [weak self] in self?.goOn() }
    self.source = source
    return (try? RunLoop.current.add(source, to: .common)) != nil
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    source?.invalidate()
    Self.discardInput(socket)
    LinuxSystem.close(readiness)
    socket.close()
  }

  /// Sends a refused peer the reason and closes its socket, without making a channel.
  static func turnAway(_ socket: Int32, _ refusal: RoutingMessage.Refusal) {
    let socket = Socket(socket)
    socket.send(RoutingMessage.refused(refusal).packet())
    discardInput(socket)
    socket.close()
  }

  /// Reads pending input: closing a socket with unread data would discard the last message sent, the reason.
  private static func discardInput(_ socket: Socket) {
    var byte: UInt8 = 0
    for _ in 0..<64 {
      if withUnsafeMutableBytes(of: &byte, { socket.receive(into: $0) }) <= 0 { return }
    }
  }

  private func goOn() {
    if waitsForRoom { flush() }
    read()
  }

  // MARK: Reading

  private func read() {
    for _ in 0..<Self.mostPerTurn where !isClosed {
      let (packet, length, descriptors) = receive()
      defer { for descriptor in descriptors { LinuxSystem.close(descriptor) } }
      if length < 0 {
        if !Errno.last.wouldBlock { ended(self, nil) }
        return
      }
      guard length > 0 else { return ended(self, nil) }
      guard length <= RoutingMessage.longestFromClient else { return ended(self, .tooLarge) }
      guard allowance.take(at: RunLoop.Instant.now) else { return ended(self, .tooOften) }
      guard descriptors.count <= 1 else { return ended(self, .badMessage) }
      do throws(PacketError) {
        received(self, try RoutingMessage(packet: packet), descriptors.first)
      } catch {
        return ended(self, .badMessage)
      }
    }
  }

  private func receive() -> (packet: [UInt8], length: Int, descriptors: [Int32]) {
    var length = 0
    var descriptors: [Int32] = []
    // One more byte detects a packet that is too long.
    let packet = [UInt8](unsafeUninitializedCapacity: RoutingMessage.longestFromClient + 1) { buffer, count in
      length = socket.receive(into: UnsafeMutableRawBufferPointer(buffer), descriptors: &descriptors).count
      count = max(length, 0)
    }
    return (packet, length, descriptors)
  }

  // MARK: Sending

  /// Sends an event now, or after the queued ones.
  ///
  /// - Returns: false when the client does not read and the outbox was full: everything was dropped.
  func send(_ event: HIDEvent) -> Bool {
    guard !isClosed else { return true }
    if outbox.isEmpty, unreported == nil, transmit(.event(event)) {
      delivered += 1
      return true
    }
    if outbox.append(event) { return true }
    overruns += 1
    unreported = (unreported ?? 0) &+ UInt32(clamping: outbox.removeAll() + 1)
    return false
  }

  /// Sends an answer, which is dropped when the client does not read.
  func answer(_ message: RoutingMessage) { _ = transmit(message) }

  /// Sends a message that is not an event, now or when the client reads. An already queued message is not queued twice, and of
  /// beats only the last one is kept.
  func notify(_ message: RoutingMessage) {
    guard !isClosed else { return }
    if notices.isEmpty, transmit(message) { return }
    if case .beat = message { notices.removeAll { if case .beat = $0 { true } else { false } } }
    if !notices.contains(message) { notices.append(message) }
  }

  /// Number of queued events.
  var waiting: Int { outbox.count }
  var summedUp: UInt64 { outbox.summedUp }

  private func flush() {
    while let notice = notices.first {
      guard transmit(notice) else { return }
      notices.removeFirst()
    }
    if let dropped = unreported {
      guard transmit(.overrun(dropped: dropped)) else { return }
      unreported = nil
    }
    while let event = outbox.next {
      guard transmit(.event(event)) else { return }
      delivered += 1
      outbox.removeFirst()
    }
    wait(false)
  }

  /// False when the channel is full; readiness is reported when there is room.
  private func transmit(_ message: RoutingMessage) -> Bool {
    let packet = message.packet()
    guard !isClosed, socket.send(packet) < 0 else { return true }
    if Errno.last.wouldBlock || Errno.last == ENOBUFS {
      wait(true)
      return false
    }
    // The channel is broken: a read reports it, in a turn of its own. One that is not would go on without this message, with a
    // touch that never ends.
    socket.hangUp()
    return true
  }

  private func wait(_ isWanted: Bool) {
    guard isWanted != waitsForRoom else { return }
    waitsForRoom = isWanted
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | (isWanted ? EPOLLOUT.rawValue : 0)
    if epoll_ctl(readiness, CInt(EPOLL_CTL_MOD), socket.number, &event) == 0 { return }
    // Its queued messages would never be sent, or the loop would never sleep. The next read reports the end of the channel.
    socket.hangUp()
  }
}
