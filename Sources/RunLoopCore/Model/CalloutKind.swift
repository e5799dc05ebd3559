extension RunLoop {
  /// The six kinds of calls into a user's code. Their numbers stand in the heartbeat page, which other processes
  /// read: they stay.
  public enum CalloutKind: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case observer = 1
    case block = 2
    case mainQueue = 3
    case timer = 4
    case source = 5
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
