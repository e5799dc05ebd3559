import CLinux
import Glibc

// Stacks, and what a blocked thread waits for.
extension LinuxWorld {
  func sample(thread: Int32) -> StackSample {
    // A loop that has not come by since it is watched did not prepare its thread yet.
    let watched = watchedThread(thread) ?? visitor(thread)
    let look = sampler.sample(watched)
    var note = note(watched, look)
    note.wasReady = look.wasReady
    watched.add(note)
    return look.sample
  }

  private func note(_ watched: WatchedThread, _ look: ThreadSampler.Look) -> WaitNote {
    guard let call = look.call else {
      return WaitNote(time: look.sample.time, call: nil, kind: look.isQueued ? .queued : .running)
    }
    var note = WaitNote(time: look.sample.time, call: call.number, kind: .other)
    note.waitChannel = watched.files.waitChannel ?? ""
    switch SystemCallTable.meaning(call.number) {
    case .kind(let kind): note.kind = kind
    case .descriptor: (note.descriptor, note.kind) = DescriptorName.describe(call.arguments[0])
    case .futex:
      let holder = FutexWait.holder(arguments: call.arguments, memory: memory) {
        ThreadFiles.processorTime(of: $0) != nil
      }
      note.kind = holder == nil ? .wait : .lock
      note.owner = holder.map { owner($0, of: watched) }
    }
    if note.kind == .socket { note.descriptor = DescriptorName.describe(call.arguments[0]).name }
    // A poll of nothing is a sleep.
    if SystemCallTable.isEmptyPoll(call) { note.kind = .sleep }
    return note
  }

  private func owner(_ holder: FutexWait.Holder, of waiter: WatchedThread) -> LockOwner {
    let thread = watchedThread(holder.thread) ?? visitor(holder.thread)
    var stack = StackSample()
    if holder.thread == linux_gettid() {
      stack.reason = "it is the thread that takes the stacks"
    } else {
      stack = sampler.sample(thread).sample
    }
    return LockOwner(kind: holder.kind, thread: holder.thread, threadName: thread.name, stack: stack)
  }

  /// Kept for the next sample, but not many: each holds descriptors.
  func visitor(_ thread: Int32) -> WatchedThread {
    if let known = visitors[thread], known.files.isAlive { return known }
    if visitors.count >= 8 { visitors.removeAll() }
    let visitor = WatchedThread(visiting: thread, sampler: signals)
    visitors[thread] = visitor
    return visitor
  }
}
