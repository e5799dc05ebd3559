import TestHarness
import Testing

/// `runloop trace`: what it prints, and how it ends.
@Suite("runloop trace", .hangLimit)
struct TraceToolTests {
  private func trace(_ scenario: String, _ options: [String] = []) throws -> ToolRun {
    let file = try TemporaryFile(scenario)
    return try ToolRun(["trace"] + options + [file.path])
  }

  @Test("ends with a status for each ending")
  func endings() throws {
    let complete = try trace("block b\nperform b default\nrun default 1\n")
    #expect(complete.status == 0 && complete.errors.isEmpty)
    #expect(
      complete.output.hasPrefix("0.00 [0] run default 1\n") && complete.output.contains("[1] block b\n"))
    #expect(complete.output.hasSuffix("[0] end\n"))
    let endless = try trace(String(repeating: "print more\n", count: 100), ["--budget", "20"])
    #expect(endless.status == 3 && endless.output.hasSuffix("BUDGET\n"))
    #expect(endless.output.split(separator: "\n").count == 22)
    let asleep = try trace("source s\nadd s default\nrunforever\n")
    #expect(asleep.status == 4 && asleep.output.hasSuffix("DEADLOCK\n"))
    let wrong = try trace("source s\nadd x default\n")
    #expect(wrong.status == 2 && wrong.output.isEmpty && wrong.errors.contains("line 2: unknown item 'x'"))
  }

  @Test("shows a scenario in its help that does what is said there")
  func example() throws {
    let help = try ToolRun(["trace", "--help"]).output
    let example = try #require(help.firstRange(of: "signals a source:\n\n"))
    let lines = help[example.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
    let run = try trace(lines.prefix { $0.hasPrefix("  ") }.joined(separator: "\n") + "\n")
    let called = run.output.split(separator: "\n").filter { $0.contains(" [1] ") }.map { String($0) }
    #expect(run.status == 0, "\(run.errors)")
    #expect(called == ["1.00 [1] timer t", "1.00 [1] src work", "3.00 [1] timer t", "3.00 [1] src work"])
  }

  /// Escape sequences of a scenario reached the terminal.
  @Test("shows a scenario's words as plain text, in the trace and in errors")
  func plain() throws {
    for (scenario, status) in [("print a\u{1B}[31mred\n", 0), ("a\u{1B}[31mred\n", 2)] as [(String, Int32)] {
      let run = try trace(scenario)
      let text = run.output + run.errors
      #expect(
        run.status == status && text.contains("[31mred") && !text.contains("\u{1B}"),
        "\(text.debugDescription)")
    }
  }

  /// The stack overflowed.
  @Test("gives up a scenario whose runs lie in one another without end")
  func nesting() throws {
    let nested = try trace(
      "source s\nadd s default\nsignal s\non s: signal s; run default 0\nrun default 1\n")
    #expect(nested.status == 3 && nested.output.hasSuffix("BUDGET\n"))
    #expect(nested.output.contains("[200] src s") && !nested.output.contains("[201] "))
  }

  @Test("takes simulated time, or real time when that is asked for")
  func times() throws {
    // A hundred hours of ticks.
    let simulated = try trace("sleep 3600000\nprint later\n")
    #expect(simulated.output == "3600000.00 [0] print later\n3600000.00 [0] end\n" && simulated.status == 0)
    // A thousand ticks of a millisecond.
    let begin = ContinuousClock.now
    let real = try trace("sleep 1000\nprint later\n", ["--real-time", "--tick", "1"])
    let took = begin.duration(to: .now)
    let time = try #require(real.output.split(separator: " ").first.flatMap { Double($0) })
    #expect(time >= 1_000 && real.status == 0 && took >= .seconds(1) && took < .seconds(8), "\(took)")
  }

  @Test(
    "that is called in a wrong way says what would be right",
    arguments: [
      (["--tick"], "--tick needs a number of milliseconds from 1 to 10000"), (["--tick", "0"], "not '0'"),
      (["--tick=0"], "not '0'"), (["--real-time=1"], "--real-time takes no value, and was given '1'"),
      (["--tick", "10001"], "not '10001'"), (["--tick", "nan"], "not 'nan'"), (["--budget", "0"], "not '0'"),
      (["--budget", "1000001"], "a number of lines from 1 to 1000000, not '1000001'"),
      (["--fast"], "unknown option '--fast'"),
      (["a", "b"], "one scenario at a time, not 2"),
      (["/nonexistent/scenario"], "cannot read /nonexistent/scenario: No such file"),
      (["/dev/zero"], "/dev/zero is larger than 16 MiB, which no scenario is"),
    ])
  func wrong(_ arguments: [String], _ answer: String) throws {
    let run = try ToolRun(["trace"] + arguments)
    #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(answer), "\(run.errors)")
  }

  @Test("takes the largest and the smallest tick and budget that it allows")
  func limits() throws {
    for options in [["--tick", "1"], ["--tick", "10000"], ["--budget", "1000000"], ["--budget", "2"]] {
      #expect(try trace("print x", options).status == 0, "\(options)")
    }
    #expect(try trace("print x", ["--budget", "1"]).status == 3)
  }
}

/// The words after `runloop router`, before anything is opened.
@Suite("A wrong call of runloop router", .hangLimit)
struct RouterArgumentTests {
  /// Where no socket can be made: a call that is not refused ends all the same.
  private static let nowhere = "/proc/none/router"

  @Test(
    "is answered with what would be right",
    arguments: [
      (
        ["--fast"],
        "--fast is how to play a recording: it needs --recording FILE"
      ),
      (["--screen", "390"], "--screen wants points as 390x844, not '390'"), (["--screen=0x10"], "not '0x10'"),
      (["--screen=1x2x3"], "not '1x2x3'"), (["--screen=100001x5"], "not '100001x5'"),
      (["--screen=axb"], "not 'axb'"),
      (["--clients", "65"], "--clients wants a number from 0 to 64, not '65'"),
      (["--clients=-1"], "not '-1'"),
      (["--allow", "root"], "--allow wants a user's number, not 'root'"), (["--allow=-1"], "not '-1'"),
      (["--stay=yes"], "--stay takes no value, and was given 'yes'"),
      (["--device"], "--device needs a value"),
      (["--device="], "--device needs a value"),
      (["--scren", "1x1"], "unknown option '--scren' (did you mean '--screen'?)"),
      (["lst"], "there is no 'lst'; there are: list, front NAME, lock, unlock"),
      (["list", "all"], "there is no 'list all'"),
      (["front"], "front wants the name of one application"),
      (["front", "a", "b"], "front wants the name of one application"),
    ])
  func wrong(_ arguments: [String], _ answer: String) throws {
    let run = try ToolRun(["router", "--socket", Self.nowhere] + arguments)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("runloop: router: ") && run.errors.contains(answer), "\(run.errors)")
  }

  @Test("to a router that is not there ends with status 1, and helps with 0")
  func others() throws {
    for words in [["list"], ["front", "app"], ["lock"], ["unlock"]] {
      let run = try ToolRun(["router"] + words + ["--socket", Self.nowhere])
      #expect(run.status == 1 && run.errors.contains("no router listens at"), "\(run.errors)")
    }
    let help = try ToolRun(["router", "-h"])
    #expect(help.status == 0 && help.output.hasPrefix("usage: runloop router"))
    let unknown = try ToolRun(["rooter"])
    #expect(unknown.status == 2 && unknown.errors.contains("unknown command 'rooter'"))
    let help2 = try ToolRun(["help"])
    for command in ["bench", "demo", "router", "stalls", "trace"] {
      #expect(help2.output.contains("  \(command) "))
    }
  }
}
