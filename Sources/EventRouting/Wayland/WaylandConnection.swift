import LinuxSystem

/// The requests, events and objects of a connection to a compositor.
///
/// Belongs to one thread. No input from a compositor makes it crash, block, or grow without limit: a violation of
/// the protocol ends the connection.
final class WaylandConnection {
  /// Takes an event's number and arguments.
  typealias Handler = (UInt16, inout WaylandArguments) throws(WaylandError) -> Void

  private struct Object {
    let interface: WaylandInterface
    let handle: Handler
  }

  /// The number of `wl_display`.
  static let display: UInt32 = 1
  /// Limits the reads of one call, so that other sources are not starved.
  private static let mostReads = 64
  private static let mostObjects = 1 << 16

  /// The socket; -1 once it is closed.
  private(set) var socket: Int32
  /// The reason why the connection has ended.
  private(set) var end: WaylandError?
  private var stream: WaylandStream?
  private var objects = WaylandObjects<Object>()
  /// The compositor has stopped reading; its remaining messages are read.
  private var isBroken = false

  /// Takes over a connected socket.
  init(adopting socket: Int32) {
    self.socket = socket
    stream = WaylandStream(adopting: socket)
    add(.display) { [weak self] opcode, arguments throws(WaylandError) in
      try self?.takeDisplayEvent(opcode, &arguments)
    }
  }

  var isOpen: Bool { end == nil }
  var waitsForWriting: Bool { !isBroken && stream?.waitsForWriting ?? false }

  // MARK: Objects and requests

  /// Gives a new object its number. The handler must not keep its owner alive.
  @discardableResult
  func add(_ interface: WaylandInterface, _ handle: @escaping Handler = WaylandConnection.hasNoEvents)
    -> UInt32
  {
    // A compositor that frees no numbers does not fill the memory with them.
    if objects.count >= Self.mostObjects {
      finish(.malformed("no ends of objects that this side has given up"))
    }
    return objects.add(Object(interface: interface, handle: handle))
  }

  /// Adds an object that the compositor has made with an event.
  func add(_ interface: WaylandInterface, ofCompositor number: UInt32, _ handle: @escaping Handler)
    throws(WaylandError)
  {
    try objects.add(Object(interface: interface, handle: handle), ofCompositor: number)
  }

  /// The handler of objects without events.
  static func hasNoEvents(_ opcode: UInt16, _: inout WaylandArguments) throws(WaylandError) {
    throw unknown(opcode)
  }

  static func unknown(_ opcode: UInt16) -> WaylandError {
    .malformed("an event \(opcode) that its object does not have")
  }

  /// Queues a request.
  func send(_ object: UInt32, _ opcode: UInt16, _ fill: (inout WaylandRequest) -> Void = { _ in }) {
    var request = WaylandRequest(object, opcode)
    fill(&request)
    guard isOpen, !isBroken, let stream else { return request.closeDescriptors() }
    do throws(WaylandError) {
      try stream.queue(request)
    } catch {
      finish(error)
    }
  }

  /// Sends an object's last request.
  func destroy(_ object: UInt32, _ opcode: UInt16 = WaylandInterface.Request.destroy) {
    send(object, opcode)
    objects.retire(object)
  }

  /// Gives up an object that ends without a request.
  func retire(_ object: UInt32) { objects.retire(object) }

  /// Asks for a callback when the compositor has handled all requests before it.
  func sync(_ done: @escaping () -> Void) {
    let callback = addCallback { _ in done() }
    send(Self.display, WaylandInterface.Request.displaySync) { $0.add(callback) }
  }

  /// An object that is called once, with the time in milliseconds.
  func addCallback(_ done: @escaping (UInt32) -> Void) -> UInt32 {
    let number = Box<UInt32>(0)
    number.value = add(.callback) { [weak self] opcode, arguments throws(WaylandError) in
      guard opcode == 0 else { throw Self.unknown(opcode) }
      let time = try arguments.uint()
      self?.retire(number.value)
      done(time)
    }
    return number.value
  }

  private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  // MARK: Bytes

  /// Sends as much as the socket takes.
  func flush() {
    guard isOpen, !isBroken, let stream else { return }
    // The connection ends once all that was sent before has been read: that may contain the reason.
    do throws(WaylandError) { try stream.send() } catch { isBroken = true }
  }

  /// Reads available input, and calls the objects' handlers.
  func read() {
    for _ in 0..<Self.mostReads {
      guard isOpen, let stream else { return }
      do throws(WaylandError) {
        let events = try stream.receive()
        if events.isEmpty { return }
        for event in events where isOpen { try dispatch(event, from: stream) }
      } catch {
        finish(error)
      }
    }
  }

  private func dispatch(_ event: WaylandEvent, from stream: WaylandStream) throws(WaylandError) {
    let (object, isRetired) = try objects.find(event.object)
    var arguments = WaylandArguments(event)
    let hasDescriptor = object.interface.descriptors(ofEvent: event.opcode) > 0
    if hasDescriptor { arguments.descriptor = try stream.takeDescriptor() }
    defer { if arguments.descriptor >= 0 { close(arguments.descriptor) } }
    guard isRetired else { return try object.handle(event.opcode, &arguments) }
    if let made = object.interface.made(byEvent: event.opcode) {
      try destroyNew(made.kind, try arguments.uint(), made.destroy)
    }
  }

  /// Destroys an object that the compositor has made for one that this side has given up: events for it may be on their way.
  private func destroyNew(_ kind: WaylandInterface, _ number: UInt32, _ opcode: UInt16) throws(WaylandError) {
    try add(kind, ofCompositor: number, Self.hasNoEvents)
    destroy(number, opcode)
  }

  private func takeDisplayEvent(_ opcode: UInt16, _ arguments: inout WaylandArguments) throws(WaylandError) {
    switch opcode {
    case 0:
      let number = try arguments.uint()
      let code = try arguments.uint()
      let reason = try arguments.string() ?? ""
      let interface = (try? objects.find(number))?.value.interface.rawValue ?? "object \(number)"
      throw .rejected(interface: interface, code: code, reason: String(reason.prefix(500)))
    case 1:
      let number = try arguments.uint()
      let (object, isRetired) = try objects.find(number)
      guard isRetired || object.interface == .callback else {
        throw .malformed("the end of a \(object.interface.rawValue) that this side uses")
      }
      try objects.delete(number)
    default: throw Self.unknown(opcode)
    }
  }

  /// Ends the connection. What watches the socket finds it readable.
  func finish(_ error: WaylandError) {
    guard isOpen else { return }
    end = error
    Socket(socket).hangUp()
  }

  /// Closes the socket, once it is no longer watched.
  func release() {
    if isOpen { end = .closed }
    stream = nil
    objects = WaylandObjects()
    socket = -1
  }

  /// Sends and reads until the condition holds.
  func wait(until deadline: UInt64, for what: String, _ isDone: () -> Bool) throws(WaylandError) {
    while true {
      flush()
      if isDone() { return }
      if let end { throw end }
      let now = linux_time(CLOCK_MONOTONIC) / 1_000_000
      guard now < deadline else { throw .timedOut(what) }
      let events = Int16(POLLIN) | (waitsForWriting ? Int16(POLLOUT) : 0)
      var entry = pollfd(fd: socket, events: events, revents: 0)
      _ = poll(&entry, 1, Int32(min(deadline - now, 60_000)))
      read()
    }
  }
}
