import LinuxSystem
import Synchronization
import TestHarness
import TestSupport
import Testing

private let isWanted = getenv("MAINSPRING_TROUBLED") != nil

/// Tests that fail, for the tests of how failures are shown. They run in a child process only.
@Suite(.hangLimit, .enabled(if: isWanted)) enum Troubled {
  @Test static func failsOnAThread() {
    onFreshThread { #expect(1 == 2) }
  }

  @Test static func failsOnAThreadOfAThread() {
    onFreshThread { onFreshThread { #expect(1 == 2) } }
  }

  @Test(.hangLimit(seconds: 1)) static func waitsForAThreadThatSpins() {
    onFreshThread {
      while true { sched_yield() }
    }
  }

  @Test static func doesLittle() {
    var tally = FuzzTally("little")
    for step in 0..<100 { tally.count(step < 79) }
    tally.expectMostStepsDidSomething()
  }

  @Test static func doesEnough() {
    var tally = FuzzTally("enough")
    for step in 0..<100 { tally.count(step < 80) }
    tally.expectMostStepsDidSomething()
  }

  private static let running = Atomic<Int>(0)

  @Test(arguments: 0..<100) static func printsHowManyRun(_: Int) async {
    // In one piece, whatever other threads print meanwhile.
    let line = "running: \(running.add(1, ordering: .relaxed).newValue).\n"
    _ = line.withCString { write(1, $0, strlen($0)) }
    // Others can begin meanwhile, on a busy machine too.
    try? await Task.sleep(for: .milliseconds(5))
    running.subtract(1, ordering: .relaxed)
  }

  private static let hasSuspended = Atomic<Bool>(false)

  @Test(arguments: 0..<4) static func suspendsBesideTestsThatBlock(number: Int) async {
    guard number > 0 else {
      for _ in 0..<50 { await Task.yield() }
      return hasSuspended.store(true, ordering: .relaxed)
    }
    var waits = 0
    while !hasSuspended.load(ordering: .relaxed), waits < 10_000 {
      usleep(1_000)
      waits += 1
    }
    #expect(waits < 10_000)
  }
}
