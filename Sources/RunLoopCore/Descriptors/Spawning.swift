import LinuxSystem

/// Starts child processes, and reaps children without a source.
package enum Spawning {
  /// Starts a child with no signal blocked.
  ///
  /// - Parameters:
  ///   - program: its file, looked for in `PATH` unless there is a slash in it; the first of the arguments when nil.
  ///   - environment: this process's when nil.
  ///   - descriptors: this process's descriptors, by their number in the child.
  ///   - silent: the child's numbers that are redirected to /dev/null.
  ///   - keepsIgnored: signals that this process ignores are ignored by the child, too.
  package static func start(
    _ arguments: [String], program: String? = nil, _ environment: [String]? = nil,
    _ descriptors: [Int32: Int32] = [:], silent: [Int32] = [], keepsIgnored: Bool = false
  ) throws(RunLoop.PortError) -> Int32 {
    try start(
      bytes: arguments.map { Array($0.utf8) }, program: program.map { Array($0.utf8) },
      environment?.map { Array($0.utf8) }, descriptors, silent: silent, keepsIgnored: keepsIgnored)
  }

  /// As `start(_:)`, of texts that need not be UTF-8.
  package static func start(
    bytes arguments: [[UInt8]], program: [UInt8]? = nil, _ environment: [[UInt8]]? = nil,
    _ descriptors: [Int32: Int32] = [:], silent: [Int32] = [], keepsIgnored: Bool = false
  ) throws(RunLoop.PortError) -> Int32 {
    reapLeftOvers()
    guard let file = program ?? arguments.first else { throw .notStarted(program: "", code: EINVAL) }
    let program = String(decoding: file, as: UTF8.self)
    // A text would be cut off at the NUL, and mean something else.
    if ([file] + arguments + (environment ?? [])).contains(where: { $0.contains(0) }) {
      throw .notStarted(program: program, code: EINVAL)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var spares: [Int32] = []
    defer { for spare in spares { close(spare) } }
    let moves = descriptors.sorted { $0.key < $1.key }
    for (place, move) in moves.enumerated() {
      var source = move.value
      // The child moves them in order: one that an earlier move overwrites is moved from a duplicate.
      if moves[..<place].contains(where: { $0.key == source }) {
        source = fcntl(source, F_DUPFD_CLOEXEC, Int32(clamping: Int(moves[moves.count - 1].key) + 1))
        if source < 0 { throw .notStarted(program: program, code: Errno.last.code) }
        spares.append(source)
      }
      let code = posix_spawn_file_actions_adddup2(&actions, source, move.key)
      if code != 0 { throw .notStarted(program: program, code: code) }
    }
    for number in silent { posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A child that inherited the signals that sources block could not be terminated.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = keepsIgnored ? POSIX_SPAWN_SETSIGMASK : POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var process = pid_t()
    // The program's file first.
    let code = withPointers([file] + arguments) { texts in
      // It has an element.
      let (file, arguments) = (texts[0]!, Array(texts.dropFirst()))
      guard let environment else {
        return posix_spawnp(&process, file, &actions, &attributes, arguments, environ)
      }
      return withPointers(environment) {
        posix_spawnp(&process, file, &actions, &attributes, arguments, $0)
      }
    }
    if code != 0 { throw .notStarted(program: program, code: code) }
    return process
  }

  /// Kills and reaps a child that can not be watched.
  static func end(_ process: Int32) {
    kill(process, SIGKILL)
    _ = try? SystemCall.checked("waitpid") { waitpid(process, nil, 0) }
  }

  static let lock = FutexLock()
  /// Children for which no thread could be made. Guarded by the lock.
  nonisolated(unsafe) private static var leftOvers: [RunLoop.Port] = []

  /// Reaps the child on a thread of its own, which blocks all signals. Without a thread, when another child is started or given up.
  static func reapLater(_ port: RunLoop.Port) {
    reapLeftOvers()
    do throws(Errno) {
      try SystemThread.startDetached(blocksSignals: true) {
        _ = SystemCall.reap(process: port.descriptor, waits: true)
      }
    } catch {
      lock.withLock { leftOvers.append(port) }
    }
  }

  /// Reaps the children of `reapLater` that have ended and had no thread.
  private static func reapLeftOvers() {
    lock.lock()
    let ports = leftOvers
    leftOvers = []
    lock.unlock()
    let running = ports.filter { SystemCall.reap(process: $0.descriptor, waits: false) == nil }
    if !running.isEmpty { lock.withLock { leftOvers += running } }
  }

  private static func withPointers<Result>(
    _ texts: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = texts.map { strndup($0.map { CChar(bitPattern: $0) }, $0.count) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }
}
