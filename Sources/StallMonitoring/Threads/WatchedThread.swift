import CLinux
import Glibc

/// One thread that is looked at: its files, its slot for the signal handler, and what it was seen waiting for.
///
/// Made on the thread itself or on the monitor's; used on the monitor's only.
final class WatchedThread: @unchecked Sendable {
  let files: ThreadFiles
  let slot: SampleSlot?
  /// Why it can not be asked by signal; empty when it can.
  let signalRefusal: String
  /// It did not answer: it may block the signal since it was registered.
  var missedSignal = false
  /// Opened when the first signal was refused; nil where the kernel does not allow them.
  private(set) lazy var events = PerformanceEvents(thread: thread)
  /// As it was last seen blocked.
  var lastStack: StandingStack?
  private(set) var notes: [WaitNote] = []
  /// The wait that it has not left since it was first looked at in it.
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

  /// A thread that is met on the way, as the holder of a lock.
  init(visiting thread: Int32, sampler: SignalSampler, of process: Int32? = nil) {
    files = ThreadFiles(thread: thread, of: process)
    slot = sampler.refusal.isEmpty && process == nil ? SampleSlot(stack: nil) : nil
    signalRefusal = sampler.refusal
  }

  var name: String { ProcFile.line("\(ProcFile.folder(of: files.process))/task/\(thread)/comm") }

  func add(_ note: WaitNote) {
    if notes.count == Self.noteLimit { notes.removeFirst(Self.noteLimit / 2) }
    notes.append(note)
  }

  func notes(from start: UInt64, to end: UInt64) -> [WaitNote] {
    notes.filter { $0.time >= start && $0.time <= end }
  }
}

/// The stack of a blocked thread, which is the same for as long as the thread waits in the same call and uses no processor time.
struct StandingStack {
  let call: ThreadReading.SystemCall
  let processorTime: UInt64
  private let stack: StackSample

  init(call: ThreadReading.SystemCall, processorTime: UInt64, sample: StackSample) {
    self.call = call
    self.processorTime = processorTime
    stack = sample
  }

  func sample(at time: UInt64) -> StackSample {
    var sample = stack
    sample.time = time
    return sample
  }
}

/// A wait that goes on: the thread has not run since the first look at it.
struct StandingWait {
  var ran: Wait.Ran
  var since: UInt64
  /// When other processes are to be looked through next for who could end it.
  var nextWideLook: UInt64
  var chain: WaitChain?
}
