import Synchronization

extension RunLoop {
  /// A loop's activity since its metrics were started.
  public struct Metrics: Hashable, Sendable, CustomStringConvertible {
    /// How often the loop was run.
    public var runs: UInt64 = 0
    /// Number of turns of these runs.
    public var turns: UInt64 = 0
    /// How often the loop slept.
    public var sleeps: UInt64 = 0
    /// The time asleep in runs, including a sleep in progress.
    public var timeAsleep = Duration.zero
    /// How many callouts of each kind were made.
    public var callouts: [CalloutKind: UInt64] = [:]
    /// The durations of turns without their sleep. A turn with an inner run in it includes that run's time awake.
    public var turnTimes = Histogram()
    /// The times from a wake-up of the sleeping loop to the first callout that is not an observer's. They begin when another
    /// thread rang or a timer was due; for everything else, when the sleep ended.
    public var wakeLatencies = Histogram()

    public var description: String {
      let kinds = CalloutKind.allCases.map { "\($0) \(callouts[$0, default: 0])" }.joined(separator: ", ")
      return """
        \(runs) runs, \(turns) turns, \(sleeps) sleeps of \(timeAsleep) together
        callouts: \(kinds)
        turn times:
        \(turnTimes)
        from wake-up to callout:
        \(wakeLatencies)
        """
    }
  }

  /// Starts to measure the loop; without effect when it is measured already. From any thread.
  ///
  /// A measured loop reads the clock at each point of its turns. A loop that is not measured pays nothing.
  public func startMetrics() {
    changeInstruments { instruments in
      if instruments.metrics == nil { instruments.metrics = MetricCounters() }
    }
  }

  /// Stops measuring, and forgets what was measured.
  public func stopMetrics() {
    changeInstruments { $0.metrics = nil }
  }

  /// The figures since `startMetrics`, or nil. From any thread; they are read one by one while the loop continues.
  public var metrics: Metrics? {
    lock.withLock { instruments?.metrics }?.read(at: clockNow)
  }
}

/// The figures of one loop. Written by its thread only, with plain stores; read by any thread.
final class MetricCounters: Sendable {
  let runs = Atomic<UInt64>(0)
  let turns = Atomic<UInt64>(0)
  let sleeps = Atomic<UInt64>(0)
  let asleep = Atomic<UInt64>(0)
  /// When the sleep in progress began, or 0.
  let sleepBegan = Atomic<UInt64>(0)
  private let histograms: UnsafeCounters
  private static let calloutBase = 0
  private static let turnBase = 8
  private static let latencyBase = 8 + RunLoop.Histogram.bucketCount

  init() {
    histograms = UnsafeCounters(count: 8 + 2 * RunLoop.Histogram.bucketCount)
  }

  @inline(__always)
  static func count(_ counter: borrowing Atomic<UInt64>, _ change: UInt64 = 1) {
    counter.store(counter.load(ordering: .relaxed) &+ change, ordering: .relaxed)
  }

  func countCallout(_ kind: UInt8) {
    histograms.add(at: Self.calloutBase + Int(kind & 7))
  }

  func countTurn(_ nanoseconds: UInt64) {
    histograms.add(at: Self.turnBase + RunLoop.Histogram.bucket(of: nanoseconds))
  }

  func countLatency(_ nanoseconds: UInt64) {
    histograms.add(at: Self.latencyBase + RunLoop.Histogram.bucket(of: nanoseconds))
  }

  func read(at now: Nanoseconds) -> RunLoop.Metrics {
    var metrics = RunLoop.Metrics()
    metrics.runs = runs.load(ordering: .relaxed)
    metrics.turns = turns.load(ordering: .relaxed)
    metrics.sleeps = sleeps.load(ordering: .relaxed)
    var slept = asleep.load(ordering: .relaxed)
    let began = sleepBegan.load(ordering: .relaxed)
    if began != 0, now > began { slept += now - began }
    metrics.timeAsleep = .nanoseconds(Int64(clamping: slept))
    for kind in RunLoop.CalloutKind.allCases {
      metrics.callouts[kind] = histograms.load(at: Self.calloutBase + Int(kind.rawValue))
    }
    for bucket in 0..<RunLoop.Histogram.bucketCount {
      metrics.turnTimes.counts[bucket] = histograms.load(at: Self.turnBase + bucket)
      metrics.wakeLatencies.counts[bucket] = histograms.load(at: Self.latencyBase + bucket)
    }
    return metrics
  }
}

/// A fixed number of counters, each written by one thread.
private final class UnsafeCounters: @unchecked Sendable {
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  init(count: Int) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count * 8, alignment: 64)
    memory.initializeMemory(as: UInt64.self, repeating: 0, count: count)
    words = memory.assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  deinit {
    UnsafeMutableRawPointer(words).deallocate()
  }

  func add(at index: Int) { MetricCounters.count((words + index).pointee) }

  func load(at index: Int) -> UInt64 { (words + index).pointee.load(ordering: .relaxed) }
}
