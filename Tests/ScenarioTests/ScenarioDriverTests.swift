import Scenarios
import Synchronization
import TestHarness
import Testing

/// What the driver makes of activities, of another thread's events, and of numbers.
@Suite(.hangLimit) struct ScenarioDriverTests {
  private final class Collected: Sendable {
    let lines = Mutex<[String]>([])
    let done = ScenarioSemaphore()
  }

  private func lines(_ text: String, options: ScenarioTraceOptions = .init(showsTime: false)) throws
    -> [String]
  {
    let collected = Collected()
    let scenario = try ScenarioParser.parse(text)
    ScenarioThread.detach {
      ScenarioDriver(
        scenario, on: FakeBackend(), options: options,
        sink: { line in collected.lines.withLock { $0.append(line) } },
        ended: { _ in collected.done.signal() }
      ).run()
    }
    collected.done.wait()
    return collected.lines.withLock { $0 }
  }

  /// Observers are called at a run's entry, for its timers, and at its exit.
  @Test func handlersOfAnActivityAreForItsCallsAndCountThemAlone() throws {
    let found = try lines(
      """
      observer o on all
      on o entry: print entered
      on o beforeTimers #2: print second-timers
      on o exit #1-2: print left
      on o #3: print third
      on o #8-: print more
      add o A
      run A 0; run A 0; run A 0
      """)
    #expect(
      found == [
        "[0] run A 0", "[1] obs o entry", "[1] print entered", "[1] obs o beforeTimers",
        "[1] obs o exit", "[1] print left", "[1] print third", "[0] ret timedOut",
        "[0] run A 0", "[1] obs o entry", "[1] print entered", "[1] obs o beforeTimers",
        "[1] print second-timers",
        "[1] obs o exit", "[1] print left", "[0] ret timedOut",
        "[0] run A 0", "[1] obs o entry", "[1] print entered", "[1] obs o beforeTimers", "[1] print more",
        "[1] obs o exit", "[1] print more", "[0] ret timedOut", "[0] end",
      ])
  }

  @Test func anObserverIsMadeForItsActivities() throws {
    let found = try lines("observer o on entry,exit\nadd o A\nrun A 0\nremove o A\nrun A 0")
    #expect(
      found == [
        "[0] run A 0", "[1] obs o entry", "[1] obs o exit", "[0] ret timedOut", "[0] run A 0",
        "[0] ret timedOut",
        "[0] end",
      ])
  }

  @Test func eventsOfOneTimeHappenInTheOrderInWhichTheyAreWritten() throws {
    let found = try lines(
      """
      bg 2: print d
      bg 1: print a
      bg 1: print b; print c
      bg 2: print e
      sleep 3
      """)
    #expect(
      found == ["[bg] print a", "[bg] print b", "[bg] print c", "[bg] print d", "[bg] print e", "[0] end"])
  }

  @Test func whileTheOtherThreadSleepsNothingElseOfItHappens() throws {
    let found = try lines(
      "bg 1: print a; sleep 4; print b\nbg 2: print c; sleep -5; print d\nbg 9: print e\nsleep 12",
      options: .init())
    #expect(
      found == [
        "1.00 [bg] print a", "5.00 [bg] print b", "5.00 [bg] print c", "5.00 [bg] print d",
        "9.00 [bg] print e",
        "12.00 [0] end",
      ])
  }

  @Test func datesAreInTicksWithTwoDecimalsAndOutOfReachInWords() throws {
    let dates: [(String, String)] = [
      ("0", "0.00"), ("-0.001", "0.00"), ("-0.01", "-0.01"), ("-0.5", "-0.50"), ("-1.05", "-1.05"),
      ("0.05", "0.05"),
      ("1.999", "2.00"), ("10000000", "10000000.00"), ("10000001", "far"), ("1e12", "far"), ("inf", "far"),
      ("-10000000", "-10000000.00"), ("-10000001", "longPast"), ("-inf", "longPast"), ("nan", "nan"),
    ]
    let items = dates.enumerated().map { "timer t\($0) at \($1.0)\n" }.joined()
    let asks = dates.indices.map { "firedate t\($0)\n" }.joined()
    let found = try lines(items + asks)
    #expect(found.dropLast() == dates.enumerated().map { "[0] firedate t\($0) = \($1.1)" }[...])
  }

  @Test func aTraceHasAsManyLinesAsItsBudgetAndIsGivenUpAtTheNext() throws {
    let text = "print a; print b; print c; print d"
    #expect(try lines(text, options: .init(budget: 5, showsTime: false)).last == "[0] end")
    #expect(
      try lines(text, options: .init(budget: 3, showsTime: false))
        == ["[0] print a", "[0] print b", "[0] print c", "[0] print d", "BUDGET"])
  }

  @Test func aHandlerOfOneCallIsForThatCallAndOneOfSeveralForTheLastOfThemToo() throws {
    let found = try lines(
      """
      block b
      on b #2: print two
      on b #1-2: print both
      on b #3-3: print three
      perform b A; perform b A; perform b A; perform b A
      run A 0
      """)
    #expect(
      found == [
        "[0] run A 0", "[1] block b", "[1] print both", "[1] block b", "[1] print two", "[1] print both",
        "[1] block b", "[1] print three", "[1] block b", "[0] ret timedOut", "[0] end",
      ])
  }
}
