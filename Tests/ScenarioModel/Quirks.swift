import Scenarios

/// The intended differences between Mainspring and CFRunLoop, each a switch of the model.
///
/// With none of them the model says what CFRunLoop does; with `all` it says what Mainspring does. Rule
/// numbers are those of the specification.
public struct Fixes: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// W-13: the timer port is disarmed when no timer is left to wait for.
  public static let staleTimer = Fixes(rawValue: 1 << 0)
  /// W-9: a run's deadline wakes only that run, and is never lost.
  public static let sharedTimeout = Fixes(rawValue: 1 << 1)
  /// W-10: a run whose stop flag is set does not sleep.
  public static let lostStopWake = Fixes(rawValue: 1 << 2)
  /// W-6: a wake that no run consumed is dropped when the outermost run ends.
  public static let staleWake = Fixes(rawValue: 1 << 3)
  /// Z-7: any performed source makes the pass "handled".
  public static let lastSource = Fixes(rawValue: 1 << 4)
  /// M-3: performing a block in the common modes creates no mode of that name.
  public static let commonLiteral = Fixes(rawValue: 1 << 5)
  /// M-8, Z-11: an invalid item is no common item, also when it was in no mode at its invalidation.
  public static let zombieCommon = Fixes(rawValue: 1 << 7)
  /// Not among `all`, as `runloop trace` does it only when asked. T-26, W-12: around a firing, the timer ports of all the timer's modes are
  /// set anew. CFRunLoop sets that of the running mode only, so in another mode of the timer a date set in
  /// its callout may be slept through, and an inner run may get a pass with nothing due.
  public static let otherModePort = Fixes(rawValue: 1 << 6)

  /// The intended differences that every trace of Mainspring shows.
  public static let all: Fixes = [
    .staleTimer, .sharedTimeout, .lostStopWake, .staleWake, .lastSource, .commonLiteral, .zombieCommon,
  ]

  /// Each difference with the name that scenario tags give it (`quirk-NAME`).
  public static let named: [(name: String, fix: Fixes)] = [
    ("stale-timer", .staleTimer), ("shared-timeout", .sharedTimeout), ("lost-stop-wake", .lostStopWake),
    ("stale-wake", .staleWake), ("last-source", .lastSource), ("common-literal", .commonLiteral),
    ("zombie-common", .zombieCommon),
  ]
}

extension LoopModel {
  /// Which of the intended differences a scenario's trace depends on, by the names of `Fixes.named`: the
  /// trace of CFRunLoop changes with that fix alone, or Mainspring's changes without it.
  public static func quirks(of scenario: Scenario) -> [String] {
    let theirs = play(scenario).lines
    let ours = play(scenario, fixes: .all).lines
    return Fixes.named.filter { _, fix in
      play(scenario, fixes: fix).lines != theirs || play(scenario, fixes: .all.subtracting(fix)).lines != ours
    }.map(\.name)
  }
}
