import LinuxSystem
import Testing

/// A program that is built with the tests, and what it printed.
enum ChildProcess {
  static func path(of name: String) throws -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    try #require(count > 0)
    let path = String(decoding: buffer[..<count], as: UTF8.self)
    return path[..<path.lastIndex(of: "/")!] + "/" + name
  }

  /// How a program ended.
  struct End {
    /// What it printed.
    var lines: [String]
    /// What it wrote to standard error.
    var errors: String
    /// As wait(2) has it.
    var status: Int32
    /// What it called exit with, or nil when a signal ended it.
    var exitStatus: Int32? { status & 0x7f == 0 ? status >> 8 : nil }
  }

  /// Runs a program to its end; the lines it printed. Throws when it could not be run or failed.
  static func run(_ name: String, _ arguments: String...) throws -> [String] {
    let end = try runToEnd(name, arguments)
    try #require(
      end.status == 0,
      "\(name) \(arguments) ended with status \(end.status): \(end.lines) \(end.errors)")
    return end.lines
  }

  /// Runs a program to its end, whichever that is. Throws when it could not be run.
  static func runToEnd(_ name: String, _ arguments: [String]) throws -> End {
    var ends: [Int32] = [-1, -1]
    try #require(linux_pipe(&ends) == 0)
    // A file, so that the child never waits for its reader.
    let errors = try #require(tmpfile())
    defer { fclose(errors) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, fileno(errors), 2)
    var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) } + [nil]
    // A program that ends with a signal shall not print the stacks of its threads, which takes seconds.
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("SWIFT_BACKTRACE=enable=no")]
    var variable = environ
    while let text = variable.pointee {
      if strncmp(text, "SWIFT_BACKTRACE=", 16) != 0 { environment.append(strdup(text)) }
      variable += 1
    }
    environment.append(nil)
    var child = pid_t()
    // A thread of the tests blocks signals; the child's alarm must end it.
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let failure = posix_spawn(&child, try path(of: name), &actions, &attributes, &words, &environment)
    posix_spawnattr_destroy(&attributes)
    posix_spawn_file_actions_destroy(&actions)
    for word in words + environment { free(word) }
    close(ends[1])
    defer { close(ends[0]) }
    try #require(failure == 0)
    let output = readToEnd(ends[0])
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    lseek(fileno(errors), 0, SEEK_SET)
    return End(
      lines: output.split(separator: "\n").map(String.init), errors: readToEnd(fileno(errors)), status: status
    )
  }

  private static func readToEnd(_ descriptor: Int32) -> String {
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &buffer, buffer.count), count != 0 {
      if count > 0 { output += buffer[..<count] } else if errno != EINTR { break }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
