import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What the thread of a hosted loop changes between two services counts at once, as for any loop that sleeps.
@Suite(.hangLimit) struct HostChangeTests {
  /// Serves the loop until `isSo`, waiting for its descriptor each time. False when that stayed unreadable.
  private static func serve(_ loop: RunLoop, _ descriptor: Int32, until isSo: () -> Bool) -> Bool {
    while !isSo() {
      guard HostTests.isReadable(descriptor, within: 10_000) else { return false }
      loop.dispatch()
    }
    return true
  }

  @Test func aStrictTimerBehindATolerantOneIsOnTime() throws {
    let log = Log()
    try HostTests.hosted { loop, descriptor in
      let now = RunLoop.Instant.now
      loop.add(
        RunLoop.Timer(at: now.advanced(by: .milliseconds(20)), tolerance: .seconds(3600)) { _ in
          log("tolerant")
        })
      loop.add(RunLoop.Timer(at: now.advanced(by: .milliseconds(30))) { _ in log("strict") })
      #expect(Self.serve(loop, descriptor) { log.count == 2 })
    }
    #expect(log.lines == ["tolerant", "strict"])
  }

  @Test func aTimerThatIsMovedBeforeTheFirstOneIsOnTime() throws {
    let log = Log()
    try HostTests.hosted { loop, descriptor in
      let moved = RunLoop.Timer(after: .seconds(7200)) { _ in log("moved") }
      loop.add(RunLoop.Timer(after: .seconds(3600)) { _ in log("first") })
      loop.add(moved)
      moved.fireDate = RunLoop.Instant.now.advanced(by: .milliseconds(5))
      #expect(Self.serve(loop, descriptor) { log.count > 0 })
    }
    #expect(log.lines == ["moved"])
  }

  @Test func aTimerThatIsTakenOutIsNotRungFor() throws {
    try HostTests.hosted { loop, descriptor in
      let timer = RunLoop.Timer(after: .milliseconds(400)) { _ in }
      loop.add(timer)
      loop.remove(timer)
      #expect(!HostTests.isReadable(descriptor, within: 600))
    }
  }

  /// A hosted loop with a source that is off, and switches itself off in its callout, which logs what was received.
  private static func switchedOff(
    _ log: Log,
    _ body: @escaping @Sendable (RunLoop, Int32, SocketPair, RunLoop.DescriptorSource) throws -> Void
  ) throws {
    let pair = try SocketPair()
    try HostTests.hosted { loop, descriptor in
      let source = try RunLoop.DescriptorSource(pair.near, isArmed: false) { _ in
        log(pair.receive() ?? "nothing")
        return .disarm
      }
      try loop.add(source)
      try body(loop, descriptor, pair, source)
    }
  }

  @Test func aSourceThatIsSwitchedOnIsServed() throws {
    let log = Log()
    try Self.switchedOff(log) { loop, descriptor, pair, source in
      pair.send("a")
      #expect(!HostTests.isReadable(descriptor))
      source.arm()
      #expect(Self.serve(loop, descriptor) { log.count == 1 })
      pair.send("b")
      #expect(!HostTests.isReadable(descriptor), "its answer switched it off")
      source.arm()
      source.disarm()
      #expect(!HostTests.isReadable(descriptor))
      source.events = .writable
      source.arm()
      #expect(Self.serve(loop, descriptor) { log.count == 2 })
    }
    #expect(log.lines == ["a", "b"])
  }

  /// A callout that runs the host's loop, as for a modal window.
  @Test func aSourceThatIsSwitchedOnInACalloutInWhichTheHostWaitsIsServed() throws {
    let log = Log()
    try Self.switchedOff(log) { loop, descriptor, pair, source in
      pair.send("a")
      loop.post {
        _ = loop.prepare()
        loop.dispatch()
        #expect(!HostTests.isReadable(descriptor))
        source.arm()
        #expect(Self.serve(loop, descriptor) { log.count == 1 })
        log("end")
      }
      #expect(Self.serve(loop, descriptor) { log.count == 2 })
    }
    #expect(log.lines == ["a", "end"])
  }
}
