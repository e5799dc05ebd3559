extension RunLoop {
  /// The six kinds of calls into a user's code. Their numbers are part of the heartbeat page's format, which other
  /// processes read, and must not change.
  public enum CalloutKind: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// An observer's callout.
    case observer = 1
    /// A block that was performed or posted.
    case block = 2
    /// The main dispatch queue's blocks.
    case mainQueue = 3
    /// A timer's callout.
    case timer = 4
    /// The callout of a source that was signalled.
    case source = 5
    /// The callout of a source with a port or a descriptor.
    case portSource = 6

    public var description: String {
      switch self {
      case .observer: "observer"
      case .block: "block"
      case .mainQueue: "main queue"
      case .timer: "timer"
      case .source: "source"
      case .portSource: "port source"
      }
    }
  }
}
