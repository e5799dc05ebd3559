import RunLoopCore

/// Whether the watched loops make progress, as of the monitor's last look. For any thread.
///
/// A loop makes none while one callout of it takes longer than `StallMonitor.Settings.patience`. Time in which the whole process
/// was stopped does not count, a loop that sleeps makes progress, and so does one with many short callouts.
public final class Liveness: Sendable {
  /// A loop that makes no progress.
  public struct HeldLoop: Sendable, Equatable {
    /// The loop's name in reports.
    public var loop: String
    /// The loop's thread, by its number in the kernel.
    public var thread: Int32
    /// The callout that holds it up.
    public var callout: Callout
    /// The callout's duration so far.
    public var duration: Duration
  }

  /// The state of the loops at one moment.
  public enum Verdict: Sendable, Equatable {
    /// All loops make progress; the number of watched loops.
    case live(loops: Int)
    /// These loops do not; the longest held comes first.
    case held([HeldLoop])
    /// The monitor itself has not looked for this time.
    case late(Duration)
    /// The monitor does not run: nothing is known.
    case unknown
  }

  private struct Progress {
    var isRunning = false
    var isParked = false
    var count = 0
    var held: [HeldLoop] = []
    var looked: UInt64 = 0
    var passes: UInt64 = 0
    /// When the monitor was first found late, and its number of passes then.
    var late: (since: UInt64, passes: UInt64)?
  }

  private let state = Guarded(Progress())
  private let clock: @Sendable () -> UInt64
  /// The longest time between two looks of a monitor that is not late.
  private let longestPause: UInt64
  /// How long the monitor must be overdue before it counts as late: after a stop of the whole process it needs a moment.
  static let secondLook: UInt64 = 1_000_000_000

  init(longestPause: UInt64, clock: @escaping @Sendable () -> UInt64 = { MonotonicTime.now }) {
    self.longestPause = longestPause
    self.clock = clock
  }

  /// The verdict as of the monitor's last look, which is some tens of milliseconds old.
  public var verdict: Verdict {
    state.withLock { state in
      guard state.isRunning else { return .unknown }
      if let late = lateness(&state) { return .late(.nanoseconds(Int64(clamping: late))) }
      return state.held.isEmpty ? .live(loops: state.count) : .held(state.held)
    }
  }

  private func lateness(_ state: inout Progress) -> UInt64? {
    let now = clock()
    guard !state.isParked, now > state.looked, now - state.looked > longestPause else {
      state.late = nil
      return nil
    }
    guard let late = state.late, late.passes == state.passes else {
      state.late = (now, state.passes)
      return nil
    }
    return now - late.since >= Self.secondLook ? now - state.looked : nil
  }

  // MARK: Updates from the monitor

  func note(_ held: [HeldLoop], of count: Int, at time: UInt64) {
    state.withLock { state in
      state.isRunning = true
      state.isParked = false
      state.count = count
      state.held = held.sorted { $0.duration > $1.duration }
      state.looked = time
      state.passes &+= 1
    }
  }

  /// Notes that the monitor sleeps until a loop is active.
  func park() { state.withLock { $0.isParked = true } }

  func stop() { state.withLock { $0.isRunning = false } }
}

extension Liveness.HeldLoop: CustomStringConvertible {
  /// "the loop 'main' has been held up for 12.3 s by timer 'tick' (App/Feed.swift:41)", on one line.
  public var description: String {
    let callout = callout.text()
    let time = PlainTime.text(duration.inNanoseconds)
    return "\(TaskPool.subject(loop)) has been held up for \(time)\(callout.isEmpty ? "" : " by \(callout)")"
      .onOneLine
  }
}

extension Liveness.Verdict {
  var isLive: Bool { if case .live = self { true } else { false } }

  /// A line for each loop without progress, or a single line if all make progress.
  var text: String {
    switch self {
    case .live(let loops): "all loops make progress: \(loops) watched\n"
    case .held(let held): held.map { "\($0)\n" }.joined()
    case .late(let duration):
      "the monitor has not looked for \(PlainTime.text(duration.inNanoseconds))\n"
    case .unknown: "the monitor does not run\n"
    }
  }
}

extension String {
  /// The text with line ends and other control characters replaced by spaces, since names come from the program.
  var onOneLine: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
