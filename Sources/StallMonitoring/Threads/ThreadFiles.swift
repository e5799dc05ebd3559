import LinuxSystem

/// The system's data about one thread, from files that are kept open and, for this process, from its processor clock.
///
/// For the watching thread only.
final class ThreadFiles {
  let thread: Int32
  /// The process of the thread; nil: the calling one.
  let process: Int32?
  private let schedule: KernelFile
  private let status: KernelFile
  private let call: KernelFile
  private let channel: KernelFile
  private static let tickLength: UInt64 = 1_000_000_000 / UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1))

  init(thread: Int32, of process: Int32? = nil) {
    self.thread = thread
    self.process = process
    let folder = "\(KernelFile.folder(of: process))/task/\(thread)/"
    schedule = KernelFile(folder + "schedstat", capacity: 128)
    status = KernelFile(folder + "stat")
    call = KernelFile(folder + "syscall", capacity: 512)
    channel = KernelFile(folder + "wchan", capacity: 128)
  }

  /// Time on a processor; nil when the thread has ended. For a thread of this process it is exact also while it runs; for
  /// another's it then lags by a tick of the kernel.
  var processorTime: UInt64? {
    process == nil ? Self.processorTime(of: thread) : schedule.read().bytes.flatMap(Self.firstNumber)
  }

  /// For how long it has run, and how often it got a processor: neither changes while it is blocked. Nil when that is not known.
  var ran: Wait.Ran? {
    guard let text = schedule.read().bytes else { return nil }
    var scanner = NumberScanner(text)
    guard let time = scanner.decimal(), scanner.decimal() != nil, let count = scanner.decimal(), count > 0
    else { return nil }
    return Wait.Ran(time: UInt64(time), count: UInt64(count))
  }

  private static func firstNumber(_ text: UnsafeRawBufferPointer) -> UInt64? {
    var scanner = NumberScanner(text)
    return scanner.decimal().map { UInt64($0) }
  }

  /// The threads of a process, the calling one when nil; nil when it has ended.
  static func threads(of process: Int32?) -> [Int32]? {
    try? Folder.numbers(in: "\(KernelFile.folder(of: process))/task")
  }

  static func processorTime(of thread: Int32, in process: Int32?) -> UInt64? {
    guard let process else { return processorTime(of: thread) }
    return KernelFile.contents("/proc/\(process)/task/\(thread)/schedstat").flatMap {
      $0.withUnsafeBytes(firstNumber)
    }
  }

  static func processorTime(of thread: Int32) -> UInt64? {
    // The clock of a thread by its number: bits 0…1 say "scheduler", bit 2 "of a thread".
    var time = timespec()
    guard clock_gettime(clockid_t(~thread << 3 | 6), &time) == 0 else { return nil }
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// False when the thread has ended, also when its number was reused.
  var isAlive: Bool { schedule.read().error != ESRCH && processorTime != nil }

  enum CallState {
    case running
    case blocked(ThreadReading.SystemCall)
    case unreadable(Int32)
  }

  var callState: CallState {
    let (text, error) = call.read()
    guard let text else { return .unreadable(error) }
    if text.first == UInt8(ascii: "r") { return .running }
    var scanner = NumberScanner(text)
    guard let number = scanner.signedDecimal() else { return .unreadable(EIO) }
    var arguments: [UInt] = []
    if number >= 0 {
      arguments.reserveCapacity(6)
      for _ in 0..<6 { arguments.append(scanner.hexadecimal() ?? 0) }
    }
    guard let stackPointer = scanner.hexadecimal(), let programCounter = scanner.hexadecimal() else {
      return .unreadable(EIO)
    }
    return .blocked(
      ThreadReading.SystemCall(
        number: number, arguments: arguments, stackPointer: stackPointer, programCounter: programCounter))
  }

  var waitChannel: String? {
    guard let text = channel.read().bytes else { return nil }
    // "0": it does not wait.
    return text.first == UInt8(ascii: "0") ? "" : String(decoding: text, as: UTF8.self)
  }

  /// Nil when the thread has ended.
  func reading(time: UInt64, isBrief: Bool) -> ThreadReading? {
    guard let processorTime else { return nil }
    var reading = ThreadReading()
    reading.time = time
    reading.processorTime = processorTime
    let (queue, error) = schedule.read()
    if error == ESRCH { return nil }
    if let queue {
      var scanner = NumberScanner(queue)
      _ = scanner.decimal()
      reading.queueTime = UInt64(scanner.decimal() ?? 0)
    } else {
      note("schedstat", error, in: &reading)
    }
    if isBrief { return reading }
    readStatus(&reading)
    switch callState {
    case .running: break
    case .blocked(let call): reading.systemCall = call
    case .unreadable(let error): note("syscall", error, in: &reading)
    }
    if let waitChannel {
      reading.waitChannel = waitChannel
    } else {
      note("wchan", channel.read().error, in: &reading)
    }
    return reading
  }

  /// Whether the thread blocks a signal; false when that is not known.
  func blocks(_ signal: Int32) -> Bool {
    guard let text = KernelFile.contents("\(KernelFile.folder(of: process))/task/\(thread)/status") else {
      return false
    }
    for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "SigBlk:".utf8) {
      let digits = String(decoding: line.dropFirst(7), as: UTF8.self).filter(\.isHexDigit)
      return (UInt64(digits, radix: 16) ?? 0) >> UInt64(signal - 1) & 1 == 1
    }
    return false
  }

  private func note(_ file: String, _ error: Int32, in reading: inout ThreadReading) {
    reading.missing.append("\(file): \(Errno(error))")
  }

  /// Whether it runs, waits, or has ended.
  var state: ThreadReading.State {
    let (text, error) = status.read()
    guard let text else { return error == ESRCH || error == ENOENT ? .ended : .unknown }
    return Self.nameEnd(text).map { Self.state(text[$0 + 2]) } ?? .unknown
  }

  /// Where the thread's name ends, which may hold anything; nil where nothing follows it.
  private static func nameEnd(_ text: UnsafeRawBufferPointer) -> Int? {
    text.lastIndex(of: UInt8(ascii: ")")).flatMap { $0 + 2 < text.count ? $0 : nil }
  }

  /// The fields from the parent's number on, which follow the name and the state.
  private static func numbers(of text: UnsafeRawBufferPointer, behind nameEnd: Int) -> NumberScanner {
    NumberScanner(UnsafeRawBufferPointer(rebasing: text[(nameEnd + 3)...]))
  }

  /// State, faults and the kernel's share, behind the thread's name, which may hold anything.
  private func readStatus(_ reading: inout ThreadReading) {
    let (text, error) = status.read()
    guard let text else { return note("stat", error, in: &reading) }
    if !Self.readStatus(text, into: &reading) { note("stat", EIO, in: &reading) }
  }

  /// False when the text ends too early.
  static func readStatus(_ text: UnsafeRawBufferPointer, into reading: inout ThreadReading) -> Bool {
    guard let nameEnd = nameEnd(text) else { return false }
    reading.state = state(text[nameEnd + 2])
    var scanner = numbers(of: text, behind: nameEnd)
    // The minor faults are the 7th, the major ones the 9th, the kernel's ticks the 12th.
    var fields = (1...12).map { _ in scanner.signedDecimal() ?? 0 }
    fields.insert(0, at: 0)
    reading.minorFaults = UInt64(max(fields[7], 0))
    reading.majorFaults = UInt64(max(fields[9], 0))
    reading.kernelTime = UInt64(max(fields[12], 0)) &* tickLength
    return true
  }

  /// Nil when the thread has ended, and for a real-time thread, for which nice values do not count.
  static func nice(of thread: Int32, in process: Int32?) -> Int? {
    KernelFile.contents("\(KernelFile.folder(of: process))/task/\(thread)/stat").flatMap {
      $0.withUnsafeBytes(nice)
    }
  }

  /// The 19th field of a thread's `stat`; nil when the text ends too early, and where the 18th one, the priority, is negative: that of a
  /// real-time thread.
  static func nice(_ text: UnsafeRawBufferPointer) -> Int? {
    guard let nameEnd = nameEnd(text) else { return nil }
    var scanner = numbers(of: text, behind: nameEnd)
    // From the parent's number on, the 15th.
    for _ in 1..<15 { _ = scanner.signedDecimal() }
    guard let priority = scanner.signedDecimal(), priority >= 0 else { return nil }
    return scanner.signedDecimal()
  }

  private static func state(_ letter: UInt8) -> ThreadReading.State {
    switch letter {
    case UInt8(ascii: "R"): .running
    case UInt8(ascii: "S"), UInt8(ascii: "I"): .sleeping
    case UInt8(ascii: "D"): .uninterruptible
    case UInt8(ascii: "T"): .stopped
    case UInt8(ascii: "t"): .traced
    case UInt8(ascii: "X"), UInt8(ascii: "Z"): .ended
    default: .unknown
    }
  }
}
