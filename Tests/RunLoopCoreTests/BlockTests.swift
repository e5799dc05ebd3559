import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Blocks: perform, post, performAndWait.
@Suite(.hangLimit) struct BlockTests {
  private func simulate(_ body: @escaping @Sendable (RunLoop, Log) -> Void) -> [String] {
    onFreshThread(SimulatedClock()) {
      let log = Log()
      body(.current, log)
      return log.lines
    }
  }

  @Test func blocksRunInTheOrderOfQueueing() {
    #expect(
      simulate { loop, log in
        for number in 0..<40 {
          if number % 2 == 0 { loop.perform { log("\(number)") } } else { loop.post { log("\(number)") } }
        }
        loop.run(for: .zero)
      } == (0..<40).map(String.init))
  }

  @Test func blockRunsOnceInTheFirstOfItsModesThatRuns() {
    #expect(
      simulate { loop, log in
        loop.perform(inModes: ["a", "b"]) { log("block in \(loop.currentMode!)") }
        log("\(loop.run(for: .zero)) \(loop.allModes.map(\.rawValue).sorted())")
        log("\(loop.run(mode: "b", for: .zero)) \(loop.run(mode: "a", for: .zero))")
      } == ["finished [\"a\", \"b\", \"default\"]", "block in b", "timedOut finished"])
  }

  @Test func blockForCommonModesRunsInEachModeThatIsCommonThen() throws {
    #expect(
      try onFreshThread(SimulatedClock()) {
        let log = Log()
        let loop = RunLoop.current
        loop.perform(inModes: [.common]) { log("block in \(loop.currentMode!)") }
        loop.add(RunLoop.Source {}, to: "late")
        log("\(loop.run(mode: "late", for: .zero))")
        try loop.addCommonMode("late")
        log("\(loop.run(mode: "late", for: .zero))")
        return log.lines
      } == ["timedOut", "block in late", "timedOut"])
  }

  @Test func blockThatIsQueuedByABlockWaitsForTheNextPlace() {
    #expect(
      simulate { loop, log in
        log.watch(loop)
        loop.perform {
          log("a")
          loop.perform {
            log("b")
            loop.perform { log("c") }
          }
        }
        loop.run(for: .zero)
        log("-")
        loop.run(for: .zero)
      } == ["En", "BT", "BS", "a", "b", "Ex", "-", "En", "BT", "BS", "c", "Ex"])
  }

  @Test func blocksOfOtherModesKeepTheirPlaceBeforeLaterOnes() {
    #expect(
      simulate { loop, log in
        loop.perform(inModes: ["other"]) { log("other 1") }
        loop.perform {
          log("default 1")
          loop.perform(inModes: ["other"]) { log("other 3") }
        }
        loop.perform(inModes: ["other"]) { log("other 2") }
        loop.run(for: .zero)
        loop.run(mode: "other", for: .zero)
      } == ["default 1", "other 1", "other 2", "other 3"])
  }

  @Test func restOfTheListIsHiddenFromInnerRuns() {
    #expect(
      simulate { loop, log in
        loop.perform {
          log("first")
          log("inner \(loop.run(for: .zero))")
          loop.perform { log("queued meanwhile") }
          log("inner \(loop.run(for: .zero))")
        }
        loop.perform { log("second") }
        loop.run(for: .zero)
      } == ["first", "inner finished", "queued meanwhile", "inner timedOut", "second"])
  }

  @Test func blockAloneDoesNotEndTheSleep() {
    #expect(
      simulate { loop, log in
        log.watch(loop)
        loop.perform { log("block") }
        log("\(loop.run(for: .seconds(1)))")
      } == ["En", "BT", "BS", "block", "BW", "AW", "Ex", "timedOut"])
  }

  @Test func postedBlockLetsTheRunFinish() {
    #expect(
      simulate { loop, log in
        loop.perform { loop.post { log("posted") } }
        log("\(loop.run(for: .seconds(1)))")
      } == ["posted", "finished"])
  }

  @Test func postedBlockThatAnInnerRunCanNotRunIsRunRightAfterIt() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let loop = RunLoop.current
      let script = Script(clock)
      loop.add(RunLoop.Source {}, to: "inner")
      loop.add(RunLoop.Source {})
      let once = RunLoop.Observer(activities: .beforeWaiting, repeats: false) { _ in
        clock.schedule(at: script.instant(2)) { loop.post { script("posted") } }
        // The wake-up is this run's, the block is not.
        script("inner \(loop.run(mode: "inner", for: .seconds(3)))")
      }
      loop.add(once)
      script("outer \(loop.run(for: .seconds(10)))")
      return script.log.lines
    }
    #expect(lines == ["3 inner timedOut", "3 posted", "10 outer timedOut"])
  }

  @Test func blockInNoModeNeverRunsAndDoesNoHarm() {
    #expect(
      simulate { loop, log in
        let canary = Canary(log, "let go")
        log("\(loop.perform(inModes: []) { canary.sing() })")
        log("\(loop.run(for: .zero))")
      } == ["true", "finished"])
  }

  @Test func closureIsReleasedAfterItsCall() {
    #expect(
      simulate { loop, log in
        func queue() {
          let canary = Canary(log, "let go")
          loop.perform {
            canary.sing()
            log("block")
          }
        }
        queue()
        loop.perform { log("next") }
        loop.run(for: .zero)
      } == ["block", "let go", "next"])
  }

  @Test func deinitOfAClosureMayQueueBlocks() {
    final class Requeuer: Sendable {
      let log: Log
      init(_ log: Log) { self.log = log }
      deinit {
        log("deinit")
        RunLoop.current.perform { [log] in log("queued by deinit") }
      }
    }
    #expect(
      simulate { loop, log in
        func queue() {
          let requeuer = Requeuer(log)
          loop.perform { withExtendedLifetime(requeuer) {} }
        }
        queue()
        loop.run(for: .zero)
        loop.run(for: .zero)
      } == ["deinit", "queued by deinit"])
  }

  @Test func stopInABlockLetsTheOthersRun() {
    #expect(
      simulate { loop, log in
        loop.perform { loop.stop() }
        loop.perform { log("second") }
        log("\(loop.run(for: .seconds(1)))")
      } == ["second", "stopped"])
  }

  @Test func performAndWaitGivesTheValueOfTheOtherThread() throws {
    let worker = WorkerThread()
    let values = try (0..<500).map { number in try worker.loop.performAndWait { number * 2 } }
    #expect(values == (0..<500).map { $0 * 2 })
    #expect(try worker.loop.performAndWait { RunLoop.current === worker.loop })
    worker.end()
  }

  @Test func performAndWaitOnTheOwnThreadIsAtOnce() throws {
    #expect(try onFreshThread { try RunLoop.current.performAndWait { RunLoop.current.isOwnThread } })
  }

  @Test func performAndWaitOfANestedModeWaitsForThatMode() throws {
    let worker = WorkerThread { loop in
      loop.add(RunLoop.Source {}, to: "inner")
      loop.perform { loop.run(mode: "inner", for: patience, returnAfterSourceHandled: false) }
    }
    // A block queued before the inner run began would wait for its end: it would be in the outer's list.
    #expect(waitUntil { worker.loop.currentMode == "inner" && worker.loop.isWaiting })
    #expect(try worker.loop.performAndWait(inModes: ["inner"]) { worker.loop.currentMode } == "inner")
    worker.loop.stop()
    worker.end()
  }

  @Test func performAndWaitThrowsWhenTheLoopEndsFirst() {
    let goOn = Gate()
    let box = Box<RunLoop>()
    let made = Gate()
    let ending = FreshThread {
      box.value = RunLoop.current
      made.open()
      goOn.wait()
    }
    made.wait()
    let loop = box.value!
    let waiter = FreshThread {
      do throws(RunLoop.Ended) {
        return try loop.performAndWait { "ran" }
      } catch {
        return "\(error)"
      }
    }
    // The block is queued, and no run will call it.
    #expect(waitUntil { loop.snapshot().pendingBlocks == 1 })
    goOn.open()
    _ = ending.join()
    let result = try? waiter.join().get()
    #expect(result == "the run loop ended with its thread before it ran the block")
  }

  @Test func loopsMayWaitForEachOtherInTurn() throws {
    let (first, second) = (WorkerThread(), WorkerThread())
    let sum = try first.loop.performAndWait { (try? second.loop.performAndWait { 20 }).map { $0 + 1 } }
    #expect(sum == 21)
    first.end()
    second.end()
  }
}
