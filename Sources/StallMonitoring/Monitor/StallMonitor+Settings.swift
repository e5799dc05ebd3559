import RunLoopCore

extension StallMonitor {
  /// The definition of a stall, how closely it is sampled, and how it is reported. The defaults suit most programs.
  public struct Settings: Sendable {
    // MARK: Stalls

    /// A callout of a watched loop that takes longer is a stall.
    public var threshold = Duration.milliseconds(250)
    /// The duration of work without a wait, in callouts each of which is short, that makes a busy burst. Nil for
    /// twice the threshold, and a second at least.
    public var burstThreshold: Duration?
    /// How often loops are looked at; nil for a quarter of the threshold, within 12.5 and 100 ms.
    public var checkPeriod: Duration?
    /// Bursts on the loop's own clock: when set, two observers time every burst exactly, at the cost of two clock reads a
    /// turn, and the delegate is notified of bursts within the range. WeChat's is 250 ms to 60 s.
    public var sensitiveRange: ClosedRange<Duration>?

    // MARK: Stacks

    /// The time between the first stacks of a stall.
    public var stackInterval = Duration.milliseconds(10)
    /// The time that `stackInterval` grows to while the stacks stay the same.
    public var longestStackInterval = Duration.milliseconds(160)
    /// Number of stacks before the interval grows.
    public var closeStacks = 10
    /// Number of stacks that a record keeps; when a longer stall exceeds it, every other one is dropped.
    public var keptStacks = 128
    /// Duration of a stall after which the stacks of all threads are taken, once; nil for never.
    public var allStacksAfter: Duration? = .seconds(10)
    /// How long a deadlock must last before it is reported by itself: the stall's record has it at once.
    public var deadlockTime = Duration.seconds(2)
    /// The signal that asks a running thread for its stack; 0 for none: then stacks of running code are available only
    /// where the kernel allows performance events.
    public var signal: Int32 = 27
    /// Whether reports include the signal that ended the process. For that, signals that end it by default get a handler, which
    /// records the signal before the default action; so do crash signals, whose previous handlers are then called.
    public var noticesSignals = true

    // MARK: Reports

    /// The place of reports; nil for none: then stalls are only counted and passed to the delegate.
    public var reports: ReportPlace? = .standard
    /// The program's version for reports: reports of many machines are compared by it and by the build.
    public var programVersion = ""
    /// The most reports in 24 hours; further stalls are counted and not reported.
    public var dailyLimit = 100
    /// The largest number of repetitions of a reported stall between two reports: 1, 2, 3, 5, … up to this.
    public var rarestRepeat = 55
    /// The fewest frames of a reported stack; shorter ones are not informative.
    public var fewestFrames = 2

    /// How often the threads that run Swift's tasks are looked at: when all of them wait inside tasks for longer than
    /// `threshold`, that is a stall. Nil: never. The monitor wakes as often, also while all loops sleep.
    public var poolInterval: Duration?

    // MARK: Acting

    /// A loop whose callout takes longer counts as making no progress: `GET /live` answers 503, and systemd's watchdog is not notified.
    /// Nil for five seconds, and the threshold at least.
    public var patience: Duration?
    /// Actions on long stalls: `.log`, `.abort`, `.call`.
    public var actions: [StallAction] = []
    /// Whether systemd's watchdog (`WatchdogSec=`) is notified while all watched loops make progress. Nothing else in the
    /// process should do that then.
    public var notifiesWatchdog = false
    /// The journal to which stalls are written, besides the reports.
    public var journal: JournalPlace?

    // MARK: Process

    /// The share of all processors above which the delegate is notified of high use; nil to disable the check.
    public var processorShare: Double? = 0.8
    /// The time over which `longProcessorShare` is an average.
    public var longProcessorWindow = Duration.seconds(60)
    /// The share of one processor above which the delegate is notified, as an average over
    /// `longProcessorWindow`.
    public var longProcessorShare = 0.8
    /// Whether records are made of high processor use, with the stacks of the busiest threads.
    public var recordsProcessorUse = false
    /// Resident bytes above which the delegate is notified; nil to disable the check.
    public var memoryLimit: UInt64?

    /// The defaults of the properties. `StallMonitor.init` throws for values out of range.
    public init() {}

    /// Where reports are written.
    public enum ReportPlace: Sendable, Equatable {
      /// `ReportFolder.standard`
      case standard
      /// A folder of this path, made if it does not exist.
      case folder(String)
      /// A place with limits of its own.
      case limited(ReportSettings)
    }

    /// Where entries of a journal are sent.
    public enum JournalPlace: Sendable, Equatable {
      /// systemd's journal.
      case standard
      /// Another receiver of the same protocol, at the socket of this path.
      case socket(String)
    }

    // MARK: Checks

    static let leastThreshold = Duration.milliseconds(4)
    static let greatestThreshold = Duration.seconds(86_400)

    func check() throws(StallMonitorError) {
      try Self.check("threshold", threshold, Self.leastThreshold...Self.greatestThreshold)
      if let burstThreshold {
        try Self.check("burstThreshold", burstThreshold, threshold...Self.greatestThreshold)
      }
      if let checkPeriod { try Self.check("checkPeriod", checkPeriod, .milliseconds(1)...threshold / 2) }
      try Self.check("stackInterval", stackInterval, .milliseconds(1)...Duration.seconds(10))
      try Self.check("longestStackInterval", longestStackInterval, stackInterval...Duration.seconds(60))
      try Self.check("closeStacks", closeStacks, 1...10_000)
      try Self.check("keptStacks", keptStacks, 4...4_096)
      if let allStacksAfter {
        try Self.check("allStacksAfter", allStacksAfter, .milliseconds(10)...Self.greatestThreshold)
      }
      try Self.check("deadlockTime", deadlockTime, .milliseconds(10)...Self.greatestThreshold)
      try Self.check("signal", signal, 0...64)
      try Self.check("dailyLimit", dailyLimit, 0...1_000_000)
      try Self.check("rarestRepeat", rarestRepeat, 1...1_000_000)
      try Self.check("fewestFrames", fewestFrames, 0...64)
      if let share = processorShare { try Self.check("processorShare", share, 0.01...1) }
      try Self.check("longProcessorWindow", longProcessorWindow, .seconds(5)...Duration.seconds(86_400))
      try Self.check("longProcessorShare", longProcessorShare, 0.01...1_024)
      if let limit = memoryLimit { try Self.check("memoryLimit", limit, 1 << 20...UInt64.max) }
      if let range = sensitiveRange {
        try Self.check("sensitiveRange", range.lowerBound, .milliseconds(1)...Self.greatestThreshold)
      }
      if let patience { try Self.check("patience", patience, threshold...Self.greatestThreshold) }
      for action in actions {
        try Self.check("actions.after", action.after, threshold...Self.greatestThreshold)
      }
      if case .socket(let path) = journal, !DatagramSocket.isUsable(path) {
        throw .badSetting(
          name: "journal", value: "the socket '\(path)'",
          allowed: "a path of at most 107 bytes that begins with /")
      }
      // The path would be cut off at the NUL, and another folder made.
      if case .folder(let path) = reports, path.isEmpty || path.utf8.contains(0) {
        throw .badSetting(name: "reports", value: "the folder '\(path)'", allowed: "a path, or .standard")
      }
    }

    static func check<Value: Comparable>(_ name: String, _ value: Value, _ allowed: ClosedRange<Value>)
      throws(StallMonitorError)
    {
      // Written so that NaN is refused, too.
      guard value >= allowed.lowerBound, value <= allowed.upperBound else {
        throw .badSetting(
          name: name, value: "\(value)", allowed: "from \(allowed.lowerBound) to \(allowed.upperBound)")
      }
    }

    /// In nanoseconds, as the monitor counts.
    var poll: UInt64 { checkPeriod?.inNanoseconds ?? Self.poll(for: threshold.inNanoseconds) }

    static func poll(for threshold: UInt64) -> UInt64 {
      // A threshold below 25 ms needs closer looks than 12.5 ms.
      min(max(threshold / 4, min(12_500_000, threshold / 2)), 100_000_000)
    }
  }
}

extension Duration {
  var inNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, tooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return tooLong ? .max : whole.addingReportingOverflow(UInt64(attoseconds) / 1_000_000_000).partialValue
  }
}
