import LinuxSystem
import RunLoopCore
import Synchronization

/// Answers `GET /metrics` on 127.0.0.1, from a run loop; and `GET /live`, for probes of an orchestrator.
///
/// A request has at most 4 KiB and a client ten seconds in all; at most 16 clients are served at once, and a slow one
/// delays no other: no call blocks. When the process has no descriptor left, clients wait in the kernel's queue.
///
/// Only requests for `localhost`, `127.0.0.1` or `[::1]` (`Host`) are answered: a page of another site, whose name
/// is made to resolve to 127.0.0.1, is refused.
public final class MetricsServer: @unchecked Sendable {
  /// The port that it listens on.
  public let port: UInt16
  private let metrics: StallMetrics
  private let liveness: Liveness?
  let listener: Int32
  /// Whether others have closed it: its number may be another file's.
  private let isLost = Atomic(false)
  /// The open connections, by their sockets. The loop's thread only.
  private var connections: [Int32: OpenConnection] = [:]
  private let attachment = Mutex<Attachment?>(nil)

  private struct Attachment {
    var loop: RunLoop
    var acceptor: RunLoop.Acceptor
    var sweep: RunLoop.Timer

    func invalidate() {
      acceptor.invalidate()
      sweep.invalidate()
    }
  }

  /// A connection, which its loop keeps.
  private struct OpenConnection {
    weak var connection: HTTPConnection?
  }

  static let mostConnections = 16
  static let patience = Duration.seconds(10)

  /// Listens; clients wait until the server is attached to a loop, or started on one of its own.
  ///
  /// - Parameters:
  ///   - liveness: a monitor's, for `/live`.
  ///   - port: 0 for any that is free.
  public init(
    _ metrics: StallMetrics, liveness: Liveness? = nil, port: UInt16 = 0
  ) throws(StallMonitorError) {
    self.metrics = metrics
    self.liveness = liveness
    let socket: Socket
    do throws(Errno) { socket = try Socket(AF_INET, .stream) } catch {
      throw Self.error("socket", error, port)
    }
    socket.set(.reuseAddress, to: 1)
    do throws(Errno) {
      try socket.bind(to: .loopback(port: port))
      try socket.listen(backlog: 16)
      guard let address = socket.address else { throw .last }
      self.port = address.port
    } catch {
      socket.close()
      throw Self.error("bind", error, port)
    }
    listener = socket.number
  }

  deinit {
    let loop = stopAnswering()
    if !isLost.load(ordering: .relaxed) { close(listener) }
    // Nothing else uses the server: its connections can be looked at here, but are closed on their thread.
    loop?.post { [open] in for connection in open { connection.close() } }
  }

  private static func error(_ call: String, _ error: Errno, _ port: UInt16) -> StallMonitorError {
    .noEndpoint(port: port, reason: "\(call): \(error)")
  }

  /// Answers from the loop, in its common modes. Do not use a loop whose stalls are of interest: it would
  /// not answer when it matters.
  public func attach(to loop: RunLoop) throws(StallMonitorError) {
    let sweep = RunLoop.Timer(
      after: .seconds(1), repeating: .seconds(1), tolerance: .seconds(1), label: "metrics"
    ) {
      [weak self] _ in self?.closeSlowOnes()
    }
    let acceptor: RunLoop.Acceptor
    do {
      // One a turn, so that a burst of connections does not starve the present ones.
      acceptor = try RunLoop.Acceptor(
        listener, on: loop, mode: .common, label: "metrics", mostPerTurn: 1,
        lost: { [weak self] _ in self?.isLost.store(true, ordering: .relaxed) }
      ) { [weak self] socket in
        if let self { return take(socket, on: loop) }
        close(socket)
        return true
      }
    } catch {
      throw .noEndpoint(port: port, reason: "\(error)")
    }
    loop.add(sweep, to: .common)
    attachment.withLock { $0 = Attachment(loop: loop, acceptor: acceptor, sweep: sweep) }
  }

  /// Answers from a thread of its own, until `stop` or the end of the process. Throws when its loop cannot watch the
  /// listening socket.
  public func start() throws(StallMonitorError) {
    try ServerThread.start { () throws(StallMonitorError) in try self.attach(to: .current) }
  }

  /// Stops answering, and closes the connections in their loop's next turn. A thread of its own then ends: its loop
  /// has nothing left to wait for.
  public func stop() {
    guard let loop = stopAnswering() else { return }
    // A loop that ends before it runs this closes them, too.
    loop.post { [self] in
      for connection in open { connection.close() }
      // One more turn: a loop with nothing to wait for ends only after a wait.
      loop.wakeUp()
    }
  }

  /// Stops accepting connections. The loop that has the present ones; nil when there is none.
  private func stopAnswering() -> RunLoop? {
    let attachment = attachment.withLock { attachment in
      defer { attachment = nil }
      return attachment
    }
    attachment?.invalidate()
    return attachment?.loop
  }

  // MARK: On the loop's thread

  /// False when the connection can not be watched; it is closed then.
  private func take(_ socket: Int32, on loop: RunLoop) -> Bool {
    if connections.count >= Self.mostConnections { closeOldest() }
    let connection = HTTPConnection(socket, loop: loop) { [weak self] request in
      self?.answer(request) ?? []
    } ended: { [weak self] in
      self?.connections[socket] = nil
    }
    guard let connection else { return false }
    connections[socket] = OpenConnection(connection: connection)
    return true
  }

  /// The number of open connections, for tests.
  var connectionCount: Int { connections.count }

  private var open: [HTTPConnection] { connections.values.compactMap(\.connection) }

  private func closeOldest() {
    if let oldest = open.min(by: { $0.begun < $1.begun }) { oldest.close() }
  }

  private func closeSlowOnes() {
    let now = RunLoop.Instant.now
    for connection in open where connection.begun.duration(to: now) > Self.patience {
      connection.close()
    }
  }

  /// The complete response to the head of a request.
  func answer(_ request: [UInt8]) -> [UInt8] {
    guard let head = RequestHead(request) else { return Self.answer("400 Bad Request") }
    guard head.namesThisMachine else {
      return Self.answer(
        "421 Misdirected Request", body: "Requests to localhost or 127.0.0.1 are answered, and no others.\n")
    }
    guard head.method == "GET" || head.method == "HEAD" else {
      return Self.answer("405 Method Not Allowed", headers: "Allow: GET, HEAD\r\n")
    }
    let path = head.target.prefix { $0 != "?" }
    if path == "/live", let verdict = liveness?.verdict {
      return Self.answer(
        verdict.isLive ? "200 OK" : "503 Service Unavailable", headers: "Cache-Control: no-store\r\n",
        body: verdict.text, isHead: head.method == "HEAD")
    }
    guard path == "/metrics" else {
      return Self.answer(
        "404 Not Found",
        body:
          "The numbers are at /metrics\(liveness == nil ? "" : ", whether loops make progress at /live").\n")
    }
    let accepts = head.values(of: "accept").contains { $0.contains("application/openmetrics-text") }
    let format: StallMetrics.Format = accepts ? .openMetrics : .prometheus
    return Self.answer(
      "200 OK", type: format.contentType, body: metrics.text(format), isHead: head.method == "HEAD")
  }

  static func answer(
    _ status: String, type: String = "text/plain; charset=utf-8", headers: String = "", body: String? = nil,
    isHead: Bool = false
  ) -> [UInt8] {
    let body = Array((body ?? status + "\n").utf8)
    let head =
      "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\(headers)Connection: close\r\n\r\n"
    return Array(head.utf8) + (isHead ? [] : body)
  }
}
