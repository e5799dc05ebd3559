import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A thread that ended inside a block, without returning from it, took the blocks with it that it was about to run: a thread that
/// waited for one of them waited for good.
@Suite(.hangLimit) struct EndInABlockHangsOthersTests {
  @Test(
    "A thread that waits for a block gets an error when the loop's thread ends in another block, or in this one"
  )
  func ends() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      for endsItself in [false, true] {
        let loop = Box<RunLoop>()
        let (isReady, goesOn) = (Gate(), Gate())
        let thread = try SystemThread.start {
          let own = RunLoop.current
          own.post { if !endsItself { pthread_exit(nil) } }
          loop.value = own
          isReady.open()
          goesOn.wait()
          own.run()
        }
        isReady.wait()
        let other = loop.value!
        let waiter = FreshThread { () -> Bool in
          do {
            try other.performAndWait { if endsItself { pthread_exit(nil) } }
            return false
          } catch { return error is RunLoop.Ended }
        }
        // Both blocks are taken together.
        let isQueued = waitUntil { other.snapshot().pendingBlocks == 2 }
        precondition(isQueued)
        goesOn.open()
        pthread_join(thread, nil)
        let isToldSo = try waiter.join().get()
        precondition(isToldSo)
      }
    }
  }
}
