import TestHarness
import TestSupport
import Testing

@testable import class RunLoopCore.RunLoop
@testable import class RunLoopCore.SimulatedClock

/// Blocks of several threads and several modes, and of loops that end.
@Suite(.hangLimit) struct BlockModeTests {
  @Test func anOwnBlockStaysBehindThoseOfOtherThreads() {
    let lines = onFreshThread { () -> [String] in
      let log = Log()
      let loop = RunLoop.current
      loop.perform { log("own 1") }
      onFreshThread { _ = loop.perform { log("other 2") } }
      loop.perform { log("own 3") }
      onFreshThread { _ = loop.post { log("other 4") } }
      loop.post { log("own 5") }
      loop.run(for: .zero)
      return log.lines
    }
    #expect(lines == ["own 1", "other 2", "own 3", "other 4", "own 5"])
  }

  @Test(arguments: [[.common, "x"], ["x", .common]] as [[RunLoop.Mode]], [RunLoop.Mode.default, "x"])
  func aBlockForAModeAndTheCommonModesRunsInEither(modes: [RunLoop.Mode], mode: RunLoop.Mode) {
    let (first, lines) = onFreshThread(SimulatedClock()) {
      let log = Log()
      let loop = RunLoop.current
      loop.perform(inModes: modes) { log("block in \(loop.currentMode!)") }
      loop.add(RunLoop.Source {}, to: "neither")
      let first = loop.run(mode: "neither", for: .zero)
      loop.run(mode: mode, for: .zero)
      loop.run(mode: .default, for: .zero)
      loop.run(mode: "x", for: .zero)
      return (first, log.lines)
    }
    #expect(first == .timedOut)
    #expect(lines == ["block in \(mode)"])
  }

  @Test func aDelayedBlockRunsOnceInTheModesThatWereNamed() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let loop = RunLoop.current
      let script = Script(clock)
      let timer = loop.perform(after: .seconds(2), inModes: ["a", "b"]) {
        script("block in \(loop.currentMode!)")
      }
      loop.perform(after: .seconds(1)) { script("block in \(loop.currentMode!)") }
      script("\(loop.contains(timer, in: "a")) \(loop.contains(timer, in: "b")) \(loop.contains(timer))")
      script("\(loop.run(for: .seconds(5)))")
      script("\(loop.run(mode: "b", for: .seconds(5)))")
      script("\(loop.run(mode: "a", for: .seconds(5)))")
      return script.log.lines
    }
    #expect(
      lines == [
        "0 true true false", "1 block in default", "1 finished", "2 block in b", "2 finished", "2 finished",
      ])
  }

  @Test func aDelayedBlockThatIsInvalidatedNeverRuns() {
    let result = onFreshThread(SimulatedClock()) {
      RunLoop.current.perform(after: .seconds(1)) { Issue.record("called") }.invalidate()
      return RunLoop.current.run(for: .seconds(5))
    }
    #expect(result == .finished)
  }

  /// Closures that a loop's end releases may call it: it refuses then.
  @Test func blocksThatTheEndReleasesCanNotQueueNewOnes() {
    final class Requeuer: Sendable {
      let loop: RunLoop
      let log: Log
      init(_ loop: RunLoop, _ log: Log) {
        self.loop = loop
        self.log = log
      }
      deinit {
        log("perform: \(loop.perform {})")
        log("post: \(loop.post {})")
      }
    }
    let log = Log()
    let ended = onFreshThread {
      let loop = RunLoop.current
      func queue(_ mode: RunLoop.Mode) {
        let requeuer = Requeuer(loop, log)
        loop.perform(inModes: [mode]) { withExtendedLifetime(requeuer) {} }
      }
      queue("never")
      // It is kept for its mode.
      loop.perform {}
      loop.run(for: .zero)
      queue(.default)
      return loop
    }
    #expect(log.lines == ["perform: false", "post: false", "perform: false", "post: false"])
    #expect(ended.snapshot().pendingBlocks == 0)
  }

  @Test func anEndedLoopHasNoPendingBlocks() {
    let ended = onFreshThread {
      let loop = RunLoop.current
      loop.perform {}
      loop.perform(inModes: ["never"]) {}
      onFreshThread { _ = loop.post {} }
      #expect(loop.snapshot().pendingBlocks == 3)
      return loop
    }
    #expect(ended.snapshot().pendingBlocks == 0)
  }

  /// After a flood the next blocks run as ever, in their order.
  @Test func aFloodOfBlocksRunsInItsOrder() {
    let numbers = onFreshThread { () -> [Int] in
      let loop = RunLoop.current
      let seen = Box<[Int]>([])
      for number in 0..<10_000 {
        if number % 2 == 0 {
          loop.perform { seen.value?.append(number) }
        } else {
          loop.perform(inModes: ["other"]) { seen.value?.append(number) }
        }
      }
      loop.run(for: .zero)
      loop.run(mode: "other", for: .zero)
      for number in 10_000..<10_020 { loop.perform { seen.value?.append(number) } }
      loop.run(for: .zero)
      return seen.value ?? []
    }
    let even = stride(from: 0, to: 10_000, by: 2)
    let odd = stride(from: 1, to: 10_000, by: 2)
    #expect(numbers == Array(even) + Array(odd) + Array(10_000..<10_020))
  }
}
