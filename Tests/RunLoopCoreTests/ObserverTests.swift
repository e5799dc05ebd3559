import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Observers: when they are called, in which order, and when not.
@Suite(.hangLimit) struct ObserverTests {
  /// What a run for one second in the default mode logs.
  private func simulate(_ body: @escaping @Sendable (RunLoop, Log) -> Void) -> [String] {
    onFreshThread(SimulatedClock()) {
      let log = Log()
      let loop = RunLoop.current
      body(loop, log)
      loop.add(RunLoop.Source {})
      loop.run(for: .seconds(1))
      return log.lines
    }
  }

  @Test func observersAreNotifiedOfEachActivityAtItsPlace() {
    #expect(
      simulate { loop, log in
        log.watch(loop)
        loop.perform { log("block") }
        let source = RunLoop.Source { log("source") }
        loop.add(source)
        source.signal()
      } == ["En", "BT", "BS", "block", "source", "BT", "BS", "BW", "AW", "Ex"])
  }

  @Test(arguments: [
    RunLoop.Activity.entry, .beforeTimers, .beforeSources, .beforeWaiting, .afterWaiting, .exit,
  ])
  func maskIsHeededAndKept(activity: RunLoop.Activity) {
    #expect(
      simulate { loop, log in
        let observer = RunLoop.Observer(activities: activity) { log($0.shortName) }
        loop.add(observer)
        if observer.activities != activity { log("mask changed") }
      } == [activity.shortName])
  }

  @Test func emptyMaskIsNeverCalledAndAllIsEveryOne() {
    #expect(
      simulate { loop, log in
        loop.add(RunLoop.Observer(activities: []) { _ in log("called") })
        loop.add(RunLoop.Observer(activities: .all) { log($0.shortName) })
      } == ["En", "BT", "BS", "BW", "AW", "Ex"])
  }

  @Test func lowerOrderComesFirstAndEqualOnesAsAdded() {
    #expect(
      simulate { loop, log in
        for (name, order) in [
          ("c", 5), ("a", -2_000_000), ("d", 5), ("b", 0), ("e", Int.max), ("0", Int.min),
        ] {
          loop.add(RunLoop.Observer(activities: .entry, order: order) { _ in log(name) })
        }
        let again = RunLoop.Observer(activities: .entry, order: 5) { _ in log("again") }
        loop.add(again)
        loop.add(RunLoop.Observer(activities: .entry, order: 5) { _ in log("last") })
        loop.remove(again)
        loop.add(again)
      } == ["0", "a", "b", "c", "d", "last", "again", "e"])
  }

  @Test func observersDoNotKeepAModeAlive() {
    let log = Log()
    let result = onFreshThread {
      log.watch(.current)
      return RunLoop.current.run(for: patience)
    }
    #expect(result == .finished)
    #expect(log.lines == [])
  }

  @Test func oneShotIsCalledForItsFirstActivityOnly() {
    #expect(
      simulate { loop, log in
        let box = Box<RunLoop.Observer>()
        box.value = RunLoop.Observer(activities: [.beforeSources, .beforeWaiting], repeats: false) {
          log("\($0.shortName) valid \(box.value?.isValid ?? false), member \(loop.contains(box.value!))")
        }
        loop.add(box.value!)
        loop.add(
          RunLoop.Observer(activities: .exit) { _ in
            log("then valid \(box.value!.isValid), member \(loop.contains(box.value!))")
            box.value = nil
          })
      } == ["BS valid true, member true", "then valid false, member false"])
  }

  @Test func closureIsReleasedWhenTheObserverIsInvalid() {
    #expect(
      simulate { loop, log in
        func add() {
          let canary = Canary(log, "let go")
          loop.add(
            RunLoop.Observer(activities: .all, repeats: false) {
              canary.sing()
              log($0.shortName)
            })
        }
        add()
        loop.add(RunLoop.Observer(activities: .entry) { _ in log("next") })
      } == ["En", "let go", "next"])
  }

  @Test func phaseWorksOnTheObserversAsTheyWere() {
    #expect(
      simulate { loop, log in
        let removed = RunLoop.Observer(activities: .entry, order: 1) { _ in log("removed: still called") }
        let invalidated = RunLoop.Observer(activities: .entry, order: 2) { _ in log("invalidated") }
        let added = RunLoop.Observer(activities: [.entry, .beforeTimers], order: 3) {
          log("added \($0.shortName)")
        }
        loop.add(
          RunLoop.Observer(activities: .entry) { _ in
            loop.remove(removed)
            invalidated.invalidate()
            loop.add(added)
          })
        loop.add(removed)
        loop.add(invalidated)
      } == ["removed: still called", "added BT"])
  }

  @Test func innerRunDoesNotCallAnObserverThatIsBeingCalled() {
    #expect(
      simulate { loop, log in
        let runs = Counter()
        loop.add(RunLoop.Observer(activities: .beforeSources, order: 1) { _ in log("other") })
        loop.add(
          RunLoop.Observer(activities: .beforeSources) { _ in
            log("first")
            if runs.add() == 1 { log("inner \(loop.run(for: .zero))") }
          })
      } == ["first", "other", "inner timedOut", "other"])
  }

  @Test func observerInSeveralModesIsCalledInRunsOfEach() {
    #expect(
      simulate { loop, log in
        let observer = RunLoop.Observer(activities: .entry) { _ in log(loop.currentMode?.rawValue ?? "none") }
        loop.add(observer)
        loop.add(observer, to: "other")
        loop.add(RunLoop.Source {}, to: "other")
        loop.run(mode: "other", for: .zero)
      } == ["other", "default"])
  }

  @Test func observerBelongsToOneLoopAtATime() {
    let log = Log()
    let observer = RunLoop.Observer(activities: .entry) { _ in log("called") }
    let owner = WorkerThread { $0.add(observer, to: "unused") }
    #expect(!onFreshThread { RunLoop.current.add(observer) })
    owner.loop.remove(observer, from: "unused")
    #expect(onFreshThread { RunLoop.current.add(observer) })
    observer.invalidate()
    #expect(!onFreshThread { RunLoop.current.add(observer) })
    #expect(log.lines == [])
    owner.end()
  }

  @Test func stopInTheEntryObserverEndsTheRunBeforeItsFirstTurn() {
    #expect(
      simulate { loop, log in
        log.watch(loop)
        loop.add(RunLoop.Observer(activities: .entry) { _ in loop.stop() })
      } == ["En", "Ex"])
  }

  @Test func itemsAddedToOtherThreadsObserversAreSeenInTheNextPhase() {
    let log = Log()
    let worker = WorkerThread()
    worker.waitUntilAsleep()
    worker.loop.add(RunLoop.Observer(activities: [.afterWaiting, .beforeWaiting]) { log($0.shortName) })
    worker.loop.wakeUp()
    #expect(waitUntil { log.count == 2 })
    #expect(log.lines == ["AW", "BW"])
    worker.end()
  }

  @Test func activitiesDescribeThemselves() {
    #expect("\(RunLoop.Activity.all)" == "all")
    #expect("\(RunLoop.Activity([]))" == "none")
    #expect("\(RunLoop.Activity([.entry, .exit]))" == "entry,exit")
    #expect(RunLoop.Activity.all.rawValue == 0x0FFF_FFFF)
    #expect(
      [RunLoop.Activity.entry, .beforeTimers, .beforeSources, .beforeWaiting, .afterWaiting, .exit]
        .map(\.rawValue) == [1, 2, 4, 32, 64, 128])
  }
}
