import Glibc
import RunLoopCore
import Synchronization

/// A thread that does nothing but read a port: the second way of wiring an application, in which the main loop has the
/// queue's source only.
final class FetchThread: Sendable {
  private let input: EventInput
  private let port: RunLoop.MessagePort
  private let loop = Mutex<RunLoop?>(nil)
  private let isStopped = Atomic<Bool>(false)
  private let isClosed: @Sendable () -> Void

  /// - Parameter closed: called on the thread when the channel is over.
  init(_ input: EventInput, _ port: RunLoop.MessagePort, closed: @escaping @Sendable () -> Void) {
    self.input = input
    self.port = port
    isClosed = closed
  }

  func start() {
    var thread = pthread_t()
    let start = Unmanaged<FetchThread>.passRetained(self)
    let failure = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<FetchThread>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, start.toOpaque())
    guard failure == 0 else {
      start.release()
      return isClosed()
    }
    pthread_detach(thread)
  }

  private func run() {
    let loop = RunLoop.current
    loop.label = "event fetch"
    self.loop.withLock { $0 = loop }
    let source = RunLoop.PortSource(port, label: "HID events") { [unowned self] in
      if !input.read(port) {
        isClosed()
        stop()
      } else if input.queue.isFull {
        // The channel stays readable: the thread must not run in circles until there is room.
        usleep(200)
      }
    }
    do {
      try loop.add(source)
    } catch {
      return isClosed()
    }
    while !isStopped.load(ordering: .acquiring) { loop.run(mode: .default) }
    source.invalidate()
    self.loop.withLock { $0 = nil }
  }

  /// The thread ends soon.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    // A loop that has not begun to run loses a stop, but not a block.
    loop.withLock { $0 }?.post { RunLoop.current.stop() }
  }
}
