import LinuxSystem
import RunLoopCore
import RunLoopExecutors
import Synchronization

/// Forks while other threads hold and take the locks of executors, of what waits for a loop, and of loop threads.
enum ForkProbes {
  static let all: [String: @Sendable () -> Void] = ["fork-busy": busy]

  private final class Shared: Sendable {
    let isOver = Atomic<Bool>(false)
    let laps = Atomic<Int>(0)
    /// Jobs that the loop has not run yet.
    let waiting = Atomic<Int>(0)
  }

  /// On a thread of its own: the jobs of the main thread's executor are blocks of the main queue.
  private static func busy() {
    let thread = onAnotherThread {
      storm()
      exit(0)
    }
    pthread_join(thread, nil)
  }

  private static func storm() {
    // The process that goes on has no other thread yet. It does first what its children will do: the Swift runtime has locks of
    // its own, which does not count as a fork.
    let loop = RunLoop.current
    loop.run(for: .zero)
    let rehearsal = linux_fork()
    if rehearsal != 0 {
      var status: Int32 = 0
      waitpid(rehearsal, &status, 0)
      _exit(status == 0 ? 0 : 1)
    }
    alarm(280)
    guard let other = try? LoopThread(label: "other") else { _exit(3) }
    goOn(loop, other)
    let shared = Shared()
    let threads = (0..<3).map { _ in onAnotherThread { press(loop, other, shared) } }
    while shared.laps.load(ordering: .relaxed) < 100 { loop.run(for: .zero) }
    var (good, bad) = (0, 0)
    // A few may hang in a lock of the runtime's; without ours nearly all do, which is seen at once.
    while good + bad < 60, bad < 3 {
      loop.run(for: .zero)
      let child = linux_fork()
      if child == 0 {
        alarm(10)
        goOn(loop, other)
        other.join()
        _exit(0)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      if status == 0 { good += 1 } else { bad += 1 }
    }
    shared.isOver.store(true, ordering: .relaxed)
    for thread in threads { pthread_join(thread, nil) }
    other.join()
    let line = bad < 3 ? "60 children\n" : "\(bad) of \(good + bad) hang\n"
    _ = line.withCString { write(1, $0, strlen($0)) }
  }

  private static func press(_ loop: RunLoop, _ other: LoopThread, _ shared: Shared) {
    while !shared.isOver.load(ordering: .relaxed) {
      shared.laps.wrappingAdd(1, ordering: .relaxed)
      // Not more than the loop can run.
      if shared.waiting.load(ordering: .relaxed) > 300 { continue }
      shared.waiting.wrappingAdd(2, ordering: .relaxed)
      Task(executorPreference: loop.taskExecutor) {
        shared.waiting.wrappingSubtract(1, ordering: .relaxed)
      }
      let sleeper = Task(executorPreference: loop.taskExecutor) {
        try? await loop.sleep(for: .seconds(100))
        shared.waiting.wrappingSubtract(1, ordering: .relaxed)
      }
      sleeper.cancel()
      Task(executorPreference: other.loop.taskExecutor) {}
    }
  }

  /// What a child does: tasks on its loop run, and wait for it.
  private static func goOn(_ loop: RunLoop, _ other: LoopThread) {
    do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { _exit(1) }
    let done = Shared()
    Task(executorPreference: loop.taskExecutor) {
      try? await loop.sleep(for: .microseconds(100))
      for await _ in loop.ticks(every: .microseconds(100)).prefix(2) {}
      done.isOver.store(true, ordering: .relaxed)
    }
    let end = loop.now.advanced(by: .seconds(15))
    while !done.isOver.load(ordering: .relaxed) {
      if loop.now > end { _exit(2) }
      loop.run(for: .milliseconds(1))
    }
  }

  private static func onAnotherThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    do throws(Errno) { return try SystemThread.start(body) } catch {
      preconditionFailure("no thread could be made: \(error)")
    }
  }
}
