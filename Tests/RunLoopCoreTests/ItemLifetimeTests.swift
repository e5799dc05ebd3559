import TestHarness
import TestSupport
import Testing

@testable import class RunLoopCore.RunLoop

/// What ended and moved items release.
@Suite(.hangLimit) struct ItemLifetimeTests {
  @Test func anObserverThatMovesToAnotherLoopInItsCallIsCalledThere() {
    let log = Log()
    let other = Box<RunLoop>()
    let (isThere, hasMoved) = (Gate(), Gate())
    let thread = FreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      other.value = loop
      isThere.open()
      hasMoved.wait()
      loop.run(for: .zero)
      loop.run(for: .zero)
    }
    isThere.wait()
    let box = Box<RunLoop.Observer>()
    onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      box.value = RunLoop.Observer(activities: .entry) { _ in
        guard let observer = box.value, let other = other.value, loop.isOwnThread else { return log("there") }
        loop.remove(observer)
        log("moves: \(other.add(observer))")
      }
      loop.add(box.value!)
      loop.run(for: .zero)
    }
    hasMoved.open()
    thread.join()
    #expect(log.lines == ["moves: true", "there", "there"])
    box.value = nil
  }

  /// Even while the observer itself is retained.
  @Test func anInvalidObserverLetsGoOfItsClosure() {
    let log = Log()
    let kept = onFreshThread { () -> [RunLoop.Observer] in
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      let called = Box<RunLoop.Observer>()
      func observer(_ name: String) -> RunLoop.Observer {
        let canary = Canary(log, "\(name) lets go")
        return RunLoop.Observer(activities: .entry) { _ in
          canary.sing()
          log("\(name) is called")
          called.value?.invalidate()
        }
      }
      let first = observer("first")
      called.value = first
      loop.add(first)
      loop.run(for: .zero)
      log("run")
      called.value = nil
      let second = observer("second")
      loop.add(second)
      second.invalidate()
      return [first, second]
    }
    #expect(log.lines == ["first is called", "first lets go", "run", "second lets go"])
    #expect(kept.allSatisfy { !$0.isValid })
  }

  @Test func anObserverThatIsRemovedInAPhaseExistsUntilThePhaseEnds() {
    let log = Log()
    onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      let kept = Box<RunLoop.Observer>()
      func add(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let canary = Canary(log, "\(name) is released")
        let observer = RunLoop.Observer(activities: .entry) { _ in
          log(name)
          body()
          canary.sing()
        }
        kept.value = observer
        loop.add(observer)
      }
      add("first") {
        if let last = kept.value { loop.remove(last) }
        kept.value = nil
      }
      // Called, as in CFRunLoop: the phase works on the list of its beginning.
      add("last") {}
      loop.add(RunLoop.Observer(activities: .exit) { _ in log("exit") })
      loop.run(for: .zero)
    }
    #expect(log.lines == ["first", "last", "last is released", "exit", "first is released"])
  }

  @Test func whatALabelledItemKeepsBesideIsReleasedWithIt() {
    weak var timers: AnyObject?
    weak var observers: AnyObject?
    do {
      let timer = RunLoop.Timer(at: .distantFuture, label: "timer") { _ in }
      let observer = RunLoop.Observer(activities: .all, label: "observer") { _ in }
      (timers, observers) = (timer.extras, observer.extras)
      #expect(timers != nil && observers != nil)
      #expect(timer.label == "timer" && observer.label == "observer")
    }
    #expect(timers == nil && observers == nil)
  }

  /// Though the source itself is still used.
  @Test func whatMembershipClosuresRetainIsReleasedWhenTheSourceIsInvalid() {
    final class Thing: Sendable {}
    weak var seen: Thing?
    let source: RunLoop.Source
    do {
      let thing = Thing()
      seen = thing
      source = RunLoop.Source(
        schedule: { _, _ in withExtendedLifetime(thing) {} },
        cancel: { _, _ in withExtendedLifetime(thing) {} }
      ) {}
    }
    #expect(seen != nil)
    source.invalidate()
    #expect(seen == nil && !source.isValid)
  }
}
