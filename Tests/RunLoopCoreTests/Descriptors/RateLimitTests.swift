import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Rate limits of sources.
@Suite(.hangLimit) struct RateLimitTests {
  @Test func sourceOverItsLimitPausesUntilTheIntervalEnds() throws {
    let clock = SimulatedClock()
    let script = Script(clock)
    let pair = try SocketPair()
    try onFreshThread(clock) {
      let loop = RunLoop.current
      let source = try RunLoop.DescriptorSource(
        pair.near, rateLimit: .init(interval: .seconds(10), burst: 3), label: "flood"
      ) { _ in
        script(pair.receive(1) ?? "nothing")
        return .rearm
      }
      try loop.add(source)
      pair.send("abcdefg")
      loop.add(
        script.timer("timer", at: 5) { _ in
          #expect(source.isRateLimited && source.isArmed)
        })
      loop.run(for: .seconds(60))
      #expect(!source.isRateLimited)
    }
    #expect(
      script.log.lines == ["0 a", "0 b", "0 c", "5 timer", "10 d", "10 e", "10 f", "20 g"])
  }

  @Test func pausedSourceDoesNotSpin() throws {
    let pair = try SocketPair()
    let calls = Counter()
    let (time, calledIn) = try onFreshThread { () -> (Double, Int) in
      let loop = RunLoop.current
      let source = try RunLoop.DescriptorSource(
        pair.near, rateLimit: .init(interval: .milliseconds(100), burst: 5)
      ) { _ in
        calls.add()
        return .rearm
      }
      try loop.add(source)
      pair.send("never read")
      let before = threadTime()
      loop.run(for: .milliseconds(350))
      return (threadTime() - before, calls.value)
    }
    // Four intervals begin at most, and one more on the way to the end; fewer, if the machine takes its time.
    #expect((5...25).contains(calledIn), "\(calledIn)")
    #expect(time < 0.15)
  }

  /// What a source that pauses for ten seconds receives, a byte at a call: the times, and the modes other than the default one.
  private static func received(
    _ body: @escaping @Sendable (RunLoop, RunLoop.DescriptorSource, SocketPair, Script) throws -> Void
  ) throws -> [String] {
    let clock = SimulatedClock()
    let script = Script(clock)
    let pair = try SocketPair()
    try onFreshThread(clock) {
      let loop = RunLoop.current
      let source = try RunLoop.DescriptorSource(
        pair.near, rateLimit: .init(interval: .seconds(10), burst: 1)
      ) { _ in
        let mode = loop.currentMode ?? .default
        script((mode == .default ? "" : "\(mode.rawValue) ") + (pair.receive(1) ?? "nothing"))
        return .rearm
      }
      try body(loop, source, pair, script)
    }
    return script.log.lines
  }

  @Test func pauseEndsInEachModeOfTheSource() throws {
    let lines = try Self.received { loop, source, pair, _ in
      try loop.add(source, to: "a")
      pair.send("xy")
      loop.run(mode: "a", for: .seconds(1))
      // It comes to the other mode during the pause.
      try loop.add(source, to: "b")
      loop.run(mode: "b", for: .seconds(20))
    }
    #expect(lines == ["0 a x", "10 b y"])
  }

  @Test func pauseGoesOnWhenTheSourceLeavesOneOfItsModes() throws {
    let lines = try Self.received { loop, source, pair, _ in
      try loop.add(source, to: "a")
      try loop.add(source, to: "b")
      pair.send("xy")
      loop.run(mode: "a", for: .seconds(1))
      loop.remove(source, from: "a")
      #expect(source.isRateLimited)
      loop.run(mode: "b", for: .seconds(20))
      // Removed from its last mode, it would stay paused.
      pair.send("z")
      loop.run(mode: "b", for: .seconds(1))
      pair.send("z")
      loop.run(mode: "b", for: .seconds(1))
      #expect(source.isRateLimited)
      loop.remove(source, from: "b")
      #expect(!source.isRateLimited)
    }
    #expect(lines == ["0 a x", "10 b y", "21 b z"])
  }

  @Test func pauseEndsWithTheLoopThatBeganIt() throws {
    let pair = try SocketPair()
    let log = Log()
    let source = try RunLoop.DescriptorSource(
      pair.near, rateLimit: .init(interval: .seconds(3600), burst: 1)
    ) { _ in
      log(pair.receive(1) ?? "nothing")
      return .rearm
    }
    try onFreshThread {
      try RunLoop.current.add(source)
      pair.send("xy")
      RunLoop.current.runUntil { source.isRateLimited }
      #expect(source.isRateLimited)
    }
    #expect(!source.isRateLimited)
    source.invalidate()
    #expect(log.lines == ["x"])
  }

  /// What a source is switched to during its pause.
  @Test(arguments: [true, false])
  func aPauseIsNeitherEndedNorForgotten(isOn: Bool) throws {
    let lines = try Self.received { loop, source, pair, script in
      try loop.add(source)
      pair.send("ab")
      loop.add(
        RunLoop.Timer(at: script.instant(5)) { _ in
          source.disarm()
          if isOn { source.arm() }
        })
      loop.run(for: .seconds(15))
      #expect(source.isArmed == isOn)
    }
    #expect(lines == (isOn ? ["0 a", "10 b"] : ["0 a"]))
  }

  @Test(arguments: [0, -3])
  func aLimitBelowOneIsOne(burst: Int) throws {
    let clock = SimulatedClock()
    let script = Script(clock)
    let pair = try SocketPair()
    try onFreshThread(clock) {
      let loop = RunLoop.current
      try loop.add(
        RunLoop.DescriptorSource(pair.near, rateLimit: .init(interval: .seconds(10), burst: burst)) { _ in
          script(pair.receive(1) ?? "nothing")
          return .rearm
        })
      pair.send("ab")
      loop.run(for: .seconds(15))
    }
    #expect(script.log.lines == ["0 a", "10 b"])
    #expect(RunLoop.RateLimit(interval: .seconds(10), burst: burst).burst == 1)
  }
}
