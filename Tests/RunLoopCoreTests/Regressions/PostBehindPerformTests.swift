import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: nothing noticed when a posted block behind another thread's performed one did not wake the loop.
@Suite(.hangLimit) struct PostBehindPerformTests {
  private func wakes(_ post: (RunLoop, @escaping @Sendable () -> Void) -> Void) {
    let log = Log()
    let done = Gate()
    let worker = WorkerThread()
    worker.waitUntilAsleep()
    // It does not wake the loop, and is still there when the next one comes.
    worker.loop.perform { log("performed") }
    #expect(worker.loop.isWaiting)
    post(worker.loop) {
      log("posted")
      done.open()
    }
    #expect(done.wait())
    #expect(log.lines == ["performed", "posted"])
    worker.end()
  }

  @Test func aPostBehindAPerformedBlockWakesTheLoop() {
    wakes { loop, body in loop.post(body) }
  }

  @Test func aPostForModesBehindAPerformedBlockWakesTheLoop() {
    wakes { loop, body in loop.post(inModes: [.default, "other"], body) }
  }

  @Test func aCallThatIsWaitedForBehindAPerformedBlockWakesTheLoop() {
    wakes { loop, body in
      let caller = FreshThread { try loop.performAndWait(body) }
      _ = caller.join()
    }
  }

  @Test func aPostBehindAPostedAndAPerformedBlockRuns() {
    let log = Log()
    let worker = WorkerThread()
    worker.waitUntilAsleep()
    for round in 0..<100 {
      let done = Gate()
      worker.loop.post { log("first") }
      worker.loop.perform { log("second") }
      worker.loop.post {
        log("third")
        done.open()
      }
      #expect(done.wait(), "round \(round)")
      #expect(log.take() == ["first", "second", "third"])
    }
    worker.end()
  }
}
