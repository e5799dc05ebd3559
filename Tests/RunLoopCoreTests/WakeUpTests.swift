import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Other threads end the loop's sleep, and nothing else does.
@Suite(.hangLimit) struct WakeUpTests {
  @Test func wakeUpEndsTheSleepWithOneTurn() {
    let log = Log()
    let worker = WorkerThread { log.watch($0) }
    worker.waitUntilAsleep()
    #expect(log.take() == ["En", "BT", "BS", "BW"])
    worker.loop.wakeUp()
    #expect(waitUntil { log.count >= 4 })
    worker.waitUntilAsleep()
    #expect(log.take() == ["AW", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func postRunsTheBlockOnTheLoopsThread() {
    let log = Log()
    let worker = WorkerThread { log.watch($0) }
    worker.waitUntilAsleep()
    _ = log.take()
    let done = Gate()
    worker.loop.post { [loop = worker.loop] in
      log(loop.isOwnThread ? "block" : "block elsewhere")
      done.open()
    }
    #expect(done.wait())
    worker.waitUntilAsleep()
    #expect(log.take() == ["AW", "block", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func performAloneDoesNotWake() {
    let log = Log()
    let worker = WorkerThread { log.watch($0) }
    worker.waitUntilAsleep()
    _ = log.take()
    worker.loop.perform { log("block") }
    let source = RunLoop.Source { log("source") }
    worker.loop.add(source)
    source.signal()
    // Whatever these did was done before this thread went on: the loop still sleeps.
    #expect(worker.loop.isWaiting)
    #expect(log.lines == [])
    worker.loop.wakeUp()
    #expect(waitUntil { log.count >= 5 && worker.loop.isWaiting })
    #expect(log.take() == ["AW", "block", "BT", "BS", "source", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func signalAndWakeUpPerformsTheSource() {
    let log = Log()
    let performed = Gate()
    let source = RunLoop.Source {
      log("source")
      performed.open()
    }
    let worker = WorkerThread { loop in
      loop.add(source)
      log.watch(loop)
    }
    worker.waitUntilAsleep()
    _ = log.take()
    source.signal()
    worker.loop.wakeUp()
    #expect(performed.wait())
    worker.waitUntilAsleep()
    #expect(log.take() == ["AW", "BT", "BS", "source", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func stopFromAnotherThreadEndsTheSleep() {
    let log = Log()
    let worker = WorkerThread { log.watch($0) }
    worker.waitUntilAsleep()
    worker.loop.stop()
    #expect(waitUntil { worker.loop.currentMode == nil })
    #expect(log.lines == ["En", "BT", "BS", "BW", "AW", "Ex"])
    #expect(worker.end() == .stopped)
  }

  @Test func stopFromAnotherThreadHitsTheInnermostRun() {
    let log = Log()
    let worker = WorkerThread { loop in
      loop.add(RunLoop.Source {}, to: "inner")
      loop.perform {
        log("inner \(loop.run(mode: "inner"))")
        log("outer goes on in \(loop.currentMode.map(\.rawValue) ?? "nothing")")
      }
    }
    #expect(waitUntil { worker.loop.currentMode == "inner" && worker.loop.isWaiting })
    worker.loop.stop()
    #expect(waitUntil { worker.loop.currentMode == .default && worker.loop.isWaiting })
    #expect(log.lines == ["inner stopped", "outer goes on in default"])
    #expect(worker.end() == .stopped)
  }

  @Test func wakeUpsAndStopsBetweenRunsAreNotRemembered() {
    let log = Log()
    let results = onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      loop.wakeUp()
      loop.stop()
      log.watch(loop)
      let first = loop.run(for: .milliseconds(1))
      loop.wakeUp()
      loop.stop()
      return [first, loop.run(for: .milliseconds(1))]
    }
    #expect(results == [.timedOut, .timedOut])
    let sleepingRun = ["En", "BT", "BS", "BW", "AW", "Ex"]
    #expect(log.lines == sleepingRun + sleepingRun)
  }

  @Test func wakeUpInACalloutBeforeTheSleepIsOneTurn() {
    let log = Log()
    let result = onFreshThread {
      let loop = RunLoop.current
      log.watch(loop)
      loop.add(RunLoop.Timer(after: .seconds(2)) { _ in log("timer") })
      loop.perform {
        for _ in 0..<10 { loop.wakeUp() }
      }
      return loop.run(for: patience)
    }
    #expect(result == .finished)
    #expect(log.lines == ["En", "BT", "BS", "BW", "AW", "BT", "BS", "BW", "AW", "timer", "Ex"])
  }

  @Test func wakeUpsWhileTheLoopServesAreDropped() {
    let log = Log()
    let result = onFreshThread {
      let loop = RunLoop.current
      log.watch(loop)
      loop.add(
        RunLoop.Timer(after: .milliseconds(1)) { _ in
          log("first")
          for _ in 0..<10 { loop.wakeUp() }
          loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in log("second") })
        })
      return loop.run(for: patience)
    }
    #expect(result == .finished)
    #expect(
      log.lines == ["En", "BT", "BS", "BW", "AW", "first", "BT", "BS", "BW", "AW", "second", "Ex"])
  }

  @Test func noWakeUpIsLostBetweenTwoThreads() {
    let rounds = 5_000
    let pong = Gate()
    let counter = Counter()
    let source = RunLoop.Source {
      counter.add()
      pong.open()
    }
    let worker = WorkerThread { $0.add(source) }
    var missing = 0
    for round in 0..<rounds {
      if round % 2 == 0 {
        source.signal()
        worker.loop.wakeUp()
      } else {
        worker.loop.post {
          counter.add()
          pong.open()
        }
      }
      if !pong.wait() {
        missing += 1
        break
      }
    }
    #expect(missing == 0)
    #expect(counter.value == rounds)
    worker.end()
  }

  @Test func postsOfManyThreadsAllRunAndThoseOfOneThreadInOrder() {
    let worker = WorkerThread()
    let seen = (0..<4).map { _ in Box<[Int]>([]) }
    let threads = seen.map { seen in
      FreshThread {
        for number in 0..<2_000 { worker.loop.post { seen.value?.append(number) } }
      }
    }
    for thread in threads { _ = thread.join() }
    _ = try? worker.loop.performAndWait {}
    for seen in seen { #expect(seen.value == Array(0..<2_000)) }
    worker.end()
  }

  @Test func isWaitingIsFalseInEveryCallout() {
    let log = Log()
    onFreshThread {
      let loop = RunLoop.current
      loop.add(
        RunLoop.Observer(activities: .all) { if loop.isWaiting { log("observer \($0)") } })
      loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in if loop.isWaiting { log("timer") } })
      loop.perform { if loop.isWaiting { log("block") } }
      let source = RunLoop.Source { if loop.isWaiting { log("source") } }
      loop.add(source)
      source.signal()
      loop.run(for: .milliseconds(3))
    }
    #expect(log.lines == [])
  }

  /// Two ports are ready: the second is served in the turn in which a wake-up comes. Then there is a turn for that.
  @Test(arguments: [true, false])
  func aWakeUpBeforeASleepThatAPortEndsIsServedNext(isOwn: Bool) throws {
    let log = Log()
    let ports = try (0..<2).map { _ in try RunLoop.WakePort() }
    let result = try onFreshThread {
      let loop = RunLoop.current
      for port in ports {
        try loop.add(RunLoop.PortSource(port) { log("port") })
        port.ring()
      }
      let sleeps = Counter()
      loop.add(
        RunLoop.Observer(activities: .beforeWaiting) { _ in
          guard sleeps.add() == 2 else { return }
          if isOwn { loop.wakeUp() } else { onFreshThread { loop.wakeUp() } }
        })
      log.watch(loop, .default, .afterWaiting)
      loop.add(RunLoop.Observer(activities: .afterWaiting) { _ in if sleeps.value == 3 { loop.stop() } })
      return loop.run(for: .seconds(5))
    }
    #expect(result == .stopped, "not asleep until the end")
    #expect(log.lines == ["AW", "port", "AW", "port", "AW"])
  }
}
