import Peers

/// Delays for timers, in the C peers' order.
struct Delays {
  private var seed: UInt32 = 1

  /// Which of so many timers is next.
  @inline(__always)
  mutating func index(below count: Int) -> Int { Int(peer_random(&seed) % UInt32(count)) }

  /// Nanoseconds, so many that the timer never fires here.
  @inline(__always)
  mutating func long() -> Int64 {
    let milliseconds =
      UInt32(PEER_SHORTEST_DELAY_MS) + peer_random(&seed) % UInt32(PEER_DELAY_SPREAD_MS)
    return Int64(milliseconds) * 1_000_000
  }

  /// Nanoseconds, so few that adding takes longer.
  @inline(__always)
  mutating func short() -> Int64 { Int64(peer_random(&seed) % UInt32(PEER_FIRE_SPREAD_US)) * 1000 }
}

/// What is done to timers, one of many that are pending after the other, inside a callout.
final class TimerWork<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, @unchecked Sendable {
  enum Task {
    /// Cancel, and add with another date.
    case renew
    /// Give another date.
    case move
    /// Cancel, and add a new timer.
    case replace
  }

  private let task: Task
  private var timers: [Kind.Timer] = []
  /// The same: taking one out of the array to use it shall not count a reference, as it does not in C.
  private var pending: [Unmanaged<Kind.Timer>] = []
  private var delays = Delays()
  private var elapsed: Int64 = 0

  init(_ parameters: PeerParameters, _ task: Task) {
    self.task = task
    super.init(parameters)
  }

  func prepare() {
    let now = Kind.now(loop)
    timers.reserveCapacity(Int(parameters.size))
    for _ in 0..<parameters.size { timers.append(Kind.startTimer(loop, now, delays.long(), Nothing())) }
    pending = timers.map { Unmanaged.passUnretained($0) }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    Kind.post(loop, PlainBlock { [self] in timeWork(count) })
    Kind.run(loop)
    return elapsed
  }

  private func timeWork(_ count: Int) {
    let start = peer_now()
    work(count)
    // Where changes take effect later, not before they have.
    Kind.perform(loop) { [self] in
      elapsed = peer_now() - start
      Kind.stop(loop)
    }
  }

  /// With everything in local variables: what a class keeps is looked after by the runtime.
  private func work(_ count: Int) {
    var (timers, delays) = ([Kind.Timer](), delays)
    swap(&timers, &self.timers)
    defer {
      swap(&timers, &self.timers)
      self.delays = delays
    }
    let (loop, pending) = (loop, pending)
    let now = Kind.now(loop)
    switch task {
    case .renew:
      for _ in 0..<count {
        let timer = pending[delays.index(below: pending.count)]
        timer._withUnsafeGuaranteedRef { Kind.renew(loop, $0, now, delays.long()) }
      }
    case .move:
      for _ in 0..<count {
        let timer = pending[delays.index(below: pending.count)]
        timer._withUnsafeGuaranteedRef { Kind.move($0, now, delays.long()) }
      }
    case .replace:
      for _ in 0..<count {
        let index = delays.index(below: timers.count)
        Kind.end(timers[index])
        timers[index] = Kind.startTimer(loop, now, delays.long(), Nothing())
      }
    }
  }

  func finish() {
    Kind.end(timers)
    timers = []
    end()
  }
}

/// Many timers are added, and all fire.
final class TimerFire<Kind: SwiftLoop>: LoopWorkload<Kind>, SwiftWorkload, TimerCallee, @unchecked Sendable {
  /// Where a timer can be used again.
  private var timers: [Kind.Timer] = []
  private var delays = Delays()
  private var remaining = 0
  private var started: Int64 = 0
  private var elapsed: Int64 = 0

  func prepare() {
    guard !Kind.firedTimerIsSpent else { return }
    let now = Kind.now(loop)
    for _ in 0..<parameters.size { timers.append(Kind.startTimer(loop, now, delays.long(), self)) }
  }

  @inline(__always)
  func timerFired() {
    remaining -= 1
    if remaining == 0 {
      elapsed = peer_now() - started
      Kind.stop(loop)
    }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let count = min(count, Int(parameters.size))
    remaining = count
    Kind.post(loop, PlainBlock { [self] in start(count) })
    Kind.run(loop)
    return elapsed
  }

  private func start(_ count: Int) {
    var delays = delays
    let (loop, timers) = (loop, timers)
    started = peer_now()
    let now = Kind.now(loop)
    if Kind.firedTimerIsSpent {
      for _ in 0..<count { Kind.startTimer(loop, now, delays.short(), self) }
    } else {
      for timer in timers[..<count] { Kind.restart(loop, timer, now, delays.short()) }
    }
    self.delays = delays
  }

  func finish() {
    Kind.end(timers)
    end()
    Kind.perform(loop) { [self] in timers = [] }
  }
}
