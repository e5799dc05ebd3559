import Glibc
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

  /// What is wrong, and how much was called.
  private static func play(_ seed: UInt64, isSimulated: Bool) -> (faults: [String], calls: Int) {
    let clock = isSimulated ? SimulatedClock() : nil
    return onFreshThread(clock) {
      nonisolated(unsafe) var result: (faults: [String], calls: Int) = ([], 0)
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
        for (number, entry) in world.entries.enumerated() where entry.object != nil {
          world.fault("\(number) is still there")
        }
        result = (world.faults, world.calls)
      }
      return result
    }
  }

  @Test(arguments: Fuzz.seeds(40))
  func calloutsMayDoAnythingToTheirLoop(seed: UInt64) {
    let result = Self.play(seed, isSimulated: false)
    #expect(result.faults == [])
    #expect(result.calls > 0)
  }

  @Test(arguments: Fuzz.seeds(20))
  func calloutsMayDoAnythingToASimulatedLoop(seed: UInt64) {
    let result = Self.play(seed, isSimulated: true)
    #expect(result.faults == [])
    #expect(result.calls > 0)
  }
}
