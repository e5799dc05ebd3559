import LinuxSystem
import RunLoopCore
import RunLoopExecutors
import StallMonitoring
import TestHarness
import TestSupport
import Testing

/// Tasks on a pool of loops: where they run, in which order, and that no job is lost or held up.
@Suite(.hangLimit) struct LoopPoolTests {
  private static func threads(of pool: LoopPool) throws -> Set<Int32> {
    Set(try pool.loops.map { try $0.performAndWait { threadNumber() } })
  }

  @Test func tasksRunOnThePoolsThreadsAlsoAfterWaiting() async throws {
    let pool = try LoopPool(threads: 2, label: "where")
    let threads = try Self.threads(of: pool)
    #expect(threads.count == 2 && pool.loops.map(\.label) == ["where 1", "where 2"])
    let used = await withTaskExecutorPreference(pool.taskExecutor) {
      await withTaskGroup(of: Set<Int32>.self) { group in
        for _ in 0..<100 {
          group.addTask {
            let before = threadNumber()
            await Task.yield()
            return [before, threadNumber()]
          }
        }
        return await group.reduce(into: Set()) { $0.formUnion($1) }
      }
    }
    #expect(used.isSubset(of: threads))
    // An actor without an executor of its own, too.
    let counts = Counter()
    let task = Task(executorPreference: pool.taskExecutor) {
      let plain = Plain()
      for _ in 0..<10 where threads.contains(await plain.thread()) { counts.add(1) }
    }
    await task.value
    #expect(counts.value == 10)
  }

  private actor Plain {
    func thread() -> Int32 { threadNumber() }
  }

  @Test func timersAndPostsOfTheLoopsAreServedBetweenJobs() async throws {
    let pool = try LoopPool(threads: 1)
    let ticks = Counter()
    let timer = RunLoop.Timer(after: .zero, repeating: .microseconds(100)) { _ in ticks.add(1) }
    pool.loops[0].add(timer)
    // A task that always has something to do.
    let task = Task(executorPreference: pool.taskExecutor) {
      while !Task.isCancelled { await Task.yield() }
    }
    try await untilItIsSo { ticks.value >= 20 }
    #expect(try pool.loops[0].performAndWait { 5 } == 5)
    task.cancel()
    timer.invalidate()
  }

  @Test func aJobBehindOneThatBlocksRunsOnAnotherThread() async throws {
    let pool = try LoopPool(threads: 2)
    let executor = pool.taskExecutor
    for count in [1, 5] {
      let done = Counter()
      let blocker = Task(executorPreference: executor) {
        // Enqueued by this thread, and so its own at first.
        for _ in 0..<count { Task(executorPreference: executor) { done.add(1) } }
        let end = ContinuousClock.now + .seconds(20)
        while done.value < count, ContinuousClock.now < end { usleep(200) }
        return done.value
      }
      #expect(await blocker.value == count)
    }
    // The same for jobs from elsewhere, while both threads are busy and one of them ends soon.
    let (done, begun) = (Counter(), Counter())
    let blockers = (0..<2).map { number in
      Task(executorPreference: executor) {
        begun.add(1)
        let end = ContinuousClock.now + .seconds(20)
        while done.value < number + 1, ContinuousClock.now < end { usleep(200) }
      }
    }
    try await untilItIsSo { begun.value == 2 }
    for _ in 0..<2 { Task(executorPreference: executor) { done.add(1) } }
    done.add(1)
    for blocker in blockers { await blocker.value }
    try await untilItIsSo { done.value == 3 }
  }

  @Test func urgentJobsComeFirstAndTheOthersDoNotStarve() async throws {
    let pool = try LoopPool(threads: 1)
    let executor = pool.taskExecutor
    let (log, gate) = (Log(), Counter())
    let first = Task(executorPreference: executor, priority: .medium) {
      gate.add(1)
      while gate.value == 1 { usleep(200) }
    }
    try await untilItIsSo { gate.value == 1 }
    // Enqueued in another order than that in which they run.
    for (name, priority) in [("low", TaskPriority.background), ("middle", .medium), ("high", .high)] {
      for number in 1...20 {
        Task(executorPreference: executor, priority: priority) { log("\(name) \(number)") }
      }
    }
    gate.add(1)
    await first.value
    try await untilItIsSo { log.lines.count == 60 }
    // The first job was the first of sixteen.
    let lines = log.lines
    #expect(lines[..<14] == ArraySlice((1...14).map { "high \($0)" }))
    #expect(lines[14] == "low 1")
    for name in ["low", "middle", "high"] {
      #expect(lines.filter { $0.hasPrefix(name) } == (1...20).map { "\(name) \($0)" }, "equal ones in order")
    }
  }

  @Test func noJobIsLost() async throws {
    let pool = try LoopPool(threads: 3)
    let executor = pool.taskExecutor
    let done = Counter()
    let threads = (0..<2).map { _ in
      FreshThread {
        for number in 0..<1000 {
          Task(executorPreference: executor) {
            if number % 3 == 0 { await Task.yield() }
            Task(executorPreference: executor) { done.add(1) }
            done.add(1)
          }
          // From time to time all threads become idle.
          if number % 100 == 0 { usleep(300) }
        }
      }
    }
    for thread in threads { thread.join() }
    try await untilItIsSo { done.value == 4000 }
  }

  @Test(.enabled(if: RunLoop.canInstallMainExecutor, "Swift 6.3's executors have timers"))
  func sleepIsATimerOfThePoolsLoops() async throws {
    let pool = try LoopPool(threads: 2)
    let threads = try Self.threads(of: pool)
    let start = ContinuousClock.now
    let task = Task(executorPreference: pool.taskExecutor) {
      try await Task.sleep(for: .milliseconds(20))
      return (ContinuousClock.now - start, threadNumber())
    }
    let (took, thread) = try await task.value
    #expect(took >= .milliseconds(20) && threads.contains(thread))
    let cancelled = Task(executorPreference: pool.taskExecutor) { try await Task.sleep(for: .seconds(20)) }
    try await untilItIsSo { pool.loops.contains { $0.itemCount(labelled: "Task.sleep") == 1 } }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test func theThreadsEndWithThePool() async throws {
    func threads() -> Int {
      var count = 0
      guard let directory = opendir("/proc/self/task") else { return -1 }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let number = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
        guard let file = fopen("/proc/self/task/\(number)/comm", "re") else { continue }
        var name = [CChar](repeating: 0, count: 32)
        fgets(&name, 32, file)
        fclose(file)
        if strncmp(name, "short life", 10) == 0 { count += 1 }
      }
      return count
    }
    var pool: LoopPool? = try LoopPool(threads: 2, label: "short life")
    #expect(threads() == 2)
    // A task that prefers the pool keeps it.
    let gate = Counter()
    var task = pool.map {
      Task(executorPreference: $0.taskExecutor) { while gate.value == 0 { await Task.yield() } }
    }
    pool = nil
    try await Task.sleep(for: .milliseconds(5))
    #expect(threads() == 2)
    gate.add(1)
    await task?.value
    task = nil
    try await untilItIsSo { threads() == 0 }
  }

  @Test(
    .disabled(if: ThreadSanitizer.isOn, "the thread sanitizer refuses threads in a forked child"))
  func aForkedChildMakesAPoolOfItsOwn() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      var pool: LoopPool? = try LoopPool(threads: 2)
      let done = Counter()
      if let pool { for _ in 0..<10 { Task(executorPreference: pool.taskExecutor) { done.add(1) } } }
      while done.value < 10 { usleep(1000) }
      // So that no thread of the pool holds a lock of Swift's runtime at the fork.
      for loop in pool?.loops ?? [] { _ = try loop.performAndWait { 0 } }
      usleep(20_000)
      let child = linux_fork()
      if child == 0 {
        alarm(hangAlarm)
        pool = nil
        guard let own = try? LoopPool(threads: 1) else { _exit(2) }
        Task(executorPreference: own.taskExecutor) {
          await Task.yield()
          _exit(0)
        }
        while true { pause() }
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      #expect(status == 0)
      if let pool { Task(executorPreference: pool.taskExecutor) { done.add(1) } }
      while done.value < 11 { usleep(1000) }
    }
  }

  private final class Stalls: StallMonitorDelegate {
    let log = Log()
    /// Without those that got no processor on a busy machine, which are no fault of a job.
    func stallBegan(_ record: StallRecord) {
      if record.diagnosis.cause != .starved { log(record.loop) }
    }
  }

  @Test(
    .disabled(if: ThreadSanitizer.isOn, "the thread sanitizer does not know the monitor's Mutex"))
  func aStallMonitorReportsAJobThatBlocks() async throws {
    var settings = StallMonitor.Settings()
    settings.threshold = .milliseconds(500)
    settings.reports = nil
    settings.rarestRepeat = 1
    settings.signal = 0
    settings.fewestFrames = 0
    let stalls = Stalls()
    let monitor = try StallMonitor(settings, delegate: stalls)
    let pool = try LoopPool(threads: 2, label: "blocked")
    for loop in pool.loops { monitor.watch(loop) }
    #expect(monitor.start())
    let task = Task(executorPreference: pool.taskExecutor) {
      let end = ContinuousClock.now + .seconds(20)
      while stalls.log.lines.isEmpty, ContinuousClock.now < end { usleep(1000) }
      return RunLoop.current.label
    }
    let label = await task.value
    monitor.stop()
    #expect(stalls.log.lines == [label])
  }

  @Test func aProgramWithAPoolHasNoThreadOfDispatch() throws {
    guard RunLoop.canInstallMainExecutor else { return }
    // The thread sanitizer has a thread of its own, with the program's name.
    let sanitizers = ThreadSanitizer.isOn ? "executorprobe, " : ""
    let threads = "threads: \(sanitizers)executorprobe, pool 1, pool 2"
    #expect(try Probe.lines(of: "executorprobe", "pool-alone") == ["sum 5050", threads])
    #expect(
      try Probe.lines(of: "executorprobe", "pool-default") == [
        "main actor", "sum 5050", "hop", "back", threads,
      ])
    #expect(try Probe.lines(of: "executorprobe", "pool-late") == ["true"])
  }
}
