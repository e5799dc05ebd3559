import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

/// Entries of timers that have left, in the queues of a loop. An earlier timer keeps them from coming to the top, where
/// they would be dropped.
@Suite(.hangLimit) struct StaleEntryTests {
  /// How many entries each set's queue has, of the sets that have any.
  private func entries(of loop: RunLoop) -> [Int] {
    loop.lock.withLock { loop.modeTable.sets.map { $0.queue.count }.filter { $0 > 0 } }
  }

  /// As in a release build. Safe here, where one thread at a time has the timers.
  private func keepEntries(of loop: RunLoop = .current) {
    loop.lock.withLock { loop.modeTable.keepsStaleEntries = true }
  }

  private func addEarlyTimer(to mode: RunLoop.Mode = .default, of loop: RunLoop = .current) {
    keepEntries(of: loop)
    loop.add(RunLoop.Timer(after: .seconds(3000)) { _ in }, to: mode)
  }

  @Test func anEntryGoesWithItsTimer() {
    let counts = onFreshThread { () -> [[Int]] in
      let loop = RunLoop.current
      addEarlyTimer()
      var counts: [[Int]] = []
      do {
        let timer = RunLoop.Timer(after: .seconds(3600)) { _ in }
        loop.add(timer)
        loop.remove(timer)
        counts.append(entries(of: loop))
        withExtendedLifetime(timer) {}
      }
      return counts + [entries(of: loop)]
    }
    #expect(counts == [[2], [1]])
  }

  @Test func aTimerThatComesBackHasOneEntry() {
    let counts = onFreshThread { () -> [[Int]] in
      let loop = RunLoop.current
      keepEntries()
      let timer = RunLoop.Timer(after: .seconds(3600)) { _ in }
      var counts: [[Int]] = []
      for mode in [.default, .default, "a", .default, "a", "b", .common, "a"] as [RunLoop.Mode] {
        loop.add(timer, to: mode)
        #expect(loop.nextFireDate(in: mode == .common ? .default : mode) == timer.fireDate, "\(mode)")
        counts.append(entries(of: loop))
        loop.remove(timer, from: mode)
      }
      return counts
    }
    #expect(counts == Array(repeating: [1], count: 8))
  }

  /// An earlier timer of each mode keeps the entry that the timer left from being dropped by another look.
  @Test func aTimerThatComesToOtherModesTakesItsEntryAlong() {
    let counts = onFreshThread { () -> [[Int]] in
      let loop = RunLoop.current
      for mode in [.default, "a", "b"] as [RunLoop.Mode] { addEarlyTimer(to: mode) }
      let timer = RunLoop.Timer(after: .seconds(3600)) { _ in }
      var counts: [[Int]] = []
      for mode in [.default, "a", "b", "a", .default] as [RunLoop.Mode] {
        loop.add(timer, to: mode)
        counts.append(entries(of: loop))
        loop.remove(timer, from: mode)
      }
      return counts
    }
    #expect(counts == [[2, 1, 1], [1, 2, 1], [1, 1, 2], [1, 2, 1], [2, 1, 1]])
  }

  @Test(arguments: [false, true])
  func anInvalidTimerHasNoEntry(isInMode: Bool) {
    let counts = onFreshThread { () -> [Int] in
      let loop = RunLoop.current
      addEarlyTimer()
      let timer = RunLoop.Timer(after: .seconds(3600)) { _ in }
      loop.add(timer)
      if !isInMode { loop.remove(timer) }
      timer.invalidate()
      return entries(of: loop) + [Int(timer.queueIndex)]
    }
    #expect(counts == [1, -1])
  }

  /// The entry is dropped when its time has come, and the timer is in no mode then.
  @Test func anEntryWhoseTimeHasComeIsDropped() {
    let clock = SimulatedClock()
    let log = Log()
    let counts = onFreshThread(clock) { () -> [[Int]] in
      let loop = RunLoop.current
      keepEntries()
      let timer = RunLoop.Timer(after: .seconds(1)) { _ in log("left") }
      loop.add(timer)
      loop.add(RunLoop.Timer(after: .seconds(2)) { _ in log("fired") })
      loop.remove(timer)
      var counts = [entries(of: loop)]
      loop.run(for: .milliseconds(1500))
      counts.append(entries(of: loop))
      #expect(!loop.contains(timer))
      #expect(loop.add(timer, to: "a") && loop.contains(timer, in: "a"))
      counts.append(entries(of: loop))
      loop.remove(timer, from: "a")
      loop.run(for: .seconds(5))
      return counts
    }
    #expect(counts.dropFirst() == [[1], [1, 1]])
    #expect(log.lines == ["fired"])
  }

  @Test func aTimerThatGoesToAnotherLoopLeavesNoEntry() {
    let worker = WorkerThread()
    addEarlyTimer(to: "a", of: worker.loop)
    let before = entries(of: worker.loop)
    let timer = RunLoop.Timer(after: .seconds(3600)) { _ in }
    #expect(worker.loop.add(timer, to: "a"))
    worker.loop.remove(timer, from: "a")
    #expect(entries(of: worker.loop).reduce(0, +) == before.reduce(0, +) + 1)
    onFreshThread {
      #expect(RunLoop.current.add(timer))
      #expect(entries(of: .current) == [1])
    }
    #expect(entries(of: worker.loop) == before)
    worker.end()
  }

  /// Also when there are more than the loop looks at when its last timer leaves.
  @Test func anEndedLoopLeavesNoEntry() {
    let timers = (0..<200).map { _ in RunLoop.Timer(after: .seconds(3600)) { _ in } }
    onFreshThread {
      addEarlyTimer()
      for timer in timers {
        RunLoop.current.add(timer)
        RunLoop.current.remove(timer)
      }
      #expect(entries(of: .current) == [201])
    }
    #expect(timers.allSatisfy { $0.queueIndex == -1 && $0.setAddress == nil })
    onFreshThread { #expect(RunLoop.current.add(timers[0])) }
  }
}
