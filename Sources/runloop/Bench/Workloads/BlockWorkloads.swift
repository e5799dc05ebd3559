import BenchmarkKit
import RunLoopCore

extension Workload {
  /// Counted: from the moment when all producers may begin, to the last block that the loop has run, divided by the
  /// number of blocks. Every block is a closure of its own, with two things captured.
  ///
  /// Producers are spread over the processors, those other than the loop's first. The loop runs all the time: it sleeps
  /// when it is quicker than they are.
  static let post = Workload(
    name: "post", summary: "threads post blocks to a loop that runs them; time per block",
    parameters: [.integer("producers", 1...64)], variants: [1, 2, 4, 8].map { [.init("producers", $0)] }
  ) { bench, variant in
    let producers = variant.integer("producers")
    return try bench.measure { loop in
      Contestant("", operations: producers, limit: 1_000_000 / producers) { repetitions in
        let countdown = Countdown(loop)
        countdown.rest = producers * repetitions
        let mayBegin = Semaphore()
        let isReady = Semaphore()
        let threads = (0..<producers).map { index in
          PinnedThread(on: bench.processors[index % bench.processors.count]) {
            isReady.post()
            mayBegin.wait()
            for _ in 0..<repetitions { loop.post { countdown.count(index) } }
          }
        }
        for _ in threads { isReady.wait() }
        // Keeps the run going while there are no blocks.
        let keeper = RunLoop.Source {}
        loop.add(keeper)
        let time = MonotonicTime.elapsed {
          for _ in threads { mayBegin.post() }
          loop.run()
        }
        keeper.invalidate()
        for thread in threads { thread.join() }
        return time
      }
    }
  }

  /// Counted: a run of the loop in which each block posts the next, divided by the number of blocks. A block is run in
  /// the turn after the one that posted it.
  static let selfPost = Workload(
    name: "self-post", summary: "a block that posts the next one; time per block and turn"
  ) { bench, _ in
    try bench.measure { loop in
      let chain = Chain(loop)
      return Contestant("") { repetitions in ProcessorTime.elapsed { chain.run(repetitions) } }
    }
  }

  /// Counted: putting blocks into the main queue on the main thread and running the main loop until all have run,
  /// divided by their number; a thousand at a time.
  static let mainQueue = Workload(
    name: "main-queue", summary: "blocks are queued for the main queue and drained; time per block"
  ) { bench, _ in
    let loop = RunLoop.main
    let batch = 1000
    let countdown = Countdown(loop)
    return try bench.run(
      Contestant("", operations: batch) { repetitions in
        let keeper = RunLoop.Source {}
        loop.add(keeper)
        defer { keeper.invalidate() }
        return ProcessorTime.elapsed {
          for _ in 0..<repetitions {
            countdown.rest = batch
            for index in 0..<batch { RunLoop.mainQueue.async { countdown.count(index) } }
            loop.run()
          }
        }
      }, on: bench.home)
  }
}

/// Blocks that post each other.
private final class Chain: @unchecked Sendable {
  private let loop: RunLoop
  private var rest = 0

  init(_ loop: RunLoop) { self.loop = loop }

  func run(_ blocks: Int) {
    rest = blocks
    postNext()
    loop.run()
  }

  private func postNext() {
    loop.post { [self] in
      rest -= 1
      if rest > 0 { postNext() } else { loop.stop() }
    }
  }
}
