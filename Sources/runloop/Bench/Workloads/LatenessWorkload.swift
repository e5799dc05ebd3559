import BenchmarkKit
import RunLoopCore
import Synchronization

extension Workload {
  /// Counted: from a timer's date to the first instruction of its callout, each time by itself, on a real clock.
  ///
  /// The next date follows from the last date and not from the callout, 0.5 to 1.5 ms later, so that a late callout
  /// makes the following ones late too, and counts so. A callout before its date ends the benchmark: that would
  /// be a bug. `beside` says what else there is: nothing, a thread that computes on another processor, or 10 000
  /// timers that pend in the same loop.
  static let timerLateness = Workload(
    name: "timer-lateness", summary: "how long after its date a timer's callout runs; latency",
    parameters: [.choice("beside", "idle", "busy", "pending")],
    variants: ["idle", "busy", "pending"].map { [.init("beside", .text($0))] },
    clock: { _ in .elapsed }
  ) { bench, variant in
    let beside = variant.text("beside")
    let computing = try Computing(on: beside == "busy" ? [bench.other()] : [])
    defer { computing.end() }
    return try bench.measure { loop in
      let others = TimerSet(loop, beside == "pending" ? 10_000 : 0)
      return Workload.lateness(loop, bench, beside: others)
    }
  }

  /// The same on a loop that exists.
  static func lateness(_ loop: RunLoop, _ bench: Bench, beside others: AnyObject? = nil) -> Contestant {
    Contestant("") { repetitions, latencies in
      try withExtendedLifetime(others) {
        for lateness in try Ticker(loop, bench.causes).run(repetitions) { latencies.record(lateness) }
      }
    }
  }
}

/// Timers that pend in a loop, between one and two hours ahead.
private final class TimerSet {
  private var timers: [RunLoop.Timer] = []

  init(_ loop: RunLoop, _ count: Int) {
    var dice = Dice()
    let start = RunLoop.Instant.now.nanoseconds + 3_600_000_000_000
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
}

/// A timer that is early: what must not be.
struct EarlyTimer: Error, CustomStringConvertible {
  let nanoseconds: Int64

  var description: String { "a timer fired \(nanoseconds) ns before its date, which is a bug of the loop" }
}

/// A timer that sets its own next date, and remembers how late it was.
private final class Ticker: @unchecked Sendable {
  private let loop: RunLoop
  private var latenesses: [UInt64] = []
  private var earliest: Int64 = 0
  private var rest = 0
  private var dice = Dice()
  /// When the next callout is meant to run.
  private var date: Int64 = 0

  private let causes: CauseWatch?

  init(_ loop: RunLoop, _ causes: CauseWatch?) { (self.loop, self.causes) = (loop, causes) }

  func run(_ times: Int) throws(EarlyTimer) -> [UInt64] {
    rest = times
    latenesses.reserveCapacity(times)
    date = RunLoop.Instant.now.nanoseconds + 1_000_000
    let timer = RunLoop.Timer(
      at: .init(nanoseconds: date), repeating: .seconds(3600), label: "ticker"
    ) { [unowned(unsafe) self] timer in
      let now = MonotonicTime.now
      let late = Int64(now) - date
      if late < 0 { earliest = min(earliest, late) }
      latenesses.append(UInt64(max(0, late)))
      causes?.called(now, intended: UInt64(date))
      rest -= 1
      if rest == 0 || causes?.outlier != nil {
        loop.stop()
      } else {
        date += 500_000 + Int64(dice.roll(below: 1_000_000))
        timer.fireDate = .init(nanoseconds: date)
      }
    }
    loop.add(timer)
    loop.run()
    timer.invalidate()
    guard earliest == 0 else { throw EarlyTimer(nanoseconds: -earliest) }
    return latenesses
  }
}

/// Threads that keep processors busy.
private final class Computing: @unchecked Sendable {
  private let goesOn = Atomic<Bool>(true)
  /// Used by the thread that made this only.
  private var threads: [PinnedThread] = []

  init(on processors: [Int]) {
    for processor in processors {
      let thread = PinnedThread(on: processor) { [self] in
        while goesOn.load(ordering: .relaxed) {}
      }
      threads.append(thread)
    }
  }

  func end() {
    goesOn.store(false, ordering: .relaxed)
    for thread in threads { thread.join() }
  }
}
