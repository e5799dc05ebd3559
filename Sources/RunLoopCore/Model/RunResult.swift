extension RunLoop {
  /// Why a run ended. When several reasons hold at the end of a turn, the first of this list is returned:
  /// handledSource, timedOut, stopped, finished.
  ///
  /// Corresponds to `CFRunLoopRunResult`.
  public enum RunResult: Int, Hashable, Sendable, CustomStringConvertible {
    /// The mode has no source, no timer and no block that it could run. Observers do not count.
    case finished = 1
    /// `stop()` ended this run.
    case stopped = 2
    /// The run's time has passed.
    case timedOut = 3
    /// A source was served, and the run was asked to return then.
    case handledSource = 4

    public var description: String {
      switch self {
      case .finished: "finished"
      case .stopped: "stopped"
      case .timedOut: "timedOut"
      case .handledSource: "handledSource"
      }
    }
  }
}
