import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// The number of a thread, given as that of a process, was reported as a descriptor that is not open; and a sandbox that allows no process,
/// signal or file to be watched, as a descriptor of a kind that can not be watched.
@Suite(.hangLimit, .disabled(if: ThreadSanitizer.isOn)) struct ErrorsOfOtherNumbersTests {
  @Test func aThreadIsNoProcess() {
    onFreshThread {
      let number = linux_gettid()
      #expect(throws: RunLoop.PortError.noSuchProcess(number)) {
        _ = try RunLoop.ChildSource(number) { _ in }
      }
    }
  }

  /// The loop's own descriptors are made when the first one is to be watched, which is not to blame.
  @Test func aDescriptorIsNotBlamedForTheLoopsOwn() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      for (number, call) in [(Int(SYS_epoll_create1), "epoll_create1"), (Int(SYS_eventfd2), "eventfd")] {
        onFreshThread {
          guard let ends = try? RunLoop.MessagePort.pair(), Sandbox.refuse([number], with: EPERM) else {
            return print("skipped, no seccomp here")
          }
          #expect(throws: RunLoop.PortError.unexpected(call: call, code: EPERM)) {
            try RunLoop.current.add(try RunLoop.DescriptorSource(ends.0.descriptor) { _ in .rearm })
          }
        }
      }
    }
  }

  /// The set of a loop's descriptors watches the loop's doorbell first.
  @Test func aDescriptorIsNotBlamedForTheSet() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      onFreshThread {
        guard let ends = try? RunLoop.MessagePort.pair(), Sandbox.refuse([Int(SYS_epoll_ctl)], with: EPERM)
        else { return print("skipped, no seccomp here") }
        #expect(throws: RunLoop.PortError.unexpected(call: "epoll_ctl", code: EPERM)) {
          try RunLoop.current.add(try RunLoop.DescriptorSource(ends.0.descriptor) { _ in .rearm })
        }
      }
    }
  }

  /// The same in a forked child, whose loop makes its sets anew.
  @Test func aDescriptorIsNotBlamedForTheSetOfACopy() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      onFreshThread {
        guard let ends = try? RunLoop.MessagePort.pair(),
          (try? RunLoop.current.add(RunLoop.DescriptorSource(ends.0.descriptor) { _ in .rearm })) != nil
        else {
          Issue.record("no source")
          return
        }
        let child = linux_fork()
        if child == 0 { _exit(statusOfRefusedCopy()) }
        var status: Int32 = -1
        waitpid(child, &status, 0)
        #expect(status == 0)
      }
    }
  }

  @Test func aCallThatASandboxRefusesIsNamed() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      try onFreshThread {
        let files = try RunLoop.FileWatchSource { _ in .rearm }
        // pidfd_open has the same number on every processor.
        let calls = [434, Int(SYS_signalfd4), Int(SYS_inotify_init1), Int(SYS_inotify_add_watch)]
        guard Sandbox.refuse(calls, with: EPERM) else { return print("skipped, no seccomp here") }
        #expect(throws: RunLoop.PortError.unexpected(call: "pidfd_open", code: EPERM)) {
          _ = try RunLoop.ChildSource(getpid()) { _ in }
        }
        #expect(throws: RunLoop.PortError.unexpected(call: "signalfd", code: EPERM)) {
          _ = try RunLoop.SignalSource([SIGUSR1]) { _ in .rearm }
        }
        #expect(throws: RunLoop.PortError.unexpected(call: "inotify_init1", code: EPERM)) {
          _ = try RunLoop.FileWatchSource { _ in .rearm }
        }
        #expect(throws: RunLoop.PortError.unexpected(call: "inotify_add_watch", code: EPERM)) {
          try files.watch("/")
        }
      }
    }
  }
}

/// In the child, where nothing can be expected. The first attempt is to open the set anew, the second one to complete it.
private func statusOfRefusedCopy() -> Int32 {
  alarm(hangAlarm)
  guard Sandbox.refuse([Int(SYS_epoll_ctl)], with: EPERM) else { return 0 }
  for attempt in 1...2 as ClosedRange<Int32> {
    do throws(RunLoop.PortError) {
      try RunLoop.reinitializeAfterFork()
      return 10 + attempt
    } catch {
      if error != .unexpected(call: "epoll_ctl", code: EPERM) { return 20 + attempt }
    }
  }
  return 0
}
