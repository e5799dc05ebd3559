import CLinux
import Glibc

/// Takes stacks: of blocked threads from /proc, without their noticing; of running ones by signal.
///
/// For one thread.
final class ThreadSampler {
  private let memory: ProcessMemory
  private let modules: ModuleMap
  private let unwinder: Unwinder
  private let signals: SignalSampler
  private let usesEvents: Bool
  private let addresses = UnsafeMutablePointer<UInt>.allocate(capacity: ThreadSampler.frameLimit)
  private let stackBuffer = UnsafeMutableRawPointer.allocate(
    byteCount: ThreadSampler.stackLimit, alignment: 16)
  private static let frameLimit = 512
  /// Of a blocked thread's stack; first a little is copied, the rest only when it is needed.
  private static let stackLimit = 512 << 10
  private static let firstCopy = 16 << 10
  /// The module list is read again when it is older.
  private static let listAge: UInt64 = 100_000_000
  /// With ever longer pauses, 6 milliseconds in all: longer than a busy machine lets a ready thread wait, mostly.
  private static let attempts = 8
  /// How long a running thread may take to answer.
  private static let patience: UInt64 = 20_000_000

  init(memory: ProcessMemory, signals: SignalSampler, usesEvents: Bool) {
    self.memory = memory
    self.signals = signals
    self.usesEvents = usesEvents
    modules = ModuleMap(memory: memory)
    unwinder = Unwinder(modules: modules)
  }

  deinit {
    addresses.deallocate()
    stackBuffer.deallocate()
  }

  /// The start of the function around the address, by the symbols of its file.
  func functionStart(of address: UInt) -> UInt? { modules.module(at: address)?.functionStart(address) }

  /// The stack, and the call that the thread was blocked in (nil when it ran).
  func sample(_ watched: WatchedThread) -> (
    sample: StackSample, call: ThreadReading.SystemCall?, isQueued: Bool
  ) {
    var sample = StackSample()
    sample.time = MonotonicTime.now
    if sample.time &- modules.readTime > Self.listAge { modules.refresh(time: sample.time) }
    guard watched.files.processorTime != nil else {
      sample.reason = "the thread has ended"
      return (sample, nil, false)
    }
    // Its processor clock when it was last seen running.
    var running: UInt64?
    for attempt in 0..<Self.attempts {
      if attempt > 0 { MonotonicTime.sleep(nanoseconds: 25_000 << UInt64(attempt)) }
      switch watched.files.callState {
      case .blocked(let call):
        running = nil
        let before = watched.files.processorTime
        guard fillBlocked(&sample, call) else { continue }
        // A thread that used no time in between has not moved: the stack is of one moment.
        if let before, watched.files.processorTime == before, isSame(watched.files.callState, call) {
          return (sample, call, false)
        }
        clear(&sample, "the thread moved while its stack was read")
      case .running, .unreadable:
        guard let now = watched.files.processorTime else {
          clear(&sample, "the thread has ended")
          return (sample, nil, false)
        }
        // Only one that was on a processor from one look to the next is signalled: one that is about to block would
        // have its wait ended early by the signal.
        if let running, now != running {
          fillRunning(&sample, watched)
          return (sample, nil, false)
        }
        running = now
      }
    }
    if case .unreadable(let error) = watched.files.callState {
      clear(&sample, "/proc/self/task/\(watched.thread)/syscall: \(String(cString: strerror(error)))")
    }
    let isQueued = if case .running = watched.files.callState { true } else { false }
    if isQueued { clear(&sample, "the thread waits for a processor") }
    return (sample, nil, isQueued)
  }

  private func clear(_ sample: inout StackSample, _ reason: String) {
    sample.addresses = []
    sample.isComplete = false
    sample.means = .none
    sample.reason = reason
  }

  private func isSame(_ state: ThreadFiles.CallState, _ call: ThreadReading.SystemCall) -> Bool {
    if case .blocked(let now) = state { return now == call }
    return false
  }

  /// False when there is no stack to be read.
  private func fillBlocked(_ sample: inout StackSample, _ call: ThreadReading.SystemCall) -> Bool {
    let low = call.stackPointer &- StackCopy.redZone
    for size in [Self.firstCopy, Self.stackLimit] {
      let count = memory.read(low, into: stackBuffer, count: size)
      guard count > 0 else {
        sample.reason = "the stack can not be read"
        return false
      }
      let stack = StackCopy(
        registers: MachineRegisters(programCounter: call.programCounter, stackPointer: call.stackPointer),
        low: low,
        bytes: UnsafeRawBufferPointer(start: stackBuffer, count: count), isCut: count == size)
      if !fill(&sample, stack, .procfs) { break }
    }
    return true
  }

  private func fillRunning(_ sample: inout StackSample, _ watched: WatchedThread) {
    let deadline = sample.time &+ Self.patience
    guard watched.signalRefusal.isEmpty, let slot = watched.slot else {
      return fillByEvents(&sample, watched, watched.signalRefusal)
    }
    switch signals.ask(watched.thread, slot, until: deadline) {
    case .refused(let reason): fillByEvents(&sample, watched, reason)
    case .none(let reason): clear(&sample, reason)
    case .copied(let stack): _ = fill(&sample, stack, .signal)
    }
  }

  /// Where no signal may be sent. The kernel copies from the stack pointer on, without what lies below: in a function's
  /// last instructions a caller may be missed.
  private func fillByEvents(_ sample: inout StackSample, _ watched: WatchedThread, _ refusal: String) {
    guard usesEvents, let events = watched.events else { return clear(&sample, refusal) }
    let found: Void? = events.withStack(until: sample.time &+ Self.patience) { stack in
      _ = fill(&sample, stack, .performanceEvents)
    }
    if found == nil { clear(&sample, refusal) }
  }

  /// True when more of the stack would help.
  private func fill(_ sample: inout StackSample, _ stack: StackCopy, _ means: StackSample.Means) -> Bool {
    var result = unwinder.unwind(stack, into: addresses, limit: Self.frameLimit)
    // A module that was loaded just now.
    if case .unknownCode = result.end, sample.time > modules.readTime {
      modules.refresh(time: sample.time)
      result = unwinder.unwind(stack, into: addresses, limit: Self.frameLimit)
    }
    sample.addresses = Array(UnsafeBufferPointer(start: addresses, count: result.count))
    sample.means = means
    sample.isComplete = result.end == .threadStart
    switch result.end {
    case .threadStart: sample.reason = ""
    case .limit: sample.reason = "deeper than \(Self.frameLimit) frames"
    case .copyEnded: sample.reason = "deeper than the \(stack.bytes.count >> 10) KiB that were copied"
    case .unknownCode(let address): sample.reason = "code of no module at 0x\(String(address, radix: 16))"
    case .lost(let address): sample.reason = "no caller found at 0x\(String(address, radix: 16))"
    }
    return result.end == .copyEnded
  }
}
