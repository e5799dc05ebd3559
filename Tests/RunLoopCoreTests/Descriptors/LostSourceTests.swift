import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Sources whose descriptor was closed: the last call comes where the source was, and numbers that the loop itself has by
/// now stay its own. In child processes, as descriptors are numbered for the whole process.
@Suite(.hangLimit) struct LostSourceTests {
  typealias Source = RunLoop.DescriptorSource

  @Test func theLastCallComesInTheModesOfTheSource() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      let pair = try SocketPair()
      try onFreshThread {
        let loop = RunLoop.current
        let source = try Source(pair.near, label: "client") { events in
          log("\(events) in \(loop.currentMode?.rawValue ?? "none")")
          return .disarm
        }
        try loop.add(source, to: "a")
        try loop.add(source, to: "b")
        pair.closeNear()
        source.events = .writable
        #expect(!source.isValid)
        loop.run(for: .zero)
        loop.run(mode: "b", for: .zero)
        loop.run(mode: "a", for: .zero)
      }
      #expect(log.lines == ["invalid in b"])
    }
  }

  /// It is added to the kernel's set only to learn whether that still has the closed file.
  @Test func aSourceThatIsOffIsNotWatchedAtAClosedDescriptorsNumber() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let log = Log()
      try onFreshThread {
        let loop = RunLoop.current
        let (old, new) = (try Pipe(), try Pipe())
        let lost = try Source(old.reader) { _ in .rearm }
        try loop.add(lost)
        // Closes the old one.
        #expect(dup2(new.reader, old.reader) == old.reader)
        let source = try Source(old.reader, isArmed: false) { events in
          log("\(events)")
          return .disarm
        }
        try loop.add(source)
        #expect(!lost.isValid && source.isValid)
        // A hang-up is always reported of what is watched.
        new.closeWriter()
        loop.run(for: .milliseconds(5))
        #expect(log.lines.isEmpty)
        source.arm()
        loop.run(for: .seconds(60), returnAfterSourceHandled: true)
        #expect(source.isValid && log.lines == ["hang-up"], "\(log.lines)")
      }
    }
  }

  /// Descriptor numbers belong to the whole process: its other threads (a sanitizer's, the test library's) may open or
  /// close one between two steps of a test.
  private struct NumberWasTaken: Error {}

  /// Repeats a test that needs certain descriptor numbers until it gets them.
  private static func untilNumbersFit(_ test: () throws -> Void) throws {
    for _ in 0..<50 {
      do { return try test() } catch is NumberWasTaken { continue }
    }
    Issue.record("the descriptor numbers never fit")
  }

  /// What a number stands for in this process.
  private static func file(_ descriptor: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 200)
    let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count - 1)
    return String(decoding: buffer[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test func theLoopsTimersGoOnThoughTheyHaveAClosedDescriptorsNumber() async {
    await #expect(processExitsWith: .success) {
      try LostSourceTests.untilNumbersFit { try LostSourceTests.loseToTimers(isOff: false) }
    }
    await #expect(processExitsWith: .success) {
      try LostSourceTests.untilNumbersFit { try LostSourceTests.loseToTimers(isOff: true) }
    }
  }

  private static func loseToTimers(isOff: Bool) throws {
    // A loop that lost its timer port would not even end its run in time.
    alarm(hangAlarm)
    let log = Log()
    let pair = try SocketPair()
    let number = pair.near
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Source(pair.near, isArmed: !isOff, label: "client") { events in
        log("\(events)")
        return .disarm
      }
      try loop.add(source)
      Self.takeNumbers(below: max(pair.near, pair.far))
      pair.closeNear()
      // The timer port is made when the loop first sleeps for a timer: it gets the lowest number that is free.
      loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in loop.stop() })
      #expect(loop.run(for: patience) == .stopped)
      guard Self.file(number).contains("timerfd") else { throw NumberWasTaken() }
      if isOff { source.arm() } else { source.events = [.readable, .writable] }
      #expect(source.failure == .closed(descriptor: number, label: "client"))
      loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in log("timer") })
      loop.add(
        RunLoop.Timer(after: .milliseconds(2)) { _ in
          log("timer")
          loop.stop()
        })
      #expect(loop.run(for: .seconds(10)) == .stopped)
    }
    #expect(log.lines == ["invalid", "timer", "timer"])
  }

  @Test func theLoopsHostGoesOnThoughItsDescriptorHasAClosedOnesNumber() async {
    await #expect(processExitsWith: .success) {
      try LostSourceTests.untilNumbersFit { try LostSourceTests.loseToHost(isOff: false) }
    }
    await #expect(processExitsWith: .success) {
      try LostSourceTests.untilNumbersFit { try LostSourceTests.loseToHost(isOff: true) }
    }
  }

  /// Takes all free descriptors with lower numbers, so that the next one gets the number that is closed next.
  private static func takeNumbers(below number: Int32) {
    while case let taken = open("/dev/null", O_RDONLY | O_CLOEXEC), taken >= 0, taken < number {}
  }

  private static func loseToHost(isOff: Bool) throws {
    let log = Log()
    let pair = try SocketPair()
    let (first, second) = (pair.near, pair.far)
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Source(second, isArmed: !isOff, label: "client") { events in
        log("\(events)")
        return .disarm
      }
      try loop.add(source)
      Self.takeNumbers(below: max(pair.near, pair.far))
      pair.closeNear()
      pair.closeFar()
      // The timer port takes the first of the numbers, what a host waits for the second.
      let descriptor = try loop.fileDescriptor()
      guard Self.file(first).contains("timerfd"), descriptor == second else { throw NumberWasTaken() }
      if isOff { source.arm() } else { source.disarm() }
      #expect(source.failure == .closed(descriptor: second, label: "client"))
      loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in log("timer") })
      while log.count < 2, HostTests.isReadable(descriptor, within: 10_000) { loop.dispatch() }
    }
    #expect(log.lines == ["invalid", "timer"])
  }
}
