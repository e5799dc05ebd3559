import Glibc
import RunLoopCore
import Testing

/// What other threads may do to a loop that ends or has ended.
struct EndTests {
  /// Starts a thread that makes a loop and ends, and gives the loop.
  private func endedLoop() -> RunLoop? {
    let made = Slot<RunLoop>()
    let thread = TestThread { made.value = RunLoop.current }
    thread.join()
    return made.value
  }

  @Test func aLoopThatHasEndedAnswersOtherThreads() throws {
    let loop = try #require(endedLoop())
    let done = Gate()
    let thread = TestThread {
      let source = RunLoop.Source {}
      _ = loop.snapshot()
      loop.add(source)
      loop.remove(source)
      done.open()
    }
    try #require(done.pass())
    thread.join()
    #expect(!loop.add(RunLoop.Timer(after: .zero) { _ in }))
    #expect(!loop.add(RunLoop.Observer(activities: .all) { _ in }))
    #expect(!loop.add(RunLoop.Source {}))
    #expect(!loop.post {})
  }

  @Test func performAndWaitOnAnEndedLoopThrows() throws {
    let loop = try #require(endedLoop())
    let done = Gate()
    let thread = TestThread {
      do {
        try loop.performAndWait {}
        Issue.record("a loop without a thread ran a block")
      } catch {}
      done.open()
    }
    try #require(done.pass())
    thread.join()
  }
}
