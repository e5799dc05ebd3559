extension StallRecord {
  /// Whether a stall was reported, or which rule suppressed it.
  public enum Verdict: Hashable, Sendable, RawRepresentable {
    /// It was reported: no rule suppressed it.
    case reported
    /// The stack was too short to distinguish stalls.
    case fewFrames
    /// The same stall was reported before.
    case repeated
    /// The daily limit was reached.
    case dailyLimit
    /// The delegate suppressed it.
    case hook
    /// A rule of another version of this library.
    case other(String)

    /// The verdict of a name, as stored in report files.
    public init(rawValue: String) {
      self =
        switch rawValue {
        case "reported": .reported
        case "too few frames": .fewFrames
        case "reported before": .repeated
        case "daily limit": .dailyLimit
        case "held back by the delegate": .hook
        default: .other(rawValue)
        }
    }

    /// The name, as used in report files and metrics.
    public var rawValue: String {
      switch self {
      case .reported: "reported"
      case .fewFrames: "too few frames"
      case .repeated: "reported before"
      case .dailyLimit: "daily limit"
      case .hook: "held back by the delegate"
      case .other(let name): name
      }
    }

    /// WeChat's number.
    var filterType: Int {
      switch self {
      case .reported: 0
      case .fewFrames: 1
      case .repeated: 2
      case .dailyLimit: 3
      case .hook, .other: 4
      }
    }
  }
}
