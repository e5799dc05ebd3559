import Foundation
import ScenarioModel
import Scenarios
import TestHarness
import Testing

extension CFComparison {
  /// `runloop trace` as a user calls it.
  @Suite(.hangLimit) struct Tool {
    private func run(_ arguments: [String], input: String = "") throws -> ChildProgram.Outcome {
      try ChildProgram.run(try ChildProgram.product("runloop"), arguments, input: input)
    }

    private func path(_ name: String) -> String {
      ScenarioFile.folder.appending(path: "\(name).txt").path
    }

    private func failure(_ arguments: [String], input: String = "") throws -> String {
      let outcome = try run(arguments, input: input)
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("runloop: ") && outcome.errors.hasSuffix("\n"))
      return outcome.errors
    }

    @Test func readsAFileOrStandardInput() throws {
      let expected = """
        0.00 [0] sched s default
        0.00 [0] run default 1
        0.00 [1] src s
        1.00 [0] ret timedOut
        1.00 [0] end

        """
      let text = "source s\nadd s default\nsignal s\nrun default 1"
      for arguments in [["trace"], ["trace", "-"]] {
        let outcome = try run(arguments, input: text)
        #expect(outcome.output == expected)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0)
      }
      let file = path("001_pass_order")
      let fromFile = try run(["trace", file])
      let fromInput = try run(["trace"], input: try String(contentsOfFile: file, encoding: .utf8))
      #expect(fromFile.status == 0)
      #expect(fromFile.output.hasSuffix("[0] end\n"))
      #expect(fromFile.output == fromInput.output)
    }

    @Test(arguments: ["001_pass_order", "029_stop_from_thread", "134_port_timer_fifo"])
    func realTimeGivesTheSameTrace(_ name: String) throws {
      let text = try String(contentsOfFile: path(name), encoding: .utf8)
      let expected = try CFRunLoopOracle().trace(text)
      // Ticks are long, but this machine may be busy with something else: it has other chances, and longer ticks.
      var difference: String?
      for tick in ["20", "20", "20", "200", "200", "200"] {
        let outcome = try run(["trace", "--real-time", "--tick", tick, path(name)])
        #expect(outcome.status == 0, "\(outcome.errors)")
        difference = TraceComparison(late: 0.9).difference(expected: expected, actual: outcome.output)
        if difference == nil { break }
        usleep(200_000)
      }
      #expect(difference == nil)
    }

    @Test(arguments: [
      ("source s\nfrobnicate s", "line 2", "frobnicate"),
      ("source s\n\n# comment\nadd t default", "line 4", "'t'"),
      ("timer t", "line 1", "'at'"),
      ("source s\nsource s", "line 2", "declared twice"),
      ("source s\nadd s default; run default soon", "line 2", "'soon'"),
      ("observer o on sunrise", "line 1", "'sunrise'"),
      ("block b\nbg inf: dispatch b", "line 2", "finite"),
    ])
    func malformedScenarioIsRefused(_ text: String, _ line: String, _ reason: String) throws {
      let message = try failure(["trace"], input: text)
      #expect(
        message.contains("standard input") && message.contains(line) && message.contains(reason), "\(message)"
      )
    }

    @Test func malformedFileIsNamed() throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "malformed-\(getpid()).txt")
      try "print x\nprint".write(to: file, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: file) }
      let message = try failure(["trace", file.path])
      #expect(message.contains(file.path) && message.contains("line 2"), "\(message)")
    }

    @Test(
      arguments: [
        (["trace", "--fast"], "unknown option '--fast'"),
        (["trace", "/nowhere/there.txt"], "cannot read /nowhere/there.txt"),
        (["trace", "a.txt", "b.txt"], "one scenario at a time"),
        (["trace", "--tick"], "--tick needs"),
        (["trace", "--tick", "0"], "not '0'"),
        (["trace", "--budget", "many"], "not 'many'"),
        (["dance"], "unknown command 'dance'"),
        ([], "no command"),
      ] as [([String], String)])
    func wrongCallIsRefused(_ arguments: [String], _ reason: String) throws {
      let message = try failure(arguments)
      #expect(message.contains(reason), "\(message)")
    }

    @Test(arguments: [["help"], ["--help"], ["trace", "--help"]])
    func helpIsGiven(_ arguments: [String]) throws {
      let outcome = try run(arguments)
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("usage: runloop"))
    }

    @Test func tooManyLinesEndTheTrace() throws {
      let outcome = try run(
        ["trace", "--budget", "5"], input: "block b\non b: perform b A; wakeup\nperform b A\nrun A 1")
      #expect(outcome.output.hasSuffix("\nBUDGET\n"))
      #expect(outcome.output.split(separator: "\n").count == 7)
      #expect(outcome.status == 3)
    }

    @Test func sleepingForEverIsADeadlock() throws {
      let outcome = try run(["trace"], input: "source s\nadd s default\nrunforever\nprint never")
      #expect(outcome.output == "0.00 [0] sched s default\n0.00 [0] runforever\nDEADLOCK\n")
      #expect(outcome.status == 4)
    }
  }
}
