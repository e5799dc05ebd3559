import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Sources that are switched during their own call, or replaced while the kernel's list of ready descriptors is served.
@Suite(.hangLimit) struct SwitchingTests {
  typealias Source = RunLoop.DescriptorSource

  /// A one-shot source that is switched off during its call stays off: the answer does not switch it on again.
  @Test(arguments: [false, true])
  func aOneShotIsOnDuringItsCallUntilItIsSwitchedOff(isSwitchedOff: Bool) throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = Box<Source>()
      source.value = try Source(pair.near, trigger: .oneShot) { _ in
        log("\(pair.receive(1) ?? "nothing") \(source.value!.isArmed)")
        if isSwitchedOff {
          source.value?.disarm()
          log("\(source.value!.isArmed)")
        }
        return .rearm
      }
      try loop.add(source.value!)
      pair.send("ab")
      loop.runUntil { log.count >= 2 }
      loop.run(for: .milliseconds(20))
      #expect(source.value!.isArmed != isSwitchedOff)
      source.value = nil
    }
    #expect(log.lines == (isSwitchedOff ? ["a true", "false"] : ["a true", "b true"]))
  }

  @Test func aOneShotThatIsArmedInItsCallIsOnThoughItAnswersDisarm() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = Box<Source>()
      source.value = try Source(pair.near, trigger: .oneShot) { _ in
        log(pair.receive(1) ?? "nothing")
        if log.count == 1 { source.value?.arm() }
        return .disarm
      }
      try loop.add(source.value!)
      pair.send("abc")
      loop.runUntil { log.count >= 2 }
      loop.run(for: .milliseconds(20))
      #expect(!source.value!.isArmed)
      source.value = nil
    }
    #expect(log.lines == ["a", "b"])
  }

  /// The kernel is updated for each change in a run, not only for the first one.
  @Test func aSourceMayBeSwitchedAgainAndAgainInOneRun() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = Box<Source>()
      source.value = try Source(pair.near, events: .writable) { events in
        log("\(events)")
        source.value?.events = events.contains(.writable) ? .readable : .writable
        if events.contains(.writable) { pair.send("x") } else { _ = pair.receive() }
        if log.count == 6 { loop.stop() }
        return .rearm
      }
      try loop.add(source.value!)
      #expect(loop.run(for: .seconds(10)) == .stopped)
      source.value?.disarm()
      let toAndFro = Counter()
      loop.add(
        RunLoop.Timer(after: .zero, repeating: .milliseconds(1)) { timer in
          if toAndFro.add() == 4 { timer.invalidate() }
          if source.value!.isArmed { source.value?.disarm() } else { source.value?.arm() }
        })
      loop.runUntil { toAndFro.value == 4 }
      _ = log.take()
      pair.send("unheard")
      loop.run(for: .milliseconds(20))
      source.value = nil
    }
    #expect(log.lines == [])
  }

  /// Ready descriptors are listed many at once: what was listed for one that left is not reported to one that came.
  @Test(arguments: [RunLoop.DescriptorSource.Trigger.level, .edge, .oneShot])
  func eventsListedForARemovedSourceAreNotDeliveredToTheNextOne(trigger: RunLoop.DescriptorSource.Trigger)
    throws
  {
    let log = Log()
    let pairs = try (0..<3).map { _ in try SocketPair() }
    try onFreshThread {
      let loop = RunLoop.current
      let old = Box<Source>()
      let new = try Source(pairs[2].near, trigger: trigger) { _ in
        log("new \(pairs[2].receive() ?? "nothing")")
        return .rearm
      }
      let first = try Source(pairs[0].near) { _ in
        log("first \(pairs[0].receive() ?? "nothing")")
        old.value?.invalidate()
        old.value = nil
        _ = try? loop.add(new)
        return .rearm
      }
      old.value = try Source(pairs[1].near) { _ in
        log("old")
        return .rearm
      }
      try loop.add(first)
      try loop.add(old.value!)
      for pair in pairs.prefix(2) { pair.send("x") }
      loop.run(for: .milliseconds(20))
      pairs[2].send("y")
      loop.runUntil { log.count >= 2 }
    }
    #expect(log.lines == ["first x", "new y"])
  }

  @Test func eventsListedForASourceAreNotDeliveredWhenItIsAddedAgainForOthers() throws {
    let log = Log()
    let pairs = try (0..<2).map { _ in try SocketPair() }
    try onFreshThread {
      let loop = RunLoop.current
      let second = try Source(pairs[1].near) { events in
        log("second \(events)")
        return .disarm
      }
      let first = try Source(pairs[0].near) { _ in
        log("first \(pairs[0].receive() ?? "nothing")")
        loop.remove(second)
        second.events = .priority
        _ = try? loop.add(second)
        return .rearm
      }
      try loop.add(first)
      try loop.add(second)
      for pair in pairs { pair.send("x") }
      loop.run(for: .milliseconds(20))
      second.events = .readable
      loop.runUntil { log.count >= 2 }
    }
    #expect(log.lines == ["first x", "second readable"])
  }

  /// Its descriptor may be closed then.
  @Test func aSourceThatIsSwitchedOffBetweenRunsIsNotWatchedThen() throws {
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Source(pair.near) { _ in .rearm }
      try loop.add(source)
      loop.run(for: .zero)
      source.disarm()
      pair.closeNear()
      loop.run(for: .zero)
      #expect(source.isValid && source.failure == nil)
    }
  }

  /// Its descriptor may be closed then.
  @Test func aSourceThatTheLastTurnSwitchesOffIsNotWatchedAfterTheRun() throws {
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Source(pair.near) { _ in
        loop.stop()
        return .disarm
      }
      try loop.add(source)
      pair.send("a")
      #expect(loop.run(mode: .default, for: patience) == .stopped)
      pair.closeNear()
      loop.run(for: .zero)
      #expect(source.isValid && source.failure == nil)
    }
  }
}
