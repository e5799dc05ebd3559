import LinuxSystem
import TestHarness
import Testing

/// Words of a call that are right by themselves.
@Suite(.hangLimit) struct CallWordsTogetherTests {
  @Test func whatDoesNotGoTogetherIsRefused() throws {
    let folder = try TemporaryFolder()
    for (arguments, answer) in [
      (["collect", folder.path, "--folder", folder.path], "without --folder"),
      (
        ["attach", "2147483647", "--name", "no such program"], "it takes numbers of processes, or --name, or"
      ),
      (["attach", "--name", "no such program", "--thread", "5"], "it takes one PID"),
    ] {
      let run = try Tool.run(arguments)
      #expect(run.status == 2 && run.errors.contains(answer), "\(arguments): \(run.errors)")
    }
  }

  @Test(
    .enabled(if: geteuid() == 0 && access("/usr/bin/unshare", X_OK) == 0, "hiding /proc takes a privilege"))
  func withoutProcNoWordIsKnown() throws {
    let run = try ChildProgram(
      "/usr/bin/unshare",
      ["-m", "sh", "-c", "mount -t tmpfs none /proc && exec \"$0\" stalls list", Tool.path()])
    #expect(run.wait() == 2 && run.errors.hasSuffix("/proc, which is not mounted\n"), "\(run.errors)")
  }

  @Test func aCollectionWithoutStallsEndsWithStatus1() throws {
    let folder = try TemporaryFolder()
    let run = try Tool.run(["collect", folder.path])
    #expect(run.status == 1 && run.output.contains("0 reports of 0 runs"), "\(run.output)\(run.errors)")
  }

  @Test func checksOfASoakAreATenthOfASecondApartAtLeast() throws {
    let run = try Tool.run(["--seconds", "1", "--check", "0.09"], of: "soak")
    #expect(run.status == 2 && run.errors.contains("from 0.1 to 86400, not '0.09'"), "\(run.errors)")
  }
}
