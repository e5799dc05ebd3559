import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A loop whose own descriptors were closed by other code span at full speed, or slept for good.
@Suite(.hangLimit) struct OwnDescriptorsAreClosedTests {
  @Test("A set of ports that was closed ends the process with a message")
  func portSet() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      alarm(hangAlarm)
      onFreshThread {
        let loop = RunLoop.current
        loop.add(RunLoop.Timer(after: .milliseconds(1), repeating: .milliseconds(1)) { _ in })
        loop.run(for: .milliseconds(5))
        loop.post { closeAll() }
        loop.run(for: .seconds(20))
      }
    }
    expect(result?.standardErrorContent, contains: "its set of ports (epoll), descriptor ")
  }

  @Test("A set of ports whose number another file has got ends the process with a message")
  func reused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      alarm(hangAlarm)
      onFreshThread {
        let loop = RunLoop.current
        loop.add(RunLoop.Timer(after: .milliseconds(1), repeating: .milliseconds(1)) { _ in })
        loop.run(for: .milliseconds(5))
        loop.post {
          closeAll()
          while open("/dev/null", O_RDWR) < 60 {}
        }
        loop.run(for: .seconds(20))
      }
    }
    expect(result?.standardErrorContent, contains: "was closed, and is /dev/null now, by other code")
  }

  @Test("A wake-up of a sleeping loop whose descriptor for that was closed ends the process with a message")
  func doorbell() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      alarm(hangAlarm)
      let worker = WorkerThread()
      _ = waitUntil { worker.loop.isWaiting }
      closeAll()
      worker.loop.post {}
    }
    expect(result?.standardErrorContent, contains: "what other threads wake it by (eventfd), descriptor ")
  }

  private func expect(_ output: [UInt8]?, contains message: String) {
    let text = String(decoding: output ?? [], as: UTF8.self)
    #if DEBUG
      #expect(text.contains(message), "\(text.prefix(500))")
    #endif
  }
}

/// Closes all descriptors except the standard ones, as daemons do.
private func closeAll() {
  for number in 3..<Int32(256) { close(number) }
}
