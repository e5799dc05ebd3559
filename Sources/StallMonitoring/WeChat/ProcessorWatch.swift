/// WeChat's checks of processor use (R14–R17), on the monotonic clock and with exact times.
struct ProcessorWatch {
  enum Finding: Equatable {
    /// R14: more than the share of all processors is used now. The share is of one processor.
    case now(Double)
    /// R15: more than the long share of one processor was used over the window.
    case long(Double)
  }

  /// R15: the pause in reports after a finding.
  static let silence: UInt64 = 60_000_000_000
  /// R15: the longest gap between readings that are still compared.
  static let longestGap: UInt64 = 5_000_000_000
  static let period: UInt64 = 1_000_000_000

  private let share: Double?
  private let window: UInt64
  private let longShare: Double
  private var last: (time: UInt64, used: UInt64)?
  /// Start of the long rule's window, and the processor time used until then.
  private var tracking: (since: UInt64, used: UInt64)?
  private var silentUntil: UInt64 = 0
  /// The result of the last reading.
  private(set) var isHigh = false

  /// - Parameter share: of all processors; nil for not looking. `longShare` is of one, over the window.
  init(share: Double?, longShare: Double, window: UInt64) {
    self.share = share
    self.window = window
    self.longShare = longShare
  }

  /// Whether it is time for a reading.
  func isDue(_ now: UInt64) -> Bool {
    share != nil && last.map { now &- $0.time >= Self.period } ?? true
  }

  mutating func note(_ used: UInt64, now: UInt64, processors: Int) -> [Finding] {
    guard let share, let before = last else {
      last = (now, used)
      return []
    }
    let period = now &- before.time
    guard period > 0 else { return [] }
    last = (now, used)
    guard period <= Self.longestGap, used >= before.used else {
      tracking = nil
      isHigh = false
      return []
    }
    let spent = used - before.used
    let usage = Double(spent) / Double(period)
    var findings: [Finding] = []
    isHigh = usage > share * Double(processors)
    if isHigh { findings.append(.now(usage)) }
    if let long = trackLong(spent, usage, period, now) { findings.append(.long(long)) }
    return findings
  }

  private mutating func trackLong(_ spent: UInt64, _ usage: Double, _ period: UInt64, _ now: UInt64)
    -> Double?
  {
    guard now >= silentUntil else { return nil }
    guard let track = tracking else {
      if usage > longShare { tracking = (now &- period, spent) }
      return nil
    }
    let used = track.used &+ spent
    let time = now &- track.since
    tracking = (track.since, used)
    let average = Double(used) / Double(time)
    if average < longShare / 2 {
      tracking = nil
      return nil
    }
    guard time >= window else { return nil }
    tracking = nil
    guard average > longShare else { return nil }
    silentUntil = now &+ Self.silence
    return average
  }
}

/// WeChat's check of memory (R18).
struct MemoryWatch {
  static let period: UInt64 = 5_000_000_000
  private let limit: UInt64?
  private var lastLook: UInt64?

  init(limit: UInt64?) { self.limit = limit }

  func isDue(_ now: UInt64) -> Bool { limit != nil && lastLook.map { now &- $0 >= Self.period } ?? true }

  /// Whether it exceeds the limit: reported at every look.
  mutating func note(_ bytes: UInt64, now: UInt64) -> Bool {
    lastLook = now
    return bytes > limit ?? .max
  }
}
