import LinuxSystem
import RunLoopCore
import Synchronization

/// The real system, for the calling process or for another one.
///
/// `prepare`, `forget` and `wake` may be called from any thread; everything else from the monitor's thread only.
final class LinuxWorld: MonitorWorld, @unchecked Sendable {
  /// The watched process; the calling one when nil.
  let process: Int32?
  let memory: ProcessMemory
  let signals: SignalSampler
  let sampler: ThreadSampler
  private let watched = Mutex<[Int32: WatchedThread]>([:])
  /// Unwatched threads that were found as holders of locks. The monitor's thread only.
  var visitors: [Int32: WatchedThread] = [:]
  /// The monitor's thread's.
  private let namer: RecordNamer
  let waitReader: WaitReader
  var fileLocks = FileLocks() { didSet { waitReader.fileLocks = fileLocks } }
  /// The monitor's thread's.
  var pool = PoolThreads()
  /// How long a thread must be in one wait before other processes are searched for threads that could end it.
  var wideAge: UInt64 = 1_000_000_000
  /// The count of rings when the last sleep ended. The monitor's thread only.
  private var heardRings = HeartbeatWatcher.ringCount
  let quota: GroupQuota
  /// Opened on the monitor's thread.
  private lazy var ownSchedule = KernelFile("/proc/thread-self/schedstat", capacity: 128)
  private lazy var residentFile = KernelFile("\(KernelFile.folder(of: process))/statm", capacity: 128)

  /// `signal`: asks running threads for their stack; 0 for never. `usesEvents`: whether the kernel's performance events are
  /// tried where no signal may be sent.
  init(signal: Int32 = SIGPROF, usesEvents: Bool = true) {
    process = nil
    memory = ProcessMemory()
    namer = RecordNamer()
    waitReader = WaitReader(of: nil)
    quota = GroupQuota()
    signals = SignalSampler(signal: signal)
    sampler = ThreadSampler(memory: memory, signals: signals, usesEvents: usesEvents)
  }

  /// Another process, whose threads are stopped for some microseconds if their stack is not available otherwise.
  init(of process: Int32) {
    self.process = process
    memory = ProcessMemory(of: process)
    let python = PythonStacks(memory: memory, of: process)
    namer = RecordNamer(of: process, python: python)
    waitReader = WaitReader(of: process)
    quota = GroupQuota(of: process)
    signals = SignalSampler(signal: 0)
    sampler = ThreadSampler(
      memory: memory, signals: signals, usesEvents: true, process: process, python: python)
  }

  /// False for another process, whose threads do not ring.
  func publishMarks() -> Bool { process == nil && HeartbeatWatcher.publishMarks() }

  /// Why stacks of running threads can not be taken; empty when they can.
  var signalRefusal: String { signals.refusal }

  /// False where /proc is not mounted, as in some containers.
  var readsProcesses: Bool { LinuxSystem.access(KernelFile.folder(of: process) + "/stat", F_OK) == 0 }

  // MARK: Time

  var now: UInt64 { MonotonicTime.now }

  var suspendedTime: UInt64 {
    let running = MonotonicTime.now
    let all = MonotonicTime.read(CLOCK_BOOTTIME)
    return all > running ? all - running : 0
  }

  var wallTime: (seconds: Int64, nanoseconds: Int64) {
    let time = Int64(clamping: MonotonicTime.read(CLOCK_REALTIME))
    return (time / 1_000_000_000, time % 1_000_000_000)
  }

  func sleep(until time: UInt64?) {
    // Loops ring, too, while the monitor sleeps for long. A ring since the last sleep ends this one at once.
    while HeartbeatWatcher.ringCount == heardRings {
      if let time, MonotonicTime.now >= time { return }
      HeartbeatWatcher.sleep(whileCountIs: heardRings, until: time)
    }
    heardRings = HeartbeatWatcher.ringCount
  }

  func wake() {
    HeartbeatWatcher.ring()
  }

  // MARK: Threads

  func prepare(thread: Int32) {
    let entry = WatchedThread(registering: thread, sampler: signals)
    watched.withLock { $0[thread] = entry }
  }

  func forget(thread: Int32) {
    _ = watched.withLock { $0.removeValue(forKey: thread) }
  }

  func watchedThread(_ thread: Int32) -> WatchedThread? { watched.withLock { $0[thread] } }

  /// For another process: called after each look at a thread, which may have moved on meanwhile.
  var afterLook: ((Int32) -> Void)?

  func read(thread: Int32, isBrief: Bool) -> ThreadReading? {
    defer { afterLook?(thread) }
    var reading = known(thread).files.reading(time: now, isBrief: isBrief)
    if !isBrief { reading?.throttledTime = throttledTime }
    return reading
  }

  func isAlive(thread: Int32) -> Bool { known(thread).files.isAlive }

  func diagnose(thread: Int32, readings: [ThreadReading], samples: [StackSample]) -> Diagnosis {
    guard let first = readings.first, let last = readings.last else { return Diagnosis() }
    let end = max(last.time, samples.last?.time ?? 0)
    let notes = (watchedThread(thread) ?? visitors[thread])?.notes(from: first.time, to: end) ?? []
    return Diagnosing.diagnosis(readings: readings, notes: notes, functionStart: functionStart)
  }

  func name(of thread: Int32) -> String { known(thread).name }

  func names(of record: StallRecord) -> (names: RecordedNames, images: [LoadedImage]) {
    (namer.names(of: record), namer.images)
  }

  func functionStart(of address: UInt) -> UInt { sampler.functionStart(of: address) ?? address }

  // MARK: The process

  var ownQueueTime: UInt64 {
    guard let text = ownSchedule.read().bytes else { return 0 }
    var scanner = NumberScanner(text)
    _ = scanner.decimal()
    return UInt64(scanner.decimal() ?? 0)
  }

  var ownProcessorTime: UInt64 { MonotonicTime.read(CLOCK_THREAD_CPUTIME_ID) }

  var tracer: Int32 {
    // Needed rarely, after the process was frozen: not worth an open descriptor.
    guard let text = KernelFile.contents("/proc/self/status") else { return 0 }
    for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "TracerPid:".utf8) {
      return line.dropFirst(10).withUnsafeBytes { bytes in
        var scanner = NumberScanner(bytes)
        return Int32(truncatingIfNeeded: scanner.decimal() ?? 0)
      }
    }
    return 0
  }

  /// The threads of the process, and the run time of each.
  var threadTimes: [(thread: Int32, processorTime: UInt64)] {
    (ThreadFiles.threads(of: process) ?? []).compactMap { thread in
      ThreadFiles.processorTime(of: thread, in: process).map { (thread, $0) }
    }
  }

  func threads(limit: Int) -> [(thread: Int32, name: String, processorTime: UInt64)] {
    let found = threadTimes.sorted { $0.processorTime > $1.processorTime }
    var named: [(thread: Int32, name: String, processorTime: UInt64)] = []
    for (thread, time) in found where named.count < limit {
      // A thread without a name has ended since it was listed.
      guard let name = KernelFile.line("\(KernelFile.folder(of: process))/task/\(thread)/comm") else {
        continue
      }
      named.append((thread, name, time))
    }
    return named
  }

  var processTime: UInt64 {
    // The clock of a process by its number: bits 0…1 say "scheduler".
    MonotonicTime.read(process.map { clockid_t(~$0 << 3 | 2) } ?? CLOCK_PROCESS_CPUTIME_ID)
  }

  var processorCount: Int { ProcessorSet(of: process ?? 0).map { max($0.count, 1) } ?? machineProcessorCount }

  var machineProcessorCount: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

  var residentMemory: UInt64 {
    guard let text = residentFile.read().bytes else { return 0 }
    var scanner = NumberScanner(text)
    _ = scanner.decimal()
    return UInt64(scanner.decimal() ?? 0) &* UInt64(max(sysconf(Int32(_SC_PAGESIZE)), 1))
  }
}
