import HIDEvents
import RunLoopCore

/// How input events come to the application: ports that are read by the application's loop or by a thread of their own, the
/// queue, and the source that empties it.
final class EventInput: Sendable {
  let queue = EventQueue()
  let loop: RunLoop
  private let state = Guarded(Wiring())

  private struct Wiring {
    var source: RunLoop.Source?
    var portSources: [RunLoop.PortSource] = []
    var readers: [FetchThread] = []
    /// Input that was no event, for the application to count.
    var badPackets: [PacketError] = []
    var connections: [RouterConnection] = []
    var isClosed = false
  }

  /// Like UIKit's: before the sources that programs add.
  static let order = -1

  init(loop: RunLoop) {
    self.loop = loop
  }

  /// Begins to serve the queue on the application's loop.
  func open(perform: @escaping @Sendable () -> Void) {
    let source = RunLoop.Source(order: Self.order, label: "UIApplication event queue", perform: perform)
    state.withLock { $0.source = source }
    loop.add(source, to: .common)
  }

  /// An event comes, from any thread.
  func append(_ event: HIDEvent, host: UInt32 = 0) {
    queue.append(event, host: host)
    announce()
  }

  /// Something is to be done when the events before it were handled, from the application's thread.
  func append(_ work: @escaping () -> Void) {
    queue.append(QueuedWork(work))
    announce()
  }

  /// There is something for the source; wakes the loop when this is another thread.
  func announce() {
    guard let source = state.withLock({ $0.source }) else { return }
    source.signal()
    loop.wakeUp()
  }

  /// Something came that is no event. Counted, and not kept without end.
  func note(_ error: PacketError) {
    state.withLock { if $0.badPackets.count < 4096 { $0.badPackets.append(error) } }
  }

  func takeBadPackets() -> [PacketError] {
    state.withLock { state in
      if state.badPackets.isEmpty { return [] }
      defer { state.badPackets = [] }
      return state.badPackets
    }
  }

  /// Keeps what brings events until `close()`. A source that is added later is ended at once.
  func keep(_ source: RunLoop.PortSource) { if !keep(source, in: \.portSources) { source.invalidate() } }
  func keep(_ thread: FetchThread) { if !keep(thread, in: \.readers) { thread.stop() } }
  func keep(_ connection: RouterConnection) { if !keep(connection, in: \.connections) { connection.close() } }

  private func keep<Entry>(_ entry: Entry, in list: WritableKeyPath<Wiring, [Entry]>) -> Bool {
    state.withLock { state in
      if !state.isClosed { state[keyPath: list].append(entry) }
      return !state.isClosed
    }
  }

  var fetchThreads: [FetchThread] { state.withLock { $0.readers } }

  /// Nothing more is read.
  func close() {
    let old = state.withLock { state in
      defer { state = Wiring(isClosed: true) }
      return state
    }
    old.source?.invalidate()
    for source in old.portSources { source.invalidate() }
    for reader in old.readers { reader.stop() }
    for connection in old.connections { connection.close() }
  }
}
