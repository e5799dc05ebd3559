import LinuxSystem
import Synchronization

extension RunLoop {
  /// A source that is called when a port becomes ready, and that wakes the loop.
  ///
  /// Ready ports are served one a turn, in the order in which they became ready. The count of a `WakePort` or
  /// `TimerPort` is taken before the call; anything else must be read by the callee, or it is called again in the
  /// next turn; a hang-up or an error without anything to read is reported once. A descriptor that was closed while a
  /// duplicate lives is detected after some calls: the source is invalid then, and `failure` has the reason. For descriptors,
  /// signals, child processes and files there are kinds with a callback that fits them: see `DescriptorSource`. Corresponds to a version-1 `CFRunLoopSource`.
  public class PortSource: RegisteredItem, @unchecked Sendable {
    /// The port whose messages the source receives.
    public final let port: Port
    /// The events that the kernel should watch for; 0 when the source is disarmed. Read by any thread.
    final let mask: Atomic<UInt32>
    /// Whether the mask changes.
    final let isSwitched: Bool
    /// Guarded by `registrationLock`.
    @exclusivity(unchecked) final var failureInside: PortError?

    override final var asPortSource: Unmanaged<PortSource>? { .passUnretained(self) }

    /// Why the source was invalidated by its loop, if it was: its descriptor was closed while it was being watched.
    public final var failure: PortError? { registrationLock.withLock { failureInside } }

    /// - Parameter order: kept, and without effect, as in CFRunLoop: ports are served as they become ready.
    public init(
      _ port: Port, order: Int = 0, label: String = "", file: StaticString = #fileID, line: UInt = #line,
      perform: @escaping @Sendable () -> Void
    ) {
      self.port = port
      mask = Atomic(EPOLLIN.rawValue | (port.countsWakeUps ? EPOLLET.rawValue : 0))
      isSwitched = false
      super.init(order: order, label: label, file: file, line: line, perform)
    }

    /// A source that is switched off and on by its subclass.
    init(
      switched port: Port, mask: UInt32, order: Int, label: String, file: StaticString, line: UInt,
      _ perform: @escaping () -> Void
    ) {
      self.port = port
      self.mask = Atomic(mask)
      isSwitched = true
      super.init(order: order, label: label, file: file, line: line, perform)
    }
  }
}
