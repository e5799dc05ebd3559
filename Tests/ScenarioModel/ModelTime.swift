/// A point of simulated time, in nanoseconds since the scenario began, with a rank that orders equal ones.
///
/// The real loop reads a clock that always moves on, so two dates "now" are never equal: the one set first is
/// earlier (T-5). Here reading the clock costs nothing; the rank keeps the order in which dates were set.
struct Moment: Comparable {
  var nanoseconds: Int64
  var rank: Int

  static func < (a: Moment, b: Moment) -> Bool {
    (a.nanoseconds, a.rank) < (b.nanoseconds, b.rank)
  }
}

/// Lengths of time in the model: nanoseconds. One tick is 100 ms.
enum ModelTime {
  static let length: Int64 = 100_000_000
  /// CFRunLoop's longest interval, 504911232 s: anything longer counts as this (T-5, T-7) or as no deadline
  /// (R-5).
  static let longest: Int64 = 504_911_232 * 1_000_000_000

  /// Ticks as nanoseconds, limited to `longest` either way. Not for NaN.
  static func nanoseconds(_ ticks: Double) -> Int64 {
    let value = (ticks * Double(length)).rounded()
    if value >= Double(longest) { return longest }
    if value <= -Double(longest) { return -longest }
    return Int64(value)
  }

  /// Two decimals, as the trace shows ticks: hundredths of a tick to text.
  static func text(hundredths: Int64) -> String {
    let size = hundredths.magnitude
    let fraction = size % 100
    return "\(hundredths < 0 ? "-" : "")\(size / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}

/// What is going to happen at a known moment, whatever the loop does meanwhile.
struct Agenda {
  enum Happening: Equatable {
    /// A mode's timer port becomes ready for this timer.
    case timerPort(mode: Int, timer: Int)
    /// The deadline of a run.
    case deadline(run: Int)
    /// `bg`: the index of the scenario's event.
    case event(Int)

    /// Happenings with one cause come at the very same moment and so do not tie: a timer in two modes.
    func hasSameCause(as other: Happening) -> Bool {
      if case .timerPort(_, let timer) = self, case .timerPort(_, let otherTimer) = other {
        return timer == otherTimer
      }
      return self == other
    }
  }

  struct Entry {
    var nanoseconds: Int64
    /// Entries of one moment happen in the order in which they were made.
    var sequence: Int
    var happening: Happening
  }

  private(set) var entries: [Entry] = []
  private var sequence = 0

  mutating func add(_ happening: Happening, at nanoseconds: Int64) {
    sequence += 1
    entries.append(Entry(nanoseconds: nanoseconds, sequence: sequence, happening: happening))
  }

  /// A mode's timer port has one setting: a new one replaces it.
  mutating func removeTimerPort(mode: Int) {
    entries.removeAll {
      if case .timerPort(mode, _) = $0.happening { true } else { false }
    }
  }

  mutating func removeDeadline(run: Int) {
    entries.removeAll { $0.happening == .deadline(run: run) }
  }

  /// Takes out the first entry if it is not later than `limit`.
  mutating func next(notLaterThan limit: Int64) -> Entry? {
    guard
      let index = entries.indices.min(by: {
        (entries[$0].nanoseconds, entries[$0].sequence) < (entries[$1].nanoseconds, entries[$1].sequence)
      }), entries[index].nanoseconds <= limit
    else { return nil }
    return entries.remove(at: index)
  }
}
