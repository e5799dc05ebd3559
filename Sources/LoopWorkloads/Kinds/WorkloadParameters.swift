import BenchmarkKit

/// How and where a workload is run.
public struct WorkloadParameters: Sendable {
  /// The processor of the caller's thread, and so of the loop that it runs.
  public var cpu: Int
  /// The processor of the other threads.
  public var otherCPU: Int
  /// Pending timers, sources, observers, pipes, watched ports.
  public var size = 0
  /// Producers, active pipes; for observers 1 when they are called.
  public var active = 1
  /// How many timers are cancelled between the cancel of a timer and its next start; 0: it starts at once.
  public var between = 0
  /// Whether timers are changed while the loop does not run.
  public var isOutside = false
  /// How many blocks a producer posts before it waits until they have run; 0: all.
  public var burst = 0
  public var clock = WorkClock.monotonic
  /// Notified of every latency, on the loop's thread.
  public var causes: CauseWatch?

  public init(cpu: Int, otherCPU: Int) {
    self.cpu = cpu
    self.otherCPU = otherCPU
  }
}
