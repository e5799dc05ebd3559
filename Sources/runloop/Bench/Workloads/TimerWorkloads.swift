import BenchmarkKit
import RunLoopCore

extension Workload {
  private static let pending = Workload.Parameter.integer("pending", 1...4_000_000)
  private static let sizes: [Workload.Variant] = [1_000, 10_000, 100_000, 1_000_000].map {
    [.init("pending", $0)]
  }

  /// Counted: for a timer chosen at random among all: remove it from its loop, give it another random date, add it
  /// again: what a connection does with its time-out. No timer is made, none fires.
  static let timerChurn = Workload(
    name: "timer-churn", summary: "one of the pending timers is cancelled and added anew; time per pair",
    parameters: [pending], variants: sizes
  ) { bench, variant in
    try bench.measure { loop in
      let set = TimerSet(loop, variant.integer("pending"))
      return Contestant("") { repetitions in
        set.elapsed(repetitions) { timer, date in
          loop.remove(timer)
          timer.fireDate = date
          loop.add(timer)
        }
      }
    }
  }

  /// Counted: a timer is made with a closure, added, and replaces one at random among all that pend, which is
  /// invalidated and freed.
  static let timerNew = Workload(
    name: "timer-new",
    summary: "a timer is made and added, and one of the pending ones is invalidated; time per pair",
    parameters: [pending], variants: sizes
  ) { bench, variant in
    try bench.measure { loop in
      let set = TimerSet(loop, variant.integer("pending"))
      return Contestant("") { repetitions in
        set.elapsedReplacing(repetitions) { date in
          let timer = RunLoop.Timer(at: date) { _ in loop.stop() }
          loop.add(timer)
          return timer
        }
      }
    }
  }

  /// Counted: adding N timers with random dates that lie ahead, and, once all dates are past, the run of the loop
  /// that calls all of them; divided by N. Making and freeing the timers, and the time until they are due, are not.
  static let timerFire = Workload(
    name: "timer-fire", summary: "timers are added and all fire; time per timer",
    parameters: [.integer("timers", 1...4_000_000)],
    variants: [1_000, 10_000, 100_000, 1_000_000].map { [.init("timers", $0)] }
  ) { bench, variant in
    let count = variant.integer("timers")
    return try bench.measure { loop in
      let countdown = Countdown(loop)
      var dice = Dice()
      return Contestant("", operations: count) { repetitions in
        var time: UInt64 = 0
        for _ in 0..<repetitions {
          // Ahead of all adding, and close together.
          let first = RunLoop.Instant.now.nanoseconds + Int64(count) * 1_500 + 50_000
          let last = first + 1_000_000
          let timers = (0..<count).map { _ in
            RunLoop.Timer(at: .init(nanoseconds: first + Int64(dice.roll(below: 1_000_000)))) { _ in
              countdown.count()
            }
          }
          countdown.rest = count
          time += ProcessorTime.elapsed { for timer in timers { loop.add(timer) } }
          while RunLoop.Instant.now.nanoseconds < last {}
          time += ProcessorTime.elapsed { loop.run() }
        }
        return time
      }
    }
  }

  /// Counted: setting another random date for a timer chosen at random among all, which stays in its loop.
  static let timerReschedule = Workload(
    name: "timer-reschedule", summary: "one of the pending timers gets another date; time per date",
    parameters: [pending], variants: sizes
  ) { bench, variant in
    try bench.measure { loop in
      let set = TimerSet(loop, variant.integer("pending"))
      return Contestant("") { repetitions in
        set.elapsed(repetitions) { timer, date in timer.fireDate = date }
      }
    }
  }
}

/// Timers that pend in a loop, between one and two hours ahead.
final class TimerSet {
  private var timers: [RunLoop.Timer] = []
  private var dice = Dice()
  private let start = RunLoop.Instant.now.nanoseconds + 3_600_000_000_000

  init(_ loop: RunLoop, _ count: Int) {
    timers.reserveCapacity(count)
    for _ in 0..<count {
      let timer = RunLoop.Timer(at: Self.date(&dice, start)) { _ in }
      loop.add(timer)
      timers.append(timer)
    }
  }

  /// A date of the second hour, on a grid of microseconds.
  @inline(__always)
  private static func date(_ dice: inout Dice, _ start: Int64) -> RunLoop.Instant {
    .init(nanoseconds: start + Int64(dice.roll(below: 3_600_000_000)) * 1_000)
  }

  /// The processor's time for so many operations, each with a timer and a date at random.
  @inline(__always)
  func elapsed(_ times: Int, _ body: (RunLoop.Timer, RunLoop.Instant) -> Void) -> UInt64 {
    let timers = timers
    let start = start
    var dice = dice
    defer { self.dice = dice }
    return ProcessorTime.elapsed {
      for _ in 0..<times { body(timers[dice.roll(below: timers.count)], Self.date(&dice, start)) }
    }
  }

  /// The processor's time for so many new timers, each of which replaces one at random.
  @inline(__always)
  func elapsedReplacing(_ times: Int, _ make: (RunLoop.Instant) -> RunLoop.Timer) -> UInt64 {
    var timers: [RunLoop.Timer] = []
    swap(&timers, &self.timers)
    var dice = dice
    defer {
      self.dice = dice
      swap(&timers, &self.timers)
    }
    let start = start
    return ProcessorTime.elapsed {
      for _ in 0..<times {
        let timer = make(Self.date(&dice, start))
        let place = dice.roll(below: timers.count)
        timers[place].invalidate()
        timers[place] = timer
      }
    }
  }
}
