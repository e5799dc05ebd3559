/// Distinguishes a frozen (stopped, frozen, traced) process, a suspended machine, and a process that got no processor
/// from a stalled loop: by how late the monitor's own thread wakes, and what it waited for.
struct StandingWatch {
  enum Verdict: Equatable {
    case none
    /// The whole process was frozen for `duration`; `leftOut`, the time since the last pass, must be subtracted from every clock,
    /// since events in it are unknown.
    case stood(duration: UInt64, leftOut: UInt64, began: UInt64, why: String)
    /// The machine was suspended; CLOCK_MONOTONIC did not count that time.
    case suspended(duration: UInt64, began: UInt64)
    /// Everything was frozen for a moment too short to report, or the machine's host ran something else; the time is still
    /// subtracted from work.
    case faltered(duration: UInt64)
    /// The monitor was ready and got no processor.
    case starved
  }

  private let world: any MonitorWorld
  /// The planned time of the next pass; nil for a sleep without a limit.
  private var planned: UInt64?
  private var lastPass: UInt64
  private var queueTime: UInt64
  private var suspendedTime: UInt64
  private var throttledTime: UInt64
  /// The time that the machine's host gave to others at the last reading, and when that was read.
  private var stolenTime: UInt64
  private var stolenLook: UInt64
  /// When the pass began.
  private var processorTime: UInt64 = 0
  /// The whole process's time then.
  private var processTime: UInt64

  /// How long a pass may wait for the stacks of running threads.
  static let longestAnswer: UInt64 = 80_000_000
  static let leastLateness: UInt64 = 50_000_000
  /// How old the last reading of the stolen time may be: it takes some microseconds.
  private static let stolenInterval: UInt64 = 250_000_000
  /// The usual delay of timers on a busy machine.
  static let ordinaryLateness: UInt64 = 10_000_000

  init(_ world: any MonitorWorld) {
    self.world = world
    lastPass = world.now
    queueTime = world.ownQueueTime
    suspendedTime = world.suspendedTime
    throttledTime = world.throttledTime
    processTime = world.processTime
    stolenTime = world.stolenTime
    stolenLook = lastPass
  }

  /// Ends a pass. A long pass worked, or waited for a thread's answer, which is no sign of a freeze; unless most of its
  /// time is unaccounted for: then the process was frozen in the middle of it.
  mutating func plan(_ time: UInt64, began: UInt64, ended: UInt64) {
    let isExplained = isExplained(ended &- min(ended, began))
    planned = isExplained ? max(time, ended) : min(time, ended)
    lastPass = isExplained ? ended : began
  }

  private func isExplained(_ took: UInt64) -> Bool {
    // True for nearly every pass: the rest costs system calls.
    if took <= Self.longestAnswer { return true }
    let worked = world.ownProcessorTime &- processorTime
    let queued = world.ownQueueTime &- queueTime
    if took <= min(took, worked) + min(took, queued) + Self.longestAnswer { return true }
    let throttled = world.throttledTime
    return took <= min(took, throttled &- min(throttledTime, throttled)) + Self.longestAnswer
  }

  mutating func park() {
    planned = nil
  }

  /// Whether threads of the process ran while this one came late: more than all of them could have before. Not every wait for a
  /// processor is counted as time in the queue: a timer's interrupt may come late, too.
  private func ran(_ used: UInt64, longerThan planned: UInt64, by late: UInt64) -> Bool {
    let most = UInt64(max(min(world.threadCount, world.machineProcessorCount), 1))
    let (ordinary, isTooMuch) = (planned &- min(lastPass, planned)).multipliedReportingOverflow(by: most)
    return !isTooMuch && used &- min(processTime, used) >= ordinary &+ late / 4
  }

  mutating func look(_ now: UInt64, poll: UInt64) -> Verdict {
    let queued = world.ownQueueTime
    let suspended = world.suspendedTime
    var throttled = world.throttledTime
    let used = world.processTime
    defer {
      throttledTime = throttled
      processTime = used
      processorTime = world.ownProcessorTime
      queueTime = queued
      suspendedTime = suspended
      if now &- stolenLook >= Self.stolenInterval { (stolenTime, stolenLook) = (world.stolenTime, now) }
    }
    if suspended > suspendedTime, suspended - suspendedTime > 10_000_000 {
      return .suspended(duration: suspended - suspendedTime, began: lastPass)
    }
    guard let planned, now > planned else { return .none }
    let late = now - planned
    guard late > Self.ordinaryLateness else { return .none }
    let waited = queued > queueTime ? queued - queueTime : 0
    let isLong = late > max(3 * poll, Self.leastLateness)
    // A group that has used up its quota: that is not counted as time in the queue everywhere.
    let kept = max(waited, throttled &- min(throttledTime, throttled))
    if kept >= late / 2 || ran(used, longerThan: planned, by: late) { return isLong ? .starved : .none }
    guard isLong else { return .faltered(duration: late) }
    // Its processor was available, but did not run.
    let stolen = world.stolenTime
    if stolen &- min(stolenTime, stolen) >= late / 2 { return .faltered(duration: late) }
    // It may have just joined its group.
    world.lookForQuota()
    throttled = world.throttledTime
    if throttled &- min(throttledTime, throttled) >= late / 2 { return .starved }
    let tracer = world.tracer
    return .stood(
      duration: late, leftOut: now - lastPass, began: planned,
      why: tracer != 0 ? "stopped by the debugger \(tracer)" : "stopped")
  }
}
