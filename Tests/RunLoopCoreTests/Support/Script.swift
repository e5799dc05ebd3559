import RunLoopCore
import TestSupport

import class RunLoopCore.RunLoop

/// A log with the simulated time of each line: whole seconds since the start.
struct Script: Sendable {
  let clock: SimulatedClock
  let log = Log()
  private let start: RunLoop.Instant

  init(_ clock: SimulatedClock) {
    self.clock = clock
    start = clock.now
  }

  /// Seconds since the start, with thousandths where needed.
  var seconds: Double { Double(clock.now.nanoseconds - start.nanoseconds) / 1e9 }

  func instant(_ seconds: Double) -> RunLoop.Instant {
    start.advanced(by: .nanoseconds(Int64(seconds * 1e9)))
  }

  func callAsFunction(_ line: String) {
    log("\(time) \(line)")
  }

  private var time: String {
    let thousandths = Int64((seconds * 1000).rounded())
    return thousandths % 1000 == 0 ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)"
  }

  /// A timer that logs its name, and then calls a closure.
  func timer(
    _ name: String, at date: Double, every interval: Double? = nil, tolerance: Double = 0,
    _ body: @escaping @Sendable (RunLoop.Timer) -> Void = { _ in }
  ) -> RunLoop.Timer {
    RunLoop.Timer(
      at: instant(date), repeating: interval.map { .nanoseconds(Int64($0 * 1e9)) },
      tolerance: .nanoseconds(Int64(tolerance * 1e9)), label: name
    ) { timer in
      self(name)
      body(timer)
    }
  }
}
