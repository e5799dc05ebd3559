import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// Snapshots of a loop.
@Suite(.hangLimit) struct SnapshotTests {
  typealias Item = RunLoop.Snapshot.ItemSnapshot

  @Test func snapshotShowsEveryItemInEachOfItsModes() throws {
    let port = try RunLoop.WakePort()
    let snapshot = try onFreshThread(SimulatedClock(start: .init(nanoseconds: 5_000_000_000))) {
      let loop = RunLoop.current
      loop.label = "test"
      let source = RunLoop.Source(order: 3, label: "hid") {}
      source.signal()
      loop.add(source, to: .common)
      loop.add(source, to: "tracking")
      try loop.add(RunLoop.PortSource(port, label: "bell") {})
      loop.add(
        RunLoop.Timer(after: .seconds(2), repeating: .seconds(1), order: 4, label: "tick") { _ in },
        to: "tracking")
      loop.add(
        RunLoop.Observer(activities: [.entry, .exit], repeats: false, order: -1, label: "watch") { _ in })
      return loop.snapshot()
    }
    #expect(snapshot.label == "test")
    #expect(snapshot.currentMode == nil && !snapshot.isWaiting && snapshot.pendingBlocks == 0)
    #expect(snapshot.modes.map(\.name) == [.default, "tracking"])
    #expect(snapshot.modes.map(\.isCommon) == [true, false])
    #expect(snapshot.modes.map(\.isAlive) == [true, true])
    let hid = Item(kind: .source, label: "hid", order: 3, isSignalled: true)
    #expect(
      Set(snapshot.modes[0].items) == [
        hid, Item(kind: .port, label: "bell", order: 0, descriptor: port.descriptor),
        Item(kind: .observer, label: "watch", order: -1, activities: [.entry, .exit]),
      ])
    #expect(
      Set(snapshot.modes[1].items) == [
        hid,
        Item(
          kind: .timer, label: "tick", order: 4, fireDate: RunLoop.Instant(nanoseconds: 7_000_000_000),
          repeats: true),
      ])
  }

  @Test func descriptionIsReadable() {
    let description = onFreshThread(SimulatedClock(start: .init(nanoseconds: 0))) {
      let loop = RunLoop.current
      loop.label = "ui"
      loop.add(RunLoop.Source(order: 2, label: "hid") {})
      loop.add(RunLoop.Timer(after: .seconds(1), repeating: .seconds(1)) { _ in }, to: "tracking")
      loop.add(RunLoop.Observer(activities: .entry, label: "watch") { _ in }, to: "idle")
      loop.perform {}
      return "\(loop)"
    }
    #expect(
      description == """
        run loop 'ui', not running
          1 blocks wait
          mode default (common)
            source 'hid', order 2
          mode tracking
            timer, due at 1.0 seconds, repeating
          mode idle, nothing to wait for
            observer 'watch', on entry
        """)
  }

  @Test func theTreeShowsWhatKeepsEachModeAlive() {
    let (tree, alive, dead) = onFreshThread(SimulatedClock(start: .init(nanoseconds: 0))) {
      let loop = RunLoop.current
      loop.label = "ui"
      loop.add(RunLoop.Source(label: "hid") {}, to: .common)
      loop.add(RunLoop.Timer(after: .seconds(1)) { _ in })
      loop.add(RunLoop.Observer(activities: .entry, label: "watch") { _ in })
      loop.add(RunLoop.Observer(activities: .exit) { _ in }, to: "idle")
      loop.perform {}
      loop.post {}
      let snapshot = loop.snapshot()
      return (snapshot.tree, snapshot.keepsAlive(), snapshot.keepsAlive(in: "idle"))
    }
    #expect(
      tree == """
        run loop 'ui', not running
        ├─ mode default (common): 3 keep it alive
        │  ├─ ● source 'hid'
        │  ├─ ● timer, due at 1.0 seconds
        │  ├─ ● 2 blocks
        │  └─ ○ observer 'watch', on entry
        └─ mode idle: nothing keeps it alive
           └─ ○ observer, on exit
        """)
    #expect(alive == ["source 'hid'", "timer, due at 1.0 seconds", "2 blocks"])
    #expect(dead == [])
  }

  @Test func snapshotOfARunningLoopFromAnotherThread() {
    let worker = WorkerThread { $0.label = "worker" }
    worker.waitUntilAsleep()
    let snapshot = worker.loop.snapshot()
    #expect(snapshot.currentMode == .default)
    #expect(snapshot.isWaiting)
    #expect(snapshot.description.hasPrefix("run loop 'worker', asleep in mode default"))
    worker.end()
  }

  @Test func snapshotInsideACallout() {
    let (inside, items) = onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      let snapshots = Box<RunLoop.Snapshot>()
      loop.add(
        RunLoop.Timer(after: .zero, repeating: .seconds(1), label: "self") { timer in
          snapshots.value = loop.snapshot()
          timer.invalidate()
        })
      loop.run()
      return (snapshots.value!, snapshots.value!.modes[0].items.map(\.label))
    }
    #expect(inside.currentMode == .default && !inside.isWaiting)
    #expect(items == ["self"], "a timer whose callout runs is still in its mode")
  }

  @Test func aTimerThatMovesToAnotherLoopInItsCallIsShownThere() {
    let worker = WorkerThread()
    let shown = Box<[[String]]>()
    onFreshThread {
      let loop = RunLoop.current
      let timer = RunLoop.Timer(after: .zero, repeating: .seconds(100), label: "moves") { timer in
        loop.remove(timer)
        worker.loop.add(timer)
        shown.value = [loop, worker.loop].map {
          $0.snapshot().modes[0].items.map(\.label).filter { $0 == "moves" }
        }
      }
      loop.add(timer)
      loop.run(for: patience)
    }
    worker.end()
    #expect(shown.value == [[], ["moves"]])
  }

  @Test func blocksThatWaitAreCountedWhereverTheyWait() {
    let counts = onFreshThread(SimulatedClock()) { () -> [Int] in
      let loop = RunLoop.current
      var counts = [loop.snapshot().pendingBlocks]
      loop.perform {}
      loop.perform(inModes: ["other"]) {}
      loop.perform(inModes: ["other"]) {}
      counts.append(loop.snapshot().pendingBlocks)
      loop.run(for: .zero)
      counts.append(loop.snapshot().pendingBlocks)
      loop.run(mode: "other", for: .zero)
      counts.append(loop.snapshot().pendingBlocks)
      return counts
    }
    #expect(counts == [0, 3, 2, 0])
  }

  @Test func nextFireDateIsTheFirstOfTheMode() {
    let dates = onFreshThread(SimulatedClock(start: .init(nanoseconds: 0))) { () -> [Int64?] in
      let loop = RunLoop.current
      let timers = [3, 1, 2].map { RunLoop.Timer(at: .init(nanoseconds: $0)) { _ in } }
      var dates = [loop.nextFireDate()?.nanoseconds]
      for timer in timers { loop.add(timer) }
      loop.add(RunLoop.Timer(at: .init(nanoseconds: 9)) { _ in }, to: "other")
      dates.append(loop.nextFireDate()?.nanoseconds)
      timers[1].invalidate()
      dates.append(loop.nextFireDate()?.nanoseconds)
      timers[2].fireDate = .init(nanoseconds: 5)
      dates.append(loop.nextFireDate()?.nanoseconds)
      dates.append(loop.nextFireDate(in: "other")?.nanoseconds)
      dates.append(loop.nextFireDate(in: .common)?.nanoseconds)
      dates.append(loop.nextFireDate(in: "unknown")?.nanoseconds)
      return dates
    }
    #expect(dates == [nil, 1, 2, 3, 9, nil, nil])
  }

  @Test func labelsAreKept() throws {
    let port = try RunLoop.WakePort()
    #expect(RunLoop.Source(label: "s") {}.label == "s")
    #expect(RunLoop.PortSource(port, label: "p") {}.label == "p")
    #expect(RunLoop.Timer(after: .zero, label: "t") { _ in }.label == "t")
    #expect(RunLoop.Observer(activities: .all, label: "o") { _ in }.label == "o")
    #expect(RunLoop.Source {}.label == "" && RunLoop.Timer(after: .zero) { _ in }.label == "")
  }

  @Test func takingSnapshotsOfABusyLoopIsSafe() {
    let worker = WorkerThread { loop in
      loop.add(RunLoop.Timer(after: .zero, repeating: .microseconds(50)) { _ in loop.perform {} })
    }
    for _ in 0..<500 {
      let extra = RunLoop.Timer(after: .microseconds(20)) { _ in }
      worker.loop.add(extra)
      let snapshot = worker.loop.snapshot()
      #expect(snapshot.modes[0].items.count >= 2)
    }
    worker.end()
  }

  @Test func anItemOfSeveralModesIsShownOnceInEach() {
    let modes = onFreshThread(SimulatedClock()) { () -> [[String]] in
      let loop = RunLoop.current
      let observer = RunLoop.Observer(activities: .entry, label: "observer") { _ in }
      let timer = RunLoop.Timer(after: .seconds(1), label: "timer") { _ in }
      let source = RunLoop.Source(label: "source") {}
      for mode in [.default, "a"] as [RunLoop.Mode] {
        loop.add(observer, to: mode)
        loop.add(timer, to: mode)
        loop.add(source, to: mode)
      }
      return loop.snapshot().modes.map { $0.items.map(\.label).sorted() }
    }
    #expect(modes == Array(repeating: ["observer", "source", "timer"], count: 2))
  }

  @Test func blocksAreShownInTheModesThatWouldRunThem() {
    let (own, others) = onFreshThread { () -> ([[String]], [[String]]) in
      let loop = RunLoop.current
      loop.add(RunLoop.Observer(activities: .entry) { _ in }, to: "a")
      onFreshThread { _ = loop.perform {} }
      let seen = Box<[[String]]>([])
      func look() { seen.value?.append(loop.snapshot().modes.map { $0.keepsAlive.joined() }) }
      look()
      onFreshThread {
        loop.post(inModes: ["a", .common]) {}
        loop.perform(inModes: ["a"]) {}
        loop.perform(inModes: ["b"]) {}
      }
      look()
      let others = onFreshThread { loop.snapshot().modes.map { $0.keepsAlive.joined() } }
      return ((seen.value ?? []), [others])
    }
    #expect(own == [["1 block", ""], ["2 blocks", "2 blocks", "1 block"]])
    #expect(others == [["2 blocks", "2 blocks", "1 block"]])
  }

  @Test func aLoopSaysWhetherOneOrSeveralKeepAModeAlive() {
    let trees = onFreshThread(SimulatedClock()) { () -> [String] in
      let loop = RunLoop.current
      var trees = [loop.snapshot().tree]
      loop.perform {}
      trees.append(loop.snapshot().tree)
      loop.add(RunLoop.Source {})
      trees.append(loop.snapshot().tree)
      return trees.map { $0.split(separator: "\n")[1...].joined(separator: "|") }
    }
    #expect(
      trees == [
        "└─ mode default (common): nothing keeps it alive",
        "└─ mode default (common): 1 keeps it alive|   └─ ● 1 block",
        "└─ mode default (common): 2 keep it alive|   ├─ ● source|   └─ ● 1 block",
      ])
  }

  @Test func theOrderOfATimerIsShownWhateverElseItHas() {
    let items = onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Timer(at: .distantFuture, order: 7) { _ in })
      return loop.snapshot().modes[0].items
    }
    #expect(items == [Item(kind: .timer, label: "", order: 7, fireDate: .distantFuture)])
  }
}
