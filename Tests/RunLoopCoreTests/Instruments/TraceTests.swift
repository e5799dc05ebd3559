import Synchronization
import TestHarness
import TestSupport
import Testing

@testable import class RunLoopCore.RunLoop
@testable import class RunLoopCore.SimulatedClock

/// Trace listeners, notified of a loop's turns.
@Suite(.hangLimit) struct TraceTests {
  @Test func aListenerHearsARunInItsOrder() {
    let lines = onFreshThread(SimulatedClock()) { () -> [String] in
      let loop = RunLoop.current
      let log = Log()
      let source = RunLoop.Source(label: "hid") {}
      loop.add(source)
      source.signal()
      loop.add(RunLoop.Timer(after: .seconds(1), label: "tick") { _ in loop.stop() })
      loop.add(RunLoop.Observer(activities: .beforeWaiting, label: "watch") { _ in })
      loop.perform {}
      let listener = loop.addTraceListener { log("\($0)") }
      loop.run()
      loop.removeTraceListener(listener)
      loop.run(for: .zero)
      return log.lines
    }
    #expect(
      lines == [
        "run in mode default begins", "turn", "block begins", "block ends", "source 'hid' begins",
        "source 'hid' ends", "turn", "observer 'watch' beforeWaiting begins",
        "observer 'watch' beforeWaiting ends", "sleep begins", "sleep ends", "timer 'tick' begins",
        "timer 'tick' ends", "run in mode default ends",
      ])
  }

  @Test func eventsTellTimeDepthModeAndPlace() throws {
    let events = onFreshThread(SimulatedClock(start: .init(nanoseconds: 0))) { () -> [RunLoop.TraceEvent] in
      let loop = RunLoop.current
      let events = Locked<[RunLoop.TraceEvent]>([])
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in }, to: "inner")
      loop.add(
        RunLoop.Timer(after: .seconds(2), label: "outer") { _ in
          loop.run(mode: "inner", for: .seconds(3))
          loop.stop()
        })
      _ = loop.addTraceListener { event in events.withLock { $0.append(event) } }
      loop.run()
      return events.withLock { $0 }
    }
    let inner = try #require(events.first { $0.phase == .runBegan && $0.mode == "inner" })
    #expect(inner.depth == 2 && inner.time.nanoseconds == 2_000_000_000)
    let ended = try #require(events.last { $0.phase == .calloutEnded })
    #expect(ended.kind == .timer && ended.label == "outer" && ended.time.nanoseconds == 5_000_000_000)
    #expect(ended.site.contains("TraceTests.swift:") && ended.code != 0 && ended.mode == .default)
  }

  @Test func aListenerMayComeAndGoWhileTheLoopRuns() {
    let worker = WorkerThread { loop in
      loop.add(RunLoop.Timer(after: .zero, repeating: .microseconds(100)) { _ in })
    }
    for _ in 0..<50 {
      let heard = Counter()
      let listener = worker.loop.addTraceListener { _ in heard.add() }
      #expect(waitUntil { heard.value > 3 })
      worker.loop.removeTraceListener(listener)
    }
    worker.end()
  }

  @Test func aListenerCanBeRemoved() {
    let log = Log()
    onFreshThread(SimulatedClock()) {
      let canary = Canary(log, "gone")
      let listener = RunLoop.current.addTraceListener { _ in canary.sing() }
      RunLoop.current.removeTraceListener(listener)
    }
    #expect(log.lines == ["gone"])
  }
}

/// The probes that tracers find in the program.
@Suite(.hangLimit) struct ProbeTests {
  @Test func everyProbeIsInTheProgram() throws {
    guard (try? ChildProgram.run("readelf", ["--version"])) != nil else {
      print("skipped: readelf is not there")
      return
    }
    let notes = try ChildProgram.lines(of: "readelf", ["-n", ChildProgram.product("loopprobe")])
    let names = Set(
      zip(notes, notes.dropFirst()).compactMap { provider, name -> String? in
        guard provider.hasSuffix("Provider: runloop") else { return nil }
        return name.split(separator: " ").last.map(String.init)
      })
    #expect(names == ["run_begin", "run_end", "turn", "sleep", "wake", "callout_begin", "callout_end"])
    // With the word that says whether anybody listens.
    #expect(notes.contains { $0.contains("Semaphore: 0x") && !$0.hasSuffix("Semaphore: 0x0000000000000000") })
  }
}
