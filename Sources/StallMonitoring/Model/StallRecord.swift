/// What a record is about, with the numbers of WeChat's dump types (`EDumpType`) where it has one.
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
  /// Below: kinds of our own.
  case stall = 3001
  /// A loop worked for longer than `Settings.burstThreshold` without a wait, though no single callout was too long.
  case busyBurst = 3002
  /// A callout took long because its thread got no processor.
  case starved = 3003
  /// The process used more memory than `Settings.memoryLimit`.
  case memoryHigh = 3004
  /// As `mainThreadStall`, while the processors were busy.
  case stallUnderLoad = 3005

  /// From a file; older ones have two kinds under numbers that WeChat gives to others.
  init?(stored number: UInt16) {
    switch number {
    case 2002: self = .stallUnderLoad
    case 2003: self = .processorHigh
    default:
      guard let kind = RecordKind(rawValue: number) else { return nil }
      self = kind
    }
  }

  /// More threads than that are too many, in WeChat's opinion.
  static let manyThreads = 64
}

/// A stall, or another finding, as it stands. Grows while it lasts.
public struct StallRecord: Sendable {
  /// Counted from 1 in each process; unique together with the run's name.
  public var id: UInt64 = 0
  /// What the record is about.
  public var kind = RecordKind.stall
  /// What the loop is called in reports; empty when it is about the process.
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
  /// Whether the callout has ended. Stays false when the process was killed meanwhile.
  public var hasEnded = false
  /// It may have begun earlier, or ended later: the monitor came late, and the loop had not said when that was.
  public var isAtLeast = false
  /// Time in which the whole process stood, taken off.
  public var frozenTime: UInt64 = 0
  /// `started` by the wall clock, since 1970.
  public var startedWall: (seconds: Int64, nanoseconds: Int64) = (0, 0)
  /// Nanoseconds for which the machine was suspended meanwhile. They are in no other time of the record.
  public var suspendedTime: UInt64 = 0
  /// The time beyond which it counted as a stall, in nanoseconds.
  public var threshold: UInt64 = 0
  /// Why it took long, by what was read until `lastSeen`.
  public var diagnosis = Diagnosis()
  /// Those of a report file are decoded at each use.
  public var samples: [StackSample] {
    get { stacks.samples }
    set { stacks.samples = newValue }
  }
  /// Samples that were taken and not kept.
  public var droppedSamples = 0
  /// Index in `samples` of the stack that says most (WeChat's point stack); nil without a stack.
  public var pointSample: Int?
  /// For each sample, how often its leaf was seen in a row.
  public var repeatCounts: [Int] {
    get { stacks.repeats }
    set { stacks.repeats = newValue }
  }
  var stacks = RecordStacks()
  /// The stacks of all threads, taken once in a stall that lasts: those of the process's busiest first.
  public var threadStacks: [ThreadStack] = []
  /// What the other loops did: label, and their callout or `none`.
  public var otherLoops: [Callout] = []
  /// What like stalls have in common. Of a stall that has ended it is the same in every run and every build of the program
  /// (`StallFingerprint`); of one that goes on it is this process's.
  public var fingerprint: UInt64 = 0
  /// Names of the functions on its stacks, once it has ended.
  var names = RecordedNames()
  /// How many stalls of this fingerprint were not reported since the last that was.
  public var suppressed = 0
  /// How long those took together, nanoseconds.
  public var suppressedTime: UInt64 = 0
  /// Whether it was reported, or which rule held it back.
  public var verdict = Verdict.reported
  /// What the user's hook added.
  public var notes: [String: String] = [:]

  /// Nanoseconds from `started` to `lastSeen`, without `frozenTime`.
  public var duration: UInt64 {
    let span = lastSeen > started ? lastSeen - started : 0
    return span - min(frozenTime, span)
  }

  /// When it began, in nanoseconds of the wall clock since 1970; 0 for a time that no clock shows.
  public var startedNanoseconds: Int64 { Self.nanoseconds(startedWall.seconds, startedWall.nanoseconds) }
  /// When it was last looked at, in nanoseconds of the wall clock since 1970.
  public var lastSeenNanoseconds: Int64 {
    let (sum, isTooLate) = startedNanoseconds.addingReportingOverflow(
      Int64(clamping: lastSeen > started ? lastSeen - started : 0))
    return isTooLate ? startedNanoseconds : sum
  }

  /// 0 for a time that no clock shows.
  static func nanoseconds(_ seconds: Int64, _ nanoseconds: Int64) -> Int64 {
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isTooLate) = whole.addingReportingOverflow(nanoseconds)
    return isTooLong || isTooLate ? 0 : sum
  }

  /// With the stacks as values, for many uses.
  var decoded: StallRecord {
    var record = self
    record.stacks = stacks.plain
    return record
  }

  /// An empty record of a stall.
  public init() {}
}

/// Who is told of what the monitor finds; on the monitor's thread. Must not block for long.
protocol StallSink: AnyObject, Sendable {
  /// A stall passed its threshold. The record has its first sample.
  func stallBegan(_ record: StallRecord)
  /// More was learnt of a stall that goes on.
  func stallWentOn(_ record: StallRecord)
  /// The stall is over, or the finding was made at one moment.
  func stallEnded(_ record: StallRecord)
  /// The whole process stood for so long: no stall.
  func processFroze(at time: UInt64, for duration: UInt64, why: String)
  /// A look at a loop: callouts made since the last look by kind, and how long a callout or a burst took when known.
  func loopWasSeen(
    _ loop: String, calloutTime: UInt64?, kind: CalloutKind, burstTime: UInt64?, wakeLateness: UInt64?)
}
