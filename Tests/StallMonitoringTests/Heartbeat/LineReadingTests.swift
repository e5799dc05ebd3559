import LinuxSystem
import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// A line of words taken apart.
@Suite(.hangLimit) struct LineReadingTests {
  private static func callout(_ kind: CalloutKind, _ number: UInt64) -> UInt64 {
    UInt64(kind.rawValue) | number << 8
  }

  @Test func theCalloutsAroundThePresentOneAreListedOutermostFirstWithTheirCode() {
    let memory = HeartbeatMemory()
    let line = memory.line
    var runs: [HeartbeatLine.Saved] = []
    for level in 1...4 as ClosedRange<UInt64> {
      runs.append(line.beginRun(mode: UInt16(level)))
      line.enter(callout: Self.callout(.timer, level), code: 0x1000 + UInt(level))
    }
    let reading = LineReading(line)
    #expect(
      reading.depth == 4 && reading.mode == 4 && reading.callout == Self.callout(.timer, 4)
        && reading.code == 0x1004)
    #expect(reading.outer.map(\.0) == (1...3).map { Self.callout(.timer, $0) })
    #expect(reading.outer.map(\.1) == [0x1001, 0x1002, 0x1003])
    for saved in runs.reversed() {
      line.leave()
      line.endRun(saved)
    }
    #expect(LineReading(line).outer.isEmpty && LineReading(line).depth == 0 && !LineReading(line).isInside)
    withExtendedLifetime(memory) {}
  }

  @Test func aRunThatIsInNoCalloutIsSkipped() {
    let memory = HeartbeatMemory()
    let line = memory.line
    _ = line.beginRun(mode: 1)
    line.enter(callout: Self.callout(.source, 7), code: 1)
    _ = line.beginRun(mode: 2)
    // Entered again between two callouts.
    _ = line.beginRun(mode: 3)
    line.enter(callout: Self.callout(.block, 9), code: 2)
    #expect(LineReading(line).outer.map(\.0) == [Self.callout(.source, 7)])
    withExtendedLifetime(memory) {}
  }

  @Test func moreRunsThanThereIsRoomForAreListedAsFarAsThereIs() {
    let memory = HeartbeatMemory()
    let line = memory.line
    for level in 1...20 as ClosedRange<UInt64> {
      _ = line.beginRun(mode: 1)
      line.enter(callout: Self.callout(.timer, level), code: 0)
    }
    let reading = LineReading(line)
    #expect(reading.depth == 20 && reading.outer.map(\.0) == (1...8).map { Self.callout(.timer, $0) })
    withExtendedLifetime(memory) {}
  }

  @Test func aReadingIsAnotherOneWhenTheCalloutOrTheStateIs() {
    let memory = HeartbeatMemory()
    let line = memory.line
    var last = LineReading(line)
    func isChanged(_ body: () -> Void) -> Bool {
      body()
      let now = LineReading(line)
      defer { last = now }
      return now != last
    }
    #expect(!isChanged {})
    #expect(
      isChanged { _ = line.beginRun(mode: 0) } && isChanged { line.beginWait() }
        && isChanged { line.endWait() })
    #expect(isChanged { line.enter(callout: 4, code: 1) } && isChanged { line.leave() })
    #expect(!isChanged { line.store(5, HeartbeatLine.Word.lateness) })
    withExtendedLifetime(memory) {}
  }
}

/// The lines and names of the shared page, as they come and go.
@Suite(.hangLimit) struct PageUseTests {
  private func withPage(_ body: (HeartbeatPage, borrowing HeartbeatReader) throws -> Void) throws {
    let folder = try TemporaryFolder(in: "/dev/shm")
    defer { withExtendedLifetime(folder) {} }
    let page = try HeartbeatPage(folder: folder.path)
    try body(page, try HeartbeatReader(path: page.path))
  }

  @Test func aLineThatAnotherLoopHadBeginsAnew() throws {
    try withPage { page, reader in
      let first = try #require(page.takeLine(label: "first", thread: 1, isMain: true, isForeign: false))
      _ = first.line.beginRun(mode: 1)
      first.line.enter(callout: UInt64(CalloutKind.timer.rawValue), code: 5)
      _ = first.line.beginRun(mode: 1)
      first.line.enter(callout: UInt64(CalloutKind.timer.rawValue), code: 6)
      for word in 4..<HeartbeatLine.wordCount { first.line.store(9, word) }
      page.giveBack(line: first.index)
      let second = try #require(page.takeLine(label: "second", thread: 2, isMain: false, isForeign: true))
      #expect(second.index == first.index)
      for word in 0..<HeartbeatLine.wordCount { #expect(second.line.load(word) == 0, "word \(word)") }
      let seen = try #require(reader.loops.first)
      #expect(seen.label == "second" && seen.thread == 2 && !seen.isMain && seen.isForeign)
      #expect(
        seen.callout.kind == .none && seen.outerCallouts.isEmpty && seen.activity == .outside
          && seen.depth == 0)
    }
  }

  @Test func namesThatComeLaterAreReadLater() throws {
    try withPage { page, reader in
      let heartbeat = Heartbeat("names")
      let place = try #require(page.takeLine(label: "names", thread: 1, isMain: false, isForeign: true))
      heartbeat.move(to: place.line)
      defer { heartbeat.move(to: nil) }
      for round in 0..<40 {
        let works = (0..<3).map { Heartbeat.Work("round \(round), work \($0)", line: UInt(round * 3 + $0)) }
        page.tell(now: UInt64(round), threshold: 7)
        #expect(reader.monitor == (UInt64(round), 7))
        for (index, work) in works.enumerated() {
          heartbeat.begin(work)
          let callout = try #require(reader.loops.first).callout
          #expect(callout.label == "round \(round), work \(index)")
          #expect(callout.site.hasSuffix("LineReadingTests.swift:\(round * 3 + index)"))
          heartbeat.end()
        }
      }
    }
  }

  @Test func nestedWorkIsListedOutermostFirst() throws {
    try withPage { page, reader in
      let heartbeat = Heartbeat("nested")
      let place = try #require(page.takeLine(label: "nested", thread: 1, isMain: false, isForeign: true))
      heartbeat.move(to: place.line)
      defer { heartbeat.move(to: nil) }
      let works = ["outermost", "middle", "inner", "innermost"].map { Heartbeat.Work($0) }
      page.tell(now: 1, threshold: 1)
      for work in works { heartbeat.begin(work) }
      var seen = try #require(reader.loops.first)
      #expect(
        seen.callout.label == "innermost"
          && seen.outerCallouts.map(\.label) == ["outermost", "middle", "inner"])
      heartbeat.end()
      seen = try #require(reader.loops.first)
      #expect(seen.callout.label == "inner" && seen.outerCallouts.map(\.label) == ["outermost", "middle"])
      for _ in 0..<3 { heartbeat.end() }
    }
  }
}
