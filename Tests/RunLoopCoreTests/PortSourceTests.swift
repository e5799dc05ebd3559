import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Port sources on the real clock: descriptors that become readable.
@Suite(.hangLimit) struct PortSourceTests {
  @Test func readyPortsAreServedOneATurnInTheOrderOfRinging() throws {
    let log = Log()
    let ports = try (0..<5).map { _ in try RunLoop.WakePort() }
    try onFreshThread {
      let loop = RunLoop.current
      log.watch(loop, .default, [.beforeTimers])
      for (index, port) in ports.enumerated() {
        try loop.add(
          RunLoop.PortSource(port) {
            log("port \(index)")
            if index == 2 { loop.stop() }
          })
      }
      for index in [3, 0, 4, 1, 2] { ports[index].ring() }
      loop.run(for: patience)
    }
    #expect(
      log.lines == [
        "BT", "port 3", "BT", "port 0", "BT", "port 4", "BT", "port 1", "BT", "port 2",
      ])
  }

  @Test func ringsBeforeTheLoopLooksAreOne() throws {
    let log = Log()
    let port = try RunLoop.WakePort()
    try onFreshThread {
      try RunLoop.current.add(RunLoop.PortSource(port) { log("port") })
      for _ in 0..<10 { port.ring() }
      RunLoop.current.run(for: .milliseconds(5))
      port.ring()
      RunLoop.current.run(for: .milliseconds(5))
    }
    #expect(log.lines == ["port", "port"])
  }

  @Test func ringFromAnotherThreadEndsTheSleep() throws {
    let port = try RunLoop.WakePort()
    let rung = Gate()
    let log = Log()
    let worker = WorkerThread { loop in
      _ = try? loop.add(
        RunLoop.PortSource(port) {
          log("port")
          rung.open()
        })
      log.watch(loop)
    }
    worker.waitUntilAsleep()
    _ = log.take()
    port.ring()
    #expect(rung.wait())
    worker.waitUntilAsleep()
    #expect(log.take() == ["AW", "port", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func portSourceAddedToASleepingLoopIsWatchedAtOnce() throws {
    let port = try RunLoop.WakePort()
    port.ring()
    let rung = Gate()
    let log = Log()
    let worker = WorkerThread { log.watch($0) }
    worker.waitUntilAsleep()
    _ = log.take()
    try worker.loop.add(
      RunLoop.PortSource(port) {
        log("port")
        rung.open()
      })
    #expect(rung.wait())
    worker.waitUntilAsleep()
    #expect(log.take() == ["AW", "port", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func pipeIsReportedEachTurnUntilItIsRead() throws {
    let pipe = try Pipe()
    let log = Log()
    try onFreshThread {
      let loop = RunLoop.current
      try loop.add(
        RunLoop.PortSource(try RunLoop.Port(borrowing: pipe.reader)) {
          let byte = pipe.readByte()
          log("read \(byte)")
          if byte == 3 { loop.stop() }
        })
      for byte in 1...3 { pipe.write(UInt8(byte)) }
      loop.run(for: patience)
    }
    #expect(log.lines == ["read 1", "read 2", "read 3"])
  }

  @Test func endOfAPipeIsReadiness() throws {
    let pipe = try Pipe()
    let log = Log()
    try onFreshThread {
      let source = Box<RunLoop.PortSource>()
      source.value = RunLoop.PortSource(try RunLoop.Port(borrowing: pipe.reader)) {
        log("read \(pipe.readByte())")
        source.value?.invalidate()
      }
      try RunLoop.current.add(source.value!)
      pipe.closeWriter()
      log("\(RunLoop.current.run(for: patience))")
      source.value = nil
    }
    #expect(log.lines == ["read -1", "finished"])
  }

  /// The results of runs of a loop with two ports that were rung.
  private static func twoRungPorts(
    _ log: Log, _ run: @escaping @Sendable (RunLoop) -> [RunLoop.RunResult]
  ) throws -> [RunLoop.RunResult] {
    try onFreshThread {
      let loop = RunLoop.current
      for index in 0..<2 {
        let port = try RunLoop.WakePort()
        try loop.add(RunLoop.PortSource(port) { log("port \(index)") })
        port.ring()
      }
      return run(loop)
    }
  }

  @Test func returnAfterSourceHandledReturnsAfterOnePort() throws {
    let log = Log()
    let results = try Self.twoRungPorts(log) { loop in
      return (0..<3).map { _ in
        defer { log("-") }
        return loop.run(for: .milliseconds(5), returnAfterSourceHandled: true)
      }
    }
    #expect(results == [.handledSource, .handledSource, .timedOut])
    #expect(log.lines == ["port 0", "-", "port 1", "-", "-"])
  }

  @Test func timersAreNotSourcesToReturnAfter() throws {
    let log = Log()
    let port = try RunLoop.WakePort()
    let result = try onFreshThread {
      let loop = RunLoop.current
      try loop.add(RunLoop.PortSource(port) { log("port") })
      loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in log("timer") })
      loop.add(
        RunLoop.Timer(after: .milliseconds(3)) { _ in
          log("ring")
          port.ring()
        })
      return loop.run(for: patience, returnAfterSourceHandled: true)
    }
    #expect(result == .handledSource)
    #expect(log.lines == ["timer", "ring", "port"])
  }

  @Test func pollServesOnePort() throws {
    let log = Log()
    let results = try Self.twoRungPorts(log) { loop in
      return [loop.run(for: .zero), loop.run(for: .zero), loop.run(for: .zero)]
    }
    #expect(results == [.timedOut, .timedOut, .timedOut])
    #expect(log.lines == ["port 0", "port 1"])
  }

  @Test func portRemovedByAnEarlierOneOfTheSameBatchIsNotServed() throws {
    let log = Log()
    let ports = try (0..<4).map { _ in try RunLoop.WakePort() }
    try onFreshThread {
      let loop = RunLoop.current
      let sources = Box<[RunLoop.PortSource]>([])
      for (index, port) in ports.enumerated() {
        let source = RunLoop.PortSource(port) {
          log("port \(index)")
          if index == 3 { loop.stop() }
          guard index == 0, let sources = sources.value else { return }
          loop.remove(sources[1])
          sources[2].invalidate()
        }
        sources.value?.append(source)
        try loop.add(source)
        port.ring()
      }
      loop.run(for: patience)
      // What was removed keeps what it was rung for.
      try loop.add(sources.value![1])
      loop.run(for: .milliseconds(5))
      sources.value = nil
    }
    #expect(log.lines == ["port 0", "port 3", "port 1"])
  }

  @Test func descriptorUsedAgainInTheSameBatchIsNotTakenForTheOldOne() throws {
    let log = Log()
    let first = try RunLoop.WakePort()
    let second = Box(try RunLoop.WakePort())
    try onFreshThread {
      let loop = RunLoop.current
      let old = Box<RunLoop.PortSource>(RunLoop.PortSource(second.value!) { log("old") })
      try loop.add(
        RunLoop.PortSource(first) {
          log("first")
          guard let removed = old.value else { return }
          removed.invalidate()
          old.value = nil
          // Very likely the same number again.
          second.value = try? RunLoop.WakePort()
          if let port = second.value { _ = try? loop.add(RunLoop.PortSource(port) { log("new") }) }
        })
      try loop.add(old.value!)
      first.ring()
      second.value?.ring()
      loop.run(for: .milliseconds(5))
      log("-")
      second.value?.ring()
      loop.run(for: .milliseconds(5))
    }
    #expect(log.lines == ["first", "-", "new"])
  }

  @Test func portInTwoModesIsServedOnceInTheModeThatRuns() throws {
    let log = Log()
    let port = try RunLoop.WakePort()
    try onFreshThread {
      let loop = RunLoop.current
      let source = RunLoop.PortSource(port) { log("port in \(loop.currentMode.map(\.rawValue) ?? "")") }
      try loop.add(source, to: "a")
      try loop.add(source, to: "b")
      port.ring()
      loop.run(mode: "b", for: .milliseconds(2))
      loop.run(mode: "a", for: .milliseconds(2))
      port.ring()
      loop.run(mode: "a", for: .milliseconds(2))
      loop.run(mode: "b", for: .milliseconds(2))
    }
    #expect(log.lines == ["port in b", "port in a"])
  }

  @Test func busyPortDoesNotStarveTimersBlocksAndDeadline() throws {
    let port = try RunLoop.WakePort()
    let log = Log()
    let result = try onFreshThread {
      let loop = RunLoop.current
      try loop.add(RunLoop.PortSource(port) { port.ring() })
      port.ring()
      loop.add(
        RunLoop.Timer(after: .milliseconds(3)) { _ in
          log("timer")
          loop.stop()
        })
      loop.perform { log("block") }
      return [loop.run(for: patience), loop.run(for: .milliseconds(3))]
    }
    #expect(result == [.stopped, .timedOut])
    #expect(log.lines == ["block", "timer"])
  }

  @Test func loopThatWakesItselfStillServesItsPorts() throws {
    let port = try RunLoop.WakePort()
    let result = try onFreshThread {
      let loop = RunLoop.current
      try loop.add(RunLoop.PortSource(port) { loop.stop() })
      loop.add(RunLoop.Observer(activities: .beforeSources) { _ in loop.wakeUp() })
      port.ring()
      return loop.run(for: patience)
    }
    #expect(result == .stopped)
  }

  @Test func timerPortRingsAtItsInstantAndNotAfterCancel() throws {
    let log = Log()
    let early = try onFreshThread { () -> Bool in
      let loop = RunLoop.current
      let port = try RunLoop.TimerPort()
      let due = RunLoop.Instant.now.advanced(by: .milliseconds(4))
      let early = Box(false)
      try loop.add(
        RunLoop.PortSource(port) {
          log("port")
          if RunLoop.Instant.now < due { early.value = true }
          loop.stop()
        })
      port.set(at: due)
      log("\(loop.run(for: patience))")
      port.set(at: .distantPast)
      port.cancel()
      log("\(loop.run(for: .milliseconds(4)))")
      port.set(at: .distantPast)
      log("\(loop.run(for: patience))")
      port.set(at: .distantFuture)
      log("\(loop.run(for: .milliseconds(4)))")
      return early.value!
    }
    #expect(log.lines == ["port", "stopped", "timedOut", "port", "stopped", "timedOut"])
    #expect(!early)
  }

  @Test func simulatedTimerPortRingsForItsLastInstantOnly() throws {
    let clock = SimulatedClock()
    let script = Script(clock)
    try onFreshThread(clock) {
      let loop = RunLoop.current
      let port = try RunLoop.TimerPort()
      try loop.add(RunLoop.PortSource(port) { script("port") })
      // It rings at once, and then that is void.
      port.set(at: .distantPast)
      port.cancel()
      loop.run(for: .seconds(1))
      port.set(at: .distantPast)
      port.set(at: script.instant(5))
      loop.run(for: .seconds(9))
      port.set(at: .distantPast)
      loop.run(for: .seconds(1))
    }
    #expect(script.log.lines == ["5 port", "10 port"])
  }

  @Test func hundredsOfReadyPortsAreAllServedInOrder() throws {
    let log = Log()
    let count = 150
    try onFreshThread {
      let loop = RunLoop.current
      let ports = try (0..<count).map { _ in try RunLoop.WakePort() }
      for (index, port) in ports.enumerated() {
        try loop.add(
          RunLoop.PortSource(port) {
            log("\(index)")
            if index == count - 1 { loop.stop() }
          })
      }
      for port in ports { port.ring() }
      loop.run(for: patience)
    }
    #expect(log.lines == (0..<count).map(String.init))
  }
}
