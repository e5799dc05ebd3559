import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: a thread that ended inside a block, without returning from it, never released the blocks that it was about to run.
@Suite(.hangLimit) struct EndInABlockLeaksTests {
  @Test(
    "The blocks that a thread was about to run are released when it ends in another one, in an inner run, too"
  )
  func released() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let log = Log()
      @Sendable func perform(_ name: String, in mode: RunLoop.Mode = .default) {
        let canary = Canary(log, name)
        _ = RunLoop.current.perform(inModes: [mode]) { canary.sing() }
      }
      let thread = try SystemThread.start {
        let loop = RunLoop.current
        perform("left", in: "other")
        _ = loop.perform {
          perform("left of the inner run", in: "other")
          _ = loop.perform { pthread_exit(nil) }
          perform("of the inner run")
          loop.run(for: .zero)
        }
        perform("behind")
        loop.run(for: .zero)
      }
      pthread_join(thread, nil)
      precondition(log.lines.sorted() == ["behind", "left", "left of the inner run", "of the inner run"])
    }
  }
}
