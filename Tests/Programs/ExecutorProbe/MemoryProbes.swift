import LinuxSystem
import RunLoopExecutors
import Synchronization

import class RunLoopCore.RunLoop

/// What many sleeps and many threads leave behind. In a program of its own: a test's process keeps a stack for each
/// error that is thrown.
enum MemoryProbes {
  static let all: [String: @Sendable () -> Void] = [
    "sleepers": { finish { try await sleepers() } }, "loop-threads": { finish { try await loopThreads() } },
    "iterations": { finish { try await iterations() } },
  ]

  private static func finish(_ body: @escaping @Sendable () async throws -> Void) {
    Task.detached {
      do { try await body() } catch { tell("\(error)") }
      exit(0)
    }
    while true { sleep(60) }
  }

  /// Twenty thousand tasks sleep, and are cancelled.
  private static func sleepers() async throws {
    // Fewer under the thread sanitizer, where each takes much longer.
    let count = dlsym(nil, "__tsan_init") != nil ? 2_000 : 20_000
    let thread = try LoopThread()
    let loop = thread.loop
    let begun = Begun()
    func round() async throws {
      begun.count.store(0, ordering: .relaxed)
      let tasks = (0..<count).map { _ in
        Task(executorPreference: loop.taskExecutor) {
          begun.count.wrappingAdd(1, ordering: .relaxed)
          try await loop.sleep(for: .seconds(3600))
        }
      }
      // To list so many timers takes its time: not before they must all be there.
      while begun.count.load(ordering: .relaxed) < count || timers(of: loop) < count {
        try await Task.sleep(for: .milliseconds(5))
      }
      for task in tasks { task.cancel() }
      tell("timers left: \(timers(of: loop))")
      for task in tasks { _ = await task.result }
    }
    try await leavesNothing(2, each: count) { try await round() }
    thread.join()
  }

  private final class Begun: Sendable { let count = Atomic<Int>(0) }

  private static func timers(of loop: RunLoop) -> Int {
    loop.snapshot().modes.map { $0.items.count { $0.kind == .timer } }.max() ?? 0
  }

  /// Threads with a loop, on which an actor works and a task sleeps.
  private static func loopThreads() async throws {
    try await leavesNothing(2000, each: 1) {
      let thread = try LoopThread()
      let actor = Pinned(thread.loop)
      await actor.work()
      try await thread.loop.sleep(for: .microseconds(100))
      thread.join()
    }
  }

  /// Iterations of one loop, each over after an element.
  private static func iterations() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0, write(ends[1], "x", 1) == 1 else { return tell("no pipe") }
    let reader = ends[0]
    try await leavesNothing(1000, each: 2) {
      for await _ in loop.ticks(every: .microseconds(1)) { break }
      for try await _ in loop.events(of: reader) { break }
    }
    thread.join()
  }

  private actor Pinned {
    private nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var count = 0

    init(_ loop: RunLoop) { executor = loop.executor }

    func work() { count += 1 }
  }

  /// Runs the rounds twice; says how many bytes a thing of the second time has left, and how many descriptors.
  private static func leavesNothing(
    _ rounds: Int, each things: Int, _ round: () async throws -> Void
  ) async throws {
    for _ in 0..<rounds { try await round() }
    try await Task.sleep(for: .milliseconds(200))
    let (descriptors, bytes) = (openDescriptors(), linux_malloc_bytes())
    for _ in 0..<rounds { try await round() }
    // The last tasks end behind their results.
    try await Task.sleep(for: .milliseconds(200))
    tell("descriptors more: \(openDescriptors() - descriptors)")
    tell("bytes more: \((linux_malloc_bytes() - bytes) / (rounds * things))")
  }

  private static func tell(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func openDescriptors() -> Int {
    guard let directory = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }
}
