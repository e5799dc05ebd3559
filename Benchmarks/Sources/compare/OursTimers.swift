import Peers
import RunLoopCore

/// Delays for timers, in the C peers' order.
struct Delays {
  private var seed: UInt32 = 1

  /// Which of so many timers is next.
  mutating func index(below count: Int) -> Int { Int(peer_random(&seed)) % count }

  /// Nanoseconds, so many that the timer never fires here.
  mutating func long() -> Int64 {
    let milliseconds =
      UInt32(PEER_SHORTEST_DELAY_MS) + peer_random(&seed) % UInt32(PEER_DELAY_SPREAD_MS)
    return Int64(milliseconds) * 1_000_000
  }

  /// Nanoseconds, so few that adding takes longer.
  mutating func short() -> Int64 { Int64(peer_random(&seed) % UInt32(PEER_FIRE_SPREAD_US)) * 1000 }
}

/// Cancel and add, with many timers pending, inside a callout.
final class OurTimerChurn: Workload, @unchecked Sendable {
  private let loop = RunLoop.current
  private let size: Int
  private let replaces: Bool
  private var timers: [RunLoop.Timer] = []
  private var delays = Delays()
  private var elapsed: Int64 = 0

  init(_ parameters: PeerParameters, replaces: Bool) {
    size = Int(parameters.size)
    self.replaces = replaces
  }

  func prepare() {
    timers.reserveCapacity(size)
    let now = loop.now.nanoseconds
    for _ in 0..<size {
      let timer = RunLoop.Timer(at: .init(nanoseconds: now + delays.long())) { _ in }
      loop.add(timer)
      timers.append(timer)
    }
  }

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    loop.post { [self] in
      elapsed = replaces ? replace(count) : churn(count)
      loop.stop()
    }
    loop.run()
    return elapsed
  }

  private func churn(_ count: Int) -> Int64 {
    var delays = delays
    let (loop, timers) = (loop, timers)
    let start = peer_now()
    let now = loop.now.nanoseconds
    for _ in 0..<count {
      let timer = timers[delays.index(below: timers.count)]
      loop.remove(timer)
      timer.fireDate = .init(nanoseconds: now + delays.long())
      loop.add(timer)
    }
    let elapsed = peer_now() - start
    self.delays = delays
    return elapsed
  }

  private func replace(_ count: Int) -> Int64 {
    var delays = delays
    let loop = loop
    let start = peer_now()
    let now = loop.now.nanoseconds
    for _ in 0..<count {
      let index = delays.index(below: timers.count)
      timers[index].invalidate()
      let timer = RunLoop.Timer(at: .init(nanoseconds: now + delays.long())) { _ in }
      timers[index] = timer
      loop.add(timer)
    }
    let elapsed = peer_now() - start
    self.delays = delays
    return elapsed
  }

  func finish() {
    for timer in timers { timer.invalidate() }
    timers = []
  }
}

/// Many timers are added, and all fire.
final class OurTimerFire: Workload, @unchecked Sendable {
  private let loop = RunLoop.current
  private let size: Int
  private var remaining = 0
  private var delays = Delays()

  init(_ parameters: PeerParameters) {
    size = Int(parameters.size)
  }

  func prepare() {}

  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64 {
    let count = min(count, size)
    remaining = count
    let (start, end) = (Box<Int64>(0), Box<Int64>(0))
    // One closure for all, as the others have one function.
    let fired: @Sendable (RunLoop.Timer) -> Void = { [self] _ in
      remaining -= 1
      if remaining == 0 {
        end.value = peer_now()
        loop.stop()
      }
    }
    loop.post { [self] in
      start.value = peer_now()
      let now = loop.now.nanoseconds
      for _ in 0..<count {
        loop.add(RunLoop.Timer(at: .init(nanoseconds: now + delays.short()), fired))
      }
    }
    loop.run()
    return end.value - start.value
  }

  func finish() {}
}
