import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

extension RealThreads {
  /// Tasks that really wait, in Swift's real pool.
  @Suite(.hangLimit, .serialized) struct RealPoolTests {
    /// One that waits in a call, as no task should.
    @inline(never)
    private static func holdUp(_ gate: Flag) {
      while !gate.isSet { usleep(200_000) }
    }

    @Test func tasksThatWaitAreFound() async throws {
      await #expect(processExitsWith: .success) {
        alarm(hangAlarm)
        let gate = Flag()
        let world = LinuxWorld()
        precondition(world.blockedTaskThreads().isEmpty, "a thread waits in a task before there is one")
        let count = world.processorCount
        let tasks = (0..<count + 2).map { _ in Task.detached { Self.holdUp(gate) } }
        // Each of them wakes now and then: all are to be found waiting at one look.
        let thread = TargetThread {
          var found: [TaskPool.Worker] = []
          for _ in 0..<2_000 where found.count < count {
            usleep(5_000)
            found = world.blockedTaskThreads()
          }
          precondition(found.count == count, "\(found.count) of \(count) threads were found")
          gate.set()
        }
        thread.join()
        for task in tasks { await task.value }
        // Idle threads of the pool wait in no task.
        var left = count
        for _ in 0..<400 where left > 0 {
          usleep(5_000)
          left = world.blockedTaskThreads().count
        }
        precondition(left == 0, "\(left) threads are found in tasks that have ended")
      }
    }
  }
}
