import Foundation
import TestHarness
import Testing

/// The second form of a result replaced the first one: only equal names were noticed.
@Suite("Two names of one file for two forms of a result", .hangLimit) struct TwoNamesOfOneFileTests {
  /// The tool in a folder with links. Only names are looked at: it lists the workloads.
  private static func run(_ options: [String], _ more: String = ":") throws -> ToolRun {
    let folder = try TemporaryFolder()
    let files = "mkdir sub; : >there; ln there hard; ln -s there link; ln -s made dangling; ln -s . self"
    return try ToolRun(["bench", "--list"] + options, shell: "cd '\(folder.path)' && { \(files); \(more); }")
  }

  @Test(
    "are refused",
    arguments: [
      ("x", "./x"), ("x", "sub/../x"), ("x", "self/x"), ("there", "hard"), ("there", "link"),
      ("hard", "link"),
      ("made", "dangling"), ("self/made", "sub/../dangling"),
    ])
  func same(_ one: String, _ other: String) throws {
    for (first, second) in [(one, other), (other, one)] {
      let run = try Self.run(["--json=\(first)", "--html", second])
      let answer = "\(second) and \(first) are one file, which can not hold two forms of the result"
      #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(answer), "\(run.errors)")
    }
  }

  @Test(
    "are none where they are two files, or a device or a pipe",
    arguments: [
      ("x", "y"), ("x", "sub/x"), ("there", "dangling"), ("/dev/null", "/dev/null"), ("pipe", "self/pipe"),
      ("nowhere/x", "nowhere/y"),
    ])
  func different(_ one: String, _ other: String) throws {
    let run = try Self.run(["--json=\(one)", "--csv=\(other)"], "mkfifo pipe")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("are refused where standard output is one, or --hgrm writes the file")
  func otherOutputs() throws {
    let output = try Self.run(["--json=there"], "exec >>hard")
    #expect(output.status == 2 && output.errors.contains("there and standard output are one file"))
    let folder = try Self.run(["--hgrm", "self/sub", "--csv=sub/turn.hgrm"])
    #expect(folder.status == 2 && folder.errors.contains("sub/turn.hgrm is among the files of --hgrm"))
    for here in [".", "self", "sub/.."] {
      let run = try Self.run(["--hgrm", here, "--csv=turn.hgrm"])
      #expect(
        run.status == 2 && run.errors.contains("turn.hgrm is among the files of --hgrm"), "\(run.errors)")
    }
    #expect(try Self.run(["--hgrm", "sub", "--csv=sub/turn.csv"]).status == 0)
    #expect(try Self.run(["--hgrm", "sub", "--csv=turn.hgrm"]).status == 0)
  }
}
