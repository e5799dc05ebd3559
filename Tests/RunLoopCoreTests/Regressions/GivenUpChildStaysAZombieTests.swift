import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A child that was given up while no thread could be made to wait for it stayed a zombie until the process ended.
@Suite(.hangLimit) struct GivenUpChildStaysAZombieTests {
  @Test("A child that no thread could wait for is reaped when another child is started")
  func noThread() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let children = try (0..<2).map { _ in try RunLoop.ChildSource(spawning: ["sleep", "100"]) { _ in } }
      // The newer call has the same number on every processor.
      guard Sandbox.refuse([Int(SYS_clone), 435], with: EAGAIN) else {
        return print("skipped, no seccomp here")
      }
      for child in children { child.invalidate() }
      kill(children[0].process, SIGKILL)
      let isReaped = waitUntil {
        // Refused, too, but only after the others were looked for.
        _ = try? RunLoop.ChildSource(spawning: ["true"]) { _ in }
        return kill(children[0].process, 0) != 0
      }
      precondition(isReaped && kill(children[1].process, 0) == 0)
      kill(children[1].process, SIGKILL)
      let areReaped = waitUntil {
        _ = try? RunLoop.ChildSource(spawning: ["true"]) { _ in }
        return kill(children[1].process, 0) != 0
      }
      precondition(areReaped)
    }
  }
}
