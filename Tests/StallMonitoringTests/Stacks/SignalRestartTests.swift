import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

extension RealThreads {
  /// What the monitor's signal does to the thread that it interrupts.
  @Suite(.hangLimit) struct SignalRestartTests {
    @Test func aCallThatTheSignalInterruptsGoesOn() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let input = ends[0]
      // A signal of its own: others belong to other tests.
      let signal: Int32 = 41
      let sampler = SignalSampler(signal: signal)
      #expect(sampler.refusal == "")
      let result = Locked<(count: Int, error: Int32)?>(nil)
      let target = TargetThread {
        // The test's own thread may block it.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        var byte: UInt8 = 0
        let count = read(input, &byte, 1)
        result.value = (count, Errno.last.code)
      }
      let files = ThreadFiles(thread: target.thread)
      func waits() -> Bool {
        if case .blocked(let call) = files.callState {
          SystemCallTable.name(call.number) == "read"
        } else {
          false
        }
      }
      waitUntil { waits() }
      let before = files.ran
      #expect(linux_send_signal(target.thread, signal) == 0)
      // It has run for the signal, and waits again.
      let hasRun = waitUntil(5) { result.value != nil || files.ran != before && waits() }
      #expect(hasRun || before == nil)
      var byte: UInt8 = 7
      #expect(result.value == nil && write(ends[1], &byte, 1) == 1)
      target.join()
      #expect(result.value?.count == 1, "error \(result.value?.error ?? 0)")
      for end in ends { close(end) }
    }
  }
}
