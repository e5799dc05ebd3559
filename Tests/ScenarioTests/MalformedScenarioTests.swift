import Scenarios
import TestHarness
import Testing

/// Whatever is wrong with a text is said with its line.
@Suite(.hangLimit) struct MalformedScenarioTests {
  /// Declarations that the cases below build on, so that each case begins at line 2.
  private static let declarations = """
    source s
    port p
    timer t at 1
    observer o on all
    block b
    loop L

    """

  /// The reason for a text that stands on line 7, after the declarations.
  static let reasons: [(String, String)] = [
    // Operations
    ("jump", "unknown operation 'jump'"),
    ("add", "missing name of an item"),
    ("add s", "missing mode"),
    ("add s A B", "unexpected word 'B'"),
    ("add s @L", "missing mode in '@L'"),
    ("add x A", "unknown item 'x'"),
    ("add s A@X", "unknown loop 'X'"),
    ("add s A@", "unknown loop ''"),
    ("add b A", "add is not for blocks, and 'b' is one"),
    ("remove b A", "remove is not for blocks, and 'b' is one"),
    ("contains b A", "contains is not for blocks, and 'b' is one"),
    ("invalidate b", "invalidate is not for blocks, and 'b' is one"),
    ("valid b", "valid is not for blocks, and 'b' is one"),
    ("release b", "release is not for blocks, and 'b' is one"),
    ("valid", "missing name of an item"),
    ("valid s t", "unexpected word 't'"),
    ("signal t", "signal needs a source or port, and 't' is a timer"),
    ("signal o", "signal needs a source or port, and 'o' is an observer"),
    ("perform s A", "perform needs a block, and 's' is a source"),
    ("perform b", "missing mode"),
    ("perform b A,", "missing mode in 'A,'"),
    ("perform b ,A", "missing mode in ',A'"),
    ("perform b A@X", "unknown loop 'X'"),
    ("dispatch t", "dispatch needs a block, and 't' is a timer"),
    ("dispatch", "missing name of an item"),
    ("wakeup X", "unknown loop 'X'"),
    ("wakeup L L", "unexpected word 'L'"),
    ("stop s", "unknown loop 's'"),
    ("run", "missing mode"),
    ("run A", "missing number of ticks"),
    ("run A one", "bad number 'one'"),
    ("run A 1 handle", "unexpected word 'handle'"),
    ("run A 1 handled now", "unexpected word 'now'"),
    ("run A@L 1", "run is for the thread's own loop, not for 'A@L'"),
    ("runforever 1", "unexpected word '1'"),
    ("sleep", "missing time to sleep"),
    ("sleep 1s", "bad number '1s'"),
    ("sleep inf", "time to sleep must be finite"),
    ("sleep nan", "time to sleep must be finite"),
    ("fire t", "missing date: at T, after T, past or never"),
    ("fire t soon", "unknown date 'soon': at T, after T, past or never"),
    ("fire t at", "missing time after 'at'"),
    ("fire t after x", "bad number 'x'"),
    ("fire t past 3", "unexpected word '3'"),
    ("fire s past", "fire needs a timer, and 's' is a source"),
    ("firedate o", "firedate needs a timer, and 'o' is an observer"),
    ("nextfire", "missing mode"),
    ("nextfire A@X", "unknown loop 'X'"),
    ("addcommon A@X", "unknown loop 'X'"),
    ("mode A", "unexpected word 'A'"),
    ("print", "missing word to print"),
    ("exitloop", "missing loop"),
    ("exitloop X", "unknown loop 'X'"),
    ("wakeup; jump; wakeup", "unknown operation 'jump'"),
    // Declarations
    ("source", "missing name of the source"),
    ("source order 1", "missing name of the source"),
    ("source s", "'s' declared twice"),
    ("port q q", "'q' declared twice"),
    ("block s", "'s' declared twice"),
    ("source q order", "missing number after 'order'"),
    ("source q order first", "bad order 'first': a whole number"),
    ("source q order 1.5", "bad order '1.5': a whole number"),
    ("source q order inf", "bad order 'inf': a whole number"),
    ("source q order 1 r", "unexpected word 'r'"),
    ("source q order 1 order 1", "'order' given twice"),
    ("source q at 1", "unexpected word 'at'"),
    ("source a:b", "bad name 'a:b'"),
    ("source a@b", "bad name 'a@b'"),
    ("block q order 1", "unexpected word 'order'"),
    ("timer", "missing name of the timer"),
    ("timer u", "timer 'u' without 'at'"),
    ("timer u every 1", "timer 'u' without 'at'"),
    ("timer u at", "missing time after 'at'"),
    ("timer u at x", "bad number 'x'"),
    ("timer u at 1 at 2", "'at' given twice"),
    ("timer u at 1 every", "missing interval after 'every'"),
    ("timer u at 1 once", "unexpected word 'once'"),
    ("timer u v at 1", "unexpected word 'v'"),
    ("observer q", "observer 'q' without 'on'"),
    ("observer q once", "observer 'q' without 'on'"),
    ("observer q on", "missing activities after 'on'"),
    ("observer q on sleep", "unknown activity 'sleep'"),
    ("observer q on entry,", "unknown activity ''"),
    ("observer q on entry exit", "unexpected word 'exit'"),
    ("loop", "missing name of the loop"),
    ("loop L", "loop 'L' declared twice"),
    ("loop M N", "unexpected word 'N'"),
    ("thread", "missing thread: main or worker"),
    ("thread pool", "unknown thread 'pool': main or worker"),
    ("thread main worker", "unexpected word 'worker'"),
    // Handlers and events
    ("on s print x", "missing ':' after 'on …'"),
    ("on: print x", "missing name of an item"),
    ("on x: print x", "unknown item 'x'"),
    ("on s: jump", "unknown operation 'jump'"),
    ("on s: signal x", "unknown item 'x'"),
    ("on s #0: print x", "bad call range '#0': #N, #N-M or #N-, from 1"),
    ("on s #3-2: print x", "bad call range '#3-2': #N, #N-M or #N-, from 1"),
    ("on s #1-2-3: print x", "bad call range '#1-2-3': #N, #N-M or #N-, from 1"),
    ("on s #1x: print x", "bad call range '#1x': #N, #N-M or #N-, from 1"),
    (
      "on s #99999999999999999999: print x", "bad call range '#99999999999999999999': #N, #N-M or #N-, from 1"
    ),
    ("on s #1 #2: print x", "unexpected word '#2'"),
    ("on o wakeup: print x", "unknown activity 'wakeup'"),
    ("on o entry exit: print x", "unexpected word 'exit'"),
    ("on s entry: print x", "only observers have activities, and 's' is a source"),
    ("bg 1 wakeup", "missing ':' after 'bg …'"),
    ("bg: wakeup", "missing time of the event"),
    ("bg soon: wakeup", "bad number 'soon'"),
    ("bg inf: wakeup", "time of the event must be finite"),
    ("bg 1 2: wakeup", "unexpected word '2'"),
    ("bg 1: add x A", "unknown item 'x'"),
  ]

  @Test(arguments: reasons)
  func isRefused(text: String, reason: String) {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioParser.parse(Self.declarations + text + "\nwakeup\n")
    }
    #expect(error == ScenarioError(line: 7, reason: reason))
  }

  @Test func theFirstWrongNameIsReported() {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioParser.parse("source s\nadd s A\non s: signal y\nadd x A\nadd z A\n")
    }
    #expect(error?.description == "line 3: unknown item 'y'")
  }

  @Test func theFirstWrongNameIsReportedWhereverItIs() {
    // In the program, an event and a handler, in this order and in another one.
    for (text, line) in [
      ("source s\nadd x A\nbg 1: add y A\non s: add z A\n", 2), ("source s\nbg 1: add y A\nadd x A\n", 2),
      ("source s\nbg 1: add s A\non s: add z A\nadd x A\n", 3),
      ("source s\nadd s A\nbg 1: add s A; signal q\n", 3),
    ] {
      let error = #expect(throws: ScenarioError.self) { try ScenarioParser.parse(text) }
      #expect(error?.description.hasPrefix("line \(line): unknown item") == true, "\(text)")
    }
  }

  @Test func wordsAreCheckedBeforeNames() {
    let error = #expect(throws: ScenarioError.self) { try ScenarioParser.parse("add x A\n\n\nrun A z\n") }
    #expect(error?.description == "line 4: bad number 'z'")
  }
}
