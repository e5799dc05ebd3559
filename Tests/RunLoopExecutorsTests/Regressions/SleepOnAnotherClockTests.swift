import RunLoopCore
import RunLoopExecutors
import TestHarness
import TestSupport
import Testing

/// Was wrong: a task on a simulated loop that slept on a real one, or waited for its ticks, took the date for one of the simulated
/// clock, and waited for days. So did a sleep that was a pool's timer.
@Suite(.hangLimit) struct SleepOnAnotherClockTests {
  /// Runs a task on a simulated loop, for half a minute of real time at most. Whether it ended.
  private func endsInTime(_ body: @escaping @Sendable (RunLoop) async throws -> Void) -> Bool {
    let worker = WorkerThread()
    defer { worker.end() }
    return onFreshThread(SimulatedClock(start: RunLoop.Instant(nanoseconds: .max / 4))) {
      let loop = RunLoop.current
      let flag = Flag()
      let real = worker.loop
      // Simulated time has no appointment, so the loop really waits.
      let task = Task(executorPreference: loop.taskExecutor) {
        try await body(real)
        flag.set()
      }
      let limit = RunLoop.Timer(at: .distantFuture) { _ in loop.stop() }
      real.add(limit)
      limit.fireDate = real.now.advanced(by: .seconds(30))
      let ends = loop.run(until: { flag.isSet }, timeout: .seconds(Int64.max))
      task.cancel()
      limit.invalidate()
      return ends
    }
  }

  @Test func aSleepOnARealLoopIsReal() {
    #expect(endsInTime { try await $0.sleep(for: .milliseconds(2)) })
  }

  @Test func ticksOfARealLoopAreReal() {
    let ends = endsInTime { real in
      for await tick in real.ticks(every: .milliseconds(2)) where tick.count > 0 { return }
    }
    #expect(ends)
  }

  /// The main loop's clock is simulated, and all code of no actor runs on a pool.
  @Test(.enabled(if: RunLoop.canInstallMainExecutor, "Swift 6.3's executors have timers"))
  func aSleepOnAPoolIsReal() throws {
    #expect(try Probe.lines(of: "executorprobe", "pool-simulated") == ["awake"])
  }
}
