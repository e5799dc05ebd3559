import Foundation
import TestHarness
import Testing

/// A loop whose waits returned at once was ended by SIGTRAP while it was watched: the waits were counted by breakpoints, of which a
/// virtual machine loses the reason now and then.
@Suite(.hangLimit) struct AttachEndsBusyProgramsTests {
  private static let program = """
    import select, time
    poll = select.epoll()
    for turn in range(3): poll.poll(0.1)
    end = time.monotonic() + 1.2
    while time.monotonic() < end: poll.poll(0)
    """

  @Test func aBusyLoopThatIsWatchedGoesOn() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else {
      print("skipped: there is no /usr/bin/python3")
      return
    }
    let folder = try TemporaryFolder()
    let run = try Tool.run(
      [
        "attach", "--threshold", "40", "--folder", folder.path, "--launch", "/usr/bin/python3", "-c",
        Self.program,
      ])
    #expect(run.status == 0 && run.output.contains("exited with status 0"), "\(run)")
  }
}
