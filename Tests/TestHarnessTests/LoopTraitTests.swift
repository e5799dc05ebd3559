import RunLoopExecutors
import Synchronization
import TestHarness
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopTesting

/// `.runLoop`: a loop for each test.
@Suite(.hangLimit) struct LoopTraitTests {
  private final class Flag: Sendable {
    private let storage = Atomic<Bool>(false)
    var isUp: Bool {
      get { storage.load(ordering: .sequentiallyConsistent) }
      set { storage.store(newValue, ordering: .sequentiallyConsistent) }
    }
  }

  @Test(.runLoop, arguments: 0..<4) func aTestFindsALoopWithNothingInIt(number: Int) {
    let loop = RunLoop.current
    #expect(loop === TestLoop.current?.loop)
    #expect(TestLoop.current?.clock == nil)
    #expect(loop.label.hasPrefix("aTestFindsALoopWithNothingInIt"))
    #expect(loop.snapshot().currentMode == nil)
    #expect(loop.snapshot().keepsAlive() == [])
    #expect(loop.run(mode: .default) == .finished)
    // For the next one, which must not see it.
    loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
  }

  @Test(.runLoop(.simulated)) func anHourPassesAtOnce() throws {
    let loop = RunLoop.current
    let clock = try #require(TestLoop.current?.clock)
    let start = clock.now
    let flag = Flag()
    loop.add(RunLoop.Timer(after: .seconds(3600)) { _ in flag.isUp = true })
    #expect(loop.run(until: { flag.isUp }, timeout: .seconds(7200)))
    #expect(start.duration(to: clock.now) == .seconds(3600))
  }

  @Test(.runLoop) func theLoopRunsWhileTheTestWaits() async throws {
    let loop = RunLoop.current
    try await loop.sleep(for: .milliseconds(1))
    #expect(loop.isOwnThread)
    await Task.detached { await withCheckedContinuation { done in _ = loop.post { done.resume() } } }.value
    #expect(loop.isOwnThread)
    #expect(loop.snapshot().currentMode == nil)
  }

  @Test(.runLoop(.simulated)) func simulatedTimePassesWhileTheTestWaits() async throws {
    let loop = RunLoop.current
    let start = loop.now
    try await loop.sleep(for: .seconds(3600))
    #expect(start.duration(to: loop.now) == .seconds(3600))
  }

  @Test(.runLoop) @MainActor func aTestOfAnActorFindsTheLoopToo() async throws {
    let loop = try #require(TestLoop.current?.loop)
    #expect(!loop.isOwnThread)
    try await loop.sleep(for: .milliseconds(1))
  }

  @Test(.runLoop) func theJobsOfATestRunInTheirOrder() async {
    let order = Locked<[Int]>([])
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 { group.addTask { order.withLock { $0.append(number) } } }
    }
    #expect(order.value == Array(0..<20))
  }

  @Test func theThreadOfATestEndsAfterIt() throws {
    let thread = try LoopTestThread(label: "", nil)
    let loop: RunLoop = thread.loop
    waitUntil { loop.isWaiting }
    thread.end()
    #expect(waitUntil { loop.isOver })
  }

  /// A suite's trait is that of each of its tests.
  @Suite(.hangLimit, .runLoop(.simulated)) struct Inside {
    @Test func aSuiteGivesItsTestsLoops() {
      #expect(RunLoop.current === TestLoop.current?.loop)
      #expect(TestLoop.current?.clock != nil)
    }

    @Test(.runLoop) func theTestsOwnTraitIsTheInnermost() {
      #expect(RunLoop.current === TestLoop.current?.loop)
      #expect(TestLoop.current?.clock == nil)
    }
  }
}

/// A test that hangs fails, with what its loop has. In a child process: see `Troubled`.
extension HarnessTests {
  @Test(arguments: ["runsWithoutAnEnd", "waitsWithoutAnEnd"])
  func aTestThatHangsFailsWithItsLoop(test: String) throws {
    let (output, failed) = try run(test)
    #expect(failed)
    #expect(output.contains("Test \(test)() recorded an issue at TroubledLoops.swift"), "\(output)")
    #expect(output.contains("did not end within 0.1 seconds; what its loop has:"), "\(output)")
    #expect(output.contains("timer 'the next train'"), "\(output)")
    // It went on after it was stopped, and the others after it.
    #expect(output.contains("\(test) ends"), "\(output)")
    #expect(output.contains("Test run with"), "\(output)")
  }

  @Test func aTestThatThrowsFails() throws {
    let (output, failed) = try run("throwsAnError")
    #expect(failed)
    #expect(output.contains("Test throwsAnError() recorded an issue"), "\(output)")
    #expect(output.contains("no train"), "\(output)")
  }

  @Test func aTestThatIsBlockedEndsTheProcess() throws {
    let (output, failed) = try run("blocks", ["SWIFT_BACKTRACE": "enable=no"])
    #expect(failed)
    #expect(output.contains("did not end within 0.1 seconds; what its loop has:"), "\(output)")
    #expect(output.contains("it is blocked in something else than its loop"), "\(output)")
  }
}
