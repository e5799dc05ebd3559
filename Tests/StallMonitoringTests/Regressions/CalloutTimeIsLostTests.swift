import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// A monitor that did not count the time of a callout that ended, when no other one had begun, passed all tests.
@Suite("The time of the last callout before a look", .hangLimit)
struct CalloutTimeIsLostTests {
  @Test("The time of a callout is counted when none has begun since")
  func lastCalloutBeforeALook() {
    let simulation = Simulation()
    let memory = HeartbeatMemory()
    let line = memory.line
    simulation.core.add(WatchedLoop(.line(line), label: "loop", thread: 1))
    simulation.at(1) {
      _ = line.beginRun(mode: 0)
      line.enter(callout: UInt64(CalloutKind.source.rawValue), code: 0)
    }
    // The loop goes on with its turn, and calls nothing else.
    simulation.at(1.2) { line.leave() }
    simulation.run(to: 1.6)
    let times = simulation.sink.seen.compactMap(\.callout)
    #expect(times.count == 1 && abs(Double(times.first ?? 0) / 1e9 - 0.2) < 0.1)
    #expect(simulation.sink.seen.first { $0.callout != nil }?.kind == .source)
    withExtendedLifetime(memory) {}
  }
}
