import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: a sandbox may answer a call with any error. With another one than EPERM, EACCES and ENOSYS a loop that was to wait asked the
/// kernel again and again, at full load, and its run never ended; and a descriptor whose events could not be changed counted as closed.
@Suite(.hangLimit, .disabled(if: ThreadSanitizer.isOn)) struct OddErrorsOfSandboxesTests {
  static let codes = [EUCLEAN, ENOMEM, EIO, EBADF, EINVAL, EINTR]

  @Test(
    "A run whose wait is refused with any error ends in time, serves posted blocks, and does not spin",
    arguments: codes)
  func wait(_ code: Int32) async {
    await #expect(processExitsWith: .success) { [code = code as Int32] in
      alarm(hangAlarm)
      try onFreshThread {
        let loop = RunLoop.current
        loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
        loop.run(for: .milliseconds(1))
        var calls = [Int(SYS_epoll_pwait)]
        #if arch(x86_64)
          calls.append(Int(SYS_epoll_wait))
        #endif
        try #require(Sandbox.refuse(calls, with: code))
        let posted = Flag()
        let other = FreshThread { loop.post { posted.set() } }
        let (before, begin) = (threadTime(), RunLoop.Instant.now)
        #expect(loop.run(for: .milliseconds(300)) == .timedOut && posted.isSet)
        let (cost, elapsed) = (threadTime() - before, begin.duration(to: .now) / .seconds(1))
        #expect(elapsed < 60 && cost < 0.05 + elapsed / 3, "\(cost) s of \(elapsed) s")
        other.join()
      }
    }
  }

  @Test("A source whose change is refused with an error that says nothing of its descriptor stays valid")
  func change() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      try onFreshThread {
        let (loop, port) = (RunLoop.current, try RunLoop.MessagePort.pair().0)
        let source = try RunLoop.DescriptorSource(port.descriptor) { _ in .rearm }
        try loop.add(source)
        try #require(Sandbox.refuse([Int(SYS_epoll_ctl)], with: EUCLEAN))
        source.events = [.readable, .priority]
        loop.run(for: .milliseconds(30))
        #expect(source.isValid && source.failure == nil)
      }
    }
  }
}
