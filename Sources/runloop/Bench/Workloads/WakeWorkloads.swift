import BenchmarkKit
import Glibc
import RunLoopCore

extension Workload {
  private static let processors = Workload.Parameter.choice("cpus", "same", "different")
  private static let places: [Workload.Variant] = [
    [.init("cpus", .text("same"))], [.init("cpus", .text("different"))],
  ]

  /// Counted: from just before a thread signals a source and wakes the loop that sleeps, to the first instruction of
  /// the source's callout; each time by itself.
  ///
  /// The waker begins when the loop says that it sleeps (and on another processor 5 µs later, so that it does), and
  /// waits on a semaphore afterwards: on one processor the loop can run as soon as the waker has gone to wait.
  static let wake = Workload(
    name: "wake", summary: "signal and wake a sleeping loop, until the source's callout runs; latency",
    parameters: [processors], variants: places
  ) { bench, variant in
    let waker = try bench.second(variant)
    let settles = waker != bench.home
    let sleeper = Sleeper()
    let thread = LoopThread(on: bench.home) { $0.add(sleeper.source) }
    defer { thread.end() }
    return try onThread(waker) {
      try bench.run(
        Contestant("") { repetitions, latencies in
          for _ in 0..<repetitions { latencies.record(sleeper.wakeOnce(thread.loop, settles: settles)) }
        })
    }
  }

  /// Counted: the time of many round trips between two loops, divided by twice their number. Each loop's source
  /// signals the other's and wakes its loop.
  static let pingPong = Workload(
    name: "pingpong", summary: "two loops wake each other; time per hop", parameters: [processors],
    variants: places
  ) { bench, variant in
    let processor = try bench.second(variant)
    return try bench.onNewLoop { loop in
      let game = Game(loop)
      let thread = LoopThread(on: processor) { game.join($0) }
      defer { thread.end() }
      return try bench.run(
        Contestant("", operations: 2) { repetitions in
          MonotonicTime.elapsed { game.play(repetitions) }
        })
    }
  }
}

/// A source that tells when it was performed.
private final class Sleeper: @unchecked Sendable {
  private let served: Semaphore
  /// When the callout ran. Written before `served` is posted, read after.
  private let time: Handed<UInt64>
  let source: RunLoop.Source

  init() {
    let served = Semaphore()
    let time = Handed<UInt64>(0)
    source = RunLoop.Source(label: "wake") {
      time.value = MonotonicTime.now
      served.post()
    }
    self.served = served
    self.time = time
  }

  /// Wakes the loop, and tells how long it took.
  func wakeOnce(_ loop: RunLoop, settles: Bool) -> UInt64 {
    while !loop.isWaiting { sched_yield() }
    if settles {
      let start = MonotonicTime.now
      while MonotonicTime.now < start + 5_000 {}
    }
    let start = MonotonicTime.now
    source.signal()
    loop.wakeUp()
    served.wait()
    return time.value - start
  }
}

/// Two loops, and a ball that goes to and fro. The first loop's thread counts.
private final class Game: @unchecked Sendable {
  private let first: RunLoop
  private var firstSource: RunLoop.Source?
  private var second: RunLoop?
  private var secondSource: RunLoop.Source?
  private var rest = 0

  init(_ first: RunLoop) {
    self.first = first
    let source = RunLoop.Source(label: "ping") { [unowned(unsafe) self] in
      rest -= 1
      if rest == 0 { self.first.stop() } else { serve() }
    }
    firstSource = source
    first.add(source)
  }

  /// Called on the second loop's thread before its loop runs.
  func join(_ second: RunLoop) {
    let source = RunLoop.Source(label: "pong") { [unowned(unsafe) self] in
      firstSource?.signal()
      first.wakeUp()
    }
    self.second = second
    secondSource = source
    second.add(source)
  }

  @inline(__always)
  private func serve() {
    secondSource?.signal()
    second?.wakeUp()
  }

  func play(_ trips: Int) {
    rest = trips
    serve()
    first.run()
  }
}
