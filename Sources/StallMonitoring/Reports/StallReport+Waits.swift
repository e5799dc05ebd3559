/// A thread's wait, in words: by the system call, and by the function that the program called.
extension StallReport {
  /// By cause, the function of the system that the culprit called, where all of its stacks have the same.
  static func callees(
    _ record: StallRecord, _ culprits: [Cause: CodeFrame], _ namer: SymbolNames
  ) -> [Cause: String] {
    var callees: [Cause: String] = [:]
    for (cause, culprit) in culprits where [.lock, .wait, .poll, .childProcess].contains(cause) {
      let isMeant = samples(of: cause)
      var names: Set<String> = []
      for sample in record.samples where isMeant(sample) {
        let frames = namer.frames(sample.addresses)
        guard
          let place = frames.firstIndex(where: {
            $0.shortName == culprit.shortName && $0.image == culprit.image
          }),
          let callee = callee(frames[..<place])
        else { continue }
        names.insert(callee)
      }
      if names.count == 1 { callees[cause] = names.first }
    }
    return callees
  }

  /// The name of the function that the innermost frames' caller called.
  private static func callee(_ frames: ArraySlice<CodeFrame>) -> String? {
    if let lock = pythonLocks.first(where: { lock in
      frames.contains { $0.isMachine && $0.rawName == lock.function }
    }) {
      return lock.name
    }
    guard let callee = frames.last(where: { !$0.isThunk && !$0.isMachine && !$0.rawName.isEmpty }) else {
      return nil
    }
    return callee.isPython ? callee.shortName : plainName(callee.shortName)
  }

  /// Functions of CPython that wait for its locks.
  private static let pythonLocks = [
    (function: "PyEval_RestoreThread", name: "the GIL"),
    (function: "PyThread_acquire_lock_timed", name: "threading.Lock"),
  ]

  /// What a library calls inside is named as it is called from outside: "pthread_cond_timedwait@@GLIBC_2.3.2" and
  /// "__new_sem_wait_slow64.constprop.0".
  static func plainName(_ name: String) -> String {
    guard !name.contains("(") else { return name }
    var plain = name.prefix { $0 != "@" && $0 != "." }
    for suffix in ["64", "_slow"] where plain.hasSuffix(suffix) { plain = plain.dropLast(suffix.count) }
    plain = plain.drop { $0 == "_" }
    for prefix in ["GI_", "libc_", "IO_", "new_", "do_"] where plain.hasPrefix(prefix) {
      plain = plain.dropFirst(prefix.count).drop { $0 == "_" }
    }
    return plain.isEmpty ? name : String(plain)
  }

  /// What the stall's call waited for: "socket:[17] to 192.0.2.1:443", "descriptor 3 and at least 2 others"; empty when not known.
  package var objectText: String {
    let diagnosis = record.diagnosis
    return Self.object(diagnosis.descriptor, diagnosis.address, diagnosis.otherDescriptors)
  }

  static func object(_ descriptor: String, _ address: String, _ others: Int) -> String {
    let text = [descriptor, address.isEmpty ? "" : "to \(address)"].filter { !$0.isEmpty }
      .joined(separator: " ")
    guard others > 0, !text.isEmpty else { return text }
    return text + (others == 1 ? " and at least one other" : " and at least \(others) others")
  }

  /// "it slept (nanosleep), called from rest(_:)"
  ///
  /// - Parameter descriptor: with its address and its others.
  func clause(_ cause: Cause, _ systemCall: String, _ descriptor: String) -> String {
    let call = systemCall.isEmpty ? "" : " (\(callText(systemCall, cause, descriptor)))"
    let object = descriptor.isEmpty ? "" : " \(descriptor)"
    func place(_ introduction: String) -> String { culpritText(introduction, of: cause) }
    return switch cause {
    case .processor: "it computed\(place(", mostly in "))"
    case .kernel:
      waitsForMemory(systemCall)
        ? "it waited in the kernel for memory\(call)\(place(", called from "))"
        : "it worked in the kernel\(place(", called from "))"
    case .minorFaults:
      "it touched new memory, \(record.diagnosis.minorFaults) pages\(place(", mostly in "))"
    case .majorFaults where record.diagnosis.majorFaults == 0:
      // A fault counts when its page is there: one that lasted may have been for the disk.
      "it waited for pages of memory\(place(", mostly in "))"
    case .majorFaults:
      "it waited for pages from the disk, \(record.diagnosis.majorFaults) of them\(place(", mostly in "))"
    case .lock: "it waited\(place(" in ")) for a lock"
    case .wait: "it waited for \(awaited(systemCall, descriptor))\(call)\(place(", called from "))"
    case .sleep: "it slept\(call)\(place(", called from "))"
    // The file is no longer known.
    case .fileIO where systemCall == "close":
      "it waited for\(object) to be closed\(call)\(place(", called from "))"
    case .fileIO: "it waited for a file\(object)\(call)\(place(", called from "))"
    case .socket: "it waited for a socket\(object)\(call)\(place(", called from "))"
    case .pipe: "it waited for \(Self.pipe(systemCall, descriptor))\(call)\(place(", called from "))"
    case .childProcess: "it waited for a child process\(call)\(place(", called from "))"
    case .poll:
      "it waited for\(descriptor.isEmpty ? " descriptors" : object) outside of the loop\(call)\(place(", called from "))"
    case .starved: "it could run, and got no processor"
    case .stopped:
      "it was stopped\(descriptor.isEmpty ? "" : " by \(descriptor), which traces it")\(place(", in "))"
    case .unknown: "why is not known\(place("; it was mostly in "))"
    }
  }

  /// "a pipe pipe:[4711]"; a FIFO has a path. A call that opens one waits until its other end is opened.
  private static func pipe(_ call: String, _ descriptor: String) -> String {
    if call.hasPrefix("open") || call == "creat" {
      return "the other end of \(descriptor.isEmpty ? "a FIFO" : "the FIFO \(descriptor)") to be opened"
    }
    guard !descriptor.isEmpty else { return "a pipe" }
    return descriptor.hasPrefix("/") ? "the FIFO \(descriptor)" : "a pipe \(descriptor)"
  }

  /// Whether kernel time is a wait: work in the kernel has no call that it was found waiting in.
  private func waitsForMemory(_ systemCall: String) -> Bool {
    SystemCallTable.isForMemory(systemCall)
      && (record.diagnosis.cause == .kernel
        ? record.diagnosis.shares.blocked > record.diagnosis.shares.processor : true)
  }

  /// The function that was called, where that says more than the system call: nearly every wait for another thread is a futex.
  private func callText(_ call: String, _ cause: Cause, _ descriptor: String) -> String {
    guard let function = callees[cause], !function.isEmpty else { return call }
    // One function with two names, in glibc.
    if cause == .childProcess, function == "fclose" { return "pclose or fclose" }
    return cause == .wait && !descriptor.isEmpty ? call : function
  }

  /// The awaited object: "a condition variable".
  private func awaited(_ call: String, _ descriptor: String) -> String {
    let other = "another thread or for an event"
    guard descriptor.isEmpty else {
      let kind = Self.eventDescriptors.first { descriptor.hasPrefix("anon_inode:\($0.name)") }
      return kind?.object ?? "\(other) \(descriptor)"
    }
    if call == "futex", let function = callees[.wait], let lock = Self.libraryLocks[function] { return lock }
    return callees[.wait].flatMap(Self.object(ofWaitIn:)) ?? Self.object(ofWaitIn: call) ?? other
  }

  private static let eventDescriptors: [(name: String, object: String)] = [
    ("[eventfd]", "an eventfd"), ("[signalfd]", "a signalfd"), ("inotify", "a change of files (inotify)"),
    ("[pidfd]", "the end of a process"),
  ]

  /// The object that a function waits for; nil when not known.
  static func object(ofWaitIn function: String) -> String? {
    awaitedObjects.first { $0.functions.contains { function.hasPrefix($0) } }?.object
  }

  /// Functions of the C library with locks of their own, which do not show who holds them: another thread, or the same one, whose signal
  /// handler has interrupted it in such a function.
  private static let libraryLocks: [String: String] = {
    let streams = [
      "fclose", "fflush", "fgetc", "fgets", "flockfile", "fprintf", "fputc", "fputs", "fread", "fseek",
      "ftell", "fwrite", "getc", "getdelim", "getline", "perror", "printf", "putc", "putchar", "puts",
      "ungetc", "vfprintf", "vprintf",
    ]
    let memory = ["aligned_alloc", "calloc", "free", "malloc", "memalign", "posix_memalign", "realloc"]
    let locks =
      streams.map { ($0, "the lock of a stream, which is in use") }
      + memory.map { ($0, "a lock of the heap, which is in use") }
    return Dictionary(uniqueKeysWithValues: locks)
  }()

  /// Functions by how their names begin, and system calls.
  private static let awaitedObjects: [(functions: [String], object: String)] = [
    (
      [
        "pthread_cond_", "cnd_wait", "cnd_timedwait", "NSCondition.", "NSConditionLock.",
        "std::condition_variable::", "std::_V2::condition_variable", "Condition.wait",
      ], "a condition variable"
    ),
    (
      [
        "sem_wait", "sem_timedwait", "sem_clockwait", "semop", "semtimedop", "dispatch_semaphore_wait",
        "DispatchSemaphore.wait",
      ], "a semaphore"
    ),
    (["dispatch_group_wait", "DispatchGroup.wait"], "a dispatch group"),
    (
      [
        "dispatch_sync", "dispatch_barrier_sync", "dispatch_async_and_wait",
        "dispatch_barrier_async_and_wait",
        "DispatchQueue.sync", "DispatchQueue.asyncAndWait",
      ], "a dispatch queue"
    ),
    (["dispatch_block_wait", "DispatchWorkItem.wait"], "a dispatch block"),
    (["pthread_barrier_wait"], "a barrier"),
    (
      ["pthread_once", "call_once", "dispatch_once", "swift_once", "std::call_once"],
      "a one-time initialization by another thread"
    ),
    (["sigwait", "sigtimedwait", "sigsuspend", "rt_sigtimedwait", "rt_sigsuspend", "pause"], "a signal"),
    (["mq_receive", "mq_timedreceive", "msgrcv"], "a message"),
    (["mq_send", "mq_timedsend", "msgsnd"], "room for a message"),
    (["RunLoop.performAndWait"], "another loop"), (["membarrier"], "a memory barrier of other processors"),
    (["the GIL"], "the lock of Python's interpreter"), (["threading.Lock"], "a lock of Python"),
    (["Thread.join"], "the end of a thread"), (["Future.result"], "the result of a future"),
    (["Queue.get", "SimpleQueue.get"], "an item of a queue"), (["Queue.put"], "room in a queue"),
  ]
}
