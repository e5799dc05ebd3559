/// What timers count with that all fire.
private struct Countdown<Kind: SwiftLoop>: TimerCallee {
  let tally: Tally<Kind.Loop>
  let number: Int

  @inline(__always)
  func timerFired() {
    if tally.count(number), let loop = tally.loop { Kind.stop(loop) }
  }
}

/// Timers that are used again get a date and are added in a callout; all fire.
final class TimerFire<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private let tally = Tally<Kind.Loop>()
  /// Where a timer can be used again.
  private var timers: [Kind.Timer] = []
  private var delays = Delays()
  private var started: Int64 = 0

  func prepare() {
    guard !Kind.firedTimerIsSpent else { return }
    let now = Kind.now(loop)
    for index in 0..<parameters.size {
      timers.append(Kind.startTimer(loop, now, delays.long(), Countdown<Kind>(tally: tally, number: index)))
    }
  }

  /// All timers, as often as it takes to make the count.
  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    var elapsed: Int64 = 0
    for _ in 0..<max(count / parameters.size, 1) {
      tally.start(parameters.size, loop)
      Kind.post(loop, PlainBlock { [self] in start() })
      Kind.run(loop)
      elapsed += now - started
    }
    return elapsed
  }

  private func start() {
    var delays = delays
    let (loop, timers, size) = (loop, timers, parameters.size)
    started = self.now
    let now = Kind.now(loop)
    if Kind.firedTimerIsSpent {
      for index in 0..<size {
        Kind.startTimer(loop, now, delays.short(of: size), Countdown<Kind>(tally: tally, number: index))
      }
    } else {
      for timer in timers { Kind.restart(loop, timer, now, delays.short(of: size)) }
    }
    self.delays = delays
  }

  func finish() {
    Kind.end(timers)
    end()
    Kind.perform(loop) { [self] in
      timers = []
      tally.deallocate()
    }
  }
}

/// New timers, made and added before the run; each fires once.
final class OneShotTimers<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  private let tally = Tally<Kind.Loop>()
  private var delays = Delays()

  func prepare() {}

  /// `size` at a time, until the count is reached.
  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let (loop, tally, size) = (loop, tally, parameters.size)
    let start = self.now
    for _ in 0..<max(count / size, 1) {
      var delays = delays
      tally.start(size, loop)
      let now = Kind.now(loop)
      for index in 0..<size {
        _ = Kind.startOneShot(
          loop, now, delays.short(of: size), Countdown<Kind>(tally: tally, number: index))
      }
      self.delays = delays
      Kind.run(loop)
    }
    return self.now - start
  }

  func finish() {
    end()
    tally.deallocate()
  }
}
