import LinuxSystem
import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// A program that `attach --launch` had started ended while one of its threads was being stopped for a stack: that took its status,
/// and the tool could not say how it had ended.
@Suite(.hangLimit) struct StatusOfAChildTests {
  @Test func aStopLeavesTheStatusOfAChild() throws {
    let size = 4_096
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    // A busy machine lets some of them end before their first stop.
    var trials = 0
    var stopped = 0
    while stopped < 15, trials < 200 {
      trials += 1
      let work = "i=0; while [ $i -lt \(500 + 10 * trials) ]; do i=$((i+1)); done; exit 3"
      let child = try Spawning.start(["/bin/sh", "-c", work])
      let memory = ProcessMemory(of: child)
      var stops = 0
      while case .success = TracedStop.copy(child, of: child, memory, into: buffer, size: size) {
        stops += 1
        usleep(50)
      }
      if stops > 0 { stopped += 1 }
      var status: Int32 = 0
      let taken = waitpid(child, &status, 0)
      #expect(taken == child && status >> 8 == 3, "trial \(trials): \(taken), status \(status)")
    }
    #expect(stopped == 15, "only \(stopped) of \(trials) could be stopped before they ended")
  }

  /// The kernel puts the name in parentheses, whatever is in it.
  @Test(arguments: ["plain", "odd) R 1 (name", ") 7", "a b", "(("])
  func aChildIsKnownAsOneWhateverItsName(_ name: String) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/\(name)"
    try #require(symlink("/bin/sh", path) == 0)
    let child = try Spawning.start([path, "-c", "kill -STOP $$"])
    #expect(TracedStop.parent(of: child) == getpid())
    kill(child, SIGKILL)
    var status: Int32 = 0
    #expect(waitpid(child, &status, 0) == child && TracedStop.parent(of: child) == nil)
  }
}
