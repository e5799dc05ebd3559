import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Sources that are signalled by hand.
@Suite(.hangLimit) struct SourceTests {
  /// What a run for no time at all, or for one second, logs.
  private func simulate(
    for duration: Duration = .seconds(1), _ body: @escaping @Sendable (RunLoop, Log) -> Void
  ) -> [String] {
    onFreshThread(SimulatedClock()) {
      let log = Log()
      body(.current, log)
      log("\(RunLoop.current.run(for: duration))")
      return log.lines
    }
  }

  @Test func lowerOrderComesFirstAndEqualOnesAsSignalled() {
    #expect(
      simulate(for: .zero) { loop, log in
        let sources = [("a", 1), ("b", 0), ("c", 1), ("d", -1), ("e", 0)].map { name, order in
          RunLoop.Source(order: order) { log(name) }
        }
        for source in sources { loop.add(source) }
        for index in [2, 4, 1, 0, 3, 2] { sources[index].signal() }
      } == ["d", "e", "b", "c", "a", "timedOut"])
  }

  @Test func signalsBeforeTheTurnAreOne() {
    #expect(
      simulate { loop, log in
        let source = RunLoop.Source { log("performed") }
        loop.add(source)
        for _ in 0..<5 { source.signal() }
        log("marked \(source.isSignalled)")
      } == ["marked true", "performed", "timedOut"])
  }

  @Test func sourceThatSignalsItselfPerformsInTheNextTurnWithoutASleep() {
    #expect(
      simulate { loop, log in
        log.watch(loop)
        let box = Box<RunLoop.Source>()
        let calls = Counter()
        box.value = RunLoop.Source {
          log("performed")
          if calls.add() == 3 { box.value = nil } else { box.value?.signal() }
        }
        loop.add(box.value!)
        box.value?.signal()
      } == [
        "En", "BT", "BS", "performed", "BT", "BS", "performed", "BT", "BS", "performed", "BT", "BS", "BW",
        "AW",
        "Ex", "timedOut",
      ])
  }

  @Test func markIsKeptUntilTheSourceIsAdded() {
    #expect(
      simulate(for: .zero) { loop, log in
        let source = RunLoop.Source { log("performed") }
        source.signal()
        loop.add(source)
        loop.remove(source)
        log("marked \(source.isSignalled)")
        loop.add(source)
      } == ["marked true", "performed", "timedOut"])
  }

  @Test func signalInAnObserverBeforeSourcesIsServedInTheSameTurn() {
    #expect(
      simulate(for: .zero) { loop, log in
        let source = RunLoop.Source { log("performed") }
        loop.add(source)
        loop.add(RunLoop.Observer(activities: .beforeSources, repeats: false) { _ in source.signal() })
      } == ["performed", "timedOut"])
  }

  @Test func neighboursThatAreInvalidatedDoNotPerformAndRemovedOnesDo() {
    #expect(
      simulate(for: .zero) { loop, log in
        let removed = RunLoop.Source(order: 1) { log("removed: still performs") }
        let invalidated = RunLoop.Source(order: 2) { log("invalidated") }
        let first = RunLoop.Source {
          loop.remove(removed)
          invalidated.invalidate()
        }
        for source in [first, removed, invalidated] {
          loop.add(source)
          source.signal()
        }
        loop.add(RunLoop.Source {})
      } == ["removed: still performs", "timedOut"])
  }

  @Test func oneSourceAtATimeWhenTheRunReturnsAfterOne() {
    let (lines, results) = onFreshThread(SimulatedClock()) {
      let log = Log()
      let loop = RunLoop.current
      for name in ["a", "b"] {
        let source = RunLoop.Source { log(name) }
        loop.add(source)
        source.signal()
      }
      let results = (0..<3).map { _ in
        defer { log("-") }
        return loop.run(for: .seconds(1), returnAfterSourceHandled: true)
      }
      return (log.lines, results)
    }
    #expect(lines == ["a", "-", "b", "-", "-"])
    #expect(results == [.handledSource, .handledSource, .timedOut])
  }

  @Test func sourceInSeveralLoopsIsPerformedByOneOfThem() {
    let calls = Counter()
    let performed = Gate()
    let source = RunLoop.Source {
      calls.add()
      performed.open()
    }
    let workers = (0..<3).map { _ in WorkerThread { $0.add(source) } }
    for worker in workers { worker.waitUntilAsleep() }
    for _ in 0..<200 {
      source.signal()
      for worker in workers { worker.loop.wakeUp() }
      #expect(performed.wait())
    }
    for worker in workers { worker.end() }
    #expect(calls.value == 200)
    #expect(source.isValid)
  }

  /// The signalling thread's own loop does not run: the source is the other loop's business.
  @Test func sourceInSeveralLoopsThatOneOfTheirThreadsSignalsIsPerformedByTheOther() {
    for isAddedFirst in [true, false] {
      let performed = Gate()
      let source = RunLoop.Source { performed.open() }
      let worker = WorkerThread { if !isAddedFirst { $0.add(source) } }
      onFreshThread {
        RunLoop.current.add(source)
        if isAddedFirst { worker.loop.add(source) }
        worker.waitUntilAsleep()
        source.signal()
        worker.loop.wakeUp()
        #expect(performed.wait())
      }
      worker.end()
    }
  }

  @Test func schedulesAndCancelsAreReportedOncePerMode() {
    let lines = onFreshThread { () -> [String] in
      let log = Log()
      let loop = RunLoop.current
      let source = RunLoop.Source(
        schedule: { log("schedule \($1) \($0 === loop)") }, cancel: { log("cancel \($1) \($0 === loop)") },
        perform: {})
      loop.add(source)
      loop.add(source)
      loop.add(source, to: "a")
      loop.remove(source, from: "b")
      loop.remove(source, from: "a")
      loop.remove(source, from: "a")
      source.invalidate()
      source.invalidate()
      return log.lines
    }
    #expect(lines == ["schedule default true", "schedule a true", "cancel a true", "cancel default true"])
  }

  @Test func calloutsOfMembershipMayUseTheLoop() {
    let lines = onFreshThread { () -> [String] in
      let log = Log()
      let loop = RunLoop.current
      let other = RunLoop.Source {}
      let source = RunLoop.Source(
        schedule: { loop, mode in
          log("schedule \(mode), other added \(loop.add(other, to: mode))")
          loop.wakeUp()
        },
        cancel: { loop, mode in
          loop.remove(other, from: mode)
          log("cancel \(mode), other there \(loop.contains(other, in: mode))")
        }, perform: {})
      loop.add(source, to: .common)
      loop.remove(source, from: .common)
      return log.lines
    }
    #expect(lines == ["schedule default, other added true", "cancel default, other there false"])
  }

  @Test func invalidationLeavesEveryLoopAndLetsGoOfTheClosures() {
    let log = Log()
    let source = {
      let canary = Canary(log, "let go")
      return RunLoop.Source(cancel: { _, mode in log("cancel \(mode)") }, perform: { canary.sing() })
    }()
    let workers = [WorkerThread { $0.add(source) }, WorkerThread { $0.add(source, to: "other") }]
    source.signal()
    source.invalidate()
    #expect(log.lines.sorted() == ["cancel default", "cancel other", "let go"])
    #expect(!source.isValid && !source.isSignalled)
    source.signal()
    #expect(!source.isSignalled)
    for worker in workers {
      #expect(!worker.loop.contains(source) && !worker.loop.add(source))
      worker.end()
    }
  }

  @Test func sourcesAreDistinguishedByIdentity() {
    #expect(
      simulate(for: .zero) { loop, log in
        let make = { @Sendable in RunLoop.Source(order: 1, label: "same") { log("performed") } }
        let (first, second) = (make(), make())
        loop.add(first)
        log("\(loop.contains(second))")
        loop.add(second)
        first.signal()
        second.signal()
      } == ["false", "performed", "performed", "timedOut"])
  }

  @Test func innerRunMayPerformWhatTheOuterHasNotYet() {
    #expect(
      simulate(for: .zero) { loop, log in
        let second = RunLoop.Source(order: 1) { log("second") }
        let first = RunLoop.Source {
          log("first")
          log("inner \(loop.run(for: .zero))")
        }
        for source in [first, second] {
          loop.add(source)
          source.signal()
        }
      } == ["first", "second", "inner timedOut", "timedOut"])
  }
}
