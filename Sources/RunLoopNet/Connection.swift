import LinuxSystem
import RunLoopCore

import class RunLoopCore.RunLoop

/// A connected stream socket: it delivers received bytes, and queues bytes to be sent.
///
/// `write` tries the socket first and keeps the rest; it returns false when the writer should pause, until `drained` is called.
/// The connection reads once a turn.
///
/// Use it on its loop's own thread only. A started connection lives until it is closed by either side; then
/// `closed` is called once, and everything is released. When the loop's thread ends, a connection that nothing else holds is closed
/// without a call.
public final class Connection: @unchecked Sendable {
  private typealias Received = (Connection, UnsafeRawBufferPointer) -> Void

  /// The loop whose thread the connection belongs to.
  public let loop: RunLoop
  let mode: RunLoop.Mode
  /// -1 when it is closed.
  @exclusivity(unchecked) private(set) var socket: Int32
  @exclusivity(unchecked) var source: RunLoop.DescriptorSource?
  @exclusivity(unchecked) private var handlers: Handlers?
  @exclusivity(unchecked) private(set) var queue = WriteQueue()
  private let buffer: ReadBuffer
  private var deadline: RunLoop.Timer?
  /// Tries to watch the socket again, for which the kernel had no room. Kept by the loop, and keeps the connection.
  weak var retry: RunLoop.Timer?
  /// Why the socket is not watched yet, while that is tried again.
  var shortage: RunLoop.PortError?

  /// Records traffic for the time-outs; nil when there are none.
  @exclusivity(unchecked) private var watch: TimeOutWatch?

  /// With more unsent bytes than this, `write` returns false.
  public let highWaterMark: Int
  /// The last `write` returned false, and `drained` was not called since.
  @exclusivity(unchecked) private var isFull = false
  /// The socket takes nothing now.
  @exclusivity(unchecked) private var waitsForRoom = false
  @exclusivity(unchecked) private var readingIsPaused = false
  @exclusivity(unchecked) private var inputHasEnded = false
  private var outputShallEnd = false
  @exclusivity(unchecked) private var shallClose = false
  /// Received bytes are discarded until the peer's end.
  @exclusivity(unchecked) private var lingers = false
  /// Reading is paused, and the kernel would report the peer's end repeatedly.
  private var isHushed = false
  /// The kernel reports changes only: what it reported and was not read must be remembered. For TCP, where a read
  /// that does not fill the buffer has taken all there was.
  private let watchesEdges: Bool
  /// Reported events that are not served yet: see `lookAgain`.
  private var pending: RunLoop.DescriptorSource.Events = []

  /// A connection over a connected stream socket, or a pipe's end of the program, which it owns and makes non-blocking.
  ///
  /// - Parameters:
  ///   - buffer: the memory for reading; connections of one thread can share one.
  ///   - timeOuts: limits that begin with `start`.
  public init(
    _ socket: Int32, on loop: RunLoop = .current, mode: RunLoop.Mode = .default,
    buffer: ReadBuffer = ReadBuffer(), highWaterMark: Int = 65_536, timeOuts: TimeOuts = TimeOuts()
  ) {
    self.socket = socket
    self.loop = loop
    self.mode = mode
    self.buffer = buffer
    self.highWaterMark = highWaterMark
    watchesEdges = SocketCall.isTCP(socket)
    watch = TimeOutWatch(timeOuts)
    let flags = fcntl(socket, F_GETFL, 0)
    if flags & O_NONBLOCK == 0 { _ = fcntl(socket, F_SETFL, flags | O_NONBLOCK) }
  }

  deinit {
    // Never started, or its loop has ended.
    watch?.end()
    if socket >= 0 { SocketCall.close(socket) }
  }

  // MARK: Properties

  /// Whether the connection is open.
  public var isOpen: Bool { socket >= 0 }
  /// The number of written bytes that the socket has not taken yet.
  public var unsentCount: Int { queue.count }

  /// Whether bytes from the peer would be read.
  var awaitsInput: Bool { !readingIsPaused && !inputHasEnded }

  // MARK: Reading

  /// Begins to read. Call it once.
  ///
  /// When the kernel has no descriptor or memory left to watch the socket with, the connection counts as started: it tries
  /// again, after ten milliseconds at first, and at most a second later. Bytes that arrive meanwhile wait in the kernel.
  public func start(_ handlers: Handlers, label: String = "connection") throws(NetError) {
    precondition(loop.isOwnThread, "connection '\(label)' is started on another thread than its loop's")
    precondition(source == nil && socket >= 0, "connection '\(label)' is started twice")
    // Called on this thread only.
    nonisolated(unsafe) let received = handlers.received
    do {
      let source = try RunLoop.DescriptorSource(
        socket, events: interest, trigger: watchesEdges ? .edge : .level, label: label
      ) { [self] events in
        isReady(events, received)
        return .rearm
      }
      source.endsWithLoop = true
      try watch(source, label: label)
      self.source = source
      self.handlers = handlers
      watch?.begin(self, label)
    } catch {
      throw .port(error)
    }
  }

  /// Stops reading until `resumeReading`: the peer is slowed down when the kernel's buffers are full.
  public func pauseReading() {
    guard !shallClose else { return }
    readingIsPaused = true
    updateEvents()
  }

  /// Reads again after `pauseReading`.
  public func resumeReading() {
    guard !shallClose else { return }
    readingIsPaused = false
    updateEvents()
    if isHushed {
      isHushed = false
      source?.arm()
      lookAgain(.hangUp)
    }
    // Data that arrived meanwhile may have been reported already.
    lookAgain(Self.input)
  }

  /// - Parameter received: the handler, held by the caller: so no reference is counted for a call of it.
  private func isReady(_ events: RunLoop.DescriptorSource.Events, _ received: Received) {
    if events.contains(.invalid) {
      return finish(.port(source?.failure ?? .closed(descriptor: socket, label: "connection")), isGone: true)
    }
    if waitsForRoom, !events.isDisjoint(with: [.writable, .error, .hangUp]) { sendQueue() }
    guard socket >= 0 else { return }
    if !readingIsPaused, !inputHasEnded {
      if events != .writable { readOnce(events, received) }
    } else if !events.isDisjoint(with: [.error, .hangUp]) {
      if inputHasEnded || shallClose {
        // Neither reading nor writing is possible now.
        finish(SocketCall.pendingError(socket) ?? (queue.isEmpty ? nil : .reset))
      } else {
        // There may be something to read yet.
        isHushed = true
        source?.disarm()
      }
    }
  }

  @inline(__always)
  private func readOnce(_ events: RunLoop.DescriptorSource.Events, _ received: Received) {
    buffer.use { memory in
      switch SocketCall.read(socket, into: memory) {
      case .done(0):
        if watchesEdges { lookAgain(events.intersection([.error, .hangUp])) }
        endInput()
      case .done(let count):
        watch?.hadInput = true
        // The end, an error or urgent data may be behind a read that seems to be the last.
        if watchesEdges, count == memory.count || !events.isSubset(of: [.readable, .writable]) {
          lookAgain(events)
        }
        if !lingers { received(self, UnsafeRawBufferPointer(rebasing: memory[..<count])) }
      case .wouldBlock: break
      case .failed(let error): finish(error)
      }
    }
  }

  /// An edge that is not used up is reported again, in the loop's next turn: as the kernel would of a level.
  private func lookAgain(_ events: RunLoop.DescriptorSource.Events) {
    guard watchesEdges, !events.isEmpty else { return }
    let isPosted = !pending.isEmpty
    pending.formUnion(events)
    if isPosted { return }
    loop.post(inModes: [mode]) { [self] in
      let events = pending
      pending = []
      if socket >= 0, let handlers { isReady(events, handlers.received) }
    }
  }

  private func endInput() {
    inputHasEnded = true
    updateEvents()
    if lingers { return queue.isEmpty ? finish(nil) : () }
    if let end = handlers?.endOfInput { end(self) } else { close() }
  }

  // MARK: Writing

  /// Sends the bytes, now or as soon as the socket takes them. Nothing happens after `close` or `finishWriting`.
  ///
  /// - Returns: false when more bytes than the high-water mark wait: pause until `drained` is called.
  @discardableResult
  public func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard socket >= 0, !shallClose, !outputShallEnd else { return false }
    var rest = bytes
    if !waitsForRoom {
      while true {
        if rest.isEmpty { return true }
        switch SocketCall.write(socket, rest) {
        case .done(let count):
          watch?.hadOutput = true
          if count == rest.count { return true }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
          continue
        case .wouldBlock: break
        case .failed(let error):
          finish(error)
          return false
        }
        break
      }
    }
    queue.append(rest)
    waitsForRoom = true
    updateEvents()
    if queue.count > highWaterMark { isFull = true }
    return !isFull
  }

  /// Sends the bytes, as `write(_:)` of a buffer does.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { write($0) } }

  /// Sends a text in UTF-8.
  @discardableResult
  public func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  private func sendQueue() {
    var failure: NetError?
    queue.send { bytes in
      var sent = 0
      while sent < bytes.count {
        switch SocketCall.write(socket, UnsafeRawBufferPointer(rebasing: bytes[sent...])) {
        case .done(let count):
          watch?.hadOutput = true
          sent += count
        case .wouldBlock: return sent
        case .failed(let error):
          failure = error
          return sent
        }
      }
      return sent
    }
    if let failure { return finish(failure) }
    guard queue.isEmpty else { return }
    waitsForRoom = false
    updateEvents()
    if shallClose { return lingers && !inputHasEnded ? SocketCall.finishWriting(socket) : finish(nil) }
    if outputShallEnd { return SocketCall.finishWriting(socket) }
    guard isFull else { return }
    isFull = false
    handlers?.drained?(self)
  }

  private func updateEvents() {
    source?.events = interest
  }

  /// The result of a read.
  private static var input: RunLoop.DescriptorSource.Events { [.readable, .endOfInput, .priority] }

  private var interest: RunLoop.DescriptorSource.Events {
    var events: RunLoop.DescriptorSource.Events = []
    if !readingIsPaused, !inputHasEnded { events = watchesEdges ? Self.input : .readable }
    if waitsForRoom { events.insert(.writable) }
    return events
  }

  // MARK: Ending

  /// Ends writing: when all is sent, the peer reads the end. Reading continues.
  public func finishWriting() {
    guard socket >= 0, !outputShallEnd else { return }
    outputShallEnd = true
    if queue.isEmpty { SocketCall.finishWriting(socket) }
  }

  /// Stops reading, and closes when all is sent.
  ///
  /// - Parameters:
  ///   - patience: the time after which the connection is reset if the peer does not read.
  ///   - lingering: for a peer that may still be sending. Closing a socket with unread bytes resets the
  ///     connection, and the peer may lose the last bytes sent; instead, received bytes are discarded until the peer's end.
  public func close(within patience: Duration = .seconds(10), lingering: Bool = false) {
    guard socket >= 0, !shallClose else { return }
    watch?.end()
    lingers = lingering && !inputHasEnded
    if queue.isEmpty {
      if !lingers { return finish(nil) }
      SocketCall.finishWriting(socket)
    }
    // A hang-up that came while reading was paused would not be reported again.
    if isHushed { resumeReading() }
    shallClose = true
    readingIsPaused = !lingers
    updateEvents()
    if lingers { lookAgain(Self.input) }
    let deadline = RunLoop.Timer(after: patience, label: "close") { [weak self] _ in
      guard let self else { return }
      if queue.isEmpty { finish(nil) } else { finish(.timedOut, aborts: true) }
    }
    self.deadline = deadline
    loop.add(deadline, to: mode)
  }

  /// Resets the connection: unsent bytes are lost, and the peer gets an error.
  public func abort() {
    finish(nil, aborts: true)
  }

  /// - Parameter isGone: others have closed the socket, whose number may be another file's by now.
  func finish(_ error: NetError?, aborts: Bool = false, isGone: Bool = false) {
    guard socket >= 0 else { return }
    precondition(loop.isOwnThread, "a connection is closed on another thread than its loop's")
    let number = socket
    socket = -1
    source?.invalidate()
    source = nil
    watch?.end()
    for timer in [deadline, retry] { timer?.invalidate() }
    (deadline, retry, shortage) = (nil, nil, nil)
    if aborts { SocketCall.abort(number) } else if !isGone { SocketCall.close(number) }
    queue = WriteQueue()
    let ended = handlers
    handlers = nil
    guard let closed = ended?.closed else { return }
    // Not inside the method that came to the end.
    nonisolated(unsafe) let call = closed
    loop.post(inModes: [mode]) { [self] in call(self, error) }
  }
}
