/// Selects the stalls to report: WeChat's filters (R22–R26) with their defects fixed.
///
/// Repetitions of a stall are reported ever more rarely, without suppressing others, and a rare one is never
/// forgotten for good. Sampling and counting continue: only reports are suppressed.
struct ReportFilter {
  typealias Verdict = StallRecord.Verdict

  private struct Known {
    /// Number of repetitions since it was reported.
    var held = 0
    /// Total duration of the unreported ones.
    var heldTime: UInt64 = 0
    /// The last two gaps between reports.
    var gap = 1
    var nextGap = 2
    var longest: UInt64 = 0
    var lastTime: UInt64 = 0
  }

  static let day: UInt64 = 86_400_000_000_000
  private static let mostKnown = 512

  private let fewestFrames: Int
  private let rarestRepeat: Int
  private let dailyLimit: Int
  private var known: [UInt64: Known] = [:]
  private var dayEnds: UInt64?
  private var reportsToday = 0

  init(fewestFrames: Int, rarestRepeat: Int, dailyLimit: Int) {
    self.fewestFrames = fewestFrames
    self.rarestRepeat = rarestRepeat
    self.dailyLimit = dailyLimit
  }

  /// R26: continues the count of the program's earlier starts.
  ///
  /// - Parameter ages: how long ago earlier starts reported, nanoseconds.
  mutating func count(reportsOf ages: [UInt64], time: UInt64) {
    let counted = ages.filter { $0 < Self.day }
    guard let oldest = counted.max() else { return }
    reportsToday += counted.count
    dayEnds = time &+ (Self.day - oldest)
  }

  /// Judges a stall when it is found; a suppressed one can be judged again while it lasts.
  ///
  /// - Parameter time: the machine's, suspended time included.
  mutating func judge(fingerprint: UInt64, frames: Int, time: UInt64) -> Verdict {
    if frames < fewestFrames { return .fewFrames }
    if var entry = known[fingerprint] {
      entry.held += 1
      entry.lastTime = time
      known[fingerprint] = entry
      if entry.held < entry.gap { return .repeated }
    }
    return report(fingerprint, time)
  }

  /// Judges a suppressed stall again: it is reported when it is twice as long as those before.
  mutating func judgeAgain(fingerprint: UInt64, duration: UInt64, time: UInt64) -> Verdict {
    guard let entry = known[fingerprint], duration > entry.longest &* 2 else { return .repeated }
    return report(fingerprint, time)
  }

  private mutating func report(_ fingerprint: UInt64, _ time: UInt64) -> Verdict {
    if dayEnds.map({ time >= $0 }) ?? true {
      dayEnds = time &+ Self.day
      reportsToday = 0
    }
    guard reportsToday < dailyLimit else { return .dailyLimit }
    reportsToday += 1
    return .reported
  }

  /// Notes a reported stall; returns how many similar ones were suppressed since the last report, and their duration.
  mutating func wasReported(fingerprint: UInt64, time: UInt64) -> (count: Int, time: UInt64) {
    forgetOldest()
    var entry = known[fingerprint] ?? Known()
    let held = (max(entry.held - 1, 0), entry.heldTime)
    entry.heldTime = 0
    if known[fingerprint] != nil {
      (entry.gap, entry.nextGap) = (entry.nextGap, min(entry.gap + entry.nextGap, rarestRepeat))
    }
    entry.held = 0
    entry.gap = min(max(entry.gap, 1), rarestRepeat)
    entry.lastTime = time
    known[fingerprint] = entry
    return held
  }

  /// - Parameter isReported: if false, its time is added to the next reported one.
  mutating func ended(fingerprint: UInt64, duration: UInt64, isReported: Bool = true) {
    if !isReported { known[fingerprint]?.heldTime &+= duration }
    let longest = known[fingerprint]?.longest ?? 0
    known[fingerprint]?.longest = max(longest, duration)
  }

  private mutating func forgetOldest() {
    guard known.count >= Self.mostKnown, let oldest = known.min(by: { $0.value.lastTime < $1.value.lastTime })
    else {
      return
    }
    known[oldest.key] = nil
  }
}
