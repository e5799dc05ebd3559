import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Where a sandbox refused to stop a thread of another process, each attempt counted as a stop: a stall was reported in pieces of 300 ms,
/// without stacks and without a word about that.
@Suite("Attaching where ptrace is refused", .hangLimit) struct RefusedTraceCutsStallsTests {
  @Test("counts no stop of the thread, and says what is refused and how to allow it")
  func refused() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let child = try Spawning.start(["/bin/sh", "-c", "while :; do :; done"])
      defer { kill(child, SIGKILL) }
      let before = try ProcessAccess.of(child)
      guard before.stacks.isEmpty, Sandbox.refuse([Int(SYS_ptrace)], with: EPERM) else {
        return print("skipped, threads can not be stopped here, or there is no seccomp: \(before.stacks)")
      }
      let access = try ProcessAccess.of(child)
      precondition(
        access.stacks.contains("may not call ptrace(2)") && access.stacks.contains("--cap-add"), access.stacks
      )
      let world = LinuxWorld(of: child)
      for _ in 0..<20 { _ = world.sample(thread: child) }
      precondition(world.sampler.stops[child, default: 0] == 0, "\(world.sampler.stops)")
    }
  }
}
