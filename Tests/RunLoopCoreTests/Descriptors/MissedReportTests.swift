import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// What the kernel reported while a source did not want it, and does not repeat by itself, is reported when the source wants it again.
@Suite(.hangLimit) struct MissedReportTests {
  typealias Source = RunLoop.DescriptorSource

  enum Armer: CaseIterable {
    case block, source, thread
  }

  /// What it has not read is there still, though the kernel has nothing new to report.
  @Test(arguments: Armer.allCases)
  func anEdgeSourceThatPausesItselfIsCalledForTheRest(armedBy armer: Armer) throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let paused = Box<Source>()
      let signalled = RunLoop.Source { paused.value?.arm() }
      loop.add(signalled)
      paused.value = try Source(pair.near, trigger: .edge) { _ in
        log(pair.receive(1) ?? "nothing")
        switch armer {
        case .block: loop.perform { paused.value?.arm() }
        case .source: signalled.signal()
        case .thread: loop.perform { onFreshThread { paused.value?.arm() } }
        }
        return .disarm
      }
      try loop.add(paused.value!)
      pair.send("ab")
      #expect(loop.run(until: { log.count >= 2 }, timeout: patience))
      paused.value = nil
    }
    #expect(log.lines.prefix(2) == ["a", "b"])
  }

  /// Its report is the one that ended the loop's sleep.
  @Test func anEdgeSourceThatAnObserverPausesIsCalledWhenItIsArmed() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Source(pair.near, trigger: .edge) { _ in
        log(pair.receive() ?? "nothing")
        return .rearm
      }
      try loop.add(source)
      loop.run(for: .zero)
      loop.add(
        RunLoop.Observer(activities: .afterWaiting, repeats: false) { _ in
          source.disarm()
          log("off")
          loop.perform { source.arm() }
        })
      pair.send("a")
      #expect(loop.run(until: { log.count >= 2 }, timeout: patience))
    }
    #expect(log.lines == ["off", "a"])
  }

  /// Nothing was withdrawn that the kernel had watched for.
  @Test func anEdgeSourceThatAsksForMoreAndWithdrawsItIsNotCalledAgain() throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Source(pair.near, trigger: .edge) { _ in
        log(pair.receive(1) ?? "nothing")
        return .rearm
      }
      try loop.add(source)
      pair.send("abc")
      loop.runUntil { log.count == 1 }
      func change(_ body: @escaping @Sendable () -> Void) {
        loop.perform(body)
        for _ in 0..<3 { loop.run(for: .milliseconds(1)) }
      }
      let ask: @Sendable () -> Void = {
        source.events = [.readable, .writable]
        source.events = .readable
      }
      change(ask)
      #expect(log.count == 1)
      change {
        source.disarm()
        source.arm()
      }
      #expect(log.count == 2)
      // The switch before has been forgotten.
      change(ask)
    }
    #expect(log.lines == ["a", "b"])
  }

  /// Released after a bounded number of turns, also where the loop neither sleeps nor watches a descriptor.
  @Test(arguments: [RunLoop.Mode.default, RunLoop.Mode("bare")])
  func aSourceThatIsDisarmedAndInvalidatedIsReleasedByALoopThatPolls(mode: RunLoop.Mode) throws {
    let log = Log()
    let pair = try SocketPair()
    try onFreshThread {
      let loop = RunLoop.current
      let source = Box<Source>()
      let canary = Box<Canary>()
      canary.value = Canary(log, "released")
      source.value = try Source(pair.near) { [canary = canary.value!] _ in
        canary.sing()
        return .rearm
      }
      canary.value = nil
      try loop.add(source.value!)
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in }, to: mode)
      loop.perform {
        source.value?.disarm()
        source.value?.invalidate()
        source.value = nil
        for _ in 0..<10 { loop.run(mode: mode, for: .zero) }
        log("end")
      }
      loop.run(for: .zero)
    }
    #expect(log.lines == ["released", "end"])
  }

  // MARK: System calls

  /// A level-triggered source costs no call, an edge-triggered one a single one.
  @Test(FaultSweep.isPossible) func aSwitchThatIsUndoneCostsAtMostOneCall() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      try withFaults { faults in
        let loop = RunLoop.current
        let pairs = try (0..<2).map { _ in try SocketPair() }
        let level = try Source(pairs[0].near) { _ in .rearm }
        let edge = try Source(pairs[1].near, trigger: .edge) { _ in .rearm }
        try loop.add(level)
        try loop.add(edge)
        func calls(_ body: @escaping @Sendable () -> Void) -> Int {
          loop.perform(body)
          return faults.during(failing: .max, variant: 0) { loop.run(for: .zero) }.calls
        }
        _ = calls {}
        let none = calls {}
        #expect(none > 0)
        for source in [level, edge] {
          let undone = calls {
            source.disarm()
            source.arm()
          }
          #expect(undone == none + (source === edge ? 1 : 0))
          let withdrawn = calls {
            source.events = [.readable, .priority]
            source.events = .readable
          }
          #expect(withdrawn == none)
        }
      }
    }
  }

  @Test(FaultSweep.isPossible) func anEdgeSourceWhoseSwitchWasRefusedIsCalledForTheRest() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      try withFaults { faults in
        let log = Log()
        let loop = RunLoop.current
        let pair = try SocketPair()
        let source = try Source(pair.near, trigger: .edge) { _ in
          log(pair.receive(1) ?? "nothing")
          return .rearm
        }
        try loop.add(source)
        pair.send("ab")
        loop.runUntil { log.count == 1 }
        let attempt = faults.during(failing: 1, variant: 0) { source.disarm() }
        #expect(attempt.failed?.hasPrefix("epoll_ctl") ?? false)
        source.arm()
        loop.runUntil { log.count == 2 }
        #expect(log.lines == ["a", "b"])
      }
    }
  }

  @Test(FaultSweep.isPossible) func aHostServesALoopWhoseChangeWasRefused() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      try withFaults { faults in
        let log = Log()
        let loop = RunLoop.current
        let pair = try SocketPair()
        let source = try Source(pair.near, isArmed: false) { _ in
          log(pair.receive() ?? "nothing")
          return .rearm
        }
        try loop.add(source)
        let descriptor = try loop.fileDescriptor()
        loop.dispatch()
        #expect(!HostTests.isReadable(descriptor))
        pair.send("a")
        faults.withoutRoom { source.arm() }
        while log.count == 0, HostTests.isReadable(descriptor, within: 10_000) { loop.dispatch() }
        #expect(log.lines == ["a"])
      }
    }
  }
}
