extension RunLoop {
  /// A source that is called when a port becomes ready, and that wakes the loop.
  ///
  /// Ready ports are served one a turn, in the order in which they became ready. The count of a `WakePort` or
  /// `TimerPort` is taken before the call; anything else must be read by the callee, or it is called again in the
  /// next turn. For descriptors, signals, child processes and files there are kinds with a callback that fits them: see
  /// `DescriptorSource`. Corresponds to a version-1 `CFRunLoopSource`.
  public class PortSource: SeatedItem, @unchecked Sendable {
    public final let port: Port

    /// - Parameter order: kept, and without effect, as in CFRunLoop: ports are served as they become ready.
    public init(
      _ port: Port, order: Int = 0, label: String = "", file: StaticString = #fileID, line: UInt = #line,
      perform: @escaping @Sendable () -> Void
    ) {
      self.port = port
      super.init(order: order, label: label, file: file, line: line, perform)
    }

    /// A source that gets the messages of a message port, one a turn.
    ///
    /// - Parameters:
    ///   - receive: gets the message.
    ///   - end: the channel is closed, or broken: called once, and the source is invalid then.
    public convenience init(
      receiving port: MessagePort, order: Int = 0, label: String = "",
      file: StaticString = #fileID, line: UInt = #line,
      end: @escaping @Sendable (MessagePort.Failure) -> Void = { _ in },
      receive: @escaping @Sendable ([UInt8]) -> Void
    ) {
      let box = WeakBox()
      self.init(port, order: order, label: label, file: file, line: line) {
        do throws(MessagePort.Failure) {
          if let message = try port.receive() { receive(message) }
        } catch {
          // In several loops, several may come to the end.
          if box.source?.invalidateOnce() ?? false { end(error) }
        }
      }
      box.source = self
    }

    /// Lets the source's own closure name it without keeping it alive. Set once, before the closure can run.
    private final class WeakBox: @unchecked Sendable {
      weak var source: PortSource?
    }
  }
}
