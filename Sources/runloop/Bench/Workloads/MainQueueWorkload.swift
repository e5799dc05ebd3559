import BenchmarkKit
import RunLoopCore

extension Workload {
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
      }, on: bench.loopProcessor)
  }
}
