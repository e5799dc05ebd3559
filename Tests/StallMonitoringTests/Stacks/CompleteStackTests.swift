import Glibc
import Testing

@testable import StallMonitoring

extension RealThreads {
  @Suite struct CompleteStackTests {
    private static let samples = getenv("MAINSPRING_STALL_SAMPLES").flatMap { Int(String(cString: $0)) } ?? 60

    /// Whatever the thread does, its stack is named from the leaf to the thread's start.
    @Test(arguments: Workload.allCases)
    func stacksAreCompleteToTheThreadsStart(_ load: Workload) {
      let trial = StackTrial.run(load, samples: Self.samples)
      #expect(trial.right == trial.taken, "\(trial.faults)")
      #expect(trial.taken * 4 >= Self.samples, "\(trial.faults)")
      // A blocked thread is never signalled: nothing that it waits for ends early.
      #expect(trial.interruptions == 0)
    }
  }
}
