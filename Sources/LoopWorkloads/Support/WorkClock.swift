import BenchmarkKit

/// The clock that an operation's time is read from.
public enum WorkClock: Sendable {
  /// CLOCK_MONOTONIC.
  case monotonic
  /// The processor's time for the calling thread: for work that never waits.
  case thread
  /// The processor's time for all threads: for threads that take turns on one processor.
  case process

  /// The present time, in nanoseconds.
  var now: Int64 {
    switch self {
    case .monotonic: Int64(MonotonicTime.now)
    case .thread: Int64(ProcessorTime.ofThread)
    case .process: Int64(ProcessorTime.ofProcess)
    }
  }
}
