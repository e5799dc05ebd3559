import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import class RunLoopCore.RunLoop

/// A loop that another loop serves: everything that happens makes one descriptor readable, and nothing else does.
@Suite(.hangLimit) struct HostTests {
  /// Whether the descriptor becomes readable within the time.
  static func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
  }

  /// A loop on a fresh thread that a host has served once: at rest.
  static func hosted<Value: Sendable>(
    _ body: @escaping @Sendable (RunLoop, Int32) throws -> Value
  ) throws -> Value {
    try onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
      let descriptor = try loop.fileDescriptor()
      #expect(Self.isReadable(descriptor), "what was there before wants a turn")
      #expect(loop.dispatch() == .timedOut)
      #expect(!Self.isReadable(descriptor))
      return try body(loop, descriptor)
    }
  }

  /// What makes a loop's descriptor readable, by name. Each calls `done` from the loop, once.
  static let causes: [(String, @Sendable (RunLoop, @escaping @Sendable () -> Void) throws -> Void)] = [
    ("block", { loop, done in loop.post { done() } }),
    (
      "source",
      { loop, done in
        let source = RunLoop.Source { done() }
        loop.add(source)
        source.signal()
        loop.wakeUp()
      }
    ),
    ("timer", { loop, done in loop.add(RunLoop.Timer(after: .milliseconds(2)) { _ in done() }) }),
    ("past timer", { loop, done in loop.add(RunLoop.Timer(after: .zero) { _ in done() }) }),
    (
      "moved timer",
      { loop, done in
        let timer = RunLoop.Timer(at: .distantFuture) { _ in done() }
        loop.add(timer)
        timer.fireDate = loop.now.advanced(by: .milliseconds(2))
      }
    ),
    (
      "tolerant timer",
      { loop, done in
        loop.add(RunLoop.Timer(after: .milliseconds(1), tolerance: .milliseconds(5)) { _ in done() })
      }
    ),
    (
      "port",
      { loop, done in
        let port = try RunLoop.WakePort()
        try loop.add(RunLoop.PortSource(port) { done() })
        port.ring()
      }
    ),
    (
      "wake-up for an observer",
      { loop, done in
        let box = Box<RunLoop.Observer>()
        let observer = RunLoop.Observer(activities: .beforeSources) { _ in
          done()
          box.value?.invalidate()
        }
        box.value = observer
        loop.add(observer)
        loop.wakeUp()
      }
    ),
  ]

  @Test func whateverItsOwnThreadDoesBetweenServicesMakesTheDescriptorReadable() throws {
    try Self.hosted { loop, descriptor in
      for (name, cause) in Self.causes {
        let count = Counter()
        try cause(loop) { count.add() }
        #expect(Self.isReadable(descriptor, within: 30_000), "\(name)")
        while count.value == 0, Self.isReadable(descriptor, within: 30_000) { loop.dispatch() }
        #expect(count.value == 1, "\(name)")
        // A wake-up during a dispatch may cause one more turn at most.
        loop.dispatch()
        #expect(!Self.isReadable(descriptor), "\(name): quiet again")
      }
    }
  }

  @Test func whateverAnotherThreadDoesMakesTheDescriptorReadable() throws {
    try Self.hosted { loop, descriptor in
      for (name, cause) in Self.causes {
        let count = Counter()
        let other = FreshThread { try cause(loop) { count.add() } }
        while count.value == 0, Self.isReadable(descriptor, within: 30_000) { loop.dispatch() }
        try other.join().get()
        #expect(count.value == 1, "\(name)")
        loop.dispatch()
        #expect(!Self.isReadable(descriptor), "\(name): quiet again")
      }
    }
  }

  @Test func aRunOfNoLengthServesAsWell() throws {
    try Self.hosted { loop, descriptor in
      for (name, cause) in Self.causes {
        let count = Counter()
        try cause(loop) { count.add() }
        var services = 0
        while count.value == 0, Self.isReadable(descriptor, within: 30_000) {
          loop.run(for: .zero)
          services += 1
        }
        #expect(count.value == 1, "\(name)")
        while Self.isReadable(descriptor), services < 10 {
          loop.run(for: .zero)
          services += 1
        }
        #expect(services < 6, "\(name): no spin")
      }
    }
  }

  @Test func prepareFindsWhatDoesNotWakeALoop() throws {
    try Self.hosted { loop, descriptor in
      let log = Log()
      #expect(!loop.prepare())
      loop.perform { log("block") }
      #expect(!Self.isReadable(descriptor), "as ever, perform does not wake")
      #expect(loop.prepare())
      loop.dispatch()
      let source = RunLoop.Source { log("source") }
      loop.add(source)
      source.signal()
      #expect(loop.prepare())
      loop.dispatch()
      #expect(!loop.prepare())
      loop.perform(inModes: ["other"]) { log("never") }
      let elsewhere = RunLoop.Source { log("never") }
      loop.add(elsewhere, to: "other")
      elsewhere.signal()
      #expect(!loop.prepare(), "what waits for another mode is no work here")
      #expect(log.lines == ["block", "source"])
    }
  }

  @Test func observersSeeOneRunPerServiceWithTheSleepBetween() throws {
    let lines = try Self.hosted { loop, descriptor in
      let log = Log()
      log.watch(loop)
      loop.post { log("block") }
      loop.dispatch()
      loop.post { log("block") }
      loop.dispatch()
      return log.lines.joined(separator: " ")
    }
    #expect(lines == "En AW BT BS block BW Ex En AW BT BS block BW Ex")
  }

  @Test func aServiceGivesTheThreadBack() throws {
    try Self.hosted { loop, descriptor in
      let count = Counter()
      let source = Box<RunLoop.Source>()
      source.value = RunLoop.Source {
        count.add()
        source.value?.signal()
      }
      loop.add(source.value!)
      source.value?.signal()
      loop.wakeUp()
      #expect(loop.dispatch() == .timedOut)
      #expect(count.value == RunLoop.mostTurnsPerDispatch)
      #expect(Self.isReadable(descriptor), "it continues next time")
      source.value?.invalidate()
      source.value = nil
    }
  }

  @Test func manyReadyPortsAreServedAtOnce() throws {
    try Self.hosted { loop, descriptor in
      let count = Counter()
      let ports = try (0..<100).map { _ in try RunLoop.WakePort() }
      for port in ports { try loop.add(RunLoop.PortSource(port) { count.add() }) }
      for port in ports { port.ring() }
      var services = 0
      while Self.isReadable(descriptor), services < 20 {
        loop.dispatch()
        services += 1
      }
      #expect(count.value == 100)
      #expect(services <= 4)
    }
  }

  @Test func theHostLearnsThatTheLoopStoppedOrHasNothingLeft() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let descriptor = try loop.fileDescriptor()
      #expect(loop.dispatch() == .finished)
      #expect(!Self.isReadable(descriptor))
      loop.wakeUp()
      #expect(Self.isReadable(descriptor))
      #expect(loop.dispatch() == .finished)
      #expect(!Self.isReadable(descriptor), "an empty mode is no reason to spin")
      loop.post {}
      #expect(loop.dispatch() == .finished)
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
      loop.post { loop.stop() }
      #expect(loop.dispatch() == .stopped)
    }
  }

  @Test func aCalloutMayServeTheLoopThroughItsHost() throws {
    try Self.hosted { loop, descriptor in
      let log = Log()
      loop.post {
        log("outer")
        // What it came for may still be listed.
        if loop.prepare() { loop.dispatch() }
        let other = FreshThread {
          waitUntilAsleep(loop)
          loop.post { log("inner") }
        }
        while log.count < 2, Self.isReadable(descriptor, within: 30_000) { loop.dispatch() }
        _ = other.join()
        log("outer ends")
      }
      loop.dispatch()
      #expect(log.lines == ["outer", "inner", "outer ends"])
      loop.dispatch()
      #expect(!Self.isReadable(descriptor))
    }
  }

  @Test func theLoopWaitsInTheModeThatWasNamedLast() throws {
    try Self.hosted { loop, descriptor in
      let log = Log()
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in }, to: "tracking")
      let tracking = try loop.fileDescriptor(for: "tracking")
      #expect(tracking != descriptor)
      loop.dispatch(mode: "tracking")
      #expect(!Self.isReadable(tracking))
      loop.add(RunLoop.Timer(after: .zero) { _ in log("tracking") }, to: "tracking")
      #expect(Self.isReadable(tracking, within: 30_000))
      loop.dispatch(mode: "tracking")
      loop.post { log("default") }
      #expect(loop.prepare())
      loop.dispatch()
      #expect(log.lines == ["tracking", "default"])
    }
  }

  @Test func aLoopThatLeftItsHostRunsAsBefore() throws {
    try Self.hosted { loop, descriptor in
      loop.leaveHost()
      #expect(!loop.isWaiting)
      loop.post {}
      #expect(!Self.isReadable(descriptor))
      loop.add(RunLoop.Timer(after: .milliseconds(2)) { _ in loop.stop() })
      #expect(loop.run(for: .seconds(30)) == .stopped)
    }
  }

  @Test func anOrdinaryRunOfAHostedLoopSleepsAndIsWoken() throws {
    try Self.hosted { loop, descriptor in
      let other = FreshThread {
        waitUntilAsleep(loop)
        loop.post { loop.stop() }
      }
      #expect(loop.run(for: .seconds(30)) == .stopped)
      _ = other.join()
      #expect(loop.isWaiting, "it waits for its host again")
      loop.post {}
      #expect(Self.isReadable(descriptor))
    }
  }

  @Test func withoutDescriptorsTheHostGetsAnError() throws {
    onFreshThread {
      let loop = RunLoop.current
      loop.scarcity = .noPorts
      #expect(throws: RunLoop.PortError.tooManyDescriptors) { try loop.fileDescriptor() }
      loop.scarcity = .noTimerPorts
      #expect(throws: RunLoop.PortError.tooManyDescriptors) { try loop.fileDescriptor() }
    }
  }
}
