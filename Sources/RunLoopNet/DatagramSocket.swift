import LinuxSystem
import RunLoopCore

import class RunLoopCore.RunLoop

/// A datagram socket: UDP, or a local one at a path.
///
///     let socket = try DatagramSocket(at: Address("127.0.0.1:5353"))
///     try socket.start(.init(received: { socket, datagrams in
///       for datagram in datagrams { try? socket.send(datagram.bytes, to: datagram.sender) }
///     }))
///
/// Each turn receives up to a batch by one recvmmsg(2); the datagrams of a turn are sent by one sendmmsg(2) at its end. Datagrams may be
/// lost, doubled or reordered by the network. The socket itself drops only a datagram that the kernel refuses, which it reports.
///
/// Use it on its loop's own thread only. A started socket lives until it is closed, or its loop's thread ends.
public final class DatagramSocket: @unchecked Sendable {
  /// Handlers of a socket's events. All are called on the loop's thread, and none inside a method of the socket.
  public struct Handlers {
    /// Datagrams have arrived; they are valid during the call.
    public var received: (DatagramSocket, Datagrams) -> Void
    /// There is room again after a `send` that returned false.
    public var drained: ((DatagramSocket) -> Void)?
    /// A datagram could not be sent, or the network reports that an earlier one did not arrive. The socket stays usable, except after
    /// `port`.
    public var failed: ((DatagramSocket, NetError) -> Void)?

    /// Handlers; only `received` is required.
    public init(
      received: @escaping (DatagramSocket, Datagrams) -> Void, drained: ((DatagramSocket) -> Void)? = nil,
      failed: ((DatagramSocket, NetError) -> Void)? = nil
    ) {
      self.received = received
      self.drained = drained
      self.failed = failed
    }
  }

  /// The loop whose thread it belongs to.
  public let loop: RunLoop
  private let mode: RunLoop.Mode
  private let bound: Address
  private let file: SocketFile?
  /// -1 when it is closed.
  private var socket: Int32
  private var source: RunLoop.DescriptorSource?
  private var handlers: Handlers?
  private let input: DatagramBatch
  /// A `received` call has datagrams in `input`.
  private var inputIsInUse = false
  private let output: DatagramBatch
  /// The places of the output that wait to be sent.
  private var waiting = 0..<0
  /// The kernel's queue was full at the last attempt.
  private var waitsForRoom = false
  /// The next attempt, where the kernel does not report room.
  private var retry: RunLoop.Timer?
  private var isConnected = false
  /// The last `send` returned false, and `drained` was not called since.
  private var isFull = false
  private var willFlush = false

  /// A socket bound to an address.
  ///
  /// - Parameters:
  ///   - address: port 0 is any free one. A path is removed when the socket is closed.
  ///   - loop: the calling thread's own.
  ///   - batch: the number of datagrams that one system call receives or sends: 1 to 1024.
  ///   - largest: the largest datagram in bytes, at most a mebibyte. Longer ones are cut when received, and not sent.
  public init(
    at address: Address, on loop: RunLoop = .current, mode: RunLoop.Mode = .default, batch: Int = 64,
    largest: Int = 2048
  ) throws(NetError) {
    precondition(loop.isOwnThread, "a datagram socket is made on another thread than its loop's")
    socket = try SocketCall.datagramSocket(at: address)
    self.loop = loop
    self.mode = mode
    bound = address
    file = SocketFile(boundTo: address)
    // The kernel's limit for one call.
    let batch = min(max(batch, 1), 1024)
    let size = min(max(largest, 1), 1 << 20)
    input = DatagramBatch(capacity: batch, size: size)
    output = DatagramBatch(capacity: batch, size: size)
  }

  deinit {
    // Never started, or its loop has ended.
    closeDescriptor()
  }

  /// Whether the socket is open.
  public var isOpen: Bool { socket >= 0 }
  /// The socket's descriptor; -1 when it is closed.
  public var descriptor: Int32 { socket }
  /// Its own address, with the port that the kernel chose.
  public var address: Address? { SocketCall.localAddress(socket) }
  /// The number of datagrams that wait to be sent.
  public var unsentCount: Int { waiting.count }

  /// Makes this the address that `send` uses by default, and the only one from which datagrams are received. Then `failed` gets the
  /// network's reports of datagrams that did not arrive.
  public func connect(to address: Address) throws(NetError) {
    try SocketCall.connectDatagrams(socket, to: address)
    isConnected = true
  }

  /// Begins to receive. Call it once.
  public func start(_ handlers: Handlers, label: String = "datagrams") throws(NetError) {
    precondition(loop.isOwnThread, "'\(label)' is started on another thread than its loop's")
    precondition(source == nil && socket >= 0, "'\(label)' is started twice")
    do {
      let source = try RunLoop.DescriptorSource(socket, events: interest, label: label) { [self] events in
        isReady(events)
        return .rearm
      }
      source.endsWithLoop = true
      try loop.add(source, to: mode)
      self.source = source
      self.handlers = handlers
    } catch {
      throw .port(error)
    }
  }

  /// Sends a datagram, together with the others of this turn.
  ///
  /// - Parameter address: nil on a connected socket.
  /// - Returns: false when the datagram was not taken, since a whole batch waits for the kernel: try again after `drained`.
  @discardableResult
  public func send(_ bytes: UnsafeRawBufferPointer, to address: Address? = nil) throws(NetError) -> Bool {
    guard socket >= 0 else { return false }
    if bytes.count > output.size { throw .tooLong }
    if waiting.upperBound == output.capacity { flush() }
    if waiting.upperBound == output.capacity || socket < 0 {
      isFull = true
      return false
    }
    output.put(bytes, to: address, at: waiting.upperBound)
    waiting = waiting.lowerBound..<waiting.upperBound + 1
    if !willFlush, !waitsForRoom {
      willFlush = true
      loop.perform(inModes: [mode]) { [self] in
        willFlush = false
        if !waitsForRoom { flush() }
      }
    }
    return true
  }

  /// Sends a datagram, together with the others of this turn.
  @discardableResult
  public func send(_ bytes: [UInt8], to address: Address? = nil) throws(NetError) -> Bool {
    var result: Result<Bool, NetError> = .success(false)
    bytes.withUnsafeBytes { bytes in
      do throws(NetError) { result = .success(try send(bytes, to: address)) } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  /// Sends the queued datagrams, as far as the kernel takes them, and closes the socket. No handler is called after that.
  public func close() {
    guard socket >= 0 else { return }
    precondition(loop.isOwnThread, "a datagram socket is closed on another thread than its loop's")
    handlers = nil
    if !waitsForRoom { flush() }
    source?.invalidate()
    source = nil
    retry?.invalidate()
    retry = nil
    closeDescriptor()
  }

  private func closeDescriptor() {
    guard socket >= 0 else { return }
    SocketCall.close(socket)
    socket = -1
    file?.remove()
  }

  // MARK: Events

  /// Whether the kernel reports room as writability. Of a local socket without a peer it does not: it is always writable, though
  /// the receiver's queue is full.
  private var canWaitForRoom: Bool { !bound.isLocal || isConnected }

  private var interest: RunLoop.DescriptorSource.Events {
    waitsForRoom && canWaitForRoom ? [.readable, .writable] : .readable
  }

  private func isReady(_ events: RunLoop.DescriptorSource.Events) {
    if events.contains(.invalid) {
      let error = source?.failure ?? .closed(descriptor: socket, label: "datagrams")
      // The number may be another file's by now.
      socket = -1
      file?.remove()
      report(.port(error))
      source = nil
      handlers = nil
      retry?.invalidate()
      retry = nil
      return
    }
    if waitsForRoom, canWaitForRoom, events.contains(.writable) { sendAgain() }
    guard socket >= 0, !events.isDisjoint(with: [.readable, .error, .hangUp]) else { return }
    if inputIsInUse {
      // The call has run the loop: its datagrams stay as they are.
      receive(into: DatagramBatch(capacity: input.capacity, size: input.size))
    } else {
      inputIsInUse = true
      receive(into: input)
      inputIsInUse = false
    }
  }

  private func receive(into batch: DatagramBatch) {
    switch SocketCall.receiveBatch(&batch.batch, from: socket) {
    case .done(let count): handlers?.received(self, Datagrams(batch, count: count))
    case .wouldBlock: break
    case .failed(let error): report(error)
    }
  }

  /// Sends what waits, and calls `drained` if all of it was taken after a refusal.
  private func sendAgain(after delay: Duration = .milliseconds(1)) {
    waitsForRoom = false
    flush(delay)
    source?.events = interest
    if isFull, !waitsForRoom {
      isFull = false
      handlers?.drained?(self)
    }
  }

  /// Sends what waits. A datagram that the kernel refuses is dropped, and reported.
  ///
  /// - Parameter delay: until the next attempt, where the kernel does not report room.
  private func flush(_ delay: Duration = .milliseconds(1)) {
    var (hasFailed, delay) = (false, delay)
    while !waiting.isEmpty, socket >= 0 {
      switch SocketCall.sendBatch(&output.batch, waiting, to: socket) {
      case .done(let count):
        waiting = waiting.lowerBound + count..<waiting.upperBound
        (hasFailed, delay) = (false, .milliseconds(1))
      case .wouldBlock:
        waitsForRoom = true
        if canWaitForRoom { source?.events = interest } else { retryLater(delay) }
        return
      case .failed(let error):
        // The error may be that of an earlier datagram, which the kernel reports once: this one gets a second attempt.
        if hasFailed { waiting = waiting.lowerBound + 1..<waiting.upperBound } else { reportLater(error) }
        hasFailed.toggle()
      }
    }
    waiting = 0..<0
  }

  private func retryLater(_ delay: Duration) {
    if retry != nil { return }
    let retry = RunLoop.Timer(after: delay, label: "datagrams: no room") { [weak self] _ in
      guard let self else { return }
      self.retry = nil
      if socket >= 0 { sendAgain(after: min(delay * 2, .milliseconds(100))) }
    }
    self.retry = retry
    loop.add(retry, to: mode)
  }

  private func report(_ error: NetError) {
    handlers?.failed?(self, error)
  }

  /// Not inside the method that met it.
  private func reportLater(_ error: NetError) {
    guard handlers?.failed != nil else { return }
    loop.post(inModes: [mode]) { [self] in report(error) }
  }
}
