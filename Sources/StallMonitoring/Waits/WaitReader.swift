import LinuxSystem

/// Reads, from /proc and the memory of processes, what threads of any process wait for, and which threads could end the waits.
///
/// For one thread.
final class WaitReader {
  /// The process whose threads are watched; nil: the calling one.
  private let process: Int32?
  /// Whether to follow waits for other processes: finding the ends of a pipe means reading every process's descriptors.
  private var isWide = false
  private var files: [ThreadPlace: ThreadFiles] = [:]
  private var memories: [Int32: ProcessMemory] = [:]
  private var threads: [Int32: [ThreadPlace]] = [:]
  private var ends: DescriptorEnds?
  var fileLocks = FileLocks()

  init(of process: Int32?) { self.process = process }

  /// Begins a look, and forgets what was read before.
  func begin(isWide: Bool) {
    self.isWide = isWide
    threads = [:]
    ends = nil
  }

  /// Closes the files that two looks have opened.
  func end() {
    begin(isWide: false)
    files = [:]
    memories = [:]
  }

  /// The system call that a thread is blocked in; nil when it runs, is stopped or has ended.
  func call(of thread: ThreadPlace) -> ThreadReading.SystemCall? {
    let files = files(of: thread)
    guard case .blocked(let call) = files.callState, call.number >= 0 else { return nil }
    switch files.state {
    case .sleeping, .uninterruptible: return call
    case .running, .stopped, .traced, .ended, .unknown: return nil
    }
  }

  /// Its system call, or what else it does, as `WaitChain.Link.call` has it.
  func activity(of thread: ThreadPlace) -> String {
    if let call = call(of: thread) { return SystemCallTable.name(call.number) }
    return Self.activity(files(of: thread).state)
  }

  /// Of a thread without a known call.
  static func activity(_ state: ThreadReading.State) -> String {
    switch state {
    case .running: ""
    case .stopped, .traced: WaitChain.Link.stopped
    case .ended: WaitChain.Link.ended
    // Its call is hidden, or it waits outside of one.
    case .sleeping, .uninterruptible: WaitChain.Link.waiting
    case .unknown: WaitChain.Link.unread
    }
  }

  /// Nil when no known thread could end its wait.
  func wait(of thread: ThreadPlace) -> Wait? {
    guard let call = call(of: thread), var wait = wait(in: call, of: thread) else { return nil }
    wait.ran = ran(of: thread)
    return wait
  }

  func ran(of thread: ThreadPlace) -> Wait.Ran? { files(of: thread).ran }

  private func wait(in call: ThreadReading.SystemCall, of thread: ThreadPlace) -> Wait? {
    if case .futex = SystemCallTable.meaning(call.number) { return lock(call, thread) }
    guard isWide, call.arguments.count > 1 else { return nil }
    switch SystemCallTable.name(call.number) {
    case "read", "readv", "recvfrom", "recvmsg", "recvmmsg":
      return transfer(call.arguments[0], isToWrite: false, thread)
    case "write", "writev", "sendto", "sendmsg", "sendmmsg":
      return transfer(call.arguments[0], isToWrite: true, thread)
    case "wait4": return child(Int32(truncatingIfNeeded: call.arguments[0]), thread)
    case "waitid":
      // P_ALL, P_PID; groups and descriptors are not followed.
      let number = Int32(truncatingIfNeeded: call.arguments[1])
      return call.arguments[0] == 0 ? child(-1, thread) : call.arguments[0] == 1 ? child(number, thread) : nil
    case "flock", "fcntl": return SystemCallTable.isFileLock(call) ? fileLock(call, thread) : nil
    default: return nil
    }
  }

  // MARK: Locks and threads

  private func lock(_ call: ThreadReading.SystemCall, _ thread: ThreadPlace) -> Wait? {
    let owned = FutexWait.holder(arguments: call.arguments, memory: memory(of: thread.process)) {
      ThreadFiles.processorTime(of: $0, in: self.other(thread.process)) != nil
    }
    guard let owned else { return foreignLock(call, thread) }
    var wait = Wait(object: owned.kind.object, place: UInt64(call.arguments[0]))
    wait.hasTimeLimit = hasTimeLimit(call)
    wait.readers = owned.readers
    if owned.thread != 0 {
      wait.enders = [ThreadPlace(process: thread.process, thread: owned.thread)]
      wait.isComplete = true
    }
    return wait
  }

  /// A lock in memory that processes share.
  private func foreignLock(_ call: ThreadReading.SystemCall, _ thread: ThreadPlace) -> Wait? {
    guard
      let owner = ForeignHolder.ofLock(call, memory: memory(of: thread.process), waiter: thread.process)
    else { return nil }
    var wait = Wait(object: owner.kind.object, place: UInt64(call.arguments[0]))
    wait.hasTimeLimit = hasTimeLimit(call)
    wait.enders = [ThreadPlace(process: owner.process, thread: owner.thread)]
    wait.isComplete = true
    return wait
  }

  private func hasTimeLimit(_ call: ThreadReading.SystemCall) -> Bool {
    call.arguments.count < 4 || call.arguments[3] != 0
  }

  private func fileLock(_ call: ThreadReading.SystemCall, _ thread: ThreadPlace) -> Wait? {
    let before = ran(of: thread)
    let owner = ForeignHolder.ofFileLock(waiter: thread.process, call, fileLocks) {
      // The same call again is another wait: the thread has run in between.
      guard case .blocked(call) = files(of: thread).callState else { return false }
      return before != nil && ran(of: thread) == before
    }
    guard let owner, owner.process != 0 else { return nil }
    // A lock of an open file is that of every process that has it.
    return Wait(object: .file, enders: threads(of: owner.process))
  }

  // MARK: Pipes and sockets

  private func transfer(_ descriptor: UInt, isToWrite: Bool, _ thread: ThreadPlace) -> Wait? {
    guard let number = Int32(exactly: descriptor & 0xffff_ffff),
      let name = KernelFile.link("/proc/\(thread.process)/fd/\(number)")
    else { return nil }
    let ends = self.ends ?? DescriptorEnds()
    self.ends = ends
    var wait: Wait
    let found: [Int32]
    if let pipe = DescriptorEnds.number(in: name, of: "pipe:[") {
      wait = Wait(object: .pipe, place: pipe, isToWrite: isToWrite)
      found = ends.processes(ofPipe: pipe, thatRead: isToWrite)
      wait.isComplete = ends.isComplete
    } else if let socket = DescriptorEnds.number(in: name, of: "socket:[") {
      // Not complete: a socket may have a time limit, which nothing shows.
      wait = Wait(object: .socket, place: socket, isToWrite: isToWrite)
      found = SocketPeer.of(socket, process: thread.process).map { ends.processes(ofSocket: $0) } ?? []
    } else {
      return nil
    }
    // The process that watches another one neither reads nor writes what that one does.
    wait.enders = found.filter { process == nil || $0 != getpid() }.flatMap { threads(of: $0) }
    return wait
  }

  // MARK: Processes

  private func child(_ number: Int32, _ thread: ThreadPlace) -> Wait? {
    // Of all threads: any of them may wait for a child of any other.
    let children = (ThreadFiles.threads(of: thread.process) ?? []).flatMap { parent in
      (KernelFile.line("/proc/\(thread.process)/task/\(parent)/children") ?? "").split(separator: " ")
        .compactMap { Int32($0) }
    }
    guard number > 0 || number == -1, number < 0 || children.contains(number) else { return nil }
    let meant = number > 0 ? [number] : children.sorted()
    guard let first = meant.first else { return nil }
    return Wait(
      object: .childProcess, place: UInt64(first), enders: meant.flatMap { threads(of: $0) }, isComplete: true
    )
  }

  /// The threads of a process, the main one first, without the one that looks.
  private func threads(of process: Int32) -> [ThreadPlace] {
    if let known = threads[process] { return known }
    let all = (ThreadFiles.threads(of: process) ?? []).filter { $0 != linux_gettid() }
    // The main thread has the process's number.
    let found = (all.filter { $0 == process } + all.filter { $0 != process }.sorted())
      .map { ThreadPlace(process: process, thread: $0) }
    threads[process] = found
    return found
  }

  /// Nil for the calling process.
  private func other(_ process: Int32) -> Int32? { process == getpid() ? nil : process }

  private func files(of thread: ThreadPlace) -> ThreadFiles {
    if let known = files[thread] { return known }
    let opened = ThreadFiles(thread: thread.thread, of: other(thread.process))
    files[thread] = opened
    return opened
  }

  private func memory(of process: Int32) -> ProcessMemory {
    if let known = memories[process] { return known }
    let memory = ProcessMemory(of: process)
    memories[process] = memory
    return memory
  }
}

extension LockOwner.Kind {
  var object: WaitChain.Object {
    switch self {
    case .pthreadMutex: .pthreadMutex
    case .mutex: .mutex
    case .readWriteLock: .readWriteLock
    case .join: .join
    case .file: .file
    }
  }
}
