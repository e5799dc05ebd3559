import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: the frames of a thread that ended inside a callout reference its loop for good, and with it the descriptor by which other threads
/// wake it stayed open.
@Suite(.hangLimit) struct EndInACalloutKeepsADescriptorTests {
  @Test(
    "A thread that ends inside a callout, or a body of its clock, with frames that reference its loop, closes all of the loop's own descriptors",
    arguments: [true, false])
  func closes(isSimulated: Bool) async {
    await #expect(processExitsWith: .success) { [isSimulated = isSimulated as Bool] in
      alarm(hangAlarm)
      waitForDispatch()
      let loops = Log()
      func endInACallout() throws {
        let thread = try SystemThread.start {
          let clock = SimulatedClock()
          if isSimulated { clock.install() }
          let loop = RunLoop.current
          if isSimulated {
            clock.schedule(at: clock.now.advanced(by: .seconds(1))) { pthread_exit(nil) }
            loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
          } else {
            loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in pthread_exit(nil) })
          }
          loop.add(RunLoop.Timer(at: .distantFuture) { _ in }, to: "other")
          loop.run(mode: "other", for: .milliseconds(1))
          loop.run(for: .seconds(10))
          loops("returned, \(loop.isOwnThread)")
        }
        pthread_join(thread, nil)
      }
      func openDescriptors() -> Int { (0..<1024).count { fcntl(Int32($0), F_GETFD, 0) >= 0 } }
      try endInACallout()
      let before = openDescriptors()
      for _ in 0..<20 { try endInACallout() }
      let more = openDescriptors() - before
      // The test library opens and closes some of its own.
      precondition(more < 10 && loops.lines.isEmpty, "\(more) more descriptors, \(loops.lines)")
    }
  }
}
