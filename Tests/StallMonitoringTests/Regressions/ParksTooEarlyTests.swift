import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// A monitor that slept for good when a loop began a callout between its look and the marks passed all tests.
@Suite("What a loop does while the monitor parks", .hangLimit)
struct ParksTooEarlyTests {
  @Test("What a loop does while the marks are published is seen by a second look before the monitor parks")
  func secondLookBeforeParking() {
    let simulation = Simulation()
    let memories = [HeartbeatMemory(), HeartbeatMemory()]
    for (index, memory) in memories.enumerated() {
      simulation.core.add(WatchedLoop(.line(memory.line), label: "loop \(index)", thread: Int32(index + 1)))
    }
    var marks: [UInt64] = []
    simulation.world.whilePublishing = {
      guard marks.isEmpty else { return }
      marks = memories.map { $0.line.load(HeartbeatLine.Word.watcher) & HeartbeatLine.Mark.ring }
      // The loop looked for its mark before it was there.
      memories[1].line.store(0, HeartbeatLine.Word.watcher)
      memories[1].line.endWait()
      memories[1].line.enter(callout: UInt64(CalloutKind.timer.rawValue), code: 0x1234)
      memories[1].line.store(1, HeartbeatLine.Word.watcher)
    }
    simulation.run(to: 1.1)
    #expect(marks == [1, 1])
    // It does not sleep, so no thread has to ring.
    #expect(simulation.parkings == 0)
    #expect(
      memories.allSatisfy { $0.line.load(HeartbeatLine.Word.watcher) & HeartbeatLine.Mark.ring == 0 })
    simulation.run(to: 2)
    #expect(simulation.found == ["stall "])
    withExtendedLifetime(memories) {}
  }

  @Test("What a loop does between the look and the marks is seen before the monitor parks")
  func changeBeforeTheMarks() {
    let simulation = Simulation { $0.memoryLimit = 1 << 30 }
    let memory = HeartbeatMemory()
    simulation.core.add(WatchedLoop(.line(memory.line), label: "loop", thread: 1))
    // The check of the process comes after the look at the loops.
    final class Late: StallMonitorDelegate, @unchecked Sendable {
      var body: () -> Void = {}
      func monitorLooked(found kind: RecordKind?) { body() }
    }
    let late = Late()
    let parkTime = simulation.time(1)
    var isDone = false
    late.body = {
      guard !isDone, simulation.world.now >= parkTime else { return }
      isDone = true
      memory.line.endWait()
      memory.line.enter(callout: UInt64(CalloutKind.timer.rawValue), code: 0x1234)
    }
    simulation.core.delegate = late
    simulation.run(to: 2)
    #expect(isDone && simulation.found == ["stall "] && simulation.parkings == 0)
    withExtendedLifetime(memory) {}
  }
}
