import LinuxSystem
import StallMonitoring

/// A way in which a process ends, with the expected report.
enum EndOfProcess: String, CaseIterable, Sendable {
  case kill, term, exit, quick = "_exit", segv, abort, trap, exec
  /// Signals that the process sends itself.
  case hup, int, usr1, usr2, pipe, alrm, vtalrm, xcpu
  case quit, ill, fpe, bus, sys
  /// More memory than its control group may have.
  case memory

  /// The signal, for ways that send one.
  private var signal: Int32? {
    switch self {
    case .hup: SIGHUP
    case .int: SIGINT
    case .usr1: SIGUSR1
    case .usr2: SIGUSR2
    case .pipe: SIGPIPE
    case .alrm: SIGALRM
    case .term: SIGTERM
    case .vtalrm: SIGVTALRM
    case .xcpu: SIGXCPU
    case .quit: SIGQUIT
    case .ill: SIGILL
    case .fpe: SIGFPE
    case .bus: SIGBUS
    case .sys: SIGSYS
    default: nil
    }
  }

  private var isCrash: Bool { [.quit, .ill, .fpe, .bus, .sys].contains(self) }

  static func named(_ name: String) throws(WrongCall) -> EndOfProcess {
    if let found = EndOfProcess(rawValue: name) { return found }
    let names = allCases.map(\.rawValue)
    throw .init(
      "unknown end '\(name)'\(Likeness.question(name, names)); there are: \(names.joined(separator: ", "))")
  }

  /// Why this machine does not allow it; nil where it does.
  var obstacle: String? {
    self == .memory && HelperProcess.memoryGroup(getpid()) == nil
      ? "no control group with a limit of memory can be made here" : nil
  }

  /// Unblocks the signal by which the process will end, and has it do what it does by default: a parent may have left it
  /// blocked or ignored. Before the monitor starts, and before there are other threads.
  func prepare() {
    let numbers: [Int32] =
      switch self {
      case .segv: [SIGSEGV]
      case .abort: [SIGABRT]
      case .trap: [SIGILL, SIGTRAP]
      default: signal.map { [$0] } ?? []
      }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    // What deals with crashes keeps its handler.
    if let signal, !isCrash || Self.isIgnored(signal) { LinuxSystem.signal(signal, SIG_DFL) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    if self == .memory { HelperProcess.limitMemory(getpid()) }
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0, let handler = action.__sigaction_handler.sa_handler else {
      return false
    }
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// On a thread of its own, while the loop is held up.
  @inline(never)
  func happen() {
    switch self {
    case .kill: LinuxSystem.kill(getpid(), SIGKILL)
    case .hup, .int, .usr1, .usr2, .pipe, .alrm, .term, .vtalrm, .xcpu, .quit, .ill, .fpe, .bus, .sys:
      if let signal { LinuxSystem.kill(getpid(), signal) }
    case .memory: HelperProcess.useMemory()
    case .exit: LinuxSystem.exit(3)
    case .quick: LinuxSystem._exit(3)
    case .segv: UnsafeMutablePointer<UInt8>(bitPattern: 0x10)?.pointee = 1
    case .abort: LinuxSystem.abort()
    case .trap: fatalError("this is what was asked for")
    case .exec:
      let text = ["runloop", "stalls", HelperProcess.argument, "sleep", "20000"]
      var words: [UnsafeMutablePointer<CChar>?] = text.map { strdup($0) }
      words.append(nil)
      execv("/proc/self/exe", words)
    }
  }

  /// Whether this is the expected record of such a process.
  func isTold(_ end: ProcessEnd?) -> Bool {
    switch (self, end) {
    case (.kill, .unseen), (.quick, .unseen), (.kill, .outOfMemory), (.memory, .outOfMemory): true
    // It is reported as a crash where a crash handler is installed for it.
    case (.quit, .signal(SIGQUIT, _)): true
    case (_, .signal(let number, let sender)): number == signal && !isCrash && sender > 0
    case (_, .crash(let number, address: nil, _)) where isCrash: number == signal
    case (.exit, .exited(status: 3)), (.exec, .replaced): true
    case (.segv, .crash(SIGSEGV, address: 0x10, _)), (.abort, .crash(SIGABRT, address: nil, _)): true
    case (.trap, .crash(SIGILL, _, _)), (.trap, .crash(SIGTRAP, _, _)): true
    default: false
    }
  }
}
