extension RunLoop.ChildSource {
  /// How a process ended.
  public enum Status: Hashable, Sendable, CustomStringConvertible {
    /// The process exited with this status.
    case exited(Int32)
    /// A signal ended the process.
    case killed(signal: Int32, dumpedCore: Bool)
    /// The process is not a child of this one, or other code took its status.
    case unknown

    /// Whether it exited with status 0.
    public var isSuccess: Bool { self == .exited(0) }

    public var description: String {
      switch self {
      case .exited(let code): "exited with \(code)"
      case .killed(let signal, let dumpedCore):
        "killed by signal \(signal)\(dumpedCore ? ", core dumped" : "")"
      case .unknown: "ended, status unknown"
      }
    }
  }
}
