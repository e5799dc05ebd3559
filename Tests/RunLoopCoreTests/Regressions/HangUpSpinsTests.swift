import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: a source by level that was notified of a hang-up, an error or the end of input was notified in each turn, since these
/// do not go away: the loop never slept again.
@Suite(.hangLimit) struct HangUpSpinsTests {
  typealias Source = RunLoop.DescriptorSource

  private func told(
    _ descriptor: Int32, _ events: Source.Events, after change: () -> Void,
    _ more: (RunLoop, Source, Log) throws -> Void = { _, _, _ in }
  ) throws -> [String] {
    let log = Log()
    let loop = RunLoop.current
    let source = try Source(descriptor, events: events) { events in
      log("\(events)")
      return .rearm
    }
    try loop.add(source)
    loop.run(for: .milliseconds(5))
    change()
    loop.runUntil { !log.lines.isEmpty }
    #expect(loop.turns(in: .milliseconds(100)) < 20, "\(events): the loop sleeps")
    try more(loop, source, log)
    source.invalidate()
    return log.lines
  }

  @Test func aSourceWithoutEventsIsNotifiedOfAHangUpOnce() throws {
    try onFreshThread {
      let pair = try SocketPair()
      #expect(try told(pair.near, [], after: pair.closeFar) == ["hang-up"])
    }
  }

  @Test func theEndOfInputIsReportedOnceAndTheHangUpAfterItToo() throws {
    try onFreshThread {
      let pair = try SocketPair()
      let lines = try told(
        pair.near, .endOfInput, after: { _ = shutdown(pair.far, Int32(SHUT_WR)) }
      ) { loop, _, log in
        pair.closeFar()
        loop.runUntil { log.lines.count > 1 }
        #expect(loop.turns(in: .milliseconds(100)) < 20)
      }
      #expect(lines == ["end of input", "end of input, hang-up"])
    }
  }

  @Test func aPipeWithoutReaderIsReportedFewTimes() throws {
    try onFreshThread {
      var ends: [Int32] = [-1, -1]
      try #require(linux_pipe(&ends) == 0)
      let lines = try told(ends[1], [], after: { _ = close(ends[0]) })
      // An error may be a new one: it is reported again when the kernel repeats it.
      #expect((1...2).contains(lines.count) && Set(lines) == ["error"])
      close(ends[1])
    }
  }

  /// A quiet source is still notified: of a FIFO's next writer, in each turn as long as there is something to read.
  @Test func dataAfterAHangUpIsReportedByLevelAgain() throws {
    try onFreshThread {
      let path = "/tmp/hang-up-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
      try #require(mkfifo(path, 0o600) == 0)
      defer { unlink(path) }
      let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      let first = open(path, O_WRONLY | O_CLOEXEC)
      try #require(reader >= 0 && first >= 0)
      defer { close(reader) }
      let lines = try told(reader, .readable, after: { _ = close(first) }) { loop, _, log in
        let second = open(path, O_WRONLY | O_CLOEXEC)
        _ = write(second, "hello", 5)
        let calls = log.lines.count
        // Unread data: level-triggered.
        loop.runUntil { log.lines.count > calls + 5 }
        #expect(log.lines.count > calls + 5, "\(log.lines)")
        #expect(log.lines[(calls + 1)...].allSatisfy { $0 == "readable" })
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, 16) == 5)
        close(second)
        let before = log.lines.count
        loop.runUntil { log.lines.count > before }
        #expect(log.lines.last == "hang-up")
        #expect(loop.turns(in: .milliseconds(100)) < 20)
      }
      #expect(lines.first == "hang-up")
    }
  }

  @Test func aSourceThatIsWatchedAnewIsNotifiedAgain() throws {
    try onFreshThread {
      let pair = try SocketPair()
      let lines = try told(pair.near, [], after: pair.closeFar) { loop, source, log in
        source.disarm()
        loop.run(for: .milliseconds(5))
        source.arm()
        loop.runUntil { log.lines.count > 1 }
        source.events = .priority
        loop.runUntil { log.lines.count > 2 }
        #expect(loop.turns(in: .milliseconds(100)) < 20)
      }
      #expect(lines == ["hang-up", "hang-up", "hang-up"])
    }
  }

  @Test func aPortSourceIsCalledForAHangUpOnce() throws {
    let pipe = try Pipe()
    let calls = Counter()
    try onFreshThread {
      let loop = RunLoop.current
      try loop.add(RunLoop.PortSource(try RunLoop.Port(borrowing: pipe.reader)) { calls.add() })
      pipe.closeWriter()
      loop.runUntil { calls.value > 0 }
      #expect(loop.turns(in: .milliseconds(100)) < 20)
    }
    #expect(calls.value == 1)
  }
}
