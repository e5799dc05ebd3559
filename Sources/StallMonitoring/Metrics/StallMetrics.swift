import LinuxSystem
import Synchronization

/// Counts of the monitor's observations, for programs that collect metrics.
///
/// Times of callouts are those that the monitor sees: callouts shorter than its polling interval are mostly missing.
public final class StallMetrics: Sendable {
  /// The least duration of a hang of each class. The last two are Apple's.
  static let classes: [(name: String, least: UInt64)] = [
    ("50ms", 50_000_000), ("100ms", 100_000_000), ("250ms", 250_000_000), ("500ms", 500_000_000),
  ]
  /// The least duration that counts in "hang seconds".
  private static let hang: UInt64 = 250_000_000

  struct Series: Hashable, Comparable {
    var loop: String
    var name: String

    static func < (left: Series, right: Series) -> Bool { (left.loop, left.name) < (right.loop, right.name) }
  }

  struct Loop {
    var calloutTimes: [CalloutKind: TimeHistogram] = [:]
    var burstTimes = TimeHistogram()
    var lateness = TimeHistogram()
    /// Counts by index in `classes`.
    var hangs = [UInt64](repeating: 0, count: classes.count)
    var hungTime: UInt64 = 0
    var hangHour = HangHour()
    var goingOn = 0
  }

  struct Numbers {
    var loops: [String: Loop] = [:]
    var causes: [Series: UInt64] = [:]
    var kinds: [Series: UInt64] = [:]
    var verdicts: [String: UInt64] = [:]
    var suppressed: UInt64 = 0
    var freezes: UInt64 = 0
    var frozenTime: UInt64 = 0
    var samples: UInt64 = 0
    var samplesWithoutStack: UInt64 = 0
    var samplesDropped: UInt64 = 0
    /// Number of loops without room here.
    var loopsLeftOut: UInt64 = 0
  }

  /// The most loops with metrics of their own; further ones share one name.
  private static let mostLoops = 64

  private let state = Mutex(Numbers())
  private let clock: @Sendable () -> UInt64

  /// Counts from 0. A monitor makes its own.
  public convenience init() {
    self.init(clock: { MonotonicTime.now })
  }

  /// `clock`: the monitor's.
  init(clock: @escaping @Sendable () -> UInt64) { self.clock = clock }

  var now: UInt64 { clock() }

  func withState<Result>(_ body: (borrowing Numbers) -> sending Result) -> Result {
    state.withLock { body($0) }
  }

  private func change(_ body: (inout Numbers) -> Void) { state.withLock { body(&$0) } }

  private static func with(_ name: String, in state: inout Numbers, _ body: (inout Loop) -> Void) {
    var name = name
    if state.loops[name] == nil, state.loops.count >= mostLoops {
      state.loopsLeftOut &+= 1
      name = "others"
    }
    body(&state.loops[name, default: Loop()])
  }
}

extension StallMetrics: StallSink {
  func stallBegan(_ record: StallRecord) {
    change { state in Self.with(record.loop, in: &state) { $0.goingOn += 1 } }
  }

  func stallWentOn(_ record: StallRecord) {}

  func stallEnded(_ record: StallRecord) {
    change { state in
      Self.with(record.loop, in: &state) { loop in
        loop.goingOn = max(0, loop.goingOn - 1)
        guard Self.isHang(record.kind) else { return }
        if let place = Self.classes.lastIndex(where: { record.duration >= $0.least }) {
          loop.hangs[place] += 1
        }
        if record.duration >= Self.hang {
          loop.hungTime &+= record.duration
          loop.hangHour.record(record.duration, endedAt: record.lastSeen)
        }
      }
      state.causes[Series(loop: record.loop, name: record.diagnosis.cause.rawValue), default: 0] += 1
      state.kinds[Series(loop: record.loop, name: "\(record.kind)"), default: 0] += 1
      state.verdicts[record.verdict.rawValue, default: 0] += 1
      state.suppressed &+= UInt64(clamping: record.suppressed)
      state.samples &+= UInt64(record.samples.count)
      state.samplesWithoutStack &+= UInt64(record.samples.count { $0.addresses.isEmpty })
      state.samplesDropped &+= UInt64(clamping: record.droppedSamples)
    }
  }

  /// Whether a record is of a stalled loop, not of the process as a whole.
  private static func isHang(_ kind: RecordKind) -> Bool {
    switch kind {
    case .processorHigh, .memoryHigh, .busyBurst: false
    case .mainThreadStall, .stallUnderLoad, .stallWithManyThreads, .launchStall, .stalledAndKilled, .stall,
      .starved:
      true
    }
  }

  func processFroze(at time: UInt64, for duration: UInt64, why: String) {
    change {
      $0.freezes &+= 1
      $0.frozenTime &+= duration
    }
  }

  func loopWasSeen(
    _ loop: String, calloutTime: UInt64?, kind: CalloutKind, burstTime: UInt64?, wakeLateness: UInt64?
  ) {
    change { state in
      Self.with(loop, in: &state) { loop in
        if let calloutTime { loop.calloutTimes[kind, default: TimeHistogram()].record(calloutTime) }
        if let burstTime { loop.burstTimes.record(burstTime) }
        if let wakeLateness { loop.lateness.record(wakeLateness) }
      }
    }
  }
}
