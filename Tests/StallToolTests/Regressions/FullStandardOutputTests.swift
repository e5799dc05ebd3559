import Foundation
import TestHarness
import Testing

/// What a command printed to a full disk was lost with status 0, and the records counted as read.
@Suite("Standard output that can not be written", .hangLimit)
struct FullStandardOutputTests {
  /// Runs the tool with standard output on a disk without room.
  private func run(
    _ arguments: [String], _ output: String = ">/dev/full"
  ) throws -> (status: Int32, errors: String) {
    let program = try ChildProgram(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" \(output)", try Tool.path()] + arguments)
    return (program.wait(), program.errors)
  }

  @Test(
    "is reported, once, with the reason and status 1",
    arguments: [
      ["--help"], ["--version"], ["bench", "--list"], ["trace", "--help"],
      ["stalls", "list", "--runs", "--folder", "."],
      ["demo", "touches"],
    ])
  func reported(_ arguments: [String]) throws {
    let (status, errors) = try run(arguments)
    #expect(status == 1, "\(errors)")
    #expect(errors == "runloop: standard output can not be written: No space left on device\n", "\(errors)")
  }

  /// Was wrong: the loop's first descriptor got the number of the closed one, and what was printed went there.
  @Test("is no other descriptor of the process where it was closed", arguments: [">&-", ">&- <&-"])
  func closed(_ output: String) throws {
    let (status, errors) = try run(["demo", "touches"], output)
    #expect(status == 1)
    #expect(errors == "runloop: standard output can not be written: Bad file descriptor\n", "\(errors)")
  }

  /// Was wrong: `export` ended with the status of a wrong call.
  @Test(
    "leaves the records unread",
    arguments: [
      ["show", "last"], ["flame", "last", "--output", "-"], ["flame", "--all", "--output", "-"],
      ["export", "last", "--to", "folded"],
    ])
  func unread(_ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Fuzzing/reports/escapes")
    let file = URL(filePath: folder.path + "/20260921-000000-4711.stalls")
    try Data(contentsOf: corpus).write(to: file)
    let before = try Data(contentsOf: file)
    let (status, errors) = try run(["stalls"] + arguments + ["--folder", folder.path])
    #expect(status == 1 && errors.contains("standard output can not be written"), "\(errors)")
    #expect(try Data(contentsOf: file) == before)
    // It is marked when it could be read.
    #expect(try Tool.run(arguments + ["--folder", folder.path]).status == 0)
    #expect(try Data(contentsOf: file) != before)
  }

  @Test("The tool's version is that of the package")
  func version() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Packaging/version")
    let version = try String(contentsOf: package, encoding: .utf8)
    #expect(try Tool.run([], of: "--version").output == "runloop \(version)")
  }
}
