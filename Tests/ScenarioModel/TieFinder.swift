/// Two moments so near each other that a real loop might see them in the other order.
public struct Tie: Sendable, Equatable, CustomStringConvertible {
  public var first: String
  public var second: String
  /// In ticks.
  public var at: Double
  /// In ticks.
  public var distance: Double

  public var description: String {
    "\(first) and \(second) at \(at), \(distance) apart"
  }
}

/// Watches the moments of a play (events, deadlines, timers, ends of sleeps) for ties.
struct TieFinder {
  let tolerance: Int64
  private(set) var ties: [Tie] = []
  private var last: (nanoseconds: Int64, happening: Agenda.Happening?)?

  init(tolerance: Int64) {
    self.tolerance = tolerance
  }

  /// Something happens (nil: a sleep ends). It ties with the thing before it and with what is about to
  /// happen, even if that is called off before it comes.
  mutating func moment(_ time: Int64, _ happening: Agenda.Happening?, pending: [Agenda.Entry]) {
    if let last, time - last.nanoseconds < tolerance, !areOneCause(last.happening, happening) {
      add(last.happening, happening, at: time, distance: time - last.nanoseconds)
    }
    for entry in pending {
      let distance = entry.nanoseconds - time
      if distance >= 0, distance < tolerance, !areOneCause(happening, entry.happening) {
        add(happening, entry.happening, at: time, distance: distance)
      }
    }
    last = (time, happening)
  }

  /// A batch of due timers: two of nearly the same date, or one that is nearly due, may go either way.
  mutating func batch(_ timers: [ModelItem], at now: Int64) {
    let near = timers.filter { timer in
      !timer.isFiring && timer.fire.map { $0.nanoseconds < now + tolerance } ?? false
    }
    for timer in near where !timer.isDue(at: now) {
      guard let fire = timer.fire?.nanoseconds else { continue }
      ties.append(tie("timer \(timer.name)", "the firing of others", at: fire, distance: fire - now))
    }
    for (a, b) in zip(near, near.dropFirst()) {
      guard let first = a.fire?.nanoseconds, let second = b.fire?.nanoseconds else { continue }
      if areInReliableOrder(a, b, at: now) || second - first >= tolerance { continue }
      ties.append(tie("timer \(a.name)", "timer \(b.name)", at: first, distance: second - first))
    }
  }

  /// Dates that were past when set are in the order of setting (T-5), and so are the later dates of their
  /// grids; but when a loop wakes for the first of such dates, the second may be due or not.
  private func areInReliableOrder(_ a: ModelItem, _ b: ModelItem, at now: Int64) -> Bool {
    guard let base = a.clamped, base == b.clamped, let later = b.fire?.nanoseconds else { return false }
    return later == base || now - later >= tolerance
  }

  /// A timer is done firing, so late that the next points of its grid may be past: one of them is nearly now.
  /// Just after such a point is safe, as a real loop is late rather than early, unless the grid began with a
  /// clock reading.
  mutating func grid(of timer: ModelItem, fired: Int64, at now: Int64) {
    let after = (now - fired) % timer.interval
    let before = timer.interval - after
    let isLate = now - fired >= tolerance
    if isLate && (before < tolerance || timer.clamped != nil && after < tolerance) {
      ties.append(tie("now", "the next date of timer \(timer.name)", at: now, distance: min(before, after)))
    }
  }

  /// Several items were copied to a new common mode, in no specified order (M-5), and that order matters.
  mutating func unspecifiedOrder(in mode: String, at now: Int64) {
    ties.append(tie("the items copied to \(mode)", "each other", at: now, distance: 0))
  }

  private func areOneCause(_ a: Agenda.Happening?, _ b: Agenda.Happening?) -> Bool {
    guard let a, let b else { return false }
    return a.hasSameCause(as: b)
  }

  private mutating func add(
    _ a: Agenda.Happening?, _ b: Agenda.Happening?, at time: Int64, distance: Int64
  ) {
    ties.append(tie(name(a), name(b), at: time, distance: distance))
  }

  private func tie(_ first: String, _ second: String, at time: Int64, distance: Int64) -> Tie {
    let tick = Double(ModelTime.length)
    return Tie(first: first, second: second, at: Double(time) / tick, distance: Double(distance) / tick)
  }

  private func name(_ happening: Agenda.Happening?) -> String {
    switch happening {
    case nil: "the end of a sleep"
    case .timerPort(_, let timer): "timer number \(timer)"
    case .deadline(let run): "the deadline of run \(run)"
    case .event(let index): "event number \(index)"
    }
  }
}
