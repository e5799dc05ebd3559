import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore
@testable import StallMonitoring

/// The words of a line by themselves, without a loop.
@Suite(.hangLimit) struct HeartbeatWordTests {
  private typealias Word = HeartbeatLine.Word

  private func withLine(_ body: (HeartbeatLine) -> Void) {
    let memory = HeartbeatMemory()
    withExtendedLifetime(memory) { body(memory.line) }
  }

  @Test func aCalloutsKindNumberAndActivityHaveTheirBits() {
    withLine { line in
      line.enter(.observer, number: 0xFFFF_FFFF, activity: 0x80, code: 77)
      let reading = LineReading(line)
      #expect(reading.callout & 0xFF == 1 && reading.callout >> 8 & 0xFFFF_FFFF == 0xFFFF_FFFF)
      #expect(reading.callout >> 40 == 0x80 && reading.code == 77)
      #expect(reading.isInside && reading.kind == .observer)
      line.leave()
      line.enter(.portSource, number: 5, activity: 0, code: 1)
      #expect(LineReading(line).callout == 6 | 5 << 8)
    }
  }

  /// What a watcher makes of a block's place, and of an address that is none.
  @Test func aBlocksPlaceHasItsBits() {
    withLine { line in
      let watched = WatchedLoop(.line(line), label: "main", thread: 1)
      for (number, told) in [(88, ":88"), (32_767, ":32767"), (40_000, "")] as [(UInt, String)] {
        line.enter(
          .block, place: BlockPlace("App/Store.swift", number, wasPosted: true), code: 0x7FFF_1234_5678)
        let callout = watched.describe(LineReading(line))
        #expect(callout.site == "App/Store.swift\(told)" && callout.code == 0x7FFF_1234_5678)
        #expect(callout.kind == .block && callout.label.isEmpty)
        line.leave()
      }
      line.enter(.mainQueue, place: BlockPlace(), code: 5)
      #expect(watched.describe(LineReading(line)).site == "")
      line.leave()
      line.enter(callout: 2 | 0x10 << 8 | CalloutWords.placeMark, code: 1)
      #expect(watched.describe(LineReading(line)).site == "")
    }
  }

  /// Whatever the sequence was, it is odd inside a callout and even outside, and goes up.
  @Test func sequencesAreOddInsideWhateverTheyWere() {
    withLine { line in
      for start in [0, 1, 2, 7, UInt64.max] {
        line.store(start, Word.sequence)
        line.enter(callout: 1, code: 1)
        let inside = line.load(Word.sequence)
        #expect(inside & 1 == 1 && inside != start)
        line.leave()
        #expect(line.load(Word.sequence) == inside &+ 1)
        line.leave()
        #expect(line.load(Word.sequence) & 1 == 0, "one end too many")
      }
    }
  }

  @Test func upToEightOuterCalloutsAreListed() {
    withLine { line in
      var runs: [HeartbeatLine.Saved] = []
      for depth in 1...11 as ClosedRange<UInt64> {
        runs.append(line.beginRun(mode: UInt16(depth)))
        let reading = LineReading(line)
        let told = 1..<min(depth, 9)
        #expect(reading.depth == Int(depth) && reading.mode == Int(depth))
        #expect(reading.outer.map(\.0) == told.map { $0 })
        #expect(reading.outer.map(\.1) == told.map { $0 + 100 })
        #expect(!reading.isInside)
        line.enter(callout: depth, code: UInt(depth) + 100)
      }
      for depth in (1...11 as ClosedRange<UInt64>).reversed() {
        #expect(LineReading(line).callout == depth && LineReading(line).code == depth + 100)
        #expect(LineReading(line).isInside)
        line.leave()
        line.endRun(runs.removeLast())
      }
      #expect(LineReading(line).depth == 0 && !LineReading(line).isInside)
    }
  }

  /// An inner run that no callout began, as a trace listener's, has none around it.
  @Test func aRunOutsideACalloutReportsNoneAround() {
    withLine { line in
      let outer = line.beginRun(mode: 1)
      line.enter(callout: 9, code: 9)
      line.leave()
      let inner = line.beginRun(mode: 2)
      #expect(LineReading(line).outer.isEmpty)
      #expect(line.load(Word.outer) == 0 && line.load(Word.outer + 1) == 0)
      line.endRun(inner)
      #expect(!LineReading(line).isInside)
      line.endRun(outer)
    }
  }

  @Test func waitsAreCountedAndOutermostRunsCountAsOne() {
    withLine { line in
      func waits() -> UInt64 { LineReading(line).waits }
      #expect(waits() == 0 && LineReading(line).activity == .outside)
      let outer = line.beginRun(mode: 1)
      #expect(waits() == 1 && LineReading(line).activity == .running)
      line.beginWait()
      #expect(waits() == 2 && LineReading(line).activity == .waiting)
      line.endWait()
      #expect(waits() == 2 && LineReading(line).activity == .running)
      line.enter(callout: 1, code: 1)
      let inner = line.beginRun(mode: 2)
      #expect(waits() == 2, "it goes on with the work since the last wait")
      line.beginWait()
      line.endWait()
      line.endRun(inner)
      #expect(waits() == 3 && LineReading(line).depth == 1 && LineReading(line).mode == 1)
      line.leave()
      line.endRun(outer)
      #expect(waits() == 3 && LineReading(line).activity == .outside)
      line.endRun(line.beginRun(mode: 1))
      #expect(waits() == 4, "a fresh start")
      line.end()
      #expect(LineReading(line).activity == .ended)
    }
  }

  @Test func veryDeepRunsLeaveTheModeAlone() {
    withLine { line in
      var runs: [HeartbeatLine.Saved] = []
      for _ in 0..<300 { runs.append(line.beginRun(mode: 3)) }
      #expect(LineReading(line).depth == 255 && LineReading(line).mode == 3 && LineReading(line).waits == 1)
      while let run = runs.popLast() { line.endRun(run) }
      #expect(LineReading(line).depth == 0)
    }
  }

  @Test func timesAreNotedWithTheirSequenceAndLatenessIsNeverNegative() {
    withLine { line in
      line.enter(callout: 1, code: 1)
      line.leave()
      line.note(time: 10, due: 4)
      #expect(line.load(Word.time) == 10 && line.load(Word.lateness) == 6)
      #expect(line.load(Word.timeSequence) == 2)
      line.note(time: 20, due: 20)
      #expect(line.load(Word.time) == 20 && line.load(Word.lateness) == 0)
      line.note(time: 30, due: 10)
      line.note(time: 40, due: 90)
      #expect(line.load(Word.lateness) == 0)
      line.enter(callout: 1, code: 1)
      line.note(time: 50)
      #expect(line.load(Word.time) == 50 && line.load(Word.timeSequence) == 3)
      #expect(line.load(Word.lateness) == 0)
    }
  }

  // MARK: The watcher's mark

  @Test func aMarkedLineRingsOnceWhenItsLoopLeavesAWaitOrBeginsARun() {
    withLine { line in
      func rings(_ body: () -> Void) -> Bool {
        line.store(1, Word.watcher)
        let before = HeartbeatWatcher.ringCount
        body()
        return HeartbeatWatcher.ringCount != before && line.load(Word.watcher) == 0
      }
      var run: HeartbeatLine.Saved?
      #expect(rings { run = line.beginRun(mode: 1) })
      line.beginWait()
      #expect(rings { line.endWait() })
      #expect(line.load(Word.watcher) == 0)
      #expect(rings { if let run { line.endRun(run) } })
      #expect(rings { line.end() })
    }
  }

  /// It gives the watcher nothing new.
  @Test func aLoopThatBeginsToWaitLeavesTheMark() {
    withLine { line in
      let run = line.beginRun(mode: 1)
      line.store(1, Word.watcher)
      line.enter(callout: 1, code: 1)
      line.leave()
      line.beginWait()
      #expect(line.load(Word.watcher) == 1)
      line.store(0, Word.watcher)
      line.endRun(run)
    }
  }

  @Test func aRingBeforeTheWatcherSleepsIsNotLost() {
    let start = RunLoop.Instant.now
    for _ in 0..<3 {
      let count = HeartbeatWatcher.ringCount
      HeartbeatWatcher.ring()
      let limit = UInt64(RunLoop.Instant.now.advanced(by: .seconds(20)).nanoseconds)
      HeartbeatWatcher.sleep(whileCountIs: count, until: limit)
    }
    #expect(start.duration(to: .now) < .seconds(20))
  }

  @Test func marksArePublishedByABarrier() async {
    // In a process of its own, where no loop asks for barriers.
    await #expect(processExitsWith: .success) {
      let before = MemoryBarrier.count.load(ordering: .relaxed)
      let isPublished = HeartbeatWatcher.publishMarks()
      #expect(isPublished == MemoryBarrier.isAsymmetric)
      #expect(MemoryBarrier.count.load(ordering: .relaxed) - before == (isPublished ? 1 : 0))
    }
  }

  /// Whoever watches it, and however the line was shared. In a process of its own, for it forks.
  @Test func aForkedChildDoesNotBeatInMemoryThatItSharesWithItsParent() async {
    await #expect(processExitsWith: .success) {
      let memory = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
      guard let memory, memory != MAP_FAILED else { exit(2) }
      let line = HeartbeatLine(at: memory)
      let loop = RunLoop.current
      loop.moveHeartbeat(to: line)
      loop.perform {}
      loop.run(for: .zero)
      let before = LineReading(line)
      let child = linux_fork()
      if child == 0 {
        try? RunLoop.reinitializeAfterFork()
        loop.perform {}
        loop.run(for: .zero)
        _exit(LineReading(loop.heartbeat).sequence > 0 ? 0 : 3)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      exit(status == 0 && before.sequence == 2 && LineReading(line) == before ? 0 : 1)
    }
  }
}
