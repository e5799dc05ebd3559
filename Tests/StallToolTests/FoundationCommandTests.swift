import Foundation
import TestHarness
import Testing

/// What `runloop foundation` gives to the program that it starts.
@Suite(.hangLimit) struct FoundationCommandTests {
  private static let library = "libMainspringFoundation.so"

  @Test func optionsAndOtherPreloadsReachTheProgram() throws {
    let folder = try TemporaryFolder()
    // Not the program: a folder of its name that comes first on the PATH.
    try FileManager.default.createDirectory(atPath: folder.path + "/env", withIntermediateDirectories: true)
    let path = "\(folder.path):/usr/bin:/bin"
    let run = try ChildProgram.run(
      try Tool.path(),
      [
        "foundation", "--any", "--stalls", "--threshold", "99", "--folder", folder.path, "--metrics", "9464",
        "--record", "\(folder.path)/record", "--", "env",
      ], environment: ["PATH": path, "LD_PRELOAD": "libm.so.6"])
    guard FileManager.default.fileExists(atPath: "\(ChildProgram.productFolder)/\(Self.library)") else {
      return print("skipped: there is no \(Self.library)")
    }
    #expect(run.status == 0, "\(run.errors)")
    let lines = Set(run.lines)
    for line in [
      "MAINSPRING_STALLS=1", "MAINSPRING_STALLS_THRESHOLD=99", "MAINSPRING_STALLS_FOLDER=\(folder.path)",
      "MAINSPRING_METRICS=9464", "MAINSPRING_RECORD=\(folder.path)/record", "MAINSPRING_FOUNDATION=any",
    ] { #expect(lines.contains(line), "\(line): \(run.output)") }
    let preloads = run.lines.first { $0.hasPrefix("LD_PRELOAD=") }
    #expect(preloads?.hasSuffix("/\(Self.library):libm.so.6") == true, "\(preloads ?? "")")
  }

  /// They were changed into characters that stand for what is none.
  @Test func argumentsThatAreNoTextReachTheProgram() throws {
    guard FileManager.default.fileExists(atPath: "\(ChildProgram.productFolder)/\(Self.library)") else {
      return print("skipped: there is no \(Self.library)")
    }
    let call = #"exec "$0" foundation sh -c 'printf %s "$1" | od -An -tx1' sh $'caf\xe9'"#
    let run = try ChildProgram("bash", ["-c", call, try Tool.path()])
    #expect(run.wait() == 0 && run.output == " 63 61 66 e9\n", "\(run.output) \(run.errors)")
  }

  @Test(
    arguments: [
      ("--metrics", "65536", "a port"), ("--metrics", "-1", "a port"), ("--metrics", "x", "a port"),
      ("--threshold", "3", "milliseconds from 4"), ("--threshold", "86400001", "milliseconds from 4"),
    ])
  func aNumberThatCanNotBeIsRefusedBeforeTheProgramStarts(
    _ option: String, _ value: String, _ taken: String
  ) throws {
    let run = try Tool.run(["\(option)=\(value)", "echo", "started"], of: "foundation")
    #expect(run.status == 2 && run.output.isEmpty, "\(run.output)")
    #expect(
      run.errors.contains("\(option) takes \(taken)") && run.errors.contains("'\(value)'"), "\(run.errors)")
  }

  @Test func aProgramThatIsNotThereHasTheShellsStatus() throws {
    let run = try Tool.run(["no-such-program-at-all"], of: "foundation")
    #expect(run.status == 127 && run.errors.contains("'no-such-program-at-all' is in no folder of PATH"))
    #expect(try Tool.run(["/no/such/program"], of: "foundation").status == 127)
  }
}
