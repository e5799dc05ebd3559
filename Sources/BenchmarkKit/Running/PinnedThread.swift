import LinuxSystem

/// A thread that stays on one processor, and is waited for.
public final class PinnedThread {
  private var thread = pthread_t()
  private var isJoined = false

  /// What the new thread takes with it.
  private final class Start {
    let processor: Int?
    let body: () -> Void

    init(_ processor: Int?, _ body: @escaping () -> Void) {
      self.processor = processor
      self.body = body
    }
  }

  /// Starts the thread, on the processor from its first instruction of `body`; nil: wherever it is put.
  public init(on processor: Int? = nil, _ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(Start(processor, body))
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        if let processor = start.processor { Processors.pin(to: processor) }
        start.body()
        return nil
      }, start.toOpaque())
    precondition(status == 0, "a benchmark's thread could not be started: error \(status)")
  }

  /// Waits until the body has returned.
  public func join() {
    guard !isJoined else { return }
    isJoined = true
    pthread_join(thread, nil)
  }

  deinit {
    if !isJoined { pthread_detach(thread) }
  }

  /// Runs the body on a thread of its own and waits for it.
  public static func run(on processor: Int? = nil, _ body: @escaping @Sendable () -> Void) {
    PinnedThread(on: processor, body).join()
  }
}
