import LinuxSystem

/// One watched thread: its files, its slot for the signal handler, and its last wait.
///
/// Made on the thread itself or on the monitor's; used on the monitor's only.
final class WatchedThread: @unchecked Sendable {
  let files: ThreadFiles
  let slot: SampleSlot?
  /// Why it can not be asked by signal; empty when it can.
  let signalRefusal: String
  /// Whether it did not answer: it may have blocked the signal since it was registered.
  var missedSignal = false
  /// Opened when the first signal was refused; nil where the kernel does not allow them.
  private(set) lazy var events = PerformanceEvents(thread: thread)
  private(set) var notes: [WaitNote] = []
  /// Its last known wait, which may have ended.
  var standing: StandingWait?
  private static let noteLimit = 256

  var thread: Int32 { files.thread }

  /// On the thread itself: finds the stack's bounds, and runs the handler once while nothing waits for it.
  init(registering thread: Int32, sampler: SignalSampler) {
    files = ThreadFiles(thread: thread)
    var low: UInt = 0
    var high: UInt = 0
    let hasBounds = linux_stack_bounds(&low, &high) == 0 && high > low
    slot = SampleSlot(stack: hasBounds && thread == linux_gettid() ? low..<high : nil)
    if !sampler.refusal.isEmpty {
      signalRefusal = sampler.refusal
    } else if let slot {
      signalRefusal = thread == linux_gettid() ? sampler.rehearse(slot) : ""
    } else {
      signalRefusal = "no memory for the stack's copy"
    }
  }

  /// A thread that is found by the way, such as the holder of a lock.
  init(visiting thread: Int32, sampler: SignalSampler, of process: Int32? = nil) {
    files = ThreadFiles(thread: thread, of: process)
    slot = sampler.refusal.isEmpty && process == nil ? SampleSlot(stack: nil) : nil
    signalRefusal = sampler.refusal
  }

  var name: String { KernelFile.line("\(KernelFile.folder(of: files.process))/task/\(thread)/comm") ?? "" }

  /// Notes that it was blocked in a call, and has not run while its stack was read.
  func stands(in call: ThreadReading.SystemCall, _ processorTime: UInt64, with stack: StackSample) {
    if standing?.isSame(call, processorTime) != true {
      standing = StandingWait(call: call, processorTime: processorTime, since: stack.time)
    }
    standing?.stack = stack.isComplete ? stack : nil
  }

  func add(_ note: WaitNote) {
    if notes.count == Self.noteLimit { notes.removeFirst(Self.noteLimit / 2) }
    notes.append(note)
  }

  func notes(from start: UInt64, to end: UInt64) -> [WaitNote] {
    notes.filter { $0.time >= start && $0.time <= end }
  }
}

/// A wait in progress: the thread has been in the same call, without using processor time, since it was first seen there. So its
/// stack and the object of its wait are unchanged.
struct StandingWait {
  let call: ThreadReading.SystemCall
  let processorTime: UInt64
  let since: UInt64
  /// When to search other processes next for threads that could end it; nil before the first time.
  var nextWideLook: UInt64?
  /// Nil when the last one was not read to its end.
  var stack: StackSample?
  var chain: WaitChain?
  /// The note about the wait, valid while none of the other threads runs; nil when more may have changed.
  var note: WaitNote?
  /// The threads of this process that the note names, which were blocked, and how much each had run.
  var others: LinuxWorld.Blocked = []

  func isSame(_ call: ThreadReading.SystemCall, _ processorTime: UInt64) -> Bool {
    self.call == call && self.processorTime == processorTime
  }
}
