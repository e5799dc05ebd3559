import LinuxSystem
import TestHarness
import Testing

/// Programs that tests run as children.
@Suite(.hangLimit) struct ChildProgramTests {
  @Test func whatAProgramWritesAndHowItEndsIsReported() throws {
    let outcome = try ChildProgram.run(
      "sh", ["-c", "pwd; echo $WORD >&2; exit 3"], environment: ["WORD": "a b"], in: "/usr")
    #expect(outcome.output == "/usr\n" && outcome.errors == "a b\n" && outcome.status == 3)
    #expect(try ChildProgram.shell("echo one >&2; kill -9 $$").status == -SIGKILL)
    #expect(try ChildProgram.shell("echo one >&2").output == "one\n")
    #expect(
      try ChildProgram.run("cat", input: String(repeating: "x", count: 1_000_000)).output.count == 1_000_000)
  }

  @Test func linesAreExchangedWhileItRuns() throws {
    let cat = try ChildProgram("cat", hasInput: true)
    for number in 0..<3 {
      try cat.write("line \(number)\n")
      #expect(cat.line() == "line \(number)")
    }
    try cat.write("rest")
    cat.endInput()
    #expect(cat.lines() == ["rest"] && cat.wait() == 0)
  }

  @Test func itsDeadlineKillsItAndItsChildrenAndFailsTheTest() throws {
    let error = #expect(throws: ChildProgram.Failure.self) {
      _ = try ChildProgram.run("sh", ["-c", "echo begun; sleep 100; echo ended"], seconds: 0.5)
    }
    #expect(error?.description.contains("sleep 100; echo ended was killed") == true, "\(error as Any)")
    let slow = try ChildProgram("sleep", ["100"], seconds: 0.2)
    withKnownIssue { #expect(slow.wait() == -SIGKILL) }
  }

  @Test func aProgramThatIsMissingOrFailsIsAnErrorWithItsName() {
    #expect(throws: ChildProgram.Failure.self) { _ = try ChildProgram("/no/such/program") }
    #expect(throws: ChildProgram.Failure.self) { _ = try ChildProgram.lines(of: "false") }
    #expect(throws: ChildProgram.Failure.self) { _ = try ChildProgram.product("no such program") }
  }

  @Test func itHasNoDescriptorOfThisProcessAndNoBlockedSignal() throws {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    defer { for end in ends { close(end) } }
    let links = try ChildProgram.shell("ls -l /proc/self/fd; grep SigBlk /proc/self/status").output
    #expect(!links.contains("pipe:") && links.contains("SigBlk:\t0000000000000000"), "\(links)")
  }

  @Test func aFolderIsRemovedWithAllInIt() throws {
    var path = ""
    do {
      let folder = try TemporaryFolder()
      path = folder.path
      mkdir(path + "/inner", 0o700)
      close(open(path + "/inner/file", O_CREAT | O_WRONLY, 0o600))
      symlink("/usr", path + "/link")
      #expect(access(path + "/inner/file", F_OK) == 0)
      withExtendedLifetime(folder) {}
    }
    #expect(access(path, F_OK) != 0 && access("/usr/bin", F_OK) == 0)
  }
}
