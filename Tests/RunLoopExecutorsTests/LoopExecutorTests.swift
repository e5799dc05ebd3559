import RunLoopCore
import RunLoopExecutors
import TestHarness
import TestSupport
import Testing

/// Actors and tasks on a loop.
@Suite(.hangLimit) struct LoopExecutorTests {
  @Test func actorsRunOnTheLoopsThreadAlsoAfterAwait() async throws {
    let thread = try LoopThread(label: "actors")
    let loop = thread.loop
    let number = try loop.performAndWait { threadNumber() }
    let actor = Pinned(loop)
    #expect(await actor.bump() == number)
    let numbers = try await actor.run { actor in
      var numbers = [threadNumber()]
      try await Task.sleep(for: .milliseconds(1))
      numbers.append(threadNumber())
      try await loop.sleep(for: .milliseconds(1))
      numbers.append(threadNumber())
      _ = await Task.detached { threadNumber() }.value
      numbers.append(threadNumber())
      await Task.yield()
      numbers.append(threadNumber())
      return numbers
    }
    #expect(numbers == Array(repeating: number, count: 5))
    thread.join()
  }

  @Test func isolationHoldsInPlainCallbacksOfTheLoopAndNowhereElse() throws {
    onFreshThread {
      let loop = RunLoop.current
      let actor = Pinned(loop)
      let log = Log()
      let note: @Sendable (String) -> Void = {
        actor.preconditionIsolated()
        log("\($0) \(actor.bumpFromOutside())")
      }
      let source = RunLoop.Source { note("source") }
      loop.add(source)
      source.signal()
      loop.perform { note("block") }
      loop.add(RunLoop.Observer(activities: .entry) { _ in note("observer") })
      loop.add(
        RunLoop.Timer(after: .zero) { _ in
          note("timer")
          loop.stop()
        })
      loop.run(for: .seconds(30))
      #expect(log.lines == ["observer 1", "block 2", "source 3", "timer 4"])
      #expect(actor.executor.isIsolatingCurrentContext() == true)
      onFreshThread { #expect(actor.executor.isIsolatingCurrentContext() == false) }
    }
  }

  @Test func tasksThatPreferTheLoopRunThere() async throws {
    let thread = try LoopThread(label: "tasks")
    let loop = thread.loop
    let number = try loop.performAndWait { threadNumber() }
    @Sendable func work() async -> [Int32] {
      let first = threadNumber()
      try? await Task.sleep(for: .milliseconds(1))
      return [first, threadNumber()]
    }
    let numbers = await withTaskExecutorPreference(loop.taskExecutor) {
      async let child = work()
      return await work() + child
    }
    #expect(numbers == Array(repeating: number, count: 4))
    #expect(await Task(executorPreference: loop.taskExecutor) { await work() }.value == [number, number])
    // Both at once: the actor's own executor comes first.
    let actor = Pinned(loop)
    let both = await Task(executorPreference: loop.taskExecutor) { [await actor.bump()] + (await work()) }
      .value
    #expect(both == Array(repeating: number, count: 3))
    thread.join()
  }

  @Test func jobsRunInCommonModesInOrderAndNotInsideEachOther() {
    onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      let actor = Pinned(loop)
      let log = Log()
      loop.add(RunLoop.Timer(after: .seconds(1000)) { _ in }, to: "other")
      for number in 1...3 {
        Task.immediate {
          await actor.run { _ in
            log("job \(number)")
            if number == 1 { log("inner \(loop.run(for: .seconds(1)))") }
          }
        }
      }
      // The jobs were queued by this thread, or none would be here yet.
      log("other \(loop.run(mode: "other", for: .seconds(1)))")
      log("\(loop.run(for: .seconds(1), returnAfterSourceHandled: true))")
      #expect(
        log.lines == ["other timedOut", "job 1", "inner timedOut", "job 2", "job 3", "handledSource"])
    }
  }

  @Test func theSameLoopGivesTheSameExecutor() throws {
    onFreshThread {
      let loop = RunLoop.current
      #expect(loop.executor === loop.executor)
      #expect(loop.taskExecutor === loop.taskExecutor)
      #expect(loop.itemCount(labelled: "executor") == 1)
    }
  }

  @Test func manyThreadsHopToOneActorAndNoHopIsLost() async throws {
    let thread = try LoopThread(label: "hops")
    let actor = Pinned(thread.loop)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<500 { _ = await actor.bump() } }
      }
    }
    #expect(await actor.count == 4000)
    thread.join()
  }

  /// A new loop may have the place in memory of one that ended; its thread is not the old one's.
  @Test func theExecutorOfAnEndedLoopIsNotThatOfALoopInItsPlace() {
    @Sendable func place() -> Int { Int(bitPattern: Unmanaged.passUnretained(RunLoop.current).toOpaque()) }
    var ended: [Int: LoopExecutor] = [:]
    var seen = 0
    for _ in 0..<1000 where seen < 3 {
      let others = ended
      let (executor, address) = onFreshThread {
        if let old = others[place()] { #expect(old.isIsolatingCurrentContext() == false) }
        return (RunLoop.current.executor, place())
      }
      if ended[address] != nil { seen += 1 }
      ended[address] = executor
    }
    #expect(seen == 3, "or this has shown nothing")
  }
}
