import LinuxSystem

/// Another process, read from /proc.
///
/// For one thread.
final class LinuxForeignSource: ForeignSource {
  private let process: Int32
  private var readers: [Int32: Reader] = [:]
  private var counters: [Int32: PassCounter] = [:]
  private var recorders: [Int32: WaitRecorder] = [:]
  /// Whether to record waits; false once the kernel has refused it.
  private var recordsWaits: Bool
  /// Why waits can not be counted; 0 as long as they can.
  private(set) var countError: Int32 = 0

  private final class Reader {
    let files: ThreadFiles
    /// The file with the number of waits; the name in front of it may be long.
    let status: KernelFile
    var last: ThreadLook?

    init(_ thread: Int32, of process: Int32) {
      files = ThreadFiles(thread: thread, of: process)
      status = KernelFile("/proc/\(process)/task/\(thread)/status", capacity: 4_096)
    }
  }

  /// Number of times that the watcher has stopped a thread.
  private let stops: (Int32) -> UInt64

  init(_ process: Int32, recordsWaits: Bool = false, stops: @escaping (Int32) -> UInt64 = { _ in 0 }) {
    self.process = process
    self.recordsWaits = recordsWaits
    self.stops = stops
  }

  var now: UInt64 { MonotonicTime.now }

  func threads() -> [Int32]? {
    guard let found = ThreadFiles.threads(of: process) else { return nil }
    // A zombie: the process has ended, and its parent has not reaped it yet.
    return found == [process] && reader(process).files.state == .ended ? nil : found
  }

  func name(of thread: Int32) -> String { KernelFile.line("/proc/\(process)/task/\(thread)/comm") ?? "" }

  func mark(of descriptor: Int32) -> String { KernelFile.link("/proc/\(process)/fd/\(descriptor)") ?? "" }

  func forget(_ thread: Int32) {
    readers[thread] = nil
    counters[thread] = nil
    recorders[thread] = nil
  }

  private func reader(_ thread: Int32) -> Reader {
    if let known = readers[thread] { return known }
    let reader = Reader(thread, of: process)
    readers[thread] = reader
    return reader
  }

  func look(_ thread: Int32) -> ThreadLook? {
    let reader = reader(thread)
    let time = MonotonicTime.now
    guard let times = reader.files.reading(time: time, isBrief: true) else { return nil }
    let worked = times.processorTime &+ times.queueTime
    // A thread that was blocked and has used no time since is still in the same wait.
    if var last = reader.last, last.doing != .running, last.worked == worked {
      last.time = time
      reader.last = last
      return last
    }
    // Reads the count of switches before the activity, so that the count is never newer than the work seen here.
    guard let switches = switches(reader), let (doing, call) = doing(reader) else { return nil }
    var look = ThreadLook(
      time: time, doing: doing, switches: switches &- stops(thread), worked: worked)
    if case .waiting(let wait) = doing, let call {
      look.descriptors =
        wait.kind == .set
        ? call.arguments.prefix(1).map { Int32(truncatingIfNeeded: $0) }
        : PolledDescriptors.descriptors(of: call, memory: memory).read
    } else if let last = reader.last, doing == last.doing {
      look.descriptors = last.descriptors
    }
    reader.last = look
    return look
  }

  private func switches(_ reader: Reader) -> UInt64? {
    let (text, error) = reader.status.read()
    guard let text else { return error == ESRCH || error == ENOENT ? nil : 0 }
    return Self.switches(in: text)
  }

  static func switches(in text: UnsafeRawBufferPointer) -> UInt64 {
    for line in text.split(separator: UInt8(ascii: "\n")).reversed()
    where line.starts(with: "voluntary_ctxt_switches:".utf8) {
      var scanner = NumberScanner(UnsafeRawBufferPointer(rebasing: line.dropFirst(24)))
      return UInt64(scanner.decimal() ?? 0)
    }
    return 0
  }

  /// Nil when the thread has ended.
  private func doing(_ reader: Reader) -> (ThreadLook.Doing, ThreadReading.SystemCall?)? {
    switch reader.files.callState {
    case .running: return (.running, nil)
    case .blocked(let call):
      if let wait = EventWait(call) { return (.waiting(wait), call) }
      switch reader.files.state {
      case .ended: return nil
      case .stopped, .traced: return (.stopped, nil)
      case .running: return (.running, nil)
      default: break
      }
      // A call that was restarted after a signal is treated as the original one.
      if SystemCallTable.name(call.number) == "restart_syscall", let last = reader.last,
        last.doing != .stopped
      {
        return (last.doing, nil)
      }
      return (.blocked(block(call)), nil)
    case .unreadable(let error):
      if error == ESRCH { return nil }
      return byChannel(reader).map { ($0, nil) }
    }
  }

  private func block(_ call: ThreadReading.SystemCall) -> Block {
    var block = Block(call: call.number, stackPointer: call.stackPointer)
    if case .futex = SystemCallTable.meaning(call.number) {
      block.isFutex = true
      block.isLock =
        FutexWait.holder(arguments: call.arguments, memory: memory) {
          ThreadFiles.processorTime(of: $0, in: process) != nil
        } != nil
    }
    return block
  }

  private lazy var memory = ProcessMemory(of: process)

  /// The activity by the thread's state and the kernel's function, where the call may not be read.
  private func byChannel(_ reader: Reader) -> ThreadLook.Doing? {
    switch reader.files.state {
    case .ended: return nil
    case .running: return .running
    case .stopped, .traced: return .stopped
    case .uninterruptible: return .blocked(Block())
    case .sleeping, .unknown:
      let channel = reader.files.waitChannel ?? ""
      if let wait = EventWait(channel: channel) { return .waiting(wait) }
      return .blocked(Block(isFutex: channel.hasPrefix("futex")))
    }
  }

  // MARK: Passes

  func stopCounting(_ thread: Int32) { counters[thread] = nil }

  func countPasses(_ thread: Int32, of calls: [Int]) -> UInt64? {
    guard countError == 0, !calls.isEmpty else { return nil }
    let counter = counters[thread] ?? PassCounter(thread)
    counters[thread] = counter
    let error = counter.arm(calls)
    guard error == 0 else {
      // What it has opened slows down the machine.
      counters[thread] = nil
      if Self.isForAll(error) { countError = error }
      return nil
    }
    return MonotonicTime.now
  }

  /// Whether an error applies to all threads: not the end of one thread, nor a lack of room, which may be temporary.
  private static func isForAll(_ error: Int32) -> Bool {
    ![ESRCH, EMFILE, ENFILE, ENOSPC, EBUSY, ENOMEM].contains(error)
  }

  func recordWaits(_ thread: Int32, of calls: [Int]) -> UInt64? {
    guard recordsWaits, !calls.isEmpty else { return nil }
    // Releases the old one first: there may be room for only one.
    recorders[thread] = nil
    do throws(WaitRecorder.Refusal) {
      recorders[thread] = try WaitRecorder(thread, of: calls)
    } catch {
      if Self.isForAll(error.error) { recordsWaits = false }
      return nil
    }
    return MonotonicTime.now
  }

  func recordedWaits(_ thread: Int32, until end: UInt64) -> RecordedWaits? {
    recorders[thread]?.take(until: end)
  }

  func passes(_ thread: Int32) -> ForeignThread.Passes {
    switch counters[thread]?.hasPassed {
    case true?: .yes
    case false?: .no
    case nil: .unknown
    }
  }
}
