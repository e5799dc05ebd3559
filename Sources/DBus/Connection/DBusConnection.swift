import LinuxSystem
import RunLoopCore

/// A connection to a bus: calls and their answers, signals, and calls of others.
///
/// It belongs to the thread of its loop, and nothing in it waits: what is sent before the bus has let this side in is sent
/// then. No input of a bus makes it crash, block or grow without limit: a violation of the protocol ends it.
package final class DBusConnection {
  package typealias Answer = (Result<DBusMessage, DBusError>) -> Void

  private struct Call {
    let answer: Answer
    let timer: RunLoop.Timer?
  }

  package enum Bus {
    package static let name = "org.freedesktop.DBus"
    package static let path = "/org/freedesktop/DBus"
  }

  /// Limits the reads of one turn, so that other sources are not starved.
  private static let mostReads = 16
  private static let mostCalls = 4096
  /// How long an answer may take, as with other programs.
  package static let patience = Duration.seconds(25)

  /// The name that the bus has given; nil before.
  package private(set) var name: String?
  /// The reason why the connection has ended.
  package private(set) var end: DBusError?
  /// Answers a call; nil: the answer comes later, by `send`. Without it no object is known.
  package var onCall: ((DBusMessage) -> DBusMessage?)?
  /// Called once, when the bus has given this side its name.
  package var onReady: (() -> Void)?
  package var onSignal: ((DBusMessage) -> Void)?
  /// Called once, when the connection has ended by itself.
  package var onEnd: ((DBusError) -> Void)?

  private let loop: RunLoop
  private var socket: DBusSocket?
  private var source: RunLoop.DescriptorSource?
  private var handshake = DBusHandshake()
  /// What was sent before the bus has let this side in.
  private var early: [UInt8] = []
  private var calls: [UInt32: Call] = [:]
  /// The last message's number, which wraps. Tests set it near its end.
  var lastSerial: UInt32 = 0
  private var isReading = false

  /// Connects to the first of a list of addresses where something listens.
  package convenience init(_ addresses: String, on loop: RunLoop) throws(DBusError) {
    let found = DBusAddress.parse(addresses)
    guard !found.isEmpty else { throw .noAddress(addresses) }
    try self.init(DBusSocket(found), on: loop)
  }

  /// Takes over a connected socket, and says hello to the bus.
  package init(_ socket: DBusSocket, on loop: RunLoop) throws(DBusError) {
    self.loop = loop
    self.socket = socket
    try socket.queue(DBusHandshake.greeting(user: geteuid()))
    let bound = ThreadBound(self)
    do {
      let source = try RunLoop.DescriptorSource(
        socket.descriptor, events: [.readable, .writable], label: "D-Bus"
      ) { _ in
        bound.object?.serve()
        return .rearm
      }
      self.source = source
      try loop.add(source, to: .common)
    } catch {
      throw .cannotConnect("its descriptor", code: 0)
    }
    call(.call(Bus.name, Bus.path, Bus.name, "Hello")) { [weak self] in self?.welcome($0) }
  }

  deinit { release() }

  private func welcome(_ answer: Result<DBusMessage, DBusError>) {
    switch answer {
    case .success(let message):
      guard let name = message.body.first?.string, DBusNames.isBus(name) else {
        return finish(.malformed("no name for this side"))
      }
      self.name = name
      onReady?()
    case .failure(let error): finish(error)
    }
  }

  // MARK: Sending

  /// Asks the bus for signals that match a rule, as `type='signal',interface='a.b'`.
  package func hear(_ rule: String) { match("AddMatch", rule) }

  /// Takes back a `hear`: a bus keeps a limited number of rules.
  package func stopHearing(_ rule: String) { match("RemoveMatch", rule) }

  private func match(_ method: String, _ rule: String) {
    send(.call(Bus.name, Bus.path, Bus.name, method, [.string(rule)]))
  }

  package var isOpen: Bool { end == nil }

  /// Calls a method. The answer comes later, from the loop; with an error at once when nothing can be sent.
  ///
  /// - Parameter patience: how long to wait for the answer; nil: without a limit.
  package func call(
    _ message: DBusMessage, patience: Duration? = DBusConnection.patience, _ answer: @escaping Answer
  ) {
    do throws(DBusError) {
      guard calls.count < Self.mostCalls else { throw .notRead }
      let serial = try transmit(message)
      let bound = ThreadBound(self)
      let timer = patience.map {
        RunLoop.Timer(after: $0, tolerance: .seconds(1), label: "D-Bus answer") { _ in
          bound.object?.answer(serial, .failure(.timedOut))
        }
      }
      if let timer { loop.add(timer, to: .common) }
      calls[serial] = Call(answer: answer, timer: timer)
    } catch {
      answer(.failure(error))
    }
  }

  /// Sends a signal, an answer, or a call whose answer does not matter.
  package func send(_ message: DBusMessage) {
    var message = message
    if message.kind == .call { message.flags.insert(.noReply) }
    // What has no form on the wire is the caller's mistake, and no reason to end the connection.
    _ = try? transmit(message)
  }

  private func transmit(_ message: DBusMessage) throws(DBusError) -> UInt32 {
    guard let socket, isOpen else { throw end ?? .closed }
    var message = message
    message.serial = lastSerial &+ 1
    // A call that is still open keeps its number.
    while message.serial == 0 || calls[message.serial] != nil { message.serial &+= 1 }
    let bytes = try message.encoded()
    lastSerial = message.serial
    if handshake.isDone {
      do throws(DBusError) { try socket.queue(bytes) } catch {
        finish(error)
        throw error
      }
      watch()
    } else {
      guard early.count <= DBusSocket.mostWaiting else { throw .notRead }
      early += bytes
    }
    return message.serial
  }

  /// What was queued in a turn is sent together when the loop finds the socket writable.
  private func watch() {
    guard let source, let socket else { return }
    let wanted: RunLoop.DescriptorSource.Events =
      socket.waitsForWriting ? [.readable, .writable] : .readable
    if source.events != wanted { source.events = wanted }
  }

  // MARK: Receiving

  /// Sends and reads what is possible now.
  private func serve() {
    guard let socket, !isReading else { return }
    isReading = true
    defer { isReading = false }
    do throws(DBusError) {
      // Its answer to an error may still be there to be read.
      let failure = failure { () throws(DBusError) in try socket.send() }
      for _ in 0..<Self.mostReads where isOpen {
        guard try socket.receive() else { break }
        try take(from: socket)
      }
      if let failure { throw failure }
      if isOpen { try socket.send() }
    } catch {
      finish(error)
    }
    if isOpen { watch() }
  }

  private func failure(_ body: () throws(DBusError) -> Void) -> DBusError? {
    do throws(DBusError) { try body() } catch { return error }
    return nil
  }

  private func take(from socket: DBusSocket) throws(DBusError) {
    while !handshake.isDone {
      guard let answer = try handshake.take(socket) else { return }
      try socket.queue(answer)
      if handshake.isDone {
        try socket.queue(early)
        early = []
      }
    }
    while isOpen, let bytes = try socket.takeMessage() {
      if let message = try DBusMessage(bytes) { dispatch(message) }
    }
  }

  private func dispatch(_ message: DBusMessage) {
    switch message.kind {
    case .reply: answer(message.replySerial, .success(message))
    case .error: answer(message.replySerial, .failure(.failed(message.asFailure)))
    case .signal: onSignal?(message)
    case .call:
      let answer =
        onCall.map { $0(message) } ?? message.failure(.unknownObject("there are no objects here"))
      guard let answer, !message.flags.contains(.noReply) else { return }
      respond(answer)
    }
  }

  /// An answer that can not be sent is an error, not silence.
  private func respond(_ answer: DBusMessage) {
    do throws(DBusError) { _ = try transmit(answer) } catch {
      guard isOpen, answer.kind == .reply else { return }
      var failure = DBusMessage(.error)
      (failure.destination, failure.replySerial) = (answer.destination, answer.replySerial)
      (failure.errorName, failure.body) = (DBusFailure.failed("").name, [.string("\(error)")])
      send(failure)
    }
  }

  private func answer(_ serial: UInt32?, _ result: Result<DBusMessage, DBusError>) {
    // An answer that comes too late, or twice, has none who waits for it.
    guard let serial, let call = calls.removeValue(forKey: serial) else { return }
    call.timer?.invalidate()
    call.answer(result)
  }

  // MARK: The end

  private func finish(_ error: DBusError) {
    guard isOpen else { return }
    end = error
    release()
    onEnd?(error)
  }

  private func release() {
    source?.invalidate()
    source = nil
    socket = nil
    early = []
    // Oldest first. Serials wrap: they are compared by their distance from the last one.
    let oldest = lastSerial &+ 1
    let open = calls.sorted { first, second in first.key &- oldest < second.key &- oldest }
    calls = [:]
    for (_, call) in open {
      call.timer?.invalidate()
      call.answer(.failure(end ?? .closed))
    }
  }

  /// Closes the connection. Open calls end with an error; `onEnd` is not called.
  package func close() {
    guard isOpen else { return }
    end = .closed
    release()
  }
}
