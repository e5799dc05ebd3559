import RunLoopCore
import Synchronization

@testable import StallMonitoring

/// A world of one thread: time goes on only when the test says so, and the threads' stacks and readings are what
/// the test says.
final class SimulatedWorld: MonitorWorld, @unchecked Sendable {
  var now: UInt64 = 1_000_000_000_000
  var suspendedTime: UInt64 = 0
  var wallOffset: Int64 = 0
  var wallTime: (seconds: Int64, nanoseconds: Int64) {
    let time = Int64(now) + wallOffset
    return (time / 1_000_000_000, time % 1_000_000_000)
  }
  var ownQueueTime: UInt64 = 0
  var ownProcessorTime: UInt64 = 0
  var tracer: Int32 = 0
  var processTime: UInt64 = 0
  var processorCount = 2
  var residentMemory: UInt64 = 0
  /// Threads of the task pool that wait inside of a task, at a time.
  var taskThreads: (UInt64) -> [TaskPool.Worker] = { _ in [] }
  func blockedTaskThreads() -> [TaskPool.Worker] { taskThreads(now) }

  /// The functions on the stack of a thread, leaf first, at a time.
  var stack: (Int32, UInt64) -> [UInt] = { _, _ in [0x5000, 0x4000, 0x3000] }
  /// Why stacks do not reach to the thread's start; empty when they do.
  var reason = ""
  var reading: (Int32) -> ThreadReading? = { _ in ThreadReading() }
  var diagnosis = Diagnosis()
  /// Whose stacks were asked for.
  var sampled: [Int32] = []
  var busyThreads: [(thread: Int32, name: String, processorTime: UInt64)] = []
  /// What happens while a stack is taken.
  var whileSampling: () -> Void = {}
  /// What loops do while the marks are published: before the monitor's second look.
  var whilePublishing: () -> Void = {}
  var hasBarrier = true
  /// The times of the readings that each diagnosis was made from.
  var diagnosed: [[UInt64]] = []
  var sleeps: [UInt64?] = []
  var wakes = 0
  var prepared: [Int32] = []
  var forgotten: [Int32] = []

  var throttledTime: UInt64 = 0
  var stolenTime: UInt64 = 0
  var whileLookingForQuota: () -> Void = {}
  func lookForQuota() { whileLookingForQuota() }
  var threadCount = 1
  var machineUse = MachineUse()
  func machineUse(for thread: Int32) -> MachineUse { machineUse }
  var allowed: [Int32: ProcessorSet] = [:]
  func processors(of thread: Int32) -> ProcessorSet? { allowed[thread] }
  var niceValues: [Int32: Int] = [:]
  func nice(of thread: Int32) -> Int? { niceValues[thread] }
  /// Threads that have ended.
  var dead: Set<Int32> = []
  var crashingThread: Int32 = 0
  var forgottenCrashes = 0
  func isAlive(thread: Int32) -> Bool { !dead.contains(thread) }
  func forgetCrash() {
    forgottenCrashes += 1
    crashingThread = 0
  }

  func sleep(until time: UInt64?) { sleeps.append(time) }
  func wake() { wakes += 1 }
  func publishMarks() -> Bool {
    whilePublishing()
    return hasBarrier
  }
  func prepare(thread: Int32) { prepared.append(thread) }
  func forget(thread: Int32) { forgotten.append(thread) }
  func name(of thread: Int32) -> String { "thread \(thread)" }
  /// The times at which the stacks of all threads were taken.
  var allStacksTaken: [UInt64] = []
  func allStacks() -> [ThreadStack] {
    allStacksTaken.append(now)
    return [ThreadStack(threads: [7, 8], name: "worker", stack: sample(thread: 7))]
  }

  func read(thread: Int32, isBrief: Bool) -> ThreadReading? {
    var reading = reading(thread)
    reading?.time = now
    return reading
  }

  func sample(thread: Int32) -> StackSample {
    sampled.append(thread)
    var sample = StackSample()
    sample.time = now
    sample.addresses = stack(thread, now)
    sample.isComplete = reason.isEmpty
    sample.reason = reason
    sample.means = .procfs
    whileSampling()
    return sample
  }

  /// Functions are 4 KiB long here.
  func functionStart(of address: UInt) -> UInt { address & ~0xFFF }

  func diagnose(thread: Int32, readings: [ThreadReading], samples: [StackSample]) -> Diagnosis {
    diagnosed.append(readings.map(\.time))
    return diagnosis
  }
  func threads(limit: Int) -> [(thread: Int32, name: String, processorTime: UInt64)] { busyThreads }
}

/// Keeps what it is notified of.
final class RecordingSink: StallSink, @unchecked Sendable {
  var began: [StallRecord] = []
  var wentOn: [StallRecord] = []
  var ended: [StallRecord] = []
  var froze: [(time: UInt64, duration: UInt64, why: String)] = []
  var seen: [(callout: UInt64?, kind: CalloutKind, burst: UInt64?, lateness: UInt64?)] = []

  func stallBegan(_ record: StallRecord) { began.append(record) }
  func stallWentOn(_ record: StallRecord) { wentOn.append(record) }
  func stallEnded(_ record: StallRecord) { ended.append(record) }
  func processFroze(at time: UInt64, for duration: UInt64, why: String) {
    froze.append((time, duration, why))
  }
  func loopWasSeen(
    _ loop: String, calloutTime: UInt64?, kind: CalloutKind, burstTime: UInt64?, wakeLateness: UInt64?
  ) { seen.append((calloutTime, kind, burstTime, wakeLateness)) }
}

final class RecordingDelegate: StallMonitorDelegate, @unchecked Sendable {
  var calls: [String] = []
  var looks: [RecordKind?] = []
  var filtered: [StallRecord] = []
  var processor: [(share: Double, isLong: Bool)] = []
  var memory: [UInt64] = []
  var answer: (inout StallRecord) -> Bool = { _ in true }

  func shouldReport(_ record: inout StallRecord) -> Bool {
    calls.append("should report")
    return answer(&record)
  }
  func monitorLooked(found kind: RecordKind?) { looks.append(kind) }
  func stallBegan(_ record: StallRecord) { calls.append("began") }
  func stallWentOn(_ record: StallRecord) { calls.append("went on") }
  func stallEnded(_ record: StallRecord) { calls.append("ended") }
  var deadlocks: [StallRecord] = []
  func deadlockFound(_ record: StallRecord) { deadlocks.append(record) }
  func stallWasFiltered(_ record: StallRecord) {
    calls.append("filtered")
    filtered.append(record)
  }
  func burstTook(_ duration: Duration, loop: String) { calls.append("burst \(loop)") }
  func processorUseIsHigh(_ share: Double, isLong: Bool) { processor.append((share, isLong)) }
  func memoryIsHigh(_ bytes: UInt64) { memory.append(bytes) }
  func processFroze(for duration: Duration, why: String) { calls.append("froze: \(why)") }
}
