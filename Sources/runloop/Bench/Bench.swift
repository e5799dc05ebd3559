import BenchmarkKit
import RunLoopCore

/// How this run measures: rounds, processors, and where loops live.
struct Bench: Sendable {
  /// The rounds of each variant that is measured.
  var rounds: Rounds
  /// Whether figures do not matter, only that there are some.
  var isQuick = false
  /// The measured variant, for the progress line.
  var subject = ""
  var progress: Progress?
  /// The causes of latencies of the measured variant.
  var causes: CauseWatch?
  /// The processors that may be used.
  let processors = Processors.allowed

  /// Where the loop that is measured runs. The last one: the first often serves the machine's interrupts.
  var loopProcessor: Int { processors[processors.count - 1] }

  /// Another processor than `loopProcessor`.
  func other() throws(Skipped) -> Int {
    guard processors.count > 1 else {
      throw Skipped("only processor \(loopProcessor) is allowed; this needs two")
    }
    return processors[0]
  }

  /// The processor of a second thread: `cpus=same` or `cpus=different`.
  func second(_ variant: Workload.Variant) throws(Skipped) -> Int {
    variant.text("cpus") == "same" ? loopProcessor : try other()
  }

  /// Runs a body on a new thread, pinned to `loopProcessor`, whose loop is as new as the thread.
  func onNewLoop<Value>(_ body: (RunLoop) throws -> Value) throws -> Value {
    try onThread(loopProcessor) { try body(RunLoop.current) }
  }

  /// Measures one contestant on a new loop: `make` prepares and gives the contestant.
  func measure(_ make: (RunLoop) throws -> Contestant) throws -> Contestant.Outcome {
    try onNewLoop { loop in try run(make(loop)) }
  }

  /// Measures one contestant on the calling thread.
  func run(_ contestant: Contestant, on processor: Int? = nil) throws -> Contestant.Outcome {
    var rounds = rounds
    rounds.afterWarmUp = { [causes] in causes?.reset() }
    var outcome = try rounds.run(contestant, subject: subject, on: processor, progress: progress)
    if let table = causes?.table, table.count > 0 { outcome.causes = table }
    return outcome
  }
}

/// Runs a body on a thread of its own and waits for its result or error.
func onThread<Value>(_ processor: Int?, _ body: () throws -> Value) throws -> Value {
  let outcome = Handed<Result<Value, any Error>?>(nil)
  withoutActuallyEscaping(body) { body in
    // This thread waits, so that only one thread uses the body's captures.
    nonisolated(unsafe) let body = body
    PinnedThread.run(on: processor) { outcome.value = Result { try body() } }
  }
  guard let outcome = outcome.value else { preconditionFailure("the thread ended without an outcome") }
  return try outcome.get()
}

/// Something that threads hand to each other, and that one of them uses at a time.
final class Handed<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// Counts down on one thread, and ends the loop's run at zero.
final class Countdown: @unchecked Sendable {
  var rest = 0
  private var sum = 0
  private let loop: RunLoop

  init(_ loop: RunLoop) { self.loop = loop }

  @inline(__always)
  func count() {
    rest -= 1
    if rest == 0 { loop.stop() }
  }

  /// For closures that shall capture two things, as most do.
  @inline(__always)
  func count(_ number: Int) {
    sum &+= number
    count()
  }
}
