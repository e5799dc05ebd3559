import Scenarios
import TestHarness
import Testing

/// The language and its printing: what is read can be written.
@Suite(.hangLimit) struct ScenarioTextTests {
  /// Every statement, operation and spelling.
  static let everything = """
    # A comment, then a blank line.

    name everything   # and a comment after a statement
    tags random main
    thread main
    loop L
    loop M
    source s1 s2 order -3
    source plain
    port p order 2
    timer t at -1.5 every 2 order 4
    timer never at inf
    timer odd at nan every -1
    timer u at 2 every inf
    observer o on entry,exit once order 1
    observer a on all
    block b1 b2
    on s1: wakeup; wakeup L; stop; stop M
    on s1 #2: print two
    on s2 #2-4: mode; modes; waiting
    on t #3-: run A 1.50 handled; run default nan; run default inf
    on o entry: valid t; invalidate s1
    on a beforeWaiting #1: ;
    on b2: signal s1; signal p
    bg 2.5: add s1 A; remove s1 A@L
    bg -1: wakeup
    add s1 common; contains s1 default
    perform b1 A,common@L; perform b2 B
    dispatch b1
    runforever
    sleep 0.25
    fire t at 3.5; fire t after inf; fire t past; fire t never
    firedate t; nextfire A@L; addcommon A; addcommon B@M
    release s2
    exitloop L

    """

  @Test func everyStatementIsRead() throws {
    let scenario = try ScenarioParser.parse(Self.everything)
    #expect(scenario.name == "everything")
    #expect(scenario.tags == ["random", "main"])
    #expect(scenario.thread == .main)
    #expect(scenario.loops == ["L", "M"])
    #expect(
      scenario.items.map(\.name)
        == ["s1", "s2", "plain", "p", "t", "never", "odd", "u", "o", "a", "b1", "b2"])
    #expect(scenario.items.map(\.order) == [-3, -3, 0, 2, 4, 0, 0, 0, 1, 0, 0, 0])
    #expect(scenario.items[4].at == -1.5 && scenario.items[4].every == 2)
    #expect(scenario.items[6].at.isNaN && scenario.items[6].every == -1)
    #expect(scenario.items[8].activities == 129 && scenario.items[8].once)
    #expect(scenario.items[9].activities == Scenario.allActivities && !scenario.items[9].once)
    #expect(scenario.events.map(\.at) == [2.5, -1])
    #expect(scenario.program.count == 17)
    #expect(scenario.program.first?.line == 27)
  }

  @Test func handlersSayForWhichCalls() throws {
    let scenario = try ScenarioParser.parse(Self.everything)
    let handlers = scenario.items.flatMap(\.handlers)
    #expect(handlers.map(\.firstCall) == [1, 2, 2, 3, 1, 1, 1])
    #expect(handlers.map(\.lastCall) == [.max, 2, 4, .max, .max, 1, .max])
    #expect(handlers.map(\.activity) == [0, 0, 0, 0, 1, 32, 0])
    #expect(handlers.map(\.operations.count) == [4, 1, 3, 3, 2, 0, 2])
  }

  @Test func whatIsReadCanBeWritten() throws {
    // Without the timer whose date is not a number: it does not equal itself.
    let text = Self.everything.split(separator: "\n").filter { !$0.contains("odd") }.joined(separator: "\n")
    let scenario = try ScenarioParser.parse(text)
    let again = try ScenarioParser.parse(scenario.description)
    #expect(again.withoutLines == scenario.withoutLines)
  }

  @Test func writingIsStable() throws {
    let description = try ScenarioParser.parse(Self.everything).description
    #expect(try ScenarioParser.parse(description).description == description)
    #expect(description.contains("run A 1.50 handled\n") || description.contains("run A 1.50 handled;"))
    #expect(description.contains("timer odd at nan every -1\n"))
    #expect(description.contains("on a beforeWaiting #1:\n"))
    #expect(description.contains("perform b1 A,common@L\n"))
  }

  @Test func anEmptyTextIsAnEmptyScenario() throws {
    #expect(try ScenarioParser.parse("") == Scenario())
    #expect(try ScenarioParser.parse(" \n\t\n# 1\n#") == Scenario())
    #expect(Scenario().description == "")
  }

  @Test func linesMayEndAsOnWindows() throws {
    let scenario = try ScenarioParser.parse("source s\r\nadd s A\r\n")
    #expect(scenario.items.map(\.name) == ["s"])
    #expect(scenario.program.map(\.verb) == [.add(item: "s", .init(mode: "A"))])
  }

  @Test func aHashMarkBeforeADigitIsACallNumber() throws {
    let scenario = try ScenarioParser.parse("source s\non s #2: print a#b #no call\n")
    #expect(scenario.items[0].handlers.map(\.firstCall) == [2])
    #expect(scenario.items[0].handlers[0].operations.map(\.verb) == [.print("a#b")])
  }

  @Test func aHashMarkInAWordIsPartOfItAndOneBeforeAWordBeginsAComment() throws {
    for (text, verbs) in [
      ("print a#b", [.print("a#b")]), ("print a# b", nil), ("print a #", [.print("a")]),
      ("print a #b c", [.print("a")]),
      ("print a\t# b", [.print("a")]), ("# print a", []), ("print #x", nil), ("print x#1", [.print("x#1")]),
    ] as [(String, [Scenario.Verb]?)] {
      #expect((try? ScenarioParser.parse(text))?.program.map(\.verb) == verbs, "\(text)")
    }
  }

  @Test func everyRangeOfCallsIsWrittenAsItWasRead() throws {
    for range in ["", " #1", " #2", " #1-1", " #1-2", " #2-", " #3-", " #9-12", " #4-4"] {
      let scenario = try ScenarioParser.parse("source s\non s\(range): print x\n")
      let again = try ScenarioParser.parse(scenario.description)
      #expect(again.withoutLines == scenario.withoutLines, "\(range)")
      #expect(
        again.items[0].handlers
          == scenario.withoutLines.items[0].handlers.map { handler in
            var handler = handler
            handler.operations = again.items[0].handlers[0].operations
            return handler
          })
    }
  }

  @Test func everyOptionOfAnItemIsWrittenAsItWasRead() throws {
    for text in [
      "source a b order 3", "port p order -7", "timer t at 1 every 0.5 order 2", "timer t at -2",
      "timer t at 0 every inf",
      "observer o on entry once", "observer o on beforeTimers,beforeWaiting,exit order 9",
      "observer o on all once order -1",
    ] {
      let scenario = try ScenarioParser.parse(text)
      #expect(try ScenarioParser.parse(scenario.description).withoutLines == scenario.withoutLines, "\(text)")
    }
    #expect(try ScenarioParser.parse("source a b c order 3").items.map(\.order) == [3, 3, 3])
  }

  @Test func namesMayBeUsedBeforeTheirDeclaration() throws {
    let scenario = try ScenarioParser.parse("on s: signal p\nadd s A@L\nsource s\nport p\nloop L\n")
    #expect(scenario.items.map(\.handlers.count) == [1, 0])
  }
}
