import LinuxSystem

/// Takes stacks: of blocked threads from /proc, without disturbing them; of running ones by signal, or, in another process, by
/// stopping them.
///
/// For one thread.
final class ThreadSampler {
  private let memory: ProcessMemory
  private let modules: ModuleMap
  private let unwinder: Unwinder
  private let signals: SignalSampler
  private let usesEvents: Bool
  /// Another process; nil for the calling one.
  private let process: Int32?
  private let python: PythonStacks?
  /// How often a thread was stopped for its stack: the kernel counts each as a wait of the thread.
  private(set) var stops: [Int32: UInt64] = [:]
  private let addresses = UnsafeMutablePointer<UInt>.allocate(capacity: ThreadSampler.frameLimit)
  /// Addresses only, until they are used; nil without memory for it.
  private let stackBuffer: UnsafeMutableRawPointer?
  /// The most frames; a deeper stack is unwound to its end, and stored without its middle.
  private static let frameLimit = 65_536
  private static let keptFrames = (leaf: 384, root: 128)
  /// Of a blocked thread's stack; first a little is copied, more only when it is needed.
  private static let copies = [16 << 10, 512 << 10, 8 << 20]
  /// The module list is read again when it is older.
  private static let listAge: UInt64 = 100_000_000
  /// With ever longer pauses, 6 milliseconds in all: longer than a busy machine lets a ready thread wait, mostly.
  private static let attempts = 8
  /// How long a running thread may take to answer.
  private static let patience: UInt64 = 20_000_000

  init(
    memory: ProcessMemory, signals: SignalSampler, usesEvents: Bool, process: Int32? = nil,
    python: PythonStacks? = nil
  ) {
    self.memory = memory
    self.signals = signals
    self.usesEvents = usesEvents
    self.process = process
    self.python = python
    modules = ModuleMap(memory: memory, of: process)
    unwinder = Unwinder(modules: modules, followsGenerated: process != nil)
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let buffer = mmap(nil, Self.bufferSize, PROT_READ | PROT_WRITE, flags, -1, 0)
    stackBuffer = buffer == MAP_FAILED ? nil : buffer
  }

  private static var bufferSize: Int { copies[copies.count - 1] }

  deinit {
    addresses.deallocate()
    if let stackBuffer { munmap(stackBuffer, Self.bufferSize) }
  }

  /// The start of the function around the address, by the symbols of its file.
  func functionStart(of address: UInt) -> UInt? { modules.module(at: address)?.functionStart(address) }

  /// The activity of a thread at one look.
  struct Look {
    var sample: StackSample
    /// The call that it was blocked in; nil when it ran, or could have.
    var call: ThreadReading.SystemCall?
    /// Whether it was ready, without a processor, all the time.
    var isQueued = false
    /// Whether it was ready when it was first looked at.
    var wasReady = false
    /// Whether it is still in the wait of its `standing`.
    var stands = false
  }

  func sample(_ watched: WatchedThread) -> Look {
    var sample = begin()
    guard watched.files.processorTime != nil else {
      sample.reason = "the thread has ended"
      return Look(sample: sample)
    }
    var wasReady = false
    // Its processor clock when it was last seen running.
    var running: UInt64?
    // How often it moved on from a page fault to the next while it was looked at.
    var moves = 0
    for attempt in 0..<Self.attempts {
      if attempt > 0 { MonotonicTime.sleep(nanoseconds: 25_000 << UInt64(attempt)) }
      switch watched.files.callState {
      case .blocked(let call):
        running = nil
        guard let stood = fillStanding(&sample, call, watched) else { continue }
        if stood { return Look(sample: sample, call: call, wasReady: wasReady, stands: true) }
        clear(&sample, "the thread moved while its stack was read")
        // It runs, from page to page, and waits for each too briefly: in no call that a signal could end.
        moves += call.number < 0 ? 1 : 0
        if moves >= 3 {
          fillRunning(&sample, watched)
          return Look(sample: sample, call: call, wasReady: wasReady)
        }
      case .running, .unreadable:
        if attempt == 0 { wasReady = true }
        guard let now = watched.files.processorTime else {
          clear(&sample, "the thread has ended")
          return Look(sample: sample)
        }
        // Only one that was on a processor from one look to the next is signalled: one that is about to block would
        // have its wait ended early by the signal.
        // Of another process the clock lags by a tick: one that is ready at two looks is taken to run.
        if let running, now != running || process != nil {
          fillRunning(&sample, watched)
          return Look(sample: sample, wasReady: wasReady)
        }
        running = now
      }
    }
    if case .unreadable(let error) = watched.files.callState {
      let folder = KernelFile.folder(of: process)
      clear(&sample, "\(folder)/task/\(watched.thread)/syscall: \(Errno(error))")
    }
    let isQueued = if case .running = watched.files.callState { true } else { false }
    if isQueued { clear(&sample, "the thread waits for a processor") }
    return Look(sample: sample, isQueued: isQueued, wasReady: wasReady)
  }

  /// The stack of a thread that is blocked; nil when it runs, moves, or has ended. The thread gets no signal for it.
  func sampleIfBlocked(_ watched: WatchedThread) -> StackSample? {
    guard case .blocked(let call) = watched.files.callState else { return nil }
    var sample = begin()
    return fillStanding(&sample, call, watched) == true ? sample : nil
  }

  private func begin() -> StackSample {
    var sample = StackSample()
    sample.time = MonotonicTime.now
    if sample.time &- modules.readTime > Self.listAge { modules.refresh(time: sample.time) }
    return sample
  }

  /// Whether a thread that was seen blocked has not moved while its stack was read; nil when there is no stack to be read.
  private func fillStanding(
    _ sample: inout StackSample, _ call: ThreadReading.SystemCall, _ watched: WatchedThread
  ) -> Bool? {
    let before = watched.files.processorTime
    if let before, let standing = watched.standing, standing.isSame(call, before), var stack = standing.stack
    {
      stack.time = sample.time
      sample = stack
      return true
    }
    guard fillBlocked(&sample, call, watched.thread) else { return nil }
    // A thread that used no time in between has not moved: the stack is of one moment.
    guard let before, watched.files.processorTime == before, isSame(watched.files.callState, call) else {
      return false
    }
    watched.stands(in: call, before, with: sample)
    return true
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

  /// False when no stack can be read.
  private func fillBlocked(_ sample: inout StackSample, _ call: ThreadReading.SystemCall, _ thread: Int32)
    -> Bool
  {
    let low = call.stackPointer &- StackCopy.redZone
    guard let stackBuffer else {
      sample.reason = "there is no memory for the stack's copy"
      return false
    }
    let frames = python.flatMap { python in
      python.thread(thread, modules: modules.modules).flatMap { python.frames(of: $0) }
    }
    for size in Self.copies {
      let count = memory.read(low, into: stackBuffer, count: size)
      guard count > 0 else {
        sample.reason = "the stack can not be read"
        return false
      }
      let stack = StackCopy(
        registers: MachineRegisters(programCounter: call.programCounter, stackPointer: call.stackPointer),
        low: low,
        bytes: UnsafeRawBufferPointer(start: stackBuffer, count: count), isCut: count == size)
      if !fill(&sample, stack, .procfs, frames) { break }
    }
    return true
  }

  /// Copies the registers and the stack of another process's thread, which is stopped meanwhile.
  private func fillTraced(_ sample: inout StackSample, _ watched: WatchedThread) {
    guard let stackBuffer else { return clear(&sample, "there is no memory for the stack's copy") }
    let running = python?.thread(watched.thread, modules: modules.modules)
    var frames: PythonRuntime.Stack?
    let copy = TracedStop.copy(
      watched.thread, of: process ?? getpid(), memory, into: stackBuffer, size: Self.tracedCopy
    ) {
      frames = running.flatMap { python?.frames(of: $0, most: PythonStacks.mostStoppedFrames) }
    }
    switch copy {
    case .success(let stack):
      stops[watched.thread, default: 0] += 1
      _ = fill(&sample, stack, .trace, frames)
    case .failure(let refusal):
      if refusal.wasStopped { stops[watched.thread, default: 0] += 1 }
      fillByEvents(&sample, watched, refusal.reason)
    }
  }

  /// The part of a stopped thread's stack that is copied: more would stop it for too long.
  private static let tracedCopy = 128 << 10

  private func fillRunning(_ sample: inout StackSample, _ watched: WatchedThread) {
    if process != nil { return fillTraced(&sample, watched) }
    let deadline = sample.time &+ Self.patience
    guard watched.signalRefusal.isEmpty, let slot = watched.slot else {
      return fillByEvents(&sample, watched, watched.signalRefusal)
    }
    // Checks whether it blocks the signal only when it did not answer: the check costs more than the signal.
    if watched.missedSignal {
      guard watched.files.blocks(signals.signal) else {
        watched.missedSignal = false
        return fillRunning(&sample, watched)
      }
      return fillByEvents(&sample, watched, SignalSampler.blocked(signals.signal))
    }
    switch signals.ask(watched.thread, slot, until: deadline) {
    case .refused(let reason): fillByEvents(&sample, watched, reason)
    case .none(let reason):
      guard watched.files.blocks(signals.signal) else { return clear(&sample, reason) }
      watched.missedSignal = true
      fillByEvents(&sample, watched, SignalSampler.blocked(signals.signal))
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

  private static func kept(_ frames: UnsafeBufferPointer<UInt>) -> [UInt] {
    let most = keptFrames.leaf + keptFrames.root
    return frames.count <= most
      ? Array(frames) : frames.prefix(keptFrames.leaf) + frames.suffix(keptFrames.root)
  }

  /// True when more of the stack would help.
  ///
  /// - Parameter frames: Python's, of the same moment.
  private func fill(
    _ sample: inout StackSample, _ stack: StackCopy, _ means: StackSample.Means,
    _ frames: PythonRuntime.Stack? = nil
  ) -> Bool {
    var result = unwinder.unwind(stack, into: addresses, limit: Self.frameLimit)
    // A module that was loaded just now.
    if case .unknownCode = result.end, sample.time > modules.readTime {
      modules.refresh(time: sample.time)
      result = unwinder.unwind(stack, into: addresses, limit: Self.frameLimit)
    }
    let found = UnsafeBufferPointer(start: addresses, count: result.count)
    let merged = frames.flatMap {
      python?.merged(Array(found), $0, isComplete: result.end == .threadStart)
    }
    let count = merged?.count ?? result.count
    sample.addresses = merged.map { $0.withUnsafeBufferPointer(Self.kept) } ?? Self.kept(found)
    sample.means = means
    sample.isComplete = result.end == .threadStart
    switch result.end {
    case .threadStart:
      let left = count - sample.addresses.count
      sample.reason = left > 0 ? "\(left) frames in the middle are left out" : ""
    case .limit: sample.reason = "deeper than \(Self.frameLimit) frames"
    case .copyEnded: sample.reason = "deeper than the \(stack.bytes.count >> 10) KiB that were copied"
    case .unknownCode(let address): sample.reason = "code of no module at 0x\(String(address, radix: 16))"
    case .lost(let address): sample.reason = "no caller found at 0x\(String(address, radix: 16))"
    }
    if case .lost = result.end {
      // The caller of a function with a large frame may lie beyond a small copy.
      return stack.isCut && stack.bytes.count < Self.copies[1]
    }
    return result.end == .copyEnded
  }
}
