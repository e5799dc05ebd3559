import TestHarness
import TestSupport
import Testing

@testable import class RunLoopCore.RunLoop

/// A loop releases timers that have left, however they left.
@Suite(.hangLimit) struct TimerReleaseTests {
  /// A time-out that leaves comes back otherwise than by the short way, and leaves and comes once more in a timer's call.
  @Test func aTimerThatLeftAndCameBackTwoWaysIsReleased() {
    onFreshThread {
      let loop = RunLoop.current
      weak var seen: RunLoop.Timer?
      do {
        let timer = RunLoop.Timer(after: .seconds(3600)) { _ in }
        seen = timer
        loop.add(timer)
        loop.perform {
          loop.remove(timer)
          loop.add(timer, to: .common)
        }
        loop.add(
          RunLoop.Timer(at: .distantPast) { _ in
            loop.remove(timer, from: .common)
            loop.add(timer)
          })
        loop.run(for: .zero)
        #expect(loop.contains(timer))
        loop.remove(timer)
      }
      loop.run(for: .zero)
      #expect(seen == nil)
    }
  }

  /// A program may do all its work in an inner run of a timer's call: what fires and leaves there does not pile up.
  @Test func timersThatLeaveInALongInnerRunDoNotPileUp() {
    onFreshThread {
      let loop = RunLoop.current
      let most = Counter()
      nonisolated(unsafe) var seen: [WeakTimer] = []
      let rest = RunLoop.Timer(after: .seconds(3600)) { _ in }
      let call = RunLoop.Timer(at: .distantPast) { _ in
        loop.add(rest)
        for round in 0..<3_000 {
          let once = RunLoop.Timer(at: .distantPast) { _ in }
          let taken = RunLoop.Timer(after: .seconds(3600)) { _ in }
          seen += [WeakTimer(timer: once), WeakTimer(timer: taken)]
          loop.add(once)
          loop.add(taken)
          loop.run(for: .zero)
          loop.remove(taken)
          if round % 100 == 99 { seen.removeAll { $0.timer == nil } }
          if round % 1_000 == 999 { while most.value < seen.count { most.add() } }
        }
      }
      loop.add(call)
      loop.run(for: .zero)
      #expect(most.value < 1_000)
      loop.remove(rest)
      loop.run(for: .zero)
      #expect(seen.allSatisfy { $0.timer == nil })
    }
  }

  /// Timers that wait for their turn in a batch further down the stack are there when it comes.
  @Test func timersOfABatchOutliveALongInnerRun() {
    onFreshThread {
      let loop = RunLoop.current
      let fired = Counter()
      nonisolated(unsafe) var batch: [RunLoop.Timer] = []
      loop.add(
        RunLoop.Timer(at: .distantPast) { _ in
          // Half of them leave for good, half come back; nothing else retains them.
          for (index, timer) in batch.enumerated() {
            loop.remove(timer)
            if index % 2 == 0 { loop.add(timer, to: "later") }
          }
          batch = []
          for _ in 0..<1_000 {
            loop.add(RunLoop.Timer(at: .distantPast) { _ in })
            loop.run(for: .zero)
          }
        })
      for _ in 0..<100 {
        let timer = RunLoop.Timer(at: .distantPast) { _ in fired.add() }
        batch.append(timer)
        loop.add(timer)
      }
      loop.run(for: .zero)
      #expect(fired.value == 50)
    }
  }

  /// The same two batches down the stack. What is made later may have the place of what went: were a timer of the first
  /// batch gone, a new one would be fired in its stead, a turn too early.
  @Test func timersOfAnOuterBatchOutliveALongRunInAnInnerOne() {
    let log = Log()
    onFreshThread {
      let loop = RunLoop.current
      nonisolated(unsafe) var batch: [RunLoop.Timer] = []
      let inner = RunLoop.Timer(at: .distantPast) { _ in
        for (index, timer) in batch.enumerated() {
          loop.remove(timer)
          if index % 2 == 0 { loop.add(timer, to: "later") }
        }
        batch = []
        for _ in 0..<300 {
          loop.add(RunLoop.Timer(at: .distantPast) { _ in })
          loop.run(for: .zero)
        }
      }
      loop.add(
        RunLoop.Timer(at: .distantPast) { _ in
          loop.add(inner, to: "inner")
          loop.run(mode: "inner", for: .zero)
          for _ in 0..<300 { loop.add(RunLoop.Timer(at: .distantPast) { _ in log("new") }) }
          log("outer")
        })
      for _ in 0..<100 {
        let timer = RunLoop.Timer(at: .distantPast) { _ in log("old") }
        batch.append(timer)
        loop.add(timer)
      }
      loop.run(for: .zero)
      log("turn")
      loop.run(for: .zero)
    }
    #expect(
      log.lines == ["outer"] + Array(repeating: "old", count: 50) + ["turn"]
        + Array(repeating: "new", count: 300))
  }

  private struct WeakTimer {
    weak var timer: RunLoop.Timer?
  }

  /// A mode that a block's target brings into being after the loop's end goes with the loop.
  @Test func modesOfAnEndedLoopGoWithIt() {
    weak var mode: AnyObject?
    do {
      let ended = onFreshThread { RunLoop.current }
      #expect(!ended.post(inModes: ["late"]) {})
      mode = ended.modes.last
      #expect(mode != nil)
    }
    #expect(mode == nil)
  }
}
