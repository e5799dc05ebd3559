import LinuxSystem
import Synchronization

/// Watches a loop's thread while latencies are measured, and determines what each late callout waited for.
///
/// `called` comes on the loop's thread, from every callout that is measured, after its time was taken: what it costs is part
/// of no latency. Everything else is for the thread that made the watch, while no callout runs.
public final class CauseWatch: @unchecked Sendable {
  /// A callout that came later than `breakAt`.
  public struct Outlier: Sendable {
    /// The counters and events around the callout.
    public var sample: LatencySample
    /// How its latency is divided among causes.
    public var diagnosis: OutlierDiagnosis
    /// The names of the threads that ran meanwhile.
    public var threads: [Int32: String]

    /// An outlier of these parts. The watch makes its own; tests make others.
    public init(sample: LatencySample, diagnosis: OutlierDiagnosis, threads: [Int32: String]) {
      (self.sample, self.diagnosis, self.threads) = (sample, diagnosis, threads)
    }
  }

  /// The processor's counters are not older when a callout turns out to be late.
  private static let refresh: UInt64 = 100_000_000
  private let breakAt: UInt64?
  private let isPinned: Bool
  private let recordsSwitches: Bool
  private static let costs = OutlierDiagnosis.FaultCosts.measured()
  private var reader: CounterReader?
  /// Which thread the reader belongs to.
  private var owner: UInt = 0
  private var number: Int32 = 0
  private var last = ThreadCounters(time: 0)
  private var lastProcessor: ProcessorCounters?
  private var events: [ProcessorEvent] = []
  /// Follows the median of the latencies.
  private var typical = 1_000.0
  /// The latencies since the last `reset()`, by length and cause.
  public private(set) var table = CauseTable()
  /// The first one since the last `reset()`.
  public private(set) var outlier: Outlier?
  /// The causes of the last callout's latency; nil when it was as early as most.
  public private(set) var lastDiagnosis: (latency: UInt64, diagnosis: OutlierDiagnosis)?

  /// The causes of the longest latency since the last `reset()`.
  public private(set) var worst: (latency: UInt64, diagnosis: OutlierDiagnosis)?

  /// - Parameters:
  ///   - breakAt: a latency beyond it is kept as `outlier`, and asks for the end of the run.
  ///   - isPinned: whether the loop's thread stays on one processor.
  ///   - recordsSwitches: whether the kernel records context switches, which takes about half a microsecond of each.
  public init(breakAt: UInt64? = nil, isPinned: Bool = true, recordsSwitches: Bool = true) {
    self.breakAt = breakAt
    self.isPinned = isPinned
    self.recordsSwitches = recordsSwitches
    StopWatch.begin()
  }

  /// Outliers of a warm-up are not kept.
  private var isMeasuring = false

  /// Forgets all earlier readings, of a warm-up.
  public func reset() {
    isMeasuring = true
    table = CauseTable(notes: table.notes)
    outlier = nil
    worst = nil
  }

  /// A callout that was to run at `intended` began to run at `called`.
  public func called(_ called: UInt64, intended: UInt64) {
    guard let reader, owner == linux_thread_pointer() else { return begin() }
    let after = reader.threadCounters()
    let latency = called > intended ? called - intended : 0
    let isLate = Double(latency) >= typical
    typical = Swift.max(50, typical * (isLate ? 1.05 : 0.9524))
    let isComplete = reader.ring?.take(into: &events) ?? false
    defer {
      events.removeAll(keepingCapacity: true)
      last = reader.threadCounters()
    }
    guard isLate || breakAt != nil else {
      table.record(latency)
      lastDiagnosis = nil
      if after.time > (lastProcessor?.time ?? 0) + Self.refresh { lastProcessor = reader.processorCounters() }
      return
    }
    var sample = LatencySample(
      intended: intended, called: called, before: last, after: after, thread: number,
      events: isComplete ? events : nil, seesOthers: reader.ring?.seesOthers ?? false)
    sample.continued = StopWatch.continued
    sample.previous = lastDiagnosis?.diagnosis.main
    if Double(latency) > 4 * typical || after.time > (lastProcessor?.time ?? 0) + Self.refresh {
      let counters = reader.processorCounters()
      (sample.processorBefore, sample.processorAfter, lastProcessor) = (lastProcessor, counters, counters)
    }
    let diagnosis = OutlierDiagnosis(sample, costs: Self.costs)
    table.record(latency, diagnosis)
    lastDiagnosis = (latency, diagnosis)
    if latency > worst?.latency ?? 0 { worst = (latency, diagnosis) }
    if let breakAt, isMeasuring, latency > breakAt, outlier == nil {
      outlier = Outlier(sample: sample, diagnosis: diagnosis, threads: Self.names(sample))
      Interruption.request()
    }
  }

  private func begin() {
    StopWatch.listen()
    owner = linux_thread_pointer()
    number = Int32(linux_gettid())
    let reader = CounterReader(isPinned: isPinned, recordsSwitches: recordsSwitches)
    self.reader = reader
    events.reserveCapacity(4096)
    table.notes = reader.notes
    _ = reader.ring?.take(into: &events)
    events.removeAll(keepingCapacity: true)
    lastProcessor = reader.processorCounters()
    last = reader.threadCounters()
  }

  private static func names(_ sample: LatencySample) -> [Int32: String] {
    var names: [Int32: String] = [0: "the idle thread", sample.thread: "the loop's thread"]
    for event in sample.events ?? [] {
      guard case .arrival(let thread) = event.kind, names[thread] == nil else { continue }
      names[thread] = KernelFile.line("/proc/\(thread)/comm")
    }
    return names
  }
}

/// When the process continued after a stop. No call reports it; a handler of SIGCONT does.
private enum StopWatch {
  private static let time = Atomic<UInt64>(0)

  /// 0: it never was.
  static var continued: UInt64 { time.load(ordering: .relaxed) }

  /// Handles SIGCONT, on the threads that `listen()`.
  static func begin() {
    mask(SIG_BLOCK)
    time.store(0, ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      let error = Errno.last
      StopWatch.time.store(MonotonicTime.now, ordering: .relaxed)
      Errno.last = error
    }
    action.sa_flags = SA_RESTART
    sigaction(SIGCONT, &action, nil)
  }

  static func listen() { mask(SIG_UNBLOCK) }

  private static func mask(_ how: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGCONT)
    pthread_sigmask(how, &signals, nil)
  }
}
