import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Descriptor sources: what they report, and when they are called again.
@Suite(.hangLimit) struct DescriptorSourceTests {
  typealias Source = RunLoop.DescriptorSource

  @Test func levelIsReportedEachTurnUntilItIsRead() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Source(pair.near) { events in
        log("\(events): \(pair.receive(2) ?? "nothing")")
        return .rearm
      }
      try loop.add(source)
      pair.send("abcd")
      loop.runUntil { log.count >= 2 }
    }
    #expect(log.lines == ["readable: ab", "readable: cd"])
  }

  @Test func edgeIsReportedOnceForWhatIsNew() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Source(pair.near, trigger: .edge) { events in
        log("\(events): \(pair.receive(2) ?? "nothing")")
        return .rearm
      }
      try loop.add(source)
      pair.send("abcd")
      loop.run(for: .milliseconds(5))
      log("-")
      pair.send("ef")
      loop.run(for: .milliseconds(5))
    }
    #expect(log.lines == ["readable: ab", "-", "readable: cd"])
  }

  @Test func oneShotIsReportedOnceUntilItIsArmed() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let answers = Box<[RunLoop.SwitchedSource.Answer]>([.rearm, .disarm, .disarm])
      let source = try Source(pair.near, trigger: .oneShot) { _ in
        log(pair.receive(1) ?? "nothing")
        return answers.value?.removeFirst() ?? .disarm
      }
      try loop.add(source)
      pair.send("abcd")
      loop.runUntil { log.count >= 2 }
      #expect(!source.isArmed)
      log("-")
      loop.run(for: .milliseconds(5))
      source.arm()
      #expect(source.isArmed)
      loop.run(for: .milliseconds(5))
    }
    #expect(log.lines == ["a", "b", "-", "c"])
  }

  @Test func disarmedLevelSourceIsSilentUntilItIsArmed() throws {
    let log = Log()
    let pair = try SocketPair()
    let time = try onFreshThread { () -> Double in
      let loop = RunLoop.current
      let source = try Source(pair.near) { _ in
        log(pair.receive(1) ?? "nothing")
        return .disarm
      }
      try loop.add(source)
      pair.send("ab")
      // Even the hang-up, which the kernel reports without being asked, makes no spin.
      pair.closeFar()
      let before = threadTime()
      #expect(loop.run(for: .milliseconds(100)) == .timedOut)
      let time = threadTime() - before
      source.arm()
      loop.run(for: .milliseconds(5))
      return time
    }
    #expect(log.lines == ["a", "b"])
    #expect(time < 0.05, "a source that is off costs nothing")
  }

  @Test func sourceThatIsMadeDisarmedWaitsForArm() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Source(pair.near, isArmed: false) { _ in
        log(pair.receive() ?? "nothing")
        return .rearm
      }
      try loop.add(source)
      pair.send("a")
      loop.run(for: .milliseconds(5))
      log("-")
      loop.perform { source.arm() }
      loop.run(for: .milliseconds(5))
    }
    #expect(log.lines == ["-", "a"])
  }

  @Test func whatIsAskedForCanChangeAtAnyTime() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = Box<Source>()
      source.value = try Source(pair.near, events: .writable) { events in
        log("\(events)")
        source.value?.events = .readable
        if events.contains(.readable) { _ = pair.receive() }
        return .rearm
      }
      try loop.add(source.value!)
      loop.run(for: .milliseconds(5))
      pair.send("a")
      loop.run(for: .milliseconds(5))
      #expect(source.value?.events == .readable)
      source.value = nil
    }
    #expect(log.lines == ["writable", "readable"])
  }

  @Test func anotherThreadCanArmAndAskForMoreWhileTheLoopSleeps() throws {
    let pair = try SocketPair()
    let written = Gate()
    let read = Gate()
    let source = try Source(pair.near, events: [], isArmed: false) { events in
      if events.contains(.writable) { written.open() }
      if events.contains(.readable), pair.receive() == "a" { read.open() }
      return .disarm
    }
    let worker = WorkerThread { loop in _ = try? loop.add(source) }
    worker.waitUntilAsleep()
    source.events = .writable
    source.arm()
    #expect(written.wait())
    worker.waitUntilAsleep()
    pair.send("a")
    source.events = .readable
    source.arm()
    #expect(read.wait())
    worker.end()
  }

  @Test func hangUpEndOfInputAndPriorityAreReported() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Source(pair.near, events: [.readable, .endOfInput, .priority]) { events in
        log("\(events)")
        _ = pair.receive()
        loop.stop()
        return .rearm
      }
      try loop.add(source)
      shutdown(pair.far, Int32(SHUT_WR))
      loop.run(for: patience)
      pair.closeFar()
      loop.run(for: patience)
    }
    #expect(log.lines == ["readable, end of input", "readable, end of input, hang-up"])
  }

  @Test func regularFileIsRefusedWithAdvice() throws {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let error = #expect(throws: RunLoop.PortError.self) {
      _ = try Source(fileno(file), label: "journal") { _ in .rearm }
    }
    #expect(error == .notPollable(descriptor: fileno(file), label: "journal"))
    #expect("\(error!)".contains("read it directly"))
    // The kernel refuses this one only when it is added.
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    _ = onFreshThread {
      #expect(throws: RunLoop.PortError.notPollable(descriptor: null, label: "null")) {
        try RunLoop.current.add(try Source(null, label: "null") { _ in .rearm })
      }
    }
  }

  @Test func closedDescriptorIsRefused() {
    #expect(throws: RunLoop.PortError.closed(descriptor: 1_000_000, label: "gone")) {
      _ = try Source(1_000_000, label: "gone") { _ in .rearm }
    }
  }

  @Test func twoSourcesOfAModeCanNotWatchTheSameDescriptor() throws {
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let first = try Source(pair.near) { _ in .rearm }
      try loop.add(first)
      let other = try Source(pair.near, label: "second") { _ in .rearm }
      let expected = RunLoop.PortError.alreadyWatched(
        descriptor: pair.near, label: "second", mode: "default")
      #expect(throws: expected) { try loop.add(other) }
      // Nor a disarmed one; and the first continues.
      other.disarm()
      #expect(throws: expected) { try loop.add(other) }
      #expect(loop.contains(first))
      // Nor when the first one is off.
      let off = try Source(pair.far, isArmed: false) { _ in .rearm }
      try loop.add(off)
      let third = try Source(pair.far) { _ in .rearm }
      #expect(throws: RunLoop.PortError.self) { try loop.add(third) }
      off.invalidate()
      #expect(try loop.add(third))
    }
  }

  @Test func sourceInTwoModesFollowsItsSwitchInBoth() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Source(pair.near, trigger: .oneShot) { _ in
        log("\(loop.currentMode?.rawValue ?? "") \(pair.receive(1) ?? "nothing")")
        return .disarm
      }
      try loop.add(source, to: "a")
      try loop.add(source, to: "b")
      pair.send("xyz")
      loop.run(mode: "a", for: .milliseconds(3))
      loop.run(mode: "b", for: .milliseconds(3))
      source.arm()
      loop.run(mode: "b", for: .milliseconds(3))
      loop.run(mode: "a", for: .milliseconds(3))
      source.arm()
      loop.run(mode: "a", for: .milliseconds(3))
      loop.run(mode: "b", for: .milliseconds(3))
    }
    #expect(log.lines == ["a x", "b y", "a z"])
  }

  @Test func oneShotOfTwoLoopsIsServedByOne() throws {
    let pair = try SocketPair()
    let served = Counter()
    let rounds = 200
    let done = Gate()
    let source = try Source(pair.near, trigger: .oneShot) { _ in
      guard pair.receive(1) != nil else { return .rearm }
      if served.add() == rounds { done.open() }
      return .rearm
    }
    let workers = (0..<2).map { _ in WorkerThread { _ = try? $0.add(source) } }
    for _ in 0..<rounds { pair.send("x") }
    #expect(done.wait())
    for worker in workers { worker.end() }
    #expect(served.value == rounds)
  }

  @Test func switchedOffInTheSameBatchIsNotCalled() throws {
    let log = Log()
    let pairs = try (0..<3).map { _ in try SocketPair() }
    try onFreshThread {
      let loop = RunLoop.current
      let sources = Box<[Source]>([])
      for (index, pair) in pairs.enumerated() {
        let source = try Source(pair.near) { _ in
          log("\(index) \(pair.receive() ?? "")")
          if index == 0 {
            sources.value?[1].disarm()
            sources.value?[2].events = .priority
          }
          return .rearm
        }
        sources.value?.append(source)
        try loop.add(source)
        pair.send("a")
      }
      loop.run(for: .milliseconds(5))
      log("-")
      sources.value?[1].arm()
      sources.value?[2].events = .readable
      loop.runUntil { log.count >= 4 }
      sources.value = nil
    }
    #expect(log.lines == ["0 a", "-", "1 a", "2 a"])
  }

  @Test func invalidatedSourceLetsItsClosureGo() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let canary = Canary(log, "gone")
      let source = try Source(pair.near) { _ in
        canary.sing()
        return .rearm
      }
      try RunLoop.current.add(source)
      source.invalidate()
      log("invalidated")
      #expect(try !RunLoop.current.add(source))
    }
    #expect(log.lines.contains("gone"))
  }

  @Test func simulatedTimeServesDescriptorsFirst() throws {
    let clock = SimulatedClock()
    let script = Script(clock)
    let pair = try SocketPair()
    try onFreshThread(clock) {
      let loop = RunLoop.current
      let source = try Source(pair.near) { _ in
        script(pair.receive() ?? "nothing")
        return .rearm
      }
      try loop.add(source)
      loop.add(script.timer("timer", at: 2) { _ in pair.send("two") })
      clock.schedule(at: script.instant(3)) { pair.send("three") }
      loop.run(for: .seconds(10))
    }
    #expect(script.log.lines == ["2 timer", "2 two", "3 three"])
  }
}
