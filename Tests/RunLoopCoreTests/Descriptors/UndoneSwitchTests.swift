import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// Sources that are switched off and on again by callouts of others, before the kernel is asked again: the kernel watches them meanwhile, and
/// no report is lost.
@Suite(.hangLimit) struct UndoneSwitchTests {
  typealias Source = RunLoop.DescriptorSource

  /// Three sources that are ready together: in its callout the first one switches the second one off, which is listed already, and the
  /// last one switches it on. What was logged until there are `count` lines.
  private func lines(
    _ count: Int, trigger: Source.Trigger = .level, events: Source.Events = .readable,
    whileOff: Source.Events? = nil,
    prepare: @escaping @Sendable (RunLoop, SocketPair, Log) -> Void = { _, _, _ in },
    makeReady: @escaping @Sendable (SocketPair) -> Void = { $0.send("x") }
  ) throws -> [String] {
    let log = Log()
    let pairs = try (0..<3).map { _ in try SocketPair() }
    try onFreshThread {
      let loop = RunLoop.current
      let second = try Source(pairs[1].near, events: events, trigger: trigger) { events in
        log("\(events)")
        if events.contains(.readable) { _ = pairs[1].receive() }
        return .rearm
      }
      try loop.add(second)
      prepare(loop, pairs[1], log)
      let first = try Source(pairs[0].near) { _ in
        _ = pairs[0].receive()
        if let whileOff { second.events = whileOff } else { second.disarm() }
        log("off")
        return .rearm
      }
      let last = try Source(pairs[2].near) { _ in
        _ = pairs[2].receive()
        log(Self.isWatched(pairs[1].near, in: loop) ? "on" : "on, and not watched in between")
        if whileOff != nil { second.events = events } else { second.arm() }
        return .rearm
      }
      try loop.add(first)
      try loop.add(last)
      pairs[0].send("x")
      makeReady(pairs[1])
      pairs[2].send("x")
      #expect(loop.run(until: { log.count >= count }, timeout: patience))
      loop.run(for: .milliseconds(5))
      #expect(loop.registrations.all.allSatisfy { !$0.hasChange })
    }
    return log.lines
  }

  /// Whether the kernel watches the descriptor in the loop's default mode.
  private static func isWatched(_ descriptor: Int32, in loop: RunLoop) -> Bool {
    guard let ports = loop.defaultMode.ports,
      let text = KernelFile.text("/proc/self/fdinfo/\(ports.set.number)")
    else { return false }
    return text.split(separator: "\n").contains { line in
      let words = line.split(separator: " ")
      return words.count > 1 && words[0] == "tfd:" && words[1] == "\(descriptor)"
    }
  }

  @Test(arguments: [Source.Trigger.level, .edge, .oneShot])
  func aReportThatASwitchedOffSourceHasMissedComesAgain(trigger: Source.Trigger) throws {
    #expect(try lines(3, trigger: trigger) == ["off", "on", "readable"])
  }

  @Test func aPartOfAReportThatWasMissedComesAgain() throws {
    let lines = try lines(
      4, trigger: .edge, events: [.readable, .writable], whileOff: .writable,
      prepare: { loop, _, log in
        loop.runUntil { log.count == 1 }
        _ = log.take()
      })
    #expect(lines == ["off", "writable", "on", "readable, writable"])
  }

  /// The callout of a descriptor that the kernel has listed with it resumes it.
  @Test func anEdgeSourceThatPausesItselfIsCalledForTheRest() throws {
    let log = Log()
    let pairs = try (0..<2).map { _ in try SocketPair() }
    try onFreshThread {
      let loop = RunLoop.current
      let paused = try Source(pairs[0].near, trigger: .edge) { _ in
        log(pairs[0].receive(1) ?? "nothing")
        return .disarm
      }
      let other = try Source(pairs[1].near) { _ in
        _ = pairs[1].receive()
        paused.arm()
        return .rearm
      }
      try loop.add(paused)
      try loop.add(other)
      pairs[0].send("ab")
      pairs[1].send("x")
      #expect(loop.run(until: { log.count >= 2 }, timeout: patience))
    }
    #expect(log.lines == ["a", "b"])
  }

  /// A condition that persists is reported once, and then only what is new.
  @Test func aHangUpThatWasMissedAfterAnEndOfInputComesAgain() throws {
    let lines = try lines(
      3, events: .endOfInput,
      prepare: { loop, pair, log in
        shutdown(pair.far, Int32(SHUT_WR))
        loop.runUntil { log.count == 1 }
        _ = log.take()
      }, makeReady: { $0.closeFar() })
    #expect(lines == ["off", "on", "end of input, hang-up"])
  }

  /// Otherwise the loop would never sleep.
  @Test func aHungUpSourceThatSwitchesItselfOffAndOnIsCalledOnce() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = Box<Source>()
      source.value = try Source(pair.near, events: .endOfInput) { _ in
        log("called")
        source.value?.disarm()
        source.value?.arm()
        return .rearm
      }
      try loop.add(source.value!)
      pair.closeFar()
      for _ in 0..<20 { loop.run(for: .milliseconds(1)) }
      source.value = nil
    }
    #expect(log.lines == ["called"])
  }

  /// The part that it did not want for a moment is reported with the rest, though the rest was reported meanwhile.
  @Test func anEndOfInputThatWasMissedBesideAHangUpIsReported() throws {
    let lines = try lines(
      4, events: .endOfInput, whileOff: .writable, makeReady: { $0.closeFar() })
    #expect(lines == ["off", "hang-up", "on", "end of input, hang-up"])
  }

  /// A loop with a source that is signalled in each turn never sleeps, and looks at its descriptors all the same.
  @Test func aSourceThatIsSwitchedOnIsCalledByALoopThatOnlyPolls() throws {
    let pair = try SocketPair()
    let turns = try onFreshThread {
      let loop = RunLoop.current
      let isCalled = Counter()
      let source = try Source(pair.near, isArmed: false) { _ in
        isCalled.add()
        return .disarm
      }
      try loop.add(source)
      pair.send("x")
      let turns = Counter()
      let busy = Box<RunLoop.Source>()
      busy.value = RunLoop.Source {
        if turns.add() == 1 { source.arm() }
        if isCalled.value > 0 || turns.value == 100 { loop.stop() } else { busy.value?.signal() }
      }
      loop.add(busy.value!)
      busy.value?.signal()
      #expect(loop.run(mode: .default, for: patience) == .stopped)
      busy.value = nil
      return turns.value
    }
    #expect(turns < 100)
  }

  /// The pause of a rate limit may end before the kernel is asked again, when another callout takes that long.
  @Test func aSourceThatIsCalledTooOftenIsCalledAfterItsPause() throws {
    let log = Log()
    let pairs = try (0..<2).map { _ in try SocketPair() }
    let wasPaused = Flag()
    try onFreshThread {
      let loop = RunLoop.current
      let limit = RunLoop.RateLimit(interval: .milliseconds(500), burst: 1)
      let limited = try Source(pairs[0].near, trigger: .edge, rateLimit: limit) { _ in
        log("limited \(pairs[0].receive() ?? "nothing")")
        return .rearm
      }
      // The turn after a source polls: timers come before the descriptors there.
      let source = RunLoop.Source {}
      loop.add(source)
      let slow = try Source(pairs[1].near) { _ in
        _ = pairs[1].receive()
        if limited.isRateLimited { wasPaused.set() }
        usleep(550_000)
        source.signal()
        log("slow")
        return .rearm
      }
      try loop.add(limited)
      try loop.add(slow)
      for round in 1...2 {
        pairs[0].send("\(round)")
        if round == 2 { pairs[1].send("x") }
        #expect(loop.run(until: { log.count >= 2 * round - 1 }, timeout: patience))
      }
    }
    // On a busy machine the interval may have passed before the second report.
    #expect(log.lines == ["limited 1", "slow", "limited 2"] || !wasPaused.isSet)
  }
}
