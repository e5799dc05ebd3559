import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

struct Pair<First, Second> {
  var first: First
  var second: Second
}

/// Makes types that the program text does not name: their metadata is made when they are first used.
@inline(never) func instantiate<Type>(_ type: Type.Type, _ bits: UInt64, _ depth: Int) -> Int {
  if depth == 0 { return MemoryLayout<Type>.stride &+ "\(type)".utf8.count & 1 }
  return bits & 1 == 0
    ? instantiate(Pair<Type, UInt8>.self, bits >> 1, depth - 1)
    : instantiate(Type?.self, bits >> 1, depth - 1)
}

extension RealThreads {
  @Suite(.hangLimit(seconds: 300, and: "MAINSPRING_STALL_SECONDS")) struct SafetyTests {
    /// A thousand samples a second of threads that allocate, load and unload, and make types: nothing locks up, nothing
    /// crashes. As long as MAINSPRING_STALL_SECONDS says.
    @Test func samplingNeitherLocksUpNorCrashes() async {
      await #expect(processExitsWith: .success) {
        let seconds = getenv("MAINSPRING_STALL_SECONDS").flatMap { UInt64(String(cString: $0)) } ?? 2
        // Locked up: the alarm ends the process, and with it the test.
        alarm(UInt32(seconds) + 60)
        let world = LinuxWorld()
        Load.stop.pointee.store(false, ordering: .relaxed)
        let targets = [
          TargetThread(world) { loadMalloc() },
          TargetThread(world) { loadDlopen() },
          TargetThread(world) {
            var generator = SystemRandomNumberGenerator()
            while Load.goesOn { Load.sink &+= instantiate(Int.self, generator.next(), 10) }
          },
        ]
        var taken = [0, 0, 0]
        var incomplete: [[String]] = [[], [], []]
        let end = world.now + seconds * 1_000_000_000
        // A machine with much other work takes longer for a few.
        while world.now < end || taken.reduce(0, +) <= 10 && world.now < end + 20_000_000_000 {
          for (index, target) in targets.enumerated() {
            let sample = world.sample(thread: target.thread)
            if sample.addresses.isEmpty { continue }
            taken[index] += 1
            if !sample.isComplete { incomplete[index].append(sample.reason) }
          }
          usleep(200)
        }
        Load.stop.pointee.store(true, ordering: .relaxed)
        for target in targets { target.join() }
        print("\(seconds) s: \(taken) stacks, of them cut short \(incomplete.map(\.count))")
        #expect(taken.reduce(0, +) > 10, "\(taken)")
        // What was unloaded before the modules were looked at has no tables: of that thread some stacks end early.
        for (index, most) in [(0, 100), (1, 20), (2, 100)] {
          let isFew = incomplete[index].count * most <= taken[index] + 2 * most
          #expect(isFew, "\(index): \(taken) \(incomplete[index])")
        }
      }
    }
  }
}
