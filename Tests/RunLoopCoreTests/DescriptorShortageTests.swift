import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// When the process has no descriptor left, loops still work: they sleep without descriptors. Only port sources need some.
///
/// In child processes, since the table of descriptors is the whole process's.
@Suite(.hangLimit) struct DescriptorShortageTests {
  @Test func timersFireAndTimeoutsEndTheRun() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      let (early, result) = try withoutDescriptors {
        onFreshThread {
          let loop = RunLoop.current
          log.watch(loop)
          let due = RunLoop.Instant.now.advanced(by: .milliseconds(500))
          let early = Box(false)
          loop.add(
            RunLoop.Timer(at: due) { _ in
              log("timer")
              early.value = RunLoop.Instant.now < due
            })
          loop.add(RunLoop.Source {})
          let start = RunLoop.Instant.now
          let result = loop.run(for: .milliseconds(1500))
          return (early.value! || start.duration(to: .now) < .milliseconds(1500), result)
        }
      }
      #expect(!early)
      #expect(result == .timedOut)
      #expect(
        log.lines == ["En", "BT", "BS", "BW", "AW", "timer", "BT", "BS", "BW", "AW", "Ex"], "\(log.lines)")
    }
  }

  @Test func postsWakeUpsAndStopsFromOtherThreadsArrive() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      try withoutDescriptors {
        let source = RunLoop.Source { log("source") }
        let worker = WorkerThread { $0.add(source) }
        #expect(worker.waitUntilAsleep())
        worker.loop.post { log("block") }
        #expect(waitUntil { log.count == 1 && worker.loop.isWaiting })
        source.signal()
        worker.loop.wakeUp()
        #expect(waitUntil { log.count == 2 && worker.loop.isWaiting })
        let fired = Gate()
        worker.loop.add(
          RunLoop.Timer(after: .milliseconds(2)) { _ in
            log("timer")
            fired.open()
          })
        #expect(fired.wait())
        worker.waitUntilAsleep()
        worker.loop.stop()
        #expect(waitUntil { worker.loop.currentMode == nil })
        #expect(worker.end() == .stopped)
      }
      #expect(log.lines == ["block", "source", "timer"], "\(log.lines)")
    }
  }

  @Test func noTimerOfAnotherThreadIsLost() async {
    await #expect(processExitsWith: .success) {
      try withoutDescriptors {
        let worker = WorkerThread()
        for _ in 0..<3_000 {
          let fired = Gate()
          worker.loop.add(RunLoop.Timer(at: .distantPast) { _ in fired.open() })
          guard fired.wait() else {
            Issue.record("a timer was lost")
            break
          }
        }
        worker.end()
      }
    }
  }

  @Test func addingAPortSourceThrows() async {
    await #expect(processExitsWith: .success) {
      let port = try RunLoop.WakePort()
      let log = Log()
      try withoutDescriptors {
        #expect(throws: RunLoop.PortError.tooManyDescriptors) { try RunLoop.WakePort() }
        #expect(throws: RunLoop.PortError.tooManyDescriptors) { try RunLoop.TimerPort() }
        #expect(throws: RunLoop.PortError.tooManyDescriptors) { try RunLoop.MessagePort.pair() }
        onFreshThread {
          let source = RunLoop.PortSource(port) {}
          for mode in [.default, .common] as [RunLoop.Mode] {
            do {
              _ = try RunLoop.current.add(source, to: mode)
              log("added")
            } catch {
              log("\(error)")
            }
            log("in \(mode): \(RunLoop.current.contains(source, in: mode))")
          }
          log("\(RunLoop.current.run(for: .seconds(10)))")
        }
      }
      let why = "no descriptor is left: close some, or raise the limit (ulimit -n)"
      #expect(log.lines == [why, "in default: false", why, "in common: false", "finished"], "\(log.lines)")
    }
  }

  @Test func portSourceThatWasAddedBeforeTheShortageIsServed() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      let port = try RunLoop.WakePort()
      let ready = Gate()
      let goOn = Gate()
      let rung = Gate()
      let loop = Box<RunLoop>()
      let thread = FreshThread {
        loop.value = RunLoop.current
        _ = try RunLoop.current.add(
          RunLoop.PortSource(port) {
            log("port")
            rung.open()
          })
        ready.open()
        goOn.wait()
        // Its first sleep with a deadline comes when no descriptor is left.
        return RunLoop.current.run(for: patience)
      }
      #expect(ready.wait())
      try withoutDescriptors {
        goOn.open()
        #expect(waitUntil { loop.value?.isWaiting ?? false })
        port.ring()
        #expect(rung.wait())
        waitUntilAsleep(loop.value!)
        loop.value?.stop()
        let result = try thread.join().get()
        #expect(result == .stopped)
      }
      #expect(log.lines == ["port"], "\(log.lines)")
    }
  }

  @Test func loopThatSleepsWithoutDescriptorsTakesAPortSourceWhenThereAreSomeAgain() async {
    await #expect(processExitsWith: .success) {
      let rung = Gate()
      let worker = Box<WorkerThread>()
      try withoutDescriptors {
        worker.value = WorkerThread()
        worker.value?.waitUntilAsleep()
      }
      let port = try RunLoop.WakePort()
      try worker.value?.loop.add(RunLoop.PortSource(port) { rung.open() })
      port.ring()
      #expect(rung.wait())
      worker.value?.end()
    }
  }

  @Test func simulatedTimeGoesOnToo() async {
    await #expect(processExitsWith: .success) {
      let log = Log()
      let result = try withoutDescriptors {
        onFreshThread(SimulatedClock()) {
          let loop = RunLoop.current
          loop.add(RunLoop.Timer(after: .seconds(1), repeating: .seconds(2)) { _ in log("timer") })
          loop.add(RunLoop.Timer(after: .seconds(2)) { _ in log("other") })
          return loop.run(for: .milliseconds(3500))
        }
      }
      #expect(result == .timedOut)
      #expect(log.lines == ["timer", "other", "timer"], "\(log.lines)")
    }
  }
}

/// Calls `body` while the process can open no descriptor: a new one must have a number below the limit, and those are
/// standard input, output and error. Open descriptors still work.
private func withoutDescriptors<Value>(_ body: () throws -> Value) throws -> Value {
  waitForDispatch()
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  let before = limit
  limit.rlim_cur = 3
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  defer {
    var limit = before
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
  try #require(dup(0) < 0)
  return try body()
}
