import LinuxSystem

// Stacks, and the waits of blocked threads.
extension LinuxWorld {
  func sample(thread: Int32) -> StackSample {
    defer { afterLook?(thread) }
    // A loop that has not run since it is watched has not prepared its thread yet.
    let watched = known(thread)
    let look = sampler.sample(watched)
    var note = keptNote(watched, look) ?? newNote(watched, look)
    note.wasReady = look.wasReady
    watched.add(note)
    var sample = look.sample
    sample.found = note.kind.cause
    return sample
  }

  private func newNote(_ watched: WatchedThread, _ look: ThreadSampler.Look) -> WaitNote {
    var note = note(watched, look)
    guard look.stands, var standing = watched.standing else { return note }
    standing.note = nil
    if let others = follow(&note, of: watched.thread, &standing) {
      (standing.note, standing.others) = (note, others)
    }
    watched.standing = standing
    return note
  }

  /// The result of an earlier look, if nothing can have changed since.
  private func keptNote(_ watched: WatchedThread, _ look: ThreadSampler.Look) -> WaitNote? {
    let time = look.sample.time
    guard look.stands, let standing = watched.standing, var note = standing.note,
      !isWideLookDue(note.kind, standing, at: time),
      standing.others.allSatisfy({ known($0.thread).files.ran == $0.ran })
    else { return nil }
    note.time = time
    if note.owner != nil {
      note.owner?.stack.time = time
      note.chain?.seen = time
      watched.standing?.chain?.seen = time
    }
    return note
  }

  private func note(_ watched: WatchedThread, _ look: ThreadSampler.Look) -> WaitNote {
    guard let call = look.call else {
      return WaitNote(time: look.sample.time, call: nil, kind: look.isQueued ? .queued : .running)
    }
    var note = WaitNote(time: look.sample.time, call: call.number, kind: .other)
    note.waitChannel = watched.files.waitChannel ?? ""
    if WaitNote.mayBeStopped(call, in: note.waitChannel), watched.files.state.isStopped {
      note.kind = .stopped
      note.descriptor = ProcessStatus.tracer(of: watched.thread)
      return note
    }
    switch SystemCallTable.meaning(call.number) {
    case .kind(let kind): note.kind = kind
    // It no longer has a file, and the number may be another file's since.
    case .descriptor where SystemCallTable.name(call.number) == "close":
      (note.descriptor, note.kind) = (DescriptorName.bare(call.arguments[0]), .fileIO)
    case .descriptor: (note.descriptor, note.kind) = describe(call.arguments[0])
    case .futex:
      let holder = holder(of: call)
      note.kind = holder == nil ? .wait : holder?.kind == .join ? .join : .lock
      note.owner = holder.flatMap { owner($0, of: watched) }
      if holder == nil, let foreign = ForeignHolder.ofLock(call, memory: memory, waiter: number) {
        note.kind = .lock
        note.owner = foreign
      }
    }
    if SystemCallTable.isFileLock(call) {
      note.kind = .lock
      note.descriptor = describe(call.arguments[0]).name
      note.owner = ForeignHolder.ofFileLock(waiter: number, call, fileLocks) {
        stillWaits(watched, look, in: call)
      }
    }
    if let place = SystemCallTable.path(of: call) {
      note.descriptor = memory.text(call.arguments[place], limit: 512)
      // Opening a FIFO waits until its other end is opened.
      if note.waitChannel == "wait_for_partner" { note.kind = .pipe }
    }
    if note.kind == .poll, note.descriptor.isEmpty {
      note.descriptor = PolledDescriptors.text(of: call, memory: memory) { describe($0).name }
    }
    if note.kind == .socket {
      note.descriptor = describe(call.arguments[0]).name
      note.address = ConnectedAddress.text(of: call, memory: memory)
    }
    // A sleep that a stop has interrupted continues as another call, which keeps the clock's number as its first argument.
    if SystemCallTable.name(call.number) == "restart_syscall", call.arguments[0] < 16 { note.kind = .sleep }
    // A poll of nothing is a sleep.
    if SystemCallTable.isEmptyPoll(call) { note.kind = .sleep }
    return note
  }

  /// Whether a thread has been in a call since its look, without a break. A thread whose wait has ended is runnable, and not reported as
  /// blocked, before it runs. One that has run since has another processor time, which is exact while it is blocked.
  func stillWaits(
    _ watched: WatchedThread, _ look: ThreadSampler.Look, in call: ThreadReading.SystemCall
  ) -> Bool {
    guard look.stands, let standing = watched.standing, case .blocked(call) = watched.files.callState else {
      return false
    }
    return standing.isSame(call, watched.files.processorTime ?? .max)
  }

  /// The watched process.
  private var number: Int32 { process ?? getpid() }

  private func describe(_ descriptor: UInt) -> (name: String, kind: WaitKind) {
    DescriptorName.describe(descriptor, of: process)
  }

  private func holder(of call: ThreadReading.SystemCall) -> FutexWait.Holder? {
    FutexWait.holder(arguments: call.arguments, memory: memory) {
      ThreadFiles.processorTime(of: $0, in: process) != nil
    }
  }

  private func owner(_ holder: FutexWait.Holder, of waiter: WatchedThread) -> LockOwner? {
    guard holder.thread != 0 else {
      var readers = LockOwner(kind: holder.kind, thread: 0, threadName: "", stack: StackSample())
      readers.readers = holder.readers
      return readers
    }
    // It waits for itself: its stack is among the stall's own.
    if holder.thread == waiter.thread {
      return LockOwner(
        kind: holder.kind, thread: holder.thread, threadName: waiter.name, stack: StackSample())
    }
    let thread = known(holder.thread)
    var stack = StackSample()
    if process == nil, holder.thread == linux_gettid() {
      stack.reason = "it is the thread that takes the stacks"
    } else {
      stack = sampler.sample(thread).sample
    }
    return LockOwner(kind: holder.kind, thread: holder.thread, threadName: thread.name, stack: stack)
  }

  /// A watched thread, or a visitor.
  func known(_ thread: Int32) -> WatchedThread { watchedThread(thread) ?? visitor(thread) }

  /// Kept for the next sample, but not many: each holds descriptors.
  func visitor(_ thread: Int32) -> WatchedThread {
    if let known = visitors[thread], known.files.isAlive { return known }
    if visitors.count >= 8 { visitors.removeAll() }
    let visitor = WatchedThread(visiting: thread, sampler: signals, of: process)
    visitors[thread] = visitor
    return visitor
  }
}
