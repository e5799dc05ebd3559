import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

extension Stress {
  /// Everything at once, from everywhere.
  struct StormTests {
    /// MAINSPRING_STRESS_OPERATIONS sets how many, MAINSPRING_STRESS_SEED which. CI has ten million done by a release
    /// build, which takes a fraction of a debug build's time for them.
    private static let operations =
      Process.number("MAINSPRING_STRESS_OPERATIONS").map { Int($0) }
      ?? (ThreadSanitizer.isOn ? 200_000 : 1_000_000)
    private static let seed = Process.number("MAINSPRING_STRESS_SEED") ?? UInt64(time(nil)) &* 1_000_003
    private static let operators = 8
    private static let loops = 4

    /// In a process of its own: other tests take descriptors meanwhile.
    @Test func millionsOfOperationsFromEightThreadsLoseAndLeakNothing() async {
      await #expect(processExitsWith: .success) {
        let descriptors = Process.loopDescriptors
        let census = Self.storm()
        #expect(census.count == 0, "seed \(Self.seed): closures are alive")
        // Dispatch, on which the tests run, may open a few at any time.
        let later = Process.loopDescriptors
        #expect(later.count - descriptors.count < 4, "seed \(Self.seed): \(descriptors) became \(later)")
      }
    }

    private static func storm() -> Census {
      let start = RunLoop.Instant.now
      let world = StormWorld(seed: seed, operators: operators, loopCount: loops)
      let longest = (0..<operators).map { _ in Counter() }
      let threads = (0..<operators).map { number in
        FreshThread { operate(world, number, longest[number]) }
      }
      for thread in threads { thread.join() }
      // Whatever was asked of a loop before is done when this is.
      for loop in world.loops {
        let gate = Gate()
        loop.post { gate.open() }
        #expect(gate.wait(), "seed \(seed): a loop does not run its blocks")
      }
      let seconds = start.duration(to: .now) / .seconds(1)
      world.end()
      #expect(world.complaints == [], "seed \(seed)")
      print(
        "seed \(seed): \(operations) operations, and \(world.inner.value) in \(world.calls.value) callouts,"
          + " in \(seconds) s; longest wait for an answer \(longest.map(\.value).max() ?? 0) ms")
      return world.census
    }

    /// One operator: operations, and from time to time a question that a loop must answer in time.
    private static func operate(_ world: StormWorld, _ number: Int, _ longest: Counter) {
      let thread = StormThread(SplitMix(world.seed &+ UInt64(number)), number)
      let answered = Gate()
      for step in 0..<operations / operators {
        world.operate(thread)
        guard step % 2_048 == 2_047 else { continue }
        let asked = RunLoop.Instant.now
        let loop = world.loops[thread.dice.roll(loops)]
        if step % 4_096 == 2_047 {
          loop.post { answered.open() }
        } else {
          let source = RunLoop.Source { answered.open() }
          loop.add(source, to: .common)
          source.signal()
          loop.wakeUp()
        }
        guard answered.wait() else {
          Issue.record("seed \(world.seed): no answer, after operation \(step) of thread \(number)")
          return
        }
        let waited = Int(asked.duration(to: .now) / .milliseconds(1))
        if waited > longest.value { longest.add(waited - longest.value) }
      }
    }
  }
}
