import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Each kind of source beside each state of its descriptor in which there is nothing to do: the loop sleeps. What is left
/// out is named in Docs/descriptors.md. In processes of their own, since numbers of descriptors are the process's.
@Suite(.hangLimit) struct IdleStateTests {
  typealias Source = RunLoop.DescriptorSource

  /// Sets up a source, lets the loop serve it, and measures. The set-up's result is retained meanwhile.
  private static func expectIdle(
    _ what: String, _ setUp: @escaping @Sendable (RunLoop) throws -> [any Sendable]
  ) throws {
    try onFreshThread {
      let loop = RunLoop.current
      let far = RunLoop.Timer(after: .seconds(1000)) { _ in }
      loop.add(far)
      let kept = try setUp(loop)
      loop.run(for: .milliseconds(30))
      // The best of several: what else the machine does is not meant. A run itself costs some, far less than a spin.
      var costs: [Double] = []
      while costs.count < 20, !costs.contains(where: { $0 < 0.000_5 }) {
        let before = threadTime()
        loop.run(for: .milliseconds(100))
        costs.append(threadTime() - before)
      }
      #expect(costs.contains { $0 < 0.000_5 }, "\(what): \(costs)")
      #expect(loop.turns(in: .milliseconds(100)) < 5, "\(what): the loop sleeps")
      withExtendedLifetime(kept) {}
      far.invalidate()
    }
  }

  private static let dataNotWanted: @Sendable (RunLoop) throws -> [any Sendable] = { loop in
    let pair = try SocketPair()
    pair.send("never read")
    try loop.add(Source(pair.near, events: .priority) { _ in .rearm })
    return [pair]
  }

  @Test func descriptorSources() async {
    await #expect(processExitsWith: .success) {
      try Self.expectIdle("readable and not wanted", Self.dataNotWanted)
      for events in [[], .endOfInput, .priority] as [Source.Events] {
        try Self.expectIdle("hung up, \(events)") { loop in
          let pair = try SocketPair()
          try loop.add(Source(pair.near, events: events) { _ in .rearm })
          pair.closeFar()
          return [pair]
        }
      }
      try Self.expectIdle("half closed") { loop in
        let pair = try SocketPair()
        try loop.add(Source(pair.near, events: .endOfInput) { _ in .rearm })
        shutdown(pair.far, Int32(SHUT_WR))
        return [pair]
      }
      try Self.expectIdle("without a reader") { loop in
        var ends: [Int32] = [-1, -1]
        try #require(linux_pipe(&ends) == 0)
        try loop.add(Source(ends[1], events: []) { _ in .rearm })
        close(ends[0])
        return []
      }
      try Self.expectIdle("without a writer") { loop in
        let pipe = try Pipe()
        try loop.add(Source(pipe.reader) { _ in .rearm })
        pipe.closeWriter()
        return [pipe]
      }
      try Self.expectIdle("closed with a duplicate") { loop in
        let pair = try SocketPair()
        let duplicate = dup(pair.near)
        pair.send("never read")
        let source = try Source(pair.near) { _ in .rearm }
        try loop.add(source)
        pair.closeNear()
        loop.runUntil { !source.isValid }
        return [pair, duplicate]
      }
      for trigger in [Source.Trigger.edge, .oneShot] {
        try Self.expectIdle("readable, \(trigger)") { loop in
          let pair = try SocketPair()
          try loop.add(Source(pair.near, trigger: trigger) { _ in .disarm })
          pair.send("never read")
          return [pair]
        }
      }
      try Self.expectIdle("off") { loop in
        let pair = try SocketPair()
        pair.send("never read")
        let source = try Source(pair.near) { _ in .rearm }
        try loop.add(source)
        source.disarm()
        pair.closeFar()
        return [pair]
      }
      try Self.expectIdle("too often") { loop in
        let pair = try SocketPair()
        pair.send("never read")
        try loop.add(
          Source(pair.near, rateLimit: .init(interval: .seconds(1000), burst: 3)) { _ in .rearm })
        return [pair]
      }
    }
  }

  @Test func filesThatAreAlwaysReadyAreRefused() throws {
    for path in ["/dev/null", "/dev/zero", "/proc/self/exe"] {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      _ = onFreshThread {
        #expect(throws: RunLoop.PortError.notPollable(descriptor: descriptor, label: "")) {
          try RunLoop.current.add(Source(descriptor) { _ in .rearm })
        }
      }
    }
  }

  @Test func otherSources() async {
    await #expect(processExitsWith: .success) {
      try Self.expectIdle("port: closed with a duplicate") { loop in
        let pair = try SocketPair()
        let duplicate = dup(pair.near)
        pair.send("never read")
        let source = RunLoop.PortSource(try RunLoop.Port(borrowing: pair.near)) {}
        try loop.add(source)
        pair.closeNear()
        loop.runUntil { !source.isValid }
        return [pair, duplicate]
      }
      try Self.expectIdle("port: hung up") { loop in
        let pipe = try Pipe()
        try loop.add(RunLoop.PortSource(try RunLoop.Port(borrowing: pipe.reader)) {})
        pipe.closeWriter()
        return [pipe]
      }
      try Self.expectIdle("ports of its own") { loop in
        let wake = try RunLoop.WakePort()
        let timer = try RunLoop.TimerPort()
        try loop.add(RunLoop.PortSource(wake) {})
        try loop.add(RunLoop.PortSource(timer) {})
        wake.ring()
        timer.set(at: .now)
        return [wake, timer]
      }
      try Self.expectIdle("signals, files, a child") { loop in
        let signals = try RunLoop.SignalSource([SIGUSR1]) { _ in .rearm }
        let files = try RunLoop.FileWatchSource { _ in .rearm }
        try files.watch("/tmp")
        let child = try RunLoop.ChildSource(spawning: ["true"]) { _ in }
        try loop.add(signals)
        try loop.add(child)
        loop.runUntil { !child.isValid }
        return [signals, files, child]
      }
    }
  }
}
