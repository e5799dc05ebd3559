import BenchmarkKit

/// What malloc gives out for a timer that is pending.
final class TimerMemory<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  /// Captured by each timer's callout, as most closures capture something.
  private struct Called: TimerCallee {
    let owner: TimerMemory<Kind>

    func timerFired() {}
  }

  private var timers: [Kind.Timer] = []
  private var delays = Delays()

  func prepare() { timers.reserveCapacity(parameters.size) }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let now = Kind.now(loop)
    let before = MallocBytes.givenOut
    for _ in 0..<count {
      timers.append(Kind.startTimer(loop, now, delays.long(), Called(owner: self)))
    }
    return MallocBytes.givenOut - before
  }

  func finish() {
    Kind.end(timers)
    timers = []
    end()
  }
}
