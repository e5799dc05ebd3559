import RunLoopCore

/// The monitor's interface to the system. Its rules are tested with a simulated one.
///
/// Called on the monitor's thread only, unless noted.
protocol MonitorWorld: AnyObject, Sendable {
  /// CLOCK_MONOTONIC, nanoseconds.
  var now: UInt64 { get }
  /// CLOCK_BOOTTIME minus CLOCK_MONOTONIC: grows while the machine is suspended.
  var suspendedTime: UInt64 { get }
  /// Seconds and nanoseconds of the wall clock, for reports only.
  var wallTime: (seconds: Int64, nanoseconds: Int64) { get }

  /// Sleeps until the time (nil: without a limit), or until `wake()`.
  func sleep(until time: UInt64?)
  /// Ends the monitor's sleep, or its next one; any thread.
  func wake()
  /// Makes the marks visible to every thread; false when that is not possible.
  func publishMarks() -> Bool

  /// The time in which the calling thread was ready without a processor.
  var ownQueueTime: UInt64 { get }
  /// The time that the calling thread has run.
  var ownProcessorTime: UInt64 { get }
  /// The process that traces this one; 0 for none.
  var tracer: Int32 { get }

  /// Called on the thread itself when it is registered: opens descriptors, tries the handler once.
  func prepare(thread: Int32)
  func forget(thread: Int32)
  /// Reads a thread; only the cheap part (processor time, queue time) when `isBrief`. Nil when the thread has ended.
  func read(thread: Int32, isBrief: Bool) -> ThreadReading?
  func sample(thread: Int32) -> StackSample
  /// False when the thread has ended. Cheap.
  func isAlive(thread: Int32) -> Bool
  /// The time for which the process's control groups were throttled until now; 0 without a quota.
  var throttledTime: UInt64 { get }
  /// The time of all processors that the machine's host gave to others, until now; 0 where that is not known.
  var stolenTime: UInt64 { get }
  /// Checks at once whether the process has joined or left groups with a quota.
  func lookForQuota()
  /// Number of threads of this process.
  var threadCount: Int { get }
  /// The use of the processors that a thread may run on.
  func machineUse(for thread: Int32) -> MachineUse
  /// The processors that a thread may run on; nil when that is not known.
  func processors(of thread: Int32) -> ProcessorSet?
  /// The nice value of a thread; nil when that is not known, and for a real-time thread.
  func nice(of thread: Int32) -> Int?
  /// The thread whose crash is being handled; 0: none. All threads may then do the crash handler's work.
  var crashingThread: Int32 { get }
  /// Forgets a crash that the process survived.
  func forgetCrash()
  /// The system's name of the thread; empty when not known.
  func name(of thread: Int32) -> String
  /// The start of the function that contains the address; the address itself when that is not known. Cheap.
  func functionStart(of address: UInt) -> UInt
  /// The modules of the process, and names of the functions on the record's stacks. May take milliseconds.
  func names(of record: StallRecord) -> (names: RecordedNames, images: [LoadedImage])
  /// Diagnoses a stall from its readings and samples.
  func diagnose(thread: Int32, readings: [ThreadReading], samples: [StackSample]) -> Diagnosis
  /// Other threads of this process and their processor time, busiest first (CPU-high reports).
  func threads(limit: Int) -> [(thread: Int32, name: String, processorTime: UInt64)]
  /// The stacks of all threads except the calling one, equal ones merged; as many as time allows.
  func allStacks() -> [ThreadStack]
  /// Threads of Swift's task pool that wait inside a task.
  func blockedTaskThreads() -> [TaskPool.Worker]
  /// Processor time of the whole process, and the number of processors that the monitor may run on.
  var processTime: UInt64 { get }
  var processorCount: Int { get }
  /// The processors of the machine.
  var machineProcessorCount: Int { get }
  /// Resident memory of the process in bytes.
  var residentMemory: UInt64 { get }
}

extension MonitorWorld {
  func publishMarks() -> Bool { HeartbeatWatcher.publishMarks() }
  func isAlive(thread: Int32) -> Bool { true }
  var throttledTime: UInt64 { 0 }
  var stolenTime: UInt64 { 0 }
  func lookForQuota() {}
  func blockedTaskThreads() -> [TaskPool.Worker] { [] }
  var threadCount: Int { 1 }
  func machineUse(for thread: Int32) -> MachineUse { MachineUse() }
  func processors(of thread: Int32) -> ProcessorSet? { nil }
  func nice(of thread: Int32) -> Int? { nil }
  var machineProcessorCount: Int { processorCount }
  var crashingThread: Int32 { 0 }
  func forgetCrash() {}
  func name(of thread: Int32) -> String { "" }
  func allStacks() -> [ThreadStack] { [] }
  func functionStart(of address: UInt) -> UInt { address }
  func names(of record: StallRecord) -> (names: RecordedNames, images: [LoadedImage]) {
    (RecordedNames(), [])
  }
}
