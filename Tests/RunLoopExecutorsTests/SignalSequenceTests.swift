import LinuxSystem
import RunLoopCore
import RunLoopExecutors
import TestHarness
import TestSupport
import Testing

/// Signals, as a task sees them. In this process only such as are sent to the loop's own thread, and blocked there.
@Suite(.hangLimit) struct SignalSequenceTests {
  /// A thread whose loop can be sent signals.
  private static func thread(blocking signals: Set<Int32>) throws -> LoopThread {
    let thread = try LoopThread()
    #expect(try thread.loop.performAndWait { (try? RunLoop.SignalSource.block(signals)) != nil })
    return thread
  }

  private static func send(_ signal: Int32, to loop: RunLoop) throws {
    #expect(try loop.performAndWait { pthread_kill(pthread_self(), signal) } == 0)
  }

  @Test func signalsThatCameBeforeTheIterationAreThere() async throws {
    let thread = try Self.thread(blocking: [SIGUSR1, SIGWINCH])
    let loop = thread.loop
    try Self.send(SIGWINCH, to: loop)
    try Self.send(SIGWINCH, to: loop)
    try Self.send(SIGUSR1, to: loop)
    var numbers: [Int32] = []
    for try await signal in loop.signals([SIGUSR1, SIGWINCH]).prefix(2) { numbers.append(signal.number) }
    #expect(numbers.sorted() == [SIGUSR1, SIGWINCH], "two of one kind are one, as everywhere")
    #expect(loop.itemCount(labelled: "signals") == 0)
    thread.join()
  }

  @Test func cancellingEndsTheSourceAtOnce() async throws {
    let thread = try Self.thread(blocking: [SIGUSR1])
    let loop = thread.loop
    let task = try await SuspendedTask(when: { loop.itemCount(labelled: "signals") > 0 }) {
      try await loop.signals([SIGUSR1]).reduce(0) { count, _ in count + 1 }
    }
    task.cancel()
    #expect(loop.itemCount(labelled: "signals") == 0)
    #expect(try await task.value() == 0)
    thread.join()
  }

  @Test func cancellingMayComeBeforeTheSource() async throws {
    let thread = try Self.thread(blocking: [SIGUSR1])
    let loop = thread.loop
    for round in 0..<300 {
      let task = Task { try await loop.signals([SIGUSR1]).reduce(0) { count, _ in count + 1 } }
      for _ in 0..<round % 5 { await Task.yield() }
      task.cancel()
      #expect(try await task.value == 0)
    }
    // What was left for the loop's thread to do is done.
    try loop.performAndWait {}
    #expect(loop.itemCount(labelled: "signals") == 0)
    thread.join()
  }

  @Test func whatIsNoSignalIsAnErrorAndTheEnd() async throws {
    let thread = try LoopThread()
    var iterator = thread.loop.signals([SIGKILL]).makeAsyncIterator()
    await #expect(throws: RunLoop.PortError.notASignal(SIGKILL)) { _ = try await iterator.next() }
    #expect(try await iterator.next() == nil)
    thread.join()
  }

  @Test func theLoopsEndIsTheEnd() async throws {
    let thread = try Self.thread(blocking: [SIGUSR1])
    let loop = thread.loop
    let task = Task { try await loop.signals([SIGUSR1]).reduce(0) { count, _ in count + 1 } }
    try await untilItIsSo { loop.itemCount(labelled: "signals") > 0 }
    thread.join()
    #expect(try await task.value == 0)
    #expect(try await loop.signals([SIGUSR1]).reduce(0) { count, _ in count + 1 } == 0, "nor does one begin")
  }

  @Test func realTimeSignalsWaitInOrderForASlowTask() throws {
    #expect(try Probe.lines(of: "executorprobe", "signal-queue") == ["1…200 in order"])
  }

  /// A whole program: signals of the process, with threads of Swift's pool at work.
  @Test func aProgramHearsItsSignalsInATask() throws {
    #expect(
      try Probe.lines(of: "executorprobe", "signal-sequence") == [
        "USR1", "USR1", "HUP", "TERM", "stopped", "blocked still",
      ])
  }
}
