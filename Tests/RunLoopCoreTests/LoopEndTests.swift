import Foundation
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A loop ends with its thread, and what was in it is free then.
@Suite(.hangLimit) struct LoopEndTests {
  @Test func sourcesAreCancelledOnTheThreadThatEnds() {
    let log = Log()
    let ending = Box<RunLoop>()
    let source = RunLoop.Source(
      schedule: { _, mode in log("schedule \(mode)") },
      cancel: { loop, mode in
        log(
          "cancel \(mode) \(loop === ending.value && RunLoop.current === loop ? "on its thread" : "elsewhere")"
        )
      }, perform: {})
    onFreshThread {
      ending.value = RunLoop.current
      RunLoop.current.add(source)
      RunLoop.current.add(source, to: "other")
    }
    #expect(
      Set(log.lines) == [
        "schedule default", "schedule other", "cancel default on its thread", "cancel other on its thread",
      ])
    #expect(log.count == 4)
    #expect(source.isValid, "a source outlives its loops")
    #expect(onFreshThread { RunLoop.current.add(source) && RunLoop.current.contains(source) })
  }

  @Test func timersAndObserversCanBeAddedElsewhere() {
    let log = Log()
    let timer = RunLoop.Timer(after: .zero) { _ in log("timer") }
    let common = RunLoop.Timer(after: .zero) { _ in log("common timer") }
    let observer = RunLoop.Observer(activities: .entry) { _ in log("observer") }
    onFreshThread {
      let loop = RunLoop.current
      loop.add(timer)
      loop.add(common, to: .common)
      loop.add(observer)
    }
    #expect(timer.isValid && common.isValid && observer.isValid)
    let added = onFreshThread {
      let loop = RunLoop.current
      let added = [loop.add(timer), loop.add(common, to: .common), loop.add(observer)]
      loop.run()
      return added
    }
    #expect(added == [true, true, true])
    #expect(log.lines == ["observer", "timer", "common timer"])
  }

  @Test func itemsOfARetainedEndedLoopAreFreeToo() {
    let timer = RunLoop.Timer(at: .distantFuture) { _ in }
    let observer = RunLoop.Observer(activities: .all) { _ in }
    let ended = onFreshThread {
      RunLoop.current.add(timer)
      RunLoop.current.add(observer)
      return RunLoop.current
    }
    #expect(!ended.contains(timer) && !ended.contains(observer))
    #expect(onFreshThread { RunLoop.current.add(timer) && RunLoop.current.add(observer) })
  }

  @Test func blocksThatDidNotRunAreReleased() {
    let log = Log()
    onFreshThread {
      let canary = Canary(log, "let go")
      RunLoop.current.perform { canary.sing() }
      let other = Canary(log, "let go")
      RunLoop.current.perform(inModes: ["never"]) { other.sing() }
      log("thread is done")
    }
    #expect(log.lines == ["thread is done", "let go", "let go"])
  }

  @Test func blocksKeptForOtherModesAreReleased() {
    let log = Log()
    onFreshThread {
      let canary = Canary(log, "let go")
      RunLoop.current.perform(inModes: ["never"]) { canary.sing() }
      RunLoop.current.perform { log("default") }
      RunLoop.current.run(for: .zero)
    }
    #expect(log.lines == ["default", "let go"])
  }

  @Test func endedLoopRefusesEverythingAndDoesNoHarm() throws {
    let ended = onFreshThread { RunLoop.current }
    let log = Log()
    let source = RunLoop.Source(schedule: { _, _ in log("schedule") }, perform: { log("perform") })
    let timer = RunLoop.Timer(after: .zero) { _ in log("timer") }
    #expect(!ended.add(source))
    #expect(!ended.add(timer))
    #expect(!ended.add(RunLoop.Observer(activities: .all) { _ in }))
    #expect(try !ended.add(RunLoop.PortSource(RunLoop.WakePort()) {}))
    #expect(!ended.perform { log("performed") })
    #expect(!ended.perform(inModes: ["a", "b"]) { log("performed") })
    #expect(!ended.post { log("posted") })
    #expect(throws: RunLoop.Ended.self) { try ended.performAndWait { log("waited") } }
    ended.wakeUp()
    ended.stop()
    ended.remove(source)
    ended.remove(timer)
    #expect(throws: Never.self) { try ended.addCommonMode("late") }
    #expect(!ended.contains(source) && !ended.contains(timer))
    #expect(ended.nextFireDate() == nil && ended.currentMode == nil && !ended.isWaiting && !ended.isOwnThread)
    #expect(ended.snapshot().modes.allSatisfy { $0.items.isEmpty })
    #expect(log.lines == [])
    // The timer was refused by one loop only.
    #expect(onFreshThread { RunLoop.current.add(timer) })
  }

  @Test func loopThatOthersUsedBeforeRefusesTheSame() {
    let worker = WorkerThread()
    worker.loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
    worker.end()
    #expect(!worker.loop.post {})
    #expect(!worker.loop.add(RunLoop.Timer(after: .zero) { _ in }))
    #expect(!worker.loop.add(RunLoop.Source {}))
  }

  @Test func cancelCalloutsCanNotReviveTheLoop() {
    let log = Log()
    let late = RunLoop.Timer(after: .zero) { _ in }
    let source = RunLoop.Source(
      cancel: { loop, _ in
        log("add: \(loop.add(late))")
        let canary = Canary(log, "block let go")
        loop.post { canary.sing() }
        log("same loop: \(RunLoop.current === loop)")
      }, perform: {})
    onFreshThread { _ = RunLoop.current.add(source) }
    #expect(log.lines == ["add: false", "same loop: true", "block let go"])
  }

  @Test func loopsObjectIsReleasedWithItsLastReference() {
    final class Weak: @unchecked Sendable { weak var loop: RunLoop? }
    let weak = Weak()
    onFreshThread {
      let loop = RunLoop.current
      weak.loop = loop
      let timer = RunLoop.Timer(after: .zero, repeating: .seconds(1)) { _ in }
      for mode in ["a", "b", "c"] as [RunLoop.Mode] { loop.add(timer, to: mode) }
      loop.add(RunLoop.Source {}, to: .common)
      loop.add(RunLoop.Observer(activities: .all) { _ in }, to: .common)
      loop.run(mode: "b", for: .zero)
    }
    #expect(weak.loop == nil)
  }

  @Test func newThreadGetsAFreshLoop() {
    let first = onFreshThread { RunLoop.current }
    let second = onFreshThread { RunLoop.current }
    #expect(first !== second)
  }

  @Test func invalidatingWhileTheLoopEndsIsSafe() {
    for _ in 0..<200 {
      let items = (0..<8).map { _ in RunLoop.Timer(at: .distantFuture) { _ in } }
      let sources = (0..<8).map { _ in RunLoop.Source {} }
      let ready = Gate()
      let thread = FreshThread {
        for item in items { RunLoop.current.add(item) }
        for source in sources { RunLoop.current.add(source, to: .common) }
        ready.open()
      }
      ready.wait()
      for item in items { item.invalidate() }
      for source in sources { source.invalidate() }
      _ = thread.join()
      #expect(items.allSatisfy { !$0.isValid } && sources.allSatisfy { !$0.isValid })
    }
  }

  @Test func descriptorsAreClosed() async {
    // In a child process: other tests open descriptors meanwhile.
    await #expect(processExitsWith: .success) {
      func openDescriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? -1
      }
      func useOneLoop() {
        onFreshThread {
          let loop = RunLoop.current
          let port = try? RunLoop.WakePort()
          if let port { _ = try? loop.add(RunLoop.PortSource(port) {}, to: "ports") }
          loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in })
          loop.run(for: .seconds(10))
          loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in }, to: "other")
          loop.run(mode: "other", for: .seconds(10))
        }
      }
      useOneLoop()
      let before = openDescriptors()
      for _ in 0..<40 { useOneLoop() }
      #expect(before > 0)
      // The test library opens and closes some of its own; a loop has more than one.
      #expect(openDescriptors() < before + 40)
    }
  }

  /// Common items that were taken out of the only common mode.
  @Test func itemsInNoModeAreReleased() {
    let log = Log()
    onFreshThread {
      let loop = RunLoop.current
      let (first, second) = (Canary(log, "timer"), Canary(log, "observer"))
      let timer = RunLoop.Timer(at: .distantFuture) { _ in first.sing() }
      let observer = RunLoop.Observer(activities: .all) { _ in second.sing() }
      loop.add(timer, to: .common)
      loop.add(observer, to: .common)
      loop.remove(timer)
      loop.remove(observer)
    }
    #expect(log.lines.sorted() == ["observer", "timer"])
  }
}
