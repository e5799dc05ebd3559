import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

/// Items that are added, removed, moved, invalidated and called at random, most of it inside callouts and inner runs.
///
/// `MAINSPRING_FUZZ_ROUNDS` makes it larger.
@Suite(.hangLimit) struct LoopFuzzTests {
  /// A loop of another thread, which rests until the body has returned.
  private static func withRestingLoop(_ body: (RunLoop) -> Void) {
    let place = Box<RunLoop>()
    let began = Gate()
    let mayEnd = Gate()
    let thread = FreshThread {
      place.value = RunLoop.current
      began.open()
      mayEnd.pass()
    }
    began.pass()
    if let loop = place.value { body(loop) }
    place.value = nil
    mayEnd.open()
    _ = thread.join()
  }

  /// Opened once.
  private final class Gate: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    init() { sem_init(semaphore, 0, 0) }
    deinit { semaphore.deallocate() }
    func open() { sem_post(semaphore) }
    func pass() { while sem_wait(semaphore) != 0 {} }
  }

  private struct Outcome {
    var faults: [String] = []
    var calls = 0
    var tally = FuzzTally("loops")
  }

  /// What is wrong, how much was called, and how many steps did something.
  private static func play(_ seed: UInt64, isSimulated: Bool) -> Outcome {
    let clock = isSimulated ? SimulatedClock() : nil
    return onFreshThread(clock) {
      nonisolated(unsafe) var result = Outcome()
      withRestingLoop { resting in
        let world = FuzzWorld(seed: seed, resting: resting)
        let loop = world.loops[0]
        while world.budget > 0 {
          world.step()
          world.run()
          world.check()
        }
        // Blocks that wait hold nothing of the world's items, but they are done with first.
        for _ in 0..<3 { for mode in FuzzWorld.modes { loop.run(mode: mode, for: .zero) } }
        world.letGo()
        for mode in FuzzWorld.modes {
          loop.perform(inModes: [mode]) {}
          loop.run(mode: mode, for: .zero)
        }
        for (number, entry) in world.allEntries.enumerated() where entry.object != nil {
          world.fault("\(number) is still there")
        }
        result = Outcome(faults: world.faults, calls: world.calls, tally: world.tally)
      }
      return result
    }
  }

  private static func playAll(_ seeds: ClosedRange<UInt64>, isSimulated: Bool) {
    var tally = FuzzTally(isSimulated ? "a simulated loop" : "a loop")
    for seed in seeds {
      let outcome = play(seed, isSimulated: isSimulated)
      #expect(outcome.faults == [])
      #expect(outcome.calls > 0, "seed \(seed)")
      tally += outcome.tally
    }
    tally.expectMostStepsDidSomething()
  }

  @Test func calloutsMayDoAnythingToTheirLoop() {
    Self.playAll(Fuzz.seeds(40), isSimulated: false)
  }

  @Test func calloutsMayDoAnythingToASimulatedLoop() {
    Self.playAll(Fuzz.seeds(20), isSimulated: true)
  }
}
