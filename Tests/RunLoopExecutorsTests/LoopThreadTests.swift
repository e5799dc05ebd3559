import LinuxSystem
import RunLoopCore
import RunLoopExecutors
import TestHarness
import TestSupport
import Testing

/// What becomes of a loop's thread, and of its jobs when it ends.
@Suite(.hangLimit) struct LoopThreadTests {
  @Test func aLoopThreadRunsUntilItsEndIsRequested() throws {
    let thread = try LoopThread(label: "steady")
    #expect(thread.loop.label == "steady")
    for number in 0..<3 {
      // The run ends; the thread runs the loop again.
      thread.loop.post { thread.loop.stop() }
      #expect(try thread.loop.performAndWait { number } == number)
    }
    thread.join()
    thread.join()
    #expect(throws: RunLoop.Ended.self) { try thread.loop.performAndWait {} }
  }

  @Test func aLoopThreadEndsWithItsLastReference() async throws {
    final class Witness: Sendable {
      let continuation: AsyncStream<String>.Continuation
      init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }
      deinit { continuation.yield("gone") }
    }
    let (stream, continuation) = AsyncStream<String>.makeStream()
    var thread: LoopThread? = try LoopThread()
    thread?.loop.add(
      RunLoop.Source(cancel: { [witness = Witness(continuation)] _, _ in withExtendedLifetime(witness) {} }) {
      })
    thread = nil
    for await word in stream {
      #expect(word == "gone")
      break
    }
  }

  @Test func theEndWaitsForAnInnerRunAndTheTurn() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let log = Log()
    loop.post {
      loop.add(
        RunLoop.Timer(after: .zero) { _ in
          thread.end()
          log("inner \(loop.run(mode: .default, for: .milliseconds(20)))")
        })
    }
    await thread.ended()
    await thread.ended()
    #expect(log.lines == ["inner timedOut"])
    thread.join()
  }

  /// Jobs that are queued when the thread is asked to end run there; the tasks' later jobs run one at a time elsewhere.
  @Test func jobsRunThoughTheLoopEnds() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let number = try loop.performAndWait { threadNumber() }
    let actor = Pinned(loop)
    let gate = Counter()
    let running = Counter()
    let numbers = await withTaskGroup(of: [Int32].self) { group in
      for _ in 0..<20 {
        group.addTask {
          await actor.run { actor in
            let before = actor.bump()
            // These yields are jobs that queue jobs: they do not keep the thread from ending.
            while gate.value == 0 { await Task.yield() }
            var after: [Int32] = []
            for _ in 0..<20 {
              precondition(running.add(1) == 1)
              after.append(actor.bump())
              running.add(-1)
              actor.assertIsolated()
              #expect(actor.executor.isIsolatingCurrentContext() == true)
              await Task.yield()
            }
            return [before] + after
          }
        }
      }
      while await actor.count < 20 { await Task.yield() }
      thread.join()
      gate.add(1)
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(numbers.allSatisfy { $0[0] == number && !$0.dropFirst().contains(number) })
    #expect(await actor.count == 20 + 400)
  }

  @Test func theLastJobsRunOnTheThreadThatEnds() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let actor = Pinned(loop)
    let number = await actor.bump()
    // The thread is held up until the task's job is queued behind the end.
    let held = Counter()
    loop.post {
      thread.end()
      while held.value == 0 {}
    }
    let task = Task.immediate { await actor.bump() }
    held.add(1)
    #expect(await task.value == number)
    thread.join()
  }

  /// So many jobs, each queued by the one before. Not by yielding: Swift brings a task back from that by way of its pool.
  private static func bump(_ actor: isolated Pinned, _ left: Int, _ note: @escaping @Sendable (Int32) -> Void)
  {
    note(actor.bump())
    if left > 1 { Task { bump(actor, left - 1, note) } }
  }

  /// Jobs that the last jobs queue run there too, as long as they are not endless.
  @Test func whatTheLastJobsQueueRunsOnTheThreadThatEnds() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let actor = Pinned(loop)
    let number = await actor.bump()
    let held = Counter()
    loop.post {
      thread.end()
      while held.value == 0 { sched_yield() }
    }
    let log = Log()
    Task.immediate { await Self.bump(actor, 20) { log("\($0 == number)") } }
    held.add(1)
    thread.join()
    #expect(log.lines == Array(repeating: "true", count: 20))
  }

  @Test(arguments: ["storage", "a name that is too long"])
  func theThreadHasTheLabelsName(label: String) throws {
    let thread = try LoopThread(label: label)
    let name = try thread.loop.performAndWait { () -> String in
      let file = open("/proc/thread-self/comm", O_RDONLY)
      defer { close(file) }
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = read(file, &buffer, buffer.count)
      return String(decoding: buffer[..<max(count - 1, 0)], as: UTF8.self)
    }
    #expect(name == String(label.prefix(15)))
    #expect(thread.loop.label == label)
    thread.join()
  }

  @Test func jobsOfAnyThreadsLoopRunWhenThatThreadEnds() async throws {
    let log = Log()
    let tasks = Log()
    onFreshThread {
      let actor = Pinned(RunLoop.current)
      let number = threadNumber()
      // Queued at once, and the loop never runs.
      Task.immediate {
        let other = await actor.bump()
        log(other == number ? "on its thread" : "elsewhere")
        tasks("done")
      }
    }
    try await untilItIsSo { !tasks.lines.isEmpty }
    #expect(log.lines == ["on its thread"])
  }

  @Test func waitingForALoopThatEndsThrows() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let actor = Pinned(loop)
    let number = await actor.bump()
    // Without the preference Swift brings it back by way of its pool, and so perhaps too late for the thread.
    let sleeping = Task(executorPreference: loop.taskExecutor) {
      await actor.run { actor in
        do { try await loop.sleep(for: .seconds(3600)) } catch {
          return (error is RunLoop.Ended, threadNumber())
        }
        return (false, 0)
      }
    }
    let ticks = Task { await loop.ticks(every: .seconds(3600)).reduce(0) { $0 + $1.count } }
    try await untilItIsSo { loop.timerCount == 2 }
    thread.join()
    let (isEnded, where_) = await sleeping.value
    // The thread's last work.
    #expect(isEnded && where_ == number)
    #expect(await ticks.value == 0)
    await #expect(throws: RunLoop.Ended.self) { try await loop.sleep(for: .zero) }
    #expect(await loop.ticks(every: .milliseconds(1)).first { _ in true } == nil)
  }

  /// Fewer threads would show what the C library keeps for its first ones.
  @Test func loopThreadsLeaveNothingBehind() throws {
    let lines = try Probe.lines(of: "executorprobe", "loop-threads")
    #expect(lines.dropLast() == ["descriptors more: 0"])
    #expect(bytesMore(lines) <= 60, "\(lines)")
  }
}
