/// The kind of a record, with the numbers of WeChat's dump types (`EDumpType`) where it has one.
///
/// 2002 is a block of the main thread in the background, 2003 much processor use at one moment: no records here.
public enum RecordKind: UInt16, Sendable, CaseIterable {
  /// A callout took too long on the main thread's loop (WeChat's MainThreadBlock).
  case mainThreadStall = 2001
  /// A loop's callouts together took too long without a wait (LaunchBlock has 2007: a stall at the start).
  case launchStall = 2007
  /// As `mainThreadStall`, while the process had more than 64 threads (BlockThreadTooMuch).
  case stallWithManyThreads = 2009
  /// Found at the next start: the process was killed during a stall (BlockAndBeKilled).
  case stalledAndKilled = 2010
  /// The process used much processor time for long (PowerConsume).
  case processorHigh = 2011
  /// A callout took too long on another loop; like the kinds below, without a dump type of WeChat's.
  case stall = 3001
  /// A loop worked for longer than `Settings.burstThreshold` without a wait, though no single callout was too long.
  case busyBurst = 3002
  /// A callout took long because its thread got no processor.
  case starved = 3003
  /// The process used more memory than `Settings.memoryLimit`.
  case memoryHigh = 3004
  /// As `mainThreadStall`, while the processors were busy.
  case stallUnderLoad = 3005

  /// A kind from a file; older files have two kinds under numbers that WeChat uses for others.
  init?(stored number: UInt16) {
    switch number {
    case 2002: self = .stallUnderLoad
    case 2003: self = .processorHigh
    default:
      guard let kind = RecordKind(rawValue: number) else { return nil }
      self = kind
    }
  }

  /// Number of threads above which WeChat considers them too many.
  static let manyThreads = 64
}

/// A stall, or another finding. Grows while the stall lasts.
public struct StallRecord: Sendable {
  /// Counted from 1 in each process; unique together with the run's name.
  public var id: UInt64 = 0
  /// The kind of finding.
  public var kind = RecordKind.stall
  /// The loop's name in reports; empty when the record is about the process.
  public var loop = ""
  /// The loop's thread, by its number in the kernel.
  public var thread: Int32 = 0
  /// The thread's name as the kernel has it, at most 15 bytes.
  public var threadName = ""
  /// The callout that took so long; of kind `none` when it is not known.
  public var callout = Callout(kind: .none, label: "", site: "", code: 0, loop: "", mode: "")
  /// The callouts around it, outermost first, when loops run inside callouts.
  public var outerCallouts: [Callout] = []
  /// When the callout began as far as known, in monotonic nanoseconds.
  public var started: UInt64 = 0
  /// When it was found to take too long, in monotonic nanoseconds.
  public var found: UInt64 = 0
  /// When it ended, or was last looked at, in monotonic nanoseconds.
  public var lastSeen: UInt64 = 0
  /// Whether the callout has ended. Stays false if the process was killed before that.
  public var hasEnded = false
  /// Whether it may have begun earlier, or ended later: the monitor was late, and the loop had not recorded the time.
  public var isAtLeast = false
  /// Time in which the whole process was frozen, not counted in `duration`.
  public var frozenTime: UInt64 = 0
  /// `started` by the wall clock, since 1970.
  public var startedWall: (seconds: Int64, nanoseconds: Int64) = (0, 0)
  /// Nanoseconds for which the machine was suspended meanwhile. No other time of the record includes them.
  public var suspendedTime: UInt64 = 0
  /// The time beyond which it counted as a stall, in nanoseconds.
  public var threshold: UInt64 = 0
  /// Why it took long, from readings up to `lastSeen`.
  public var diagnosis = Diagnosis()
  /// The stacks; those of a report file are decoded at each access.
  public var samples: [StackSample] {
    get { stacks.samples }
    set { stacks.samples = newValue }
  }
  /// Samples that were taken and not kept.
  public var droppedSamples = 0
  /// Index in `samples` of the most telling stack (WeChat's point stack); nil without a stack.
  public var pointSample: Int?
  /// For each sample, how often its leaf was seen in a row.
  public var repeatCounts: [Int] {
    get { stacks.repeats }
    set { stacks.repeats = newValue }
  }
  var stacks = RecordStacks()
  /// The stacks of all threads, taken once in a long stall; busiest threads first.
  public var threadStacks: [ThreadStack] = []
  /// The other loops: label, and their callout or `none`.
  public var otherLoops: [Callout] = []
  /// Identifies similar stalls. For a stall that has ended it is the same in every run and every build of the program
  /// (`StallFingerprint`); for one in progress it is valid in this process only.
  public var fingerprint: UInt64 = 0
  /// Names of the functions on its stacks, once it has ended.
  var names = RecordedNames()
  /// Number of unreported stalls of this fingerprint since the last reported one.
  public var suppressed = 0
  /// Their total duration, nanoseconds.
  public var suppressedTime: UInt64 = 0
  /// Whether it was reported, or which rule suppressed it.
  public var verdict = Verdict.reported
  /// Notes that the user's hook added.
  public var notes: [String: String] = [:]

  /// Nanoseconds from `started` to `lastSeen`, without `frozenTime`.
  public var duration: UInt64 {
    let span = lastSeen > started ? lastSeen - started : 0
    return span - min(frozenTime, span)
  }

  /// When it began, in nanoseconds of the wall clock since 1970; 0 for an impossible time.
  public var startedNanoseconds: Int64 { Self.nanoseconds(startedWall.seconds, startedWall.nanoseconds) }
  /// When it was last looked at, in nanoseconds of the wall clock since 1970.
  public var lastSeenNanoseconds: Int64 {
    let (sum, isTooLate) = startedNanoseconds.addingReportingOverflow(
      Int64(clamping: lastSeen > started ? lastSeen - started : 0))
    return isTooLate ? startedNanoseconds : sum
  }

  /// 0 for an impossible time.
  static func nanoseconds(_ seconds: Int64, _ nanoseconds: Int64) -> Int64 {
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isTooLate) = whole.addingReportingOverflow(nanoseconds)
    return isTooLong || isTooLate ? 0 : sum
  }

  /// A copy with decoded stacks, for repeated access.
  var decoded: StallRecord {
    var record = self
    record.stacks = stacks.plain
    return record
  }

  /// An empty record of a stall.
  public init() {}
}

/// Receives the monitor's findings, on its thread. Must not block for long.
protocol StallSink: AnyObject, Sendable {
  /// A stall passed its threshold. The record has its first sample.
  func stallBegan(_ record: StallRecord)
  /// A stall in progress has new data.
  func stallWentOn(_ record: StallRecord)
  /// The stall has ended, or the finding was made at one moment.
  func stallEnded(_ record: StallRecord)
  /// The whole process was frozen for this time: no stall.
  func processFroze(at time: UInt64, for duration: UInt64, why: String)
  /// A look at a loop: callouts since the last look by kind, and the duration of a callout or a burst when known.
  func loopWasSeen(
    _ loop: String, calloutTime: UInt64?, kind: CalloutKind, burstTime: UInt64?, wakeLateness: UInt64?)
}
