import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import struct RunLoopCore.CalloutWords
@testable import struct RunLoopCore.HeartbeatLine
@testable import class RunLoopCore.RunLoop
@testable import class RunLoopCore.SimulatedClock

/// What a watcher or a listener sees of callouts and sleeps.
@Suite(.hangLimit) struct CalloutRecordTests {
  private static func isInside(_ loop: RunLoop) -> Bool {
    loop.heartbeat.load(HeartbeatLine.Word.sequence) & 1 == 1
  }

  private static func condition(_ loop: RunLoop) -> HeartbeatLine.Condition? {
    HeartbeatLine.Condition(
      rawValue: UInt8(truncatingIfNeeded: loop.heartbeat.load(HeartbeatLine.Word.state)))
  }

  /// Of each kind, and each the last one of its run.
  @Test func aCalloutIsOverWhenItHasReturned() throws {
    let bell = try RunLoop.WakePort()
    try onFreshThread {
      let loop = RunLoop.current
      let log = Log()
      @Sendable func note(_ name: String) { log("\(name) \(Self.isInside(loop))") }
      func run(_ name: String) {
        loop.run(for: .zero)
        note("after \(name)")
      }
      let source = RunLoop.Source { note("source") }
      loop.add(source)
      source.signal()
      run("a source")
      loop.perform { note("block") }
      run("a block")
      loop.add(RunLoop.Timer(at: .distantPast) { _ in note("timer") })
      run("a timer")
      try loop.add(RunLoop.PortSource(bell) { note("port") })
      bell.ring()
      run("a port")
      loop.add(RunLoop.Observer(activities: .exit, repeats: false) { _ in note("observer") })
      run("an observer")
      #expect(
        log.lines == [
          "source true", "after a source false", "block true", "after a block false", "timer true",
          "after a timer false", "port true", "after a port false", "observer true",
          "after an observer false",
        ])
    }
  }

  @Test func aListenerHearsTheBeginningAndTheEndOfAPortsCallout() throws {
    let bell = try RunLoop.WakePort()
    let log = Log()
    try onFreshThread {
      let loop = RunLoop.current
      try loop.add(RunLoop.PortSource(bell, label: "bell") { log("rings") })
      bell.ring()
      let listener = loop.addTraceListener {
        if [.calloutBegan, .calloutEnded].contains($0.phase) { log("\($0)") }
      }
      loop.run(for: .zero)
      loop.removeTraceListener(listener)
    }
    #expect(log.lines == ["port source 'bell' begins", "rings", "port source 'bell' ends"])
  }

  @Test func theWordsOfABlockHaveItsPlaceAndThoseOfAnItemItsNumber() {
    let (file, line, code): (UInt64, UInt64, UInt64) = (0x7FFF_1234_5678, 0x7ABC, 0x5555_8765_4321)
    for kind in [RunLoop.CalloutKind.block, .mainQueue] {
      let words = CalloutWords(
        callout: UInt64(kind.rawValue) | file << 8 | CalloutWords.placeMark,
        code: code | line << CalloutWords.lineShift)
      #expect(words.kind == kind.rawValue && words.number == 0)
      #expect(words.file == UInt(file) && words.line == Int(line) && words.code == UInt(code))
    }
    // All activities set the bit that marks a place.
    let activities = UInt64(RunLoop.Activity.all.rawValue) << 40
    let observer = CalloutWords(callout: 1 | 77 << 8 | activities, code: code)
    #expect(observer.number == 77 && observer.file == 0 && observer.code == UInt(code))
  }

  @Test func underSimulatedTimeALoopIsSeenAsleepOnlyWhileItSleeps() {
    let clock = SimulatedClock()
    let seen = onFreshThread(clock) { () -> [HeartbeatLine.Condition?] in
      let loop = RunLoop.current
      let seen = Locked<[HeartbeatLine.Condition?]>([])
      @Sendable func look() {
        let condition = Self.condition(loop)
        seen.withLock { $0.append(condition) }
      }
      clock.schedule(at: clock.now.advanced(by: .seconds(1))) { look() }
      loop.add(RunLoop.Timer(after: .seconds(2)) { _ in look() })
      loop.run()
      look()
      return seen.value
    }
    #expect(seen == [.waiting, .running, .outside])
  }
}
