import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// A loop in a child of fork(2), made usable inside the callout that forked, when that fails at first.
@Suite(.hangLimit) struct CopyInARunTests {
  @Test func whatCouldNotBeWatchedIsWatchedAtALaterAttempt() async {
    await #expect(processExitsWith: .success) {
      alarm(120)
      for isHosted in [false, true] {
        for isScarce in [false, true] {
          let status = try onFreshThread { try statusOfCopy(isHosted: isHosted, isScarce: isScarce) }
          precondition(status == 0, "\(isHosted ? "hosted" : "alone"), \(isScarce): \(status >> 8)")
        }
      }
    }
  }

  /// Its count was taken before the fork, so the kernel does not report it again in the child.
  @Test func aPortThatWasReadyIsServedThoughItHasAnotherPlaceInTheCopy() async {
    await #expect(processExitsWith: .success) {
      alarm(120)
      let statuses = try onFreshThread { () -> [Int32] in
        let loop = RunLoop.current
        let process = getpid()
        let log = Log()
        let first = RunLoop.PortSource(try RunLoop.WakePort()) {}
        let port = try RunLoop.WakePort()
        try loop.add(first)
        try loop.add(RunLoop.PortSource(port) { log("port") })
        first.invalidate()
        nonisolated(unsafe) var status: Int32 = -1
        loop.add(
          RunLoop.Observer(activities: .afterWaiting, repeats: false) { _ in
            status = statusOfUsableCopy()
          })
        port.ring()
        loop.run(for: .seconds(2), returnAfterSourceHandled: true)
        return bothStatuses(in: process, copy: status, isServed: log.lines == ["port"])
      }
      precondition(statuses == [0, 0], "\(statuses)")
    }
  }

  /// The wait that the body is in has the parent's descriptors.
  @Test func aChildOfABodyOfItsClockWaitsWithDescriptorsOfItsOwn() async {
    await #expect(processExitsWith: .success) {
      alarm(120)
      let statuses = try onFreshThread { () -> [Int32] in
        let process = getpid()
        let clock = SimulatedClock()
        clock.install()
        let loop = RunLoop.current
        let log = Log()
        let port = try RunLoop.WakePort()
        try loop.add(RunLoop.PortSource(port) { log("port") })
        nonisolated(unsafe) var status: Int32 = -1
        clock.schedule(at: clock.now.advanced(by: .seconds(1))) {
          status = statusOfUsableCopy()
          port.ring()
        }
        loop.run(for: .seconds(20), returnAfterSourceHandled: true)
        return bothStatuses(in: process, copy: status, isServed: log.lines == ["port"])
      }
      precondition(statuses == [0, 0], "\(statuses)")
    }
  }
}

/// Forks, and makes the loop usable in the child.
///
/// - Returns: the child's status; -1 in the child, which continues.
private func statusOfUsableCopy() -> Int32 {
  let child = linux_fork()
  var status: Int32 = -1
  if child == 0 {
    alarm(60)
    if (try? RunLoop.reinitializeAfterFork()) == nil { _exit(1) }
  } else {
    waitpid(child, &status, 0)
  }
  return status
}

/// The statuses of the copy and of the parent, 0 where the port was served. Ends the copy with its own.
private func bothStatuses(in parent: pid_t, copy: Int32, isServed: Bool) -> [Int32] {
  if getpid() != parent { _exit(isServed ? 0 : 2) }
  return [copy, isServed ? 0 : 1]
}

/// What a copy reports of a loop with two pipes, as the child's status.
///
/// - Parameter isScarce: whether the first attempts fail.
private func statusOfCopy(isHosted: Bool, isScarce: Bool) throws -> Int32 {
  let loop = RunLoop.current
  let process = getpid()
  let pipes = [try Pipe(), try Pipe()]
  let log = Log()
  for (number, pipe) in pipes.enumerated() {
    let source = try RunLoop.DescriptorSource(pipe.reader) { _ in
      log("\(number) \(pipe.readByte())")
      return .rearm
    }
    try loop.add(source)
  }
  if isHosted { _ = try loop.fileDescriptor() }
  nonisolated(unsafe) var status: Int32 = 0
  loop.perform {
    let child = linux_fork()
    if child == 0 {
      alarm(60)
      if isScarce { failAtFirst(loop, pipes[1]) }
      guard (try? RunLoop.reinitializeAfterFork()) != nil else { _exit(4) }
      if loop.isWaiting || loop.interest.isIncomplete { _exit(5) }
      return
    }
    waitpid(child, &status, 0)
  }
  if isHosted { loop.dispatch() } else { loop.run(for: .zero) }
  if getpid() == process {
    if isHosted { loop.leaveHost() }
    return status
  }
  if loop.isWaiting != isHosted { _exit(6) }
  for (number, pipe) in pipes.enumerated() { pipe.write(UInt8(number + 7)) }
  for _ in 0..<2_000 where log.count < 2 {
    if isHosted {
      var entry = pollfd(fd: try loop.fileDescriptor(), events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, 10)
      loop.dispatch()
    } else {
      loop.run(for: .milliseconds(10))
    }
  }
  _exit(log.lines.sorted() == ["0 7", "1 8"] ? 0 : 7)
}

/// In the child: two attempts without descriptors, and one without the second pipe's. None of them makes the loop wait, whose run
/// continues.
private func failAtFirst(_ loop: RunLoop, _ pipe: Pipe) {
  func fails() -> Bool { (try? RunLoop.reinitializeAfterFork()) == nil && !loop.isWaiting }
  loop.scarcity = .noPorts
  if !fails() { _exit(1) }
  if !fails() { _exit(2) }
  loop.scarcity = .none
  let kept = dup(pipe.reader)
  close(pipe.reader)
  if !fails() { _exit(3) }
  dup2(kept, pipe.reader)
  close(kept)
}
