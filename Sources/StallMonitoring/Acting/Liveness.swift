import RunLoopCore

/// Whether the watched loops make progress, as the monitor has seen it last. For any thread.
///
/// A loop makes none while one callout of it takes longer than `StallMonitor.Settings.patience`. Time in which the whole process
/// was stopped does not count, a loop that sleeps makes progress, and so does one with many short callouts.
public final class Liveness: Sendable {
  /// A loop that makes no progress.
  public struct HeldLoop: Sendable, Equatable {
    /// What the loop is called in reports.
    public var loop: String
    /// The loop's thread, by its number in the kernel.
    public var thread: Int32
    /// The callout that holds it up.
    public var callout: Callout
    /// How long the callout has taken by now.
    public var duration: Duration
  }

  /// What is known at one moment.
  public enum Verdict: Sendable, Equatable {
    /// All loops make progress: so many are watched.
    case live(loops: Int)
    /// These do not; the one that is held up longest comes first.
    case held([HeldLoop])
    /// The monitor itself has not looked for so long.
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
    /// When the monitor was first found late, and how many passes it had made then.
    var late: (since: UInt64, passes: UInt64)?
  }

  private let state = Guarded(Progress())
  private let clock: @Sendable () -> UInt64
  /// A monitor that looks more rarely than that is late.
  private let longestPause: UInt64
  /// It is late once it has been found late for so long: after a stop of the whole process it needs a moment.
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

  // MARK: What the monitor tells

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

  /// The monitor sleeps until a loop does anything.
  func park() { state.withLock { $0.isParked = true } }

  func stop() { state.withLock { $0.isRunning = false } }
}

extension Liveness.HeldLoop: CustomStringConvertible {
  /// "the loop 'main' has been held up for 12.3 s by timer 'tick' (App/Feed.swift:41)", on one line.
  public var description: String {
    let callout = callout.text()
    let time = PlainTime.text(duration.inNanoseconds)
    return "the loop '\(loop)' has been held up for \(time)\(callout.isEmpty ? "" : " by \(callout)")"
      .onOneLine
  }
}

extension Liveness.Verdict {
  var isLive: Bool { if case .live = self { true } else { false } }

  /// A line for each loop that makes no progress, or one that says that all do.
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
  /// With spaces where it has line ends and other control characters: names are the program's.
  var onOneLine: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
