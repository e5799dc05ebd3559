import Glibc
import StallMonitoring

/// A way in which a process ends, and what its report must say.
enum EndOfProcess: String, CaseIterable, Sendable {
  case kill, term, exit, quick = "_exit", segv, abort, trap, exec

  static func named(_ name: String) throws(StallArguments.Wrong) -> EndOfProcess {
    if let found = EndOfProcess(rawValue: name) { return found }
    let names = allCases.map(\.rawValue)
    throw .init(
      "unknown end '\(name)'\(Likeness.question(name, names)); there are: \(names.joined(separator: ", "))")
  }

  /// Unblocks the signal by which the process will end, and has SIGTERM do what it does by default: a parent may have left it
  /// blocked or ignored. Before the monitor starts, and before there are other threads.
  func prepare() {
    let numbers: [Int32] =
      switch self {
      case .term: [SIGTERM]
      case .segv: [SIGSEGV]
      case .abort: [SIGABRT]
      case .trap: [SIGILL, SIGTRAP]
      case .kill, .exit, .quick, .exec: []
      }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    if self == .term { signal(SIGTERM, SIG_DFL) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// On a thread of its own, while the loop is held up.
  @inline(never)
  func happen() {
    switch self {
    case .kill: Glibc.kill(getpid(), SIGKILL)
    case .term: Glibc.kill(getpid(), SIGTERM)
    case .exit: Glibc.exit(3)
    case .quick: Glibc._exit(3)
    case .segv: UnsafeMutablePointer<UInt8>(bitPattern: 0x10)?.pointee = 1
    case .abort: Glibc.abort()
    case .trap: fatalError("this is what was asked for")
    case .exec:
      let text = ["runloop", "stalls", HelperProcess.argument, "sleep", "20000"]
      var words: [UnsafeMutablePointer<CChar>?] = text.map { strdup($0) }
      words.append(nil)
      execv("/proc/self/exe", words)
    }
  }

  /// Whether this is what the record of such a process has to say.
  func isTold(_ end: ProcessEnd?) -> Bool {
    switch (self, end) {
    case (.kill, .unseen), (.quick, .unseen), (.kill, .outOfMemory): true
    case (.term, .signal(SIGTERM, _)), (.exit, .exited(status: 3)), (.exec, .replaced): true
    case (.segv, .crash(SIGSEGV, address: 0x10, _)), (.abort, .crash(SIGABRT, address: nil, _)): true
    case (.trap, .crash(SIGILL, _, _)), (.trap, .crash(SIGTRAP, _, _)): true
    default: false
    }
  }
}
