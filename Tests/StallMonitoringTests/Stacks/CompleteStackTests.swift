import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// A recursion each level of which has so much on the stack.
@inline(never) func descend(_ depth: Int, _ kibibytes: Int, _ body: () -> Void) -> Int {
  if depth == 0 {
    body()
    return 1
  }
  return withUnsafeTemporaryAllocation(byteCount: kibibytes > 0 ? kibibytes << 10 : 16, alignment: 16) {
    room in
    room[0] = UInt8(truncatingIfNeeded: depth)
    return descend(depth - 1, kibibytes, body) &+ Int(room[0])
  }
}

/// Sleeps, with more on the stack than is copied at first.
@inline(never) private func restInALargeFrame(_ isThere: Flag, _ mustEnd: Flag) -> UInt64 {
  var room = InlineArray<8192, UInt64>(repeating: 1)
  isThere.set()
  while !mustEnd.isSet {
    usleep(200_000)
    room[3] &+= room[4_000]
  }
  return room[3]
}

extension RealThreads {
  @Suite(.hangLimit(seconds: 300, and: "MAINSPRING_STALL_SAMPLES")) struct CompleteStackTests {
    private static let samples = getenv("MAINSPRING_STALL_SAMPLES").flatMap { Int(String(cString: $0)) } ?? 30

    /// Whatever the thread does, its stack is named from the leaf to the thread's start.
    @Test(arguments: Workload.allCases)
    func stacksAreCompleteToTheThreadsStart(_ load: Workload) {
      let trial = StackTrial.run(load, samples: Self.samples)
      // A module that comes or goes at that very moment may be in no list of modules.
      let unknown = load == .dlopen ? trial.taken / 20 : 0
      #expect(trial.right >= trial.taken - unknown, "\(trial.faults)")
      #expect(trial.taken * 4 >= Self.samples, "\(trial.faults)")
      // A blocked thread is not signalled: what it waits for does not end early. One that ran until now, and lost its
      // processor on the way into its wait, can not be told from one that goes on running; that is rare.
      #expect(trial.interruptions * 10 <= trial.taken, "\(trial.interruptions) of \(trial.taken)")
    }

    /// Was wrong: a function with a large frame that was blocked had no caller, and its stall, with a stack of one or two functions, no report.
    @Test func aLargeFrameHasACallerToo() {
      let world = LinuxWorld()
      let (isThere, mustEnd) = (Flag(), Flag())
      let target = TargetThread(world) { Load.sink &+= Int(restInALargeFrame(isThere, mustEnd)) }
      while !isThere.isSet { usleep(100) }
      var sample = StackSample()
      for _ in 0..<200 where sample.means != .procfs {
        sample = world.sample(thread: target.thread)
        usleep(500)
      }
      mustEnd.set()
      target.join()
      let names = SymbolNames().frames(sample.addresses).map(\.name)
      #expect(names.contains { $0.contains("restInALargeFrame") }, "\(names)")
      #expect(sample.isComplete, "\(sample.means) \(sample.reason): \(names)")
    }

    /// However deep it is: of hundreds of frames, of some that are large, running and blocked.
    @Test(arguments: [(200, 1, true), (200, 1, false), (300, 0, true), (400, 0, false), (900, 5, false)])
    func deepStacksAreCompleteToo(_ depth: Int, _ kibibytes: Int, _ isBusy: Bool) {
      let world = LinuxWorld()
      let isThere = Flag()
      let mustEnd = Flag()
      let target = TargetThread(world) {
        Load.sink &+= descend(depth, kibibytes) {
          isThere.set()
          while !mustEnd.isSet {
            guard isBusy else {
              // For longer than a busy machine takes to read megabytes of stack.
              usleep(200_000)
              continue
            }
            for _ in 0..<2000 { Load.sink &+= 1 }
          }
        }
      }
      while !isThere.isSet { usleep(100) }
      var samples: [StackSample] = []
      for _ in 0..<200 where samples.count < 10 {
        let sample = world.sample(thread: target.thread)
        // On a busy machine it may have no processor when it is asked.
        if !sample.addresses.isEmpty { samples.append(sample) }
        usleep(500)
      }
      mustEnd.set()
      target.join()
      #expect(samples.count == 10)
      let names = SymbolNames()
      for sample in samples {
        let frames = names.frames(sample.addresses)
        let levels = frames.count { $0.name.hasPrefix("StallMonitoringTests.descend(") }
        let (isWhole, reason) = (sample.isComplete, "\(sample.means) \(sample.reason)")
        #expect(isWhole, "\(reason)")
        // Without optimization a level has several frames.
        let isCut = reason.hasSuffix("in the middle are left out") && frames.count == 512
        #expect(isCut ? levels > 100 : levels == depth + 1, "\(levels) levels, \(reason)")
      }
    }
  }
}
