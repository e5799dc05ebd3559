import RunLoopCore
import TestHarness
import Testing

extension CFComparison {
  /// Where CFRunLoop's behaviour is unspecified, unreliable or a crash, and Mainspring's is specified.
  @Suite(.hangLimit) struct FreeChoices {
    private func events(_ scenario: String) throws -> [String] {
      let trace = try Mainspring().trace(scenario)
      return trace.split(separator: "\n").map { String($0.drop { $0 != "]" }.dropFirst(2)) }
    }

    @Test func equalDatesFireInTheOrderOfSetting() throws {
      let events = try events(
        """
        source k
        timer a at 2
        timer b at 2
        timer c at 2 every 1
        timer d at 3
        add d default; add c default; add a default; add b default; add k default
        fire a at 2
        run default 1.5; run default 2
        """)
      #expect(
        events.filter { $0.hasPrefix("timer") }
          == ["timer b", "timer c", "timer a", "timer d", "timer c"])
    }

    /// As CFRunLoop's list of timers, where that can be seen: a repetition sets the next date when the call has returned.
    @Test func aRepetitionComesAfterTheSameDateThatWasSetBefore() throws {
      let events = try events(
        """
        timer a at 3 every 2
        timer b at 20
        on a #1: fire b at 5; sleep 0.5
        add a default; add b default
        run default 6
        """)
      #expect(events.filter { $0.hasPrefix("timer") } == ["timer a", "timer b", "timer a"])
    }

    /// CFRunLoop would take the second for the first if they looked the same to it.
    @Test func sourcesAreDistinguishedByIdentity() throws {
      let events = try events(
        """
        source a b
        add a default
        contains b default
        add b default; remove a default
        contains a default; contains b default
        """)
      #expect(
        events.filter { $0.hasPrefix("contains") } == [
          "contains b default = no", "contains a default = no", "contains b default = yes",
        ])
    }

    /// CFRunLoop gives the events of both to the source that was added last.
    @Test func aDescriptorIsWatchedOnceInAMode() throws {
      let loop = RunLoop.current
      let port = try RunLoop.WakePort()
      let first = RunLoop.PortSource(port) {}
      let second = RunLoop.PortSource(port) {}
      let mode = RunLoop.Mode(rawValue: "free choices")
      try loop.add(first, to: mode)
      #expect(throws: RunLoop.PortError.self) { try loop.add(second, to: mode) }
      #expect(!loop.contains(second, in: mode))
      loop.remove(first, from: mode)
      try loop.add(second, to: mode)
      #expect(loop.contains(second, in: mode))
      second.invalidate()
    }

    /// CFRunLoop crashes.
    @Test func commonIsNoModeToBeMadeCommon() throws {
      let events = try events("source s\naddcommon common\nadd s common\nmodes\nrun common 1")
      #expect(events == ["sched s default", "modes = default", "run common 1", "ret finished", "end"])
    }

    /// 2,000 seconds of nanoseconds: too many to be counted.
    @Test func missedDatesOfATinyIntervalCostNothing() throws {
      let start = ContinuousClock.now
      let events = try events(
        """
        timer t at 1 every 0.00000001
        on t #1: sleep 20000
        on t #2: invalidate t
        add t default
        run default 30000
        """)
      #expect(events.filter { $0.hasPrefix("timer") }.count == 2)
      #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func timesSaturate() throws {
      let events = try events(
        """
        source k
        timer far at 1e30 every 1e30
        timer long at -1e30
        add k default; add far default; add long default
        run default -1e30
        firedate far; nextfire default
        fire far after 1e30; firedate far
        run default 1
        """)
      #expect(events.last == "end")
      #expect(events.filter { $0.hasPrefix("timer") } == ["timer long"])
    }
  }
}
