import Foundation
import TestHarness
import Testing

extension CFComparison {
  /// A program with Foundation, with our library preloaded and without: what it prints is the same.
  @Suite(.hangLimit, .enabled(if: Preloaded.hasProgram)) struct PreloadedPrograms {
    private func run(_ words: [String], preloads: Bool, _ environment: [String: String] = [:]) throws
      -> ChildProgram.Outcome
    {
      let library = try ChildProgram.product(Preloaded.library)
      return try ChildProgram.run(
        try ChildProgram.product("foundationprobe"), words,
        environment: (preloads ? ["LD_PRELOAD": library] : [:]).merging(environment) { $1 }, seconds: 60)
    }

    @Test(arguments: [
      "waits", "timers", "notifications", "dispatch", "operations", "processes", "threads", "ports",
      "streams", "stops",
      "leaks", "races", "details", "rarities",
    ])
    func printTheSame(_ part: String) throws {
      let expected = try run([part], preloads: false)
      let actual = try run([part], preloads: true)
      #expect(expected.status == 0, "\(expected.errors)")
      #expect(actual.status == 0, "\(actual.errors)")
      #expect(actual.output == expected.output)
      #expect(actual.errors == expected.errors)
    }

    /// `runloop foundation` says what it found, and a stall of the unchanged program is reported with function, file and line.
    @Test func aStallIsReportedWithItsFunctionAndLine() throws {
      let tool = try ChildProgram.product("runloop")
      let probe = try ChildProgram.product("foundationprobe")
      let folder = FileManager.default.temporaryDirectory.appending(path: "foundation-stalls-\(getpid())")
        .path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let outcome = try ChildProgram.run(
        tool, ["foundation", "--any", "--stalls", "--threshold", "100", "--folder", folder, probe, "stall"])
      #expect(outcome.status == 0)
      #expect(outcome.output == "went on\n")
      #expect(outcome.errors.contains("libFoundation.so"), "\(outcome.errors)")
      let report = try ChildProgram.run(tool, ["stalls", "show", "last", "--folder", folder]).output
      #expect(report.contains("holdUp") && report.contains("MoreParts.swift:"), "\(report)")
    }

    /// Linked in place of preloaded.
    @Test func theBridgeCanBeLinked() throws {
      guard let program = try? ChildProgram.product("foundationlinked") else {
        return print("skipped: not built")
      }
      let outcome = try ChildProgram.run(program)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(
        outcome.output == """
          serving: true
          main: true
          and back: true
          current: true
          not a loop: true
          ours
          Foundation's
          in an hour: true
          mode: true, true

          """)
    }

    @Test(arguments: [
      (["foundation"], "no command"), (["foundation", "--fast", "true"], "unknown option '--fast'"),
      (["foundation", "--threshold", "soon", "true"], "not 'soon'"),
      (["foundation", "--metrics"], "needs a value"), (["foundation", "--metrics=x", "true"], "not 'x'"),
      (["foundation", "--any=1", "true"], "--any takes no value"),
    ])
    func aWrongCallIsRefused(_ words: [String], _ reason: String) throws {
      let outcome = try ChildProgram.run(try ChildProgram.product("runloop"), words)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    }
  }
}
