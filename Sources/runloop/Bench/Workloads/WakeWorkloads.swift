import BenchmarkKit
import Glibc
import RunLoopCore
import Synchronization

extension Workload {
  private static let processors = Workload.Parameter.choice("cpus", "same", "different")
  private static let places: [Workload.Variant] = [
    [.init("cpus", .text("same"))], [.init("cpus", .text("different"))],
  ]

  /// Counted: from just before a thread signals a source and wakes the loop that sleeps, to the first instruction of
  /// the source's callout: each time by itself.
  ///
  /// The waker begins when the loop says that it sleeps (and 5 µs later on another processor, so that it does), and
  /// waits on a semaphore afterwards: on one processor the loop runs as soon as the waker has gone to wait.
  static let wake = Workload(
    name: "wake", summary: "signal and wake a sleeping loop, until the source's callout runs; latency",
    parameters: [processors], variants: places
  ) { bench, variant in
    let waker = try bench.second(variant)
    let target = try SleepingLoop(on: bench.home)
    defer { target.end() }
    let settles = waker != bench.home
    return try onThread(waker) {
      try bench.rounds.run(
        Contestant("") { repetitions, latencies in
          for _ in 0..<repetitions { latencies.record(target.wakeOnce(settles: settles)) }
        })
    }
  }

  /// Counted: the time of many round trips between two loops, divided by twice their number. Each loop's source
  /// signals the other's and wakes its loop.
  static let pingPong = Workload(
    name: "pingpong", summary: "two loops wake each other; per hop", parameters: [processors], variants: places
  ) { bench, variant in
    let second = try bench.second(variant)
    return try bench.measure { loop in
      let ping = Player(loop)
      let pong = try ping.opponent(on: second)
      return Contestant("", operations: 2) { repetitions in
        ping.rest = repetitions
        let time = MonotonicTime.elapsed {
          pong.call()
          loop.run()
        }
        return time
      }
    }
  }
}

/// A thread whose loop sleeps until it is woken.
private final class SleepingLoop: @unchecked Sendable {
  private var loop = RunLoop.main
  private var source = RunLoop.Source {}
  private var thread: PinnedThread?
  private var served = sem_t()
  /// When the callout ran. Written before `served` is posted, read after.
  private var time: UInt64 = 0

  init(on processor: Int) throws {
    sem_init(&served, 0, 0)
    source = RunLoop.Source(label: "wake") { [unowned self] in
      time = MonotonicTime.now
      sem_post(&served)
    }
    thread = PinnedThread(on: processor) { [unowned self] in
      loop = RunLoop.current
      loop.add(source)
      sem_post(&served)
      RunLoop.current.run()
    }
    sem_wait(&served)
  }

  /// Wakes the loop, and tells how long it took.
  func wakeOnce(settles: Bool) -> UInt64 {
    while !loop.isWaiting { sched_yield() }
    if settles {
      let start = MonotonicTime.now
      while MonotonicTime.now < start + 5_000 {}
    }
    let start = MonotonicTime.now
    source.signal()
    loop.wakeUp()
    sem_wait(&served)
    return time - start
  }

  func end() {
    while !loop.isWaiting { sched_yield() }
    source.invalidate()
    loop.post { [loop] in loop.stop() }
    thread?.join()
    sem_destroy(&served)
  }
}

/// One side of the ping-pong: a loop with a source, which calls the other side.
private final class Player: @unchecked Sendable {
  private let loop: RunLoop
  private var source = RunLoop.Source {}
  private var other: Player?
  /// How many calls to answer before the run ends; below zero: all of them.
  var rest = -1
  private var thread: PinnedThread?

  init(_ loop: RunLoop) {
    self.loop = loop
    source = RunLoop.Source(label: "player") { [unowned self] in
      if rest > 0 {
        rest -= 1
        if rest == 0 {
          self.loop.stop()
          return
        }
      }
      other?.call()
    }
    loop.add(source)
  }

  @inline(__always)
  func call() {
    source.signal()
    loop.wakeUp()
  }

  /// Another player on a thread of its own, which answers until this one is gone.
  func opponent(on processor: Int) throws -> Player {
    let ready = Handed<Player?>(nil)
    let isReady = Atomic<Bool>(false)
    let thread = withUnsafePointer(to: self) { _ in
      Opponents.start(on: processor, ready)
    }
    while ready.isEmpty { sched_yield() }
    _ = isReady
    guard let player = ready.value else { preconditionFailure("no opponent") }
    player.other = self
    player.thread = thread
    other = player
    return player
  }
}
