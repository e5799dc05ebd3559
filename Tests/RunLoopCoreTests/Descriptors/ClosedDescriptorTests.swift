import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Descriptors that are closed while a source watches them: found, reported, removed, and no spin. Numbers of descriptors
/// are the process's: in child processes, so that no other test gets them meanwhile.
@Suite(.hangLimit) struct ClosedDescriptorTests {
  typealias Source = RunLoop.DescriptorSource

  @Test func closedDescriptorIsFoundWhenAChangeIsSentToTheKernel() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      let pair = try SocketPair()
      let number = pair.near
      try onFreshThread {
        let loop = RunLoop.current
        let source = try Source(pair.near, label: "client") { events in
          log("\(events)")
          return .rearm
        }
        try loop.add(source)
        pair.closeNear()
        source.events = [.readable, .writable]
        #expect(!source.isValid)
        #expect(source.failure == .closed(descriptor: number, label: "client"))
        loop.run(for: .milliseconds(20))
      }
      #expect(log.lines == ["invalid"])
    }
  }

  @Test func closedDescriptorIsFoundWhenItsNumberComesAgain() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      try onFreshThread {
        let loop = RunLoop.current
        let first = try SocketPair()
        let number = first.near
        let source = try Source(first.near, label: "old") { events in
          log("old \(events)")
          return .rearm
        }
        try loop.add(source)
        first.closeNear()
        let second = try SocketPair()
        try #require(second.near == number)
        try loop.add(
          Source(second.near, label: "new") { events in
            log("new \(second.receive() ?? "")")
            return .rearm
          })
        #expect(source.failure == .closed(descriptor: number, label: "old"))
        second.send("hello")
        loop.run(for: .milliseconds(20))
      }
      #expect(log.lines == ["old invalid", "new hello"])
    }
  }

  @Test func closedDescriptorWithALivingDuplicateIsFoundAndMakesNoSpin() async {
    await #expect(processExitsWith: .success) {
      let calls = Counter()
      let log = Log()
      let pair = try SocketPair()
      let duplicate = dup(pair.near)
      pair.send("never read")
      let other = try SocketPair()
      let time = try onFreshThread { () -> Double in
        let loop = RunLoop.current
        let source = try Source(pair.near, label: "client") { events in
          calls.add()
          if events.contains(.invalid) { log("\(events)") }
          return .rearm
        }
        try loop.add(source)
        try loop.add(
          Source(other.near) { _ in
            log(other.receive() ?? "nothing")
            return .rearm
          })
        pair.closeNear()
        // Called without effect for a while, then detected.
        loop.runUntil { !source.isValid }
        #expect(!source.isValid)
        // The kernel's further reports wake nothing.
        let before = threadTime()
        other.send("still served")
        loop.run(for: .milliseconds(300))
        return threadTime() - before
      }
      close(duplicate)
      #expect(log.lines == ["invalid", "still served"])
      #expect(calls.value < 1000)
      #expect(time < 0.15, "no spin")
    }
  }

  @Test func portClosedWithALivingDuplicateMakesNoSpinWhenItsSourceIsGone() async {
    await #expect(processExitsWith: .success) {
      let pair = try SocketPair()
      let duplicate = dup(pair.near)
      pair.send("never read")
      let log = Log()
      let time = try onFreshThread { () -> Double in
        let loop = RunLoop.current
        let source = RunLoop.PortSource(try RunLoop.Port(borrowing: pair.near)) {}
        try loop.add(source)
        pair.closeNear()
        source.invalidate()
        let port = try RunLoop.WakePort()
        try loop.add(RunLoop.PortSource(port) { log("port") })
        loop.add(RunLoop.Timer(after: .milliseconds(50)) { _ in port.ring() })
        let before = threadTime()
        loop.run(for: .milliseconds(300))
        return threadTime() - before
      }
      close(duplicate)
      #expect(log.lines == ["port"])
      #expect(time < 0.15, "no spin")
    }
  }

  /// The kernel's set is rebuilt when it reports a stale descriptor: a number then belongs to its present source.
  @Test func aSourceWithAReusedNumberIsStillServedWhenTheSetIsMadeAnew() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      try onFreshThread {
        let loop = RunLoop.current
        let first = try Pipe()
        let second = try Pipe()
        let number = dup(first.reader)
        let old = RunLoop.PortSource(try RunLoop.Port(borrowing: number)) { log("old") }
        try loop.add(old)
        // The number now belongs to another file, of which the loop was not notified.
        try #require(dup2(second.reader, number) == number)
        let port = try RunLoop.Port(borrowing: number)
        let new = RunLoop.PortSource(port) {
          log("new \(second.readByte())")
          loop.stop()
        }
        try loop.add(new)
        // What is closed while a duplicate lives can not be taken out of the kernel's set.
        let third = try Pipe()
        let ghost = dup(third.reader)
        let source = RunLoop.PortSource(try RunLoop.Port(borrowing: ghost)) { log("ghost") }
        try loop.add(source)
        close(ghost)
        loop.remove(source)
        third.write(1)
        loop.run(for: .milliseconds(20))
        second.write(7)
        loop.run(for: .seconds(5))
        loop.remove(old)
        close(number)
      }
      #expect(log.lines == ["new 7"])
    }
  }

  /// The set is rebuilt then: a host that waits for the loop's descriptor, by poll or epoll, and the main queue's guest
  /// must not notice.
  @Test func hostsAndGuestsGoOnWhenADescriptorWasClosedWithALivingDuplicate() throws {
    let all = "quiet block thread timer port queue"
    #expect(
      try loopProbe("rebuild-host") == [
        "poll \(all) \(all)", "epoll \(all) \(all)",
      ])
    #expect(
      try loopProbe("rebuild-guest") == [
        "at first: all came", "stopped", "made anew: all came", "stopped", "poll \(all) guest \(all) guest",
      ])
  }
}
