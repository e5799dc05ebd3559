import BenchmarkKit
import LinuxSystem
import LoopWorkloads
import RunLoopCore

extension Workload {
  /// Counted: by how much the bytes that malloc has given out (`mallinfo2`: all arenas, with malloc's own rounding)
  /// grow when many are made, divided by their number. So what a loop grows by is counted with its items.
  ///
  /// - `timer`: made with a closure that captures one object, and pending.  `source`: the same, in one mode.
  /// - `block`: posted and not yet run, with a closure that captures two words.
  /// - `loop`: a thread's loop after its first run; descriptors and the thread itself are not memory of malloc.
  static let memory = Workload(
    name: "memory", summary: "malloc's bytes for each timer, source, block, loop",
    parameters: [.choice("of", "timer", "source", "block", "loop")],
    variants: ["timer", "source", "block", "loop"].map { [.init("of", .text($0))] },
    clock: { _ in nil },
    measure: { bench, variant in
      let count = bench.isQuick ? 1_000 : 100_000
      let values = try (0..<min(3, bench.rounds.count)).map { _ in
        try bench.onNewLoop { loop in
          switch variant.text("of") {
          case "timer": try timerBytes(bench.loopProcessor, count)
          case "source": sourceBytes(loop, count)
          case "block": blockBytes(loop, count)
          default: loopBytes(bench.isQuick ? 4 : 100)
          }
        }
      }
      return Contestant.Outcome(name: "", values: values)
    }, unit: "bytes")

  private static func timerBytes(_ cpu: Int, _ count: Int) throws -> Double {
    var parameters = WorkloadParameters(cpu: cpu, otherCPU: cpu)
    parameters.size = count
    let work = LoopWork.timerMemory(parameters)
    try work.prepare()
    defer { work.finish() }
    return Double(work.run(count, nil)) / Double(count)
  }

  private static func sourceBytes(_ loop: RunLoop, _ count: Int) -> Double {
    let countdown = Countdown(loop)
    return bytes(per: count) {
      for _ in 0..<count { loop.add(RunLoop.Source { countdown.count() }) }
    }
  }

  private static func blockBytes(_ loop: RunLoop, _ count: Int) -> Double {
    let countdown = Countdown(loop)
    countdown.rest = count
    let bytes = bytes(per: count) {
      for index in 0..<count { loop.post { countdown.count(index) } }
    }
    loop.run()
    return bytes
  }

  /// Threads first, since they allocate too; then each makes its loop.
  private static func loopBytes(_ count: Int) -> Double {
    let isReady = Semaphore()
    let mayBegin = Semaphore()
    let hasLoop = Semaphore()
    let mayEnd = Semaphore()
    let threads = (0..<count).map { _ in
      PinnedThread {
        isReady.signal()
        mayBegin.wait()
        let loop = RunLoop.current
        loop.perform {}
        loop.run(mode: .default, for: .zero)
        hasLoop.signal()
        mayEnd.wait()
      }
    }
    for _ in threads { isReady.wait() }
    let bytes = bytes(per: count) {
      for _ in threads { mayBegin.signal() }
      for _ in threads { hasLoop.wait() }
    }
    for _ in threads { mayEnd.signal() }
    for thread in threads { thread.join() }
    return bytes
  }

  private static func bytes(per count: Int, _ body: () -> Void) -> Double {
    let before = MallocBytes.givenOut
    body()
    return Double(MallocBytes.givenOut) / Double(count) - Double(before) / Double(count)
  }
}
