import HIDEvents
import RunLoopCore

/// A connection to an X server of this machine, served by a run loop: its port source reads what the server sends, and
/// windows report it as input events.
///
/// Written from the protocol, over the Unix socket: no Xlib. Belongs to the thread that made it.
public final class X11Display {
  /// The display's name.
  public let name: X11DisplayName
  /// Called once, when the server has closed the connection or broken the protocol. All touches of its windows have been
  /// cancelled by then.
  public var onEnd: ((X11Error) -> Void)?
  /// Called for each request that the server rejected; the connection continues.
  public var onProblem: ((X11Problem) -> Void)?

  let connection: X11Connection
  var atoms: [String: UInt32] = [:]
  var keymap = X11Keymap()
  /// Whether the table of keys was requested and has not arrived.
  var isAskingForKeys = false
  /// Whether it has changed since it was requested.
  var keysAreStale = false
  /// The opcode of XInput's requests, which its events name too; nil without touch.
  var inputOpcode: UInt8?
  /// Whether held keys repeat only their press, without releases.
  var repeatsWithoutReleases = false
  /// The longest request, in bytes.
  var longestRequest = 0
  var hasLongRequests = false
  /// Whether there is a window manager, which assigns the focus.
  var hasWindowManager = false
  var screen: X11Setup.Screen
  private var nextIdentifier: UInt32 = 0
  var windows: [UInt32: X11Window] = [:]
  /// The selections, by their atoms.
  var selections: [UInt32: X11Selection] = [:]
  /// The server's time of the last key or button.
  var lastInputTime: UInt32 = 0
  private(set) var loop: RunLoop?
  private var source: RunLoop.PortSource?
  private var hasEnded = false
  private var clock = ServerClock()
  /// Whether events that arrived during a wait for a reply are about to be delivered.
  private var hasPosted = false

  /// Connects to a server, and waits for its answer.
  ///
  /// - Parameters:
  ///   - name: as `:0`; nil: what the environment's `DISPLAY` says.
  ///   - authority: the file with the display's key; nil: the user's.
  ///   - timeout: how long connecting may take in all.
  public convenience init(
    _ name: String? = nil, authority: String? = nil, timeout: Duration = .seconds(5)
  ) throws(X11Error) {
    guard let text = name ?? X11Environment.display, !text.isEmpty else { throw .noDisplay }
    let name = try X11DisplayName(text)
    let cookie = X11Authority(path: authority).cookie(for: name)
    let deadline = Self.deadline(in: timeout)
    try self.init(
      try X11Socket(path: name.path, until: deadline), name, cookie: cookie, until: deadline)
  }

  /// Begins the connection over a socket that is connected.
  init(
    _ socket: X11Socket, _ name: X11DisplayName, cookie: [UInt8]?, until deadline: UInt64
  ) throws(X11Error) {
    self.name = name
    let connection = X11Connection(socket)
    self.connection = connection
    connection.begin(cookie)
    try connection.wait(until: deadline, for: "the beginning of the connection") { connection.setup != nil }
    guard let setup = connection.setup else { throw .lost }
    guard setup.screens.indices.contains(name.screen) else {
      throw .unsupported("screen \(name.screen): it has \(setup.screens.count)")
    }
    screen = setup.screens[name.screen]
    longestRequest = setup.longestRequest * 4
    try setUp(until: deadline)
    connection.onProblem = { [weak self] problem in self?.onProblem?(problem) }
  }

  convenience init(
    _ socket: X11Socket, _ name: X11DisplayName, cookie: [UInt8]?, timeout: Duration
  ) throws(X11Error) {
    try self.init(socket, name, cookie: cookie, until: Self.deadline(in: timeout))
  }

  /// In milliseconds of the monotonic clock; a day at most.
  static func deadline(in timeout: Duration) -> UInt64 {
    X11Socket.milliseconds + UInt64(min(max(timeout / .milliseconds(1), 1), 86_400_000))
  }

  /// Whether the connection is open.
  public var isOpen: Bool { connection.isOpen && !hasEnded }
  /// Why the connection has ended; nil while it is open.
  public var end: X11Error? { connection.end }
  /// Whether touches are reported as touches, and not as a pointer's presses.
  public var hasTouch: Bool { inputOpcode != nil }
  /// The display's size, in pixels.
  public var size: (width: Int, height: Int) { (screen.width, screen.height) }
  /// Errors that the server reported for requests; the last 64.
  public var problems: [X11Problem] { connection.problems }

  // MARK: On a loop

  /// Has the calling thread's own loop serve the connection.
  public func attach(to loop: RunLoop, mode: RunLoop.Mode = .common) throws(X11Error) {
    if let end { throw end }
    do {
      if source == nil {
        let port = try RunLoop.Port(borrowing: connection.socket.watched, label: "X11 \(name)")
        let display = ThreadBound(self)
        source = RunLoop.PortSource(port, label: "X11 \(name)") { display.object?.serve() }
      }
      self.loop = loop
      if let source { try loop.add(source, to: mode) }
    } catch {
      throw .descriptor("\(error)")
    }
  }

  /// Reads what has arrived, and calls the windows' handlers. The loop calls it; without a loop, call it when the socket is
  /// ready.
  public func serve() {
    connection.flush()
    connection.read()
    giveOut()
  }

  func giveOut() {
    hasPosted = false
    while isOpen, connection.hasEvents {
      for packet in connection.takeEvents() where isOpen { take(packet) }
    }
    for window in windows.values { window.packetsEnded() }
    connection.flush()
    if let end = connection.end { finish(end) }
  }

  /// Delivers events that arrived during a wait in the loop's next turn.
  func giveOutLater() {
    guard connection.hasEvents || !connection.isOpen, !hasPosted, let loop else { return }
    hasPosted = true
    let display = ThreadBound(self)
    loop.post { display.object?.giveOut() }
  }

  /// Ends the connection: the server closes its windows.
  public func close() {
    connection.flush()
    connection.finish(.closed)
    finish(.closed)
  }

  private func finish(_ error: X11Error) {
    guard !hasEnded else { return }
    hasEnded = true
    source?.invalidate()
    source = nil
    let open = windows.values.sorted { $0.identifier < $1.identifier }
    windows = [:]
    for window in open { window.connectionEnded(error) }
    let lost = selections.values.sorted { $0.kind.rawValue < $1.kind.rawValue }
    selections = [:]
    for selection in lost { selection.displayEnded() }
    if error != .closed { onEnd?(error) }
  }

  deinit { source?.invalidate() }

  /// Converts a server's time to nanoseconds on the loop's clock. It is in milliseconds and on this machine has the same origin
  /// as the monotonic clock.
  func timestamp(_ serverTime: UInt32) -> UInt64 {
    let now = UInt64(max((loop?.now ?? .now).nanoseconds, 0))
    return clock.timestamp(serverTime, milliseconds: X11Socket.milliseconds, now: now)
  }

  func makeIdentifier() -> UInt32 {
    let setup = connection.setup
    let mask = setup?.resourceMask ?? 1
    nextIdentifier &+= mask & (~mask &+ 1)
    return (setup?.resourceBase ?? 0) | nextIdentifier & mask
  }
}
