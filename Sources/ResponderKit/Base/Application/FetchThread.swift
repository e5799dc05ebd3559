import LinuxSystem
import RunLoopCore

/// A thread that does nothing but read a port: the second way of wiring an application, in which the main loop has the
/// queue's source only.
///
/// When the queue is full, the port is not watched until half of it is free: the thread sleeps meanwhile, the channel
/// holds what comes, and who sends finds it full in the end.
final class FetchThread: @unchecked Sendable {
  private let input: EventInput
  private let channel: EventChannel
  private let isClosed: @Sendable () -> Void
  private let state = Guarded(Running())
  /// The port's. Used by the thread only.
  private var source: RunLoop.PortSource?

  private struct Running {
    /// Whether it may still be stopped.
    var loop: RunLoop?
    var isStopped = false
  }

  /// - Parameter closed: called on the thread when the channel has ended.
  init(_ input: EventInput, _ port: RunLoop.MessagePort, closed: @escaping @Sendable () -> Void) {
    self.input = input
    channel = EventChannel(port, input)
    isClosed = closed
  }

  func start() {
    do throws(Errno) { try SystemThread.startDetached { self.run() } } catch { isClosed() }
  }

  private func run() {
    let loop = RunLoop.current
    loop.label = "event fetch"
    state.withLock { $0.loop = loop }
    // Keeps the loop alive while the port is not watched.
    let room = RunLoop.Source(label: "room for HID events") { [unowned self] in watch(loop) }
    loop.add(room)
    source = RunLoop.PortSource(channel.port, label: "HID events") { [unowned self] in serve(loop, room) }
    watch(loop)
    while !state.withLock({ $0.isStopped }) { loop.run(mode: .default) }
    state.withLock { $0.loop = nil }
    source?.invalidate()
    room.invalidate()
  }

  private func watch(_ loop: RunLoop) {
    guard let source else { return }
    do {
      try loop.add(source)
    } catch {
      isClosed()
      stop()
    }
  }

  private func serve(_ loop: RunLoop, _ room: RunLoop.Source) {
    guard channel.read() else {
      isClosed()
      return stop()
    }
    guard input.queue.isFull, let source else { return }
    loop.remove(source)
    input.queue.whenThereIsRoom {
      room.signal()
      loop.wakeUp()
    }
  }

  /// Its loop waits for a port.
  var isAsleep: Bool { state.withLock { $0.loop }?.isWaiting ?? false }

  /// The thread ends soon.
  func stop() {
    let loop = state.withLock { state in
      state.isStopped = true
      return state.loop
    }
    // A loop that has not begun to run loses a stop, but not a block.
    loop?.post { RunLoop.current.stop() }
  }
}
