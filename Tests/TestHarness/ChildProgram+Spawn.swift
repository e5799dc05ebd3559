import LinuxSystem

extension ChildProgram {
  static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String?,
    descriptors: [Int32: Int32], inheritsSignals: Bool
  ) -> (process: Int32, error: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if descriptors[0] == nil { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
    for (number, descriptor) in descriptors {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    for number in openDescriptors where number > 2 { posix_spawn_file_actions_addclose(&actions, number) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A process group of its own, which is killed with it.
    var flags = POSIX_SPAWN_SETPGROUP
    if !inheritsSignals {
      // Threads of tests block signals, and shells ignore some in the programs that they start in the background.
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      sigfillset(&signals)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    // env(1) changes the folder, and becomes the program.
    let command = (folder.map { ["env", "--chdir=\($0)"] } ?? []) + [program] + arguments
    var words = command.map { strdup($0) } + [nil]
    var variables = variables(environment).map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, command[0], &actions, &attributes, &words, &variables)
    return (process, error)
  }

  /// This process's descriptors, which the child must not keep open.
  private static var openDescriptors: [Int32] {
    (try? Folder.numbers(in: "/proc/self/fd")) ?? []
  }

  /// This process's environment, with changes.
  private static func variables(_ changes: [String: String]) -> [String] {
    var variables = changes.map { "\($0.key)=\($0.value)" }
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if changes[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
      next += 1
    }
    return variables
  }

  /// A pair of sockets, which no other child inherits: writing to a program that does not read does not end this process by a
  /// signal.
  static func inputPair() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failure("no pair of sockets: \(Errno.last)") }
    return (ends[0], ends[1])
  }
}
