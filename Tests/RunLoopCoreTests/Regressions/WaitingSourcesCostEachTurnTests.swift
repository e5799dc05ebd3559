import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// Each turn looked at every signalled source whose modes did not run, so that a thousand of them cost a turn a hundred thousand
/// instructions. Turns of the same mode pass over them now, and must find them in each of the ways in which one can come to run.
@Suite(.hangLimit) struct WaitingSourcesCostEachTurnTests {
  private static func turns(_ mode: RunLoop.Mode, _ count: Int = 3) {
    for _ in 0..<count { RunLoop.current.run(mode: mode, for: .zero) }
  }

  /// What a thread logs whose loop has two signalled sources in `waiting`, at which a turn of `default` has looked.
  private func lines(_ body: @escaping @Sendable (RunLoop, [RunLoop.Source], Log) throws -> Void) rethrows
    -> [String]
  {
    try onFreshThread(SimulatedClock()) {
      let log = Log()
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      let sources = (0..<2).map { number in RunLoop.Source { log("\(number)") } }
      for source in sources {
        loop.add(source, to: "waiting")
        source.signal()
      }
      Self.turns(.default)
      try body(loop, sources, log)
      Self.turns(.default)
      return log.lines
    }
  }

  @Test("A turn of the same mode looks at none of them, also beside one that it performs")
  func looks() {
    onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      let waiting = (0..<500).map { _ in RunLoop.Source {} }
      for source in waiting {
        loop.add(source, to: "waiting")
        source.signal()
      }
      let own = RunLoop.Source {}
      loop.add(own)
      for _ in 0..<3 {
        own.signal()
        Self.turns(.default, 2)
        #expect(loop.signalled.firstToLookAt(for: loop.defaultMode) == 500)
        #expect(loop.signalled.isEmpty(for: loop.defaultMode))
      }
      #expect(waiting.count { $0.isSignalled } == 500)
    }
  }

  @Test("One that joins the mode is performed, from whichever thread it is added")
  func joins() {
    let own = lines { loop, sources, log in
      loop.add(sources[1])
      Self.turns(.default, 1)
      log("turn")
    }
    #expect(own == ["1", "turn"])
    let other = lines { loop, sources, _ in onFreshThread { _ = loop.add(sources[0]) } }
    #expect(other == ["0"])
    let common = lines { loop, _, log in
      try? loop.addCommonMode("waiting")
      let source = RunLoop.Source { log("common") }
      loop.add(source, to: .common)
      source.signal()
    }
    #expect(common == ["common"])
  }

  @Test("They are performed when their mode runs, also inside a callout, and when they are signalled again")
  func otherMode() {
    let seen = lines { loop, sources, log in
      loop.perform {
        Self.turns("waiting", 1)
        log("inner run ended")
      }
      Self.turns(.default, 1)
      sources[0].signal()
      Self.turns(.default)
      log("again")
      Self.turns("waiting")
    }
    #expect(seen == ["0", "1", "inner run ended", "again", "0"])
  }

  @Test("One that is alone is passed over and found like many")
  func alone() {
    let seen = lines { loop, sources, log in
      sources[0].invalidate()
      Self.turns(.default)
      log("turns")
      loop.add(sources[1])
      Self.turns(.default, 1)
      sources[1].signal()
    }
    #expect(seen == ["turns", "1", "1"])
  }

  /// The removal lists what is on the stack. As in CFRunLoop neither it nor the signal ends a sleep.
  @Test(
    "A thread that removes a signalled source does not wake the loop, and another signalled one is performed at the next wake-up"
  )
  func listedByAnotherThread() {
    let performed = Counter()
    let seen = onFreshThread { () -> [Bool] in
      let loop = RunLoop.current
      let sources = (0..<2).map { _ in RunLoop.Source { performed.add(1) } }
      for source in sources { loop.add(source) }
      let turns = Counter()
      loop.add(RunLoop.Observer(activities: .beforeWaiting) { _ in turns.add(1) })
      let other = FreshThread {
        while !loop.isWaiting { usleep(1_000) }
        sources[0].signal()
        sources[1].signal()
        sources[1].invalidate()
        usleep(50_000)
        let isAsleep = loop.isWaiting && turns.value == 1 && performed.value == 0
        loop.wakeUp()
        return isAsleep
      }
      let isPerformed = loop.run(until: { performed.value == 1 }, timeout: .seconds(20))
      return [isPerformed, (try? other.join().get()) ?? false]
    }
    #expect(seen == [true, true] && performed.value == 1)
  }

  @Test("A host that serves the mode is asked for no turn by them, but by one that joins it")
  func host() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let source = RunLoop.Source {}
      loop.add(source, to: "waiting")
      loop.add(RunLoop.Source {})
      _ = try loop.fileDescriptor()
      source.signal()
      loop.dispatch()
      #expect(!loop.prepare())
      loop.add(source)
      #expect(loop.prepare())
      loop.dispatch()
      #expect(!source.isSignalled && !loop.prepare())
      loop.leaveHost()
    }
  }
}
