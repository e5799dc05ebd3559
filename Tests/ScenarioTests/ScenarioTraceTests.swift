import Scenarios
import Synchronization
import TestHarness
import Testing

/// The driver and the trace it prints, over a loop that is hardly one.
@Suite(.hangLimit) struct ScenarioTraceTests {
  /// Collects a trace, and waits for its end: the scenario's thread may not come back.
  private final class Recorder: Sendable {
    let lines = Mutex<[String]>([])
    let ending = Mutex<ScenarioEnding?>(nil)
    let done = ScenarioSemaphore()
  }

  private func trace(
    _ text: String, tick: Double = 0.1, options: ScenarioTraceOptions = .init()
  ) throws -> (lines: [String], ending: ScenarioEnding?) {
    let recorder = Recorder()
    let scenario = try ScenarioParser.parse(text)
    ScenarioThread.detach {
      ScenarioDriver(
        scenario, on: FakeBackend(), tick: tick, options: options,
        sink: { line in recorder.lines.withLock { $0.append(line) } },
        ended: { ending in
          recorder.ending.withLock { $0 = ending }
          recorder.done.signal()
        }
      ).run()
    }
    recorder.done.wait()
    return (recorder.lines.withLock { $0 }, recorder.ending.withLock { $0 })
  }

  @Test func linesHaveTimesAndDepths() throws {
    let (lines, ending) = try trace(
      """
      block a
      on a: run B 1.50 handled
      print hello
      perform a A
      run A 2
      """)
    #expect(
      lines == [
        "0.00 [0] print hello", "0.00 [0] run A 2", "0.00 [1] block a", "0.00 [1] run B 1.50 handled",
        "1.50 [1] ret timedOut", "3.50 [0] ret timedOut", "3.50 [0] end",
      ])
    #expect(ending == .end)
  }

  @Test func timesCanBeOmitted() throws {
    let (lines, _) = try trace("sleep 3\nprint x", options: .init(showsTime: false))
    #expect(lines == ["[0] print x", "[0] end"])
  }

  @Test func timesAreInTicksAndNeverRoundedUp() throws {
    let (lines, _) = try trace("sleep 0.129\nprint x\nsleep 0.001\nprint y", tick: 7)
    #expect(lines == ["0.12 [0] print x", "0.13 [0] print y", "0.13 [0] end"])
  }

  /// In binary these lie below the hundredth that they are written as.
  @Test(arguments: ["0.29", "0.57", "0.58", "1.13", "4.35"])
  func aTimeIsShownAsItIsWritten(_ time: String) throws {
    let (lines, _) = try trace("sleep \(time)\nprint x", tick: 1)
    #expect(lines == ["\(time) [0] print x", "\(time) [0] end"])
  }

  @Test func schedulingOfOneOperationIsSorted() throws {
    let (lines, _) = try trace("source s q\nadd s m; add q m\nremove s m\nprint x")
    #expect(
      lines == [
        "0.00 [0] sched s a", "0.00 [0] sched s m", "0.00 [0] sched s z",
        "0.00 [0] sched q a", "0.00 [0] sched q m", "0.00 [0] sched q z",
        "0.00 [0] cancel s m", "0.00 [0] print x", "0.00 [0] end",
      ])
  }

  @Test func answersAreInWords() throws {
    let (lines, _) = try trace(
      """
      loop L
      source s
      timer t at 2.345 every 1
      timer v at -0.25
      timer f at inf
      timer n at nan
      add t A
      contains t A; contains s A@L; valid t; valid s
      firedate t; firedate v; firedate f; firedate n
      fire t past; firedate t; fire t never; firedate t
      nextfire A; nextfire A@L
      mode; modes; waiting
      """)
    #expect(
      lines.map { $0.split(separator: " ", maxSplits: 2)[2] } == [
        "contains t A = yes", "contains s A@L = no", "valid t = yes", "valid s = no",
        "firedate t = 2.35", "firedate v = -0.25", "firedate f = far", "firedate n = nan",
        "firedate t = longPast", "firedate t = none", "nextfire A = none", "nextfire A@L = far",
        "mode = none", "modes = A B default", "waiting = no", "end",
      ])
  }

  @Test func handlersCountCalls() throws {
    let (lines, _) = try trace(
      """
      block b
      on b #2: print two
      on b #3-: print more
      on b #1-3: print few
      perform b A; perform b A; perform b A; perform b A
      run A 0
      """, options: .init(showsTime: false))
    #expect(
      lines == [
        "[0] run A 0", "[1] block b", "[1] print few", "[1] block b", "[1] print two", "[1] print few",
        "[1] block b", "[1] print more", "[1] print few", "[1] block b", "[1] print more", "[0] ret timedOut",
        "[0] end",
      ])
  }

  @Test func theOtherThreadActsInOrderOfTime() throws {
    let (lines, _) = try trace(
      """
      bg 3: print c
      bg 1: print a; sleep 1; print b; sleep 2.5; print d
      bg 2: print waited
      sleep 9
      """)
    #expect(
      lines == [
        "1.00 [bg] print a", "2.00 [bg] print b", "4.50 [bg] print d", "4.50 [bg] print waited",
        "4.50 [bg] print c", "9.00 [0] end",
      ])
  }

  @Test func aLoopThatIsGoneIsNotUsed() throws {
    let (lines, _) = try trace(
      """
      loop L
      source s
      add s A@L; contains s A@L
      exitloop L; exitloop L
      contains s A@L; stop L; nextfire A@L
      """, options: .init(showsTime: false))
    #expect(
      lines == [
        "[0] sched s A", "[0] sched s a", "[0] sched s z", "[0] contains s A@L = yes",
        "[0] contains s A@L = no", "[0] nextfire A@L = none", "[0] end",
      ])
  }

  @Test func tooManyLinesAreGivenUp() throws {
    let (lines, ending) = try trace(
      "block b\non b: perform b A\nperform b A\nrun A 1", options: .init(budget: 5))
    #expect(lines.count == 7)
    #expect(lines.last == "BUDGET")
    #expect(ending == .budget)
  }

  @Test func aDeadlockIsTheLastLine() throws {
    let (lines, ending) = try trace("source s\nbg 1: print never\nadd s A\nrunforever\nprint x")
    #expect(lines.suffix(2) == ["0.00 [0] runforever", "DEADLOCK"])
    #expect(ending == .deadlock)
  }

  @Test func aWatchdogCanEndIt() throws {
    let recorder = Recorder()
    let driver = ScenarioDriver(
      try ScenarioParser.parse("print x"), on: FakeBackend(),
      sink: { line in recorder.lines.withLock { $0.append(line) } }, ended: { _ in recorder.done.signal() })
    ScenarioThread.detach { driver.hang() }
    recorder.done.wait()
    #expect(recorder.lines.withLock { $0 } == ["HANG"])
  }

  /// The limit is one of runs inside one another.
  @Test func hundredsOfRunsOneAfterTheOtherAreNotTooMany() throws {
    let (lines, ending) = try trace(Array(repeating: "run A 0", count: 300).joined(separator: "; "))
    #expect(lines.count == 601 && ending == .end)
  }
}
