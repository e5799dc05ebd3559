import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import RunLoopExecutors

/// The jobs of a pool's thread, without the thread.
@Suite(.hangLimit) struct JobQueueTests {
  /// Keeps the jobs of tasks until a test runs them.
  private final class Collector: TaskExecutor {
    private let jobs = Locked<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    /// A job that logs a line.
    func makeJob(_ log: Log, _ line: String) -> UnownedJob {
      _ = Task(executorPreference: self) { log(line) }
      return jobs.withLock { $0.removeLast() }
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private let collector = Collector()
  private let log = Log()

  private func append(_ lines: [(String, UInt8)], to queue: inout JobQueue) {
    for (line, priority) in lines { queue.append(collector.makeJob(log, line), priority: priority) }
  }

  /// Takes and runs all jobs, and returns what they have logged.
  private func runAll(_ queue: inout JobQueue) -> [String] {
    while let job = queue.popFirst() { collector.run(job) }
    #expect(queue.count == 0)
    return log.take()
  }

  private static let mixed: [(String, UInt8)] = [
    ("background", TaskPriority.background.rawValue), ("none", 0), ("utility", TaskPriority.utility.rawValue),
    ("medium", TaskPriority.medium.rawValue), ("initiated", TaskPriority.userInitiated.rawValue),
    ("more than utility", TaskPriority.utility.rawValue + 1), ("high", TaskPriority.high.rawValue),
  ]

  @Test func thereAreThreeClassesAndAJobWithoutAPriorityIsOfTheMiddleOne() {
    var queue = JobQueue()
    append(Self.mixed, to: &queue)
    #expect(
      runAll(&queue) == [
        "initiated", "high", "none", "medium", "more than utility", "background", "utility",
      ])
  }

  @Test func theMoreUrgentHalfIsTakenAndStaysUrgent() {
    var queue = JobQueue()
    append(Self.mixed, to: &queue)
    let half = queue.takeHalf()
    #expect(half.count == 4 && queue.count == 3)
    var thief = JobQueue()
    append([("the thief's", TaskPriority.medium.rawValue)], to: &thief)
    thief.append(contentsOf: half)
    #expect(thief.count == 5)
    #expect(runAll(&thief) == ["initiated", "high", "the thief's", "none", "medium"])
    #expect(runAll(&queue) == ["more than utility", "background", "utility"])
  }

  /// More than those whose memory is freed together.
  @Test func aFloodOfJobsRunsInItsOrder() {
    var queue = JobQueue()
    let lines = (0..<3_500).map { "\($0)" }
    append(lines.map { ($0, TaskPriority.medium.rawValue) }, to: &queue)
    #expect(runAll(&queue) == lines)
  }
}
