import LinuxSystem
import StallMonitoring
import Synchronization
package import Testing

/// Ends the test process when a test hangs: with the test's name and the stacks of all threads.
///
/// Swift Testing's own time limit cancels a test's task, which does not end a thread that waits or spins. It also
/// counts the time that an asynchronous test waits for its turn among hundreds of others. Here a test hangs when
/// no test at all has begun or ended for so long. It also limits how many tests run at once (``TestSlots``),
/// and gives each a thread (``TestThread``).
package struct HangLimit: SuiteTrait, TestTrait, TestScoping {
  /// How long a test may take by itself, in seconds; far more than it does on a machine with other work.
  let seconds: Int

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // Of suites within each other the longest limit holds.
    if let outer = RunningTest.current {
      outer.allow(seconds)
      return try await function()
    }
    // Of a serialized suite only one test runs, so it needs no slot.
    let needsSlot = !test.traits.contains { $0 is ParallelizationTrait }
    if needsSlot { await TestSlots.take() }
    let running = RunningTest("\(test.name) at \(test.sourceLocation)", seconds)
    HangWatch.begin(running)
    let thread = TestThread()
    defer {
      thread.end()
      HangWatch.end(running)
      if needsSlot { TestSlots.giveBack() }
    }
    try await RunningTest.$current.withValue(running) {
      try await withTaskExecutorPreference(thread, operation: function)
    }
  }
}

/// Seconds for `alarm(2)` in a process that a test starts: a little less than the limit of the test that waits for it.
package let hangAlarm: UInt32 = 280

extension Trait where Self == HangLimit {
  /// Five minutes.
  package static var hangLimit: Self { hangLimit(seconds: 300) }

  /// - Parameter variable: a number in the environment that makes the tests longer, by a second for each `perSecond`.
  package static func hangLimit(seconds: Int, and variable: String? = nil, perSecond: Int = 1) -> Self {
    let more = variable.flatMap(environmentNumber) ?? 0
    return HangLimit(
      seconds: (seconds + more / perSecond) * max(environmentNumber("MAINSPRING_FUZZ_ROUNDS") ?? 1, 1))
  }
}

private func environmentNumber(_ name: String) -> Int? {
  getenv(name).flatMap { Int(String(cString: $0)) }
}

/// A test between its begin and its end.
private final class RunningTest: Sendable {
  @TaskLocal static var current: RunningTest?

  /// Overrules all limits: `MAINSPRING_HANG_SECONDS`.
  private static let override = environmentNumber("MAINSPRING_HANG_SECONDS")

  let name: String
  let begin = monotonicSeconds()
  private let limit: Atomic<Int>

  init(_ name: String, _ seconds: Int) {
    self.name = name
    limit = Atomic(Self.override ?? seconds)
  }

  func allow(_ seconds: Int) {
    if Self.override == nil { limit.max(seconds, ordering: .relaxed) }
  }

  var seconds: Int { limit.load(ordering: .relaxed) }
}

/// A thread that looks at the running tests once a second.
private enum HangWatch {
  private struct State {
    var running: [RunningTest] = []
    /// When a test began or ended last.
    var change = monotonicSeconds()
  }

  private static let state = Locked(State())

  private static let thread: Void = {
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { _ in
        linux_set_thread_name("hang watch")
        // Signals of the process are for the threads of the tests; printing stacks takes those of faults.
        var blocked = sigset_t()
        sigfillset(&blocked)
        for signal in [SIGALRM, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP] {
          sigdelset(&blocked, signal)
        }
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        HangWatch.watch()
      }, nil)
    precondition(failure == 0, "no thread could be made")
    pthread_detach(thread)
  }()

  static func begin(_ test: RunningTest) {
    _ = thread
    state.withLock {
      $0.running.append(test)
      $0.change = monotonicSeconds()
    }
  }

  static func end(_ test: RunningTest) {
    state.withLock { state in
      state.running.removeAll { $0 === test }
      state.change = monotonicSeconds()
    }
    let seconds = monotonicSeconds() - test.begin
    if let slow, seconds >= slow { write("slow: \(seconds) s, \(test.name)\n") }
  }

  /// Tests that take so many seconds by themselves are printed: `MAINSPRING_SLOW_TESTS`.
  private static let slow = environmentNumber("MAINSPRING_SLOW_TESTS")

  private static func watch() -> Never {
    while true {
      var second = timespec(tv_sec: 1, tv_nsec: 0)
      nanosleep(&second, nil)
      let (running, quiet) = state.withLock { ($0.running, monotonicSeconds() - $0.change) }
      if let limit = running.map(\.seconds).max(), quiet >= limit { fail(running) }
    }
  }

  private static func fail(_ hanging: [RunningTest]) -> Never {
    for test in hanging {
      write("✘ Test \(test.name) did not end within \(test.seconds) seconds in which no other did\n")
    }
    write("The stacks of all threads:\n")
    // A thread that hangs may hold a lock that the printing needs.
    signal(SIGALRM, SIG_DFL)
    alarm(280)
    for stack in ThreadStacks.describe() { write("\n\(stack)\n") }
    // Swift's runtime prints more: of threads that block our signal, and of children, which may be what hangs.
    for child in children() { kill(child, SIGABRT) }
    abort()
  }

  /// The children of all threads of this process.
  private static func children() -> [pid_t] {
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    var children: [pid_t] = []
    while let entry = readdir(folder) {
      let thread = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      guard let file = fopen("/proc/self/task/\(thread)/children", "r") else { continue }
      defer { fclose(file) }
      var text = [CChar](repeating: 0, count: 4096)
      guard fgets(&text, Int32(text.count), file) != nil else { continue }
      children += text.prefix { $0 != 0 }.split(separator: 0x20).compactMap { digits in
        pid_t(String(decoding: digits.map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
    }
    return children
  }

  private static func write(_ text: String) {
    _ = text.utf8CString.withUnsafeBytes { LinuxSystem.write(2, $0.baseAddress!, $0.count - 1) }
  }
}

private func monotonicSeconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec
}
