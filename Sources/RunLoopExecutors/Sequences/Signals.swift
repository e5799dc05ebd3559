public import RunLoopCore

extension RunLoop {
  /// The signals of the process, read by the loop in its common modes. See `Signals`.
  public func signals(_ numbers: Set<Int32>) -> Signals {
    Signals(loop: self, numbers: numbers)
  }
}

/// Signals, one element for each.
///
///     static func main() throws {
///       try RunLoop.SignalSource.block([SIGHUP, SIGTERM])  // before there are other threads
///       RunLoop.runMain {
///         for try await signal in RunLoop.main.signals([SIGHUP, SIGTERM]) { … }
///       }
///     }
///
/// **Block the signals first,** at the beginning of the program: every thread that is made later inherits that. A program
/// with tasks has threads of Swift's pool, and a signal that one of them does not block usually ends the process. A signal that
/// arrives while no task waits stays pending in the kernel, which queues real-time signals and coalesces the others; so none
/// is lost to a slow task, nor before the first iteration.
///
/// Each iteration has a `RunLoop.SignalSource` of its own; of several that wait for a signal, one gets it. It ends when the
/// task is cancelled, when the iterator is released, and when the loop's thread ends. It throws, and ends, for a number
/// that is no signal that can be waited for, and when no descriptor is left.
public struct Signals: AsyncSequence, Sendable {
  public typealias Element = RunLoop.SignalSource.Signal
  public typealias Failure = RunLoop.PortError

  let loop: RunLoop
  let numbers: Set<Int32>

  public func makeAsyncIterator() -> Iterator {
    Iterator(sequence: self)
  }

  private func mailbox() -> PortMailbox<Element> {
    // The thread that makes the source blocks its signals: that shall be the loop's.
    PortMailbox(for: loop, onOwnThread: true) { [numbers] (mailbox) throws(RunLoop.PortError) in
      let source = try RunLoop.SignalSource(numbers, label: "signals") { [weak mailbox] signal in
        mailbox?.pause()
        mailbox?.put(.success(signal))
        return .rearm
      }
      source.disarm()
      return source
    }
  }

  /// Returns one signal after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: Signals
    /// Nil before the first call, and its mailbox ended after the last.
    private var owner: PortMailbox<Element>.Owner<PortMailbox<Element>>?

    fileprivate init(sequence: Signals) {
      self.sequence = sequence
    }

    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(RunLoop.PortError) -> Element? {
      if owner == nil { owner = PortMailbox.Owner(sequence.mailbox()) }
      return try await owner?.mailbox.nextEvent(isolation: actor)
    }
  }
}
