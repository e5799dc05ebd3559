import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: a port source whose descriptor was closed while a duplicate of it lived was called in each turn, without end.
///
/// Numbers of descriptors are the process's: in child processes, so that no other test gets them meanwhile.
@Suite(.hangLimit) struct ClosedPortSpinsTests {
  @Test func aClosedPortWithALivingDuplicateIsFoundAndMakesNoSpin() async {
    await #expect(processExitsWith: .success) {
      let pair = try SocketPair()
      let number = pair.near
      let duplicate = dup(pair.near)
      pair.send("never read")
      let calls = Counter()
      let other = try SocketPair()
      let log = Log()
      try onFreshThread {
        let loop = RunLoop.current
        let source = RunLoop.PortSource(try RunLoop.Port(borrowing: number), label: "client") {
          calls.add()
        }
        try loop.add(source)
        try loop.add(
          RunLoop.PortSource(try RunLoop.Port(borrowing: other.near)) { log(other.receive() ?? "nothing") })
        pair.closeNear()
        let end = RunLoop.Instant.now.advanced(by: .seconds(20))
        while source.isValid, RunLoop.Instant.now < end { loop.run(for: .milliseconds(5)) }
        #expect(!source.isValid)
        #expect(source.failure == .closed(descriptor: number, label: "client"))
        other.send("still served")
        #expect(loop.turns(in: .milliseconds(200)) < 20)
      }
      close(duplicate)
      #expect(log.lines == ["still served"])
      #expect(calls.value < 300)
    }
  }

  /// The check costs a source nothing whose descriptor is open.
  @Test func anOpenPortIsServedHoweverOften() throws {
    let pair = try SocketPair()
    let calls = Counter()
    try onFreshThread {
      let loop = RunLoop.current
      let source = RunLoop.PortSource(try RunLoop.Port(borrowing: pair.near)) {
        calls.add()
        if calls.value == 2000 { loop.stop() }
      }
      try loop.add(source)
      pair.send("never read")
      loop.run(for: .seconds(20))
      #expect(source.isValid && source.failure == nil)
    }
    #expect(calls.value == 2000)
  }
}
