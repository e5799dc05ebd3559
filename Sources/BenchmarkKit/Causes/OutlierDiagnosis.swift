/// How a latency is divided among its causes.
///
/// A pure function of the counters and events around a callout. With a record of switches it knows when the loop's thread
/// ran, slept and waited; without one it takes the counters' growth, which began before the intended start.
public struct OutlierDiagnosis: Sendable, Equatable {
  /// The nanoseconds of the latency, by cause; all 0 for a latency of 0.
  public private(set) var parts = CauseParts()

  /// The cause of the largest part.
  public var main: OutlierCause { parts.main ?? .ownTurn }

  /// The cost of a page fault here, for which there is no counter.
  public struct FaultCosts: Sendable, Equatable {
    /// Nanoseconds of a fault that is served from memory.
    public var minor: UInt64
    /// Nanoseconds of a fault that waits for a file or the swap space.
    public var major: UInt64

    /// Costs in nanoseconds. Without measured ones, a microsecond and a tenth of a millisecond are assumed.
    public init(minor: UInt64 = 1_000, major: UInt64 = 100_000) { (self.minor, self.major) = (minor, major) }
  }

  /// Processor time and times of switches are read at slightly different moments: less than this is no steal.
  static let leastSteal: UInt64 = 5_000

  /// Divides a sample's latency among causes; what no counter or event explains is put down to the likeliest
  /// one.
  public init(_ sample: LatencySample, costs: FaultCosts = .init()) {
    guard sample.latency > 0 else { return }
    var sample = sample
    if sample.before.time > sample.intended {
      // The callout before this one still ran when this one was due: its delay is handed on.
      let start = Swift.min(sample.before.time, sample.called)
      parts[sample.previous ?? .ownTurn] += start - sample.intended
      sample.intended = start
    }
    if let timeline = ThreadTimeline(sample) {
      divide(sample, timeline, costs)
    } else {
      divide(sample, costs)
    }
  }

  // MARK: With a record of switches

  private mutating func divide(_ sample: LatencySample, _ timeline: ThreadTimeline, _ costs: FaultCosts) {
    let window = sample.intended..<sample.called
    let idle = sample.seesOthers ? Self.idleSpans(sample) : []
    func idleTime(_ span: Range<UInt64>) -> UInt64 { idle.reduce(0) { $0 + $1.overlap(span) } }
    var (running, allRunning) = (UInt64(0), UInt64(0))
    var (stolen, throttled) = (sample.stolen, sample.growth(\.throttled))
    for piece in timeline.pieces {
      if piece.state == .running { allRunning += piece.length }
      let span = piece.span.clamped(to: window)
      let length = span.upperBound - span.lowerBound
      guard length > 0 else { continue }
      switch piece.state {
      case .running: running += length
      case .waiting(let hasMoved):
        // A throttled thread may leave an idle processor behind; any other wait on one is its wake-up.
        var rest = length
        take(.throttle, &rest, &throttled)
        var halted = idleTime(span)
        take(.haltExit, &rest, &halted)
        parts[hasMoved ? .migration : .preemption] += rest
      case .asleep:
        sleep(sample, piece.span, span, idleTime(span), &stolen)
      }
    }
    work(
      sample, running, outside: allRunning, interrupted: Self.interrupted(sample, timeline, window), costs)
  }

  /// A sleep that lasted beyond the intended start.
  private mutating func sleep(
    _ sample: LatencySample, _ whole: Range<UInt64>, _ span: Range<UInt64>, _ idle: UInt64,
    _ stolen: inout UInt64
  ) {
    var rest = span.upperBound - span.lowerBound
    if sample.continued > span.lowerBound, sample.continued <= sample.called {
      // The signal's handler runs when the thread does: after the sleep.
      let stopped = Swift.min(rest, sample.continued - span.lowerBound)
      parts[.stop] += stopped
      rest -= stopped
    } else if whole.lowerBound > sample.intended {
      // It fell asleep after its time had come: for a page, or in a callout.
      parts[sample.growth(\.majorFaults) > 0 ? .pageFault : .ownTurn] += rest
      return
    }
    take(.steal, &rest, &stolen)
    // The wake-up itself was late: from an idle processor, or since a busy one served interrupts.
    let halted = sample.seesOthers ? Swift.min(rest, idle) : rest
    parts[.haltExit] += halted
    parts[.interrupt] += rest - halted
  }

  // MARK: Without

  private mutating func divide(_ sample: LatencySample, _ costs: FaultCosts) {
    var rest = sample.latency
    func take(_ wanted: UInt64) -> UInt64 {
      let part = Swift.min(wanted, rest)
      rest -= part
      return part
    }
    var waiting = take(sample.growth(\.runDelay))
    parts[.throttle] = Swift.min(sample.growth(\.throttled), waiting)
    waiting -= parts[.throttle]
    let hasMoved = sample.before.processor != sample.after.processor || sample.growth(\.migrations) > 0
    let running = take(sample.growth(\.processorTime))
    work(sample, running, outside: nil, interrupted: 0, costs)
    parts[hasMoved ? .migration : .preemption] = waiting
    if (sample.intended...sample.called).contains(sample.continued) {
      parts[.stop] = take(sample.continued - sample.intended)
    }
    var stolen = sample.stolen
    self.take(.steal, &rest, &stolen)
    parts[sample.growth(\.majorFaults) > 0 ? .pageFault : .haltExit] += rest
  }

  // MARK: Both

  /// Puts as much of a rest down to a cause as there was of that.
  private mutating func take(_ cause: OutlierCause, _ rest: inout UInt64, _ limit: inout UInt64) {
    let part = Swift.min(rest, limit)
    parts[cause] += part
    rest -= part
    limit -= part
  }

  /// The time on the processor.
  ///
  /// - Parameter outside: how long it ran from one reading of the counters to the next, by the clock.
  private mutating func work(
    _ sample: LatencySample, _ running: UInt64, outside: UInt64?, interrupted: UInt64, _ costs: FaultCosts
  ) {
    var rest = running
    // The kernel subtracts stolen time from a thread's processor time.
    let counted = sample.growth(\.processorTime)
    if let outside, counted > 0, outside > counted + Self.leastSteal {
      let part = Swift.min(rest, outside - counted)
      parts[.steal] += part
      rest -= part
    }
    let handlers = Swift.min(rest, interrupted)
    parts[.interrupt] += handlers
    rest -= handlers
    let faults = Swift.min(
      rest, sample.growth(\.minorFaults) * costs.minor + sample.growth(\.majorFaults) * costs.major)
    parts[.pageFault] += faults
    parts[.ownTurn] += rest - faults
  }

  /// When the processor ran nothing.
  private static func idleSpans(_ sample: LatencySample) -> [Range<UInt64>] {
    var spans: [Range<UInt64>] = []
    var since: UInt64?
    for event in sample.events ?? [] {
      guard case .arrival(let thread) = event.kind else { continue }
      if let begin = since, begin < event.time { spans.append(begin..<event.time) }
      since = thread == 0 ? event.time : nil
    }
    if let since, since < sample.called { spans.append(since..<sample.called) }
    return spans
  }

  /// How long handlers of interrupts ran on top of the loop's thread.
  private static func interrupted(
    _ sample: LatencySample, _ timeline: ThreadTimeline, _ window: Range<UInt64>
  ) -> UInt64 {
    var (depth, since, sum) = (0, UInt64(0), UInt64(0))
    for event in sample.events ?? [] {
      switch event.kind {
      case .interruptBegin:
        if depth == 0 { since = event.time }
        depth += 1
      case .interruptEnd where depth > 0:
        depth -= 1
        guard depth == 0, since < event.time else { continue }
        let span = (since..<event.time).clamped(to: window)
        for piece in timeline.pieces where piece.state == .running { sum += piece.span.overlap(span) }
      default: continue
      }
    }
    return sum
  }
}
