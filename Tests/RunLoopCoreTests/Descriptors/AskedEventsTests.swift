import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What a source asks for, and what it is called for.
@Suite(.hangLimit) struct AskedEventsTests {
  @Test func urgentDataIsReportedToASourceThatAsksForIt() throws {
    let listener = try Socket.listening(.stream, at: .loopback(), backlog: 1, isBlocking: true)
    let far = try Socket.connected(.stream, to: try #require(listener.address), isBlocking: true)
    let near = try listener.accept(isBlocking: true)
    defer { for socket in [listener, far, near] { socket.close() } }
    let descriptor = near.number
    #expect(far.send([7], Socket.Flags(rawValue: Int32(MSG_OOB))) == 1)
    let log = Log()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try RunLoop.DescriptorSource(descriptor, events: .priority) { events in
        log("\(events)")
        loop.stop()
        return .disarm
      }
      try loop.add(source)
      loop.run(for: .seconds(5))
    }
    #expect(log.lines == ["priority"])
  }

  @Test func whatIsReportedUnaskedIsNotAmongWhatIsAskedFor() throws {
    let pair = try SocketPair()
    let all = RunLoop.DescriptorSource.Events(rawValue: .max)
    let askable: RunLoop.DescriptorSource.Events = [.readable, .priority, .writable, .endOfInput]
    let source = try RunLoop.DescriptorSource(pair.near, events: all) { _ in .rearm }
    #expect(source.events == askable)
    source.events = [.readable, .hangUp]
    #expect(source.events == .readable)
    source.events = all
    #expect(source.events == askable)
    source.events = [.error, .hangUp, .invalid]
    #expect(source.events.isEmpty)
  }

  /// For bridges: the count of an eventfd is taken as by CFRunLoop, and the bytes of a pipe are left.
  @Test func aForeignEventfdIsReportedOnceForItsRingsAndAPipeUntilItIsRead() throws {
    let bell = try RunLoop.WakePort()
    let pipe = try Pipe()
    let log = Log()
    try onFreshThread {
      let loop = RunLoop.current
      let counted = RunLoop.PortSource(try RunLoop.Port(countingOrBorrowing: bell.descriptor)) {
        log("bell")
        loop.stop()
      }
      try loop.add(counted)
      for _ in 0..<2 {
        bell.ring()
        bell.ring()
        loop.run(for: patience)
        loop.run(for: .zero)
        log("-")
      }
      counted.invalidate()
      try loop.add(
        RunLoop.PortSource(try RunLoop.Port(countingOrBorrowing: pipe.reader)) {
          log("pipe")
          if log.count > 5 { log("read \(pipe.readByte())") }
        })
      pipe.write(5)
      for _ in 0..<3 { loop.run(for: .zero) }
    }
    #expect(log.lines == ["bell", "-", "bell", "-", "pipe", "pipe", "read 5"])
  }
}
