import HIDEvents
import LinuxSystem
import RunLoopCore

/// A connection to a Wayland compositor, served by a run loop: its descriptor source reads what the compositor sends, and
/// windows report it as input events.
///
/// Written from the protocol, over the Unix socket: no libwayland. Belongs to the thread that made it.
public final class WaylandDisplay {
  /// Called once, when the compositor has closed the connection or broken the protocol. All touches of its windows have been
  /// cancelled by then.
  public var onEnd: ((WaylandError) -> Void)?

  let connection: WaylandConnection
  var globals = WaylandGlobals()
  /// The windows, by the numbers of their surfaces.
  var windows: [UInt32: WaylandWindow] = [:]
  /// By the numbers of their surfaces, of which each has two.
  var titleBars: [UInt32: WaylandTitleBar] = [:]
  /// The seats, by their global numbers.
  var seats: [UInt32: WaylandSeat] = [:]
  /// The scales of outputs, by the numbers of their objects.
  var outputScales: [UInt32: Int32] = [:]
  /// How often they show a picture, in thousandths of a hertz, where they say that.
  var outputRates: [UInt32: Int32] = [:]
  /// Outputs' objects by their global numbers.
  var outputs: [UInt32: UInt32] = [:]
  var canReleaseOutputs = false
  var selections: [WaylandSelection.Kind: WaylandSelection] = [:]
  var registryNumber: UInt32 = 0
  private(set) var loop: RunLoop?
  private var source: RunLoop.DescriptorSource?
  private var hasEnded = false
  private var clock = ServerClock()

  /// Connects to a compositor, and waits for its answer.
  ///
  /// - Parameters:
  ///   - name: a socket's path, or its name in `XDG_RUNTIME_DIR`; nil: what the environment says.
  ///   - timeout: how long connecting may take in all.
  public convenience init(_ name: String? = nil, timeout: Duration = .seconds(5)) throws(WaylandError) {
    try self.init(adopting: try WaylandSocket.connect(name), timeout: timeout)
  }

  /// Begins the connection over a connected socket, which it owns from now on.
  init(adopting socket: Int32, timeout: Duration = .seconds(5)) throws(WaylandError) {
    connection = WaylandConnection(adopting: socket)
    let limit = UInt64(min(max(timeout / .milliseconds(1), 1), 86_400_000))
    try setUp(until: linux_time(CLOCK_MONOTONIC) / 1_000_000 + limit)
  }

  /// Whether the connection is open.
  public var isOpen: Bool { connection.isOpen && !hasEnded }
  /// Why the connection has ended; nil while it is open.
  public var end: WaylandError? { connection.end }
  /// Whether a touch screen is there.
  public var hasTouch: Bool { seats.values.contains(where: \.hasTouch) }
  /// A selection of the first seat; nil where the compositor has none of that kind.
  public func selection(_ kind: WaylandSelection.Kind) -> WaylandSelection? { selections[kind] }

  // MARK: On a loop

  /// Has the calling thread's own loop serve the connection.
  public func attach(to loop: RunLoop, mode: RunLoop.Mode = .common) throws(WaylandError) {
    if let end { throw end }
    do {
      if source == nil {
        let display = ThreadBound(self)
        source = try RunLoop.DescriptorSource(connection.socket, label: "Wayland") { _ in
          display.object?.serve()
          return .rearm
        }
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
    connection.read()
    flush()
    if let end = connection.end { finish(end) }
  }

  /// Sends what waits, and has the loop watch for room when not all of it fits.
  func flush() {
    connection.flush()
    guard let source else { return }
    let events: RunLoop.DescriptorSource.Events =
      connection.waitsForWriting ? [.readable, .writable] : .readable
    if source.events != events { source.events = events }
  }

  /// Ends the connection: the compositor closes its windows.
  public func close() {
    connection.flush()
    connection.finish(.closed)
    finish(.closed)
  }

  private func finish(_ error: WaylandError) {
    guard !hasEnded else { return }
    hasEnded = true
    source?.invalidate()
    source = nil
    let open = windows.values.sorted { $0.surface < $1.surface }
    windows = [:]
    titleBars = [:]
    for window in open { window.connectionEnded(error) }
    for seat in seats.values { seat.end() }
    seats = [:]
    for selection in selections.values { selection.displayEnded() }
    selections = [:]
    connection.release()
    if error != .closed { onEnd?(error) }
  }

  deinit {
    source?.invalidate()
    for seat in seats.values { seat.end() }
  }

  /// Nanoseconds, on the loop's clock, of something that happened at a compositor's time in milliseconds.
  func timestamp(_ time: UInt32) -> UInt64 {
    let now = UInt64(max((loop?.now ?? .now).nanoseconds, 0))
    return clock.timestamp(time, milliseconds: linux_time(CLOCK_MONOTONIC) / 1_000_000, now: now)
  }
}

/// The compositor's singleton objects, by their numbers; 0 for missing ones.
struct WaylandGlobals {
  var compositor: UInt32 = 0
  var compositorVersion: UInt32 = 0
  var sharedMemory: UInt32 = 0
  var windowBase: UInt32 = 0
  var subcompositor: UInt32 = 0
  var viewporter: UInt32 = 0
  var fractionalScales: UInt32 = 0
  var decorations: UInt32 = 0
  var cursorShapes: UInt32 = 0
  var dataManager: UInt32 = 0
  var dataVersion: UInt32 = 0
  var primaryManager: UInt32 = 0
  var textInputs: UInt32 = 0
  var activation: UInt32 = 0
}
